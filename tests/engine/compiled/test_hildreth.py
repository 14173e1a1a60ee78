"""Hildreth's sweep: definition, twin and compiled; dense and sparse; what it keeps up and where it goes."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

from engine.compiled.definition import example
from gordan.engine.compiled import Rule, SweepState, sweep_dense, sweep_sparse

WAYS = pytest.mark.parametrize("compiled", [False, True], ids=["twin", "compiled"])


def defined(case: dict[str, Any]) -> tuple[list[Fraction], list[Fraction]]:
    """The multipliers and the lifted direction, in fractions, straight from the definition."""
    centre = case["centre"] if case["centre"] is not None else np.zeros(case["X"].shape[1])
    points = np.column_stack([case["X"] - centre, np.full(len(case["X"]), case["lift"])])
    factors = case["factors"] if case["factors"] is not None else np.ones(len(points))
    A = [[Fraction(v) for v in row] for row in (case["signs"] * factors)[:, None] * points]
    u, w = [Fraction(0)] * len(A), [Fraction(0)] * len(A[0])
    for j in case["order"]:
        short = 1 - sum(a * v for a, v in zip(A[j], w, strict=True))
        step = max(short / sum(a * a for a in A[j]), -u[j])
        u[j] += step
        w = [v + step * a for v, a in zip(w, A[j], strict=True)]
    return u, w


def swept(case: dict[str, Any], *, compiled: bool, sparse: bool = False) -> SweepState:
    state = SweepState.begin(*case["X"].shape)
    X, signs, factors, lift, order = (case[key] for key in ("X", "signs", "factors", "lift", "order"))
    if sparse:
        S = sp.csr_array(X)
        sweep_sparse(
            S.data, S.indices, S.indptr, signs, factors, lift, order, Rule.hildreth(), state, compiled=compiled
        )
    else:
        sweep_dense(X, signs, factors, case["centre"], lift, order, Rule.hildreth(), state, compiled=compiled)
    return state


@WAYS
@pytest.mark.parametrize("form", ["dense", "centred", "sparse"])
@pytest.mark.parametrize("with_factors", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_it_follows_its_definition(seed: int, with_factors: bool, form: str, compiled: bool) -> None:
    case = example(seed)
    case |= {"centre": case["centre"] if form == "centred" else None}
    case |= {"factors": case["factors"] if with_factors else None}
    state = swept(case, compiled=compiled, sparse=form == "sparse")
    u, w = defined(case)
    np.testing.assert_allclose(state.counts, [float(v) for v in u], rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(np.append(state.w, state.b), [float(v) for v in w], rtol=1e-9, atol=1e-12)
    assert state.visits == case["order"].size
    assert not state.quiet


@WAYS
def test_the_sums_it_keeps_are_those_of_its_multipliers(compiled: bool) -> None:
    case = example(7)
    state = swept(case, compiled=compiled)
    A = (case["signs"] * case["factors"])[:, None] * (case["X"] - case["centre"])
    np.testing.assert_allclose(state.total, state.counts @ A, atol=1e-12)
    np.testing.assert_allclose(state.positive, (state.counts * (case["signs"] > 0)) @ A, atol=1e-12)
    assert np.array_equal(state.total, state.w)


@WAYS
def test_it_comes_to_rest_at_the_shortest_direction(compiled: bool) -> None:
    """(1, 1) and (1, −1) have the shortest w = (1, 0) with products 1; (3, 0) is above it and carries nothing."""
    X = np.array([[1.0, 1.0], [1.0, -1.0], [3.0, 0.0]])
    case = {
        "X": X,
        "signs": np.ones(3),
        "factors": None,
        "centre": None,
        "lift": 0.0,
        "order": np.tile(np.arange(3), 9),
    }
    state = swept(case, compiled=compiled)
    np.testing.assert_allclose(state.w, [1.0, 0.0], atol=1e-12)
    np.testing.assert_allclose(state.counts, [0.5, 0.5, 0.0], atol=1e-12)


@WAYS
def test_a_zero_row_gathers_mass_and_moves_nothing(compiled: bool) -> None:
    X = np.array([[0.0, 0.0], [1.0, 0.0]])
    case = {"X": X, "signs": np.ones(2), "factors": None, "centre": None, "lift": 0.0}
    state = swept(case | {"order": np.array([1, 0, 0, 0])}, compiled=compiled)
    assert state.counts.tolist() == [7.0, 1.0]
    assert state.w.tolist() == [1.0, 0.0]


@WAYS
def test_nan_is_never_quiet(compiled: bool) -> None:
    case = {"X": np.array([[np.nan]]), "signs": np.array([1]), "factors": None, "centre": None, "lift": 0.0}
    assert not swept(case | {"order": np.arange(1)}, compiled=compiled).quiet


@WAYS
def test_quiet_with_every_product_above_one(compiled: bool) -> None:
    case = {"X": np.array([[2.0], [4.0]]), "signs": np.ones(2), "factors": None, "centre": None, "lift": 0.0}
    state = SweepState.begin(2, 1)
    for expected in (False, True):
        sweep_dense(case["X"], case["signs"], None, None, 0.0, np.arange(2), Rule.hildreth(), state, compiled=compiled)
        assert state.quiet is expected
    assert (state.lowest_positive, state.lowest_negative) == (1.0, np.inf)
