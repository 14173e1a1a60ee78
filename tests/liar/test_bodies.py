"""Claims about bodies that only answer for support points, and about mixtures, which no honest run makes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import gordan
from claimed import replace
from gordan.geometry import Ball, Bodies, Mixture, Near, SparseApart, SparseRefutation
from gordan.outcome import Bracket


class Vertices:
    """A body of nobody's own: nothing is known of it but its support points."""

    def __init__(self, *points: list[float]) -> None:
        self._points = np.array(points)
        self.dimension = self._points.shape[1]

    def support(self, direction: Any) -> Any:
        return self._points[np.argmax(self._points @ direction)]


ONE, ORIGIN = Vertices([1.0, 1.0]), Vertices([0.0, 0.0])
P, Q = np.array([1.0, 1.0]), np.zeros(2)


@pytest.mark.parametrize("size", [5e-324, 1.5e-323, 2.68e-162, 1.0, 1e154, 1e308])
def test_the_length_of_a_normal_is_not_lost(size: float) -> None:
    """Bodies √2 apart: a length that rounds as a subnormal number would make it 2."""
    normal = np.array([size, size])
    true = gordan.Apart(bracket=Bracket(1.414, 1.415), direction=normal, offset=size, p=P, q=Q)
    assert gordan.verify(Bodies(ONE, ORIGIN), true).holds
    for lower in (1.4143, 1.6, 1.99):
        assert not gordan.verify(Bodies(ONE, ORIGIN), replace(true, bracket=Bracket(lower, 2.1))).holds


@pytest.mark.parametrize("size", [5e-324, 2.68e-162, 1e-100, 1.0, 1e100])
def test_the_margin_of_a_sparse_normal_is_not_lost(size: float) -> None:
    normal, times = np.array([size, size]), np.array([size])
    claim = SparseApart(
        bracket=Bracket(1.41, 1.42),
        direction=normal,
        offset=size,
        p=P[None],
        q=Q[None],
        margin=0.7,
        times=times,
        towards=normal[None],
        limit=5.0,
        is_sum=False,
    )
    # Weights so small that nothing can be divided by their sum are no weights.
    assert gordan.verify(Bodies(ONE, ORIGIN), claim).holds == (size > 1e-140)
    for lie in (
        {"bracket": Bracket(1.6, 1.8)},
        {"bracket": Bracket(0.0, 1.414)},
        {"margin": 0.8},
        {"is_sum": np.array([1, 0])},
        {"times": np.array([1.001 * size])},
    ):
        assert not gordan.verify(Bodies(ONE, ORIGIN), replace(claim, **lie)).holds


def near(p: Any, q: Any, distance: float, towards: Any) -> Near:
    ends = Bracket(0.0, distance)
    p, q, towards = np.array(p), np.array(q), np.array([towards])
    return Near(p=p, q=q, times=np.ones(1), towards=towards, distance=distance, bracket=ends, limit=9.0)


@pytest.mark.parametrize("beside", [0.0, 1e-3])
def test_points_between_the_bodies_belong_to_none(beside: float) -> None:
    """Along the first axis both balls reach as far, and the points are within; but the balls are 8 apart."""
    bodies = Bodies(Ball([0.0, 0.0], 1.0), Ball([0.0, 10.0], 1.0))
    for towards in ([1.0, 0.0], [0.0, 1.0], [0.0, -1.0], [0.0, 0.0]):
        claim = near([0.0, 5.0], [beside, 5.0], 0.01, towards)
        assert not gordan.verify(bodies, claim).holds
    true = near([0.0, 1.0], [0.0, 9.0], 8.0 + 1e-12, [0.0, -1.0])
    assert gordan.verify(bodies, true).holds
    assert not gordan.verify(bodies, replace(true, distance=8.0 - 1e-12)).holds


def test_a_distance_whose_square_vanishes_is_not_zero() -> None:
    bodies = Bodies(Vertices([1.0, 1e-170]), Vertices([1.0, 0.0]))
    assert not gordan.verify(bodies, near([1.0, 1e-170], [1.0, 0.0], 0.0, [0.0, 1.0])).holds


MIXTURE = Mixture([[1.0, 2.0]], [-3.0], 1.0)
REFUTATION = SparseRefutation(
    y=np.array([-3.0]), times=1.0, counts=np.zeros(2), distance=2.9, unconditional=True, limit=5.0
)


@pytest.mark.parametrize(
    ("problem", "lie"),
    [
        (MIXTURE, {"y": np.array([-7.0])}),
        (MIXTURE, {"y": np.array([-7.0]), "times": 1e308}),
        (MIXTURE, {"unconditional": np.array([1, 0])}),
        (
            Mixture([[1.9, -1.9]], [-3.0], 1.0),
            {"y": np.array([-7.0]), "counts": np.array([0.85e308, 0.85e308]), "limit": 1.75e308},
        ),
    ],
)
def test_a_sum_that_overflows_is_no_sum(problem: Mixture, lie: dict[str, Any]) -> None:
    assert gordan.verify(MIXTURE, REFUTATION).holds
    verdict = gordan.verify(problem, replace(REFUTATION, **lie))
    assert {check.name for check in verdict.failed} & {"y is the sum of its columns", "vectors in finite numbers"}


def test_the_upper_end_of_a_distance_rests_on_points_of_the_bodies() -> None:
    """Beside the hulls two points are as near as the hyperplane allows; the hulls are 90 apart."""
    bodies = Bodies(gordan.geometry.Hull([[0.0, 1.0], [10.0, 1.0]]), gordan.geometry.Hull([[100.0, 0.0]]))
    normal = np.array([0.0, 1.0])
    claim = gordan.Apart(bracket=Bracket(0.9, 1.0), direction=normal, offset=0.5, p=np.array([0.0, 1.0]), q=np.zeros(2))
    assert [check.name for check in gordan.verify(bodies, claim).failed] == ["margin at most"]
    for points in ({"q": np.array([100.0, 0.0])}, {"p": np.array([5.0, 1.0])}):
        assert not gordan.verify(bodies, replace(claim, **points)).holds
    wide = replace(claim, bracket=Bracket(0.9, 91.0), p=np.array([10.0, 1.0]), q=np.array([100.0, 0.0]))
    assert gordan.verify(bodies, wide).holds


@pytest.mark.parametrize("d", [1, 2, 3, 8])
def test_means_of_vertices_are_known_as_points_of_a_hull(d: int) -> None:
    """At any scale, with vertices that repeat and lie on lines; a point beyond is not."""
    rng = np.random.default_rng(d)
    for scale in (1.0, 1e-200, 1e150):
        for _ in range(10):
            vertices = rng.integers(-3, 4, (int(rng.integers(1, 3 * d + 3)), d)).astype(float)
            weights = rng.dirichlet(np.full(len(vertices), 0.4))
            q = scale * (weights @ vertices)
            far = scale * (vertices.max(axis=0) + 5.0)
            bodies = Bodies(gordan.geometry.Hull([far]), gordan.geometry.Hull(scale * vertices))
            apart = float(np.linalg.norm((far - q) / scale)) * scale
            claim = gordan.Apart(
                bracket=Bracket(0.0, apart * (1 + 1e-13)),
                direction=np.ones(d),
                offset=float((far - 2.0 * scale).sum()),
                p=far,
                q=q,
            )
            assert gordan.verify(bodies, claim).holds
            corner = scale * (vertices.max(axis=0) + 1.0)
            nearer = Bracket(0.0, float(np.linalg.norm((far - corner) / scale)) * scale * (1 + 1e-13))
            assert not gordan.verify(bodies, replace(claim, q=corner, bracket=nearer)).holds
