"""A hash of labels, or of kinds of rows, and nonzero entries that is the same however they are stored.

    whole = SHA-256("gordan points n m", digests of the blocks)
    block = SHA-256(sign bytes, records), for 4096 rows at a time
    large block = SHA-256(digests of its 16 blocks), for 65,536 rows at a time, by which a difference is found
    file = SHA-256(for every block that has rows of the file: SHA-256(sign bytes, records) of these rows)

    whole = SHA-256("gordan split n_I n_E p", digests of the blocks), of a system's rows, the inequalities first
    whole = SHA-256("gordan panel n k sizes", digests of the blocks), of regressors with signs and levels
    whole = SHA-256("gordan risk n m ties", digests of the blocks), of covariates with times, events and strata
    whole = SHA-256("gordan gram n n", digests of the blocks), of the rows of a matrix of products
    whole = SHA-256("gordan conic m n parts", digests of the blocks), of the rows of a map, which have no sign bytes
    whole = SHA-256("gordan constraints n z parts", digests of the blocks), of z equations and the rows of cones
    whole = SHA-256("gordan bodies d K forms L forms", digests of the blocks), of the bodies' arrays one below the other
    whole = SHA-256("gordan mixture m n", digests of the blocks), of A, b as a row, and the mass

A sign byte is 1 for a positive row and 0 for a negative one; of a system, 1 for an inequality and 0 for an equality.
Of a panel it is the sign plus 1, followed by the level of each effect as int64, and the next row follows it. Of a Cox
model it is 1 for an event, followed by the stratum as int64 and the times as float64: the start where there are
starts, then the stop.
A record stands for one nonzero entry, in the order of
rows and then columns: row and column from 0 as int64, the value as float64, all little-endian.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array, Matrix, Positions
from gordan.arithmetic.in_threads import in_threads, workers_for
from gordan.problem.matrix import is_sparse

__all__ = [
    "BLOCK_ROWS",
    "FileRows",
    "Hashes",
    "digest_arrays",
    "digest_constraints",
    "digest_map",
    "digest_panel",
    "digest_products",
    "digest_risk",
    "hash_long_system",
    "hash_points",
    "hash_system",
]

_ROWS = 4096  # rows of a block; part of the format
BLOCK_ROWS = 16 * _ROWS  # rows of a large block, whose hash a certificate has; part of the format
_TOGETHER = 1 << 17  # entries made into records at a time: 3 MiB that stay in the cache, and no part of the format
_LARGE = 1 << 22  # entries from which on blocks are hashed by threads
_RECORD = np.dtype([("row", "<i8"), ("column", "<i8"), ("value", "<f8")])


# How many rows each file has: one number for points, of a system that of its inequalities and that of its equalities.
FileRows = tuple[tuple[int, ...], ...]


class Hashes(NamedTuple):
    """The hash of all rows, that of every 65,536 of them, and those of the files that were asked for."""

    digest: str
    blocks: tuple[str, ...]
    files: tuple[str, ...] = ()


def hash_points(X: Matrix, signs: Array, files: FileRows = ()) -> Hashes:
    """The hashes of the rows of X with their signs.

    Examples
    --------
    >>> X = np.array([[0.0, -1.5], [2.0, 0.0]])
    >>> hash_points(X, np.array([1.0, -1.0])).digest[:16]
    '7d1870bee0bcbe2b'
    >>> hash_points(np.asfortranarray(X, np.float32), np.array([1.0, -1.0])).digest[:16]
    '7d1870bee0bcbe2b'
    """
    return _hash("gordan points {} {}".format(*X.shape), [X], signs > 0, files)


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


def digest_constraints(equations: Matrix, rows: Matrix, parts: Sequence[str]) -> str:
    """The hash of constraints over cones, their right-hand sides in the last column, in hexadecimal.

    Examples
    --------
    >>> none, one = np.zeros((0, 2)), np.array([[1.0, 2.0]])
    >>> digest_constraints(none, one, ["orthant 1"]) == digest_constraints(one, none, [])
    False
    """
    words = f"gordan constraints {equations.shape[1] - 1} {equations.shape[0]}"
    return _hash(" ".join([words, *parts]), [equations, rows], None).digest


def digest_arrays(words: str, arrays: Sequence[Array]) -> str:
    """The hash of two bodies or a mixture: words that say the forms, and the arrays, of which a vector is one row."""
    return _hash(words, [np.atleast_2d(each) for each in arrays], None).digest


def hash_system(inequalities: Matrix, equalities: Matrix, files: FileRows = ()) -> Hashes:
    """The hashes of the rows of a system, numbered through from the first inequality to the last equality.

    Examples
    --------
    >>> A, E = np.array([[0.0, -1.5]]), np.array([[2.0, 0.0]])
    >>> hash_system(A, E).digest[:16]
    '12305e87e3b569e3'
    >>> hash_system(np.vstack([A, E]), E[:0]).digest == hash_system(A, E).digest
    False
    """
    above, p = inequalities.shape
    below = equalities.shape[0]
    marks = np.arange(above + below) < above
    return _hash(f"gordan split {above} {below} {p}", [inequalities, equalities], marks, files)


def hash_long_system(
    shape: tuple[int, int, int], pieces: Iterable[tuple[Matrix, Matrix]], files: FileRows = ()
) -> Hashes:
    """The hashes of a system whose rows come some inequalities and some equalities at a time, in one pass.

    `shape` has the numbers of inequalities, equalities and columns.

    Examples
    --------
    >>> A, E = np.array([[0.0, -1.5], [1.0, 1.0]]), np.array([[2.0, 0.0]])
    >>> pieces = [(A[:1], E), (A[1:], E[:0])]
    >>> hash_long_system((2, 1, 2), pieces) == hash_system(A, E)
    True
    """
    above, below, p = shape
    workers = workers_for((above + below) * p, _LARGE)
    return _combine(f"gordan split {above} {below} {p}", _cut(pieces, above), workers, files)


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


def digest_risk(covariates: Matrix, event: Matrix, stratum: Positions, times: Sequence[Array], *, exact: bool) -> str:
    """The hash of the rows of a Cox model: events, strata, one or two times, and covariates.

    Examples
    --------
    >>> X, event, stratum, stop = np.array([[0.5], [0.0]]), np.array([1, 0]), np.array([0, 0]), np.array([1.0, 2.0])
    >>> compared = digest_risk(X, event, stratum, [stop], exact=False)
    >>> compared == digest_risk(X, event, stratum, [stop], exact=True)
    False
    >>> compared == digest_risk(X, event, stratum, [stop + 1], exact=False)
    False
    """
    n, m = covariates.shape
    fields = [("event", "u1"), ("stratum", "<i8"), *((f"time {k}", "<f8") for k in range(len(times)))]
    marks = np.empty(n, fields)
    marks["event"], marks["stratum"] = event, stratum
    for k, each in enumerate(times):
        marks[f"time {k}"] = each + 0.0  # -0.0 becomes 0.0
    words = f"gordan risk {n} {m} {'exact' if exact else 'compared'}"
    return _hash(words, [covariates], marks.view("u1").reshape(n, -1)).digest


class _Block(NamedTuple):
    """The sign bytes of a block, and its rows of every part with the number of the first."""

    number: int
    marks: bytes
    taken: list[tuple[int, Matrix]]


class _BlockHashes(NamedTuple):
    """The hash of a block, and those of the rows in it by their files."""

    number: int
    digest: bytes
    by_file: dict[int, bytes]


def _hash(words: str, parts: list[Matrix], marks: Matrix | None, files: FileRows = ()) -> Hashes:
    """The hashes of the rows of all parts, numbered through, with a mark of some bytes for each row or none."""
    parts = [_by_rows(X) for X in parts]
    workers = workers_for(sum(X.nnz if is_sparse(X) else X.size for X in parts), _LARGE)
    return _combine(words, _blocks(parts, marks), workers, files)


def _combine(words: str, blocks: Iterator[_Block], workers: int, files: FileRows) -> Hashes:
    """The hashes of all rows from those of the blocks, in whatever order these come.

    Rows are taken in order here, and their blocks hashed by threads, of which a few wait at a time.
    """
    # The numbers of the first rows of all files: their first parts, then their second ones.
    starts = [0, *accumulate(rows for part in zip(*files, strict=True) for rows in part)][:-1] if files else []
    hashed = sorted(in_threads(partial(_hashed, starts=starts, files=len(files)), blocks, workers))
    digests, step = [each.digest for each in hashed], BLOCK_ROWS // _ROWS
    large = [hashlib.sha256(b"".join(digests[k : k + step])).hexdigest() for k in range(0, len(digests), step)]
    own = [hashlib.sha256() for _ in files]
    for each in hashed:
        for file, digest in each.by_file.items():
            own[file].update(digest)
    whole = hashlib.sha256(words.encode() + b"".join(digests)).hexdigest()
    return Hashes(whole, tuple(large), tuple(each.hexdigest() for each in own))


def _blocks(parts: list[Matrix], marks: Matrix | None) -> Iterator[_Block]:
    n = sum(X.shape[0] for X in parts)
    for start in range(0, n, _ROWS):
        stop, shift, taken = min(start + _ROWS, n), 0, []
        for X in parts:
            low, high = max(start - shift, 0), min(stop - shift, X.shape[0])
            if low < high:
                taken.append((low + shift, X[low:high]))
            shift += X.shape[0]
        own = b"" if marks is None else marks[start:stop].astype(np.uint8).tobytes()
        yield _Block(start // _ROWS, own, taken)


def _cut(pieces: Iterable[tuple[Matrix, Matrix]], above: int) -> Iterator[_Block]:
    """Rows that come as inequalities, numbered from 0, and equalities, numbered from `above`, cut into blocks.

    Blocks come as they are full; what is left at both ends of both kinds is put together at the end.
    """
    ends: dict[int, list[tuple[int, Matrix]]] = {}
    begun: list[list[tuple[int, Matrix]]] = [[], []]
    at = [0, above]
    for piece in pieces:
        for kind, rows in enumerate(piece):
            first = 0
            while first < len(rows):
                stop = (at[kind] // _ROWS + 1) * _ROWS
                part = rows[first : first + stop - at[kind]]
                begun[kind].append((at[kind], part))
                at[kind] += len(part)
                first += len(part)
                if at[kind] == stop:
                    taken, begun[kind] = begun[kind], []
                    if taken[0][0] % _ROWS:
                        ends[stop // _ROWS - 1] = taken
                    else:
                        yield _full(stop // _ROWS - 1, taken, above)
    for taken in begun[::-1]:
        if taken:
            number = taken[0][0] // _ROWS
            ends[number] = taken + ends.get(number, [])
    for number, taken in ends.items():
        yield _full(number, taken, above)


def _full(number: int, taken: list[tuple[int, Matrix]], above: int) -> _Block:
    return _Block(number, b"".join(bytes([first < above]) * len(rows) for first, rows in taken), taken)


def _hashed(given: _Block, starts: Sequence[int], files: int) -> _BlockHashes:
    """The hash of one block: its sign bytes and the records of its rows; and the same of the rows of each file."""
    by_file: dict[int, list[tuple[int, Matrix]]] = {}
    for first, rows in given.taken if files else ():
        done, n = 0, rows.shape[0]
        while done < n:
            part = bisect_right(starts, first + done)
            stop = min(n, starts[part] - first) if part < len(starts) else n
            by_file.setdefault((part - 1) % files, []).append((first + done, rows[done:stop]))
            done = stop
    digest = _hash_rows(given.marks, given.taken)
    if len(by_file) == 1:
        return _BlockHashes(given.number, digest, dict.fromkeys(by_file, digest))
    own = {}
    if by_file:
        numbers = (first + k for first, rows in given.taken for k in range(rows.shape[0]))
        marks = dict(zip(numbers, given.marks, strict=True))
    for file, taken in by_file.items():
        signs = bytes(marks[first + k] for first, rows in taken for k in range(rows.shape[0]))
        own[file] = _hash_rows(signs, taken)
    return _BlockHashes(given.number, digest, own)


def _hash_rows(marks: bytes, taken: list[tuple[int, Matrix]]) -> bytes:
    block = hashlib.sha256(marks)
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
