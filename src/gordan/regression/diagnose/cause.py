"""Which columns are the cause: those that separate by themselves, or together and no longer without one of them.

A column by itself separates or not by the order of its numbers: no arithmetic, so nothing is rounded. A set of columns
separates when the model with these and the intercept is separated; more columns separate all the more. So halves can be
tried instead of single columns (Junker's QuickXplain): k columns among p take about 2k log(p/k) splits.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gordan.problem.matrix import is_sparse
from gordan.regression.model.rows.base import BASE, Rows

__all__ = ["singles_by_order", "smallest"]


def smallest(columns: list[int], separates: Callable[[list[int]], bool]) -> list[int]:
    """A minimal subset of `columns` that separates, where all of them do.

    Examples
    --------
    >>> smallest([1, 2, 3, 4, 5], lambda given: {2, 5} <= set(given))
    [2, 5]
    """
    if separates([]):
        return []
    return sorted(_within([], columns, separates, fresh=False))


def _within(kept: list[int], columns: list[int], separates: Callable[[list[int]], bool], *, fresh: bool) -> list[int]:
    """What of `columns` is needed beside the kept; `fresh` says that something was kept since the last question."""
    if fresh and separates(kept):
        return []
    if len(columns) == 1:
        return columns
    half = len(columns) // 2
    first, second = columns[:half], columns[half:]
    of_second = _within([*kept, *first], second, separates, fresh=True)
    of_first = _within([*kept, *of_second], first, separates, fresh=bool(of_second))
    return of_first + of_second


def singles_by_order(rows: Rows) -> dict[int, str] | None:
    """Design column → "+inf" or "-inf", where it and the intercept alone separate; None where order does not tell.

    Along a and b, for the intercept and the one column, a row (u, v) with u = ±1 asks for u a + v b ≥ 0. With b = 1 it
    bounds a by −uv: from below where u = 1, from above where u = −1; a row with u = 0 asks for v ≥ 0. Some a is left
    and some row strict exactly when the bounds leave room between them, or meet and not all rows lie on them.
    """
    base = np.flatnonzero(rows.column == BASE)
    own = np.flatnonzero(rows.column != BASE)
    parts = [_by_column(part) for part in (rows.inequalities, rows.equalities) if part is not None]
    heads = [_column(part, int(base[0])) if base.size else np.zeros(part.shape[0]) for part in parts]
    sizes = np.unique(np.abs(np.concatenate(heads)))
    if base.size > 1 or np.unique(rows.column[own]).size < own.size or np.count_nonzero(sizes) > 1:
        return None
    signs = [np.sign(head) for head in heads]
    if len(parts) == 1 and (signs[0] != 0).all() and np.unique(signs[0]).size == 1:
        return {}  # the intercept separates without any column
    separating: dict[int, str] = {}
    for j in own.tolist():
        columns = [_column(part, j) for part in parts]
        ways = [way for way, b in (("+inf", 1.0), ("-inf", -1.0)) if _separates(signs, columns, b)]
        if ways:
            separating[int(rows.column[j])] = ways[0] if len(ways) == 1 else "undetermined"
    return separating


def _separates(signs: list[NDArray[Any]], columns: list[NDArray[np.float64]], b: float) -> bool:
    u, v = signs[0], columns[0] * b
    e, w = (signs[1], columns[1] * b) if len(signs) > 1 else (np.empty(0), np.empty(0))
    if (v[u == 0] < 0).any() or (w[e == 0] != 0).any():
        return False
    pinned = -(e * w)[e != 0]
    low = max((-v[u > 0]).max(initial=-np.inf), pinned.max(initial=-np.inf))
    high = min(v[u < 0].min(initial=np.inf), pinned.min(initial=np.inf))
    if low > high:
        return False
    if low < high and (u != 0).any():
        return True
    return bool((v[u == 0] > 0).any() or (np.where(u > 0, -v, v)[u != 0] != low).any())


def _by_column(part: Any) -> Any:
    return part.tocsc() if is_sparse(part) else part


def _column(part: Any, j: int) -> NDArray[np.float64]:
    if not is_sparse(part):
        return np.asarray(part[:, j])
    column = np.zeros(part.shape[0])
    entries = slice(part.indptr[j], part.indptr[j + 1])
    column[part.indices[entries]] = part.data[entries]
    return column
