"""Weights on many points brought to a vertex: as few points as there are equations, and the same sums."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import gordan
from gordan.engine.oracle.build import build
from gordan.engine.solver import interior_point
from gordan.solver import InteriorPoint
from gordan.testing import instances

ASKED = pytest.mark.parametrize("intercept", [False, True])


def cancelling(m: int, n: int, *, intercept: bool) -> tuple[Any, Any]:
    """Points with positive weights of all of them that cancel: the last of each class makes up for the others."""
    rng = np.random.default_rng(m)
    signs = np.where(np.arange(n) % 2, 1.0, -1.0)
    X, x = rng.standard_normal((n, m)), rng.uniform(0.5, 1.0, n)
    for side in (signs > 0, signs < 0):
        x[side] /= 2.0 * x[side].sum()
    image = (x * signs) @ X
    X[-1] -= image / (x[-1] * signs[-1])
    return build(gordan.Points(X, signs, intercept=intercept).canonical()), x


@ASKED
@pytest.mark.parametrize(("m", "n"), [(1, 20), (5, 30), (30, 200), (40, 43), (20, 900), (2, 3000)])
def test_a_vertex_has_as_many_points_as_equations(m: int, n: int, intercept: bool) -> None:
    oracle, x = cancelling(m, n, intercept=intercept)
    basic = oracle.basic(x)
    assert basic is not None
    assert (basic >= 0).all()
    assert np.count_nonzero(basic) <= m + 1 + intercept
    assert oracle.cone.violation(basic) <= 1e-12
    assert oracle.norm(oracle.combine(basic)) <= 1e-10 * oracle.reach


@ASKED
def test_what_weights_are_short_of_zero_is_taken_up(intercept: bool) -> None:
    oracle, x = cancelling(10, 80, intercept=intercept)
    rng = np.random.default_rng(0)
    near = oracle.cone.normalise(x * (1.0 + 1e-6 * rng.standard_normal(80)))
    assert oracle.norm(oracle.combine(near)) > 1e-9 * oracle.reach
    basic = oracle.basic(near)
    assert basic is not None
    assert oracle.norm(oracle.combine(basic)) <= 1e-10 * oracle.reach


def test_there_is_no_vertex_of_separable_points() -> None:
    one = instances.gaussian(10, 100)
    oracle = build(gordan.Points(one.X, one.y, intercept=False).canonical())
    assert oracle.basic(np.full(100, 0.01)) is None


def test_twins_and_a_singular_basis_are_left_to_others() -> None:
    oracle, x = cancelling(6, 40, intercept=False)
    few = np.where(np.arange(40) < 7, x, 0.0)
    assert oracle.basic(few) is None
    flat = np.column_stack([oracle.X, np.zeros(40)])
    assert build(gordan.Points(flat, oracle.canonical.signs, intercept=False).canonical()).basic(x) is None
    sparse = gordan.Points(sp.csr_array(oracle.X), oracle.canonical.signs, intercept=False)
    assert build(sparse.canonical()).basic(x) is None


@ASKED
def test_the_interior_point_ends_at_a_vertex(intercept: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the way by a cost; the certificate is proved on the raw rows."""
    monkeypatch.setattr(interior_point, "cancelled", None)
    one = instances.noise(30, 150, intercept=intercept)
    outcome = gordan.separate(one.X, one.y, intercept=intercept, goal="decide", solver=InteriorPoint())
    assert outcome.kind == "inseparable"
    assert outcome.verdict.holds
    assert len(outcome.proof.support) <= 31 + intercept
