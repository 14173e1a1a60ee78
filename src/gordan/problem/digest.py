"""A hash of labels, or of kinds of rows, and nonzero entries that is the same however they are stored.

    whole = SHA-256("gordan points n m", digests of the blocks)
    block = SHA-256(sign bytes, records), for 4096 rows at a time
    large block = SHA-256(digests of its 16 blocks), for 65,536 rows at a time, by which a difference is found

    whole = SHA-256("gordan split n_I n_E p", digests of the blocks), of a system's rows, the inequalities first
    whole = SHA-256("gordan panel n k sizes", digests of the blocks), of regressors with signs and levels
    whole = SHA-256("gordan gram n n", digests of the blocks), of the rows of a matrix of products
    whole = SHA-256("gordan conic m n parts", digests of the blocks), of the rows of a map, which have no sign bytes
    whole = SHA-256("gordan bodies d K forms L forms", digests of the blocks), of the bodies' arrays one below the other

A sign byte is 1 for a positive row and 0 for a negative one; of a system, 1 for an inequality and 0 for an equality.
Of a panel it is the sign plus 1, followed by the level of each effect as int64, and the next row follows it.
A record stands for one nonzero entry, in the order of
rows and then columns: row and column from 0 as int64, the value as float64, all little-endian.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array, Matrix, Positions
from gordan.arithmetic.in_threads import in_threads, workers_for
from gordan.problem.matrix import is_sparse

__all__ = [
    "BLOCK_ROWS",
    "Hashes",
    "digest_bodies",
    "digest_map",
    "digest_panel",
    "digest_products",
    "digest_system",
    "hash_points",
]

_ROWS = 4096  # rows of a block; part of the format
BLOCK_ROWS = 16 * _ROWS  # rows of a large block, whose hash a certificate has; part of the format
_TOGETHER = 1 << 17  # entries made into records at a time: 3 MiB that stay in the cache, and no part of the format
_LARGE = 1 << 22  # entries from which on blocks are hashed by threads
_RECORD = np.dtype([("row", "<i8"), ("column", "<i8"), ("value", "<f8")])


class Hashes(NamedTuple):
    """The hash of all rows, and that of every 65,536 of them, in hexadecimal."""

    digest: str
    blocks: tuple[str, ...]


def hash_points(X: Matrix, signs: Array) -> Hashes:
    """The hashes of the rows of X with their signs.

    Examples
    --------
    >>> X = np.array([[0.0, -1.5], [2.0, 0.0]])
    >>> hash_points(X, np.array([1.0, -1.0])).digest[:16]
    '7d1870bee0bcbe2b'
    >>> hash_points(np.asfortranarray(X, np.float32), np.array([1.0, -1.0])).digest[:16]
    '7d1870bee0bcbe2b'
    """
    return _hash("gordan points {} {}".format(*X.shape), [X], signs > 0)


def digest_products(K: Matrix, signs: Array) -> str:
    """The hash of a matrix of products with the signs of its points, in hexadecimal."""
    return _hash("gordan gram {} {}".format(*K.shape), [K], signs > 0).digest


def digest_map(A: Matrix, parts: Sequence[str]) -> str:
    """The hash of a linear map and of the parts of the cone it acts on, in hexadecimal.

    Examples
    --------
    >>> A = np.array([[0.0, -1.5], [2.0, 0.0]])
    >>> digest_map(A, ["lorentz 2"]) == digest_map(np.asfortranarray(A), ["lorentz 2"])
    True
    >>> digest_map(A, ["lorentz 2"]) == digest_map(A, ["orthant 2"])
    False
    """
    return _hash(" ".join(["gordan conic {} {}".format(*A.shape), *parts]), [A], None).digest


def digest_bodies(words: str, arrays: Sequence[Array]) -> str:
    """The hash of two bodies: the words that say their forms, and their arrays, of which a vector is one row."""
    return _hash(words, [np.atleast_2d(each) for each in arrays], None).digest


def digest_system(inequalities: Matrix, equalities: Matrix) -> str:
    """The hash of the rows of a system, numbered through from the first inequality to the last equality.

    Examples
    --------
    >>> A, E = np.array([[0.0, -1.5]]), np.array([[2.0, 0.0]])
    >>> digest_system(A, E)[:16]
    '12305e87e3b569e3'
    >>> digest_system(np.vstack([A, E]), E[:0]) == digest_system(A, E)
    False
    """
    above, p = inequalities.shape
    below = equalities.shape[0]
    marks = np.arange(above + below) < above
    return _hash(f"gordan split {above} {below} {p}", [inequalities, equalities], marks).digest


def digest_panel(regressors: Matrix, signs: Matrix, levels: Sequence[Positions], sizes: Sequence[int]) -> str:
    """The hash of the rows of a panel: their signs, the level of each effect, and their regressors.

    Examples
    --------
    >>> X, levels, signs = np.array([[0.5], [0.0]]), [np.array([0, 1])], np.array([-1, 0])
    >>> digest_panel(X, signs, levels, [2])[:16]
    'f52120ef7b003af1'
    >>> digest_panel(X, signs, [levels[0][::-1]], [2]) == digest_panel(X, signs, levels, [2])
    False
    """
    n, k = regressors.shape
    marks = np.empty(n, [("sign", "u1"), *((f"level {e}", "<i8") for e in range(len(levels)))])
    marks["sign"] = signs + 1
    for e, each in enumerate(levels):
        marks[f"level {e}"] = each
    # Byte by byte, as the marks of other kinds are.
    words = " ".join(map(str, ("gordan panel", n, k, *sizes)))
    return _hash(words, [regressors], marks.view("u1").reshape(n, -1)).digest


def _hash(words: str, parts: list[Matrix], marks: Matrix | None) -> Hashes:
    """The hashes of the rows of all parts, numbered through, with a mark of some bytes for each row or none.

    Rows are taken in order here, and their blocks hashed by threads, of which a few wait at a time.
    """
    parts = [_by_rows(X) for X in parts]
    workers = workers_for(sum(X.nnz if is_sparse(X) else X.size for X in parts), _LARGE)
    digests = list(in_threads(_hashed, _blocks(parts, marks), workers))
    step = BLOCK_ROWS // _ROWS
    large = [hashlib.sha256(b"".join(digests[k : k + step])).hexdigest() for k in range(0, len(digests), step)]
    return Hashes(hashlib.sha256(words.encode() + b"".join(digests)).hexdigest(), tuple(large))


def _blocks(parts: list[Matrix], marks: Matrix | None) -> Iterator[tuple[bytes, list[tuple[int, Matrix]]]]:
    """The sign bytes of each block, and its rows of every part with the number of the first."""
    n = sum(X.shape[0] for X in parts)
    for start in range(0, n, _ROWS):
        stop, shift, taken = min(start + _ROWS, n), 0, []
        for X in parts:
            low, high = max(start - shift, 0), min(stop - shift, X.shape[0])
            if low < high:
                taken.append((low + shift, X[low:high]))
            shift += X.shape[0]
        yield b"" if marks is None else marks[start:stop].astype(np.uint8).tobytes(), taken


def _hashed(given: tuple[bytes, list[tuple[int, Matrix]]]) -> bytes:
    """The hash of one block: its sign bytes and the records of its rows."""
    signs, taken = given
    block = hashlib.sha256(signs)
    for first, rows in taken:
        for records in _records(rows, 0, rows.shape[0], first):
            block.update(records)
    return block.digest()


def _by_rows(X: Matrix) -> Matrix:
    # Rows of a matrix stored by columns are scattered over all of it: the one form that is copied.
    return X.tocsr() if is_sparse(X) and X.format != "csr" else X


def _records(X: Matrix, start: int, stop: int, shift: int = 0) -> Iterator[memoryview]:
    """The records of some rows, a few rows at a time: hashing is the same in one piece or in many.

    Row numbers begin with `shift`.
    """
    if stop <= start:
        return
    entries = max(1, (X.nnz if is_sparse(X) else X.size) // X.shape[0])
    step = max(1, _TOGETHER // entries)
    for first in range(start, stop, step):
        part = X[first : min(first + step, stop)]
        rows, columns, values = _sparse_entries(part) if is_sparse(part) else _entries(part)
        records = np.empty(values.size, _RECORD)
        records["row"], records["column"], records["value"] = rows + (first + shift), columns, values
        yield records.data


def _entries(part: Matrix) -> tuple[Positions, Positions, Array]:
    rows, columns = np.nonzero(part)
    return rows, columns, part[rows, columns]


def _sparse_entries(part: Matrix) -> tuple[Positions, Positions, Array]:
    """Entries stored twice are added up and stored zeros left out, in a copy: a slice shares the caller's numbers."""
    part = part.copy()
    part.sum_duplicates()
    rows = np.repeat(np.arange(part.shape[0]), np.diff(part.indptr))
    kept = part.data != 0
    return rows[kept], part.indices[kept], part.data[kept]
