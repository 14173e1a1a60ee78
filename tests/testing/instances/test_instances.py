"""Every generator's truth, checked by methods that know nothing of how the points were made."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import partial
from math import sqrt

import clarabel
import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import sparse
from scipy.optimize import linprog
from scipy.spatial import ConvexHull

from gordan.errors import InputError
from gordan.testing import instances
from gordan.testing.instances import Instance
from zoo.min_norm import margin_squared_exactly
from zoo.truth import separable_exactly

Make = Callable[..., Instance]


def both_ways(make: Make, *sizes: float, **options: object) -> list[Instance]:
    return [make(*sizes, **options, intercept=flag, random_state=seed) for flag in (False, True) for seed in (0, 1)]


EXACT = [
    *both_ways(instances.separable_integers, 1, 2),
    *both_ways(instances.separable_integers, 4, 30),
    *both_ways(instances.separable_integers, 9, 5),
    *both_ways(instances.inseparable_integers, 1, 6),
    *both_ways(instances.inseparable_integers, 4, 14),
    *both_ways(instances.inseparable_integers, 5, 40),
    *both_ways(instances.inseparable_integers, 2, 2, touching=True),
    *both_ways(instances.inseparable_integers, 4, 20, touching=True),
    *both_ways(instances.inseparable_integers, 8, 3, touching=True),
    *both_ways(instances.cross, 1),
    *both_ways(instances.cross, 4),
    *both_ways(instances.duplicates, 3, 40),
    *both_ways(instances.contradictory_twins, 2, 4),
    *both_ways(instances.contradictory_twins, 4, 20),
    *both_ways(instances.near_parallel, 2, 10),
    *both_ways(instances.near_parallel, 4, 20, 1e-9),
    *both_ways(instances.wide_scales, 1, 10),
    *both_ways(instances.wide_scales, 5, 20),
    *both_ways(instances.wide_scales, 4, 20, of="points"),
    *[instances.large_shift(3, 20, random_state=seed) for seed in (0, 1)],
    instances.large_shift(2, 10, -(2.0**51)),
    instances.regular_simplex(1, integers=True),
    instances.regular_simplex(6, integers=True),
    *[instances.worst_case(K) for K in (1, 3, 10, 1000.0)],
    instances.far_pair(),
    instances.far_pair(1e8, -1.0),
    instances.normalised_margin(10.0, 4),
    instances.normalised_margin(100.0, 9),
    instances.normalised_margin(100.0, 9, normalise=False),
    *[instances.moran_two_points(eps) for eps in (1.0, 0.1, 1e-9)],
]
ROUNDED = [
    *both_ways(instances.gaussian, 5, 40),
    *both_ways(instances.gaussian, 20, 300, 2.0),
    *both_ways(instances.separable, 2, 2, 0.5),
    *both_ways(instances.separable, 3, 50, 0.05),
    *both_ways(instances.separable, 30, 400, 0.01),
    *both_ways(instances.inseparable, 2, 6, 0.5),
    *both_ways(instances.inseparable, 3, 50, 0.2),
    *both_ways(instances.inseparable, 4, 40, 0.366),
    *both_ways(instances.inseparable, 30, 400, 0.05),
    *both_ways(instances.noise, 1, 20),
    *both_ways(instances.noise, 10, 60),
    *[instances.regular_simplex(m) for m in (1, 2, 3, 7)],
]


def name(instance: Instance) -> str:
    return f"{instance.name}{' intercept' if instance.intercept else ''}"


def signed(instance: Instance) -> NDArray[np.float64]:
    """Signed points, or with an intercept half the differences of the classes: the margin is their distance from 0."""
    X, y = instance.X, instance.y
    if instance.intercept:
        return (X[y == 1][:, None] - X[y == -1][None]).reshape(-1, X.shape[1]) / 2
    return y[:, None] * X


def widest(instance: Instance) -> float:
    """The largest t with every signed product at least t, over directions in a box."""
    X, y = instance.X, instance.y
    lifted = np.column_stack([X, np.ones(len(y))]) if instance.intercept else X
    A = np.column_stack([-y[:, None] * lifted, np.ones(len(y))])
    m = X.shape[1]
    bounds = [(-1, 1)] * m + [(None, None)] * (A.shape[1] - m)
    return -linprog(-np.eye(A.shape[1])[-1], A_ub=A, b_ub=np.zeros(len(y)), bounds=bounds).fun


def max_margin(instance: Instance) -> float:
    """The margin of a separable instance as 1/‖w‖ for the shortest w with y (w·x + b) ≥ 1, by an interior point."""
    X, y = instance.X, instance.y
    lifted = np.column_stack([X, np.ones(len(y))]) if instance.intercept else X
    k, m = lifted.shape[1], X.shape[1]
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    solution = clarabel.DefaultSolver(
        sparse.diags_array([1.0] * m + [0.0] * (k - m)).tocsc(),
        np.zeros(k),
        sparse.csc_matrix(-y[:, None] * lifted),
        -np.ones(len(y)),
        [clarabel.NonnegativeConeT(len(y))],
        settings,
    ).solve()
    return 1 / float(np.linalg.norm(solution.x[:m]))


def depth(points: NDArray[np.float64]) -> float:
    """The margin when it is not positive: minus the distance from the origin to the nearest facet of the hull."""
    if points.shape[1] == 1:
        return -min(points.max(), -points.min())
    return float(ConvexHull(points).equations[:, -1].max())


@pytest.mark.parametrize("instance", EXACT, ids=name)
def test_exact_instances_hold_in_rational_arithmetic(instance: Instance) -> None:
    assert instance.exact
    assert separable_exactly(instance.X, instance.y, instance.intercept) == instance.separable
    if instance.separable:
        assert instance.margin is not None
        X = instance.X / np.linalg.norm(instance.X, axis=1, keepdims=True) if instance.normalise else instance.X
        square = margin_squared_exactly(X, instance.y, instance.intercept)
        assert instance.margin == pytest.approx(sqrt(square), rel=1e-9, abs=0)


@pytest.mark.parametrize("instance", ROUNDED, ids=name)
def test_rounded_instances_agree_with_a_linear_program(instance: Instance) -> None:
    assert not instance.exact
    assert (widest(instance) > 1e-9) == instance.separable


@pytest.mark.parametrize(
    "instance", [i for i in EXACT + ROUNDED if i.margin is not None and not i.separable and i.X.shape[1] <= 4], ids=name
)
def test_margins_of_inseparable_instances(instance: Instance) -> None:
    points = signed(instance)
    assert instance.margin is not None
    if np.linalg.matrix_rank(points) < points.shape[1]:
        assert instance.margin == 0  # a direction orthogonal to every point
    else:
        assert depth(points) == pytest.approx(instance.margin, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("instance", [i for i in EXACT + ROUNDED if i.weights is not None], ids=name)
def test_weights_cancel(instance: Instance) -> None:
    x = instance.weights
    assert x is not None
    assert not instance.separable
    assert x.min() >= 0
    assert x.max() > 0
    rest = (x * instance.y) @ instance.X / x.sum()
    tolerance = 0.0 if instance.exact else 1e-14
    assert np.abs(rest).max() <= tolerance
    if instance.intercept:
        assert abs(x @ instance.y) / x.sum() <= tolerance


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize(("m", "n", "rho"), [(2, 2, 0.9), (3, 50, 0.2), (10, 200, 0.05), (30, 300, 0.01)])
def test_separable_has_the_margin_asked_for(m: int, n: int, rho: float, intercept: bool) -> None:
    instance = instances.separable(m, n, rho, intercept=intercept)
    assert max_margin(instance) == pytest.approx(rho, rel=1e-6)
    if not intercept:
        np.testing.assert_allclose(np.linalg.norm(instance.X, axis=1), 1, rtol=1e-14)


@pytest.mark.parametrize("kappa", [0.5, 1.0, 3.0])
@pytest.mark.parametrize(("m", "n"), [(20, 200), (20, 1000), (40, 400)])
def test_gaussian_margin_follows_the_formula(m: int, n: int, kappa: float) -> None:
    expected = kappa * sqrt(m) / n
    for seed in range(3):
        found = max_margin(instances.gaussian(m, n, kappa, random_state=seed))
        assert expected / 2 <= found <= 2 * expected


def test_gaussian_points_are_unit() -> None:
    np.testing.assert_allclose(np.linalg.norm(instances.gaussian(7, 50).X, axis=1), 1, rtol=1e-14)


def test_inseparable_points_are_unit_and_weights_are_the_formula() -> None:
    m, r = 6, 0.2
    instance = instances.inseparable(m, 40, r)
    np.testing.assert_allclose(np.linalg.norm(instance.X, axis=1), 1, rtol=1e-14)
    assert instance.weights is not None
    convex = np.sort(instance.weights / instance.weights.sum())
    expected = np.zeros(40)
    expected[-(2 * m - 1) :] = np.sort([r / (1 + r)] + [1 / (2 * (m - 1) * (1 + r))] * (2 * m - 2))
    np.testing.assert_allclose(convex, expected, rtol=1e-13)


def test_the_two_normalisations_differ_as_printed() -> None:
    r = 50.0
    unit, raw = instances.normalised_margin(r, 12), instances.normalised_margin(r, 12, normalise=False)
    norms = np.linalg.norm(raw.X, axis=1)
    assert norms.min() == pytest.approx(1 / r)
    assert norms.max() == pytest.approx(r)
    assert unit.margin is not None
    assert raw.margin is not None
    assert (unit.margin / (raw.margin / norms.max())) ** 2 == pytest.approx(r**4)


def test_touching_is_quasi_separation() -> None:
    """Only the planted points lie on the hidden plane, so dropping one of them makes the rest separable."""
    for intercept in (False, True):
        instance = instances.inseparable_integers(4, 20, touching=True, intercept=intercept)
        assert instance.weights is not None
        for j in np.flatnonzero(instance.weights):
            keep = np.arange(20) != j
            assert separable_exactly(instance.X[keep], instance.y[keep], intercept)


@pytest.mark.parametrize(
    "make",
    [
        partial(instances.gaussian, 5, 40),
        partial(instances.separable, 5, 40, 0.1),
        partial(instances.separable_integers, 5, 40),
        partial(instances.inseparable, 5, 40, 0.1),
        partial(instances.inseparable_integers, 5, 40),
        partial(instances.noise, 5, 40),
        partial(instances.cross, 8),
        partial(instances.regular_simplex, 8),
        partial(instances.duplicates, 5, 40),
        partial(instances.contradictory_twins, 5, 40),
        partial(instances.near_parallel, 5, 40),
        partial(instances.wide_scales, 5, 40),
        partial(instances.large_shift, 5, 40),
    ],
)
def test_seeds_decide_everything(make: Make) -> None:
    first, again, other = make(random_state=7), make(random_state=np.random.default_rng(7)), make(random_state=8)
    np.testing.assert_array_equal(first.X, again.X)
    np.testing.assert_array_equal(first.y, again.y)
    assert not np.array_equal(first.X, other.X)
    assert set(first.y.tolist()) == {-1, 1}
    assert first.X.flags.c_contiguous
    assert first.X.dtype == np.float64


def test_an_instance_survives_pickling() -> None:
    instance = pickle.loads(pickle.dumps(instances.cross(3)))
    assert instance.margin == instances.cross(3).margin


@pytest.mark.parametrize(
    "make",
    [
        partial(instances.gaussian, 5, 40, 0.0),
        partial(instances.gaussian, 0, 40),
        partial(instances.separable, 1, 40, 0.5),
        partial(instances.separable, 5, 40, 1.0),
        partial(instances.separable_integers, 5, 1),
        partial(instances.inseparable, 5, 40, 0.34),
        partial(instances.inseparable, 5, 8, 0.3),
        partial(instances.inseparable, 5, 17, 0.3, intercept=True),
        partial(instances.inseparable_integers, 5, 8),
        partial(instances.inseparable_integers, 1, 8, touching=True),
        partial(instances.noise, 2, 8),
        partial(instances.cross, 0),
        partial(instances.regular_simplex, 0),
        partial(instances.worst_case, 0.5),
        partial(instances.far_pair, 1.0, 1.0),
        partial(instances.normalised_margin, 0.5, 8),
        partial(instances.normalised_margin, 2.0, 3),
        partial(instances.moran_two_points, 0.0),
        partial(instances.duplicates, 5, 2, 3),
        partial(instances.contradictory_twins, 1, 8),
        partial(instances.near_parallel, 1, 8),
        partial(instances.near_parallel, 3, 8, 2.0),
        partial(instances.wide_scales, 3, 8, 200.0),
        partial(instances.wide_scales, 3, 8, of="labels"),
        partial(instances.large_shift, 3, 8, 0.5),
        partial(Instance, "x", np.ones((2, 1)), np.array([1]), intercept=False, separable=True),
        partial(Instance, "x", np.ones((2, 1)), np.array([0, 1]), intercept=False, separable=True),
        partial(Instance, "x", np.ones((1, 1)), np.array([1]), intercept=False, separable=True, margin=-1.0),
    ],
)
def test_impossible_requests_are_refused_in_a_sentence(make: Make) -> None:
    with pytest.raises(InputError, match=r"; give|; use|must be|contradicts"):
        make()
