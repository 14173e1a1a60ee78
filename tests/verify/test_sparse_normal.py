"""Proofs by pairs of points at their edges: what is just true is accepted, one unit more is refused by its check."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gordan.geometry import AffineImage, Ball, Box, Ellipsoid, Hull, MinkowskiSum
from gordan.outcome.bodies import BodyPoint, NearMeans, PairedPoints, SparseNormal
from gordan.verify.sparse_normal import judge_near_means, judge_sparse_normal

MORE = 1.0 + 2.0**-52
AT = Hull([[0.0, 0.0]])  # a point of L at the origin
ORIGIN = BodyPoint(vertex=0)
BELONG, OTHER = "points belong to K", "points belong to L"


def failed(checks: Any) -> list[str]:
    return [check.name for check in checks if not check.holds]


def near(K: Any, point: BodyPoint, at_most: float) -> list[str]:
    return failed(judge_near_means(K, AT, NearMeans(PairedPoints((1.0,), (point,), (ORIGIN,)), at_most)))


def by(*coordinates: float) -> BodyPoint:
    return BodyPoint(coordinates=coordinates)


@pytest.mark.parametrize(
    ("K", "point", "distance"),
    [
        (Hull([[9.0, 9.0], [3.0, 4.0]]), BodyPoint(vertex=1), 5.0),
        (Box([3.0, 0.0], [9.0, 4.0]), by(3.0, 4.0), 5.0),
        (Ball([0.0, 4.0], 3.0), by(1.0, 0.0), 5.0),
        (Ellipsoid([0.0, 4.0], [[3.0], [0.0]]), by(-1.0), 5.0),
        (AffineImage(Box([0.0], [1.0]), [[3.0], [1.0]], [0.0, 3.0]), BodyPoint(of=(by(1.0),)), 5.0),
        (MinkowskiSum(Hull([[1.0, 1.0]]), Box([0.0, 0.0], [2.0, 3.0])), BodyPoint(of=(ORIGIN, by(2.0, 3.0))), 5.0),
    ],
)
def test_a_point_is_where_its_body_says(K: Any, point: BodyPoint, distance: float) -> None:
    assert near(K, point, distance) == []
    assert near(K, point, float(np.nextafter(distance, 0.0))) == ["distance of the points"]


@pytest.mark.parametrize(
    ("K", "point"),
    [
        (Hull([[9.0, 9.0], [3.0, 4.0]]), BodyPoint(vertex=2)),
        (Hull([[9.0, 9.0], [3.0, 4.0]]), BodyPoint()),
        (Hull([[3.0, 4.0]]), BodyPoint(0, (3.0, 4.0))),
        (Box([3.0, 0.0], [9.0, 4.0]), by(3.0 / MORE, 4.0)),
        (Box([3.0, 0.0], [9.0, 4.0]), by(3.0, 4.0 * MORE)),
        (Box([3.0, 0.0], [9.0, 4.0]), by(3.0)),
        (Ball([0.0, 4.0], 3.0), by(MORE, 0.0)),
        (Ball([0.0, 4.0], 3.0), by(0.8, 0.8)),
        (Ball([0.0, 4.0], 3.0), by(0.5)),
        (Ball([0.0, 4.0], 3.0), by(float("nan"), 0.0)),
        (Ellipsoid([0.0, 4.0], [[3.0], [0.0]]), by(-MORE)),
        (Ellipsoid([0.0, 4.0], [[3.0], [0.0]]), by(0.0, 0.0)),
        (AffineImage(Box([0.0], [1.0]), [[3.0], [1.0]]), BodyPoint(of=(by(MORE),))),
        (AffineImage(Box([0.0], [1.0]), [[3.0], [1.0]]), BodyPoint(of=(by(1.0), by(1.0)))),
        (AffineImage(Box([0.0], [1.0]), [[3.0], [1.0]]), BodyPoint(coordinates=(1.0,), of=(by(1.0),))),
        (MinkowskiSum(Hull([[1.0, 1.0]]), Box([0.0, 0.0], [2.0, 3.0])), BodyPoint(of=(ORIGIN, by(2.0, 3.0 * MORE)))),
        (MinkowskiSum(Hull([[1.0, 1.0]]), Box([0.0, 0.0], [2.0, 3.0])), BodyPoint(of=(ORIGIN,))),
        (MinkowskiSum(Hull([[1.0, 1.0]]), Box([0.0, 0.0], [2.0, 3.0])), BodyPoint(-1, (0.0,), (ORIGIN, by(2.0, 3.0)))),
    ],
)
def test_what_is_no_point_of_its_body_is_refused(K: Any, point: BodyPoint) -> None:
    assert near(K, point, 1e9) == [BELONG]
    turned = NearMeans(PairedPoints((1.0,), (ORIGIN,), (point,)), 1e9)
    assert failed(judge_near_means(AT, K, turned)) == [OTHER]


def test_the_means_are_weighted() -> None:
    K = Hull([[3.0, 0.0], [-1.0, 0.0]])
    pairs = PairedPoints((1.0, 3.0), (BodyPoint(0), BodyPoint(1)), (ORIGIN, ORIGIN))
    assert failed(judge_near_means(K, AT, NearMeans(pairs, 0.0))) == []
    assert failed(judge_near_means(K, AT, NearMeans(pairs._replace(times=(1.0, 1.0)), 1.0))) == []
    assert failed(judge_near_means(K, AT, NearMeans(pairs._replace(times=(1.0, 1.0)), 1.0 / MORE))) != []
    for times in ((1.0, 0.0), (1.0, -3.0), (1.0, np.inf), (1.0,), ()):
        wrong = NearMeans(pairs._replace(times=times), 1e9)
        assert failed(judge_near_means(K, AT, wrong)) == ["times are positive"]


@pytest.mark.parametrize(
    ("offset", "at_least", "wrong"),
    [
        (25.0 / 2, 5.0, []),
        (25.0 / 2, 5.0 * MORE, ["margin of K", "margin of L", "margin at least"]),
        (25.0 / 2 * MORE, 5.0, ["margin of K"]),
        (25.0 / 2 / MORE, 5.0, ["margin of L"]),
        (12.0, 4.8, []),
        (12.0, 4.8 * MORE, ["margin of L"]),
    ],
)
def test_both_bodies_keep_half_of_the_distance(offset: float, at_least: float, wrong: list[str]) -> None:
    """The normal is (3, 4) − (0, 0), of length 5; the bodies are 5 apart."""
    K = Hull([[3.0, 4.0], [7.0, 1.0], [9.0, 9.0]])
    proof = SparseNormal(PairedPoints((1.0,), (BodyPoint(0),), (ORIGIN,)), offset)
    assert failed(judge_sparse_normal(K, AT, proof, at_least)) == wrong


def test_a_normal_of_nothing_is_refused() -> None:
    proof = SparseNormal(PairedPoints((1.0,), (ORIGIN,), (ORIGIN,)), 0.0)
    assert failed(judge_sparse_normal(AT, AT, proof, 1.0)) == ["normal is not zero"]
