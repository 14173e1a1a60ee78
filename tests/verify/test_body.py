"""Claims about bodies that answer for support points: each false in one thing, which one check refuses."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from claimed import replace
from gordan.geometry import Ball, Box
from gordan.outcome import Bracket
from gordan.outcome.bodies import Apart, CommonPoint, Near, SparseApart, Touching
from gordan.problem.bodies import Bodies, Consulted
from gordan.verify.body import _above, _mean, _of_sums, judge_bodies

ATOM = 2.0**-40


class Vertices:
    """A body of nobody's own, with the error that its support points admit to."""

    def __init__(self, points: Any, error: float = 0.0) -> None:
        self._points, self.error = np.array(points, float), error
        self.dimension = self._points.shape[1]

    def support(self, direction: Any) -> Any:
        return self._points[np.argmax(self._points @ direction)]


def failing(bodies: Bodies, claim: Any, **lie: Any) -> list[str]:
    return [
        check.name for check in judge_bodies(bodies, replace(claim, **lie) if lie else claim).checks if not check.holds
    ]


def row(*values: float) -> Any:
    return np.array(values, float)


# Five from the origin on either side.
K, L = [[3.0, 4.0], [6.0, 8.0]], [[-3.0, -4.0], [-6.0, -8.0]]
APART = Apart(bracket=Bracket(10 - ATOM, 10 + ATOM), direction=row(3, 4), offset=0.0, p=row(3, 4), q=row(-3, -4))
HYPERPLANE, POINTS = "hyperplane in finite numbers", "points in finite numbers"
ABOVE, BELOW = "K lies above the hyperplane", "L lies below the hyperplane"
LOWER, UPPER = "margin at least", "margin at most"


@pytest.mark.parametrize(
    ("lie", "wrong"),
    [
        ({}, []),
        ({"offset": 25.0 - ATOM}, []),
        ({"offset": 25.0 + ATOM}, [ABOVE]),
        ({"offset": ATOM - 25.0}, []),
        ({"offset": -25.0 - ATOM}, [BELOW]),
        ({"bracket": Bracket(10 + ATOM, 11.0)}, [LOWER]),
        ({"bracket": Bracket(9.0, 10 - ATOM)}, [UPPER]),
        ({"p": row(6, 8), "bracket": Bracket(9.0, 14.9)}, [UPPER]),
        ({"p": row(6, 8), "bracket": Bracket(9.0, 15.1)}, []),
        ({"q": row(-6, -8), "bracket": Bracket(9.0, 14.9)}, [UPPER]),
        ({"q": row(-6, -8), "bracket": Bracket(9.0, 15.1)}, []),
        ({"p": row(0, 0), "bracket": Bracket(0.0, 9.9)}, [UPPER]),
        ({"q": row(0, 0), "bracket": Bracket(0.0, 9.9)}, [UPPER]),
        ({"direction": row(0, 0)}, ["normal is not zero"]),
        ({"direction": row(0, 1), "bracket": Bracket(8 - ATOM, 10 + ATOM)}, []),
        ({"direction": row(3, 4, 0)}, [HYPERPLANE]),
        ({"direction": [3.0, 4.0]}, [HYPERPLANE]),
        ({"direction": row(3, np.nan)}, [HYPERPLANE]),
        ({"offset": 0}, [HYPERPLANE]),
        ({"offset": np.inf}, [HYPERPLANE]),
        ({"p": row(3, 4, 0)}, [POINTS]),
        ({"p": row(np.inf, 4)}, [POINTS]),
        ({"q": np.array([-3, -4])}, [POINTS]),
        ({"q": row(-3, -4).astype(np.float32)}, [POINTS]),
        ({"q": [-3.0, -4.0]}, [POINTS]),
        ({"bracket": Bracket(np.nan, 11.0)}, ["bracket is sound"]),
    ],
)
def test_a_hyperplane_between_support_points(lie: dict[str, Any], wrong: list[str]) -> None:
    named = failing(Bodies(Vertices(K), Vertices(L)), APART, **lie)
    assert named == wrong or (wrong == ["bracket is sound"] and len(named) == 1)


def test_what_a_body_admits_to_comes_off_its_side() -> None:
    first, second = Bodies(Vertices(K, 0.5), Vertices(L)), Bodies(Vertices(K), Vertices(L, 0.5))
    for bodies, name, edge in ((first, ABOVE, 22.5), (second, BELOW, -22.5)):
        inside, beyond = edge * (1 - ATOM), edge * (1 + ATOM)
        wide = Bracket(9.5 - ATOM, 11.0)
        assert failing(bodies, APART, bracket=wide) == []
        assert failing(bodies, APART, bracket=Bracket(9.5 + ATOM, 11.0)) == [LOWER]
        assert failing(bodies, APART, bracket=wide, offset=inside) == []
        assert failing(bodies, APART, bracket=wide, offset=beyond) == [name]


def test_one_body_whose_numbers_say_everything_is_not_enough() -> None:
    for bodies in (Bodies(Ball([3.0, 4.0], 0.0), Vertices(L)), Bodies(Vertices(K), Ball([-3.0, -4.0], 0.0))):
        verdict = judge_bodies(bodies, APART)
        assert verdict.holds
        assert "support points trusted" in str(verdict.checks)


HALF = Fraction(1, 2)
MEETING = Bodies(Box([0.0], [1.0]), Ball([3.0], 2.0))


def test_a_common_point_is_at_no_distance() -> None:
    verdict = judge_bodies(MEETING, Touching(proof=CommonPoint((Fraction(1),))))
    assert verdict.holds
    assert verdict.proof == "exact"
    assert verdict.bracket == Bracket(0.0, 0.0)


@pytest.mark.parametrize(
    "proof",
    [
        None,
        SimpleNamespace(point=(Fraction(1),), weights_k=(), weights_l=()),
        CommonPoint([Fraction(1)]),  # type: ignore[arg-type]
        CommonPoint((1.0,)),  # type: ignore[arg-type]
        CommonPoint((Fraction(1),), [(0, HALF)]),  # type: ignore[arg-type]
        CommonPoint((Fraction(1),), (), [(0, HALF)]),  # type: ignore[arg-type]
        CommonPoint((Fraction(1),), ([0, HALF],)),  # type: ignore[arg-type]
        CommonPoint((Fraction(1),), ((0, HALF, HALF),)),  # type: ignore[arg-type]
        CommonPoint((Fraction(1),), ((0.0, HALF),)),  # type: ignore[arg-type]
        CommonPoint((Fraction(1),), ((True, HALF),)),
        CommonPoint((Fraction(1),), (), ((0, 0.5),)),  # type: ignore[arg-type]
    ],
)
def test_a_common_point_is_in_fractions(proof: Any) -> None:
    assert failing(MEETING, Touching(proof=proof)) == ["proof is of its kind"]


# Two points of K, each met from its side; L is one point. The normal is twice the sum of their differences.
TWO, ONE = [[2.0, 1.0], [2.0, -1.0]], [[-1.0, 0.0]]
SPARSE = SparseApart(
    bracket=Bracket(3 - ATOM, 3 + ATOM),
    direction=row(12, 0),
    offset=6.0,
    p=np.array(TWO),
    q=np.array(ONE * 2),
    margin=1.5 - ATOM,
    times=row(2, 2),
    towards=np.array([[1.0, -1.0], [1.0, 1.0]]),
    limit=4.0,
    is_sum=True,
)
SUM, COUNT, TIMES = "normal is the sum of its points", "points of the normal", "times are positive"


@pytest.mark.parametrize(
    ("lie", "wrong"),
    [
        ({}, []),
        ({"limit": 4.0 - ATOM}, [COUNT]),
        ({"limit": 2.0, "is_sum": False}, []),
        ({"limit": 2.0 - ATOM, "is_sum": False}, [COUNT]),
        ({"margin": 1.5 + ATOM}, ["margin of K", "margin of L"]),
        ({"offset": 6.0 + 2.0**-30}, ["margin of K"]),
        ({"offset": 6.0 - 2.0**-30}, ["margin of L"]),
        ({"bracket": Bracket(3 + ATOM, 4.0)}, [LOWER]),
        ({"bracket": Bracket(2.0, 3 - ATOM)}, [UPPER]),
        ({"direction": row(12, ATOM)}, [SUM]),
        ({"direction": row(12, 2.0**-48)}, []),
        ({"direction": row(0, 0)}, ["normal is not zero"]),
        ({"times": row(2, 0)}, [TIMES]),
        ({"times": row(5, -1)}, [TIMES]),
        ({"times": row(1e140, 1e140)}, [TIMES]),
        ({"times": row(2, 2, 2)}, [POINTS]),
        ({"times": row()}, [POINTS]),
        ({"towards": np.ones((2, 3))}, [POINTS]),
        ({"towards": np.array([[1.0, 1.0], [1.0, 1.0]])}, ["points are support points of K"]),
        ({"q": np.array([[-1.0, 0.5], [-1.0, -0.5]])}, ["points are support points of L"]),
        ({"p": np.array([[2.0, 1.0]])}, [POINTS]),
        ({"margin": np.nan}, [POINTS]),
        ({"limit": np.inf}, [POINTS]),
        ({"is_sum": 1}, [POINTS]),
    ],
)
def test_a_sparse_normal(lie: dict[str, Any], wrong: list[str]) -> None:
    assert failing(Bodies(Vertices(TWO), Vertices(ONE)), SPARSE, **lie) == wrong


def test_a_normal_may_be_rounded_where_only_one_body_has_length() -> None:
    lie = {"direction": row(np.nextafter(8.0, 9.0), 0), "offset": 8.0, "q": np.zeros((2, 2)), "margin": 0.9}
    assert failing(Bodies(Vertices(TWO), Vertices([[0.0, 0.0]])), SPARSE, **lie, bracket=Bracket(1.9, 2.1)) == []


def test_the_rounding_of_a_long_sum_counts_in_the_upper_end() -> None:
    k = 4000
    lie = {"p": np.tile([[2.0, 0.0]], (k, 1)), "q": np.tile([[-1.0, 0.0]], (k, 1)), "times": np.ones(k)}
    lie |= {"towards": np.tile([[1.0, 0.0]], (k, 1)), "direction": row(3.0 * k, 0), "offset": 1.5 * k, "limit": 9.0 * k}
    bodies = Bodies(Vertices([[2.0, 0.0]]), Vertices([[-1.0, 0.0]]))
    rounding = k * 2.0**-51 * 3.0
    assert failing(bodies, SPARSE, **lie, bracket=Bracket(2.9, 3.0 + rounding / 2)) == [UPPER]
    assert failing(bodies, SPARSE, **lie, bracket=Bracket(2.9, 3.0 + 2 * rounding)) == []


FAR = float(np.hypot(2.0, 0.5))
NEAR = Near(
    p=row(2, -0.5),
    q=row(0, 0),
    times=row(1, 3),
    towards=np.array([[1.0, -1.0], [1.0, 1.0]]),
    distance=FAR + ATOM,
    bracket=Bracket(0.0, FAR + ATOM),
    limit=9.0,
)
DISTANCE = "distance of the points"


@pytest.mark.parametrize(
    ("lie", "wrong"),
    [
        ({}, []),
        ({"distance": FAR - ATOM}, [DISTANCE]),
        ({"bracket": Bracket(0.0, FAR - ATOM)}, [UPPER]),
        ({"bracket": Bracket(2.0**-1074, FAR + ATOM)}, [LOWER]),
        ({"p": row(2, -0.5 + ATOM)}, ["p is a mean of points of K"]),
        ({"q": row(ATOM, 0)}, ["q is a mean of points of L"]),
        ({"times": row(1, 0)}, [TIMES]),
        ({"times": row(0, 0)}, [TIMES]),
        ({"times": row(2e-141, 2e-141)}, [TIMES]),
        ({"distance": np.nan}, [POINTS]),
        ({"distance": 3}, [POINTS]),
        ({"times": row()}, [POINTS]),
        ({"p": row(2, -0.5, 0)}, [POINTS]),
    ],
)
def test_near_points(lie: dict[str, Any], wrong: list[str]) -> None:
    bodies = Bodies(Vertices(TWO), Vertices([[0.0, 0.0]]))
    assert failing(bodies, NEAR, **lie) == wrong
    if wrong in ([TIMES], [POINTS]):  # nothing is computed with such numbers
        assert judge_bodies(bodies, replace(NEAR, **lie)).checks[-1].name == wrong[0]


def test_near_points_are_no_nearer_than_their_bodies_admit_to() -> None:
    origin = [[0.0, 0.0]]
    for bodies in (Bodies(Vertices(TWO, 0.5), Vertices(origin)), Bodies(Vertices(TWO), Vertices(origin, 0.5))):
        for more, wrong in ((0.5 + ATOM, []), (0.5 - ATOM, [DISTANCE, UPPER])):
            claim = replace(NEAR, distance=FAR + more, bracket=Bracket(0.0, FAR + more))
            assert failing(bodies, claim) == wrong


def test_bounds_on_rounded_sums() -> None:
    """A sum of k products in one order is off by k half units at the most; the mean divides by a rounded sum."""
    body = Consulted(Vertices([[1e6, 0.0], [0.0, 0.0]]), "K", 2)
    mean, off = _mean(body, np.array([[1.0, 0.0], [-1.0, 0.0]]), row(1, 3))
    assert mean.tolist() == [250000.0, 0.0]
    assert off >= (10 + 12) * 2.0**-51 * 1e6
    assert _of_sums(10, 1000) >= 2 * 1010 * 2.0**-53
    assert _above(1.0) == 1.0 + 2.0**-52
