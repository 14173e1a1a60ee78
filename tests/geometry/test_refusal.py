"""Every number and every array that cannot be meant is refused by name, whoever was given it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import gordan
from gordan.geometry import AffineImage, Ball, Bodies, Box, Ellipsoid, HalfspaceIntersection, Hull, MinkowskiSum
from gordan.learn.compression.bound.formula import margin_bound, partition_bound, selection_bound, update_bound
from gordan.learn.compression.projection import components_needed, draw_projection, eps_kept

BALL, FAR = Ball([0.0, 0.0], 1.0), Ball([4.0, 0.0], 1.0)
COMPLEX = np.array([1.0 + 2.0j, 0.0])
HUGE = 10**400


class Disc:
    """A unit disc that says of itself what it was told to."""

    dimension: Any = 2

    def __init__(self, **told: Any) -> None:
        self.__dict__.update(told)

    def support(self, direction: Any) -> Any:
        return np.asarray(direction) / (np.linalg.norm(direction) or 1.0)


class Imaginary(Disc):
    def support(self, direction: Any) -> Any:
        return super().support(direction) + 1j


@pytest.mark.parametrize("radius", ["x", None, np.nan, np.inf, -1.0, True, 1j, HUGE, np.ones(2)])
def test_a_radius_is_a_number(radius: Any) -> None:
    with pytest.raises(gordan.InputError, match="radius is"):
        Ball([0.0], radius)


@pytest.mark.parametrize(
    "make",
    [
        lambda bad: Ball(bad, 1.0),
        lambda bad: Box(bad, [1.0, 1.0]),
        lambda bad: Box([0.0, 0.0], bad),
        lambda bad: Ellipsoid(bad, np.eye(2)),
        lambda bad: Ellipsoid([0.0, 0.0], [bad, bad]),
        lambda bad: Hull([bad]),
        lambda bad: HalfspaceIntersection([bad], [1.0]),
        lambda bad: HalfspaceIntersection(np.eye(2), bad),
        lambda bad: AffineImage(BALL, [bad, bad]),
        lambda bad: AffineImage(BALL, np.eye(2), bad),
        lambda bad: gordan.geometry.play([bad]),
        lambda bad: gordan.bound.count_partitions([bad], eps=0.1),
        lambda bad: gordan.geometry.sparse_farkas([bad], [1.0], eps=0.1, mass=1.0),
        lambda bad: gordan.geometry.sparse_farkas(np.eye(2), bad, eps=0.1, mass=1.0),
    ],
)
@pytest.mark.parametrize("bad", [COMPLEX, ["1.0", "2.0"], [HUGE, 0], [[1.0], [2.0, 3.0]], [np.nan, 0.0]])
def test_arrays_are_of_finite_real_numbers(make: Callable[[Any], object], bad: Any) -> None:
    with pytest.raises(gordan.InputError, match=r"real numbers|not finite|shape"):
        make(bad)


@pytest.mark.parametrize("error", [-1.0, np.nan, np.inf, "x", None])
@pytest.mark.parametrize(
    "body",
    [
        lambda error: Disc(error=error),
        lambda error: MinkowskiSum(Disc(error=error), BALL),
        lambda error: AffineImage(Disc(error=error, enclosing=BALL.enclosing), np.eye(2)),
    ],
)
def test_an_error_is_0_or_more(body: Callable[[Any], Any], error: Any) -> None:
    with pytest.raises(gordan.InputError, match=r"`error` of a body is"):
        gordan.distance(body(error), FAR)


@pytest.mark.parametrize("body", [Imaginary(), MinkowskiSum(Imaginary(), BALL)])
def test_support_points_have_real_coordinates(body: Any) -> None:
    for ask in (gordan.distance, lambda K, L: gordan.geometry.separate_bodies(K, L, eps=1.0)):
        with pytest.raises(gordan.InputError, match=r"oracle of K gave .* real coordinates"):
            ask(body, FAR)


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"dimension": "x"}, "dimension of a body is 'x'"),
        ({"dimension": 0}, "dimension of a body is 0"),
        ({"dimension": 2.5}, "dimension of a body is 2.5"),
        ({"enclosing": "x"}, "`enclosing` of a body is 'x'"),
        ({"enclosing": (np.zeros(2), np.nan)}, "radius of `enclosing` is nan"),
        ({"enclosing": (np.zeros(2), -1.0)}, "radius of `enclosing` is -1.0"),
        ({"enclosing": (np.zeros(3), 1.0)}, "centre of `enclosing` has 3 entries"),
        ({"enclosing": (COMPLEX, 1.0)}, "centre of `enclosing`"),
    ],
)
def test_what_a_body_says_of_itself_is_read(told: dict[str, Any], words: str) -> None:
    with pytest.raises(gordan.InputError, match=words):
        assert Bodies(Disc(**told), FAR).reach


@pytest.mark.parametrize("curvature", [1j * np.eye(2), "x", None, np.eye(3)])
def test_a_curvature_is_a_matrix(curvature: Any) -> None:
    tilted = Ellipsoid([4.0, 1.0], np.diag([2.0, 0.5]))
    with pytest.raises(gordan.InputError, match="curvature of K"):
        gordan.distance(Disc(curvature=lambda direction: curvature), tilted)


def points() -> tuple[Any, Any]:
    X = np.random.default_rng(0).standard_normal((30, 2))
    problem = gordan.Points(X, X[:, 0] > 0, intercept=False)
    return problem, gordan.solve(problem)


@pytest.mark.parametrize("bad", ["x", np.nan, np.inf, 0.0, -1.0, True, 1j, HUGE, None])
@pytest.mark.parametrize(
    ("name", "ask"),
    [
        ("eps", lambda bad: gordan.geometry.separate_bodies(BALL, FAR, eps=bad)),
        ("tol", lambda bad: gordan.distance(BALL, FAR, tol=bad)),
        ("eps", lambda bad: gordan.geometry.sparse_farkas(np.eye(2), [1.0, 1.0], eps=bad, mass=1.0)),
        ("mass", lambda bad: gordan.geometry.sparse_farkas(np.eye(2), [1.0, 1.0], eps=0.1, mass=bad)),
        ("eps", lambda bad: gordan.bound.count_partitions(np.eye(2), eps=bad)),
        ("eps", lambda bad: partition_bound(3, bad)),
        ("eps", lambda bad: margin_bound(100, bad, 0.1)),
        ("eps", lambda bad: components_needed(10, bad, 0.1)),
        ("radius", lambda bad: gordan.bound.error_bounds(*points(), radius=bad)),
        ("alpha", lambda bad: gordan.geometry.play(np.eye(2), alpha=2.0 if bad is None else bad)),
    ],
)
def test_sizes_are_finite_and_positive(name: str, ask: Callable[[Any], object], bad: Any) -> None:
    with pytest.raises(gordan.InputError, match=f"^{name} is"):
        ask(bad)


@pytest.mark.parametrize("bad", ["x", 1.5, -1, True, np.nan, HUGE])
@pytest.mark.parametrize(
    ("name", "ask"),
    [
        ("max_iter", lambda bad: gordan.geometry.separate_bodies(BALL, FAR, eps=1.0, max_iter=bad)),
        ("max_iter", lambda bad: gordan.distance(BALL, FAR, max_iter=bad)),
        ("max_iter", lambda bad: gordan.geometry.sparse_farkas(np.eye(2), [1.0, 1.0], eps=0.1, mass=1.0, max_iter=bad)),
        ("max_rounds", lambda bad: gordan.geometry.play(np.eye(2), max_rounds=bad)),
        ("t", lambda bad: gordan.geometry.play(np.eye(2)).strategy(bad)),
        ("t", lambda bad: gordan.geometry.play(np.eye(2)).answer(bad)),
        ("size", lambda bad: gordan.compress(*points(), size=bad)),
        ("size", lambda bad: gordan.bound.error_bounds(*points(), size=bad)),
        ("n", lambda bad: margin_bound(bad, 0.5, 0.1)),
        ("n", lambda bad: partition_bound(bad, 0.5)),
        ("d", lambda bad: selection_bound(10, bad, 0.1)),
        ("updates", lambda bad: update_bound(10, bad, 0.1)),
        ("n", lambda bad: components_needed(bad, 0.5, 0.1)),
        ("k", lambda bad: eps_kept(10, bad, 0.1)),
        ("m", lambda bad: draw_projection(bad, 2)),
        ("seed", lambda bad: draw_projection(5, 2, seed=bad)),
    ],
)
def test_counts_are_whole(name: str, ask: Callable[[Any], object], bad: Any) -> None:
    with pytest.raises(gordan.InputError, match=f"^{name} is"):
        ask(bad)


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: gordan.compress(*points(), solver="perceptron"), "solver is 'perceptron'"),
        (lambda: gordan.compress(*points(), scheme="x", size=2), "scheme is 'x'"),
        (lambda: gordan.compress(*points(), scheme="support", size=2), "leave one of them out"),
        (lambda: selection_bound(10, 2, 0.1, training_error="x"), "training_error is 'x'"),
        (lambda: gordan.geometry.play([[1.7e308, 1.7e308]]), "multiply all points"),
        (lambda: gordan.distance(Hull([[1e-170]]), Hull([[0.0]])), "multiply both bodies"),
        (lambda: gordan.geometry.sparse_farkas([[1e200]], [1.0], eps=1.0, mass=1.0), "multiply A and b"),
        (lambda: gordan.geometry.sparse_farkas([[1e200]], [1.0], eps=1.0, mass=1e-130), "A reaches 1e"),
        (lambda: gordan.geometry.sparse_farkas([[1.0]], [1e200], eps=1e-200, mass=1.0), "b reaches 1e"),
        (lambda: gordan.geometry.sparse_farkas([[1e-170]], [-1e-165], eps=1e-168, mass=1.0), "multiply A and b"),
        (lambda: gordan.geometry.sparse_farkas([[1.0]], [1.0], eps=1e-200, mass=1e300), "mass times A reaches"),
        (lambda: gordan.geometry.sparse_farkas([[1e-300]], [1.0], eps=1e-200, mass=1e300), "mass reaches"),
    ],
)
def test_others_are_refused_by_name(ask: Callable[[], object], words: str) -> None:
    with pytest.raises(gordan.InputError, match=words):
        ask()
