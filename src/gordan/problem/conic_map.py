"""The map of a conic problem as it was given: one matrix, or one piece for every part of the cone."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.errors import InputError
from gordan.problem.cone import PSD, Part
from gordan.problem.matrix import is_sparse, read_matrix

__all__ = ["Map", "read_map"]


class Map(NamedTuple):
    """The matrix, m × N, and for every part whether its columns are plain entries of symmetric matrices.

    Plain are the upper triangles of matrices given as such; all others carry √2 off the diagonal.
    """

    A: Any
    plain: tuple[bool, ...]


def read_map(A: Any, parts: tuple[Part, ...]) -> Map:
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


def _is_pieces(A: Any, parts: tuple[Part, ...]) -> bool:
    """Whether a list holds pieces rather than the rows of a matrix: then its members have two dimensions or more."""
    deep = [is_sparse(piece) or _depth(piece) >= 2 for piece in A]
    if not any(deep):
        return False
    if len(A) != len(parts) or not all(deep):
        raise InputError(f"A is a list of {len(A)} pieces and the cone has {len(parts)} parts; give one for each part")
    return True


def _depth(piece: Any) -> int:
    try:
        return np.ndim(piece)
    except ValueError:
        raise InputError("rows of A have different lengths; give every row the same number of columns") from None


def _piece(piece: Any, part: Part, k: int) -> tuple[Any, bool]:
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


def _joined(pieces: list[tuple[Any, bool]]) -> Map:
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


def _read(A: Any, name: str) -> Any:
    """A float64 matrix, dense or CSR, of finite numbers, none of them rounded."""
    matrix = read_matrix(A, name=name)[0]
    return (matrix.tocsr() if is_sparse(matrix) else matrix).astype(np.float64)
