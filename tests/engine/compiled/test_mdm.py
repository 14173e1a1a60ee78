"""The least norm by pairs of points: compiled and in NumPy, with columns that are asked for, against exact weights."""

from __future__ import annotations

import numpy as np
import pytest

from gordan.engine.compiled import CANCELS, LIMIT, MISSING, SOLVED
from gordan.engine.compiled.mdm import Hulls, balance, shorten
from gordan.engine.compiled.rows import Order, Vector

BOTH = pytest.mark.parametrize("compiled", [False, True], ids=["numpy", "compiled"])


RBF, POLY = (0, 0.1, 0.0), (3, 0.2, 1.0)


def points(n: int, m: int, *, seed: int = 0) -> Vector:
    """Points, one in each column, the first half of which lie apart from the others."""
    X = np.random.default_rng(seed).standard_normal((m, n))
    X[0, : n // 2] += 2.0
    return X


def products(X: Vector, kernel: tuple[int, float, float] = RBF) -> Vector:
    degree, gamma, coef0 = kernel
    if degree:
        return np.asarray((gamma * (X.T @ X) + coef0) ** degree)
    return np.asarray(np.exp(-gamma * np.square(X[:, :, None] - X[:, None, :]).sum(axis=0)))


def hulls_of(X: Vector, *, most: int = 100, joint: bool = False, kernel: tuple[int, float, float] = RBF) -> Hulls:
    n = X.shape[1]
    return Hulls(n // 2, products(X, kernel).diagonal().copy(), np.empty((most, n)), joint, X, kernel)


def run(hulls: Hulls, *, compiled: bool, gap: float = 1e-9, decide: bool = False, limit: int = 5000) -> int:
    return shorten(hulls, gap=gap, ridge=1e-13, cancelled=1e-12, decide=decide, limit=limit, compiled=compiled)


def is_least(hulls: Hulls, K: Vector) -> bool:
    """Whether no weights make w shorter: the products of the points with weight are the lowest of their hull."""
    signs = np.where(np.arange(len(K)) < hulls.split, 1.0, -1.0)
    z = signs[:, None] * K * signs @ hulls.x
    sums = [float(hulls.x[hull].sum()) for hull in hulls.hulls]
    lows = sum(float(z[hull].min()) for hull in hulls.hulls)
    return bool(np.allclose(sums, 1.0) and (hulls.x >= 0).all() and lows >= float(hulls.x @ z) * (1 - 1e-8))


@BOTH
@pytest.mark.parametrize("joint", [False, True])
@pytest.mark.parametrize("kernel", [RBF, POLY])
@pytest.mark.parametrize("known", ["points", "products", "single"])
def test_the_shortest_point(compiled: bool, joint: bool, kernel: tuple[int, float, float], known: str) -> None:
    for seed in range(4):
        X = points(80, 6, seed=seed)
        hulls = hulls_of(X, joint=joint, kernel=kernel)
        K = products(X, kernel)
        if known == "products":
            hulls.X, hulls.whole = hulls.signs[:, None] * K * hulls.signs, True
        if known == "single":
            K = K.astype(np.float32)
            hulls.single = (hulls.signs[:, None] * K * hulls.signs).astype(np.float32)
        assert run(hulls, compiled=compiled) == SOLVED
        assert is_least(hulls, K)
        assert hulls.used < 80


def test_the_factor_is_that_of_the_points_that_carry_weight() -> None:
    K = products(points(200, 12), POLY)
    hulls, left = hulls_of(points(200, 12), most=200, kernel=POLY), 0
    for limit in range(16, 400, 16):
        before = set(hulls.room[2][: hulls.size].tolist())
        run(hulls, compiled=True, limit=limit)
        rows = hulls.points[hulls.room[2][: hulls.size]]
        left += len(before - set(hulls.room[2][: hulls.size].tolist()))
        signs, L = hulls.signs[rows], np.tril(hulls.room[0][: hulls.size, : hulls.size])
        np.testing.assert_allclose(L @ L.T, signs[:, None] * K[np.ix_(rows, rows)] * signs, rtol=1e-9, atol=1e-9)
    assert left > 5


def test_the_compiled_loop_takes_the_steps_of_the_reference() -> None:
    one, other = hulls_of(points(60, 4)), hulls_of(points(60, 4))
    run(one, compiled=False, limit=15)
    run(other, compiled=True, limit=15)
    assert one.points[: one.used].tolist() == other.points[: other.used].tolist()
    assert one.steps == other.steps == 15
    np.testing.assert_allclose(one.x, other.x, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(one.z, other.z, rtol=1e-9, atol=1e-12)


@BOTH
def test_columns_that_are_asked_for(compiled: bool) -> None:
    K = products(points(60, 4))
    hulls, asked = Hulls(30, np.ones(60), np.empty((60, 60)), False), 0

    def add(rows: Order) -> None:
        hulls.add(rows, hulls.signs[rows][:, None] * K[rows] * hulls.signs)

    add(np.flatnonzero(hulls.x))
    while run(hulls, compiled=compiled) == MISSING:
        asked += 1
        add(np.array([hulls.missing]))
    assert is_least(hulls, K)
    assert asked == hulls.used - 2


@BOTH
def test_other_ends(compiled: bool) -> None:
    X = points(60, 4)
    assert run(hulls_of(X), compiled=compiled, limit=3) == LIMIT
    assert run(hulls_of(X, most=3), compiled=compiled) == MISSING
    decided = hulls_of(X)
    assert run(decided, compiled=compiled, decide=True) == SOLVED
    assert 0 < decided.lowest < decided.square
    twins = hulls_of(np.ones((1, 2)))
    assert run(twins, compiled=compiled) in (SOLVED, CANCELS)
    assert twins.square == 0.0


@BOTH
def test_equal_points_share_their_weight(compiled: bool) -> None:
    X = points(40, 3)
    X[:, 1] = X[:, 0]
    hulls = hulls_of(X)
    run(hulls, compiled=compiled)
    rest = np.flatnonzero(hulls.place < 0)
    hulls.add(rest, (hulls.signs[:, None] * products(X) * hulls.signs)[rest])
    hulls.x[:20] = hulls.x[20:] = 1 / 20
    balance(hulls, 1e-13)
    assert hulls.x[0] == pytest.approx(hulls.x[1], rel=1e-2, abs=1e-9)
    assert hulls.x[:20].sum() == pytest.approx(1.0)
