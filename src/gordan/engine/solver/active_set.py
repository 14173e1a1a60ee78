"""The active points of a min-norm problem: their multipliers, their factorisation, and what they prove.

For min ½‖w‖² subject to a_j·w ≥ 1 the points with product 1 carry multipliers u ≥ 0, and w = Σ u_j a_j.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.candidate import Candidate, Kind
from gordan.engine.oracle.base import Atom, Frame, SupportOracle

__all__ = ["SATISFIED", "Active", "cancelling", "resume"]

# Products of 1 come out with about this error once the active set is solved.
SATISFIED = 1e-12
# A residual this small against the column is rounding of the factorisation, not a direction. Too small a value lets
# noise in as a direction, too large a one calls near-parallel points dependent; either way the verifier judges.
_IN_SPAN = 2.0**-40


@dataclass
class Active:
    """The active points, their multipliers, and the multiplier of the point about to join."""

    frame: Frame
    atoms: list[Atom] = field(default_factory=list)
    u: Array = field(default_factory=lambda: np.empty(0))
    # Of the atoms' columns, None until a single step asks for them: a solution that others join at once does not.
    lengths: Array | None = field(default_factory=lambda: np.empty(0))
    pending: float = 0.0

    @property
    def keys(self) -> set[int]:
        return {atom.key for atom in self.atoms}

    def join(self, oracle: SupportOracle, atom: Atom, multiplier: float) -> None:
        self.frame.add(atom)
        self.lengths = np.append(self._measured(oracle), oracle.norm(atom.column))
        self.atoms.append(atom)
        self.u = np.append(self.u, multiplier)
        self.pending = 0.0

    def _measured(self, oracle: SupportOracle) -> Array:
        if self.lengths is None:
            self.lengths = np.array([oracle.norm(atom.column) for atom in self.atoms])
        return self.lengths

    def leave(self, index: int) -> None:
        self.frame.drop(index)
        del self.atoms[index]
        self.u = np.delete(self.u, index)
        self.lengths = None if self.lengths is None else np.delete(self.lengths, index)

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

    def together(self, oracle: SupportOracle, w: Array, blocks: list[list[Atom]]) -> tuple[Active, Array] | None:
        """The solution with all points below 1 among these, None where w does not grow with them."""
        b, keys = self.offset(oracle, w, len(blocks)), self.keys
        low = [atom for block in blocks for atom in block if atom.margin + atom.sign * b < 1.0 - SATISFIED]
        fresh = [atom for atom in low if atom.key not in keys]
        # No more than that are independent.
        if len(fresh) < 2 or len(fresh) + len(keys) >= oracle.dimension + len(blocks):
            return None
        found = resume(oracle, self.atoms + fresh)
        grown = found is not None and oracle.norm(found[1]) > oracle.norm(w) * (1.0 + SATISFIED)
        return found if grown else None

    def dependent(self, oracle: SupportOracle, entering: Atom, r: Array, e: Array) -> bool:
        # With an intercept these are differences to the first point: it rounds them even where it has no share in them.
        lengths = self._measured(oracle)
        far = 0.0 if oracle.blocks == 1 else float(lengths[0])
        scale = oracle.norm(entering.column) + far + float(np.abs(r) @ (lengths + far))
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
        weights, image = oracle.place(keys, (values / total).tolist()), e * (1.0 / total)
        return Candidate(w, weights, None, image, steps, kind=Kind.CERTIFICATE)


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
            return Active(frame, atoms, u, None), w
        atoms = [atom for atom, multiplier in zip(atoms, u, strict=True) if multiplier > 0]
    return None


def cancelling(oracle: SupportOracle, atoms: list[Atom], steps: int) -> Candidate | None:
    """The certificate on these atoms, if all but one are independent and that one is a negative combination of them."""
    frame = oracle.frame()
    # At a vertex any of them is a combination of the others, so that the last one will do.
    kept = frame.load(atoms[:-1]) if len(atoms) > 1 else []
    if len(kept) < len(atoms) - 1:
        kept = frame.load(atoms)
    if not 0 < len(kept) == len(atoms) - 1:
        return None
    [left] = set(range(len(atoms))) - set(kept)
    lengths = np.array([oracle.norm(atoms[j].column) for j in kept])
    active = Active(frame, [atoms[j] for j in kept], np.ones(len(kept)), lengths)
    r, e = frame.coordinates(atoms[left])
    if not (active.dependent(oracle, atoms[left], r, e) and (r < 0).all()):
        return None
    return active.certificate(oracle, oracle.zero(), atoms[left], r, e, steps)
