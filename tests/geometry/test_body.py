"""What is refused, and in which words."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import claimed
import gordan
from gordan.geometry import (
    AffineImage,
    Ball,
    Bodies,
    Box,
    Ellipsoid,
    HalfspaceIntersection,
    Hull,
    MinkowskiSum,
    SparseApart,
)
from gordan.outcome import Bracket, Run

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
        (lambda: gordan.geometry.separate_bodies(BALL, BALL, eps=0.0), "eps is 0.0"),
        (lambda: gordan.geometry.separate_bodies(BALL, BALL, eps=-1.0), "greater than 0"),
        (lambda: gordan.distance(BALL, BALL, tol=0.0), "tol"),
        (lambda: gordan.distance(BALL, Wrong([np.inf, 0.0])), "oracle of L gave a point that is not finite"),
        (lambda: gordan.distance(Wrong([0.0]), BALL), "2 coordinates"),
        (lambda: gordan.distance(Wrong("north"), BALL), "must give a point"),
        (lambda: gordan.distance(Wrong([5.0, 0.0], [9.0, 0.0]), BALL), "oracle of K contradicts itself"),
        (lambda: gordan.geometry.sparse_farkas(np.eye(2), [1.0], eps=0.1, mass=1.0), "equations"),
        (lambda: gordan.geometry.sparse_farkas(np.eye(2), [1.0, 1.0], eps=0.0, mass=1.0), "eps"),
        (lambda: gordan.geometry.sparse_farkas(np.eye(2), [1.0, 1.0], eps=0.1, mass=-1.0), "mass"),
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
    assert square.support([0.0, 1.0])[1] == pytest.approx(1.0)  # its inner point is known from here on
    inside = (np.zeros(2), np.zeros(4))
    monkeypatch.setattr("gordan.geometry.halfspace.greatest_product", lambda *_: inside)
    with pytest.raises(gordan.InputError, match="uncertain"):
        square.support([1.0, 0.0])


def test_a_curvature_of_another_shape_is_refused() -> None:
    class Odd(Ball):
        def curvature(self, direction: np.ndarray) -> np.ndarray:
            return np.eye(5)

    with pytest.raises(gordan.InputError, match="curvature of K"):
        gordan.distance(Odd([9.0, 1.0], 1.0), Ellipsoid([0.0, 0.0], np.diag([2.0, 0.5])))


def wedge(s: float, turn: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The rows of a triangle of length 1 with an angle of about 2s, turned; and a point far beyond its apex."""
    back = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return np.array([[s, 1.0], [s, -1.0], [-1.0, 0.0]]) @ back, np.array([s, s, 0.0]), np.array([10.0, 0.0]) @ back


@pytest.mark.parametrize("s", [0.5, 1e-2, 1e-4, 3e-5, 1e-5, 1e-6, 1e-8])
@pytest.mark.parametrize("way", ["apart", "newton"])
def test_sharp_corners_of_halfspaces_are_where_they_are(s: float, way: str) -> None:
    """The distance is that to the apex, known in fractions: it lies in the bracket, or the body is called too thin."""
    answered = 0
    for k in range(10):
        A, b, far = wedge(s, 0.6 * k)
        (p, q), (r, t) = ([Fraction(v) for v in row] for row in A[:2].tolist())
        sides = [Fraction(v) for v in b.tolist()]
        det = p * t - q * r
        apex = (sides[0] * t - sides[1] * q) / det, (p * sides[1] - r * sides[0]) / det
        square = sum((x - Fraction(v)) ** 2 for x, v in zip(apex, far.tolist(), strict=True))
        ball = Ball(far, 0.5) if way == "newton" else Hull([far])
        try:
            found = gordan.distance(HalfspaceIntersection(A, b), ball).bracket
        except gordan.InputError as error:
            assert "very thin" in str(error)  # noqa: PT017
            continue
        answered += 1
        radius = Fraction(0.5) if way == "newton" else Fraction(0)
        assert (Fraction(found.lower) + radius) ** 2 <= square <= (Fraction(found.upper) + radius) ** 2
        assert found.gap < 1e-7
    assert answered == 10 or s < 1e-4


def test_entries_that_the_program_drops_are_told() -> None:
    """The body is bounded: to say that it is not would be false."""
    thin = HalfspaceIntersection([[1e-9, 1.0], [1e-9, -1.0], [-1.0, 0.0]], [1e-9, 1e-9, 0.0])
    with pytest.raises(gordan.InputError, match="which HiGHS takes for 0"):
        thin.support([1.0, 0.0])
    with pytest.raises(gordan.InputError, match="scale the rows"):
        HalfspaceIntersection([[1e-300], [-1.0]], [1e300, 0.0]).support([1.0])
    tiny = HalfspaceIntersection([[1e-200, 0.0], [-1e-200, 0.0], [0.0, 1e200], [0.0, -1e200]], [1e-200, 0, 1e200, 0])
    np.testing.assert_allclose(tiny.support([1.0, 1.0]), [1.0, 1.0], atol=1e-9)


def test_a_body_without_interior_is_answered_for_its_rows() -> None:
    segment = HalfspaceIntersection([[0.0, 1.0], [0.0, -1.0], [1.0, 0.0], [-1.0, 0.0]], [0.0, 0.0, 1.0, 0.0])
    found = gordan.distance(segment, Ball([3.0, 0.0], 1.0)).bracket
    assert found.lower <= 1.0 <= found.upper
    assert found.gap < 1e-8


@pytest.mark.parametrize("size", [1e-50, 1.0, 1e50])
def test_support_points_of_halfspaces_violate_no_row(size: float) -> None:
    generator = np.random.default_rng(0)
    for d in (2, 4, 6):
        rows = generator.standard_normal((4 * d, d)) * 10.0 ** generator.uniform(-3, 3, (4 * d, 1))
        A = np.vstack([rows, np.eye(d), -np.eye(d)])
        b = np.r_[np.abs(rows).sum(axis=1) * generator.uniform(0.05, 1, 4 * d), np.ones(2 * d)] * size
        body = HalfspaceIntersection(A, b)
        for w in generator.standard_normal((3, d)):
            x = [Fraction(v) for v in body.support(w).tolist()]
            for row, side in zip(A.tolist(), b.tolist(), strict=True):
                assert sum(Fraction(a) * v for a, v in zip(row, x, strict=True)) <= Fraction(side)


@pytest.mark.parametrize("e", [1e-2, 1e-4, 1e-6])
@pytest.mark.parametrize("solver", ["aggressive-perceptron", "min-norm-point"])
def test_a_thin_corner_behind_a_body_leaves_its_hyperplane_alone(e: float, solver: str) -> None:
    """The wedge's apex is on the far side; how sure it is there does not matter, and nobody asks."""
    A, b, ball = [[-e, 1.0], [-e, -1.0], [1.0, 0.0]], [0.0, 0.0, 1.0], Ball([3.0, 0.0], 1.0)
    found = gordan.geometry.separate_bodies(HalfspaceIntersection(A, b), ball, eps=0.5, solver=solver)
    assert isinstance(found, gordan.Apart)
    bodies = gordan.geometry.Bodies(HalfspaceIntersection(A, b), ball)
    verdict = gordan.verify(bodies, found)
    assert verdict.holds, verdict
    further = claimed.replace(found, margin=found.margin + 1e-3)
    assert not gordan.verify(bodies, further).holds


@pytest.mark.parametrize("wrap", [lambda H: H, lambda H: MinkowskiSum(H, BALL), lambda H: AffineImage(H, np.eye(2))])
def test_what_a_body_was_asked_before_does_not_matter(wrap: Callable[[HalfspaceIntersection], Any]) -> None:
    e, far = 1e-4, Ball([6.0, 1.0], 1.0)
    body = HalfspaceIntersection([[-e, 1.0], [-e, -1.0], [1.0, 0.0]], [0.0, 0.0, 1.0])
    before = gordan.distance(wrap(body), far)
    body.support([-1.0, 0.0])  # the apex, less certain than the rest
    assert body.support_with_error([-1.0, 0.0])[1] > body.support_with_error([1.0, 0.1])[1]
    assert gordan.distance(wrap(body), far).bracket == before.bracket


class Polygon:
    """A hull that says no more of itself than where it is extreme."""

    dimension = 2

    def __init__(self, points: np.ndarray) -> None:
        self.points = points

    def support(self, direction: np.ndarray) -> np.ndarray:
        return self.points[np.argmax(self.points @ direction)]


@pytest.mark.parametrize("away", [1.0, 1e8, 1e13])
def test_parts_of_a_sum_are_rounded_where_they_are(away: float) -> None:
    """The lower end is what the direction shows, in fractions, also of parts far away without `enclosing`."""
    angles = np.linspace(0.0, 2 * np.pi, 400)
    circle, target = np.column_stack([np.cos(angles), np.sin(angles)]), np.array([[5.0, 5.0], [6.0, 7.0]])
    for turn in np.linspace(0.1, 6.0, 8):
        offset = away * np.array([np.cos(turn), np.sin(turn)])
        parts = offset + circle, -offset + 0.5 * circle[:3]
        found = gordan.distance(MinkowskiSum(*map(Polygon, parts)), Hull(target), tol=1e-12, max_iter=300)
        u = [Fraction(v) for v in found.direction.tolist()]
        low, also, high = (
            [sum(a * Fraction(v) for a, v in zip(u, row, strict=True)) for row in points.tolist()]
            for points in (*parts, target)
        )
        shown = min(low) + min(also) - max(high)
        lower = Fraction(found.bracket.lower) * (1 - Fraction(1, 10**14))  # the direction's own length is rounded
        assert isinstance(found, gordan.Apart)
        assert shown >= lower


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda body: pickle.loads(pickle.dumps(body))])
def test_sums_can_be_copied(copied: Callable[[MinkowskiSum], MinkowskiSum]) -> None:
    for other, smooth in ((BALL, True), (Box([0.0, 0.0], [1.0, 1.0]), False)):
        twin = copied(MinkowskiSum(BALL, other))
        assert twin.support([1.0, 0.0])[0] == 2.0
        assert hasattr(twin, "curvature") == smooth


@pytest.mark.parametrize("shape", [(1000, 1), (1, 1000)])
def test_images_count_the_longest_sum(shape: tuple[int, int]) -> None:
    image = AffineImage(Ball(np.zeros(shape[1]), 1.0), np.full(shape, 1000.0**-0.5))
    assert image.error >= 1000 * 2.0**-53


def test_a_margin_beyond_the_hyperplane_is_refused_to_the_last_bit() -> None:
    """The hyperplane 3x = offset is a little nearer to the origin than its rounded quotient."""
    refused = 0
    for offset in np.linspace(-1.49, -1.01, 20).tolist():
        margin = abs(offset / 3.0)
        found = SparseApart(
            bracket=Bracket(),
            direction=np.array([3.0]),
            offset=offset,
            p=np.array([[0.0]]),
            q=np.array([[-1.0]]),
            times=np.array([3.0]),
            towards=np.array([[1.0]]),
            margin=0.3,
            limit=30.0,
            is_sum=True,
            run=Run("aggressive-perceptron", n_iter=3),
        )
        bodies = gordan.geometry.Bodies(Hull([[0.0]]), Hull([[-1.0]]))
        assert gordan.verify(bodies, found).holds
        if Fraction(margin) > Fraction(offset) / -3:
            refused += 1
            assert not gordan.verify(bodies, claimed.replace(found, margin=margin)).holds
    assert refused
