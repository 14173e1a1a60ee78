"""Conic systems: is there a direction y with A*y inside the dual cone, or weights x ≠ 0 in the cone with Ax = 0?"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from gordan.arithmetic.array import Array
from gordan.errors import InputError
from gordan.problem.canonical.conic import ConicCanonical, put_conic
from gordan.problem.cone import PSD, Orthant, Product
from gordan.problem.cone_part import ConePart, parts_of
from gordan.problem.conic_map import read_map
from gordan.problem.digest import digest_map
from gordan.problem.matrix import is_sparse
from gordan.problem.points import Points

__all__ = ["Conic"]

_LEAST = 2.0**-1000  # below, what is a little smaller than the map is no normal double any more


@dataclass(frozen=True, eq=False, repr=False)
class Conic:
    """A linear map and a cone K, which is its own dual.

    Exactly one holds: some y has A*y in the interior of K, or some x ≠ 0 in K has Ax = 0.

    Parameters
    ----------
    A : array or sparse matrix, shape (m, N), or a list with one piece for each part of the cone
        The map, one column for each entry of the cone's vectors: for `PSD(n)` the upper triangle, row by row, with √2
        on what lies off the diagonal. In a list, a piece for `PSD(n)` may also be a stack of m symmetric matrices.
        Numbers are taken as doubles before entries that a sparse matrix stores twice are added up.
    cone : Orthant, Lorentz, PSD or Product
        The cone K. `Lorentz(n)` has its bound in the last entry.

    Examples
    --------
    >>> import gordan
    >>> problem = Conic([[[[1.0, 0.0], [0.0, -1.0]], [[0.0, 1.0], [1.0, 0.0]]]], gordan.cone.PSD(2))
    >>> problem.m, problem.n
    (2, 3)
    >>> gordan.solve(problem).kind
    'inseparable'
    """

    A: Any
    cone: Any
    plain: tuple[bool, ...] = field(default=(), init=False)
    # What points have: two classes, names of columns, and perhaps the space of a kernel.
    classes: ClassVar[tuple[Any, ...]] = ()
    space: ClassVar[str] = ""
    names: ClassVar[tuple[str, ...]] = ()
    implicit: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if not isinstance(self.cone, Product) and not hasattr(self.cone, "compose"):
            raise InputError(f"cone is {self.cone!r}; give Orthant(n), Lorentz(n), PSD(n) or a Product of them")
        joint = self.cone if isinstance(self.cone, Product) else Product([self.cone])
        given = read_map(self.A, joint.parts)
        values = given.A.data if is_sparse(given.A) else given.A
        if 0.0 < (most := float(np.abs(values).max(initial=0.0))) < _LEAST:
            raise InputError(
                f"no entry of A exceeds {most:g}, next to the smallest doubles, where margins have none; give a "
                "multiple, such as 2.0**900 * A, which has the same answer"
            )
        for name, value in (("A", given.A), ("cone", joint), ("plain", given.plain)):
            object.__setattr__(self, name, value)

    def __repr__(self) -> str:
        parts = ", ".join(str(part) for part in self.cone.parts[:4]) + (", …" if len(self.cone.parts) > 4 else "")
        return f"Conic({self.m} x {self.n}, {parts})"

    @property
    def m(self) -> int:
        return int(self.A.shape[0])

    @property
    def n(self) -> int:
        return int(self.A.shape[1])

    @cached_property
    def _canonical(self) -> ConicCanonical:
        return put_conic(self.A, self.cone, self.plain)

    def canonical(self) -> ConicCanonical:
        return self._canonical

    @property
    def described(self) -> tuple[ConePart, ...]:
        """The parts of the cone by their names."""
        return parts_of(self.cone.parts, self.plain)

    @property
    def polyhedral(self) -> bool:
        """Whether the cone is an orthant: then this is a question about points, with no intercept."""
        return all(isinstance(part, Orthant) for part in self.cone.parts)

    def points(self) -> Points:
        """The columns as points of one class, where the cone is an orthant."""
        return Points(self.A.T, np.ones(self.n), intercept=False)

    def split(self, x: Array) -> list[Array]:
        """A vector of the cone part by part, matrices as matrices.

        Examples
        --------
        >>> import gordan
        >>> problem = Conic([[1.0, 1.0, 0.0, 2.0]], gordan.cone.Product([gordan.cone.Orthant(1), gordan.cone.PSD(2)]))
        >>> [part.tolist() for part in problem.split(np.array([5.0, 1.0, 0.0, 3.0]))]
        [[5.0], [[1.0, 0.0], [0.0, 3.0]]]
        """
        pieces = zip(self.cone.parts, self.cone.slices, strict=True)
        return [part.matrix(x[where]) if isinstance(part, PSD) else x[where] for part, where in pieces]

    def in_coordinates(self, plain: Array) -> Array:
        """A vector whose matrices are given by plain upper triangles, in the coordinates of the cone."""
        x = plain.copy()
        for part, where in zip(self.cone.parts, self.cone.slices, strict=True):
            if isinstance(part, PSD):
                x[where] *= np.where(part.places[0] == part.places[1], 1.0, np.sqrt(2.0))
        return x

    def digest(self) -> str:
        """A hash of the cone and of the nonzero entries that does not depend on how they are stored."""
        return digest_map(self.A, [f"{part.form} {part.order}" for part in self.described])
