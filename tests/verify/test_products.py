"""Rounded products with all raw rows: never farther from the exact ones than they say, in whatever form and units."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import gordan
from gordan.verify import rounded
from gordan.verify.exact import fraction_products
from gordan.verify.rounded import products

FORMS = {"dense": np.asarray, "fortran": np.asfortranarray, "csr": sp.csr_array, "csc": sp.csc_array}


@pytest.fixture(autouse=True, params=[0, rounded._AT_ONCE], ids=["first coarsely", "few at once"])
def few(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few rows are multiplied at once, others first without a look at their own sizes."""
    monkeypatch.setattr(rounded, "_AT_ONCE", request.param)


@pytest.mark.parametrize("numbers", ["binary", "decimal"])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("form", FORMS)
def test_the_error_is_a_bound(form: str, dtype: Any, numbers: Any) -> None:
    """Units, sparsity and shifts drawn at random; the bound holds, and is not so wide that it would always hold."""
    rng = np.random.default_rng(0)
    closest = 0.0
    for _ in range(40):
        n, m = int(rng.integers(2, 30)), int(rng.integers(1, 40))
        X = rng.standard_normal((n, m)) * 10.0 ** rng.integers(-6, 7, m) * (rng.random((n, m)) < rng.choice([0.2, 1.0]))
        X = (X + rng.choice([0.0, 1e3, 1e8])).astype(dtype)
        problem = gordan.Points(FORMS[form](X), np.arange(n) % 2, numbers=numbers)
        w = rng.standard_normal(m) * 10.0 ** rng.integers(-8, 8, m)
        centre = X.mean(axis=0, dtype=np.float64) * rng.choice([0.0, 1.0])
        found = products(problem, w, centre)
        for value, error, exact in zip(*found[:2], fraction_products(problem, range(n), w, centre), strict=True):
            away = abs(Fraction(float(value)) - exact)
            assert away <= Fraction(float(error))
            closest = max(closest, float(away) / float(error) if error else 0.0)
    assert closest > 0.01


def test_far_from_the_origin_only_the_lowest_rows_are_taken_again() -> None:
    """Their own errors are those of differences; without that the margin would be lost in the shift."""
    rng = np.random.default_rng(0)
    X = rng.standard_normal((20_000, 5))
    y = X[:, 0] > 0
    X[:, 0] += np.where(y, 0.5, -0.5)
    problem = gordan.Points(X + 1e6, y)
    found = products(problem, np.eye(5)[0], np.full(5, 1e6))
    lowest = np.abs(found.value).argmin()
    assert found.error[lowest] < 1e-14
    assert np.median(found.error) > 1e-10


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_rows_of_unit_length_err_by_their_own_length(dtype: Any) -> None:
    """Rows of very different lengths: the bound of each holds, and is small against its own length."""
    rng = np.random.default_rng(1)
    X = (rng.standard_normal((60, 7)) * 10.0 ** rng.integers(-12, 12, (60, 1))).astype(dtype)
    problem = gordan.Points(X, np.ones(60), intercept=False, normalise=True)
    w = rng.standard_normal(7)
    found = products(problem, w, np.zeros(7))
    for value, error, exact in zip(*found[:2], fraction_products(problem, range(60), w, np.zeros(7)), strict=True):
        assert abs(Fraction(float(value)) - exact) <= Fraction(float(error))
    assert (found.error <= 1e-13 * np.linalg.norm(X.astype(np.float64), axis=1)).all()
