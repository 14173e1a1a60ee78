"""`decide`: constraints answered with a proof.

Candidates come from the central path of the homogeneous form, which keeps them as far inside the cones as can be, and
either answer is proved about the raw constraints. Where the path ends on the boundary, a rational point or rational
multipliers are tried. Cones without weight, and second-order cones whose weight is a single ray, stand in the way of an
enclosure: the former are left out, and without the latter the question is asked again. First-order solvers have the
rest of the time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import inf
from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import now
from gordan.arithmetic.setting import setting
from gordan.engine.loop.separate import solve
from gordan.engine.oracle.conic import ConicColumns
from gordan.engine.solver.central_path import Place, follow
from gordan.feasibility.constraint.homogenised import Waist, put
from gordan.feasibility.constraint.prove import decide_linear, exact_point, near_point, refute, refute_exactly
from gordan.feasibility.constraint.reduction import reduce_faces
from gordan.outcome import Code, Reason, Run
from gordan.outcome.feasibility import Feasibility, Feasible, Infeasible, UndecidedFeasibility
from gordan.problem.cone import Lorentz
from gordan.problem.cone.base import Spectrum
from gordan.problem.constraints import Constraints

__all__ = ["decide", "decide_by_steps"]

_SHORT = 1000  # denominators of points on the boundary that are tried
_AGAIN = 0.1  # of the θ that was tried last: nearer to it the next place is hardly another
_LATE = 1e-4  # of θ: before, cones with and without weight do not yet differ
_CLEAR = 1e3  # by so much one of two numbers has to exceed the other, if the other is to be taken for nothing
_RESERVED = 1 / 3  # of the seconds, for other solvers: on large problems a step of the path takes long
_CONTRADICTORY = "As far as floating point shows the equations contradict one another."
_TOUCHING = "As far as floating point shows there are points, all of them on the boundary of some cone."
_SINGULAR = (
    "As far as floating point shows there are multipliers, all of them on the boundary of some cone: they may be "
    "irrational, and then have no proof."
)
_WEAK = (
    "As far as floating point shows points come as near to the constraints as one likes, and either none satisfies "
    "them or those that do lie on the boundary."
)


def decide(system: Constraints, *, max_seconds: float = 20.0) -> Feasibility:
    """A point of the constraints, or multipliers that refute all, or the reason why neither was proved.

    Examples
    --------
    >>> import gordan
    >>> nothing = np.zeros((0, 1)), np.zeros(0)
    >>> answer = decide(Constraints(*nothing, [[-1.0], [1.0]], [-2.0, 1.0], (gordan.cone.Orthant(2),)))
    >>> answer.kind, answer.proof.of_parts(answer.system)[0].tolist()
    ('infeasible', [1.0, 1.0])
    """
    began = now()
    if system.linear and (answer := decide_linear(system, max_seconds)) is not None:
        return _by("split", answer, began)
    waist = put(system)
    if waist.conic is None:
        # No direction solves the equations: they contradict one another, and σ alone is left.
        alone = np.append(np.zeros(system.h.size), 1.0)
        refuted = refute(system, alone) or refute_exactly(system, alone)
        return _by("elimination", refuted or _undecided(system, _CONTRADICTORY), began)
    with np.errstate(all="ignore"):
        walked = _by("central-path", _along_path(system, waist, began + (1 - _RESERVED) * max_seconds), began)
    if not isinstance(walked, UndecidedFeasibility) or now() >= began + max_seconds:
        return walked
    stepped = decide_by_steps(system, waist, until=began + max_seconds)
    return walked if stepped is None else _by("", stepped, began)


def _by(solver: str, answer: Feasibility, began: float) -> Feasibility:
    """The answer with its run: all seconds since, and the solver where the answer does not name its own."""
    run = answer.run or Run()
    return replace(answer, run=replace(run, solver=run.solver or solver, seconds=now() - began))


def _undecided(system: Constraints, words: str, code: Code = Code.UNPROVED) -> UndecidedFeasibility:
    return UndecidedFeasibility(system=system, run=Run(reason=Reason(words, code)))


def _along_path(system: Constraints, waist: Waist, until: float) -> Feasibility:
    assert waist.conic is not None
    tried = inf
    for place in follow(ConicColumns(waist.conic.canonical())):
        # The place that was paid for is looked at, also if it came late.
        late = now() > until
        if place.theta > _AGAIN * tried and not late:
            continue
        tried = place.theta
        if (answer := _inside(system, waist, place, until)) is not None:
            return answer
        if late:
            break
    if now() > until:
        return _undecided(system, f"Stopped because {setting('max_seconds')} was reached.", Code.MAX_SECONDS)
    return _on_boundary(system, waist, place, until)


def _inside(system: Constraints, waist: Waist, place: Place, until: float) -> Feasible | Infeasible | None:
    """What a place proves that is inside the cones, or inside a face, by more than it has still to move."""
    assert waist.conic is not None
    joint = waist.conic.cone
    if joint.lowest(place.margins) > place.theta:
        x = waist.point(place.direction)
        if x is not None and np.isfinite(x).all() and (near := near_point(system, x)) is not None:
            return near
        if now() > until:
            return None
    if joint.lowest(place.weights) > place.theta:
        return refute(system, waist.multipliers(place.weights))
    if place.theta <= _LATE:
        face = face_of(system, waist, place)
        return refute(face.system, face.multipliers) if face.left and not face.rays else None
    return None


def _on_boundary(system: Constraints, waist: Waist, place: Place, until: float) -> Feasibility:
    """What the end of the path proves: a short rational point, rational multipliers, or those of fewer cones."""
    face = face_of(system, waist, place)
    x = waist.point(place.direction) if face.touched else None
    if x is not None and np.isfinite(x).all():
        whole = [Fraction(v) for v in x.tolist()]
        short = [v.limit_denominator(_SHORT) for v in whole]
        if (point := exact_point(system, short) or exact_point(system, whole)) is not None:
            return point
    if face.left and now() < until and (exactly := refute_exactly(face.system, face.multipliers)) is not None:
        return exactly
    for kept in _fewer(system, face) if face.left else ():
        # Each has half of what is left, so that no first guess takes all.
        seconds = 0.5 * (until - now())
        less = decide(system.only(list(range(system.d.size)), kept), max_seconds=seconds) if seconds > 0.0 else None
        if isinstance(less, Infeasible):
            return less
    if now() < until and (reduced := reduce_faces(system, until)) is not None:
        return _by("facial-reduction", reduced, now())
    return _undecided(system, _reason(place))


def _reason(place: Place) -> str:
    """Which of σ and τ does not vanish: on the path they have the product θ."""
    left, touched = float(place.weights[-1]), float(place.margins[-1])
    return _SINGULAR if left > _CLEAR * touched else _TOUCHING if touched > _CLEAR * left else _WEAK


def _fewer(system: Constraints, face: Face) -> Iterator[list[int]]:
    """The parts that carry weight; these without all second-order cones with a single ray of it, and without each."""
    if len(face.kept) < len(system.parts):
        yield list(face.kept)
    if len(face.rays) > 1:
        yield [k for k in face.kept if k not in face.rays]
    for ray in face.rays:
        yield [k for k in face.kept if k != ray]


class Face(NamedTuple):
    """What carries weight at a place, and what does not.

    On the path the eigenvalues of weights and margins have the product θ: the greater of two does not vanish, and is
    more than √θ.
    """

    system: Constraints  # the parts that carry weight
    multipliers: Array  # (y, σ) on these parts, without what vanishes
    kept: tuple[int, ...]  # their numbers
    rays: tuple[int, ...]  # those of second-order cones with a single ray
    left: bool  # whether σ does not vanish: then these are multipliers that refute every point
    touched: bool  # whether τ does not: then there is a point


def face_of(system: Constraints, waist: Waist, place: Place) -> Face:
    """The face, with the weights brought on to it."""
    level = float(np.sqrt(place.theta))
    weights, kept, rays = place.weights.copy(), [], []
    for k, (part, where) in enumerate(zip(system.parts, system.slices, strict=True)):
        values, frame = part.meet(weights[None, where])
        heavy = values > level
        weights[where] = part.compose(Spectrum(np.where(heavy, values, 0.0) / part.length, frame))[0]
        if heavy.any():
            kept.append(k)
            if isinstance(part, Lorentz) and not heavy.all():
                rays.append(k)
    some = [np.arange(system.h.size)[system.slices[k]] for k in kept]
    entries = np.concatenate([*some, [system.h.size]]).astype(int)
    y = waist.multipliers(weights)[entries]
    less = system.only(list(range(system.d.size)), kept)
    left, touched = place.weights[-1] > level, place.margins[-1] > level
    return Face(less, y, tuple(kept), tuple(rays), bool(left), bool(touched))


# With their shares of the time left. The second is slower, and steadier on thin faces.
_SOLVERS = (("auto", 0.3), ("iterated-smooth-perceptron-von-neumann", 0.5))


def decide_by_steps(system: Constraints, waist: Waist, *, until: float) -> Feasible | Infeasible | None:
    """A point, or multipliers that refute all, as far as these solvers come until then."""
    assert waist.conic is not None
    for solver, share in _SOLVERS:
        seconds = share * (until - now())
        if seconds <= 0.0:
            return None
        outcome = solve(waist.conic, solver=solver, polish=True, max_seconds=seconds)
        x = None if outcome.coef is None else waist.point(outcome.coef)
        if x is not None and np.isfinite(x).all():
            point = near_point(system, x) or exact_point(system, [Fraction(v) for v in x.tolist()])
            if point is not None:
                return replace(point, run=outcome.run)
        if outcome.weights is not None and outcome.kind != "separable" and now() < until:
            y = waist.multipliers(outcome.weights)
            if (refuted := refute(system, y) or refute_exactly(system, y)) is not None:
                return replace(refuted, run=outcome.run)
    return None
