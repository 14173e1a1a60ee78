"""The contract of a cone: its operations land on the base and are the minimisers they say they are.

Nothing here knows which cone it is. Points of the base are drawn with the cone's own `prox` and `project`, whose
results are judged by conditions that only the right answer meets for every point of the base.
"""

from __future__ import annotations

import numpy as np

from gordan.arithmetic.array import Array
from gordan.problem.cone import Cone, Point, Simplicial
from gordan.testing.support import require

__all__ = ["check_cone"]

_ON_BASE = 1e-12  # sums of n weights are rounded n times
_CLOSE = 1e-9  # relative to the numbers at hand: exponentials and logarithms of numbers up to about a hundred


def check_cone(cone: Cone, *, random_state: int = 0) -> None:
    """Hold a cone to its contract; AssertionError says what is amiss.

    Parameters
    ----------
    cone : Cone
        The base to be looked at.
    random_state : int
        Seeds the margins and points it is tried on.

    Examples
    --------
    >>> from gordan.problem.cone import Simplex
    >>> check_cone(Simplex(5))
    """
    rng = np.random.default_rng(random_state)
    points = _draw(cone, rng)
    _check_centre(cone, points)
    for z in _margins(cone, rng):
        _check_lowest(cone, z, points)
        _check_prox(cone, z, points)
        _check_soften(cone, z)
        _check_project(cone, z)
        if isinstance(cone, Simplicial):
            _check_clear(cone, z)
    if isinstance(cone, Simplicial):
        _check_room(cone, points)
    _check_spread(cone, points)
    _check_normalise(cone, points, rng)
    _check_violation(cone)


def _draw(cone: Cone, rng: np.random.Generator) -> list[Point]:
    """Points from near the centre to near the boundary."""
    return [cone.prox(cone.centre.dual, rng.standard_normal(cone.size) * size) for size in (0.1, 1.0, 3.0, 10.0, 30.0)]


def _margins(cone: Cone, rng: np.random.Generator) -> list[Array]:
    """Margins of several sizes, with ties, and so large that an exponential taken too early would overflow."""
    z = rng.standard_normal(cone.size)
    return [z, 1e-3 * z, 100.0 * z, np.round(z), np.zeros(cone.size), 1e6 * z]


def _on_base(cone: Cone, x: Array, name: str) -> None:
    require(bool(np.isfinite(x).all()), f"{name} gives weights that are not finite")
    off = cone.violation(x)
    require(off <= _ON_BASE, f"{name} gives weights {off:.3g} off the base")


def _check_centre(cone: Cone, points: list[Point]) -> None:
    centre = cone.centre
    _on_base(cone, centre.weights, "centre")
    require(cone.theta > 0, f"theta is {cone.theta}, and steps divide by it")
    require(cone.divergence(centre, centre) <= _CLOSE, "the centre is at a distance from itself")
    still = cone.prox(centre.dual, np.zeros(cone.size)).weights
    require(bool(np.allclose(still, centre.weights, atol=_CLOSE)), "prox along nothing moves the centre")
    for point in points:
        _on_base(cone, point.weights, "prox")
        away = cone.divergence(point, centre)
        require(away >= 0.0, f"a divergence is {away:.3g}, below zero")
        require(
            away <= cone.theta * (1 + _CLOSE), f"a point is {away:.6g} from the centre and theta is {cone.theta:.6g}"
        )


def _check_lowest(cone: Cone, z: Array, points: list[Point]) -> None:
    lowest, size = cone.lowest(z), 1.0 + float(np.abs(z).max())
    for point in points:
        value = cone.pair(z, point.weights)
        require(lowest <= value + _CLOSE * size, f"lowest is {lowest:.6g} and a point of the base pairs to {value:.6g}")


def _check_prox(cone: Cone, z: Array, points: list[Point]) -> None:
    """⟨z, x⟩ + D(x, v) ≥ ⟨z, p⟩ + D(p, v) + D(x, p) for every x: what the minimiser p, and nothing else, satisfies."""
    size = 1.0 + float(np.abs(z).max())
    for v in points:
        p = cone.prox(v.dual, z)
        _on_base(cone, p.weights, "prox")
        value = cone.pair(z, p.weights) + cone.divergence(p, v)
        for x in points:
            other = cone.pair(z, x.weights) + cone.divergence(x, v)
            short = value + cone.divergence(x, p) - other
            require(short <= _CLOSE * size, f"prox misses its minimum: the three-point inequality fails by {short:.3g}")


def _check_soften(cone: Cone, z: Array) -> None:
    """Softening is the prox from the centre, and it loses at most mu theta against the lowest point."""
    size = 1.0 + float(np.abs(z).max())
    for mu in (1e-3 * size, size):
        x = cone.soften(z, mu)
        _on_base(cone, x, "soften")
        same = cone.prox(cone.centre.dual, z / mu).weights
        require(
            bool(np.allclose(x, same, atol=_CLOSE)), "soften(z, mu) differs from the prox along z/mu from the centre"
        )
        loss = cone.pair(z, x) - cone.lowest(z)
        require(loss <= mu * cone.theta + _CLOSE * size, f"soften(z, {mu:.3g}) is {loss:.3g} above the lowest point")


def _check_project(cone: Cone, z: Array) -> None:
    """p is nearest to z just when no point of the base lies lower than p under p − z."""
    p = cone.project(z)
    _on_base(cone, p, "project")
    size = 1.0 + float(np.abs(z).max())
    slack = cone.pair(p - z, p) - cone.lowest(p - z)
    require(slack <= _CLOSE * size, f"project is not the nearest point: another is nearer by a slope of {slack:.3g}")
    again = cone.project(p)
    require(bool(np.allclose(again, p, atol=_CLOSE)), "project moves a point of the base")


def _check_clear(cone: Simplicial, z: Array) -> None:
    """Clearing shifts every block as a whole: its lowest margin comes out as asked, and differences stay."""
    size = 1.0 + float(np.abs(z).max())
    cleared = cone.clear(z, 0.5)
    require(abs(cone.lowest(cleared) - 0.5) <= _CLOSE * size, f"clear(z, 0.5) has its lowest at {cone.lowest(cleared)}")
    for block in cone.members:
        inside = block > 0
        shifts = (cleared - z)[inside]
        require(float(np.ptp(shifts)) <= _CLOSE * size, "clear does not shift a block as a whole")
        require(abs(float(cleared[inside].min()) - 0.5) <= _CLOSE * size, "clear leaves a block elsewhere than asked")


def _check_room(cone: Simplicial, points: list[Point]) -> None:
    """From a point of the base, a step of `room` along a change ends on the boundary."""
    centre = cone.centre.weights
    require(np.isinf(cone.room(centre, centre)), "room ends on the way into the cone")
    for point in points:
        change = point.weights - centre * 2.0
        t = cone.room(centre, change)
        require(0.0 < t < np.inf, f"room is {t} on the way out of the cone")
        lowest = float((centre + change * t).min())
        require(abs(lowest) <= _CLOSE, f"room leads to a weight of {lowest:.3g} instead of to the boundary")


def _check_spread(cone: Cone, points: list[Point]) -> None:
    widest = max(0.5 * float(np.sum((x.weights - v.weights) ** 2)) for x in points for v in points)
    require(
        widest <= cone.spread * (1 + _CLOSE), f"two points are √(2·{widest:.6g}) apart and spread is {cone.spread:.6g}"
    )


def _check_normalise(cone: Cone, points: list[Point], rng: np.random.Generator) -> None:
    counts = np.sum([point.weights * float(rng.integers(1, 9)) for point in points], axis=0)
    x = cone.normalise(counts)
    require(x is not None, "normalise refuses a positive sum of points of the base")
    assert x is not None
    _on_base(cone, x, "normalise")
    for factor in (0.5, 1e6):
        same = cone.normalise(factor * counts)
        require(
            same is not None and bool(np.allclose(same, x, atol=_CLOSE)), "normalise depends on the size of the counts"
        )
    require(cone.normalise(np.zeros(cone.size)) is None, "normalise makes weights of no counts at all")


def _check_violation(cone: Cone) -> None:
    centre = cone.centre.weights
    require(cone.violation(2.0 * centre) > 0.4, "violation does not see a mass of two")
    require(cone.violation(-centre) > 0.0, "violation does not see negative weights")
