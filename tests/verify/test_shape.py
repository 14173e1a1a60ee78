"""Bodies that are given by numbers, check by check: points of them, their lowest products, roots, both ends."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from gordan.geometry import AffineImage, Ball, Box, Ellipsoid, HalfspaceIntersection, Hull, MinkowskiSum
from gordan.outcome import Bracket
from gordan.outcome.bodies import Apart, CommonPoint
from gordan.problem.bodies import Bodies
from gordan.verify.body import judge_bodies
from gordan.verify.shape import (
    _exact,
    _from_hull,
    _lowest_rows,
    _weights_near,
    judge_apart,
    judge_common,
    lowest,
    measured,
    root_above,
)

TINY = Fraction(1, 10**40)
HALF = Fraction(1, 2)
EVERYWHERE = Box([-100.0, -100.0], [100.0, 100.0])
BOX, BALL = Box([0.0, 1.0], [2.0, 3.0]), Ball([1.0, 0.0], 3.0)
HULL = Hull([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]])
HALFSPACES = HalfspaceIntersection([[1.0, 1.0], [-1.0, 0.0], [0.0, -1.0]], [2.0, 0.0, -0.5])
BELONGS = "the point belongs to K"
OWN = "weights of the vertices of K"


class Other(Box):
    """Numbers of a box, and support points that may be others."""


class OtherHalfspaces(HalfspaceIntersection):
    """Numbers of halfspaces, and support points that may be others."""


def failing(checks: Any) -> list[str]:
    return [check.name for check in checks if not check.holds]


@pytest.mark.parametrize(
    ("body", "point", "weights", "wrong"),
    [
        (BOX, (0, 1), (), []),
        (BOX, (2, 3), (), []),
        (BOX, (-TINY, 2), (), [BELONGS]),
        (BOX, (1, 3 + TINY), (), [BELONGS]),
        (BALL, (4, 0), (), []),
        (BALL, (1, -3), (), []),
        (BALL, (4 + TINY, 0), (), [BELONGS]),
        (BALL, (-3, 0), (), [BELONGS]),
        (HULL, (1, 1), ((1, HALF), (2, HALF)), []),
        (HULL, (0, 0), ((0, Fraction(1)),), []),
        (HULL, (1, 1 + TINY), ((1, HALF), (2, HALF)), [BELONGS]),
        (HULL, (1, 1 - TINY), ((1, HALF), (2, HALF)), [BELONGS]),
        (HULL, (2, 2), ((1, Fraction(1)), (2, Fraction(1))), [f"{OWN} have the sum 1"]),
        (HULL, (0, 0), (), [f"{OWN} have the sum 1"]),
        (HULL, (3, -1), ((1, Fraction(3, 2)), (2, -HALF)), [f"{OWN} are not negative"]),
        (HULL, (0, 2), ((3, Fraction(1)),), [f"{OWN} are of its vertices", BELONGS]),
        (HULL, (0, 2), ((-1, Fraction(1)),), [f"{OWN} are of its vertices", BELONGS]),
        (HALFSPACES, (Fraction(3, 2), HALF), (), []),
        (HALFSPACES, (1, 1 + TINY), (), [BELONGS]),
        (HALFSPACES, (1, HALF - TINY), (), [BELONGS]),
        (Other([0.0, 1.0], [2.0, 3.0]), (1, 2), (), [BELONGS]),
        (OtherHalfspaces([[1.0, 1.0]], [2.0]), (0, 0), (), [BELONGS]),
        (Ellipsoid([0.0, 0.0], [[1.0, 0.0], [0.0, 1.0]]), (0, 0), (), [BELONGS]),
    ],
)
def test_a_point_of_a_body(body: Any, point: Any, weights: Any, wrong: list[str]) -> None:
    proof = CommonPoint(tuple(map(Fraction, point)), weights)
    assert failing(judge_common(body, EVERYWHERE, proof)) == wrong


def test_a_point_has_as_many_coordinates_as_both_bodies() -> None:
    for point in ((), (HALF,), (HALF, HALF, HALF)):
        named = [BELONGS, "the point belongs to L"]
        assert failing(judge_common(EVERYWHERE, EVERYWHERE, CommonPoint(point))) == named


@pytest.mark.parametrize(
    ("body", "direction", "expected"),
    [
        (BOX, (1, -1), -3),
        (BOX, (-1, 1), -1),
        (Ball([1.0, 2.0], 0.5), (3, 4), Fraction(17, 2)),
        (Ellipsoid([1.0, 2.0], [[1.0, 0.0], [0.0, 2.0]]), (3, 2), 2),
        (AffineImage(Ball([1.0, 0.0], 2.0), [[1.0, 0.0], [0.0, 2.0]], [5.0, 7.0]), (3, 2), 15 + 14 + 3 - 10),
        (MinkowskiSum(BOX, Ball([1.0, 2.0], 0.5)), (3, 4), 4 + Fraction(17, 2)),
        (HULL, (1, -2), -4),
        (HULL, (Fraction(-1, 3), Fraction(1, 7)), Fraction(-2, 3)),
        (HULL, (-(10**400), 0), -2 * 10**400),
    ],
)
def test_the_least_product_of_a_body(body: Any, direction: Any, expected: Any) -> None:
    assert measured(body)
    assert lowest(body, list(map(Fraction, direction))) == expected


def test_only_bodies_whose_numbers_say_everything_are_measured() -> None:
    assert not measured(Other([0.0], [1.0]))
    assert not measured(HALFSPACES)
    assert not measured(MinkowskiSum(BOX, Other([0.0, 0.0], [1.0, 1.0])))
    assert not measured(AffineImage(Other([0.0], [1.0]), [[1.0]]))


def test_few_rows_may_have_the_least_product() -> None:
    rows = np.array([[0.0], [1.0], [2.0]])
    assert _lowest_rows(rows, [Fraction(1)]) == [0]
    assert _lowest_rows(rows, [Fraction(-1)]) == [2]
    # Products that differ by less than they may be off by are both asked for without rounding.
    close = np.array([[1.0 + 2.0**-52, 1.0], [1.0, 1.0]])
    assert _lowest_rows(close, [Fraction(1), Fraction(1)]) == [0, 1]
    # A third is no double, and is rounded to one: what that may change is part of the bound.
    assert _lowest_rows(rows, [Fraction(1, 3)]) == [0]
    assert _lowest_rows(1.0 + 2.0**-52 * rows, [Fraction(1, 3)]) == [0, 1, 2]
    assert _lowest_rows(2.0**900 * rows, [Fraction(1, 3 * 2**1074)]) == [0, 1, 2]
    assert _lowest_rows(rows, [Fraction(10**400)]) == [0, 1, 2]


@pytest.mark.parametrize(
    "square", [2, Fraction(1, 3), Fraction(5, 7 * 10**60), 10**60 + 1, Fraction(10**300, 7), Fraction(1, 3 * 10**700)]
)
def test_a_root_is_next_above(square: Any) -> None:
    root = root_above(Fraction(square))
    assert square <= root**2 <= Fraction(square) * (1 + Fraction(1, 2**196))


def test_roots_of_squares() -> None:
    for root in (0, 1, 7, Fraction(3, 8), 10**90, Fraction(1, 2**500)):
        assert root_above(Fraction(root) ** 2) == root


def apart(K: Any, L: Any, **fields: Any) -> list[Any]:
    """The checks of bodies that the first axis separates."""
    given: dict[str, Any] = {"direction": [1.0, 0.0], "offset": 3.0, "lower": 0.0, "upper": 99.0}
    given |= {"p": [9.0, 0.0], "q": [1.0, 0.0]} | fields
    arrays = {name: np.array(given[name]) for name in ("direction", "p", "q")}
    bracket = Bracket(given["lower"], given["upper"])
    return judge_apart(K, L, Apart(bracket=bracket, offset=given["offset"], **arrays))


ROUND = Ellipsoid([10.0, 0.0], [[1.0, 0.0], [0.0, 1.0]])
UNIT = Ball([0.0, 0.0], 1.0)
KINDS = [
    (ROUND, UNIT),
    (Ball([10.0, 0.0], 1.0), Ellipsoid([0.0, 0.0], [[1.0, 0.0], [0.0, 1.0]])),
    (Box([9.0, -1.0], [11.0, 1.0]), Box([-1.0, -1.0], [1.0, 1.0])),
    (Hull([[9.0, 0.0], [11.0, 1.0], [11.0, -1.0]]), Hull([[-1.0, -1.0], [1.0, 0.0], [-1.0, 1.0]])),
]


@pytest.mark.parametrize(("K", "L"), KINDS)
def test_the_ends_of_a_distance(K: Any, L: Any) -> None:
    for lie, wrong in (
        ({"lower": 8.0, "upper": 8.0 + 2.0**-40}, []),
        ({"lower": 8.0 + 2.0**-40}, ["margin at least"]),
        ({"upper": 8.0 - 2.0**-40}, ["margin at most"]),
        ({"offset": 9.0}, ["K lies above the hyperplane"]),
        ({"offset": 9.0 - 2.0**-40}, []),
        ({"offset": 1.0}, ["L lies below the hyperplane"]),
        ({"offset": 1.0 + 2.0**-40}, []),
        # Points before their bodies are near each other, and that is made up for.
        ({"p": [8.0, 0.0], "upper": 8.0 - 2.0**-40}, ["margin at most"]),
        ({"q": [2.5, 0.0], "upper": 8.0 - 2.0**-40}, ["margin at most"]),
        ({"p": [8.0, 0.0], "upper": 8.0 + 2.0**-40}, []),
        ({"q": [2.5, 0.0], "upper": 8.0 + 2.0**-40}, []),
        # Points inside are no nearer than they are.
        ({"p": [9.5, 0.0], "upper": 8.5 - 2.0**-40}, ["margin at most"]),
        ({"q": [0.5, 0.0], "upper": 8.5 - 2.0**-40}, ["margin at most"]),
        ({"p": [9.5, 0.0], "upper": 8.5 + 2.0**-40}, []),
        ({"q": [0.5, 0.0], "upper": 8.5 + 2.0**-40}, []),
    ):
        assert failing(apart(K, L, **lie)) == wrong, lie


def test_no_direction_separates_nothing() -> None:
    for offset in (-1.0, 0.0, 1.0):
        assert failing(apart(*KINDS[0], direction=[0.0, 0.0], offset=offset))[0].endswith("the hyperplane")


@pytest.mark.parametrize(
    ("points", "point", "distance"),
    [
        ([[0.0, 0.0], [1.0, 0.0]], (0, 10), 10),
        ([[0.0, 0.0], [1.0, 0.0]], (4, -4), 5),
        ([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]], (HALF, HALF), 0),
        ([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]], (0, 2), 0),
        ([[7.0, 7.0]], (4, 3), 5),
        ([[1e200, 0.0], [0.0, 1e-200]], (-3, 0), 3),
    ],
)
def test_a_point_is_no_nearer_to_a_hull_than_a_mean_of_vertices(points: Any, point: Any, distance: int) -> None:
    given = _from_hull(np.array(points), list(map(Fraction, point)))
    assert given >= distance
    if not distance:
        assert given < Fraction(1, 2**40)


def test_weights_of_vertices_are_never_negative() -> None:
    draws = np.random.default_rng(1)
    for d in (1, 2, 5):
        for _ in range(20):
            points = draws.normal(size=(d + 4, d))
            shares = draws.dirichlet(np.ones(d + 4))
            for target in (shares @ points, draws.normal(size=d) * 3):
                weights = _weights_near(points, target)
                assert (weights >= 0).all()
                assert weights.any()
            inside = _from_hull(points, _exact(shares @ points))
            assert inside < 1e-9


def test_a_composed_body_is_judged_in_fractions() -> None:
    K = MinkowskiSum(Ball([9.0, 0.0], 1.0), Box([0.0, 0.0], [1.0, 1.0]))
    claim = Apart(
        bracket=Bracket(7.0, 7.5),
        direction=np.array([1.0, 0.0]),
        offset=2.0,
        p=np.array([8.0, 0.0]),
        q=np.array([1.0, 0.0]),
    )
    verdict = judge_bodies(Bodies(K, UNIT), claim)
    assert verdict.holds
    assert verdict.proof == "exact"
    assert "trusted" not in str(verdict.checks)
