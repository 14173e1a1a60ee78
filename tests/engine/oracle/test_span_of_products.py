"""Coordinates have the products they were made from."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gordan.engine.oracle.span import Coordinates

rng = np.random.default_rng(2)


def factors(form: str) -> Any:
    """Points whose products are to be met."""
    P = rng.standard_normal((90, 120))
    if form == "rank 12":
        P = P[:, :12]
    if form == "twins":
        P[45:] = P[:45]
    if form == "sizes":
        P *= 10.0 ** rng.uniform(-6, 6, (90, 1))
    if form == "zeros":
        P[[0, 3, 77]] = 0.0
    return P


def grown(K: Any, sizes: list[int]) -> Coordinates:
    coordinates, known = Coordinates(), 0
    for size in sizes:
        end = known + size
        coordinates.extend(K[known:end, :known], K[known:end, known:end])
        known = end
    return coordinates


FORMS = pytest.mark.parametrize("form", ["full", "rank 12", "twins", "sizes", "zeros"])
STEPS = pytest.mark.parametrize(
    "sizes", [[90], [1] * 90, [5, 60, 25], [70, 0, 20]], ids=["at once", "singly", "3", "0"]
)


@FORMS
@STEPS
def test_products_are_met(form: str, sizes: list[int]) -> None:
    P = factors(form)
    K = P @ P.T
    points = grown(K, sizes).points
    lengths = np.linalg.norm(P, axis=1)
    assert (np.abs(points @ points.T - K) <= 1e-11 * lengths * lengths[:, None]).all()


@STEPS
def test_as_many_dimensions_as_the_points_have(sizes: list[int]) -> None:
    for form, rank in (("rank 12", 12), ("twins", 45), ("zeros", 87)):
        P = factors(form)
        points = grown(P @ P.T, sizes).points
        assert points.shape == (90, np.linalg.matrix_rank(P))
        assert points.shape[1] <= rank


@STEPS
def test_twins_have_the_same_coordinates(sizes: list[int]) -> None:
    P = np.round(factors("twins") * 8) / 8
    points = grown(P @ P.T, sizes).points
    assert (points[45:] == points[:45]).all()


@FORMS
@STEPS
def test_a_direction_of_the_span_is_a_sum_of_points(form: str, sizes: list[int]) -> None:
    P = factors(form)
    coordinates = grown(P @ P.T, sizes)
    w = np.full(90, 1.0 / 90) / (np.linalg.norm(P, axis=1) + (form == "zeros")) @ coordinates.points
    assert coordinates.coefficients(w) @ coordinates.points == pytest.approx(w, rel=1e-7, abs=1e-9)


def test_no_points_but_zeros() -> None:
    points = grown(np.zeros((3, 3)), [3]).points
    assert points.tolist() == [[0.0]] * 3
