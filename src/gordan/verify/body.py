"""The second opinion on two bodies: every claim of an answer about `Bodies`.

Bodies whose numbers say everything are judged by these (`shape`). Others are asked for new support points, which are
trusted: that they belong to the body, and have the greatest product up to rounding.
"""

from __future__ import annotations

from math import isfinite

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.quantity import Rounded
from gordan.arithmetic.rounding import length_up
from gordan.errors import Uncertain
from gordan.outcome import Check, Relation, Verdict
from gordan.outcome.bodies import Apart, CommonPoint, Near, SparseApart, Touching
from gordan.problem.bodies import Bodies, Consulted
from gordan.problem.length import length
from gordan.verify.check import bounded, bracket_is_sound, compare, fact, is_fraction, is_vector, lower_end, upper_end
from gordan.verify.shape import judge_apart, judge_common, measured

__all__ = ["ABOUT_BODIES", "judge_bodies"]

ABOUT_BODIES = Apart | Near | Touching
_TRUSTED = "support points trusted"


def judge_bodies(problem: Bodies, claim: Apart | Near | Touching) -> Verdict:
    """Judge an answer about two bodies.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from gordan.outcome import Bracket
    >>> from gordan.outcome.bodies import CommonPoint
    >>> from gordan.problem.shape import Ball, Box
    >>> meeting = Bodies(Box([0.0], [1.0]), Ball([3.0], 2.0))
    >>> print(judge_bodies(meeting, Touching(proof=CommonPoint((Fraction(1),)))))
    accepted: 6 checks hold
    >>> print(judge_bodies(meeting, Touching(proof=CommonPoint((Fraction(1, 2),)))))
    refused; these checks fail: the point belongs to L
    >>> p, q = np.array([1.0]), np.array([-0.5])
    >>> claim = Apart(bracket=Bracket(1.5, 1.6), direction=np.array([1.0]), offset=0.0, p=p, q=q)
    >>> print(judge_bodies(Bodies(Box([1.0], [2.0]), Ball([-2.0], 1.5)), claim))
    accepted: 7 checks hold
    """
    K, L, d = problem.K, problem.L, problem.dimension
    checks = [bracket_is_sound(claim.bracket)]
    if isinstance(claim, Touching):
        checks.append(_common(claim.proof))
    else:
        checks += [_points(claim, d)] if isinstance(claim, Near) else [_hyperplane(claim, d), _points(claim, d)]
    if not all(check.holds for check in checks):
        return Verdict(tuple(checks))
    if isinstance(claim, Touching):
        ends = lower_end(0, claim.bracket.lower), upper_end(0, claim.bracket.upper)
        return Verdict((*checks, *judge_common(K, L, claim.proof), *ends), "exact")
    if isinstance(claim, Near):
        return Verdict((*checks, *_near(*problem.consulted(), claim)))
    if isinstance(claim, SparseApart):
        return Verdict((*checks, *_sparse(*problem.consulted(), claim)))
    if measured(K) and measured(L):
        return Verdict((*checks, *judge_apart(K, L, claim)), "exact")
    return Verdict((*checks, *_apart(*problem.consulted(), claim)))


def _common(proof: object) -> Check:
    """Whether this is a point in fractions, with weights in fractions of vertices by number."""
    sound = type(proof) is CommonPoint and type(proof.point) is tuple and all(map(is_fraction, proof.point))
    for weights in (proof.weights_k, proof.weights_l) if isinstance(proof, CommonPoint) else ():
        pairs = type(weights) is tuple and all(type(each) is tuple and len(each) == 2 for each in weights)
        sound = sound and pairs and all(type(j) is int and is_fraction(w) for j, w in weights)
    return fact("proof is of its kind", type(proof).__name__, "CommonPoint, in fractions", sound)


def _hyperplane(claim: Apart, d: int) -> Check:
    sound = is_vector(claim.direction, d) and _finite(claim.offset)
    return fact("hyperplane in finite numbers", f"{np.shape(claim.direction)}", "one for each axis", sound)


def _points(claim: Apart | Near, d: int) -> Check:
    """Whether p and q are points, or with a weight for each as many rows of points."""
    if isinstance(claim, SparseApart):
        times = claim.times
        k = times.size if is_vector(times, np.size(times)) and times.size else -1
        arrays = [each for each in (claim.p, claim.q) if type(each) is np.ndarray and each.dtype == np.float64]
        sound = len(arrays) == 2 and all(each.shape == (k, d) and np.isfinite(each).all() for each in arrays)
        sound = sound and _finite(claim.margin, claim.limit)
    else:
        sound = is_vector(claim.p, d) and is_vector(claim.q, d)
        sound = sound and (not isinstance(claim, Near) or _finite(claim.distance))
    return fact("points in finite numbers", f"{np.shape(claim.p)}, {np.shape(claim.q)}", f"{d} for each", sound)


def _finite(*values: object) -> bool:
    return all(type(value) in (float, np.float64) and isfinite(value) for value in values)  # type: ignore[arg-type]


def _apart(K: Consulted, L: Consulted, claim: Apart) -> list[Check]:
    """The checks of `judge_apart`, by support points."""
    size = length(claim.direction)
    if not 0 < size < np.inf:
        return [bounded("normal is not zero", f"{size:.6g}", "> 0", False)]
    unit, level = claim.direction / size, claim.offset / size
    blur = (unit.size + 8) * 2.0**-52 * abs(level)  # the length is rounded, and so is the quotient
    above, below = -K.greatest(-unit) - K.slack, L.greatest(unit) + L.slack
    beyond = max(above - float(unit @ claim.p), 0.0) + max(float(unit @ claim.q) - below, 0.0)
    return [
        compare("K lies above the hyperplane", Rounded(above - level - blur), ">", 0, caveat=_TRUSTED),
        compare("L lies below the hyperplane", Rounded(level - below - blur), ">", 0, caveat=_TRUSTED),
        lower_end(Rounded(above - below), claim.bracket.lower, caveat=_TRUSTED),
        upper_end(Rounded(_between(claim.p, claim.q) + beyond), claim.bracket.upper, caveat=_TRUSTED),
    ]


def _sparse(K: Consulted, L: Consulted, claim: SparseApart) -> list[Check]:
    """Whether the normal is the sum of its points, they are few enough, and both bodies keep the margin.

    That a point belongs to its body an oracle cannot say; it can say that none lies beyond the body along the normal.
    """
    direction, times, p, q = claim.direction, claim.times, claim.p, claim.q
    size, total = float(np.linalg.norm(direction)), float(times.sum())
    checks = [
        bounded("normal is not zero", f"{size:.6g}", "> 0", 0 < size < np.inf),
        bounded("times are positive", f"{times.min():.6g}", "> 0", (times > 0).all()),
    ]
    if not all(check.holds for check in checks):
        return checks
    counted = 2.0 * (total if claim.is_sum else len(times))
    allowed = claim.allowed
    checks.append(bounded("points of the normal", f"{counted:.6g}", f"<= {allowed:.6g}", counted <= allowed))
    apart = float(np.linalg.norm(times @ p - times @ q - direction))
    rounding = (direction.size + times.size + 8) * 2.0**-51 * float(times @ (_lengths(p) + _lengths(q)))
    checks.append(_at_most("normal is the sum of its points", apart, rounding))
    unit, level = direction / size, claim.offset / size
    blur = (direction.size + 8) * 2.0**-52 * abs(level)
    # Only what lies towards the hyperplane, and how sure that is, bears on the margin: the far side comes after.
    above, below = -K.greatest(-unit) - K.slack, L.greatest(unit) + L.slack
    checks.append(_at_most("margin of K", claim.margin, above - level - blur))
    checks.append(_at_most("margin of L", claim.margin, level - below - blur))
    checks.append(_within("points within K along the normal", K, p, -unit))
    checks.append(_within("points within L along the normal", L, q, unit))
    checks.append(lower_end(Rounded(above - below), claim.bracket.lower, caveat=_TRUSTED))
    mean = length_up(size + rounding, direction.size) / total
    return [*checks, upper_end(Rounded(float(np.nextafter(mean, np.inf))), claim.bracket.upper, caveat=_TRUSTED)]


def _near(K: Consulted, L: Consulted, claim: Near) -> list[Check]:
    """Whether two points are as near as claimed, neither beyond its body along the line that joins them."""
    p, q = claim.p, claim.q
    apart = float(np.linalg.norm(p - q))
    unit = (p - q) / apart if apart > 0 else np.eye(p.size)[0]
    return [
        _at_most("distance of the points", apart, claim.distance),
        _within("point within K", K, p[None], -unit),
        _within("point within L", L, q[None], unit),
        lower_end(0, claim.bracket.lower),
        upper_end(Rounded(apart), claim.bracket.upper, caveat=_TRUSTED),
    ]


def _within(name: str, body: Consulted, points: Array, towards: Array) -> Check:
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
    shown, needed = f"{beyond:.6g}", f"<= {bound:.6g}{open_side}"
    return compare(name, Rounded(beyond), "<=", bound, shown=shown, needed=needed, relation_shown=Relation.BOUND)


def _between(p: Array, q: Array) -> float:
    """At least the distance of two points, each entry of whose difference is rounded once."""
    return float(np.nextafter(length_up(length(p - q), p.size), np.inf))


def _lengths(points: Array) -> Array:
    return np.asarray(np.linalg.norm(points, axis=1))


def _at_most(name: str, value: float, bound: float) -> Check:
    shown, needed = f"{value:.6g}", f"<= {bound:.6g}"
    return compare(name, Rounded(value), "<=", bound, shown=shown, needed=needed, relation_shown=Relation.BOUND)
