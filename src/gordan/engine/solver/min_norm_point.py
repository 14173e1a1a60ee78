"""The point of least norm in the hull of the columns, by a dual active set: finite, and exact up to rounding.

It solves min ½‖w‖² subject to a_j·w ≥ 1 (with an intercept: y_j(w·x_j + b) ≥ 1) from below, one violated point at a
time, with multipliers u ≥ 0 on the active points and w = Σ u_j a_j throughout.

1. w, u ← the solution for one point (one of each class), or for the support of earlier weights
2. repeat: p ← the point with the lowest product; stop if it is at least 1
3.     repeat: r, e ← coefficients and residual of a_p on the active columns
4.         t₁ ← least u_j/r_j over r_j > 0;  t₂ ← (1 − product of p)/‖e‖², or ∞ where e = 0
5.         e = 0 and no r_j > 0: a_p = Σ r_j a_j cancels, weights (1, −r) are the certificate: stop
6.         t ← min(t₁, t₂):  w ← w + t e,  u ← u − t r,  u_p ← u_p + t
7.         if t = t₁ drop the blocking point, else p joins and the inner loop ends
8. Where many points may join at once: the lowest of those below 1 join together, and points with u_j < 0 leave until
   none is left; if ‖w‖ has grown this takes the place of lines 3 to 7, otherwise fewer are tried the next time

u/Σu are weights on the base with image w/Σu: each step raises ‖w‖, so the upper bound falls to the margin 1/‖w‖.

Guarantee
    Finite: no active set occurs twice, for ‖w‖ grows strictly. Where rounding keeps it from growing the run ends.
Needs
    The lowest point in a direction, and a frame for the active columns.
Reference
    Wolfe (1976); Goldfarb and Idnani (1983); blocks as in Júdice and Pires (1994).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from gordan.arithmetic.array import Array
from gordan.engine.candidate import Candidate, Candidates, Kind
from gordan.engine.oracle.base import Atom, SupportOracle, vertex
from gordan.engine.solver.active_set import SATISFIED, Active, resume
from gordan.engine.solver.base import Solver, Terms
from gordan.errors import InputError

__all__ = ["MinNormPoint"]

# Points that join without a longer w before rounding is to blame; in exact arithmetic there are none.
_PATIENCE = 20
_FALL = 1.0 - 1e-4  # of the greatest length so far: without rounding it never falls


@dataclass(frozen=True)
class MinNormPoint(Solver):
    """The dual active-set method.

    Parameters
    ----------
    block : int
        Points of each block of the base that may join at once. More than 1 pays where hundreds of points are active:
        a factorisation from scratch then costs less than hundreds of updates.
    at_once : bool
        Whether a compiled loop takes all steps in one call, on the sets of a `WorkingSet` of points with coordinates:
        no budget ends it, and sets that keep it from ending are solved step by step. Elsewhere it changes nothing. The
        first call takes seconds more where gordan was installed without compiling.
    """

    block: int = 1
    at_once: bool = False

    name: ClassVar[str] = "min-norm-point"
    summary: ClassVar[str] = "dual active set: the maximum margin, or cancelling weights, in finitely many steps"
    formula: ClassVar[str] = "finitely many"
    needs: ClassVar[type] = SupportOracle
    exact: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if isinstance(self.block, bool) or not isinstance(self.block, int) or self.block < 1:
            raise InputError(f"block is {self.block!r}; give a whole number, 1 or more")

    def candidates(self, oracle: SupportOracle, start: Candidate | None = None) -> Candidates:
        if self.at_once and (found := _at_once(oracle, start)) is not None:
            yield found
            return found
        blocks = oracle.worst(oracle.zero())
        column, _, keys, shares = vertex(blocks)
        if oracle.dot(column, column) == 0.0:  # a zero point, or twins of opposite classes, is itself the certificate
            last = Candidate(oracle.zero(), oracle.place(keys, shares), None, column, 1, kind=Kind.CERTIFICATE)
            yield last
            return last
        candidate = Candidate(column, oracle.place(keys, shares), None, column, 1)
        active, w = _begin(oracle, blocks, start)  # 1
        steps, growth, size = 1, Growth(2 * oracle.dimension, oracle.norm(w)), self.block
        while True:
            nearest = oracle.worst(w, size)  # 2
            if not all(nearest) or not active.u.any():
                return candidate  # the inverse of a square overflowed, or vanished: no margin is a number
            candidate = active.candidate(oracle, w, vertex(nearest)[1], steps)
            yield candidate
            entering, product = active.most_violated(oracle, w, nearest)
            if growth.over(oracle.norm(w)):
                return candidate
            if product >= 1.0 - SATISFIED or entering.key in active.keys:
                if (fresh := growth.refresh(oracle, active, w)) is None:
                    return candidate
                active, w = fresh
                continue
            if size > 1 and (joined := active.together(oracle, w, nearest)) is not None:  # 8
                (active, w), steps, size = joined, steps + 1, min(2 * size, self.block)
                continue
            size = max(1, size // 4)
            while True:
                r, e = active.frame.coordinates(entering)  # 3
                square = oracle.dot(e, e)
                t, blocking = active.ratio(r, product, square, active.dependent(oracle, entering, r, e))  # 4
                if math.isinf(t):  # 5
                    last = active.certificate(oracle, w, entering, r, e, steps + 1)
                    yield last
                    return last
                w, product, steps = w + e * t, product + t * square, steps + 1  # 6
                active.step(t, r)
                if blocking is None:  # 7
                    active.join(oracle, entering, active.pending)
                    size = min(2 * size, self.block)
                    break
                active.leave(blocking)
                if len(active.atoms) < oracle.blocks - 1:
                    return candidate  # rounding has taken the last point of an affine hull

    def bound(self, terms: Terms) -> float:
        return math.inf


def _at_once(oracle: SupportOracle, start: Candidate | None) -> Candidate | None:
    """What one compiled call comes to; None where there is none, or it does not end."""
    solve: Callable[[Array | None], Candidate | None] | None = getattr(oracle, "least_norm", None)
    return None if solve is None else solve(None if start is None else start.weights)


def _begin(oracle: SupportOracle, blocks: list[list[Atom]], start: Candidate | None) -> tuple[Active, Array]:
    """The solution for the support of earlier weights, or else for the first point of each block."""
    if start is not None and start.weights is not None:
        resumed = resume(oracle, oracle.support(start.weights))
        if resumed is not None:
            return resumed
    column, _, _, shares = vertex(blocks)
    active, length = Active(oracle.frame()), oracle.dot(column, column)
    for block, share in zip(blocks, shares, strict=True):
        active.join(oracle, block[0], share / length)
    return active, column * (1.0 / length)


@dataclass
class Growth:
    """‖w‖ grows with every point that joins; where rounding makes it stand still, points may come and go for ever."""

    patience: int
    refreshed: float
    longest: float = 0.0
    waited: int = 0
    fallen: int = 0

    def over(self, length: float) -> bool:
        # A length that falls again and again, by far more than rounding, shows a cycle too, even if its maximum rises.
        self.fallen += length < _FALL * self.longest
        if self.fallen > self.patience + _PATIENCE:
            return True
        grown = length > self.longest * (1.0 + SATISFIED)
        self.longest, self.waited = max(length, self.longest), 0 if grown else self.waited + 1
        return self.waited > self.patience + _PATIENCE

    def refresh(self, oracle: SupportOracle, active: Active, w: Array) -> tuple[Active, Array] | None:
        """A fresh factorisation brings back what thousands of updates have rounded away.

        None where ‖w‖ has not grown since the last one: without that rounding could go round in circles.
        """
        length = oracle.norm(w)
        if length <= self.refreshed * (1.0 + SATISFIED) or (resumed := resume(oracle, active.atoms)) is None:
            return None
        self.refreshed = length
        return resumed
