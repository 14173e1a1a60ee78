"""Numbers changed after a problem was posed without a copy are judged as they are."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import claimed
import gordan
from gordan.feasibility.panel import split_panel
from gordan.feasibility.risk import split_risk
from gordan.feasibility.split import split
from gordan.feasibility.split.long import LongSplit, split_long
from gordan.outcome import Separator
from gordan.outcome.certificate.compose import compose_diagnosis
from gordan.problem.batches import Batches, open_source
from gordan.problem.long_system import LongSystem
from gordan.problem.observations import Observations
from gordan.problem.panel import Panel
from gordan.problem.risk import RiskSets
from gordan.problem.system import System


def test_a_separator_of_the_numbers_as_they_were() -> None:
    """The sum of the changed row is −12; in doubles, in some orders of summation, it comes out positive."""
    accepted = 0
    for order in list(permutations([-7.0, 9.0, -1e17, 1e17, 1e17, -1e17, -7.0, -7.0]))[::400]:
        X = np.zeros((3, 8))
        X[0, 0], X[1:, 0] = -1.0, 1.0
        problem = gordan.Points(X, [0, 1, 1])
        w, centre = np.ones(8), np.zeros(8)
        claim = claimed.separable(
            proof=Separator(w, 0.0, centre),
            bracket=gordan.outcome.Bracket(0.0, np.inf),
            reason="",
            n_iter=0,
            n_passes=0,
            seconds=0.0,
            solver="",
            classes=(0, 1),
            coef=w,
            centre=centre,
        )
        assert gordan.verify(problem, claim).holds
        X[2] = order
        accepted += gordan.verify(problem, claim).holds
    assert accepted == 0


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_what_is_no_number_gets_a_sentence(value: float) -> None:
    X = np.array([[0.0], [1.0]])
    problem = gordan.Points(X, [0, 1])
    outcome = gordan.solve(problem)
    X[0, 0] = value
    with pytest.raises(gordan.InputError, match="have changed since they were posed"):
        gordan.verify(problem, outcome)


def test_signs_cannot_be_changed() -> None:
    """With another sign the problem would be another one, and the verdict about that."""
    for problem in (
        gordan.Points([[0.0], [1.0], [2.0]], ["a", "b", "b"]),
        gordan.Points([[1.0], [2.0]], [1, 1], intercept=False),
        gordan.Gram(np.eye(2), [0, 1]),
        gordan.Gram(np.eye(2), [0, 1]).relabelled([1, 0]),
        gordan.Points([[0.0], [1.0], [2.0]], ["a", "b", "b"]).subset([0, 1]),
    ):
        outcome = gordan.solve(problem)
        with pytest.raises(ValueError, match="read-only"):
            problem.signs[0] *= -1
        with pytest.raises(ValueError, match="WRITEABLE"):
            problem.signs.flags.writeable = True
        assert gordan.verify(problem, outcome).holds


@pytest.mark.parametrize("kernel", ["rbf", "laplacian", "poly"])
@pytest.mark.parametrize("value", [0.75, 1e-200, 1e160, 1e300])
@pytest.mark.parametrize("row", [0, 2])
def test_a_kernel_is_evaluated_at_the_numbers_as_they_are(kernel: str, value: float, row: int) -> None:
    """Whatever was posed before, the verdict is that of the same numbers posed anew, with the same parameters."""
    X, y = np.array([[0.0], [0.5], [1.0], [1.5]]), [0, 1, 0, 1]
    asked = {"kernel": kernel, "gamma": 1.0, "coef0": 1.0, "degree": 2}
    problem = gordan.Points(X, y, **asked)
    outcome = gordan.solve(problem)
    X[row] = value
    anew = gordan.Points(X.copy(), y, **asked)
    assert [check.holds for check in gordan.verify(problem, outcome).checks] == [
        check.holds for check in gordan.verify(anew, outcome).checks
    ]


def test_rows_in_batches_of_an_array_are_those_of_now(tmp_path: Path) -> None:
    """Their hash is not kept, for nobody would notice that the array was changed."""
    X, y = np.array([[1.0, 0.0], [2.0, 1.0], [-3.0, 0.0], [-1.0, 5.0]]), np.array([1, 1, 0, 0])
    problem = gordan.Points.from_batches(X, y)
    gordan.certify(problem, gordan.solve(problem), tmp_path / "c.json")
    certificate = gordan.read_certificate(tmp_path / "c.json")
    assert gordan.verify(problem, certificate).holds
    system = LongSystem(Batches(open_source(X, np.zeros(4))), np.array([1, 1, -1, -1], np.int8))
    answer = split_long(system, proof="exact")
    assert isinstance(answer, LongSplit)
    split = compose_diagnosis(system, answer.claim, kind="complete", model=None)
    assert gordan.verify(system, split).holds
    X[3, 1] = 4.0
    assert "data are the certificate's" in {check.name for check in gordan.verify(problem, certificate).failed}
    assert "rows are the certificate's" in {check.name for check in gordan.verify(system, split).failed}


def test_rows_in_batches_that_change_places_are_other_rows(tmp_path: Path) -> None:
    """The hash of what a function returns is kept, for every pass is held against the first: in this order."""
    X = np.random.default_rng(0).standard_normal((8, 509))
    y = X[:, 0] > 0
    X[:, 0] += np.where(y, 9.0, -9.0)
    problem = gordan.Points.from_batches(lambda: iter([X]), y)
    gordan.certify(problem, gordan.solve(problem), tmp_path / "c.json")
    certificate = gordan.read_certificate(tmp_path / "c.json")
    assert gordan.verify(problem, certificate).holds
    first, second = np.flatnonzero(y)[:2]
    X[[first, second]] = X[[second, first]]
    with pytest.raises(gordan.InputError, match="other numbers than in the first pass"):
        gordan.verify(problem, certificate)


@pytest.mark.parametrize("precision", [np.float64, np.float32])
def test_a_separator_of_an_array_in_batches_as_it_was(precision: type) -> None:
    """As above: the greatest number of the first pass bounds no rounding of those that stand there now."""
    accepted = 0
    for order in list(permutations([-7.0, 9.0, -1e17, 1e17, 1e17, -1e17, -7.0, -7.0]))[::400]:
        X = np.zeros((3, 8), precision)
        X[0, 0], X[1:, 0] = -1.0, 1.0
        problem = gordan.Points.from_batches(X, np.array([0, 1, 1]))
        w, centre = np.ones(8), np.zeros(8)
        claim = gordan.outcome.Claim(
            proof=Separator(w, 0.0, centre), classes=(0, 1), coef=w, centre=centre, offset=0.0, intercept=0.0
        )
        assert gordan.verify(problem, claim).holds
        X[2] = order
        accepted += gordan.verify(problem, claim).holds
    assert accepted == 0


def test_rows_of_an_array_in_batches_that_cancelled() -> None:
    """Rows that were kept while they were read are not what stands there now."""
    X = np.array([[1.0, 0.0], [-1.0, 0.0], [3.0, 1.0], [0.0, 0.0]])
    problem = gordan.Points.from_batches(X, np.array([1, 1, 1, 0]))
    assert isinstance(problem.X, Batches)
    problem.X.fetch(np.array([0, 1, 3]))
    claim = gordan.outcome.Claim(
        proof=gordan.outcome.Cancellation((0, 1, 3), (1, 1, 2)),
        classes=(0, 1),
        weights=np.array([0.25, 0.25, 0.0, 0.5]),
    )
    assert gordan.verify(problem, claim).holds
    X[0] = 5.0
    assert not gordan.verify(problem, claim).holds


SWAPPED = [-7.0, 9.0, -1e17, 1e17, 1e17, -1e17, -7.0, -7.0]  # in doubles some orders have a positive sum


def of_ones(size: int) -> gordan.outcome.Claim:
    w, centre = np.ones(size), np.zeros(size)
    return gordan.outcome.Claim(
        proof=Separator(w, 0.0, centre), classes=(0, 1), coef=w, centre=centre, offset=0.0, intercept=0.0
    )


def test_indices_that_now_name_one_entry_many_times() -> None:
    """The sum of eight entries in one place is longer than the bound for one column knows."""
    for order in list(permutations(SWAPPED))[::4000]:
        X = sp.csr_array((np.array([-1.0, *order]), np.array([0, *range(8)]), np.array([0, 1, 9])), shape=(2, 8))
        problem = gordan.Points(X, [0, 1])
        X.indices[1:] = 0
        with pytest.raises(gordan.InputError, match="indices since they were posed"):
            gordan.verify(problem, of_ones(8))


def test_entries_stored_twice_are_added_whatever_was_found_before() -> None:
    """SciPy keeps what it found of a matrix, also when its indices change."""
    X = sp.csr_array((np.ones(4), np.array([0, 0, 1, 2]), np.array([0, 1, 4])), shape=(2, 3))
    assert X.has_canonical_format
    X.indices[:] = 0
    problem = gordan.Points(X, [0, 1])
    assert problem.X.nnz == 2
    assert problem.X.toarray().tolist() == [[1.0, 0.0, 0.0], [3.0, 0.0, 0.0]]
    assert System(X).inequalities.nnz == 2


def _outside(X: Any) -> None:
    X.indices[0] = 10**8


def _beyond(X: Any) -> None:
    X.indptr[-1] += 5


def _cut(X: Any) -> None:
    X.data = X.data[:-2]


def _halved(X: Any) -> None:
    X.resize((2, 2))


def _other_shape(X: Any) -> None:
    X.shape = (2, 4)


def _other_width(X: Any) -> None:
    X.dtype = np.float32


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("change", [_outside, _beyond, _cut, _halved, _other_shape, _other_width])
def test_another_form_gets_a_sentence(change: Any) -> None:
    """Compiled code would read foreign memory, and everything else stop half way."""
    X = np.array([[-1.0, 2.0], [-2.0, 1.0], [3.0, 1.0], [4.0, 1.0]])
    X = X if change in (_other_shape, _other_width) else sp.csr_array(X)
    problem = gordan.Points(X, [0, 0, 1, 1])
    outcome = gordan.solve(problem)
    change(X)
    with pytest.raises(gordan.InputError, match="shape, type or indices since they were posed"):
        gordan.verify(problem, outcome)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("change", [_other_shape, _other_width])
def test_a_map_of_another_form_gets_the_same_sentence(change: Any) -> None:
    A = np.array([[1.0, 2.0], [0.0, 1.0], [3.0, 1.0], [4.0, 1.0]])
    problem = gordan.Conic(A, gordan.cone.Lorentz(2))
    outcome = gordan.solve(problem)
    change(problem.A)
    with pytest.raises(gordan.InputError, match="shape, type or indices since they were posed"):
        gordan.verify(problem, outcome)


def _questions() -> dict[str, tuple[Any, Any, dict[str, Any]]]:
    """Problems that hold the arrays they were given, what is true of them, and those arrays."""
    rng = np.random.default_rng(3)
    X, signs = rng.integers(-2, 3, (14, 2)).astype(float), np.where(rng.random(14) < 0.5, 0, -1)
    levels = tuple(rng.integers(0, 3, 14) for _ in range(3))
    panels = [Panel(X, levels[:count], signs) for count in (1, 2, 3)]
    stop = rng.integers(1, 9, 8).astype(float)
    risk = RiskSets(X[:8], stop, rng.random(8) < 0.6, stop - 1.0)
    K = X[:6] @ X[:6].T + np.eye(6)
    gram = gordan.Gram(K, [0, 0, 0, 1, 1, 1])
    A = X[:8].copy()
    system = System(A)
    claims = [split_panel(panel) for panel in panels]
    assert all(claims)
    found = split(system)
    asked = {f"panel {k + 1}": (panels[k], claims[k].claim, {"X": X}) for k in range(3)}  # type: ignore[union-attr]
    asked["risk"] = risk, split_risk(risk).claim, {"X": risk.covariates, "stop": stop, "start": risk.start}
    asked["gram"] = gram, gordan.solve(gram), {"K": K}
    asked["system"] = system, gordan.outcome.split.SplitClaim(found.strict, found.proof), {"A": A}
    return asked


@pytest.mark.parametrize("kind", list(_questions()))
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_no_number_anywhere_is_a_sentence(kind: str, value: float) -> None:
    """Some were accepted, some a traceback, and the heap of a Cox model never ended."""
    problem, claim, arrays = _questions()[kind]
    assert gordan.verify(problem, claim).holds
    for array in arrays.values():
        for place in np.ndindex(array.shape):
            before, array[place] = array[place], value
            with pytest.raises(gordan.InputError, match="have changed since they were posed"):
                gordan.verify(problem, claim)
            array[place] = before
    assert gordan.verify(problem, claim).holds


@pytest.mark.parametrize(("effects", "effect"), [(1, 0), (2, 0), (2, 1), (3, 0), (3, 1), (3, 2)])
def test_levels_are_those_of_now(effects: int, effect: int) -> None:
    """Which vertex a row leads to was kept of the second effect and of those after it."""
    same = 0
    for seed in range(8):
        rng = np.random.default_rng(seed)
        levels = [rng.integers(0, 3, 12) for _ in range(effects)]
        signs = np.where(rng.random(12) < 0.5, 0, -1)
        panel = Panel(np.zeros((12, 0)), levels, signs)
        found = split_panel(panel)
        assert found is not None
        assert gordan.verify(panel, found.claim).holds
        for row in range(12):
            before = int(levels[effect][row])
            levels[effect][row] = (before + 1) % 3
            anew = Panel(np.zeros((12, 0)), [each.copy() for each in levels], signs)
            assert gordan.verify(panel, found.claim).holds == gordan.verify(anew, found.claim).holds
            same += gordan.verify(anew, found.claim).holds
            levels[effect][row] = -1
            with pytest.raises(gordan.InputError, match="have changed since they were posed: levels"):
                gordan.verify(panel, found.claim)
            levels[effect][row] = before
    assert same < 8 * 12


def test_observations_are_those_of_now() -> None:
    A = np.array([[1.0, 0.0], [1.0, 1.0], [-1.0, 0.0]])
    problem = Observations.of_rows(System(A))
    found = gordan.spoilers(problem)
    assert gordan.verify(problem, found).holds
    A[1, 1] = np.nan
    with pytest.raises(gordan.InputError, match="have changed since they were posed"):
        gordan.verify(problem, found)
