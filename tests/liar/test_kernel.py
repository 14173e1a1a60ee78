"""True outcomes in kernels' spaces, spoilt one field at a time: the verifier refuses each and names the check."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import claimed
import gordan
from claimed import replace
from gordan.outcome import Bracket, Cancellation, KernelSeparator

CORNERS, MIXED = np.array([[0, 0], [2, 2], [0, 2], [2, 0.0]]) + 1.0, [0, 0, 1, 1]
BETWEEN = np.array([[0.0], [1.0], [2.0], [3.0]]) + 1.0
POSED: dict[str, Callable[[], Any]] = {
    "rbf": lambda: gordan.Points(CORNERS, MIXED, kernel="rbf", gamma=0.5),
    "laplacian without intercept": lambda: gordan.Points(CORNERS, MIXED, False, kernel="laplacian", gamma=0.5),
    "poly normalised": lambda: gordan.Points(CORNERS, MIXED, True, True, kernel="poly", degree=2, gamma=1, coef0=1),
    "matrix": lambda: gordan.Gram((CORNERS @ CORNERS.T + 1) ** 2, MIXED),
    "callable": lambda: gordan.Points(CORNERS, MIXED, kernel=lambda A, B: (A @ B.T + 1) ** 2),
}
CANCELLING: dict[str, Callable[[], Any]] = {
    "poly": lambda: gordan.Points(BETWEEN, [0, 1, 0, 1], kernel="poly", degree=2, gamma=0.3, coef0=0.7),
    "matrix": lambda: gordan.Gram((BETWEEN @ BETWEEN.T + 1) ** 2, [0, 1, 0, 1]),
    "twins": lambda: gordan.Points(CORNERS[[0, 1, 2, 0]], MIXED, kernel="rbf", gamma=0.5),
}
every_separable = pytest.mark.parametrize("name", POSED)
every_cancelling = pytest.mark.parametrize("name", CANCELLING)


@cache
def true(name: str) -> tuple[Any, Any]:
    problem = POSED[name]()
    return problem, gordan.solve(problem)


@cache
def cancelling(name: str) -> tuple[Any, Any]:
    problem = CANCELLING[name]()
    return problem, gordan.solve(problem)


def failed(problem: Any, outcome: Any) -> set[str]:
    return {check.name for check in gordan.verify(problem, outcome).failed}


def restate(outcome: Any, c: Any, b: Any) -> Any:
    """Another hyperplane, with everything shown made consistent with it."""
    shown = {"dual_coef": c, "offset": b, "intercept": float(b) if isinstance(b, float | Fraction) else b}
    return replace(outcome, proof=KernelSeparator(c, b), **shown)


@every_separable
def test_the_truth_is_accepted(name: str) -> None:
    problem, outcome = true(name)
    assert outcome.kind == "separable"
    assert failed(problem, outcome) == set()
    assert outcome.bracket.gap < 1e-5


@every_separable
def test_another_hyperplane(name: str) -> None:
    problem, outcome = true(name)
    c, b = outcome.dual_coef, outcome.offset
    sides = {"every point on its side", "offset lies between the classes"}
    assert failed(problem, restate(outcome, -c, -b)) & sides
    for j in range(4):
        other = c.copy()
        other[j] *= -1
        assert failed(problem, restate(outcome, other, b)) & (sides | {"margin at least"})
    assert failed(problem, restate(outcome, np.full(4, np.nan), b)) == {"coefficients are finite and not zero"}
    assert failed(problem, restate(outcome, np.zeros(4), b)) == {"coefficients are finite and not zero"}
    assert failed(problem, restate(outcome, c[:3], b)) == {"coefficients are finite and not zero"}
    assert failed(problem, restate(outcome, c.astype(np.float32), b)) == {"coefficients are finite and not zero"}


@every_separable
def test_another_offset(name: str) -> None:
    problem, outcome = true(name)
    c, b = outcome.dual_coef, outcome.offset
    moved = restate(outcome, c, float(b) + 10 * float(np.abs(c).sum()))
    assert ("offset lies between the classes" if problem.intercept else "no offset") in failed(problem, moved)
    assert failed(problem, restate(outcome, c, float("nan"))) == {"offset is a number"}
    assert failed(problem, restate(outcome, c, "0")) == {"offset is a number"}


@every_separable
def test_what_is_shown_is_what_was_proved(name: str) -> None:
    problem, outcome = true(name)
    for changes in (
        {"dual_coef": outcome.dual_coef * 2},
        {"dual_coef": None},
        {"offset": 1.0},
        {"intercept": 1.0},
        {"coef": np.ones(2)},
    ):
        assert failed(problem, replace(outcome, **changes)) == {"dual_coef and intercept are the proof's"}
    assert failed(problem, replace(outcome, classes=(1, 0))) == {"classes"}


@every_separable
def test_a_bracket_that_claims_more(name: str) -> None:
    problem, outcome = true(name)
    low, high = outcome.bracket.lower, outcome.bracket.upper
    assert failed(problem, replace(outcome, bracket=Bracket(high * 1.001, high))) == {"margin at least"}
    assert failed(problem, replace(outcome, bracket=Bracket(low, low * 0.999))) == {"margin at most"}
    assert failed(problem, replace(outcome, bracket=Bracket(low, -1.0))) == {"margin at most"}


@every_separable
def test_other_weights(name: str) -> None:
    problem, outcome = true(name)
    base = {
        "weights are non-negative, on both classes" if problem.intercept else "weights are non-negative, not all zero"
    }
    x = outcome.weights
    for weights in (-x, x * np.nan, x[:3], np.zeros(4)):
        assert failed(problem, replace(outcome, weights=weights)) == base
    assert failed(problem, replace(outcome, weights=None)) == {"no upper bound claimed"}
    heavy = x.copy()
    heavy[0] += 1.0
    assert failed(problem, replace(outcome, weights=heavy)) == {"margin at most"}


@every_separable
def test_another_kind_of_proof(name: str) -> None:
    problem, outcome = true(name)
    for proof in (Cancellation((0, 2), (1, 1)), gordan.outcome.Separator(np.ones(2), 0.0, np.zeros(2)), None):
        assert failed(problem, replace(outcome, proof=proof)) == {"proof is of its kind"}


@every_separable
def test_undecided_says_no_more_than_it_knows(name: str) -> None:
    problem, outcome = true(name)
    fields = ("bracket", "dual_coef", "offset", "intercept", "weights", "classes")
    told = {"reason": "", "n_iter": 0, "n_passes": 0, "seconds": 0.0, "solver": ""}
    open_ = claimed.undecided(**told, **{field: getattr(outcome, field) for field in fields})
    assert failed(problem, open_) == set()
    low, high = outcome.bracket.lower, outcome.bracket.upper
    assert failed(problem, replace(open_, bracket=Bracket(high * 1.001, high))) == {"margin at least"}
    assert failed(problem, replace(open_, bracket=Bracket(low, low * 0.999))) == {"margin at most"}
    assert failed(problem, replace(open_, dual_coef=None)) == {"no lower bound claimed"}
    assert failed(problem, replace(open_, weights=None)) == {"no upper bound claimed"}


@every_cancelling
def test_cancelling_is_accepted(name: str) -> None:
    problem, outcome = cancelling(name)
    assert outcome.kind == "inseparable"
    assert failed(problem, outcome) == set()


def reproved(outcome: Any, support: Any, integers: Any) -> Any:
    proof = Cancellation(support, integers)
    return replace(outcome, proof=proof, weights=proof.weights(outcome.weights.size))


@every_cancelling
def test_other_integers(name: str) -> None:
    problem, outcome = cancelling(name)
    S, X = outcome.proof.support, outcome.proof.integers
    for j in range(len(S)):
        other = tuple(v + (i == j) for i, v in enumerate(X))
        assert "weighted images cancel" in failed(problem, reproved(outcome, S, other))
    assert failed(problem, reproved(outcome, S, tuple(3 * v for v in X))) == set()
    assert failed(problem, reproved(outcome, S[:-1], X[:-1])) >= {"weighted images cancel"}
    assert failed(problem, replace(outcome, proof=Cancellation(S, tuple(-v for v in X)))) >= {
        "weights are positive integers"
    }
    assert failed(problem, replace(outcome, proof=Cancellation((*S[:-1], 99), X))) >= {"support rows exist and differ"}
    assert failed(problem, replace(outcome, proof=Cancellation((S[0],) * len(S), X))) >= {
        "support rows exist and differ"
    }
    assert failed(problem, replace(outcome, weights=outcome.weights * 0.5)) == {"weights are the proof's"}
    assert failed(problem, replace(outcome, bracket=Bracket(outcome.bracket.lower, -1e-9))) == {
        "upper bound of the margin"
    }
    assert failed(problem, replace(outcome, bracket=Bracket(0.5, 0.0))) == {"margin at least"}


def test_integers_prove_nothing_of_a_kernel_without_fractions() -> None:
    """The polynomial's cancellation, told of an rbf kernel: no rounded value can confirm it."""
    _, outcome = cancelling("poly")
    for kernel in ("rbf", "laplacian", lambda A, B: (A @ B.T + 1) ** 2):
        other = gordan.Points(BETWEEN, [0, 1, 0, 1], kernel=kernel)
        assert "weighted images cancel" in failed(other, replace(outcome, dual_coef=None, bracket=Bracket(upper=0.0)))


def test_exact_takes_no_rounding_for_an_answer() -> None:
    problem, outcome = true("rbf")
    names = {check.name for check in gordan.verify(problem, outcome, proof="exact").failed}
    assert names == {"products are fractions"}
    problem, outcome = true("matrix")
    assert gordan.verify(problem, outcome, proof="exact").holds or outcome.bracket.upper < outcome.bracket.lower * 1.01


def test_a_proof_for_coordinates_is_none_for_a_kernel_and_the_other_way_round() -> None:
    line = gordan.Points([[0.0], [1.0]], [0, 1])
    curve = gordan.Points([[0.0], [1.0]], [0, 1], kernel="rbf")
    assert failed(curve, gordan.solve(line)) == {"proof is of its kind"}
    assert failed(line, gordan.solve(curve)) == {"proof is of its kind"}


def test_integers_of_any_length_are_judged() -> None:
    problem, outcome = cancelling("poly")
    S, X = outcome.proof.support, outcome.proof.integers
    long = 10**400
    assert failed(problem, reproved(outcome, S, tuple(v * long for v in X))) == set()
    assert "weighted images cancel" in failed(problem, reproved(outcome, S, tuple(v * long + 1 for v in X)))


def test_weights_too_small_to_be_known_prove_nothing() -> None:
    problem, outcome = true("poly normalised")
    assert failed(problem, replace(outcome, weights=outcome.weights * 2.0**-1060)) <= {"margin at most"}


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array, sp.csc_array])
def test_zeros_of_either_sign_are_one(form: Any) -> None:
    X = np.array([[0.0, 1.0], [-0.0, 1.0], [2.0, 2.0]])
    problem = gordan.Points(form(X), [0, 1, 1], kernel="laplacian", gamma=1.0)
    outcome = gordan.solve(problem)
    assert outcome.proof == Cancellation((0, 1), (1, 1))
    assert failed(problem, reproved(outcome, (0, 2), (1, 1))) >= {"weighted images cancel"}


def undecided(problem: Any, **fields: Any) -> Any:
    told = {"reason": "", "n_iter": 0, "n_passes": 0, "seconds": 0.0, "solver": "", "classes": problem.classes}
    return claimed.undecided(**told, **fields)


def corners(intercept: bool, kernel: str) -> Any:
    if kernel == "matrix":
        return gordan.Gram((CORNERS @ CORNERS.T + 1) ** 2, MIXED, intercept=intercept)
    return gordan.Points(CORNERS, MIXED, intercept=intercept, kernel=kernel, gamma=1.0, degree=2, coef0=1.0)


@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("kernel", ["rbf", "poly", "matrix"])
def test_weights_whose_sum_overflows_prove_nothing_false(kernel: str, intercept: bool) -> None:
    problem = corners(intercept, kernel)
    for weights in (np.full(4, 1.5e308), np.array([1.5e308, 1.5e308, 1e-300, 1e-300])):
        claim = undecided(problem, bracket=Bracket(upper=1e-100), weights=weights)
        assert failed(problem, claim) == {"margin at most"}


def test_weights_are_what_they_are_in_any_unit() -> None:
    problem, outcome = true("rbf")
    for unit in (1.5e308, 2.0**-1000):
        assert failed(problem, replace(outcome, weights=outcome.weights * unit)) == set()


@every_separable
def test_weights_of_another_type(name: str) -> None:
    problem, outcome = true(name)
    assert failed(problem, replace(outcome, weights=outcome.weights.astype(object))) == {
        "claim is made of plain values"
    }
    for kind in (complex, np.float32):
        names = failed(problem, replace(outcome, weights=outcome.weights.astype(kind)))
        assert len(names) == 1
        assert next(iter(names)).startswith("weights are non-negative")


def separating(problem: Any, c: list[float], lower: float) -> Any:
    _, outcome = true("laplacian without intercept")
    claim = replace(outcome, classes=problem.classes, weights=None, bracket=Bracket(lower))
    return restate(claim, np.array(c), 0.0)


def test_a_negative_square_has_no_root() -> None:
    """‖w‖² = −3.24: such products belong to no space, and to no margin."""
    problem = gordan.Points(
        [[1.0, 0.9], [1.0, -0.9]], [0, 1], False, kernel=lambda A, B: A[:, [0]] * B[:, 0] - A[:, [1]] * B[:, 1]
    )
    for lower in (1e6, 0.0, -1.0):
        assert failed(problem, separating(problem, [1.0, -1.0], lower)) == {"normal has a length"}
    claim = undecided(problem, bracket=Bracket(upper=1e-3), weights=np.ones(2))
    assert failed(problem, claim) == {"margin at most"}
    with pytest.raises(gordan.InputError, match="eigenvalue -8"):
        gordan.solve(problem)


def test_a_square_that_rounding_hides_is_taken_exactly() -> None:
    """Within rounding of a matrix of products, and yet (1, −1) has a square below zero."""
    problem = gordan.Gram([[1, 1 + 1e-15], [1 + 1e-15, 1]], [0, 1], intercept=False)
    for lower in (1e-8, 0.0, -np.inf):
        assert failed(problem, separating(problem, [1.0, -1.0], lower)) == {"normal has a length"}


@pytest.mark.parametrize("kernel", [None, "rbf"])
def test_there_are_two_kinds_of_proof(kernel: Any) -> None:
    problem = gordan.Points([[0.0], [1.0]], [0, 1], kernel=kernel)
    with pytest.raises(gordan.InputError, match="proof is 'foo'"):
        gordan.verify(problem, gordan.solve(problem), proof="foo")
