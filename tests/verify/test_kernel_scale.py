"""Claims about kernels that rounding near the ends of the doubles, or a matrix of no space, once made pass."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import claimed
import gordan
from gordan.outcome import Bracket, Cancellation, KernelSeparator
from gordan.verify.kernel.power import Powers
from gordan.verify.kernel.source import Bounded, source_of

LEAST = 5e-324
LARGEST = float(np.finfo(np.float64).max)
TOLD: dict[str, Any] = {"reason": "", "n_iter": 0, "n_passes": 0, "seconds": 0.0, "solver": ""}
MIXED = [
    [7.892957442767777e-169, 1.7241037701355786e-168],
    [-3.9464787213838885e-168, -8.620518850677893e-168],
    [1.3059973353707732e152, -5.978863666448003e151],
]


def separable(problem: Any, c: Any, b: Any = 0.0, bracket: Bracket | None = None) -> gordan.Separable:
    shown = {"dual_coef": np.array(c), "offset": b, "intercept": float(b)}
    proof = KernelSeparator(shown["dual_coef"], b)
    return claimed.separable(
        **TOLD, **shown, classes=problem.classes, bracket=bracket or Bracket(-LARGEST, np.inf), proof=proof
    )


def inseparable(problem: Any, support: tuple[int, ...], integers: tuple[int, ...]) -> gordan.Inseparable:
    proof, bracket = Cancellation(support, integers), Bracket(-np.inf, 0.0)
    weights = proof.weights(problem.n)
    return claimed.inseparable(**TOLD, classes=problem.classes, bracket=bracket, proof=proof, weights=weights)


def failed(problem: Any, claim: Any, proof: str = "rounded") -> set[str]:
    return {check.name for check in gordan.verify(problem, claim, proof=proof).failed}


def test_a_row_and_its_negative_multiple_are_not_separable() -> None:
    """Row 1 is −5 times row 0, and the squares of both vanish."""
    problem = gordan.Points(MIXED, [1, 1, 1], False, kernel="poly", degree=1, gamma=0.1)
    outcome = gordan.solve(problem)
    assert outcome.kind != "separable"
    assert outcome.verdict.holds
    for c in ([1.0, -1.0, 1.0], [1e160, 1e160, 1e-150], [1.0, 1.0, 1e-300]):
        for proof in ("rounded", "exact"):
            assert "every point on its side" in failed(problem, separable(problem, c), proof)


def test_exact_answers_do_not_rest_on_rounded_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even where rounded values are as wrong as can be, each with an error of nothing."""
    problem = gordan.Points([[1.0], [2.0]], [0, 1], False, kernel="poly", degree=1, gamma=1.0)
    claim = separable(problem, [-1.0, -1.0])

    def flattering(self: Any, rows: Any, S: Any) -> Bounded:
        return Bounded(np.full((len(rows), len(S)), -problem.signs[rows, None]), np.zeros((len(rows), len(S))))

    monkeypatch.setattr(Powers, "block", flattering)
    assert failed(problem, claim, "exact") == {"every point on its side"}


@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("normalise", [True, False])
@pytest.mark.parametrize("matrix", [True, False])
def test_what_is_called_fractions_was_computed_in_them(intercept: bool, normalise: bool, matrix: bool) -> None:
    X = np.array([[3.0, 1.0], [2.0, 2.0], [-1.0, 1.0], [-2.0, -3.0]])
    y = [1, 1, 0, 0]
    problem: Any = gordan.Points(X, y, intercept, normalise, kernel="poly", degree=1, gamma=0.1)
    if matrix:
        problem = gordan.Gram(X @ X.T, y, intercept, normalise)
    outcome = gordan.solve(problem, proof="exact")
    assert outcome.kind == "separable"
    verdict = gordan.verify(problem, outcome, proof="exact")
    assert verdict.holds
    arithmetic = {check.name: check.arithmetic for check in verdict.checks}
    assert arithmetic["every point on its side"].startswith("fractions")
    assert not any("floating point" in each for each in arithmetic.values())
    # The lengths of images are roots, which no fraction holds.
    ends = "ball arithmetic" if normalise else "fractions"
    assert arithmetic["margin at least"].startswith(ends)


def test_the_least_numbers_are_not_halved() -> None:
    """3 units of 2^-1074, halved and doubled, would be 4: then (2, −3)·(3, 2) were 2 in place of 0."""
    K = np.array([[3.0, 2.0], [2.0, 3.0]]) * LEAST
    problem = gordan.Gram(K, [1, 0], False)
    value, error = source_of(problem).block(np.arange(2), np.arange(2))
    assert (value == K).all()
    assert not error.any()
    for proof in ("rounded", "exact"):
        assert "every point on its side" in failed(problem, separable(problem, [2e10, -3e10]), proof)


def test_a_bound_that_rounds_to_nothing_is_none() -> None:
    """Half of the least double, rounded, would be a margin of at most 0."""
    problem = gordan.Points([[0.0], [1e-162]], [0, 1], kernel="poly", degree=2, gamma=1.0)
    assert source_of(problem).diagonal(np.array([1])).value[0] == 0
    weights = np.array([0.5, 0.5])
    for upper in (0.0, LEAST):
        claim = claimed.undecided(**TOLD, classes=(0, 1), bracket=Bracket(-np.inf, upper), weights=weights)
        truth = Fraction(1e-162) ** 2 / 2  # half the distance between the images 0 and x²
        assert (failed(problem, claim) == set()) == (Fraction(upper) >= truth)


def test_an_offset_does_not_help_a_margin_without_an_intercept() -> None:
    problem = gordan.Points([[1.0], [2.0]], [1, 1], False, kernel="poly", degree=1, gamma=1.0)
    c = np.array([-1.0, 0.0])
    claim = claimed.undecided(**TOLD, classes=problem.classes, bracket=Bracket(-1.0, np.inf), dual_coef=c, offset=1e9)
    assert failed(problem, claim) == {"no offset"}


NEARLY = np.array([[4.0, 4.0, 2.0], [4.0, 4.0, 2 * (1 + 2.0**-52)], [2.0, 2 * (1 + 2.0**-52), 3.0]])


@pytest.mark.parametrize("intercept", [True, False])
def test_of_a_nearly_indefinite_matrix_one_alternative_holds(intercept: bool) -> None:
    """(1, −1, 0) has the square 0 and yet does not cancel: it has a product with the last row."""
    problem = gordan.Gram(NEARLY, [0, 1, 0], intercept)
    assert failed(problem, inseparable(problem, (0, 1), (1, 1))) == {"weighted images cancel"}
    outcome = gordan.solve(problem)
    assert outcome.kind != "inseparable"
    assert gordan.verify(problem, outcome).holds


def test_an_indefinite_matrix_is_refused_at_every_scale() -> None:
    """9 > 2·4: no two points have these products, however coarse the doubles are there."""
    K = np.array([[2.0, 3.0], [3.0, 4.0]])
    for scale in (1.0, LEAST, 2.0**1020):
        with pytest.raises(gordan.InputError, match="more than the lengths"):
            gordan.Gram(K * scale, [0, 1])
    products = np.array([[2.0, 6.0, 4.0], [6.0, 20.0, 12.0], [4.0, 12.0, 8.0]])
    for scale in (1.0, LEAST, 2.0**1019):
        problem = gordan.Gram(products * scale, [0, 1, 0])
        assert gordan.verify(problem, gordan.solve(problem)).holds


def test_small_matrices_of_products_have_an_answer() -> None:
    problem = gordan.Gram(np.outer([4.0, 1.0, 3.0], [4.0, 1.0, 3.0]) * LEAST, [0, 1, 1])
    outcome = gordan.solve(problem)
    assert outcome.kind != "inseparable"
    assert outcome.verdict.holds


@pytest.mark.parametrize("kernel", ["rbf", "laplacian"])
@pytest.mark.parametrize("gamma", [1.0, 1e-300, 1e300])
def test_exponentials_of_large_numbers_take_no_time(kernel: str, gamma: float) -> None:
    """e^(−10¹⁰), and smaller numbers: as fractions they would fill the memory."""
    problem = gordan.Points([[0.0], [1e-60], [1e5], [-1e5]], [1, 0, 1, 0], kernel=kernel, gamma=gamma)
    outcome = gordan.solve(problem, max_seconds=20.0)
    assert outcome.kind in ("separable", "undecided")
    assert outcome.verdict.holds
    assert not isinstance(outcome.offset, Fraction) or outcome.offset.denominator.bit_length() < 1 << 14


@pytest.mark.parametrize("degree", [300, 1000])
def test_long_fractions_are_not_begun(degree: int) -> None:
    """As fractions of a degree in the hundreds, products of mixed scales have a million digits each."""
    X = np.ldexp(np.arange(1.0, 41.0), -np.arange(40) * 25)[:, None]
    problem = gordan.Points(X, np.arange(40) % 2, kernel="poly", degree=degree, coef0=1.0, gamma=0.1)
    claim = separable(problem, problem.signs, 0.0)
    assert not gordan.verify(problem, claim, proof="exact").holds
    assert failed(problem, inseparable(problem, tuple(range(40)), (1,) * 40)) >= {"weighted images cancel"}


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
@pytest.mark.parametrize("rows", [[[0.003], [1e252], [0.0]], [[1e123], [-3e253], [0.0]], [[1e-162], [-1e-161], [0.0]]])
def test_a_scale_beyond_all_doubles_is_refused(form: Any, rows: Any) -> None:
    with pytest.raises(gordan.InputError, match="beyond all doubles"):
        gordan.separate(form(rows), [0, 0, 1], kernel="rbf")
    outcome = gordan.separate(form(rows), [0, 0, 1], kernel="rbf", gamma=1.0)
    assert outcome.kind in ("separable", "undecided")
    assert outcome.verdict.holds


def test_a_scale_is_found_where_only_its_variance_overflows() -> None:
    X = np.array([[1e157], [-1e157], [3e156]])
    assert gordan.Points(X, [0, 1, 1], kernel="rbf").kernel.gamma == pytest.approx(1 / np.var(X / 1e157) * 1e-314)


class Once:
    """A function that returns something else each time."""

    __name__ = "once"

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, A: Any, B: Any) -> Any:
        self.calls += 1
        return A @ B.T * (-1.0) ** self.calls


def test_a_function_is_asked_once() -> None:
    """All checks speak of the same numbers; of the second answer, −A·B, none of them hears."""
    kernel = Once()
    problem = gordan.Points([[1.0], [2.0]], [1, 1], False, kernel=kernel)
    assert failed(problem, separable(problem, [1.0, 1.0], bracket=Bracket(0.9, np.inf))) == {"every point on its side"}
    assert kernel.calls == 1


class Fake(np.ndarray):
    """Numbers that claim to be others."""

    def __matmul__(self, other: Any) -> Any:
        return np.ones(self.shape[:1])


@pytest.mark.parametrize(
    ("returned", "sentence"),
    [
        (lambda A, B: np.ones((1, 1)), "shape"),
        (lambda A, B: np.full((A.shape[0], B.shape[0]), np.nan), "finite"),
        (lambda A, B: (A @ B.T).astype(complex), "complex"),
        (lambda A, B: [[1.0], [1.0, 2.0]], "failed in the verifier"),
        (lambda A, B: A[99] @ B.T, "failed in the verifier"),
    ],
)
def test_a_function_that_returns_no_products_is_refused(returned: Any, sentence: str) -> None:
    problem = gordan.Points([[1.0], [2.0]], [1, 1], False, kernel=returned)
    with pytest.raises(gordan.InputError, match=sentence):
        gordan.verify(problem, separable(problem, [1.0, 1.0]))


def test_what_a_function_returns_is_looked_at_as_numbers() -> None:
    problem = gordan.Points([[1.0], [-2.0]], [1, 1], False, kernel=lambda A, B: (A @ B.T).view(Fake))
    assert failed(problem, separable(problem, [1.0, 1.0])) == {"every point on its side"}
    narrow = gordan.Points([[1.0], [2.0]], [1, 1], False, kernel=lambda A, B: (A @ B.T).astype(np.float32))
    assert failed(narrow, separable(narrow, [1.0, 1.0])) == set()
    below = gordan.Points([[1.0], [2.0]], [1, 0], False, kernel=lambda A, B: -A @ B.T)
    assert failed(below, separable(below, [0.0, 1.0], bracket=Bracket(1.0, np.inf)))


def test_ends_that_contradict_one_another_are_no_answer() -> None:
    """One product was moved by three units, so that these are none: both ends are proved, the lower above the upper."""
    K = np.outer([1.0, -4.0, 2.0, 1.0, 4.0], [34.0, -136.0, 68.0, 34.0, 136.0])
    K[3, 1] += 3 * np.spacing(136.0)
    problem = gordan.Gram(K, [1, -1, 1, -1, 1])
    answer = gordan.solve(problem, proof="exact")
    assert answer.bracket.lower <= answer.bracket.upper
    assert gordan.verify(problem, answer).holds
