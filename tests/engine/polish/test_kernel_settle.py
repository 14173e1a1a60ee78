"""Rational arithmetic in a kernel's space: the least-norm point from products, and where it stops."""

from __future__ import annotations

import time
from fractions import Fraction
from itertools import combinations_with_replacement
from math import prod
from typing import Any

import numpy as np
import pytest

import gordan
from gordan.engine.polish import kernel_settle
from gordan.engine.polish.kernel_settle import settle_images
from gordan.outcome import Cancellation, IntegerKernelSeparator, KernelSeparator
from zoo.min_norm import margin_squared_exactly
from zoo.truth import separable_exactly

ULP = 2.0**-52


def monomials(X: Any, degree: int, *, lower: bool) -> Any:
    """Every monomial of the degree, or up to it, as fractions."""
    rows = [[Fraction(v) for v in row] for row in np.asarray(X, dtype=float).tolist()]
    degrees = range(degree + 1) if lower else [degree]
    chosen = [c for d in degrees for c in combinations_with_replacement(range(len(rows[0])), d)]
    return np.array([[prod((row[j] for j in c), start=Fraction(1)) for c in chosen] for row in rows], dtype=object)


def drawn(seed: int) -> gordan.Points:
    """Few points: small integers, tenths, tenths far away, neighbours of 1 and of integers, rows far apart."""
    rng = np.random.default_rng(seed)
    n, m, degree = int(rng.integers(2, 9)), int(rng.integers(1, 4)), int(rng.integers(1, 4))
    X = rng.integers(-3, 4, (n, m)).astype(float)
    near = X * (1 + rng.integers(-1, 2, (n, m)) * ULP)
    X = [X, X / 10, X / 10 + 1e8, 1 + X * 2 * ULP, near, X * 10.0 ** rng.integers(-30, 30, (n, 1))][seed % 6]
    y, intercept = rng.integers(0, 2, n), bool(rng.integers(2))
    y[:2] = [0, 1]
    asked = {"degree": degree, "gamma": float(rng.choice([1.0, 0.1])), "coef0": float(rng.choice([0.0, 0.1]))}
    return gordan.Points(X, y, intercept, bool(seed % 7 == 0 and not intercept), kernel="poly", **asked)


def truth(problem: gordan.Points) -> str:
    images = monomials(problem.X, problem.kernel.degree, lower=problem.kernel.coef0 > 0)
    return "separable" if separable_exactly(images, problem.signs, problem.intercept) else "inseparable"


@pytest.mark.parametrize("block", range(10))
def test_every_question_is_decided_as_by_its_monomials(block: int) -> None:
    for seed in range(20 * block, 20 * block + 20):
        try:
            problem = drawn(seed)
        except gordan.InputError:
            continue  # an image of length 0 cannot have length 1
        outcome = gordan.solve(problem)
        assert outcome.kind == truth(problem), seed
        assert gordan.verify(problem, outcome).holds, seed
        settled = settle_images(problem)
        assert isinstance(settled.proof, Cancellation) == (outcome.kind == "inseparable"), seed


@pytest.mark.parametrize("seed", range(30))
def test_it_is_the_least_norm(seed: int) -> None:
    """Under the kernel x·x' images are points, whose margin is known as a fraction."""
    rng = np.random.default_rng(seed)
    X = rng.integers(-3, 4, (rng.integers(3, 9), 3)) / 10
    y, intercept = rng.choice([-1, 1], len(X)), bool(seed % 2)
    y[:2] = [1, -1]
    try:
        problem = gordan.Points(X, y, intercept, kernel="poly", degree=1, gamma=1.0, coef0=0.0)
    except gordan.InputError:
        return
    settled = settle_images(problem)
    square = margin_squared_exactly(X, y, intercept)
    if isinstance(settled.proof, Cancellation):
        assert square == 0
        return
    weights = [Fraction(v) for v in settled.weights.tolist()]
    image = [sum(int(s) * w * Fraction(v) for s, w, v in zip(y, weights, column, strict=True)) for column in X.T]
    # Weights are rounded once each, by a part in 2^53 of their sum 1.
    assert abs(sum(v * v for v in image) - square) <= Fraction(1, 2**50)


@pytest.mark.parametrize("degree", [1, 2, 3])
@pytest.mark.parametrize("intercept", [True, False])
def test_as_many_images_as_dimensions_and_one_more(degree: int, intercept: bool) -> None:
    """Neighbouring doubles with alternating labels: polynomials change their sign as often as their degree."""
    for n, kind in ((degree + 1, "separable"), (degree + 2, "inseparable")):
        X = 1 + ULP * np.arange(float(n))[:, None]
        problem = gordan.Points(X, np.arange(n) % 2, intercept, kernel="poly", degree=degree, gamma=0.1, coef0=1.0)
        outcome = gordan.solve(problem)
        assert outcome.kind == kind
        assert gordan.verify(problem, outcome, proof="exact").holds


def test_coefficients_are_rounded_as_far_as_they_may_be() -> None:
    """To doubles, to more and more bits, or not at all."""
    first, *others = kernel_settle._roundings([3**400, -(3**399)])
    assert all(Fraction(float(Fraction(int(v.p), int(v.q)))) == Fraction(int(v.p), int(v.q)) for v in first)
    assert [max(int(v.p).bit_length() for v in each) for each in others] == [128, 256, 512, (3**400).bit_length()]
    assert [int(v.p) for v in others[-1]] == [3**400, -(3**399)]
    wide, narrow = (gordan.Gram(np.array([[1.0, 1 - s], [1 - s, 1.0]]), [0, 1]) for s in (0.5, 0.0))
    assert isinstance(settle_images(wide).proof, KernelSeparator)
    assert isinstance(settle_images(narrow).proof, Cancellation)


def test_lengths_that_are_fractions_are_divided_by(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of an even degree lengths are fractions, so that images of unit length cancel in integers beside an intercept."""
    X = np.array([[0.1], [0.2], [0.3], [0.4]])
    problem = gordan.Points(X, [0, 1, 0, 1], True, True, kernel="poly", degree=2, gamma=1.0, coef0=0.0)
    monkeypatch.setattr(kernel_settle, "_ROOT", 1)
    outcome = gordan.solve(problem)
    assert outcome.kind == "inseparable"
    settled = settle_images(problem)
    assert isinstance(settled.proof, Cancellation)


def test_lengths_that_are_roots_are_come_near() -> None:
    """Rational weights cannot cancel images whose lengths are independent roots; the answer says why it is open."""
    X = [[-0.1], [-0.3], [0.0], [0.1], [-0.1], [0.3], [0.2]]
    problem = gordan.Points(X, [0, 1, 1, 0, 0, 1, 1], True, True, kernel="poly", degree=1, gamma=3.0, coef0=1e-9)
    outcome = gordan.solve(problem)
    assert outcome.kind == "undecided"
    assert "lengths of images are roots" in outcome.reason
    thin = gordan.Points(1 + ULP * np.arange(2.0)[:, None], [0, 1], True, True, kernel="poly", degree=1, coef0=1.0)
    assert gordan.solve(thin).kind == "separable"


def test_a_kernel_without_fractions_is_left_alone() -> None:
    problem = gordan.Points([[0.0], [1.0]], [0, 1], kernel="rbf")
    assert settle_images(problem) == kernel_settle.Settled()


def thousand() -> gordan.Points:
    """Neighbours of 1 in a plane, labelled by a coin."""
    rng = np.random.default_rng(0)
    X = 1 + rng.integers(-1000, 1000, (200, 2)) * ULP
    return gordan.Points(X, rng.integers(0, 2, 200), kernel="poly", degree=3, gamma=1.0, coef0=1.0)


@pytest.mark.parametrize(
    ("limit", "value", "words"),
    [
        ("_SECONDS", 1e-9, "rational arithmetic would take more than about"),
        ("_COLUMN", 100, "rational arithmetic is for up to 100 rows in a kernel's space"),
    ],
)
def test_what_is_too_long_says_so(monkeypatch: pytest.MonkeyPatch, limit: str, value: float, words: str) -> None:
    monkeypatch.setattr(kernel_settle, limit, value)
    assert words in settle_images(thousand()).reason


def test_too_many_products_and_digits_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    value = kernel_settle.kernel_values(thousand()).__class__
    monkeypatch.setattr(value, "affordable", lambda self, rows, columns: columns < 3)
    assert "would take the products of 200 images with 3 of them" in settle_images(thousand()).reason
    monkeypatch.undo()
    monkeypatch.setattr("gordan.engine.polish.kernel_value._LONGEST", 1)
    assert "too many digits" in settle_images(thousand()).reason


def test_a_deadline_that_has_passed() -> None:
    settled = settle_images(thousand(), deadline=time.perf_counter() - 1.0)
    assert settled.proof is None
    assert "did not end within max_seconds" in settled.reason


def test_a_matrix_that_is_none_of_products_proves_nothing() -> None:
    """Its negative eigenvalue is rounding, as far as anybody can tell; nothing false comes of it."""
    K = np.array([[1.0, 1.0 + 2 * ULP], [1.0 + 2 * ULP, 1.0]])
    settled = settle_images(gordan.Gram(K, [1, 1], False))
    assert isinstance(settled.proof, KernelSeparator | IntegerKernelSeparator)
    assert gordan.solve(gordan.Gram(K, [0, 1], False)).kind in ("undecided", "separable")


def test_a_matrix_that_no_points_have_is_said_to_be_one() -> None:
    """Not that the time was too short."""
    K = np.array([[1.0, 1.0 + 2.0**-50], [1.0 + 2.0**-50, 1.0]])
    assert "no points with these products" in settle_images(gordan.Gram(K, [0, 1], False)).reason
