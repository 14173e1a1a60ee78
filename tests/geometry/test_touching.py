"""Bodies that have a point in common: it is shown in fractions, and no body is said to touch one that it does not."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import gordan
from gordan.geometry import Ball, Bodies, Box, HalfspaceIntersection, Hull
from gordan.outcome import Bracket
from gordan.outcome.bodies import CommonPoint

SQUARE = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]
TRIANGLE = HalfspaceIntersection([[-1.0, 0.0], [0.0, -1.0], [1.0, 1.0]], [0.0, 0.0, 1.0])


@pytest.mark.parametrize(
    ("K", "L"),
    [
        (Ball([0.0, 0.0], 1.0), Ball([3.0, 4.0], 4.0)),
        (Ball([0.0, 0.0], 0.0), Ball([0.0, 0.0], 0.0)),
        (Ball([2.0, 0.5], 1.0), Hull(SQUARE)),
        (Ball([0.25, 0.25], 0.1), Hull(SQUARE)),
        (Ball([1.0, 1.0], 0.75), TRIANGLE),
        (Ball([0.25, 0.25], 0.125), TRIANGLE),
        (Ball([2.0, 0.0], 1.0), Box([-1.0, -1.0], [1.0, 1.0])),
        (Box([0.0, 0.0], [1.0, 1.0]), Box([1.0, 1.0], [2.0, 2.0])),
        (Box([0.0, 0.0], [1.0, 1.0]), Hull([[1.0, 0.5], [3.0, 0.1]])),
        (Box([0.5, 0.5], [1.0, 1.0]), TRIANGLE),
        (Hull([[0.0, 0.0], [1.0, 1.0]]), Hull([[0.0, 1.0], [1.0, 0.0]])),
        (Hull([[0.0, 0.0], [1.0, 3.0]]), Hull([[0.0, 1.0], [1.0, 0.0]])),
        (Hull([[0.1, 0.9], [2.0, 2.0]]), TRIANGLE),
        (TRIANGLE, TRIANGLE),
    ],
)
@pytest.mark.parametrize("unit", [1.0, 2.0**-300, 2.0**300])
def test_a_common_point_is_found_and_verified(K: Any, L: Any, unit: float) -> None:
    for one, other in ((K, L), (L, K)):
        answer = gordan.distance(_scaled(one, unit), _scaled(other, unit))
        truly = _touch(one, other)
        assert answer.kind == ("touching" if truly else "undecided")
        assert answer.bracket.lower == 0.0
        if truly:
            assert answer.verdict.holds
            assert (answer.bracket.upper, answer.reason.code.value) == (0.0, "proved")
            assert np.array_equal(answer.point, [float(v) for v in answer.proof.point])
            assert answer.to_dict()["proof"] == {"point": [str(v) for v in answer.proof.point]}


def _touch(K: Any, L: Any) -> bool:
    """False of the one pair that comes within rounding of touching and does not: 0.1 + 0.9 is more than 1."""
    pair = [body for body in (K, L) if isinstance(body, Hull) and body.points[0, 0] == 0.1]
    return not pair or Fraction(0.1) + Fraction(0.9) <= 1


def _scaled(body: Any, unit: float) -> Any:
    if isinstance(body, Hull):
        return Hull(unit * body.points)
    if isinstance(body, Ball):
        return Ball(unit * body.centre, unit * body.radius)
    if isinstance(body, Box):
        return Box(unit * body.lower, unit * body.upper)
    return HalfspaceIntersection(body.A, unit * body.b)


def test_bodies_apart_by_a_bit_are_not_said_to_touch() -> None:
    up = np.nextafter(1.0, 2.0)
    for K, L in (
        (Box([0.0], [1.0]), Box([up], [2.0])),
        (Ball([0.0, 0.0], 1.0), Ball([2.0 * up, 0.0], 1.0)),
        (Hull(SQUARE), Ball([2.0 * up, 0.5], 1.0)),
        (Hull(SQUARE), Hull([[up, 0.5], [2.0, 0.5]])),
        (HalfspaceIntersection([[1.0], [-1.0]], [1.0, 0.0]), Box([up], [2.0])),
    ):
        assert gordan.distance(K, L).kind in ("undecided", "apart")
        assert gordan.distance(L, K).kind in ("undecided", "apart")


def test_random_hulls_of_whole_points_touch_where_the_origin_is_a_mean_of_differences() -> None:
    generator = np.random.default_rng(3)
    kinds = set()
    for _ in range(60):
        P, Q = (generator.integers(-3, 4, size=(int(generator.integers(1, 5)), 2)).astype(float) for _ in range(2))
        answer = gordan.distance(Hull(P), Hull(Q))
        differences = (P[:, None] - Q[None]).reshape(-1, 2)
        truth = gordan.feasible(
            gordan.Program(np.vstack([differences.T, np.ones(len(differences))]), [0, 0, 1], [0, 0, 1], lower=0)
        )
        assert answer.kind == {"feasible": "touching", "infeasible": "apart"}[truth.kind]
        kinds.add(answer.kind)
    assert kinds == {"touching", "apart"}


class Lopsided(Ball):
    """A subclass may be another body than its numbers say."""

    def support(self, direction: Any, /) -> Any:
        return self.centre + 0.5 * self.radius * direction / (np.linalg.norm(direction) or 1.0)


def test_bodies_known_by_their_support_points_stay_undecided() -> None:
    box = Box([-1.0, -1.0], [1.0, 1.0])
    for body in (
        gordan.geometry.Ellipsoid([0.0, 0.0], np.eye(2)),
        gordan.geometry.MinkowskiSum(box, box),
        Lopsided([0.0, 0.0], 1.0),
    ):
        answer = gordan.distance(body, box)
        assert isinstance(answer, gordan.Undecided)
        assert (answer.kind, answer.proof, answer.bracket.lower) == ("undecided", None, 0.0)
        assert answer.bracket.upper <= 1e-9
        assert str(answer).startswith("Undecided: the distance lies in")


HALF = Fraction(1, 2)


def touches(K: Any, L: Any, proof: CommonPoint) -> bool:
    return gordan.verify(Bodies(K, L), gordan.Touching(proof=proof)).holds


def test_a_subclass_has_no_numbers_of_its_own() -> None:
    origin = CommonPoint((Fraction(0), Fraction(0)))
    assert touches(Ball([0.0, 0.0], 1.0), Box([0.0, 0.0], [1.0, 1.0]), origin)
    assert not touches(Lopsided([0.0, 0.0], 1.0), Box([0.0, 0.0], [1.0, 1.0]), origin)


@pytest.mark.parametrize("proof", [None, 3, CommonPoint((0.5, 0.5)), CommonPoint((HALF, HALF), ((0, 0.5), (3, 0.5)))])  # type: ignore[arg-type]
def test_a_proof_of_other_values_is_refused(proof: Any) -> None:
    assert not touches(Hull(SQUARE), Box([0.0, 0.0], [1.0, 1.0]), proof)


@pytest.mark.parametrize(
    ("shape", "proof"),
    [
        (Hull(SQUARE), CommonPoint((HALF, HALF), weights_k=((0, HALF), (3, HALF)))),
        (Box(np.zeros(2), np.ones(2)), CommonPoint((Fraction(1), Fraction(0)))),
        (Ball(np.zeros(2), 5.0), CommonPoint((Fraction(3), Fraction(4)))),
        (HalfspaceIntersection([[1.0, 1.0]], [1.0]), CommonPoint((HALF, HALF))),
    ],
)
def test_a_spoilt_point_is_refused(shape: Any, proof: CommonPoint) -> None:
    anywhere = HalfspaceIntersection(np.zeros((1, 2)), np.zeros(1))
    tiny = Fraction(1, 10**40)
    assert touches(shape, anywhere, proof)
    swapped = replace(proof, weights_k=(), weights_l=proof.weights_k)
    assert touches(anywhere, shape, swapped)
    spoilt = [
        replace(proof, point=(proof.point[0] + tiny, proof.point[1] + tiny)),
        replace(proof, point=proof.point[:1]),
    ]
    if proof.weights_k:
        spoilt += [replace(proof, weights_k=weights) for weights in _wrong(proof.weights_k)]
    for lie in spoilt:
        assert not touches(shape, anywhere, lie)


def _wrong(weights: tuple[tuple[int, Fraction], ...]) -> list[tuple[tuple[int, Fraction], ...]]:
    (i, v), (j, w) = weights
    return [(), ((i, v),), ((i, v), (99, w)), ((i, v), (-1, w)), ((i, 2 * v), (j, w - v)), ((i, v), (1, w))]


@pytest.mark.parametrize("unit", [1.0, 2.0**-400, 2.0**400])
def test_a_hyperplane_between_bodies_is_verified_from_their_numbers(unit: float) -> None:
    generator = np.random.default_rng(8)
    for d in (1, 2, 9):
        P, Q = generator.standard_normal((30, d)), generator.standard_normal((20, d)) + 9.0
        bodies = [Hull(unit * P), Ball(unit * P[0], unit * 1.5), Box(unit * P.min(axis=0), unit * P.max(axis=0))]
        others = [Hull(unit * Q), Ball(unit * Q[0], unit * 0.5), Box(unit * Q.min(axis=0), unit * Q.max(axis=0))]
        for K in bodies:
            for L in others:
                answer = gordan.distance(K, L)
                assert isinstance(answer, gordan.Apart)
                assert answer.verdict.holds
                assert answer.verdict.bracket.lower >= answer.bracket.lower


def test_a_hyperplane_that_is_not_between_is_refused_to_the_last_bit() -> None:
    K, L = Hull([[3.0, 4.0], [9.0, 9.0]]), Ball(np.zeros(2), 1.0)

    def judged(direction: Any, offset: float, lower: float, upper: float = 4.0000001) -> bool:
        p, q = np.array([3.0, 4.0]), np.array([0.6, 0.8])
        claim = gordan.Apart(bracket=Bracket(lower, upper), direction=direction, offset=offset, p=p, q=q)
        return gordan.verify(Bodies(K, L), claim).holds

    w = np.array([3.0, 4.0])
    below, above = float(np.nextafter(4.0, 0.0)), float(np.nextafter(4.0, 5.0))
    assert judged(w, 10.0, below)
    assert judged(w, 10.0, 4.0)
    assert not judged(w, 10.0, 4.0, below)
    for direction, offset, lower in ((w, 10.0, above), (w, 25.0, 1.0), (w, 5.0, 1.0), (-w, 10.0, 1.0)):
        assert not judged(direction, offset, lower)
    for direction in (np.zeros(2), np.array([np.nan, 1.0]), np.ones(3), "w", np.ones(2, dtype=np.float32)):
        assert not judged(direction, 0.0, 1.0)


MATRIX = [[1.0, 0.25], [0.5, 2.0]]
OTHERS: dict[str, Any] = {
    "ellipsoid": gordan.geometry.Ellipsoid([9.0, 3.0], MATRIX),
    "image of a ball": gordan.geometry.AffineImage(Ball([3.0, 1.0], 1.0), MATRIX, [9.0, 0.1]),
    "image of a hull": gordan.geometry.AffineImage(Hull(SQUARE), MATRIX, [9.0, 0.1]),
    "sum": gordan.geometry.MinkowskiSum(Box([9.0, 9.0], [10.0, 12.0]), Ball([0.1, 0.2], 0.7), Hull(SQUARE)),
    "image of a sum": gordan.geometry.AffineImage(
        gordan.geometry.MinkowskiSum(Ball([9.0, 9.0], 1.0), gordan.geometry.Ellipsoid([0.0, 0.0], MATRIX)), MATRIX
    ),
}


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("other", [Ball([-1.0, 0.0], 1.5), Hull(SQUARE), gordan.geometry.Ellipsoid([0.0, 0.0], MATRIX)])
def test_ellipsoids_images_and_sums_are_judged_by_their_numbers(name: str, other: Any) -> None:
    body = OTHERS[name]
    for K, L in ((body, other), (other, body)):
        answer = gordan.distance(K, L)
        assert isinstance(answer, gordan.Apart)
        assert answer.verdict.holds
        assert answer.verdict.proof == "exact"
        assert answer.verdict.bracket.lower >= answer.bracket.lower
        lower, upper = answer.bracket.lower, answer.bracket.upper
        # The truth lies in between, for a hyperplane and two points say so.
        assert answer.bracket.gap <= 1e-6
        for lie in (
            {"bracket": Bracket(upper * (1 + 1e-9), 2 * upper)},
            {"bracket": Bracket(lower, lower * (1 - 1e-9))},
            {"offset": answer.offset + lower},
            {"offset": answer.offset - lower},
            {"direction": -answer.direction},
            {"p": answer.p - lower * answer.direction, "bracket": Bracket(lower, 0.5 * lower)},
        ):
            assert not gordan.verify(Bodies(K, L), replace(answer, **lie)).holds, lie


class Pointed:
    """A disc that is known by its support points alone."""

    dimension = 2

    def support(self, direction: Any, /) -> Any:
        return direction / (np.linalg.norm(direction) or 1.0)


@pytest.mark.parametrize("K", [HalfspaceIntersection([[-1.0, 0.0], [0.0, -1.0], [1.0, 1.0]], [-3.0, 0.0, 9.0])])
def test_bodies_without_numbers_are_judged_by_new_support_points(K: Any) -> None:
    answer = gordan.distance(K, Pointed())
    assert isinstance(answer, gordan.Apart)
    assert answer.verdict.holds
    assert any("support points trusted" in check.arithmetic for check in answer.verdict.checks)
    lower, upper = answer.bracket.lower, answer.bracket.upper
    assert lower <= 2.0 <= upper
    for lie in (
        {"bracket": Bracket(upper * (1 + 1e-9), 2 * upper)},
        {"bracket": Bracket(lower, lower * (1 - 1e-9))},
        {"offset": answer.offset + lower},
        {"offset": answer.offset - lower},
        {"direction": 0.0 * answer.direction},
    ):
        assert not gordan.verify(Bodies(K, Pointed()), replace(answer, **lie)).holds, lie


def test_what_is_no_answer_about_bodies() -> None:
    bodies = Bodies(Ball([3.0], 1.0), Ball([0.0], 1.0))
    with pytest.raises(gordan.InputError, match="two bodies with an answer that is not undecided"):
        gordan.verify(bodies, gordan.distance(*[Lopsided([0.0], 1.0)] * 2))
    with pytest.raises(gordan.InputError, match="the claim a Apart"):
        gordan.verify(gordan.Program([[1.0]], [0.0]), gordan.distance(bodies.K, bodies.L))
