"""What is refused, and in which words."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import gordan
from gordan import AffineImage, Ball, Bodies, Box, Ellipsoid, HalfspaceIntersection, Hull, MinkowskiSum

BALL = Ball([0.0, 0.0], 1.0)


class Wrong:
    """A support oracle that gives whatever it was told to."""

    dimension = 2

    def __init__(self, *answers: object) -> None:
        self.answers = list(answers)

    def support(self, direction: np.ndarray) -> object:
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (lambda: Hull(np.empty((0, 3))), "empty"),
        (lambda: Hull([1.0, 2.0]), "shape"),
        (lambda: Hull([["a"]]), "numbers"),
        (lambda: Hull([[np.nan]]), "not finite"),
        (lambda: Ball([0.0], -1.0), "radius"),
        (lambda: Box([0.0, 2.0], [1.0, 1.0]), "entry 1"),
        (lambda: Box([0.0], [1.0, 1.0]), "as many"),
        (lambda: Ellipsoid([0.0], np.eye(2)), "rows"),
        (lambda: HalfspaceIntersection(np.eye(2), [1.0]), "as many"),
        (lambda: HalfspaceIntersection([[1.0, 0.0]], [1.0]).support([0.0, 1.0]), "unbounded"),
        (lambda: HalfspaceIntersection([[1.0], [-1.0]], [0.0, -1.0]).support([1.0]), "empty"),
        (MinkowskiSum, "no bodies"),
        (lambda: MinkowskiSum(BALL, Ball([0.0], 1.0)), "dimensions 1 and 2"),
        (lambda: AffineImage(BALL, np.eye(3)), "columns"),
        (lambda: AffineImage(BALL, np.eye(2), [0.0]), "shift"),
        (lambda: Bodies(BALL, Ball([0.0], 1.0)), "dimension"),
        (lambda: Bodies(BALL, "ball"), "not a body"),
        (lambda: Bodies(type("No", (), {"support": lambda s, d: d})(), type("No", (), {"support": id})()), "neither"),
        (lambda: gordan.separate_bodies(BALL, BALL, eps=0.0), "eps is 0.0"),
        (lambda: gordan.separate_bodies(BALL, BALL, eps=-1.0), "greater than 0"),
        (lambda: gordan.measure_distance(BALL, BALL, tol=0.0), "tol"),
        (lambda: gordan.measure_distance(BALL, Wrong([np.inf, 0.0])), "oracle of L gave a point that is not finite"),
        (lambda: gordan.measure_distance(Wrong([0.0]), BALL), "2 coordinates"),
        (lambda: gordan.measure_distance(Wrong("north"), BALL), "must give a point"),
        (lambda: gordan.measure_distance(Wrong([5.0, 0.0], [9.0, 0.0]), BALL), "oracle of K contradicts itself"),
        (lambda: gordan.sparse_farkas(np.eye(2), [1.0], eps=0.1, mass=1.0), "equations"),
        (lambda: gordan.sparse_farkas(np.eye(2), [1.0, 1.0], eps=0.0, mass=1.0), "eps"),
        (lambda: gordan.sparse_farkas(np.eye(2), [1.0, 1.0], eps=0.1, mass=-1.0), "mass"),
    ],
)
def test_refused(asked: Callable[[], object], words: str) -> None:
    with pytest.raises(gordan.InputError, match=words):
        asked()


@pytest.mark.parametrize("d", [1, 4])
def test_supports_are_extreme_and_enclosed(d: int) -> None:
    """No point of a body lies farther out than its support, none beyond its ball."""
    generator = np.random.default_rng(d)
    points, matrix = generator.standard_normal((20, d)), generator.standard_normal((d, d))
    box = Box(-np.ones(d), 2 * np.ones(d))
    halfspaces = HalfspaceIntersection(np.vstack([np.eye(d), -np.eye(d)]), np.r_[2 * np.ones(d), np.ones(d)])
    bodies = [Hull(points), Ball(np.ones(d), 2.0), Ellipsoid(np.ones(d), matrix), box, halfspaces]
    bodies += [MinkowskiSum(box, Hull(points)), AffineImage(Hull(points), matrix, np.ones(d))]
    directions = [*generator.standard_normal((12, d)), np.zeros(d)]
    for body in bodies:
        found = np.array([body.support(w) for w in directions])
        for w, point in zip(directions, found, strict=True):
            assert (found @ w).max() <= point @ w + 1e-9
        assert (np.linalg.norm(found - body.enclosing.centre, axis=1) <= body.enclosing.radius + 1e-9).all()
    np.testing.assert_allclose(
        [box.support(w) for w in directions[:-1]], [halfspaces.support(w) for w in directions[:-1]]
    )


def test_halfspaces_refuse_a_point_that_its_multipliers_do_not_support(monkeypatch: pytest.MonkeyPatch) -> None:
    square = HalfspaceIntersection(np.vstack([np.eye(2), -np.eye(2)]), np.ones(4))
    assert square.enclosing.radius == pytest.approx(2**0.5)
    inside = (np.zeros(2), np.zeros(4))
    monkeypatch.setattr("gordan.compression.body.halfspace.greatest_product", lambda *_: inside)
    with pytest.raises(gordan.InputError, match="uncertain"):
        square.support([1.0, 0.0])


def test_a_curvature_of_another_shape_is_refused() -> None:
    class Odd(Ball):
        def curvature(self, direction: np.ndarray) -> np.ndarray:
            return np.eye(5)

    with pytest.raises(gordan.InputError, match="curvature of K"):
        gordan.measure_distance(Odd([9.0, 1.0], 1.0), Ellipsoid([0.0, 0.0], np.diag([2.0, 0.5])))
