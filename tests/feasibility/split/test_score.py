"""Newton's method finds the flat rows of random systems, with weights that the verifier accepts; and large systems."""

from __future__ import annotations

import numpy as np
import pytest

from gordan.feasibility.split import System, coefficients, split
from gordan.feasibility.split.coordinates import coordinates
from gordan.feasibility.split.dependence import dependence
from gordan.feasibility.split.score import balance, score
from gordan.feasibility.split.split import Split, _claims
from gordan.outcome.split import SplitClaim
from gordan.verify import verify


def _random(seed: int) -> System:
    """Small whole numbers, turned along a direction or not, so that all kinds arise."""
    random = np.random.default_rng(seed)
    n, p = int(random.integers(5, 60)), int(random.integers(1, 6))
    A = random.integers(-3, 4, (n, p)).astype(np.float64)
    if random.random() < 0.7:
        signs = np.sign(A @ random.integers(-2, 3, p))
        turned = random.random(n) < random.choice([1.0, 0.97])
        A[turned] *= np.where(signs[turned] == 0, 1.0, signs[turned])[:, None]
    E = random.integers(-2, 3, (int(random.integers(0, 8)), p)).astype(np.float64)
    if random.random() < 0.7:
        E = E[(E @ random.integers(-2, 3, p)) == 0]
    return System(A, E)


@pytest.mark.parametrize("seed", range(60))
def test_the_rows_of_newton_are_those_of_the_programs_and_are_proved(seed: int) -> None:
    system = _random(seed)
    truth = split(system)
    assert isinstance(truth, Split)
    table, at = dependence(system, np.arange(system.n_rows)), coordinates(system)
    guess = score(at, table.pivots)
    assert guess is not None
    assert np.array_equal(~guess.flat, truth.strict)
    assert verify(system, SplitClaim(~guess.flat, next(_claims(at, guess, table, False)))).holds


def _large(n: int, p: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    X = np.round(random.normal(size=(n, p)), 2)
    X[:, 0] = 1.0
    return X, np.where(random.random(n) < 1.0 / (1.0 + np.exp(-X @ random.normal(size=p) / np.sqrt(p))), 1.0, -1.0)


def test_many_columns_overlap() -> None:
    X, sign = _large(1200, 80)
    answer = split(System(X * sign[:, None], numbers="decimal"))
    assert isinstance(answer, Split)
    assert (answer.kind, answer.rank, bool((answer.weights > 0).all())) == ("overlap", 80, True)


def test_many_columns_with_one_that_depends_on_others_and_one_that_separates() -> None:
    X, sign = _large(1200, 80)
    X[:, 7] = np.round(X[:, 5] - 2.0 * X[:, 6], 2)
    X[:, 9] = np.arange(1200) % 100 == 0
    sign[X[:, 9] == 1] = 1.0
    system = System(X * sign[:, None], numbers="decimal")
    answer = split(system)
    assert isinstance(answer, Split)
    assert (answer.kind, answer.aliased) == ("quasi", (7,))
    assert np.array_equal(np.flatnonzero(answer.strict), np.flatnonzero(X[:, 9]))
    assert coefficients(system, answer, [7, 8, 9]) == ["undetermined", "finite", "+inf"]


def test_many_rows_with_equalities_in_two_rounds() -> None:
    """One column separates its rows only because the rows of another are separated too."""
    X, _ = _large(9000, 6)
    X[:, 4] = np.arange(9000) % 90 == 1
    X[:, 5] = (np.arange(9000) % 90 == 2).astype(float) - 3.0 * X[:, 4]
    zero = (np.arange(9000) % 3 == 0) | (X[:, 4] != 0) | (X[:, 5] != 0)
    answer = split(System(-X[zero], X[~zero], numbers="decimal"))
    assert isinstance(answer, Split)
    assert np.array_equal(answer.strict, ((X[:, 4] != 0) | (X[:, 5] != 0))[zero])


def test_exact_proofs_of_many_columns_have_integers() -> None:
    X, sign = _large(700, 70, seed=3)
    answer = split(System(X * sign[:, None]), proof="exact")
    assert isinstance(answer, Split)
    assert answer.proof.exact


def test_weights_that_nearly_cancel_are_the_proof() -> None:
    system = System([[1.0, 2.0], [1.0, -1.0], [-1.0, 0.0]], [[0.0, 1.0]])
    near, far = np.array([1.001, 2.0, 3.0, 0.0]), np.array([1.0, 1.0, 9.0, 0.0])
    at, table = coordinates(system), dependence(system, np.arange(4))
    guess = balance(at, table.pivots, near)
    assert guess is not None
    assert balance(at, table.pivots, far) is None
    for weights in (near, far, near[:2], -near, np.full(4, np.nan)):
        answer = split(system, weights=weights)
        assert isinstance(answer, Split)
        assert answer.kind == "overlap"
