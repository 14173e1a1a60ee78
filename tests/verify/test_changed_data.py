"""Numbers changed after a problem was posed without a copy are judged as they are."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

import claimed
import gordan
from gordan.feasibility.split.long import LongSplit, split_long
from gordan.outcome import Separator
from gordan.outcome.certificate.compose import compose_diagnosis
from gordan.problem.batches import Batches, open_source
from gordan.problem.long_system import LongSystem


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
