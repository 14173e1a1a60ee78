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

u/Σu are weights on the base with image w/Σu: each step raises ‖w‖, so the upper bound falls to the margin 1/‖w‖.

Guarantee
    Finite: no active set occurs twice, for ‖w‖ grows strictly. Where rounding keeps it from growing the run ends.
Needs
    The lowest point in a direction, and a frame for the active columns.
Reference
    Wolfe (1976); Goldfarb and Idnani (1983).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from gordan.array import Array
from gordan.candidate import Candidate, Candidates
from gordan.oracle.base import Atom, Frame, SupportOracle, vertex
from gordan.solver.base import Terms

__all__ = ["MinNormPoint", "cancelling"]

# A residual this small against the column is rounding of the factorisation, not a direction. Too small a value lets
# noise in as a direction, too large a one calls near-parallel points dependent; either way the verifier judges.
_IN_SPAN = 2.0**-40
# Products of 1 come out with about this error once the active set is solved.
_SATISFIED = 1e-12
# Points that join without a longer w before rounding is to blame; in exact arithmetic there are none.
_PATIENCE = 20


@dataclass(frozen=True)
class MinNormPoint:
    """The dual active-set method; it has no parameters."""

    name: ClassVar[str] = "min-norm-point"
    summary: ClassVar[str] = "dual active set: the maximum margin, or cancelling weights, in finitely many steps"
    formula: ClassVar[str] = "finite"
    needs: ClassVar[type] = SupportOracle
    exact: ClassVar[bool] = True
    spectral: ClassVar[bool] = False

    def candidates(self, oracle: SupportOracle, start: Candidate | None = None) -> Candidates:
        blocks = oracle.worst(oracle.zero())
        column, _, keys, shares = vertex(blocks)
        length = oracle.dot(column, column)
        if length == 0.0:
            # A zero point, or two twins of opposite classes: the vertex itself is the certificate.
            last = Candidate(oracle.zero(), oracle.place(keys, shares), None, column, 1, tag="c")
            yield last
            return last
        resumed = None if start is None or start.weights is None else resume(oracle, oracle.support(start.weights))
        active, w = resumed or (Active(oracle.frame()), column * (1.0 / length))  # 1
        for block, share in zip(blocks, shares, strict=True) if resumed is None else ():
            active.join(oracle, block[0], share / length)
        steps, refreshed, growth = 1, oracle.norm(w), Growth(2 * oracle.dimension)
        while True:
            nearest = oracle.worst(w)  # 2
            lowest = vertex(nearest)[1]
            candidate = active.candidate(oracle, w, lowest, steps)
            yield candidate
            entering, product = active.most_violated(oracle, w, nearest)
            if growth.over(oracle.norm(w)):
                return candidate
            if product >= 1.0 - _SATISFIED or entering.key in active.keys:
                # What thousands of updates have rounded away is brought back by a fresh factorisation, and again only
                # where ‖w‖ has grown since: without that rounding could go round in circles.
                length = oracle.norm(w)
                if length <= refreshed * (1.0 + _SATISFIED) or (resumed := resume(oracle, active.atoms)) is None:
                    return candidate
                (active, w), refreshed = resumed, length
                continue
            while True:
                r, e = active.frame.coordinates(entering)  # 3
                square = oracle.dot(e, e)
                t, blocking = active.ratio(r, product, square, active.dependent(oracle, entering, r, e))  # 4
                steps += 1
                if math.isinf(t):  # 5
                    last = active.certificate(oracle, w, entering, r, e, steps)
                    yield last
                    return last
                w, product = w + e * t, product + t * square  # 6
                active.step(t, r)
                if blocking is None:  # 7
                    active.join(oracle, entering, active.pending)
                    break
                active.leave(blocking)

    def bound(self, terms: Terms) -> float:
        return math.inf


@dataclass
class Growth:
    """‖w‖ grows with every point that joins; where rounding makes it stand still, points may come and go for ever."""

    patience: int
    longest: float = 0.0
    waited: int = 0

    def over(self, length: float) -> bool:
        grown = length > self.longest * (1.0 + _SATISFIED)
        self.longest, self.waited = max(length, self.longest), 0 if grown else self.waited + 1
        return self.waited > self.patience + _PATIENCE


@dataclass
class Active:
    """The active points, their multipliers, and the multiplier of the point about to join."""

    frame: Frame
    atoms: list[Atom] = field(default_factory=list)
    u: Array = field(default_factory=lambda: np.empty(0))
    lengths: Array = field(default_factory=lambda: np.empty(0))
    pending: float = 0.0

    @property
    def keys(self) -> set[int]:
        return {atom.key for atom in self.atoms}

    def join(self, oracle: SupportOracle, atom: Atom, multiplier: float) -> None:
        self.frame.add(atom)
        self.lengths = np.append(self.lengths, oracle.norm(atom.column))
        self.atoms.append(atom)
        self.u = np.append(self.u, multiplier)
        self.pending = 0.0

    def leave(self, index: int) -> None:
        self.frame.drop(index)
        del self.atoms[index]
        self.u, self.lengths = np.delete(self.u, index), np.delete(self.lengths, index)

    def step(self, t: float, r: Array) -> None:
        self.u = np.maximum(self.u - t * r, 0.0)
        self.pending += t

    def offset(self, oracle: SupportOracle, w: Array, blocks: int) -> float:
        """b with y_j(w·x_j + b) = 1 on the active points, of which the last to join serves; 0 without an intercept."""
        if blocks == 1:
            return 0.0
        last = self.atoms[-1]
        return last.sign - last.sign * oracle.dot(w, last.column)

    def most_violated(self, oracle: SupportOracle, w: Array, blocks: list[list[Atom]]) -> tuple[Atom, float]:
        b = self.offset(oracle, w, len(blocks))
        first = [(block[0].margin + block[0].sign * b, k) for k, block in enumerate(blocks)]
        product, k = min(first)
        return blocks[k][0], product

    def dependent(self, oracle: SupportOracle, entering: Atom, r: Array, e: Array) -> bool:
        # With an intercept these are differences to the first point: it rounds them even where it has no share in them.
        far = 0.0 if oracle.blocks == 1 else float(self.lengths[0])
        scale = oracle.norm(entering.column) + far + float(np.abs(r) @ (self.lengths + far))
        # Points known by their products alone have no square to show for a residual at the level of rounding.
        return oracle.norm(e) <= _IN_SPAN * scale or oracle.dot(e, e) == 0.0

    def ratio(self, r: Array, product: float, length: float, dependent: bool) -> tuple[float, int | None]:
        """The step and the position of the point that blocks it, None when nothing does."""
        full = math.inf if dependent or length == 0.0 else (1.0 - product) / length
        # Coefficients at rounding level would block with noise divided by noise.
        candidates = np.flatnonzero(r > _noise(r))
        if candidates.size == 0:
            return full, None
        ratios = self.u[candidates] / r[candidates]
        first = int(ratios.argmin())
        return (full, None) if full <= ratios[first] else (float(ratios[first]), int(candidates[first]))

    def candidate(self, oracle: SupportOracle, w: Array, lowest: float, steps: int) -> Candidate:
        total = float(self.u.sum())
        weights = oracle.place([atom.key for atom in self.atoms], (self.u / total).tolist())
        return Candidate(w, weights, lowest, w * (1.0 / total), steps)

    def certificate(self, oracle: SupportOracle, w: Array, entering: Atom, r: Array, e: Array, steps: int) -> Candidate:
        # A point that is in it by rounding alone would spoil the support; what it carried goes to the image.
        carrying = -r > _noise(r)
        for j in np.flatnonzero(~carrying & (r != 0)).tolist():
            e = e + self.atoms[j].column * float(r[j])
        values = np.append(-r[carrying], 1.0)
        total = float(values.sum())
        keys = [atom.key for atom, carries in zip(self.atoms, carrying, strict=True) if carries] + [entering.key]
        return Candidate(w, oracle.place(keys, (values / total).tolist()), None, e * (1.0 / total), steps, tag="c")


def _noise(r: Array) -> float:
    """What rounding alone makes of a coefficient that is nought."""
    return 1e-14 * max(float(np.abs(r).max(initial=0.0)), 1.0)


def resume(oracle: SupportOracle, atoms: list[Atom]) -> tuple[Active, Array] | None:
    """The solution for those of the atoms whose multipliers are positive, None where none would be left."""
    frame = oracle.frame()
    while atoms:
        atoms = [atoms[j] for j in frame.load(atoms)]
        w, u = frame.solution()
        if (u > 0).all():
            return Active(frame, atoms, u, np.array([oracle.norm(atom.column) for atom in atoms])), w
        atoms = [atom for atom, multiplier in zip(atoms, u, strict=True) if multiplier > 0]
    return None


def cancelling(oracle: SupportOracle, atoms: list[Atom], steps: int) -> Candidate | None:
    """The certificate on these atoms, if all but one are independent and that one is a negative combination of them."""
    frame = oracle.frame()
    kept = frame.load(atoms) if len(atoms) > 1 else []
    if not 0 < len(kept) == len(atoms) - 1:
        return None
    [left] = set(range(len(atoms))) - set(kept)
    lengths = np.array([oracle.norm(atoms[j].column) for j in kept])
    active = Active(frame, [atoms[j] for j in kept], np.ones(len(kept)), lengths)
    r, e = frame.coordinates(atoms[left])
    if not (active.dependent(oracle, atoms[left], r, e) and (r < 0).all()):
        return None
    return active.certificate(oracle, oracle.zero(), atoms[left], r, e, steps)
