"""The second opinion on two bodies: every claim of an answer, from its own numbers and new support points."""

from __future__ import annotations

import numpy as np

from gordan.arithmetic.array import Array
from gordan.geometry.bodies import Bodies
from gordan.geometry.body.base import Body, Uncertain
from gordan.geometry.body.consulted import Consulted
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
    level = offset / length if checks[0].holds else np.nan
    blur = (direction.size + 8) * 2.0**-52 * abs(level)  # the length is rounded, and so is the quotient
    # Only what lies towards the hyperplane, and how sure that is, bears on the margin: the far side comes after.
    above, below = -posed.K.greatest(-unit) - posed.K.slack, posed.L.greatest(unit) + posed.L.slack
    for name, room in (("K", above - level), ("L", level - below)):
        checks.append(_at_most(f"margin of {name}", margin, room - blur))
    checks.append(_within("points within K along the normal", posed.K, p, -unit))
    checks.append(_within("points within L along the normal", posed.L, q, unit))
    return Verdict(tuple(checks))


def judge_means(K: Body, L: Body, p: Array, q: Array, distance: float) -> Verdict:
    """Whether two points are as near as they are said to be, neither beyond its body along the line that joins them."""
    posed = Bodies(K, L).posed()
    apart = float(np.linalg.norm(p - q))
    checks = [_at_most("distance of the points", apart, distance)]
    unit = (p - q) / apart if apart > 0 else np.eye(p.size)[0]
    checks.append(_within("point within K", posed.K, p[None], -unit))
    checks.append(_within("point within L", posed.L, q[None], unit))
    return Verdict(tuple(checks))


def _within(name: str, body: Consulted, points: Array, towards: Array) -> Check:
    """Whether none of the points lies beyond the body, on the side towards the other body and on the far one.

    A body that cannot say where its far side is leaves that open, which is told: no claim is about it.
    """
    products = points @ towards
    beyond, told = float(products.max()) - body.greatest(towards), ""
    try:
        beyond = max(beyond, -float(products.min()) - body.greatest(-towards))
    except Uncertain:
        told = " towards the other body; on the far side it is too thin to say"
    bound = 2.0 * body.slack
    return Check(name, f"{beyond:.6g}", f"<= {bound:.6g}{told}", _ROUNDED, bool(beyond <= bound))


def _lengths(points: Array) -> Array:
    return np.asarray(np.linalg.norm(points, axis=1))


def _at_most(name: str, value: float, bound: float) -> Check:
    return Check(name, f"{value:.6g}", f"<= {bound:.6g}", _ROUNDED, bool(value <= bound))
