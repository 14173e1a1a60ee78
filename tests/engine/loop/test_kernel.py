"""Questions in kernels' spaces, from data to a proved answer."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import claimed
import gordan
from claimed import replace
from gordan.engine.loop import prover
from gordan.engine.solver import SOLVERS

XOR, MIXED = np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]]), [0, 0, 1, 1]
# Two squares on one circle, turned against each other by an angle with a rational sine: moments up to the third agree.
SQUARES = np.array([[5, 0], [0, 5], [-5, 0], [0, -5], [3, 4], [-4, 3], [-3, -4], [4, -3]]) / 5.0
TURNED = [0, 0, 0, 0, 1, 1, 1, 1]


def sound(problem: Any, **options: Any) -> Any:
    outcome = gordan.solve(problem, **options)
    assert gordan.verify(problem, outcome).holds, str(gordan.verify(problem, outcome))
    return outcome


def test_xor_is_inseparable_by_a_line_and_separable_by_curves() -> None:
    assert gordan.separate(XOR, MIXED).kind == "inseparable"
    for given in ({"kernel": "poly", "degree": 2, "coef0": 1.0}, {"kernel": "rbf"}, {"kernel": "laplacian"}):
        problem = gordan.Points(XOR, MIXED, **given)  # type: ignore[arg-type]
        outcome = sound(problem)
        assert outcome.kind == "separable"
        assert outcome.coef is None
        assert f"in the space of the {given['kernel']} kernel" in str(outcome)
        values = gordan.decision_function(problem, outcome, XOR)
        assert (np.sign(values) == problem.signs).all()


def test_the_margin_of_xor_under_rbf_by_hand() -> None:
    """Half the distance of the means of two pairs, all distances within and between them known."""
    near, far = np.exp(-1.0), np.exp(-2.0)
    outcome = gordan.separate(XOR, MIXED, kernel="rbf", gamma=1.0)
    margin = 0.5 * np.sqrt(0.5 * (1 + far) + 0.5 * (1 + far) - 2 * near)
    assert outcome.bracket.lower <= margin * (1 + 1e-12)
    assert outcome.bracket.upper >= margin * (1 - 1e-12)
    assert outcome.bracket.gap < 1e-6


@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("solver", sorted(SOLVERS.keys() - {"winnow"}))
def test_every_solver_on_every_kernel(solver: str, intercept: bool) -> None:
    for given in ({"kernel": "rbf", "gamma": 2.0}, {"kernel": "poly", "degree": 2, "coef0": 1.0, "normalise": True}):
        problem = gordan.Points(XOR, MIXED, intercept, **given)  # type: ignore[arg-type]
        assert sound(problem, solver=solver, max_iter=2000).kind == "separable"


def test_winnow_needs_coordinates() -> None:
    with pytest.raises(gordan.errors.UnsuitableSolver, match="coordinates"):
        gordan.separate(XOR, MIXED, kernel="rbf", solver="winnow")


@pytest.mark.parametrize("degree", [2, 3])
@pytest.mark.parametrize("numbers", ["decimal", "integers"])
def test_points_on_a_conic_cancel_exactly(degree: int, numbers: str) -> None:
    """No polynomial up to the third degree tells the squares apart; the fourth does."""
    X = np.rint(5 * SQUARES) if numbers == "integers" else SQUARES
    given: dict[str, Any] = {"kernel": "poly", "coef0": 1.0, "numbers": "decimal" if numbers == "decimal" else "binary"}
    problem = gordan.Points(X, TURNED, degree=degree, **given)
    for proof in ("rounded", "exact"):
        outcome = sound(problem, proof=proof)
        assert outcome.kind == "inseparable"
        v = outcome.proof.weights(8) * problem.signs
        powers = [(i, j) for i in range(degree + 1) for j in range(degree + 1 - i)]
        assert np.abs([v @ (X[:, 0] ** i * X[:, 1] ** j) for i, j in powers]).max() < 1e-12 * 5.0**degree
        assert "NP-hard" in outcome.reason
        assert outcome.bracket.upper == 0.0
    assert sound(gordan.Points(X, TURNED, degree=4, **given)).kind == "separable"


def test_lengths_that_are_roots_balance_the_labels_of_unit_images() -> None:
    """On the line, scaled to unit length: x and −x of even degree coincide, whatever their length was."""
    X = np.array([[1.0], [-2.0], [3.0], [-1.0], [2.0], [5.0]])
    problem = gordan.Points(X, [0, 0, 0, 1, 1, 1], True, True, kernel="poly", degree=2, gamma=1.0)
    outcome = sound(problem)
    assert outcome.kind == "inseparable"
    spread = gordan.Points(X + 3.0, [0, 0, 0, 1, 1, 1], True, True, kernel="poly", degree=2, gamma=1.0, coef0=1.0)
    assert sound(spread).kind in ("separable", "inseparable")


@pytest.mark.parametrize("kernel", ["rbf", "laplacian", "poly", lambda A, B: np.sinh(A @ B.T) + 2.0 * (A @ B.T)])
@pytest.mark.parametrize("intercept", [True, False])
def test_twins_of_opposite_classes_are_inseparable_in_any_kernel(kernel: Any, intercept: bool) -> None:
    X = np.random.default_rng(0).normal(size=(30, 3))
    X[21], y = X[7], np.arange(30) % 3 == 0
    problem = gordan.Points(X, y, intercept, kernel=kernel)
    outcome = sound(problem)
    assert outcome.kind == "inseparable"
    assert y[7] != y[21]
    assert outcome.proof == gordan.outcome.Cancellation((7, 21), (1, 1))


def test_a_zero_image_needs_no_partner() -> None:
    outcome = sound(gordan.Points([[0.0, 0.0], [1.0, 1.0]], [0, 1], False, kernel="poly"))
    assert outcome.proof == gordan.outcome.Cancellation((0,), (1,))


def test_distinct_points_are_separable_in_principle() -> None:
    X = np.linspace(0.0, 1.0, 40)[:, None]
    outcome = sound(gordan.Points(X, np.arange(40) % 2, kernel="rbf", gamma=0.01), max_seconds=20)
    assert outcome.kind == "undecided"
    assert "every labelling of distinct points is separable in principle" in outcome.reason
    assert outcome.bracket.upper > 0


def test_what_doubles_cannot_tell_balls_can() -> None:
    """Two points so near that their products differ from 1 by less than a unit in the last place."""
    problem = gordan.Points([[0.0], [2.0**-27]], [0, 1], kernel="rbf", gamma=0.25)
    c = np.array([-1.0, 1.0])
    told: dict[str, Any] = {"reason": "", "n_iter": 0, "n_passes": 0, "seconds": 0.0, "solver": "", "classes": (0, 1)}
    proof = gordan.outcome.KernelSeparator(c, 0.0)
    claim = claimed.separable(**told, bracket=gordan.outcome.Bracket(1e-10), dual_coef=c, proof=proof)
    verdict = gordan.verify(problem, claim)
    assert verdict.holds
    assert any("ball arithmetic" in check.arithmetic for check in verdict.checks)
    # k = exp(−2^-56), and the margin is half the distance √(2 − 2k) of the images.
    margin = 0.5 * np.sqrt(-2 * np.expm1(-(2.0**-56)))
    assert gordan.verify(problem, replace(claim, bracket=gordan.outcome.Bracket(margin * (1 - 1e-12)))).holds
    assert not gordan.verify(problem, replace(claim, bracket=gordan.outcome.Bracket(margin * (1 + 1e-12)))).holds


@pytest.mark.parametrize("kernel", ["rbf", "laplacian", "poly"])
def test_every_form_of_the_points(kernel: str) -> None:
    rng = np.random.default_rng(1)
    X = rng.integers(-4, 5, size=(60, 3)) / 4.0
    X, first = np.unique(X, axis=0, return_index=True)
    y = rng.integers(0, 2, 60)[first]
    brackets = []
    for form in (X, X.astype(np.float32), sp.csr_array(X), sp.csc_array(X)):
        for numbers in ("binary", "decimal"):
            problem = gordan.Points(form, y, kernel=kernel, degree=8, coef0=1.0, gamma=0.5, numbers=numbers)  # type: ignore[arg-type]
            outcome = sound(problem)
            assert outcome.kind == "separable"
            brackets.append(outcome.bracket)
    assert max(b.lower for b in brackets) <= min(b.upper for b in brackets)


def test_exact_answers_need_fractions() -> None:
    with pytest.raises(gordan.InputError, match=r"values of the rbf kernel .* are no fractions"):
        gordan.separate(XOR, MIXED, kernel="rbf", proof="exact")
    problem = gordan.Points(XOR, MIXED, kernel="poly", degree=2, gamma=1.0, coef0=1.0)
    outcome = sound(problem, proof="exact")
    assert outcome.verdict.proof == "exact"
    assert gordan.verify(problem, outcome, proof="exact").holds
    # With t on (1, 1) and the other class halved, the squared distance is 8t² − 6t + 3/2, least at t = 3/8.
    assert outcome.bracket.lower <= np.sqrt(0.09375) <= outcome.bracket.upper


def test_an_earlier_answer_is_taken_up() -> None:
    problem = gordan.Points(XOR, MIXED, kernel="rbf", gamma=1.0)
    outcome = sound(problem)
    again = gordan.solve(problem, start=outcome)
    assert (again.kind, again.n_iter) == ("separable", 0)
    with pytest.raises(gordan.InputError, match="start lies in another space"):
        gordan.separate(XOR, MIXED, start=outcome)


def test_decision_function() -> None:
    problem = gordan.Points(XOR, MIXED, kernel="poly", degree=2, coef0=1.0, normalise=True)
    outcome = sound(problem)
    new = np.array([[0.2, 0.9], [3.0, 3.0]])
    K = (problem.kernel.gamma * new @ XOR.T + 1.0) ** 2
    length = problem.kernel.gamma * (new**2).sum(axis=1) + 1.0
    expected = K @ outcome.dual_coef + outcome.offset * length
    assert gordan.decision_function(problem, outcome, new) == pytest.approx(expected)
    assert gordan.decision_function(problem, outcome, sp.csr_array(new)) == pytest.approx(expected)
    with pytest.raises(gordan.InputError, match=r"use gordan\.decision_function\(problem, outcome, X\)"):
        outcome.decision_function(new)
    with pytest.raises(gordan.InputError, match="give 2 columns"):
        gordan.decision_function(problem, outcome, new[:, :1])
    line = gordan.Points([[0.0], [2.0]], [0, 1])
    assert gordan.decision_function(line, gordan.solve(line), [[5.0]]) > 0


def test_decision_function_of_a_matrix() -> None:
    K = np.exp(-((XOR[:, None] - XOR[None]) ** 2).sum(-1))
    problem = gordan.Gram(K, MIXED)
    outcome = sound(problem)
    assert (np.sign(gordan.decision_function(problem, outcome, K)) == problem.signs).all()
    unit = gordan.Gram(K, [0, 1, 1, 1], normalise=True)
    with pytest.raises(gordan.InputError, match="beside an offset the lengths of new points are needed"):
        gordan.decision_function(unit, sound(unit), K)


def test_a_kernel_has_no_squared_margin_in_fractions() -> None:
    problem = gordan.Points(XOR, MIXED, kernel="rbf")
    with pytest.raises(gordan.InputError, match="in a kernel's space"):
        gordan.margin_squared(problem, gordan.solve(problem))


@pytest.mark.parametrize("intercept", [True, False])
def test_unit_images_on_a_lattice_cancel_in_integers(intercept: bool) -> None:
    """Their lengths 1 + ‖x‖² are whole, so that labels balance in fractions."""
    X = np.array([[i, j] for i in range(-2, 3) for j in range(-2, 3)], dtype=np.float64)
    y = np.random.default_rng(2).integers(0, 2, 25)
    problem = gordan.Points(X, y, intercept, True, kernel="poly", degree=2, gamma=1.0, coef0=1.0)
    outcome = sound(problem)
    assert outcome.kind == "inseparable"
    assert sound(problem, solver="mirror-prox").kind == "inseparable"


@pytest.mark.parametrize("long", [1, 1000])
def test_where_time_ends_the_weights_of_many_points_are_judged_first(
    long: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The direction takes products with all points, the weights only those of points with one another."""
    judge, X = prover.verify, np.random.default_rng(0).standard_normal((40, 2))

    def verify(problem: Any, claim: Any, **asked: Any) -> Any:
        if claim.dual_coef is not None:
            raise gordan.errors.OverBudget("max_seconds = 1 was reached")
        return judge(problem, claim, **asked)

    problem = gordan.Points(X, np.arange(40) % 2, kernel="rbf")
    monkeypatch.setattr(prover, "verify", verify)
    monkeypatch.setattr("gordan.engine.loop.kernel_prover._LONG", long)
    outcome = gordan.solve(problem, solver="normalised-perceptron", max_iter=3, polish=False)
    assert outcome.kind == "undecided"
    assert np.isfinite(outcome.bracket.upper) == (long == 1)
    assert gordan.verify(problem, outcome).holds
