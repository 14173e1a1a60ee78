"""Conic systems: is there a direction y with A*y inside the dual cone, or weights x ≠ 0 in the cone with Ax = 0?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, NamedTuple

import numpy as np

from gordan.arithmetic.array import Array, Matrix
from gordan.errors import InputError
from gordan.problem.canonical.conic import ConicCanonical, put_conic
from gordan.problem.cone import PSD, Orthant, Part, Product
from gordan.problem.cone_part import ConePart, parts_of
from gordan.problem.digest import digest_map
from gordan.problem.matrix import is_sparse, read_matrix
from gordan.problem.points import Points

__all__ = ["Conic", "Map", "read_map"]


class Map(NamedTuple):
    """The matrix, m × N, and for every part whether its columns are plain entries of symmetric matrices.

    Plain are the upper triangles of matrices given as such; all others carry √2 off the diagonal.
    """

    A: Matrix
    plain: tuple[bool, ...]


def read_map(A: object, parts: tuple[Part, ...]) -> Map:
    """Read the map for the product of these parts; a sentence says what does not fit."""
    if isinstance(A, list | tuple) and _is_pieces(A, parts):
        return _joined([_piece(piece, part, k) for k, (piece, part) in enumerate(zip(A, parts, strict=True))])
    if len(parts) == 1 and not is_sparse(A) and _depth(A) == 3:
        return _joined([_piece(A, parts[0], 0)])
    matrix = _read(A, "A")
    size = sum(part.size for part in parts)
    if matrix.shape[1] != size:
        sizes = " + ".join(str(part.size) for part in parts[:8]) + (" + …" if len(parts) > 8 else "")
        raise InputError(
            f"A has {matrix.shape[1]} columns and the cone {size} dimensions ({sizes}); give one column for each entry "
            "of the cone's vectors (n(n+1)/2 of them for PSD(n)), or a list with one piece for each part"
        )
    return Map(matrix, (False,) * len(parts))


def _is_pieces(A: Sequence[object], parts: tuple[Part, ...]) -> bool:
    """Whether a list holds pieces rather than the rows of a matrix: then its members have two dimensions or more."""
    deep = [is_sparse(piece) or _depth(piece) >= 2 for piece in A]
    if not any(deep):
        return False
    if len(A) != len(parts) or not all(deep):
        raise InputError(f"A is a list of {len(A)} pieces and the cone has {len(parts)} parts; give one for each part")
    return True


def _depth(piece: Matrix) -> int:
    try:
        return np.ndim(piece)
    except ValueError:
        raise InputError("rows of A have different lengths; give every row the same number of columns") from None


def _piece(piece: Matrix, part: Part, k: int) -> tuple[Matrix, bool]:
    name = f"piece {k} of A"
    if isinstance(part, PSD) and not is_sparse(piece) and _depth(piece) == 3:
        shape = np.shape(piece)
        if shape[1:] != (part.n, part.n):
            raise InputError(
                f"{name} has matrices of shape {shape[1:]} and the part is PSD({part.n}); give matrices of "
                f"order {part.n}"
            )
        # The rows of all matrices under one another, to be read like any other.
        rows = piece.reshape(-1, part.n) if isinstance(piece, np.ndarray) else [row for each in piece for row in each]
        stack = _read(rows, name).reshape(shape)
        _refuse_asymmetry(stack, name)
        i, j = part.places
        return stack[:, i, j], True
    matrix = _read(piece, name)
    if matrix.shape[1] != part.size:
        raise InputError(f"{name} has {matrix.shape[1]} columns and its part {part} {part.size}; they must agree")
    return matrix, False


def _refuse_asymmetry(stack: Array, name: str) -> None:
    off = (stack != stack.transpose(0, 2, 1)) & ~np.isnan(stack)
    if off.any():
        k, i, j = (int(index[0]) for index in np.nonzero(off))
        raise InputError(
            f"matrix {k} of {name} has {stack[k, i, j]} at ({i}, {j}) and {stack[k, j, i]} at ({j}, {i}); give "
            "symmetric matrices, for instance (M + M.T) / 2"
        )


def _joined(pieces: list[tuple[Matrix, bool]]) -> Map:
    matrices = [matrix for matrix, _ in pieces]
    rows = {matrix.shape[0] for matrix in matrices}
    if len(rows) > 1:
        raise InputError(f"the pieces of A have {', '.join(map(str, sorted(rows)))} rows; give each as many")
    if all(is_sparse(matrix) for matrix in matrices):
        from scipy.sparse import hstack

        joined = hstack(matrices, format="csr")
    else:
        joined = np.hstack([matrix.toarray() if is_sparse(matrix) else matrix for matrix in matrices])
    return Map(joined, tuple(plain for _, plain in pieces))


def _read(A: object, name: str) -> Matrix:
    """A float64 matrix, dense or CSR, of finite numbers, none of them rounded."""
    matrix = read_matrix(A, name=name)[0]
    return (matrix.tocsr() if is_sparse(matrix) else matrix).astype(np.float64)


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

    A: Matrix
    cone: Product
    plain: tuple[bool, ...] = field(default=(), init=False)
    # What points have: two classes, names of columns, and perhaps the space of a kernel.
    classes: ClassVar[tuple[object, ...]] = ()
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
                x[where] *= part.factors
        return x

    def digest(self) -> str:
        """A hash of the cone and of the nonzero entries that does not depend on how they are stored."""
        return digest_map(self.A, [f"{part.form} {part.order}" for part in self.described])
