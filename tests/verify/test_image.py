"""Sums of raw rows with their error bounds: the truth within, and as wide as the derivation says and no wider."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import gordan
from gordan.arithmetic.rounding import U
from gordan.verify.rounded import Image, image_of, products, sides

FORMS = {"dense": np.asarray, "csr": sp.csr_array, "csc": sp.csc_array}
ROWS = [[3.0, 0.0, -1.5], [0.1, 7.0, 0.0], [-2.5, 0.3, 1e-3], [0.0, -4.0, 2.25], [5.0, 1.0, -6.5]]
SIGNS = [1, -1, 1, -1, -1]
CENTRES = [[0.0, 0.0, 0.0], [0.7, -1.3, 0.2], [0.0, 0.0, 1e3]]


def posed(form: str, dtype: Any, numbers: Any, scale: float = 1.0) -> gordan.Points:
    return gordan.Points(FORMS[form]((scale * np.array(ROWS)).astype(dtype)), np.array(SIGNS) > 0, numbers=numbers)


def exactly(problem: gordan.Points) -> list[list[Fraction]]:
    exact = problem.exact_rows(range(problem.n))
    rows = [[Fraction(0)] * problem.m for _ in range(problem.n)]
    for row, values, columns in zip(rows, exact.integers, exact.columns, strict=True):
        for value, j in zip(values, columns, strict=True):
            row[j] = Fraction(value, exact.denominator)
    return rows


def class_sums(image: Image) -> list[tuple[Any, Any, float]]:
    return [
        (image.positive, image.error_positive, image.mass_positive),
        (image.negative, image.error_negative, image.mass_negative),
    ]


@pytest.mark.parametrize("scale", [1.0, 1e-300])
@pytest.mark.parametrize("centre", CENTRES, ids=str)
@pytest.mark.parametrize("numbers", ["binary", "decimal"])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("form", FORMS)
def test_class_sums(form: str, dtype: Any, numbers: Any, centre: list[float], scale: float) -> None:
    """Σ x_j (x_j − c) of each class by itself; the error is at least γ_k of the terms' sizes, and a few times that."""
    if scale < 1.0 and dtype == np.float32:
        return
    problem, c = posed(form, dtype, numbers, scale), scale * np.array(centre)
    x = np.array([0.3, 0.125, 0.0, 0.7, 1e-5])
    rows, image = exactly(problem), image_of(problem, x, c)
    wide, tiny = (2.0**-23, 1e-44) if dtype == np.float32 else (2.0**-52, 1e-320)
    for sign, (value, error, mass) in zip((1, -1), class_sums(image), strict=True):
        own = [j for j in range(problem.n) if SIGNS[j] == sign]
        assert mass == x[own].sum()
        for k in range(problem.m):
            shifted = [Fraction(x[j]) * (rows[j][k] - Fraction(c[k])) for j in own]
            sizes = float(sum(Fraction(x[j]) * (abs(rows[j][k]) + abs(Fraction(c[k]))) for j in own))
            entries = float(sum(Fraction(x[j]) * abs(rows[j][k]) for j in own))
            off = abs(Fraction(float(value[k])) - sum(shifted))
            assert off <= Fraction(float(error[k]))
            misread = wide * entries if numbers == "decimal" else 0.0
            least = 5 * U * float(sum(map(abs, shifted))) + misread
            assert error[k] >= least
            assert error[k] <= 4 * (30 * U * sizes + misread) + tiny


@pytest.mark.parametrize("centre", CENTRES, ids=str)
@pytest.mark.parametrize("numbers", ["binary", "decimal"])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("normalise", [False, True])
def test_products_of_rows(normalise: bool, form: str, dtype: Any, numbers: Any, centre: list[float]) -> None:
    """(x_j − c)·w of each row; the error of the lowest of its class, for their lengths if asked for, is its own."""
    intercept = not normalise
    c = np.array(centre) if intercept else np.zeros(3)
    rows = FORMS[form](np.array(ROWS).astype(dtype))
    problem = gordan.Points(rows, np.array(SIGNS) > 0, intercept=intercept, normalise=normalise, numbers=numbers)
    w, exact = np.array([0.3, -1.7, 0.9]), exactly(problem)
    found = products(problem, w, c)
    joined = form != "dense" and c.any()
    wide = (2.0**-23 if dtype == np.float32 else 2.0**-52) if numbers == "decimal" else 0.0
    long = np.linalg.norm(np.array(ROWS), axis=1) if normalise else np.ones(problem.n)
    signed = problem.signs * found.value / long
    lowest = [own[signed[own].argmin()] for own, _ in sides(problem)]
    for j in range(problem.n):
        terms = [(exact[j][k] - Fraction(c[k])) * Fraction(w[k]) for k in range(3)]
        sizes = float(sum(abs(exact[j][k] * Fraction(w[k])) + abs(Fraction(c[k] * w[k])) for k in range(3)))
        entries = float(sum(abs(exact[j][k] * Fraction(w[k])) for k in range(3)))
        assert abs(Fraction(float(found.value[j])) - sum(terms)) <= Fraction(float(found.error[j]))
        least = (8 * sizes if joined else 4 * float(sum(map(abs, terms)))) * U + wide * entries
        assert found.error[j] >= least
        if j in lowest:
            # The rounding of twice as many terms at the most, with the units to spare; and what was misread, twice.
            assert (
                found.error[j] <= (26 * sizes if joined else 10 * float(sum(map(abs, terms)))) * U + 3 * wide * entries
            )


def test_products_that_overflow_are_unknown() -> None:
    problem = gordan.Points([[1e308, 1e308], [1.0, 0.0], [-1.0, 0.0]], [1, 1, 0])
    found = products(problem, np.array([1.0, 1.0]), np.zeros(2))
    assert found.value[0] == 0.0
    assert found.error[0] == np.inf
    assert np.isfinite(found.error[1:]).all()
    assert found.value[1:].tolist() == [1.0, -1.0]
