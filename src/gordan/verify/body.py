"""The second opinion on two bodies: every claim of an answer, from its own numbers and new support points."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.quantity import Rounded
from gordan.errors import Uncertain
from gordan.outcome import Check, Verdict
from gordan.verify.check import compare, fact

__all__ = ["SupportedBody", "verify_body_hyperplane", "verify_body_points"]


class SupportedBody(Protocol):
    """A body that is asked for its greatest product with a direction; duck-typed, so that no body is imported here."""

    @property
    def slack(self) -> float:
        """By how much a product with a direction of length 1 may be wrong."""

    def greatest(self, unit: Array) -> float:
        """The greatest product with a direction of length 1; raises `Uncertain` where it cannot be told."""


def verify_body_hyperplane(
    K: SupportedBody,
    L: SupportedBody,
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
    """Judge whether the normal is the sum of its points, they are few enough, and both bodies keep the margin.

    That a point belongs to its body an oracle cannot say; it can say that none lies beyond the body along the normal.
    """
    length = float(np.linalg.norm(direction))
    checks = [
        fact("normal is not zero", f"{length:.6g}", "> 0", 0 < length < np.inf),
        fact("times are positive", f"{times.min(initial=np.inf):.6g}", "> 0", (times > 0).all()),
        fact("points of the normal", f"{n_points:.6g}", f"<= {allowed:.6g}", n_points <= allowed),
    ]
    apart = float(np.linalg.norm(times @ p - times @ q - direction))
    rounding = (direction.size + times.size + 8) * 2.0**-51 * float(times @ (_lengths(p) + _lengths(q)))
    checks.append(_at_most("normal is the sum of its points", apart, rounding))
    unit = direction / length if checks[0].holds else direction
    level = offset / length if checks[0].holds else np.nan
    blur = (direction.size + 8) * 2.0**-52 * abs(level)  # the length is rounded, and so is the quotient
    # Only what lies towards the hyperplane, and how sure that is, bears on the margin: the far side comes after.
    above, below = -K.greatest(-unit) - K.slack, L.greatest(unit) + L.slack
    checks.append(_at_most("margin of K", margin, above - level - blur))
    checks.append(_at_most("margin of L", margin, level - below - blur))
    checks.append(_within("points within K along the normal", K, p, -unit))
    checks.append(_within("points within L along the normal", L, q, unit))
    return Verdict(tuple(checks))


def verify_body_points(K: SupportedBody, L: SupportedBody, p: Array, q: Array, distance: float) -> Verdict:
    """Judge whether two points are as near as claimed, neither beyond its body along the line that joins them."""
    apart = float(np.linalg.norm(p - q))
    checks = [_at_most("distance of the points", apart, distance)]
    unit = (p - q) / apart if apart > 0 else np.eye(p.size)[0]
    checks.append(_within("point within K", K, p[None], -unit))
    checks.append(_within("point within L", L, q[None], unit))
    return Verdict(tuple(checks))


def _within(name: str, body: SupportedBody, points: Array, towards: Array) -> Check:
    """Whether none of the points lies beyond the body, on the side towards the other body and on the far one.

    A body that cannot say where its far side is leaves that open, and the check says so: no claim is about it.
    """
    products = points @ towards
    beyond, open_side = float(products.max()) - body.greatest(towards), ""
    try:
        beyond = max(beyond, -float(products.min()) - body.greatest(-towards))
    except Uncertain:
        open_side = " towards the other body; on the far side it is too thin to say"
    bound = 2.0 * body.slack
    needed = f"<= {bound:.6g}{open_side}"
    return compare(name, Rounded(beyond), "<=", bound, shown=f"{beyond:.6g}", needed=needed)


def _lengths(points: Array) -> Array:
    return np.asarray(np.linalg.norm(points, axis=1))


def _at_most(name: str, value: float, bound: float) -> Check:
    return compare(name, Rounded(value), "<=", bound, shown=f"{value:.6g}", needed=f"<= {bound:.6g}")
