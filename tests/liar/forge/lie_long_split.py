"""Systems that are read in batches, and the forgers of a split that a few rows are to prove of all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from claimed import replace
from gordan.feasibility.split.long import LongSplit, split_long
from gordan.feasibility.split.split import Split, split
from gordan.outcome.certificate.compose import compose_diagnosis
from gordan.outcome.certificate.points import FileHash
from gordan.outcome.split import LongSplitClaim, SplitClaim
from gordan.problem.batches import Batches, open_source
from gordan.problem.long_system import LongSystem
from liar.forge.forger import Case, Forger, drawn_where

__all__ = ["LONG_SPLITS", "drawn_long_system"]


def drawn_long_system(rng: Any) -> LongSystem:
    """Small integers at any scale, kinds at random or by a hidden direction, columns that may depend on one another."""
    n, p = int(rng.integers(6, 60)), int(rng.integers(1, 5))
    X = rng.integers(-2, 3, (n, p)).astype(float)
    if p > 1 and rng.integers(2):
        X[:, -1] = 2 * X[:, 0]
    kinds = rng.integers(-1, 2, n)
    if rng.integers(3):
        z = X @ rng.integers(-2, 3, p)
        kinds = np.where(z == 0, rng.integers(-1, 2, n), np.sign(z))
    X = X * 2.0 ** int(rng.integers(-600, 600)) if rng.integers(2) else X / 10
    rows = Batches(open_source(X, np.zeros(n)))
    return LongSystem(rows, kinds.astype(np.int8), "decimal" if rng.integers(2) else "binary")


def _rarely_filled(rng: Any) -> LongSystem:
    """A last column that is zero but for one row, which is strict without it."""
    n = int(rng.integers(6, 30))
    X = np.column_stack([rng.integers(1, 5, n), rng.integers(-2, 3, n), np.zeros(n)]).astype(float)
    X[int(rng.integers(n)), 2] = 1.0
    return LongSystem(Batches(open_source(X, np.zeros(n))), np.ones(n, np.int8))


def honest(rng: Any, draw: Callable[[Any], LongSystem] = drawn_long_system) -> Case | None:
    system = draw(rng)
    answer = split_long(system)
    return Case(system, answer.claim) if isinstance(answer, LongSplit) else None


def certified(rng: Any) -> Case | None:
    """The certificate of such a split, whose rows come from two files."""
    system = drawn_long_system(rng)
    cut = int(rng.integers(system.n + 1))
    system = LongSystem(system.rows, system.kinds, system.numbers, (), (("a", cut), ("b/c", system.n - cut)))
    answer = split_long(system, proof="exact")
    if not isinstance(answer, LongSplit):
        return None
    count = int(np.count_nonzero(answer.strict))
    kind = "overlap" if not count else "complete" if count == system.n else "quasi"
    return Case(system, compose_diagnosis(system, answer.claim, kind=kind, model=None))


def _with_core(case: Case, **changed: Any) -> Case:
    return case._replace(claim=replace(case.claim, core=case.claim.core._replace(**changed)))


def _other_count(case: Case, rng: Any) -> Case | None:
    """One strict row more or less, where the split is still called the same."""
    n, count = case.problem.n, case.claim.core.n_strict
    others = [v for v in (count - 1, count + 1) if 0 < v < n and 0 < count < n]
    return _with_core(case, n_strict=others[int(rng.integers(len(others)))]) if others else None


def _other_file(case: Case, rng: Any) -> Case:
    files = list(case.claim.files)
    k = int(rng.integers(2))
    files[k] = FileHash(files[k].file, files[k].rows, ("0" if files[k].hash[0] != "0" else "1") + files[k].hash[1:])
    return case._replace(claim=replace(case.claim, files=tuple(files)))


def _by_part(
    wanted: Callable[[LongSystem, Split, Any], Any], draw: Callable[[Any], LongSystem] = drawn_long_system
) -> Callable[[Any], Case | None]:
    """An honest case, and beside it a part whose own split is true and says something else of a row outside."""

    def drawn(rng: Any) -> Case | None:
        case = honest(rng, draw)
        return case if case is not None and _part(case, np.random.default_rng(1), wanted) is not None else None

    return drawn


def _part(case: Case, rng: Any, wanted: Callable[[LongSystem, Split, Any], Any]) -> LongSplitClaim | None:
    system = case.problem
    for _ in range(40):
        core = np.sort(rng.choice(system.n, int(rng.integers(1, system.n)), replace=False))
        answer = split(system.part(core))
        if isinstance(answer, Split) and (marks := wanted(system, answer, core)) is not None:
            return LongSplitClaim(marks, core, SplitClaim(answer.strict, answer.proof))
    return None


def _products(system: LongSystem, proof: Any) -> tuple[Any, Any]:
    """Products of every row with the direction, in the order of the rows, as exact integers; and their kinds."""
    from gordan.feasibility.split.exact import products

    whole = system.part(np.arange(system.n))
    value = np.zeros(system.n, dtype=object)
    order = np.concatenate([np.flatnonzero(system.kinds), np.flatnonzero(system.kinds == 0)])
    value[order] = products(whole, np.arange(system.n), proof.direction)
    return value, order


def _vanishing(system: LongSystem, relations: Any, order: Any) -> Any:
    from gordan.feasibility.split.exact import vanish

    out = np.zeros(system.n, dtype=bool)
    out[order] = vanish(system.part(np.arange(system.n)), np.arange(system.n), relations)
    return out


def _faults(system: LongSystem, answer: Split) -> tuple[Any, bool, bool, bool]:
    """Marks by the direction, and whether a row is below, is outside of the span, or has another relation."""
    value, order = _products(system, answer.proof)
    below = np.where(system.kinds == 0, value != 0, value < 0).astype(bool)
    outside = (value == 0) & ~_vanishing(system, answer.proof.flat.relations, order)
    free = ~_vanishing(system, answer.proof.table.relations, order)
    return (value > 0) & (system.kinds != 0), bool(below.any()), bool(outside.any()), bool(free.any())


def _only(fault: int) -> Callable[[LongSystem, Split, Any], Any]:
    def wanted(system: LongSystem, answer: Split, core: Any) -> Any:
        marks, *faults = _faults(system, answer)
        alone = [k == fault for k in range(3)]
        full = answer.proof.flat.rank == system.n_columns
        return np.asarray(marks, dtype=bool) if faults == alone and not full else None

    return wanted


def _forged(fault: int) -> Callable[[Case, Any], Case]:
    return lambda case, rng: case._replace(claim=_part(case, np.random.default_rng(1), _only(fault)))


def _other_mark(case: Case, rng: Any) -> Case:
    strict = case.claim.strict.copy()
    k = int(rng.integers(strict.size))
    strict[k] = not strict[k]
    return case._replace(claim=replace(case.claim, strict=strict))


def _a_file_less(case: Case, _: Any) -> Case | None:
    """The first file alone; the other may be missing if it has no rows."""
    first, other = case.claim.files
    return case._replace(claim=replace(case.claim, files=(first,))) if any(other.rows) else None


LONG_SPLITS = [
    Forger(
        "core: rows out of order",
        "rows of the core exist and rise",
        drawn_where(certified, lambda c: len(c.claim.core.rows) > 1, tries=1),
        lambda c, rng: _with_core(c, rows=c.claim.core.rows[::-1]),
        None,
    ),
    Forger(
        "core: a row beyond the last",
        "rows of the core exist and rise",
        certified,
        lambda c, rng: _with_core(c, rows=(*c.claim.core.rows[:-1], c.problem.n)),
        None,
    ),
    Forger(
        "core: strict rows that are not in it",
        "rows exist and rise",
        certified,
        lambda c, rng: c._replace(claim=replace(c.claim, rows=(*c.claim.rows, c.problem.n))),
        None,
    ),
    Forger("core: another number of strict rows", "strict rows are as many", certified, _other_count),
    Forger("core: another file", "files are the certificate's", certified, _other_file),
    Forger(
        "core: a file too short",
        "files are the certificate's",
        certified,
        _a_file_less,
        None,
    ),
    Forger(
        "long split: a core out of order",
        "rows of the core exist and rise",
        drawn_where(honest, lambda c: c.claim.core.size > 1, tries=1),
        lambda c, rng: c._replace(claim=replace(c.claim, core=c.claim.core[::-1].copy())),
        None,
    ),
    Forger(
        "long split: the radius of the core",
        "core has a split, and no radius",
        honest,
        lambda c, rng: c._replace(claim=replace(c.claim, split=replace(c.claim.split, radius=0.0))),
        None,
    ),
    Forger(
        "long split: a row beyond the last",
        "rows of the core exist and rise",
        honest,
        lambda c, rng: c._replace(claim=replace(c.claim, core=c.claim.core + c.problem.n)),
        None,
    ),
    Forger(
        "long split: a mark too few",
        "a mark for every row",
        honest,
        lambda c, rng: c._replace(claim=replace(c.claim, strict=c.claim.strict[1:])),
        None,
    ),
    Forger("long split: another mark", "strict rows are the positive ones", honest, _other_mark),
    Forger("long split: a row below", "no row is below zero", _by_part(_only(0)), _forged(0)),
    Forger("long split: a row outside", "rows at zero depend on flat rows", _by_part(_only(1)), _forged(1)),
    Forger(
        "long split: a column forgotten", "columns depend on every row", _by_part(_only(2), _rarely_filled), _forged(2)
    ),
]
