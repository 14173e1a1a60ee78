"""Splits of many rows by a few: every field of a claim wrong by itself, rows in memory and in batches."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from gordan.feasibility.split.split import split
from gordan.outcome.split import Core, LongSplitClaim, SplitClaim
from gordan.problem import System
from gordan.problem.batches import Batches, open_source
from gordan.problem.long_system import LongSystem
from gordan.verify import long_split
from gordan.verify.long_split import first_strict_rows, judge_core, judge_long_split
from gordan.verify.raw import RawRows

CORE, MARK = "rows of the core exist and rise", "a mark for every row"
BELOW, SPAN, DEPEND = "no row is below zero", "rows at zero depend on flat rows", "columns depend on every row"
LIKE, MANY, KIND = "strict rows are the positive ones", "strict rows are as many", "kind is that of the split"
EXIST = "rows exist and rise"
# x ≥ 0 and y = 0, z is 2 x: rows 0, 1 and 4 can be strict, 2 and 3 are flat and 5 is an equality.
X = np.array([[1.0, 0.0, 2.0], [2.0, 1.0, 4.0], [0.0, 1.0, 0.0], [0.0, -1.0, 0.0], [1.0, -3.0, 2.0], [0.0, 2.0, 0.0]])
KINDS = (1, 1, 1, 1, 1, 0)


def long(rows: Any = X, kinds: Any = KINDS) -> LongSystem:
    return LongSystem(Batches(open_source(np.array(rows), np.zeros(len(rows)))), np.array(kinds, np.int8))


def memory(rows: Any = X) -> System:
    return System(np.array(rows)[:5], np.array(rows)[5:])


def core_of(system: LongSystem, *rows: int) -> SplitClaim:
    answer: Any = split(system.part(np.array(rows)), proof="exact")
    return SplitClaim(answer.strict, answer.proof)


STRICT = np.array([True, True, False, False, True, False])
ROWS = (0, 2, 3)
SPLIT = core_of(long(), *ROWS)


def wrong(system: LongSystem, strict: Any = STRICT, core: Any = ROWS, claim: Any = SPLIT, exact: bool = False) -> Any:
    core = np.array(core) if type(core) is tuple else core
    return [check.name for check in judge_long_split(system, LongSplitClaim(strict, core, claim), exact=exact).failed]


@pytest.mark.parametrize("exact", [False, True])
def test_claims_in_batches(exact: bool) -> None:
    assert wrong(long(), exact=exact) == []
    assert len(judge_long_split(long(), LongSplitClaim(STRICT, np.array(ROWS), SPLIT), exact=exact).checks) == 16
    for core in ((0, 2, 6), (-1, 2, 3), (0, 3, 2), (0, 2, 2), np.array(ROWS, np.int32), np.zeros(0, np.int64)):
        assert wrong(long(), core=core, exact=exact) == [CORE]
    assert wrong(long(), core=np.array([ROWS]), exact=exact) == [CORE]
    for strict in (STRICT.astype(np.int8), STRICT[:5], STRICT[:, None]):
        assert wrong(long(), strict=strict, exact=exact) == [MARK]
    for claim in (None, SplitClaim(SPLIT.strict, SPLIT.proof, radius=0.0)):
        assert wrong(long(), claim=claim, exact=exact) == ["core has a split, and no radius"]
    assert wrong(long(), strict=np.ones(6, bool), exact=exact) == [LIKE]
    last = np.array([True, True, False, False, False, False])
    assert wrong(long(), strict=last, exact=exact) == [LIKE]
    assert LIKE not in wrong(long(), core=(0, 1, 2, 3), exact=exact)  # where the core fails the rest is not read


def test_marks_are_those_of_rows_in_their_own_order() -> None:
    """The equality is the first row here, and not the last."""
    system = long(np.roll(X, 1, axis=0), (0, 1, 1, 1, 1, 1))
    claim = core_of(system, 1, 3, 4)
    assert wrong(system, np.roll(STRICT, 1), (1, 3, 4), claim) == []
    assert wrong(system, STRICT, (1, 3, 4), claim) == [LIKE]


@pytest.mark.parametrize(
    ("row", "values", "names"),
    [
        (1, (-2.0, 1.0, -4.0), [BELOW]),
        (5, (1.0, 2.0, 2.0), [BELOW]),
        (5, (-1.0, 2.0, -2.0), [BELOW]),
        (4, (1.0, -3.0, 2.5), [DEPEND]),
        (4, (-1.0, -3.0, 3.0), [DEPEND]),
    ],
)
def test_rows_outside_of_the_core(row: int, values: Any, names: list[str]) -> None:
    """Each is read: below zero, or against the relation z = 2 x of the columns."""
    rows = X.copy()
    rows[row] = values
    for exact in (False, True):
        found = wrong(long(rows), exact=exact)
        assert set(names) <= set(found) <= {*names, LIKE, SPAN, BELOW}
    certificate = certified(ROWS, 3)
    found = [check.name for check in judge_core(memory(rows), certificate) if not check.holds]
    assert set(names) <= set(found)


def test_a_core_of_full_rank_leaves_nothing_to_read() -> None:
    rows = np.array([[1.0], [-1.0], [3.0]])
    system = long(rows, (1, 1, 1))
    claim = core_of(system, 0, 1)
    assert wrong(system, np.zeros(3, bool), (0, 1), claim) == []
    assert wrong(system, np.array([False, False, True]), (0, 1), claim) == [LIKE]


def certified(rows: Any, n_strict: Any, **changes: Any) -> Any:
    marked = changes.pop("marked", (0,))
    core = changes.pop("core", None) or Core(rows, n_strict)
    fields = {"core": core, "rows": marked, "alternative": "quasi", "proof": SPLIT.proof, "n_strict": n_strict}
    return SimpleNamespace(**{**fields, "strict": lambda: SPLIT.strict, **changes})


@pytest.mark.parametrize("together", [1, 7, 1 << 20])
@pytest.mark.parametrize("make", [memory, long])
def test_certificates_of_a_core(monkeypatch: pytest.MonkeyPatch, make: Any, together: int) -> None:
    monkeypatch.setattr(long_split, "_TOGETHER", together)

    def failed(*claim: Any, **changes: Any) -> list[str]:
        return [check.name for check in judge_core(make(), certified(*claim, **changes)) if not check.holds]

    assert failed(ROWS, 3) == []
    assert len(judge_core(make(), certified(ROWS, 3))) == 16
    for rows in ((0, 2, 6), (-1, 2, 3), (0, 3, 2), (0, 2, 2), (0, 2.0, 3), (), [0, 2, 3]):
        assert failed(rows, 3)[0] == CORE
    for marked in ((3,), (0, 3), (-1,), (1, 0), (0, 0), (0.0,)):
        assert failed(ROWS, 3, marked=marked) == [EXIST]
    assert failed(ROWS, 2) == failed(ROWS, 4) == [MANY]
    assert failed(ROWS, 3, alternative="complete") == [KIND]
    assert failed(ROWS, 0) == [KIND]
    assert MANY not in failed((0, 1, 2), 2)


def test_the_first_rows_that_can_be_strict() -> None:
    assert first_strict_rows(long(), certified(ROWS, 3), 9).tolist() == [0, 1, 4]
    assert first_strict_rows(long(), certified(ROWS, 3), 3).tolist() == [0, 1, 4]
    assert first_strict_rows(long(), certified(ROWS, 3), 2).tolist() == [0, 1]
    assert first_strict_rows(long(), certified(ROWS, 0), 2).tolist() == []
    rows, kinds = np.tile(X, (30_000, 1)), KINDS * 30_000
    many = first_strict_rows(long(rows, kinds), certified(ROWS, 90_000), 60_000)
    assert many.tolist() == np.flatnonzero(np.tile(STRICT, 30_000))[:60_000].tolist()


def test_no_more_blocks_are_read_than_it_takes() -> None:
    read = []

    class Watched:
        def blocks(self) -> Any:
            for block in long().blocks():
                for _ in range(3):
                    read.append(block)
                    yield block

    system: Any = Watched()
    assert len(first_strict_rows(system, certified(ROWS, 9), 3)) == 3
    assert len(read) == 1
    assert len(first_strict_rows(system, certified(ROWS, 9), 4)) == 4
    assert len(read) == 3


@pytest.mark.parametrize(
    ("rows", "direction"),
    [
        ([[1.0, 2.0], [-3.0, 1.0], [2.0, -1.0], [0.0, 0.0]], (1, 2)),
        ([[2.0**60, 1.0], [2.0**60, -1.0], [2.0**60, 0.0]], (0, 1)),
        ([[1.0, -1.0], [1.0 + 2.0**-52, -1.0], [1.0, -1.0 - 2.0**-52]], (1, 1)),
        ([[0.0, 2.0**100, -(2.0**100) * 1.2], [0.0, 1.0, -1.0]], (2**1077, 25, 23)),
        ([[0.0, 2.0**100, -(2.0**100) * 1.2]], (25, 23, 2**1077)),
        ([[1.0, 1.0]], (0, 0)),
        ([[1e308, 1e308], [-1e308, -1e308]], (9, 9)),
    ],
)
def test_signs_are_those_of_integers(rows: Any, direction: tuple[int, ...]) -> None:
    A = np.array(rows)
    raw = RawRows(A, np.zeros((0, A.shape[1])), "binary")
    expected = raw.signs(np.arange(len(A)), direction)
    for exact in (False, True):
        assert long_split._signs(raw, np.arange(len(A)), direction, exact).tolist() == expected.tolist()
