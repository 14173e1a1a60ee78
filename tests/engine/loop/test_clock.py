"""Every step looks at the clock: by a deadline that has passed, or a clock that jumps, nothing more is begun."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from scipy.sparse import csr_array

import gordan
from gordan.arithmetic.deadline import deadline, watched
from gordan.arithmetic.limit import afford_memory
from gordan.engine.oracle.span import span
from gordan.engine.polish import kernel_separator
from gordan.engine.polish.lifting import TooLong
from gordan.engine.polish.rational import null_weights
from gordan.errors import OverBudget
from gordan.feasibility.program.farkas import dual
from gordan.feasibility.split import System, Unsettled, split
from gordan.feasibility.split.cholesky import afford_square
from gordan.feasibility.split.echelon import echelon
from gordan.file.table.frame import parse_frame
from gordan.file.table.text import decode
from gordan.regression.model.block import term_block
from gordan.regression.model.column import read_column
from gordan.verify.kernel.side import sharp_sums
from gordan.verify.kernel.source import source_of
from gordan.verify.rounded import image_of

POINTS = gordan.Points([[0.0], [1.0], [2.0], [3.0]], [0, 1, 0, 1])
POLY = gordan.Points([[0.0], [1.0], [2.0], [3.0]], [0, 1, 0, 1], kernel="poly", degree=3, gamma=0.5, coef0=1.0)
PROGRAM = gordan.Program([[1, 1], [1, -1]], row_lower=[1, 0])


@contextmanager
def expired() -> Iterator[None]:
    """A deadline that has passed when the block begins."""
    with deadline(1e-9):
        time.sleep(1e-6)
        yield


STEPS: dict[str, Callable[[], object]] = {
    "reading columns": lambda: parse_frame(decode(b"a,b\n1,x\n2,y\n", "t.csv")),
    "walking through items": lambda: list(watched(range(3), "walking")),
    "making interactions": lambda: term_block([csr_array(np.ones((3, 2)))] * 2, 3),
    "weighted rows": lambda: image_of(POINTS, np.ones(4), np.zeros(1)),
    "products without rounding": lambda: sharp_sums(source_of(POLY), np.ones(4), np.arange(4)),
    "powers without rounding": lambda: source_of(POLY).sharp(np.arange(4), np.arange(4)),
    "the other alternative": lambda: dual(PROGRAM),
}


@pytest.mark.parametrize("name", STEPS)
def test_a_step_is_not_taken_after_the_deadline(name: str) -> None:
    STEPS[name]()
    with expired(), pytest.raises(OverBudget):
        STEPS[name]()


BEFOREHAND: dict[str, Callable[[], object]] = {
    "a factorisation": lambda: afford_square(5_000),
    "an elimination": lambda: echelon([_Refused(5_000)] * 5_000, 2**61 - 1),
    "a rotation": lambda: span(np.broadcast_to(0.0, (3_000, 50_000))),
    "products of sparse points": lambda: span(csr_array((11_000, 30_000))),
}


class _Refused:
    """A column that nobody may look into."""

    def __init__(self, length: int) -> None:
        self.length = length

    def __len__(self) -> int:
        return self.length


@pytest.mark.parametrize("name", BEFOREHAND)
def test_what_cannot_end_in_time_is_not_begun(name: str) -> None:
    with deadline(0.5), pytest.raises(OverBudget, match="takes about"):
        BEFOREHAND[name]()


def test_memory_is_refused_before_it_is_taken() -> None:
    with pytest.raises(OverBudget, match=r"19,600 columns .* takes about 12GB of memory, more than the 4GB allowed"):
        afford_square(19_600)
    with gordan.limits(memory="12GB"):
        afford_square(19_600)
    with pytest.raises(OverBudget, match=r"gordan.limits\(memory=.5GB.\)"):
        afford_memory(5 << 30, "a matrix")


def test_too_many_sparse_columns_are_unsettled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gordan.arithmetic.limit._WORK", 1 << 19)
    system = System(csr_array(np.eye(200)))
    with gordan.limits(memory=0):
        found = split(system)
    assert isinstance(found, Unsettled)
    assert "comparing 200 columns with one another takes about" in found.reason


@pytest.mark.parametrize("bits", [2_000, 100_000])
def test_long_integers_are_not_solved_for_without_time(bits: int) -> None:
    """The library's time grows faster than the length of the numbers."""
    rng = np.random.default_rng(0)
    M = np.array([[int(v) << bits for v in row] for row in rng.integers(-9, 9, (20, 21)).tolist()], dtype=object)
    now = time.perf_counter()
    seconds = 1e-9 * 20**3 * bits  # what short numbers of so many bits would take
    with pytest.raises(TooLong):
        null_weights(M, deadline=now + seconds)


def test_interactions_are_those_of_one_block(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(0)
    a, b = (csr_array(rng.integers(0, 3, (50, 4)).astype(float)) for _ in range(2))
    whole = term_block([a, b], 50)
    monkeypatch.setattr("gordan.regression.model.block._PART", 7)
    parts = term_block([a, b], 50)
    truth = np.einsum("ij,ik->ikj", a.toarray(), b.toarray()).reshape(50, -1)
    assert np.array_equal(whole.toarray(), truth)
    assert np.array_equal(parts.toarray(), truth)


def test_weighted_rows_hold_in_any_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sums of any few rows at a time lie within their own bounds of the truth in fractions."""
    rng = np.random.default_rng(1)
    X, x = rng.standard_normal((40, 3)), rng.random(40)
    problem = gordan.Points(X, [0, 1] * 20, numbers="decimal")
    centre = rng.standard_normal(3)
    for entries in (1, 6, 1 << 17):
        monkeypatch.setattr(import_module("gordan.verify.rounded"), "_ENTRIES", entries)
        image = image_of(problem, x, centre)
        for sums, errors, sign in (
            (image.positive, image.error_positive, 1.0),
            (image.negative, image.error_negative, -1.0),
        ):
            rows = np.flatnonzero(problem.signs == sign)
            for j in range(3):
                truth = sum(
                    Fraction(x[i]) * (Fraction(repr(float(X[i, j]))) - Fraction(centre[j])) for i in rows.tolist()
                )
                assert abs(Fraction(sums[j]) - truth) <= Fraction(errors[j])


def test_classes_that_overlap_need_no_exact_offset(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise AssertionError("nothing is close here")

    monkeypatch.setattr(import_module("gordan.engine.polish.separator"), "_sharp_offset", refused)
    found = kernel_separator(POLY, np.array([-1.0, 1.0, -1.0, 1.0]), (0, 1, 2, 3))
    assert isinstance(found.offset, float)


def test_a_refused_step_is_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver whose step takes too much memory stops undecided, and says so, with no budget of seconds at all."""
    monkeypatch.setattr("gordan.arithmetic.limit._WORK", 0)
    rng = np.random.default_rng(0)
    X, y = rng.standard_normal((80, 90)), rng.integers(0, 2, 80)
    with gordan.limits(memory=0):
        found = gordan.separate(X, y, solver="interior-point", goal="margin")
    assert found.verdict.holds
    assert "a Newton step of 80 unknowns takes about" in found.reason
    assert "max_seconds" not in found.reason


def test_formulaic_is_not_asked_for_more_than_it_can_do_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> Any:
        raise AssertionError("formulaic was asked")

    monkeypatch.setattr("gordan.regression.model.python.materialise._run", refused)
    n, k = 3_000, 100
    rng = np.random.default_rng(0)
    data = {"y": rng.integers(0, 2, n), "x": rng.random(n), "a": np.arange(n) % k, "b": np.arange(n) // 30 % k}
    with pytest.raises(OverBudget, match="columns by formulaic takes about"):
        gordan.diagnose("y ~ np.log(x + 1) + C(a):C(b)", data=data, max_seconds=1.0)


def test_a_small_model_is_posed_however_little_time_there_is() -> None:
    found = gordan.diagnose("y ~ x", data={"x": [1, 2, 3, 4], "y": [0, 1, 0, 1]}, max_seconds=1e-9)
    assert found.kind == "undecided"


def test_what_is_shown_beside_a_diagnosis_keeps_the_deadline() -> None:
    data = {"x": [1, 2, 3, 4, 5, 6], "z": [1, 0, 2, 1, 0, 2], "y": [0, 0, 0, 1, 1, 1]}
    assert gordan.diagnose("y ~ x + z", data=data).margin is not None
    found = gordan.diagnose("y ~ x + z", data=data)
    assert found.kind == "complete"
    with expired():
        assert found.margin is None


def test_factors_of_levels_look_at_the_clock() -> None:
    with expired(), pytest.raises(OverBudget):
        read_column(["a", "b", None], "g")
