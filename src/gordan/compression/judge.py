"""The second opinion on two bodies: every claim of an answer, from its own numbers and new support points."""

from __future__ import annotations

import numpy as np

from gordan.array import Array
from gordan.compression.bodies import Bodies
from gordan.compression.body.base import Body
from gordan.compression.body.consulted import Consulted
from gordan.outcome import Check, Verdict

__all__ = ["judge_hyperplane", "judge_means"]

_ROUNDED = "rounded, with bounds"


def judge_hyperplane(
    K: Body,
    L: Body,
    direction: Array,
    offset: float,
    margin: float,
    *,
    p: Array,
    q: Array,
    times: Array,
    n_points: float,
    allowed: float,
) -> Verdict:
    """Whether the normal is the sum of its points, they are few enough, and both bodies keep the margin.

    That a point belongs to its body an oracle cannot say; it can say that none lies beyond the body along the normal.
    """
    posed = Bodies(K, L).posed()
    length = float(np.linalg.norm(direction))
    checks = [
        Check("normal is not zero", f"{length:.6g}", "> 0", "comparison", 0 < length < np.inf),
        Check("times are positive", f"{times.min(initial=np.inf):.6g}", "> 0", "comparison", bool((times > 0).all())),
        Check("points of the normal", f"{n_points:.6g}", f"<= {allowed:.6g}", "count", n_points <= allowed),
    ]
    apart = float(np.linalg.norm(times @ p - times @ q - direction))
    rounding = (direction.size + times.size + 8) * 2.0**-51 * float(times @ (_lengths(p) + _lengths(q)))
    checks.append(_at_most("normal is the sum of its points", apart, rounding))
    unit = direction / length if checks[0].holds else direction
    above, below = (_reached(body, unit) for body in (posed.K, posed.L))
    level = offset / length if checks[0].holds else np.nan
    checks.append(_at_most("margin of K", margin, above[0] - level - posed.K.slack))
    checks.append(_at_most("margin of L", margin, level - below[1] - posed.L.slack))
    for name, points, (low, high), slack in (("K", p, above, posed.K.slack), ("L", q, below, posed.L.slack)):
        products = points @ unit
        beyond = float(max(low - products.min(), products.max() - high))
        checks.append(_at_most(f"points within {name} along the normal", beyond, 2.0 * slack))
    return Verdict(tuple(checks))


def judge_means(K: Body, L: Body, p: Array, q: Array, distance: float) -> Verdict:
    """Whether two points are as near as they are said to be, neither beyond its body along the line that joins them."""
    posed = Bodies(K, L).posed()
    apart = float(np.linalg.norm(p - q))
    checks = [_at_most("distance of the points", apart, distance)]
    unit = (p - q) / apart if apart > 0 else np.eye(p.size)[0]
    for name, body, point in (("K", posed.K, p), ("L", posed.L, q)):
        low, high = _reached(body, unit)
        product = float(point @ unit)
        checks.append(_at_most(f"point within {name}", max(low - product, product - high), 2.0 * body.slack))
    return Verdict(tuple(checks))


def _reached(body: Consulted, unit: Array) -> tuple[float, float]:
    """The lowest and the highest product that the body has with a direction of length 1."""
    return float(unit @ body.support(-unit)), float(unit @ body.support(unit))


def _lengths(points: Array) -> Array:
    return np.asarray(np.linalg.norm(points, axis=1))


def _at_most(name: str, value: float, bound: float) -> Check:
    return Check(name, f"{value:.6g}", f"<= {bound:.6g}", _ROUNDED, bool(value <= bound))
