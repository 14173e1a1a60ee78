"""Constraints: is there a point x with Cx = d and h − Gx in a product of cones?

Both answers are Gordan's, one dimension up. Directions (x, τ) have dτ − Cx = 0, and hτ − Gx inside the cones, τ > 0; or
some multipliers y of the cones and ν of the equations, not all zero, add up to nothing: Gᵀy + Cᵀν = 0 and
hᵀy + dᵀν + σ = 0 with σ ≥ 0. With σ > 0 they prove that there is no x at all; with σ = 0 only that none is inside.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gordan.arithmetic.array import Array
from gordan.errors import InputError
from gordan.problem.cone import PSD, Orthant, Part, Product
from gordan.problem.cone_part import ConePart, parts_of
from gordan.problem.conic import Conic
from gordan.problem.digest import digest_constraints

__all__ = ["Constraints"]


@dataclass(frozen=True, eq=False, repr=False)
class Constraints:
    """Cx = d, and h − Gx in the product of the parts.

    Parameters
    ----------
    C, d : arrays, shapes (z, n) and (z,)
        The equations; there may be none, then C has shape (0, n).
    G, h : arrays, shapes (N, n) and (N,)
        The rest, in the order of the parts. Of matrices the upper triangles are given as they are, row by row.
    parts : tuple of Orthant, Lorentz or PSD
        The cones; `Lorentz(n)` has its bound in the last entry.
    names : tuple of str
        Of the constraints as a person wrote them.
    equation_of, part_of : tuples of int
        The name, by number, of every equation and of every part.

    Examples
    --------
    >>> import gordan
    >>> nothing = np.zeros((0, 1)), np.zeros(0)
    >>> system = Constraints(*nothing, [[-1.0], [1.0]], [-2.0, 1.0], (gordan.cone.Orthant(2),))
    >>> system.homogeneous().A.tolist()
    [[1.0, -1.0, 0.0], [-2.0, 1.0, 1.0]]
    """

    C: Array
    d: Array
    G: Array
    h: Array
    parts: tuple[Part, ...]
    names: tuple[str, ...] = ()
    equation_of: tuple[int, ...] = ()
    part_of: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        for name in ("C", "d", "G", "h"):
            object.__setattr__(self, name, np.asarray(getattr(self, name), dtype=np.float64))
        size = sum(part.size for part in self.parts)
        if self.C.ndim != 2 or self.G.ndim != 2 or self.C.shape[1] != self.G.shape[1] or self.C.shape[1] == 0:
            raise InputError(f"C has shape {self.C.shape} and G {self.G.shape}; give both one column for each unknown")
        if self.d.shape != self.C.shape[:1] or not self.h.shape == self.G.shape[:1] == (size,):
            raise InputError(
                f"C and G have {self.C.shape[0]} and {self.G.shape[0]} rows, d and h {self.d.size} and {self.h.size} "
                f"entries, and the parts {size}; give d one entry for each row of C, and G, h one for each of the parts"
            )
        if not all(np.isfinite(v).all() for v in (self.C, self.d, self.G, self.h)):
            raise InputError("the constraints hold NaN or infinity; gordan decides on finite numbers only")
        if not self.names:
            object.__setattr__(self, "names", ("equations", *(f"{part}" for part in self.parts)))
            object.__setattr__(self, "equation_of", (0,) * self.d.size)
            object.__setattr__(self, "part_of", tuple(range(1, len(self.parts) + 1)))
        named = len(self.equation_of) == self.d.size and len(self.part_of) == len(self.parts)
        if not named or not all(0 <= own < len(self.names) for own in (*self.equation_of, *self.part_of)):
            raise InputError(
                f"there are {self.d.size} equations, {len(self.parts)} parts, {len(self.names)} names, and equation_of "
                "or part_of do not fit; give one number of a name for every equation and every part, from 0 on"
            )

    def __repr__(self) -> str:
        return f"Constraints({self.n} unknowns, {self.d.size} equations, {len(self.parts)} cones)"

    @property
    def n(self) -> int:
        return int(self.C.shape[1])

    @property
    def linear(self) -> bool:
        return all(isinstance(part, Orthant) for part in self.parts)

    @property
    def described(self) -> tuple[ConePart, ...]:
        """The parts by name; matrices are given by plain triangles."""
        return parts_of(self.parts, [isinstance(part, PSD) for part in self.parts])

    def digest(self) -> str:
        """A hash of the numbers and cones; names are no part of it."""
        words = [f"{part.form} {part.order}" for part in self.described]
        return digest_constraints(np.column_stack([self.C, self.d]), np.column_stack([self.G, self.h]), words)

    @property
    def equations(self) -> Array:
        """The rows of dτ − Cx, in the unknowns (x, τ)."""
        return np.column_stack([-self.C, self.d])

    @cached_property
    def slices(self) -> tuple[slice, ...]:
        ends = np.cumsum([part.size for part in self.parts]).tolist()
        return tuple(slice(end - part.size, end) for part, end in zip(self.parts, ends, strict=True))

    def homogeneous(self) -> Conic:
        """The cones alone: (x, τ) with hτ − Gx inside and τ > 0."""
        return Conic(self._pieces(), Product([*self.parts, Orthant(1)]))

    def certificate(self, rows: tuple[int, ...]) -> Conic:
        """The multipliers: ν⁺, ν⁻ of the equations where there are some, y, and σ in the last entry.

        Of the n + 1 conditions on them those in `rows` are kept.
        """
        kept, E, z = list(rows), self.equations.T, self.d.size
        signed: list[Array] = [E, -E] if z else []
        parts = [Orthant(z), Orthant(z)] if z else []
        return Conic([p[kept] for p in [*signed, *self._pieces()]], Product([*parts, *self.parts, Orthant(1)]))

    def _pieces(self) -> list[Array]:
        M = np.column_stack([-self.G, self.h]).T
        pieces: list[Array] = []
        for part, where in zip(self.parts, self.slices, strict=True):
            pieces.append(part.symmetric(M[:, where]) if isinstance(part, PSD) else M[:, where])
        return [*pieces, np.eye(self.n + 1)[:, -1:]]

    def without(self, name: int) -> Constraints:
        """The constraints without one of them, by the number of its name."""
        equations = [i for i, own in enumerate(self.equation_of) if own != name]
        return self.only(equations, [k for k, own in enumerate(self.part_of) if own != name])

    def named(self, names: tuple[str, ...]) -> Constraints:
        """The constraints of these names alone."""
        kept = {number for number, name in enumerate(self.names) if name in set(names)}
        equations = [i for i, own in enumerate(self.equation_of) if own in kept]
        return self.only(equations, [k for k, own in enumerate(self.part_of) if own in kept])

    def only(self, equations: list[int], kept: list[int]) -> Constraints:
        """Some of the equations and some of the parts, by their numbers."""
        rows = np.concatenate([np.arange(self.h.size)[self.slices[k]] for k in kept] or [np.zeros(0, int)]).astype(int)
        return Constraints(
            self.C[equations], self.d[equations], self.G[rows], self.h[rows], tuple(self.parts[k] for k in kept),
            names=self.names,
            equation_of=tuple(self.equation_of[i] for i in equations),
            part_of=tuple(self.part_of[k] for k in kept),
        )  # fmt: skip
