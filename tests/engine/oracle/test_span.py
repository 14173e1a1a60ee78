"""Coordinates of a span keep inner products and lift directions back, by rotation and by products."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

from gordan.engine.oracle import span as module
from gordan.engine.oracle.span import span

FORMS = {"dense": np.asarray, "csr": sp.csr_array, "csc": sp.csc_array}


def thin(rng: np.random.Generator, k: int, m: int) -> Any:
    P = rng.standard_normal((k, m))
    P[rng.random((k, m)) < 0.8] = 0.0
    return P


POINTS = {
    "thin": lambda rng: thin(rng, 12, 60),
    "one point": lambda rng: thin(rng, 1, 9) + 1.0,
    "some zero": lambda rng: thin(rng, 12, 60) * (np.arange(12) % 3 > 0)[:, None],
    "duplicated": lambda rng: np.repeat(thin(rng, 5, 60), 3, axis=0),
    "of rank 3": lambda rng: rng.integers(-2, 3, (10, 3)) @ thin(rng, 3, 60),
    "few columns used": lambda rng: np.hstack([np.zeros((9, 40)), rng.standard_normal((9, 4)), np.zeros((9, 40))]),
    "all zero": lambda rng: np.zeros((4, 30)),
    "of many sizes": lambda rng: thin(rng, 12, 60) * 10.0 ** rng.uniform(-8, 8, (12, 1)),
}


@pytest.fixture(params=["rotated", "by products"], autouse=True)
def size(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Sparse points are turned by QR while they are few, and known by their products otherwise: both for small ones."""
    if request.param == "by products":
        monkeypatch.setattr(module, "_SMALL", 0)
    return str(request.param)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("kind", POINTS)
def test_inner_products_are_kept(kind: str, form: str) -> None:
    for seed in range(5):
        P = np.asarray(POINTS[kind](np.random.default_rng(seed)), dtype=np.float64)
        points = span(FORMS[form](P)).points
        assert points.dtype == np.float64
        assert len(points) == len(P)
        assert 1 <= points.shape[1] <= min(P.shape)
        lengths = np.linalg.norm(P, axis=1)
        assert (np.abs(points @ points.T - P @ P.T) <= 1e-12 * np.outer(lengths, lengths)).all()


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("kind", POINTS)
def test_directions_come_back(kind: str, form: str) -> None:
    """A direction that points made has the same products with all of them outside, and the same length."""
    for seed in range(5):
        rng = np.random.default_rng(seed)
        P = np.asarray(POINTS[kind](rng), dtype=np.float64)
        lengths = np.linalg.norm(P, axis=1)
        points, direction = span(FORMS[form](P))
        x = rng.standard_normal(len(P)) / np.where(lengths > 0, lengths, 1.0)
        v = direction(points.T @ x)
        assert v.shape == (P.shape[1],)
        size = np.abs(x) @ lengths
        np.testing.assert_allclose(v, P.T @ x, rtol=0, atol=1e-6 * size)
        assert (np.abs(P @ v - points @ (points.T @ x)) <= 1e-9 * lengths * size).all()
        assert np.linalg.norm(v) == pytest.approx(np.linalg.norm(points.T @ x), abs=1e-9 * size)


@pytest.mark.parametrize("form", ["csr", "csc"])
def test_few_sparse_points_lose_no_digits(form: str, size: str) -> None:
    """Two points 1e-10 apart: their difference is a direction by rotation, and rounding by products."""
    rng = np.random.default_rng(0)
    first = thin(rng, 1, 50)[0]
    P = np.array([first, first + 1e-10 * (first != 0) * rng.standard_normal(50)])
    points = span(FORMS[form](P)).points
    found, true = np.linalg.norm(points[1] - points[0]), np.linalg.norm(P[1] - P[0])
    assert found == pytest.approx(true, rel=1e-4, abs=0.0) or (size == "by products" and found <= 1e-7)


def test_split_and_stored_zero_entries() -> None:
    """Entries in several parts count as their sum, and zeros that are stored as nothing."""
    P = sp.csr_array((np.array([1.0, 2.0, 0.0, 4.0]), np.array([3, 3, 5, 0]), np.array([0, 3, 4])), shape=(2, 8))
    points, direction = span(P)
    np.testing.assert_allclose(points @ points.T, [[9.0, 0.0], [0.0, 16.0]], atol=1e-14)
    np.testing.assert_allclose(direction(points[0]), 3.0 * np.eye(8)[3], atol=1e-14)
