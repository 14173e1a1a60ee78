"""The columns that factors and terms have on the rows of a table, stored by row without their zeros."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from gordan.arithmetic.array import Array, Matrix
from gordan.arithmetic.deadline import check_deadline, watched
from gordan.errors import InputError
from gordan.file.table.wording import shown
from gordan.problem.description import Carried, Expression, Factor, Level, Levels, NumberFactor, Polynomial, Spline
from gordan.problem.description.limit import refuse_beyond
from gordan.regression.model.column import Column
from gordan.regression.model.evaluate import evaluate, evaluate_number

__all__ = [
    "carried_values",
    "factor_block",
    "level_of",
    "level_places",
    "natural_splines",
    "polynomials",
    "splines",
    "term_block",
]

_PART = 1 << 20  # entries of an interaction made at a time: their places take several times the memory


def factor_block(factor: Factor, cells: Mapping[str, Column], n: int) -> Matrix:
    """The columns of one factor, n × k in CSR."""
    from scipy.sparse import csr_array

    if isinstance(factor, Levels):
        return _level_block(factor, cells, n)
    if isinstance(factor, Carried):
        dense = np.column_stack([carried_values(each, n) for each in factor.values])
    else:
        x = evaluate_number(factor.value, cells, n)
        if isinstance(factor, NumberFactor):
            dense = x[:, None]
        elif isinstance(factor, Polynomial):
            dense = polynomials(x, factor.alpha, factor.norms)
        else:
            dense = splines(x, factor)
    return csr_array(dense)


def term_block(blocks: list[Matrix], n: int) -> Matrix:
    """The products of the factors' columns, the first factor's running fastest.

    Factors with several columns are multiplied in their order, those with one column in theirs, and then the two.
    """
    from scipy.sparse import csr_array

    if not blocks:
        return csr_array(np.ones((n, 1)))
    wide = [block for block in blocks if block.shape[1] > 1]
    single = [block for block in blocks if block.shape[1] == 1]
    return reduce(_products, [reduce(_products, part) for part in (wide, single) if part])


def _products(a: Matrix, b: Matrix) -> Matrix:
    """Row by row all products of an entry of a with one of b; 0 times what is not finite is not a number."""
    from scipy.sparse import csr_array

    a, b = _filled(a, _unbounded(b)), _filled(b, _unbounded(a))
    in_a, in_b = np.diff(a.indptr).astype(np.int64), np.diff(b.indptr).astype(np.int64)
    counts = in_a * in_b
    refuse_beyond(int(counts.sum()), "ENTRIES", "numbers", "leave out an interaction")
    indptr = np.concatenate([[0], np.cumsum(counts)])
    values, columns = np.empty(indptr[-1]), np.empty(indptr[-1], np.int64)
    first = 0
    while first < counts.size:
        check_deadline("making the columns of an interaction")
        last = max(first + 1, int(np.searchsorted(indptr, indptr[first] + _PART, side="right")) - 1)
        row = np.repeat(np.arange(first, last), counts[first:last])
        here = slice(indptr[first], indptr[last])
        place = np.arange(here.start, here.stop) - indptr[row]
        of_a, of_b = a.indptr[row] + place % in_a[row], b.indptr[row] + place // in_a[row]
        columns[here] = a.indices[of_a].astype(np.int64) + a.shape[1] * b.indices[of_b].astype(np.int64)
        with np.errstate(all="ignore"):
            values[here] = a.data[of_a] * b.data[of_b]
        first = last
    return csr_array((values, columns, indptr), shape=(counts.size, a.shape[1] * b.shape[1]))


def _unbounded(block: Matrix) -> NDArray[np.int64]:
    """The rows with an entry that is infinite or not a number."""
    rows = np.repeat(np.arange(block.shape[0]), np.diff(block.indptr))
    return np.unique(rows[~np.isfinite(block.data)])


def _filled(block: Matrix, rows: NDArray[np.int64]) -> Matrix:
    """The block with the zeros of these rows stored."""
    from scipy.sparse import csr_array

    if not rows.size:
        return block
    refuse_beyond(block.nnz + rows.size * block.shape[1], "ENTRIES", "numbers", "leave out an interaction")
    marks = np.zeros(block.shape[0], bool)
    marks[rows] = True
    inside = np.repeat(marks, np.diff(block.indptr))
    counts = np.where(marks, block.shape[1], np.diff(block.indptr))
    indptr = np.concatenate([[0], np.cumsum(counts)])
    data, indices = np.empty(indptr[-1]), np.empty(indptr[-1], np.int64)
    whole = np.repeat(marks, counts)
    data[~whole], indices[~whole] = block.data[~inside], block.indices[~inside]
    data[whole] = block[rows].toarray().ravel()
    indices[whole] = np.tile(np.arange(block.shape[1]), rows.size)
    return csr_array((data, indices, indptr), shape=block.shape)


def _level_block(factor: Levels, cells: Mapping[str, Column], n: int) -> Matrix:
    from scipy.sparse import csr_array

    place = level_places(factor.value, factor.levels, cells, n)
    if factor.coding is not None:
        return csr_array(np.array(factor.coding, dtype=np.float64).T[place])
    assert factor.indicators is not None
    column = np.full(len(factor.levels), -1)
    column[list(factor.indicators)] = np.arange(len(factor.indicators))
    rows = np.flatnonzero(column[place] >= 0)
    return csr_array((np.ones(rows.size), (rows, column[place[rows]])), shape=(n, len(factor.names)))


def level_places(
    value: Expression, levels: tuple[Level, ...], cells: Mapping[str, Column], n: int
) -> NDArray[np.int64]:
    """Which of the levels the value of each row is."""
    given = evaluate(value, cells)
    values = np.broadcast_to(given.values, (n,))
    number: dict[object, int] = {level: k for k, level in enumerate(levels)}
    if given.kind != "text":
        numbers, inverse = np.unique(values.astype(np.float64), return_inverse=True)
        distinct: list[object] = numbers.tolist()
        places = [number.get(v, -1) for v in distinct]
    else:
        distinct, inverse = _distinct(values.tolist())
        places = [number.get(level_of(v), -1) for v in distinct]
    if -1 in places:
        stranger = distinct[places.index(-1)]
        level = f"{stranger:g}" if isinstance(stranger, float) else shown(str(stranger))
        raise InputError(f"a row has {level}, which is none of the {len(levels):,} levels of the model; check the data")
    return np.array(places, dtype=np.int64)[inverse.ravel()]


def _distinct(values: list[object]) -> tuple[list[object], NDArray[np.int64]]:
    seen: dict[object, int] = {}
    places = [seen.setdefault(v, len(seen)) for v in watched(values, "finding the levels of a factor")]
    inverse = np.array(places, dtype=np.int64)
    return list(seen), inverse


def level_of(value: object) -> Level | None:
    """A value as a level: text, or the double of a number or truth; None for what is neither.

    Examples
    --------
    >>> level_of("a"), level_of(np.int64(3)), level_of(True), level_of([])
    ('a', 3.0, 1.0, None)
    """
    if isinstance(value, str):
        return str(value)
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return None


def carried_values(values: tuple[float | None, ...], n: int) -> Array:
    """Carried numbers, NaN for None; there must be one for each row without a missing cell."""
    if len(values) != n:
        raise InputError(
            f"the model carries {len(values):,} values of a column for {n:,} rows without a missing cell; give its own "
            "data"
        )
    return np.array([np.nan if v is None else v for v in values], dtype=np.float64)


def polynomials(x: Array, alpha: tuple[float, ...], norms: tuple[float, ...]) -> Array:
    """Orthogonal polynomials by the three-term recurrence, without the constant one."""
    before, last = np.zeros_like(x), np.ones_like(x)
    columns = []
    with np.errstate(all="ignore"):
        for k in range(1, len(alpha) + 1):
            following = (x - alpha[k - 1]) * last
            if k > 1:
                following -= (norms[k - 1] / norms[k - 2]) * before
            columns.append(following / np.sqrt(norms[k]))
            before, last = last, following
    return np.column_stack(columns)


def natural_splines(x: Array, df: int | None = None, knots: Sequence[float] | None = None) -> Array:
    """Cubic splines that are linear beyond their ends, with df − 1 inner knots at quantiles or as given.

    The space is that of R's ns with the same knots; the columns are differences of truncated cubes.

    Examples
    --------
    >>> natural_splines(np.linspace(0.0, 1.0, 5), df=2).shape
    (5, 2)
    """
    low, high = float(x.min()), float(x.max())
    inner = np.quantile(x, np.linspace(0, 1, (df or 1) + 1))[1:-1] if knots is None else np.array(knots)
    every = np.concatenate([[low], inner, [high]])
    if not np.isfinite(every).all() or (np.diff(every) <= 0).any():
        raise InputError("the knots of a natural spline do not rise within the range of its column; lower df")
    t, k = (x - low) / (high - low), (every - low) / (high - low)
    cubes = [(np.clip(t - a, 0, None) ** 3 - np.clip(t - 1.0, 0, None) ** 3) / (1.0 - a) for a in k[:-1]]
    return np.column_stack([t, *(cube - cubes[-1] for cube in cubes[:-1])])


def splines(x: Array, factor: Spline) -> Array:
    """B-splines by the recurrence of Cox and de Boor; outside of the knots' range none is defined."""
    t, degree = factor.knots, factor.degree
    last = len(t) - degree - 1
    if ((x < t[degree]) | (x > t[last])).any():
        raise InputError(
            f"a number lies outside of the range of a spline, {t[degree]:g} to {t[last]:g}; get the data it was made of"
        )
    # A function of degree d stands on d + 1 intervals from its own on: no other knots are looked at.
    needed = {i + k for i in factor.functions for k in range(degree + 1)}
    at = {i: ((x >= t[i]) & ((x <= t[i + 1]) if i + 1 == last else (x < t[i + 1]))) * 1.0 for i in sorted(needed)}

    def share(i: int, j: int) -> Array | float:
        return (x - t[i]) / (t[i + j] - t[i]) if t[i + j] != t[i] else 0.0

    with np.errstate(all="ignore"):
        for j in range(1, degree + 1):
            check_deadline("computing splines")
            at = {i: share(i, j) * at[i] + (1 - share(i + 1, j)) * at[i + 1] for i in sorted(at) if i + 1 in at}
    return np.column_stack([at[i] for i in factor.functions])
