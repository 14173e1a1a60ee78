"""Products of images in double precision lie within the bound they come with, whatever the numbers stand for."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
from flint import arb, ctx

import gordan
from gordan.verify.kernel.source import source_of, sums

KERNELS = (
    {"kernel": "rbf", "gamma": 0.3},
    {"kernel": "rbf", "gamma": 40.0},
    {"kernel": "laplacian", "gamma": 0.7},
    {"kernel": "poly", "gamma": 0.9, "degree": 3, "coef0": 0.1},
    {"kernel": "poly", "gamma": 2.0, "degree": 7},
    {"kernel": "poly", "gamma": 0.1, "degree": 1},
    {"kernel": "poly", "gamma": 1e300, "degree": 2},
    {"kernel": "poly", "gamma": 5e-324, "degree": 1, "coef0": 5e-324},
    {"kernel": "rbf", "gamma": 1e308},
    {"kernel": "rbf", "gamma": 5e-324},
    {"kernel": "laplacian", "gamma": 1e-307},
)


def by_definition(kernel: Any, x: list[Fraction], y: list[Fraction]) -> arb:
    """The kernel of two rows of fractions in a ball, from its definition."""
    gamma, coef0 = Fraction(kernel.gamma), Fraction(kernel.coef0)
    if kernel.name == "poly":
        exact = (gamma * sum(a * b for a, b in zip(x, y, strict=True)) + coef0) ** kernel.degree
        return arb(exact.numerator) / exact.denominator
    apart = [a - b for a, b in zip(x, y, strict=True)]
    distance = gamma * sum(d * d if kernel.name == "rbf" else abs(d) for d in apart)
    return (-(arb(distance.numerator) / distance.denominator)).exp()


def rows_of(problem: gordan.Points) -> list[list[Fraction]]:
    dense = problem.X.toarray() if sp.issparse(problem.X) else problem.X
    if problem.numbers == "decimal":
        return [[Fraction(str(v)) for v in row] for row in dense]
    return [[Fraction(float(v)) for v in row] for row in dense]


@pytest.mark.parametrize("numbers", ["binary", "decimal"])
@pytest.mark.parametrize("form", ["dense", "single", "sparse", "far", "tiny", "wild", "mixed", "least", "huge"])
@pytest.mark.parametrize("given", KERNELS, ids=str)
def test_the_truth_lies_within_the_bound(given: dict[str, Any], form: str, numbers: str) -> None:
    rng = np.random.default_rng(3)
    X: Any = rng.normal(size=(7, 4)).round(2)
    X[2] = X[5]
    X[3] = np.nextafter(X[5], 9.0)
    if form == "far":
        X = X + 1e7
    if form == "tiny":
        X = X * 1e-160
    if form == "wild":
        X = X * 10.0 ** rng.integers(-4, 5, X.shape)
    if form == "mixed":
        X = X * 10.0 ** rng.choice([-320, -300, -170, -165, -150, 0, 140, 152], 7)[:, None]
    if form == "least":
        X = np.round(X * 3) * 5e-324
    if form == "huge":
        X = X * 1e307
    if form == "single":
        X = X.astype(np.float32)
    if form == "sparse":
        X = sp.csr_array(np.where(rng.random(X.shape) < 0.5, X, 0.0))
    problem = gordan.Points(X, [0, 1] * 3 + [0], numbers=numbers, **given)  # type: ignore[arg-type]
    source, rows = source_of(problem), np.arange(7)
    value, error = source.block(rows, rows)
    c = rng.normal(size=7)
    f = sums(source, c, rows)
    diagonal = source.diagonal(rows)
    with ctx.workprec(600):
        exact, sharp = rows_of(problem), source.sharp(rows, rows)
        for i in range(7):
            for j in range(7):
                truth = by_definition(problem.kernel, exact[i], exact[j])
                assert abs(truth - float(value[i, j])) <= float(error[i, j]), (i, j)
                assert truth.overlaps(arb(sharp[i][j]))
            weighed = sum(
                (arb(float(c[j])) * by_definition(problem.kernel, exact[j], exact[i]) for j in range(7)), arb(0)
            )
            assert abs(weighed - float(f.value[i])) <= float(f.error[i])
            truth = by_definition(problem.kernel, exact[i], exact[i])
            assert abs(truth - float(diagonal.value[i])) <= float(diagonal.error[i])
            assert truth.overlaps(arb(source.sharp_diagonal(rows)[i]))
    if form in ("dense", "single") and numbers == "binary" and 0.1 <= given["gamma"] <= 100:
        lengths = np.sqrt(diagonal.value)
        assert float((error / np.outer(lengths, lengths)).max()) < 1e-11


def test_where_nothing_is_known_nothing_is_claimed() -> None:
    """A gamma that overflows in units of the data leaves an rbf value open, unless its exponent is certainly large."""
    X = np.array([[1e200, 0.0], [-1e200, 1.0]])
    value, error = source_of(gordan.Points(X, [0, 1], kernel="rbf", gamma=1.0)).block(np.arange(2), np.arange(2))
    assert (value.diagonal() - error.diagonal() <= 0).all()
    assert (value.diagonal() + error.diagonal() >= 1).all()
    assert 0 <= value[0, 1] + error[0, 1] < 1e-300
    value, error = source_of(gordan.Points(X, [0, 1], kernel="poly", gamma=1.0)).block(np.arange(2), np.arange(2))
    assert np.isinf(error[0, 1])


def test_a_matrix_that_is_symmetric_up_to_rounding_stands_for_its_mean() -> None:
    K = np.array([[1.0, 0.5], [np.nextafter(0.5, 1.0), 1.0]])
    source = source_of(gordan.Gram(K, [0, 1]))
    value, error = source.block(np.arange(2), np.arange(2))
    mean = (Fraction(K[0, 1]) + Fraction(K[1, 0])) / 2
    for i, j in ((0, 1), (1, 0)):
        assert abs(Fraction(value[i, j]) - mean) <= Fraction(error[i, j])
        exact = source.sharp(np.arange(2), np.arange(2))[i][j]
        assert Fraction(int(exact.p), int(exact.q)) == mean
    assert error[0, 0] == 0.0
