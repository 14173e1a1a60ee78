"""Distances of bodies agree with formulas, and with the margin of points; both ends of the bracket are true."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
from scipy.spatial import ConvexHull

import gordan
from geometry.closed import pairs
from gordan.arithmetic.threads import one_thread
from gordan.engine.oracle.base import SupportOracle, offers
from gordan.geometry.corral import Posed


@pytest.mark.parametrize("d", [1, 2, 7, 40])
@pytest.mark.parametrize("seed", range(3))
def test_formulas(d: int, seed: int) -> None:
    for name, K, L, distance in pairs(d, seed):
        found = gordan.distance(K, L)
        slack = 1e-13 * (1.0 + distance)
        assert found.bracket.lower - slack <= distance <= found.bracket.upper + slack, name
        if distance > 0.01:
            assert found.bracket.upper - found.bracket.lower <= 1e-8 * distance, name
            assert isinstance(found, gordan.Apart)


def test_hulls_are_twice_the_margin_apart() -> None:
    generator = np.random.default_rng(0)
    P, Q = generator.standard_normal((60, 8)), generator.standard_normal((40, 8)) + 3.0
    outcome = gordan.separate(np.vstack([P, Q]), [0] * 60 + [1] * 40, tol=1e-12)
    found = gordan.distance(gordan.geometry.Hull(P), gordan.geometry.Hull(Q))
    assert found.bracket.lower == pytest.approx(2 * outcome.bracket.lower, rel=1e-9)


def test_halfspaces_and_their_vertices_are_one_body() -> None:
    triangle = gordan.geometry.HalfspaceIntersection([[-1.0, 0.0], [0.0, -2.0], [3.0, 3.0]], [0.0, 0.0, 3.0])
    ball = gordan.geometry.Ball([2.0, 2.0], 1.0)
    found = gordan.distance(triangle, ball)
    assert found.bracket.lower <= 1.5 * 2**0.5 - 1.0 <= found.bracket.upper
    assert found.bracket.gap <= 1e-8


@pytest.mark.parametrize("spread", [1.0, 1e2])
@pytest.mark.parametrize("apart", [1.0, 1e-3])
def test_ellipsoids_in_two_hundred_dimensions(spread: float, apart: float) -> None:
    generator, d = np.random.default_rng(5), 200
    with one_thread():
        K = gordan.geometry.Ellipsoid(np.zeros(d), _axes(generator, d, spread))
        L = gordan.geometry.Ellipsoid(3.0 * np.eye(d)[0], _axes(generator, d, spread))
    far = gordan.distance(K, L)
    assert far.bracket.gap <= 1e-8
    # Moved along the shortest way until they are nearly in touch, they are as far apart as they were moved to.
    moved = gordan.geometry.Ellipsoid(L.centre + far.direction * (far.bracket.upper - apart), L.matrix)
    near = gordan.distance(K, moved)
    assert near.bracket.upper == pytest.approx(apart, abs=1e-8)
    assert near.bracket.gap <= 1e-8


def _axes(generator: np.random.Generator, d: int, spread: float) -> np.ndarray:
    turn = np.linalg.qr(generator.standard_normal((d, d)))[0]
    return turn * np.exp(generator.uniform(-np.log(spread), 0.0, d))


@pytest.mark.parametrize("apart", [1e-4, 1e-6])
def test_ellipsoids_that_nearly_touch_are_told_apart(apart: float) -> None:
    """Built so that the nearest points are known; the first directions separate nothing, and Newton's y shrinks."""
    for seed in range(4):
        generator, d = np.random.default_rng(seed), 50
        with one_thread():
            one, other = (_axes(generator, d, 100.0) for _ in range(2))
        K = gordan.geometry.Ellipsoid(np.zeros(d), one)
        normal = generator.standard_normal(d)
        normal /= np.linalg.norm(normal)
        moved = K.support(normal) - gordan.geometry.Ellipsoid(np.zeros(d), other).support(-normal) + apart * normal
        found = gordan.distance(K, gordan.geometry.Ellipsoid(moved, other), max_iter=2000)
        assert found.bracket.lower <= apart * (1 + 1e-8)
        assert found.bracket.upper >= apart * (1 - 1e-8)
        assert found.bracket.gap <= 1e-4


@pytest.mark.parametrize("apart", [1.0, 1e-3])
def test_smooth_bodies_and_boxes_in_two_hundred_dimensions(apart: float) -> None:
    """Built so that the nearest points are known: the box has the ellipsoid's normal among its own at one point."""
    generator, d = np.random.default_rng(6), 200
    with one_thread():
        ellipsoid = gordan.geometry.Ellipsoid(np.zeros(d), _axes(generator, d, 10.0))
    for smooth in (ellipsoid, gordan.geometry.Ball(generator.standard_normal(d), 20.0)):
        normal = np.where(np.arange(d) < d // 4, generator.uniform(0.2, 1.0, d), 0.0)
        normal /= np.linalg.norm(normal)
        nearest = smooth.support(normal) + apart * normal
        lower = np.where(normal > 0, nearest, nearest - generator.uniform(0.1, 1.0, d))
        box = gordan.geometry.Box(lower, nearest + generator.uniform(0.1, 1.0, d))
        for K, L in ((smooth, box), (box, smooth)):
            found = gordan.distance(K, L)
            assert found.bracket.lower <= apart <= found.bracket.upper
            assert found.bracket.upper - found.bracket.lower <= 1e-8
            assert np.linalg.norm(found.p - found.q) <= found.bracket.upper


@pytest.mark.parametrize("d", [50, pytest.param(200, marks=pytest.mark.slow)])
@pytest.mark.parametrize("apart", [1.0, 1e-3])
def test_a_ball_and_halfspaces_in_many_dimensions(d: int, apart: float) -> None:
    """Built so that the nearest points are known: a quarter of the dimension's number of rows meet at one of them."""
    generator, k = np.random.default_rng(7), d // 4
    rows = generator.standard_normal((2 * d, d))
    rows = np.vstack([rows / np.linalg.norm(rows, axis=1)[:, None], np.eye(d), -np.eye(d)])
    nearest = np.linalg.lstsq(rows[:k], np.ones(k), rcond=None)[0]
    sides = np.maximum(np.r_[np.ones(2 * d), np.full(2 * d, 3.0)], rows @ nearest + 0.05)
    sides[:k] = 1.0
    normal = generator.uniform(0.2, 1.0, k) @ rows[:k]
    normal /= np.linalg.norm(normal)
    ball = gordan.geometry.Ball(nearest + (2.0 + apart) * normal, 2.0)
    body = gordan.geometry.HalfspaceIntersection(rows, sides)
    found = gordan.distance(ball, body)
    assert found.bracket.lower <= apart <= found.bracket.upper
    assert found.bracket.upper - found.bracket.lower <= 1e-8
    assert (rows @ found.q <= sides + body.error).all()


def test_degenerate_halfspaces_have_sharp_vertices() -> None:
    """Rows given twice and rows that only touch; the support values are those of the box and of the cross."""
    generator, d = np.random.default_rng(8), 30
    axes = np.vstack([np.eye(d), -np.eye(d)])
    box = gordan.geometry.HalfspaceIntersection(
        np.vstack([axes, 3.0 * axes, np.ones((1, d))]), np.r_[np.ones(2 * d), 3.0 * np.ones(2 * d), d]
    )
    assert box.enclosing.radius >= d**0.5 - 1e-9
    signs = np.array([[1.0 if i >> j & 1 else -1.0 for j in range(4)] for i in range(16)])
    cross = gordan.geometry.HalfspaceIntersection(signs, np.ones(16))
    for body, value in ((box, lambda c: np.abs(c).sum()), (cross, lambda c: np.abs(c).max())):
        for _ in range(5):
            c = generator.standard_normal(body.dimension)
            c /= np.linalg.norm(c)
            assert c @ body.support(c) == pytest.approx(value(c), abs=2 * body.error)
        assert body.error <= 1e-9 * (d**0.5 + 1)


@pytest.mark.parametrize("most", [1, 3, 12, 30])
def test_every_point_asked_for_counts(most: int) -> None:
    """A few more than the limit: those of the last step, and one to look at the answer again."""

    class Counted(gordan.geometry.Box):
        asked = 0

        def support(self, direction: np.ndarray) -> np.ndarray:
            type(self).asked += 1
            return super().support(direction)

    box = Counted(-np.ones(5), np.ones(5))
    for seed in range(5):
        centre = 3.0 * np.random.default_rng(seed).standard_normal(5)
        flat = gordan.geometry.Ellipsoid(centre, np.diag(np.geomspace(1e-6, 1.0, 5)))
        for K, L in ((box, flat), (flat, box)):
            Counted.asked = 0
            found = gordan.distance(K, L, tol=1e-15, max_iter=most)
            assert found.n_iter <= most
            assert Counted.asked <= most + 4


def test_the_hyperplane_is_between_and_the_points_are_inside() -> None:
    K, L = gordan.geometry.Ball([3.0, 1.0], 1.0), gordan.geometry.Box([-1.0, -1.0], [1.0, 1.0])
    found = gordan.distance(K, L)
    assert np.linalg.norm(found.p - K.centre) <= K.radius + 1e-12
    assert (np.abs(found.q) <= 1.0 + 1e-12).all()
    lowest = found.direction @ K.support(-found.direction)
    highest = found.direction @ L.support(found.direction)
    assert highest < found.offset < lowest
    assert lowest - highest == pytest.approx(found.bracket.lower, rel=1e-9)


def test_the_hyperplane_is_between_where_one_body_is_less_certain() -> None:
    """The apex (0, 0) belongs to the wedge whatever its support points say; so does 1 to the interval."""
    e, gap = 1e-5, 2.779325593841194e-10
    wedge = gordan.geometry.HalfspaceIntersection([[-e, 1.0], [-e, -1.0], [1.0, 0.0]], [0.0, 0.0, 1.0])
    found = gordan.distance(wedge, gordan.geometry.Hull([[-gap, 0.0], [-gap - 0.5, 0.0]]), max_iter=50)
    assert not isinstance(found, gordan.Touching)
    if isinstance(found, gordan.Apart):
        assert found.direction @ [-gap, 0.0] < found.offset < 0.0

    class Short:
        """The interval [-9, 1], which admits to an error that it makes."""

        dimension, error = 1, 0.1

        def support(self, direction: np.ndarray) -> np.ndarray:
            return np.array([0.9 if direction[0] > 0 else -9.0])

    for K, L, sign in (
        (Short(), gordan.geometry.Ball([1.05], 0.0), -1),
        (gordan.geometry.Ball([1.05], 0.0), Short(), 1),
    ):
        found = gordan.distance(K, L)
        assert isinstance(found, gordan.Apart)
        assert 1.0 < found.offset * sign < 1.05


@pytest.mark.parametrize(
    ("K", "L"),
    [
        (gordan.geometry.Ball([0.0, 0.0], 1.0), gordan.geometry.Ball([1.0, 0.0], 1.0)),
        (gordan.geometry.Box([0.0, 0.0], [1.0, 1.0]), gordan.geometry.Box([1.0, 0.0], [2.0, 2.0])),
        (gordan.geometry.Hull([[0.0, 0.0], [1.0, 1.0]]), gordan.geometry.Hull([[0.0, 1.0], [1.0, 0.0]])),
        (gordan.geometry.Ellipsoid(np.zeros(5), np.eye(5)), gordan.geometry.Hull([np.zeros(5)])),
    ],
)
def test_bodies_that_meet_are_never_called_disjoint(K: object, L: object) -> None:
    found = gordan.distance(K, L)
    assert not isinstance(found, gordan.Apart)
    assert found.bracket.upper <= 1e-12
    assert np.linalg.norm(found.p - found.q) <= 1e-12


@pytest.mark.parametrize("d", [1, 3])
def test_smooth_bodies_that_meet_halfspaces(d: int) -> None:
    cube = gordan.geometry.HalfspaceIntersection(np.vstack([np.eye(d), -np.eye(d)]), np.ones(2 * d))
    centre = np.full(d, 0.3)
    for smooth in (
        gordan.geometry.Ball(centre, 0.1),
        gordan.geometry.Ball(centre, 0.0),
        gordan.geometry.Ellipsoid(centre, 2.0 * np.eye(d)),
    ):
        assert not smooth.curvature(np.zeros(d)).any()
        for K, L in ((smooth, cube), (cube, smooth)):
            found = gordan.distance(K, L)
            assert not isinstance(found, gordan.Apart)
            assert np.linalg.norm(found.p - found.q) <= found.bracket.upper <= 1e-9


def test_other_solvers_see_the_same_distance() -> None:
    K, L = gordan.geometry.Ball([3.0, 1.0, 0.0], 1.0), gordan.geometry.Box([-1.0] * 3, [1.0] * 3)
    for solver in (
        gordan.solver.MinNormPoint(),
        gordan.solver.VonNeumann(),
        gordan.solver.NormalisedPerceptron(),
        gordan.solver.WorkingSet(),
    ):
        oracle = Posed.of(gordan.geometry.Bodies(K, L)).oracle
        assert offers(oracle, SupportOracle)
        bracket = gordan.outcome.Bracket()
        for one in islice(solver.candidates(oracle), 300):
            if one.lowest is not None and oracle.norm(one.direction) > 0:
                bracket = bracket.tighten(lower=one.lowest / oracle.norm(one.direction))
            if one.weights is not None:
                bracket = bracket.tighten(upper=oracle.norm(oracle.difference(one.weights)))
        assert bracket.lower - 1e-12 <= 1.0 <= bracket.upper + 1e-12, solver
        assert bracket.gap < 0.05, solver


def test_halfspaces_of_any_size_and_shape() -> None:
    """Random polytopes as rows and as vertices are equally far from a ball, in whatever unit."""
    generator = np.random.default_rng(9)
    for unit in (1e-12, 1.0, 1e9):
        vertices = generator.standard_normal((12, 3)) * unit
        hull = ConvexHull(vertices)
        rows, sides = hull.equations[:, :-1], -hull.equations[:, -1]
        ball = gordan.geometry.Ball(np.full(3, 4.0 * unit), unit)
        by_rows = gordan.distance(gordan.geometry.HalfspaceIntersection(rows, sides), ball)
        by_vertices = gordan.distance(gordan.geometry.Hull(vertices), ball)
        assert by_rows.bracket.lower == pytest.approx(by_vertices.bracket.lower, rel=1e-7)
        assert by_rows.bracket.lower <= by_vertices.bracket.upper
        assert by_vertices.bracket.lower <= by_rows.bracket.upper


def test_flat_bodies_and_false_curvatures_only_cost_steps() -> None:
    disc = gordan.geometry.Ellipsoid(np.zeros(3), np.eye(3)[:, :2])
    ball = gordan.geometry.Ball([0.0, 0.0, 3.0], 1.0)
    assert gordan.distance(disc, ball).bracket.lower == pytest.approx(2.0, rel=1e-8)

    class Boastful(gordan.geometry.Ball):
        def curvature(self, direction: np.ndarray) -> np.ndarray:
            return -5.0 * np.eye(3)

    assert gordan.distance(Boastful([3.0, 1.0, 2.0], 1.0), ball).bracket.gap <= 1e-9


def test_smooth_bodies_of_all_kinds() -> None:
    """Balls, ellipsoids and their sums by Newton's method, where a sum of ellipsoids with one matrix is one."""
    matrix = np.diag([3.0, 1.0, 0.2])
    one = gordan.geometry.Ellipsoid([6.0, 2.0, 1.0], 1.5 * matrix)
    half = gordan.geometry.Ellipsoid([3.0, 1.0, 0.5], 0.75 * matrix)
    ball = gordan.geometry.Ball([0.0, 0.0, 0.0], 0.5)
    whole = gordan.distance(one, ball)
    parts = gordan.distance(gordan.geometry.MinkowskiSum(half, half), ball)
    assert whole.n_iter < 40
    assert whole.bracket.lower == pytest.approx(parts.bracket.lower, rel=1e-8)
    # The ball's radius alone is missing from the distance to its centre.
    centre = gordan.distance(one, gordan.geometry.Hull([ball.centre]))
    assert whole.bracket.lower == pytest.approx(centre.bracket.lower - 0.5, rel=1e-8)


def test_a_limit_ends_the_search() -> None:
    centre = np.linspace(-1.0, 4.0, 9)
    found = gordan.distance(gordan.geometry.Box([0.0] * 9, [1.0] * 9), gordan.geometry.Ball(centre, 1.0), max_iter=2)
    assert found.n_iter <= 2
    distance = np.linalg.norm(np.maximum(np.maximum(-centre, centre - 1.0), 0.0)) - 1.0
    assert found.bracket.lower <= distance <= found.bracket.upper
    assert "max_iter" in str(found)


def test_an_earlier_pair_of_points_is_a_start() -> None:
    boxes = gordan.geometry.Box([2.0, 2.0], [3.0, 5.0]), gordan.geometry.Box([0.0, 0.0], [1.0, 1.0])
    oracle = Posed.of(gordan.geometry.Bodies(*boxes)).oracle
    *_, last = gordan.solver.MinNormPoint().candidates(oracle)
    *_, again = gordan.solver.MinNormPoint().candidates(oracle, last)
    assert oracle.norm(oracle.difference(again.weights)) == pytest.approx(2**0.5)
    few = oracle.restrict(oracle.worst(last.direction)[0])
    assert few.lower(last.weights) is None
    assert [atom.key for atom in few.support(few.place([0], [1.0]))] == [0]


def test_parts_far_away_may_add_up_to_a_body_nearby() -> None:
    far = np.array([1e9, -3e8])
    both = gordan.geometry.MinkowskiSum(
        gordan.geometry.Ball(far / 3, 0.5),
        gordan.geometry.Hull([-far / 3]),
        gordan.geometry.Ellipsoid(far, np.eye(2) / 2),
    )
    found = gordan.distance(both, gordan.geometry.Ball(far + [5.0, 0.0], 1.0))
    assert found.bracket.lower <= 3.0 <= found.bracket.upper
    assert found.bracket.upper - found.bracket.lower < 1e-4
