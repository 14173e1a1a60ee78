"""A smallest explanation: columns that separate together, and no longer once one of them is left out.

A set of columns separates when the model with these and the intercept is separated; more columns separate all the more.
So halves can be tried instead of single columns (Junker's QuickXplain): k columns among p take about 2k log(p/k)
splits.
"""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["smallest"]


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
