"""The second opinion on two bodies: every claim of an answer about `Bodies`.

Bodies whose numbers say everything are judged by these (`shape`). Others are asked for new support points, which are
trusted: that they belong to the body, and have the greatest product up to rounding. That another point belongs to a
body they cannot say; so the points of a normal, and two that are near, come with the directions in which they, or those
whose means they are, were given.
"""

from __future__ import annotations

from math import isfinite
from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import check_deadline
from gordan.arithmetic.quantity import Rounded
from gordan.arithmetic.rounding import length_up
from gordan.outcome import Check, Relation, Verdict
from gordan.outcome.bodies import Apart, CommonPoint, Near, NearMeans, SparseApart, SparseNormal, Touching
from gordan.outcome.certificate.bodies import BodiesCertificate
from gordan.problem.bodies import Bodies, Consulted
from gordan.problem.length import length
from gordan.verify.check import bounded, bracket_is_sound, compare, fact, is_fraction, is_vector, lower_end, upper_end
from gordan.verify.shape import judge_apart, judge_common, measured
from gordan.verify.sparse_normal import judge_near_means, judge_sparse_normal

__all__ = ["ABOUT_BODIES", "judge_bodies", "judge_pairs"]

ABOUT_BODIES = Apart | Near | Touching
_TRUSTED = "support points trusted"
_FAR = 1e140  # sums of weights beyond this, or below its inverse, would lose digits of what is divided by them


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


def judge_pairs(problem: Bodies, certificate: BodiesCertificate) -> list[Check]:
    """Judge a certificate whose proof is made of pairs of points: a sparse normal, or two means."""
    K, L, proof = problem.K, problem.L, certificate.proof
    assert measured(K)
    assert measured(L)
    at_least, kind = certificate.at_least, "near" if isinstance(proof, NearMeans) else "apart"
    number = proof.at_most if isinstance(proof, NearMeans) else getattr(proof, "offset", 0.0)
    finite = _finite(float(at_least), float(number)) and (at_least == 0.0 if kind == "near" else at_least > 0.0)
    shown = f"{certificate.alternative}, at least {at_least:.6g} apart"
    named = fact("alternative is the proof's", shown, f"{kind}, in finite numbers", False)
    if certificate.alternative != kind or not finite:
        return [named]
    if isinstance(proof, NearMeans):
        return judge_near_means(K, L, proof)
    assert isinstance(proof, SparseNormal)
    return judge_sparse_normal(K, L, proof, at_least)


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
    """Whether p and q are points, or with a weight and a direction for each as many rows of points."""
    shape: tuple[int, ...] = (d,)
    sound, arrays = True, [claim.p, claim.q]
    if isinstance(claim, SparseApart | Near):
        k = np.size(claim.times)
        sound = is_vector(claim.times, k) and k > 0 and _is_table(claim.towards, (k, d))
        shape = shape if isinstance(claim, Near) else (k, d)
        numbers = (claim.distance,) if isinstance(claim, Near) else (claim.margin, claim.limit)
        sound = sound and _finite(*numbers) and (isinstance(claim, Near) or type(claim.is_sum) is bool)
    sound = sound and all(_is_table(each, shape) for each in arrays)
    return fact("points in finite numbers", f"{np.shape(claim.p)}, {np.shape(claim.q)}", f"{d} for each", sound)


def _is_table(values: object, shape: tuple[int, ...]) -> bool:
    plain = type(values) is np.ndarray and values.dtype == np.float64 and values.shape == shape
    return plain and bool(np.isfinite(values).all())  # type: ignore[call-overload]


def _finite(*values: object) -> bool:
    return all(type(value) in (float, np.float64) and isfinite(value) for value in values)  # type: ignore[arg-type]


class _Normal(NamedTuple):
    """A direction of length 1, the hyperplane's level along it, and how far that may be off by rounding."""

    unit: Array
    level: float
    blur: float


def _normal(claim: Apart) -> _Normal | None:
    """None where the direction is zero. Lengths of the smallest numbers round: the greatest entry is divided out."""
    greatest = float(np.abs(claim.direction).max())
    if greatest == 0.0:
        return None
    scaled = claim.direction / greatest
    size = float(np.linalg.norm(scaled))
    with np.errstate(over="ignore"):
        level = float(np.divide(claim.offset, greatest)) / size
    return _Normal(scaled / size, level, (scaled.size + 8) * 2.0**-52 * abs(level))


def _apart(K: Consulted, L: Consulted, claim: Apart) -> list[Check]:
    """The checks of `judge_apart`, by support points."""
    normal = _normal(claim)
    if normal is None:
        return [bounded("normal is not zero", "0", "> 0", False)]
    unit, level, blur = normal
    above, below = -K.greatest(-unit) - K.slack, L.greatest(unit) + L.slack
    beyond = max(above - float(unit @ claim.p), 0.0) + max(float(unit @ claim.q) - below, 0.0)
    return [
        compare("K lies above the hyperplane", Rounded(above - level - blur), ">", 0, caveat=_TRUSTED),
        compare("L lies below the hyperplane", Rounded(level - below - blur), ">", 0, caveat=_TRUSTED),
        lower_end(Rounded(above - below), claim.bracket.lower, caveat=_TRUSTED),
        upper_end(Rounded(_between(claim.p, claim.q) + beyond), claim.bracket.upper, caveat=_TRUSTED),
    ]


def _sparse(K: Consulted, L: Consulted, claim: SparseApart) -> list[Check]:
    """Whether the normal is the sum of support points, they are few enough, and both bodies keep the margin."""
    direction, times, p, q = claim.direction, claim.times, claim.p, claim.q
    normal, total = _normal(claim), float(times.sum())
    shown = f"{np.abs(direction).max():.6g}"
    checks = [bounded("normal is not zero", shown, "> 0", normal is not None), _positive(times)]
    if normal is None or not all(check.holds for check in checks):
        return checks
    counted = 2.0 * (total if claim.is_sum else len(times))
    allowed = claim.allowed
    checks.append(bounded("points of the normal", f"{counted:.6g}", f"<= {allowed:.6g}", counted <= allowed))
    apart = length(times @ p - times @ q - direction)
    rounding = _of_sums(direction.size, times.size) * float(times @ (_lengths(p) + _lengths(q)))
    checks.append(_at_most("normal is the sum of its points", apart, rounding))
    unit, level, blur = normal
    # Only what lies towards the hyperplane, and how sure that is, bears on the margin: the points come after.
    above, below = -K.greatest(-unit) - K.slack, L.greatest(unit) + L.slack
    checks.append(_at_most("margin of K", claim.margin, above - level - blur))
    checks.append(_at_most("margin of L", claim.margin, level - below - blur))
    checks.append(_support_points("points are support points of K", K, p, -claim.towards))
    checks.append(_support_points("points are support points of L", L, q, claim.towards))
    checks.append(lower_end(Rounded(above - below), claim.bracket.lower, caveat=_TRUSTED))
    mean = _above(length_up(length(direction), direction.size) + rounding) / total + (K.slack + L.slack)
    return [*checks, upper_end(Rounded(_above(mean)), claim.bracket.upper, caveat=_TRUSTED)]


def _near(K: Consulted, L: Consulted, claim: Near) -> list[Check]:
    """Whether two points are as near as claimed, each a mean of support points, which are asked for anew."""
    times = claim.times
    positive = _positive(times)
    if not positive.holds:
        return [positive]
    p, of_p = _mean(K, -claim.towards, times)
    q, of_q = _mean(L, claim.towards, times)
    between = _above(_between(p, q) + of_p + of_q)
    return [
        positive,
        _at_most("p is a mean of points of K", length(claim.p - p), of_p),
        _at_most("q is a mean of points of L", length(claim.q - q), of_q),
        _at_most("distance of the points", between, claim.distance),
        lower_end(0, claim.bracket.lower),
        upper_end(Rounded(between), claim.bracket.upper, caveat=_TRUSTED),
    ]


def _support_points(name: str, body: Consulted, points: Array, towards: Array) -> Check:
    """Whether these are the points that the body gives in these directions."""
    return _at_most(name, float(_lengths(points - _given(body, towards)).max()), body.slack)


def _mean(body: Consulted, towards: Array, times: Array) -> tuple[Array, float]:
    """The weighted mean of the support points in these directions, and how far it may be from a point of the body."""
    points = _given(body, towards)
    rounding = _of_sums(towards.shape[1], times.size) * float(_lengths(points).max())
    return times @ points / times.sum(), rounding + body.slack


def _given(body: Consulted, towards: Array) -> Array:
    """The support points in these directions, asked for anew: by what it answers a body says what belongs to it."""
    points = np.empty(towards.shape)
    for j, direction in enumerate(towards):
        check_deadline("asking for support points")
        points[j] = body.support(direction)
    return points


def _positive(times: Array) -> Check:
    """Whether weights are positive, and their sum such that what is divided by it loses no digits."""
    total = float(times.sum())
    sound = (times > 0).all() and 1.0 / _FAR < total < _FAR
    return bounded("times are positive", f"{times.min():.6g}, their sum {total:.6g}", "> 0, finite", sound)


def _of_sums(dimension: int, terms: int) -> float:
    """How far, relatively to the lengths of its points, a weighted sum of so many of them may be off by rounding."""
    return (dimension + terms + 8) * 2.0**-51


def _above(value: float) -> float:
    return float(np.nextafter(value, np.inf))


def _between(p: Array, q: Array) -> float:
    """At least the distance of two points, each entry of whose difference is rounded once."""
    return _above(length_up(length(p - q), p.size))


def _lengths(points: Array) -> Array:
    return np.asarray(np.linalg.norm(points, axis=1))


def _at_most(name: str, value: float, bound: float) -> Check:
    shown, needed = f"{value:.6g}", f"<= {bound:.6g}"
    return compare(name, Rounded(value), "<=", bound, shown=shown, needed=needed, relation_shown=Relation.BOUND)
