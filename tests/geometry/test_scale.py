"""Answers do not depend on the units: bodies, systems, games and points of any size that doubles can square or not."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from scipy.sparse import csc_array, csr_array

import gordan
from gordan.geometry import AffineImage, Ball, Ellipsoid
from gordan.learn.compression.projection import compare_margins, survival
from gordan.problem.length import longest_row

SIZES = [1e-130, 1e-100, 1e-90, 1e-82, 1e-78, 1.0, 1e80, 1e90, 1e100, 1e130]


def ellipses(s: float) -> list[Any]:
    """The ellipse of half-axes 2s and s, given in three ways."""
    axes = np.diag([2 * s, s])
    return [
        Ellipsoid([0.0, 0.0], axes),
        AffineImage(Ball([0.0, 0.0], 1.0), axes),
        AffineImage(Ball([0.0, 0.0], s), np.diag([2.0, 1.0])),
    ]


@pytest.mark.parametrize("s", SIZES)
@pytest.mark.parametrize("way", range(3))
def test_small_and_large_ellipsoids(way: int, s: float) -> None:
    K = ellipses(s)[way]
    assert gordan.geometry.separate_bodies(K, Ball([1.5 * s, 0.0], 0.1 * s), eps=0.3 * s).kind == "near"
    away = Ball([2.5 * s, 0.0], 0.1 * s)
    for solver in ("aggressive-perceptron", "min-norm-point"):
        found = gordan.geometry.separate_bodies(K, away, eps=0.3 * s, solver=solver)
        assert isinstance(found, gordan.Apart)
        assert 2 * found.margin <= 0.4 * s
    distance = gordan.distance(K, away).bracket
    assert distance.lower <= 0.4 * s <= distance.upper
    assert distance.gap < 1e-8


@pytest.mark.parametrize("length", [5e-324, 1e-200, 1e-90, 1.0, 1e90, 1e200])
def test_a_support_point_does_not_depend_on_the_length_of_the_direction(length: float) -> None:
    bodies = [Ball([1.0, 2.0], 3.0), Ellipsoid([1.0, 0.0], [[2.0, 1.0], [0.0, 0.5]]), *ellipses(1.0)]
    for body in bodies:
        np.testing.assert_allclose(body.support([0.0, -length]), body.support([0.0, -1.0]), rtol=1e-15, atol=0)
        if hasattr(body, "curvature") and 1e-100 < length < 1e100:
            v = np.array([1.0, -2.0])
            np.testing.assert_allclose(body.curvature(v * length) * length, body.curvature(v), rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize("s", [1e-200, 1e-160, 1e160, 1e200])
def test_images_of_bodies_beyond_ordinary_numbers_are_refused(s: float) -> None:
    with pytest.raises(gordan.InputError, match="of an image"):
        gordan.distance(AffineImage(Ball([0.0, 0.0], s), np.eye(2) / s), Ball([3.0, 0.0], 1.0))
    with pytest.raises(gordan.InputError, match="its matrix"):
        gordan.distance(AffineImage(Ball([0.0, 0.0], 1.0), np.eye(2) / s), Ball([3.0, 0.0], 1.0))


@pytest.mark.parametrize("s", [5e-310, 1e-170, 1.0, 1e170, 1e300])
def test_survival_does_not_depend_on_the_units(s: float) -> None:
    X = np.eye(4, 12) + 0.1 * np.random.default_rng(0).standard_normal((4, 12))
    Z = X @ np.linalg.qr(np.random.default_rng(1).standard_normal((12, 12)))[0][:, :9]
    Y = np.array(list(product([0, 1], repeat=4)))
    found, plain = survival(X * s, Z * s, Y, eps=0.3), survival(X, Z, Y, eps=0.3)
    assert vars(found) == vars(plain)
    assert plain.asked > 0
    assert compare_margins(X * s, Z * s, Y[3]).radius == pytest.approx(np.linalg.norm(X, axis=1).max() * s)


@pytest.mark.parametrize("s", [1e-170, 1e170])
def test_the_radius_of_a_bound_does_not_depend_on_the_units(s: float) -> None:
    X = np.random.default_rng(2).standard_normal((30, 2))
    problem = gordan.Points(X * s, X[:, 0] > 0, intercept=False)
    outcome, longest = gordan.solve(problem), np.linalg.norm(X, axis=1).max() * s
    for share, fails in ((0.9, True), (1.1, False)):
        theorem = gordan.bound.error_bounds(problem, outcome, eps=1e-9 * s, radius=share * longest).bounds[-1]
        assert fails == any("‖x‖" in one.text and one.status == "fails" for one in theorem.conditions)


def test_lengths_of_single_precision_are_added_up_in_doubles() -> None:
    X = np.full((1, 3000), 1e-3, dtype=np.float32)
    X[0, 0] = 4096.0  # in single precision its square swallows the others
    true = float(np.linalg.norm(X.astype(np.float64)))
    for data in (X, csr_array(X), csc_array(X)):
        assert longest_row(data) == pytest.approx(true, rel=1e-12)
    assert longest_row(csr_array(np.array([[3e-200, 0.0, 4e-200]]))) == pytest.approx(5e-200, rel=1e-14)
    assert longest_row(np.array([[3e200, 4e200]])) == pytest.approx(5e200, rel=1e-14)
    assert longest_row(np.array([[1.7e308, 1.7e308]])) == np.inf
    assert longest_row(np.zeros((2, 3))) == 0.0


@pytest.mark.parametrize("s", [2.0**-1070, 2.0**-1022, 1e-250, 1e-160, 1.0, 1e160, 1e250, 1e307])
@pytest.mark.parametrize("alpha", [None, 1.5])
def test_the_value_of_a_game_lies_in_its_bracket_in_any_units(s: float, alpha: float | None) -> None:
    game = gordan.geometry.play([[s, 0.0], [0.0, s]], alpha=alpha)
    assert game.ended
    # The value is s/√2, compared in units of s.
    assert game.bracket.lower / s <= 0.5**0.5 <= game.bracket.upper / s
    assert (game.losses <= game.allowed).all()
    assert 0 <= game.promised <= game.gains.max() + 2.0**-1073
    assert game.factor == pytest.approx(
        gordan.geometry.play(np.eye(2), alpha=alpha).factor, rel=0.3 if s < 1e-300 else 1e-9
    )
    np.testing.assert_array_equal(game.answer(), gordan.geometry.play(np.eye(2), alpha=alpha).answer())


def test_points_at_the_origin_play_for_nothing() -> None:
    for alpha in (None, 1.5):
        game = gordan.geometry.play(np.zeros((3, 2)), alpha=alpha)
        assert (game.bracket.lower, game.bracket.upper) == (0.0, 0.0)
        assert not game.ended
        assert game.promised == 0.0
        assert game.factor == np.inf
        assert "stopped" in str(game)
    # One point there is enough.
    game = gordan.geometry.play([[0.0, 0.0], [1.0, 0.0]], max_rounds=50)
    assert not game.ended
    assert game.bracket.lower == 0.0


@pytest.mark.parametrize("s", [1e-300, 1e-170, 1.0, 1e170, 1e300])
def test_balls_around_bodies_do_not_vanish(s: float) -> None:
    for K in (gordan.geometry.Hull([[0.0, 0.0], [3 * s, 4 * s]]), gordan.geometry.Box([0.0, 0.0], [3 * s, 4 * s])):
        assert K.enclosing.radius == pytest.approx(2.5 * s)
        reach = gordan.geometry.Bodies(K, Ball([3 * s, 0.0], s)).reach
        assert reach == pytest.approx(6 * s)
