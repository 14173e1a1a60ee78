"""An interior point on min ½‖Ax‖² over the base, always feasible, crossing over to the active set for the last digits.

The pair x in the base, z = A*w − τ with w = Ax is strictly feasible for every instance, separable or not; at the
optimum w·a_j ≥ τ = ‖w‖² with equality where x_j > 0.

1. x ← the centre of the base, w ← A x, z ← A*w moved up until it is positive
2. repeat: cross over when the bracket is narrow, Ax vanishes, or rounding ends the progress; where Ax is nearly zero,
   bring x to a vertex: if one of its points is a negative combination of the others they cancel: stop
3.     μ ← ⟨x, z⟩/n;  (dw, dx, dz) ← Newton step towards x∘z = 0
4.     σ ← (what ⟨x, z⟩ would become along it)³, relative
5.     (dw, dx, dz) ← Newton step towards x∘z = σμ, with the second-order term of line 3's
6.     t ← almost the way to the boundary;  x ← x + t dx,  z ← z + t dz,  w ← A x
7. where Ax vanishes: z ← a small multiple of x, a cost that no two vertices share;  lines 3 to 6 until as few points
   carry weight as a vertex has; if one of them is a negative combination of the others they cancel: stop
8. the min-norm point of all points, by the active set from the tight points on, a few others at a time

Guarantee
    None is claimed for the steps as taken; 10 to 25 are usual, whatever the size. The crossing over is finite.
Needs
    Products with all points, and the Newton system's factorisation in the smaller of both dimensions.
Reference
    Mehrotra (1992); Ferris and Munson (2002) for the m × m system of margins.
"""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import dataclass
from typing import ClassVar

from gordan.arithmetic.array import Array
from gordan.engine.candidate import Candidate, Candidates
from gordan.engine.oracle.base import NewtonOracle
from gordan.engine.solver.active_set import cancelling
from gordan.engine.solver.base import Solver, Terms
from gordan.engine.solver.working_set import WorkingSet, counted_from

__all__ = ["InteriorPoint"]

_NARROW = 1e-3  # relative gap at which the active set shows: a few of its steps finish, before rounding sets in
_NEARLY = 1e-5  # of the longest point: the heaviest points may take up what is left
_VANISHED = 1e-7  # of the longest point: the weights cancel as far as this method can tell
_COST = 1e-10  # of the squared length of the longest point: what the cost adds to Ax is small against the weights
_STEPS = 40  # towards a vertex; 12 to 20 are usual
_FALLING = 0.999  # of ⟨x, z⟩ that a step leaves at the most, short of rounding
_BOUNDARY = 0.995  # share of the way to the boundary
_PATIENCE = 6  # steps without a narrower bracket after which rounding is to blame
# Small batches: most of the support is there, and every further step of the active set looks at all of its set.
_FINISH = WorkingSet(first=0.5, batch=0.25)


@dataclass(frozen=True)
class InteriorPoint(Solver):
    """The predictor-corrector method; it has no parameters."""

    name: ClassVar[str] = "interior-point"
    summary: ClassVar[str] = "Newton steps through the interior, then the active set: few steps, each with all points"
    formula: ClassVar[str] = "finitely many after crossing over"
    needs: ClassVar[type] = NewtonOracle
    exact: ClassVar[bool] = True

    def candidates(self, oracle: NewtonOracle, start: Candidate | None = None) -> Candidates:
        cone = oracle.cone
        x = cone.centre.weights  # 1
        w = oracle.combine(x)
        margins = oracle.margins(w)
        spread = cone.pair(margins, x) - cone.lowest(margins)
        z = cone.clear(margins, 0.1 * spread + 1e-3 * oracle.reach**2 / oracle.size)
        steps, waited, best, weights = 0, 0, math.inf, None
        while True:
            length, lowest = oracle.norm(w), cone.lowest(oracle.margins(w))
            yield Candidate(w, x, lowest, w, steps)
            gap = length - lowest / length if length > 0 else 0.0  # 2
            waited, best = (0, gap) if gap < 0.9 * best else (waited + 1, best)
            if length <= _NEARLY * oracle.reach and lowest <= 0 and (found := at_vertex(oracle, x, steps)) is not None:
                yield found
                return found
            if length <= _VANISHED * oracle.reach:
                steps, found = yield from cancelled(oracle, x, steps)  # 7
                if found is not None:
                    return found
            if gap <= _NARROW * length or length <= _VANISHED * oracle.reach or waited > _PATIENCE:
                weights = cone.normalise(oracle.tight(x, z, length**2))
                break
            if (moved := advance(oracle, x, z)) is None:
                break
            (x, z), steps = moved, steps + 1
            w = oracle.combine(x)
        return (yield from counted_from(steps, _FINISH.candidates(oracle, Candidate(w, weights))))  # 8

    def bound(self, terms: Terms) -> float:
        return math.inf


def advance(oracle: NewtonOracle, x: Array, z: Array) -> tuple[Array, Array] | None:
    """One step of the predictor and the corrector; None where rounding ends the progress."""
    cone = oracle.cone
    if (newton := oracle.newton(x, z)) is None:
        return None
    mu = cone.pair(z, x) / oracle.size
    ahead = newton.step(0.0)  # 3
    t = min(1.0, cone.room(x, ahead.x), cone.room(z, ahead.z))
    sigma = (cone.pair(z + ahead.z * t, x + ahead.x * t) / (oracle.size * mu)) ** 3  # 4
    step = newton.step(sigma * mu, ahead)  # 5
    t = min(1.0, _BOUNDARY * cone.room(x, step.x), _BOUNDARY * cone.room(z, step.z))  # 6
    # The weights are put back on the base and multiplied anew: what rounding adds up would spoil both bounds.
    moved = cone.normalise(x + step.x * t)
    return None if moved is None else (moved, z + step.z * t)


def at_vertex(oracle: NewtonOracle, x: Array, steps: int) -> Candidate | None:
    """Weights that cancel on few points, by pushing the weights of all others to zero."""
    basic = oracle.basic(x)
    return None if basic is None else cancelling(oracle, oracle.support(basic), steps)


def cancelled(oracle: NewtonOracle, x: Array, steps: int) -> Generator[Candidate, None, tuple[int, Candidate | None]]:
    """Weights that cancel on few points, from weights that cancel on all; None where no vertex shows. And the steps."""
    level = _COST * oracle.reach**2
    z, left = x * (level * oracle.size), math.inf
    for _ in range(_STEPS):
        moved, before = advance(oracle, x, z), left
        if moved is None:
            break
        (x, z), steps = moved, steps + 1
        left = oracle.cone.pair(z, x)
        if left > _FALLING * before:
            break
        w = oracle.combine(x)
        yield Candidate(w, x, None, w, steps)
        atoms = oracle.support(oracle.tight(x, z, level))
        found = cancelling(oracle, atoms, steps) if len(atoms) <= oracle.dimension + oracle.blocks else None
        if found is not None:
            yield found
            return steps, found
    return steps, None
