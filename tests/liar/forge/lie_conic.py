"""Forgers of claims about cones."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

import gordan
from claimed import replace
from gordan import Conic
from gordan.cone import PSD, Lorentz
from gordan.outcome import Interior, NullSpacePoint
from liar.forge.draw_conic import (
    conic_ball,
    conic_point,
    conic_separable,
    conic_undecided,
    least_of,
    length_of,
    mass_of,
)
from liar.forge.forger import Case, Forger
from liar.forge.lie_points import DOUBLES, FOREIGN, change, no_vector
from liar.forge.scale import above, below

__all__ = ["CONIC"]


def _image(problem: Any, y: Any) -> list[Fraction]:
    """A*y in the map's own entries."""
    A = np.asarray(problem.A)
    return [
        sum((Fraction(float(a)) * Fraction(float(v)) for a, v in zip(col, y, strict=True)), Fraction(0)) for col in A.T
    ]


def no_direction(case: Case, rng: Any) -> Case:
    w = no_vector(case.claim.coef, rng)
    return change(case, coef=w, proof=Interior(w))


def no_direction_below(case: Case, rng: Any) -> Case | None:
    w = no_vector(case.claim.coef, rng)
    return None if w is None else change(case, coef=w)


def fields_of_points(case: Case, rng: Any) -> Case:
    """What is said of points: an offset, a centre, classes, the name of a space."""
    lies: list[dict[str, Any]] = [
        {"offset": 1.0},
        {"intercept": -1.0},
        {"intercept": 0},
        {"centre": np.zeros(case.problem.m)},
        {"dual_coef": np.zeros(case.problem.n)},
        {"classes": (0, 1)},
        {"space": "the rbf kernel"},
        {"nearest": (0,)},
    ]
    return change(case, **lies[rng.integers(len(lies))])


def another_direction_shown(case: Case, rng: Any) -> Case:
    w = case.claim.coef.copy()
    w[0] = np.nextafter(w[0], np.inf)
    return change(case, coef=[w, None, -case.claim.coef][rng.integers(3)])


def a_direction_on_the_boundary(case: Case, rng: Any) -> Case | None:
    """A column of an axis that the direction is orthogonal to, or just beyond."""
    problem, y = case.problem, case.claim.coef
    parts = problem.cone.parts
    k = next((k for k, part in enumerate(parts) if not isinstance(part, PSD)), None)
    if k is None or any(problem.plain):
        return None
    A, where = np.array(problem.A), problem.cone.slices[k]
    z = _image(problem, y)[where]
    if isinstance(parts[k], Lorentz):
        # The last entry becomes the length of the others, rounded down, along the first axis of y.
        A[:, where.stop - 1] = 0.0
        length = length_of(z[:-1])[0]
        i = int(np.flatnonzero(y)[0])
        value = length / Fraction(float(y[i]))
        A[i, where.stop - 1] = below(lambda d: d <= value) if y[i] > 0 else above(lambda d: d >= value)
    else:
        A[:, where.start] = 0.0
        if rng.integers(2):
            A[int(np.flatnonzero(y)[0]), where.start] = -np.sign(y[np.flatnonzero(y)[0]]) * float(
                rng.choice([5e-324, 1e-300, 1.0])
            )
    if not np.isfinite(A).all():
        return None
    try:
        other = Conic(A, problem.cone)
    except gordan.InputError:
        return None
    if least_of(list(parts), _image(other, y), False)[1] > 0:
        return None
    return change(case._replace(problem=other), bracket=gordan.outcome.Bracket(-1.0, np.inf), weights=None)


def a_lower_end_above(case: Case, rng: Any) -> Case | None:
    y = case.claim.coef
    z = _image(case.problem, y)
    high = least_of(list(case.problem.cone.parts), z, any(case.problem.plain))[1]
    lengths = length_of([Fraction(float(v)) for v in y])
    truth = high / (lengths[0] if high > 0 else lengths[1])
    lower = above(lambda d: d > truth)
    return change(case, bracket=gordan.outcome.Bracket(lower, np.inf), weights=None)


def an_upper_end_below(case: Case, rng: Any) -> Case | None:
    x, A = case.claim.weights, np.asarray(case.problem.A)
    image = [
        sum((Fraction(float(a)) * Fraction(float(v)) for a, v in zip(row, x, strict=True)), Fraction(0)) for row in A
    ]
    length = length_of(image)[0]
    # The verifier may move the weights by some units of rounding: they are witnesses, not part of the claim.
    moved = np.abs(A).sum() * np.abs(x).sum() * 2.0**-40
    if not np.isfinite(moved) or length <= Fraction(float(moved)):
        return None
    truth = (length - Fraction(float(moved))) / mass_of(list(case.problem.cone.parts), x)
    upper = below(lambda d: d < truth)
    return change(case, bracket=replace(case.claim.bracket, upper=upper))


def a_lower_end_from_nothing(case: Case, rng: Any) -> Case:
    lower = float(rng.choice([-1.0, 0.0, 1.0, np.nan, np.inf]))
    return change(case, coef=None, bracket=replace(case.claim.bracket, lower=lower))


def an_upper_end_from_nothing(case: Case, rng: Any) -> Case:
    upper = float(rng.choice([1e300, 0.0, np.nan, -np.inf]))
    return change(case, weights=None, bracket=replace(case.claim.bracket, upper=upper))


def no_weights(case: Case, rng: Any) -> Case | None:
    x = no_vector(case.claim.weights, rng)
    return None if x is None else change(case, weights=x)


def another_kind(case: Case, rng: Any) -> Case:
    proof = [None, 1, gordan.outcome.Cancellation((0,), (1,))][rng.integers(3)]
    return change(case, proof=proof)


def an_upper_end_below_zero(case: Case, rng: Any) -> Case:
    return change(case, bracket=gordan.outcome.Bracket(-np.inf, float(rng.choice([-5e-324, -1.0, np.nan]))))


def no_integers(case: Case, rng: Any) -> Case:
    proof = case.claim.proof
    X = list(proof.integers)
    k = rng.integers(len(X))
    X[k] = [np.int64(X[k] % 2**60), float(X[k] % 2**50), True, None, Fraction(X[k]), str(X[k])][rng.integers(6)]
    lies = [NullSpacePoint(tuple(X), 1), NullSpacePoint(proof.integers, 1.0), NullSpacePoint(list(proof.integers), 1)]  # type: ignore[arg-type]
    return change(case, proof=lies[rng.integers(3)])


def too_few_integers(case: Case, rng: Any) -> Case:
    X = case.claim.proof.integers
    lies = [
        NullSpacePoint(X[1:], 1),
        NullSpacePoint((*X, 0), 1),
        NullSpacePoint((), 1),
        NullSpacePoint(X, 0),
        NullSpacePoint(X, -1),
    ]
    return change(case, proof=lies[rng.integers(5)])


def integers_that_leave_something(case: Case, rng: Any) -> Case | None:
    """One more of an entry, which stays in the cone; or one digit of the map."""
    problem, proof = case.problem, case.claim.proof
    A = np.asarray(problem.A)
    j = problem.cone.slices[0].stop - 1
    if not A[:, j].any():
        return None
    X = list(proof.integers)
    X[j] += 1
    return change(case, proof=replace(proof, integers=tuple(X)))


def integers_outside(case: Case, rng: Any) -> Case | None:
    """All turned round, or nothing at all: both still cancel."""
    proof = case.claim.proof
    X = tuple(-v for v in proof.integers) if rng.integers(2) else (0,) * len(proof.integers)
    return change(case, proof=replace(proof, integers=X))


def integers_just_outside(case: Case, rng: Any) -> Case | None:
    """A second-order cone on the boundary, left by one in many digits; no row of the map looks there."""
    problem = case.problem
    k = next((k for k, part in enumerate(problem.cone.parts) if isinstance(part, Lorentz) and part.size == 3), None)
    if k is None or any(problem.plain):
        return None
    where, A = problem.cone.slices[k], np.array(problem.A)
    A[:, where] = 0.0
    big = 10 ** int(rng.integers(1, 60))
    X = list(case.claim.proof.integers)
    X[where] = [3 * big, 4 * big + 1, 5 * big]
    return change(case._replace(problem=Conic(A, problem.cone)), proof=NullSpacePoint(tuple(X), 1))


def no_face(case: Case, rng: Any) -> Case:
    proof = case.claim.proof
    faces = proof.faces
    lies: list[dict[str, Any]] = [
        {"faces": faces[:-1]},
        {"faces": list(faces)},
        {"faces": (*faces[:-1], faces[-1] + 1)},
        {"faces": (*faces[:-1], np.zeros(faces[-1].size, np.int64) if faces[-1].size > 1 else faces[-1] - 1)},
        {"faces": (*faces[:-1], faces[-1].astype(np.int32))},
        {"centre": no_vector(proof.centre, rng, zero=False)},
        {"radius": [-5e-324, np.nan, np.inf, 0, None, 0j][rng.integers(6)]},
    ]
    return change(case, proof=replace(proof, **lies[rng.integers(len(lies))]))


def a_radius_too_short(case: Case, rng: Any) -> Case | None:
    """Shorter than what is left, over the size of the map: nothing so near can cancel."""
    A, proof = np.asarray(case.problem.A), case.claim.proof
    s = [Fraction(float(v)) for v in proof.centre]
    left = [sum((Fraction(float(a)) * v for a, v in zip(row, s, strict=True)), Fraction(0)) for row in A]
    size = length_of([Fraction(float(a)) for a in A.ravel()])[1]
    away = length_of(left)[0] / size
    if away == 0:
        return None
    return change(case, proof=replace(proof, radius=max(below(lambda d: d < away), 0.0)))


def a_radius_too_long(case: Case, rng: Any) -> Case:
    """As long as the way to the boundary, or the next double."""
    proof, start, rooms = case.claim.proof, 0, []
    for part in case.problem.cone.parts:
        v = [Fraction(float(each)) for each in proof.centre[start : start + part.size]]
        start += part.size
        if isinstance(part, PSD):
            rooms.append(least_of([part], v, False)[1])
        elif isinstance(part, Lorentz):
            rooms.append((v[-1] - length_of(v[:-1])[0]) / length_of([Fraction(1), Fraction(1)])[0])
        else:
            rooms.append(min(v))
    room = min(rooms)
    return change(case, proof=replace(proof, radius=above(lambda d: d >= room)))


FIT = "faces and centre fit the cone"
CONIC = [
    Forger("conic: no direction", "direction is finite and not zero", conic_separable, no_direction),
    Forger("conic: no direction below", "direction is finite and not zero", conic_undecided, no_direction_below),
    Forger("conic: fields of points", FOREIGN, conic_separable, fields_of_points),
    Forger("conic: fields of points beside weights", FOREIGN, conic_ball, fields_of_points),
    Forger("conic: another direction shown", "coef is the proof's", conic_separable, another_direction_shown),
    Forger(
        "conic: a direction on the boundary",
        "A*y inside the cone",
        conic_separable,
        a_direction_on_the_boundary,
        ("margin at least",),
    ),
    Forger("conic: a lower end above", "margin at least", conic_separable, a_lower_end_above),
    Forger("conic: a lower end above, undecided", "margin at least", conic_undecided, a_lower_end_above),
    Forger("conic: an upper end below", "margin at most", conic_separable, an_upper_end_below),
    Forger("conic: an upper end below, undecided", "margin at most", conic_undecided, an_upper_end_below),
    Forger(
        "conic: a lower end from nothing", "no lower bound claimed", conic_undecided, a_lower_end_from_nothing, DOUBLES
    ),
    Forger(
        "conic: an upper end from nothing",
        "no upper bound claimed",
        conic_undecided,
        an_upper_end_from_nothing,
        DOUBLES,
    ),
    Forger("conic: no weights", "weights are finite and not zero", conic_separable, no_weights),
    Forger("conic: another kind of proof", "proof is of its kind", conic_separable, another_kind),
    Forger("conic: another kind of proof, cancelling", "proof is of its kind", conic_point, another_kind),
    Forger(
        "conic: an upper end below zero", "upper bound of the margin", conic_point, an_upper_end_below_zero, DOUBLES
    ),
    Forger("conic: no integers", "weights are Python integers", conic_point, no_integers),
    Forger("conic: too few integers", "one number for each entry", conic_point, too_few_integers),
    Forger("conic: integers that leave something", "weights cancel", conic_point, integers_that_leave_something),
    Forger("conic: integers outside", "weights are in the cone, not zero", conic_point, integers_outside),
    Forger(
        "conic: integers just outside",
        "weights are in the cone, not zero",
        conic_point,
        integers_just_outside,
        ("weights cancel",),
    ),
    Forger("conic: no face", FIT, conic_ball, no_face),
    Forger("conic: a radius too short", "weights that cancel are within", conic_ball, a_radius_too_short),
    Forger("conic: a radius too long", "all so near are in the cone", conic_ball, a_radius_too_long),
]
