"""The map of a conic problem as it was given: one matrix, or one piece for every part of the cone."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gordan.array import Array
from gordan.cone import PSD, Part
from gordan.errors import InputError
from gordan.problem.matrix import is_sparse

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
    if len(parts) == 1 and not is_sparse(A) and np.ndim(A) == 3:
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
    deep = [is_sparse(piece) or np.ndim(piece) >= 2 for piece in A]
    if not any(deep):
        return False
    if len(A) != len(parts) or not all(deep):
        raise InputError(f"A is a list of {len(A)} pieces and the cone has {len(parts)} parts; give one for each part")
    return True


def _piece(piece: Any, part: Part, k: int) -> tuple[Any, bool]:
    name = f"piece {k} of A"
    if isinstance(part, PSD) and not is_sparse(piece) and np.ndim(piece) == 3:
        stack = np.asarray(piece, dtype=np.float64)
        if stack.shape[1:] != (part.n, part.n):
            raise InputError(
                f"{name} has matrices of shape {stack.shape[1:]} and the part is PSD({part.n}); give matrices of "
                f"order {part.n}"
            )
        _refuse_asymmetry(stack, name)
        i, j = part.places
        return _read(stack[:, i, j], name), True
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
    """A float64 matrix, dense or CSR, of finite numbers."""
    try:
        matrix: Any = A.tocsr().astype(np.float64) if is_sparse(A) else np.asarray(A, dtype=np.float64)
    except (TypeError, ValueError) as problem:
        raise InputError(f"{name} is no matrix of numbers ({problem}); give m rows of equal length") from None
    if matrix.ndim != 2 or 0 in matrix.shape:
        raise InputError(f"{name} has shape {matrix.shape}; give m rows and one column for each entry of the cone")
    if is_sparse(matrix):
        matrix.sum_duplicates()
    values = matrix.data if is_sparse(matrix) else matrix
    if not np.isfinite(values).all():
        raise InputError(f"{name} holds NaN or infinity; gordan decides on finite numbers only")
    return matrix
