"""What can still be asked of a model once its split is known; each question is answered when it is first asked."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gordan.arithmetic.array import Array, Matrix
from gordan.arithmetic.deadline import check_deadline, current_deadline, deadline, now
from gordan.errors import OverBudget
from gordan.feasibility.split import Split
from gordan.outcome import Bracket
from gordan.outcome.split import SplitClaim
from gordan.problem import Points
from gordan.problem.batches import is_batches
from gordan.problem.computed import computed_columns
from gordan.problem.matrix import is_sparse
from gordan.problem.numbers import Numbers
from gordan.problem.system import System
from gordan.regression.model.collinear import Collinear
from gordan.regression.model.rows import BASE, Rows
from gordan.regression.model.system import Posed
from gordan.verify import verify

__all__ = ["Study", "singles_by_order", "smallest"]

_SECONDS = 5.0  # for questions beside the main one: a report is not worth waiting longer for


class _Unknown(Exception):
    """A split that was needed on the way could not be settled, or time is up."""


def _end() -> float:
    """The moment until which a question beside the main one is worked on, on the clock of `now`."""
    return min(now() + _SECONDS, current_deadline().until)


@dataclass(frozen=True, eq=False)
class Study:
    """A posed model with the numbers' reading, kept as long as somebody holds its diagnosis.

    `collinear` are the columns that were left out because they follow from others up to rounding.
    """

    posed: Posed
    numbers: Numbers
    collinear: tuple[Collinear, ...] = ()

    @cached_property
    def computed(self) -> tuple[str, ...]:
        """The columns of the design with numbers that need 16 or more digits; not looked for in batches."""
        design = self.posed.design
        if is_batches(design.X):
            return ()
        return tuple(design.names[j + int(design.added)] for j in computed_columns(design.X))

    def radius(self, split: Split) -> float | None:
        """How far computed numbers may move, relative to their size, and the answer stands; None where time is short.

        It is infinite where no number of the design is computed.
        """
        if not self.computed:
            return np.inf
        if self.posed.family == "gamma":  # whose last row would have to move with all the others
            return None
        claim = SplitClaim(split.strict, split.proof, radius=0.0)
        with suppress(OverBudget), deadline(_SECONDS):
            return verify(self.posed.system, claim).radius
        return None

    def singles(self) -> dict[int, dict[int, str]] | None:
        """Columns of the design that separate by themselves (with the intercept); None if not known.

        Each with the ways that its coefficients go, by their place: a multinomial model has one for every class but
        the first. Those that stay finite are left out.
        """
        ordered = singles_by_order(self.posed.rows)
        if ordered is not None:
            place = {int(column): k for k, column in enumerate(self.posed.rows.column.tolist())}
            return {j: {place[j]: way} for j, way in ordered.items()}
        deadline = _end()
        try:
            if self._separates([], deadline):
                return {}
            ways = {j: self._way(j, deadline) for j in range(self.posed.design.p) if j != self.posed.design.constant}
        except _Unknown:
            return None
        return {j: way for j, way in ways.items() if way}

    def responsible(self, direction: Array) -> tuple[int, ...] | None:
        """A smallest set of columns that separates, within those that the direction uses; None if not known.

        A column that separates by itself is preferred: nothing smaller explains it.
        """
        singles = self.singles()
        if singles:
            return (min(singles),)
        used = np.unique(self.posed.rows.column[np.flatnonzero(direction)])
        deadline = _end()
        try:
            return tuple(smallest([int(j) for j in used if j != BASE], lambda given: self._separates(given, deadline)))
        except _Unknown:
            return None

    def margin(self) -> Bracket | None:
        """Half the distance between the two groups' hulls, in the units of the columns; for binomial models.

        It is that of `gordan.separate` on the columns beside the intercept. None where the groups are not known (other
        families, or no column beside the intercept), and where there was no time left.
        """
        from gordan.engine.loop.separate import solve

        design, codes = self.posed.design, self.posed.codes
        if self.posed.family != "binomial" or codes is None:
            return None
        X = design.X
        if design.constant is not None and not design.added:
            rest = [j for j in range(design.p) if j != design.constant]
            X = X[:, rest] if is_sparse(X) else np.ascontiguousarray(X[:, rest])
        if X.shape[1] == 0:
            return None
        with suppress(OverBudget):
            check_deadline("the margin")
            points = Points(X, codes.seen[:, 1], intercept=design.constant is not None, numbers=self.numbers)
            return solve(points, goal="margin", max_seconds=_SECONDS).bracket
        return None

    def _separates(self, columns: list[int], deadline: float) -> bool:
        if not columns and not (self.posed.rows.column == BASE).any():
            return False
        return bool(self._split(columns, deadline)[1].kind != "overlap")

    def _way(self, j: int, deadline: float) -> dict[int, str]:
        """How the coefficients of one column go, where it separates by itself; empty where it does not."""
        from gordan.feasibility.split import coefficients

        system, split = self._split([j], deadline)
        if split.kind == "overlap":
            return {}
        kept = np.flatnonzero(np.isin(self.posed.rows.column, [BASE, j]))
        own = np.flatnonzero(self.posed.rows.column[kept] == j).tolist()
        states = coefficients(system, split, own, max_seconds=deadline - now())
        if "unsettled" in states:
            raise _Unknown
        places = kept[own].tolist()
        return {place: state for place, state in zip(places, states, strict=True) if state != "finite"}

    def _split(self, columns: list[int], deadline: float) -> tuple[System, Split]:
        from gordan.feasibility.split import System, Unsettled, split

        left = deadline - now()
        if left <= 0:
            raise _Unknown
        rows = self.posed.rows
        system = System(*rows.restrict(columns), numbers=rows.numbers)
        answer = split(system, max_seconds=left)
        if isinstance(answer, Unsettled):
            raise _Unknown
        return system, answer


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


def _separates(signs: list[Array], columns: list[Array], b: float) -> bool:
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


def _by_column(part: Matrix) -> Matrix:
    return part.tocsc() if is_sparse(part) else part


def _column(part: Matrix, j: int) -> Array:
    if not is_sparse(part):
        return np.asarray(part[:, j])
    column = np.zeros(part.shape[0])
    entries = slice(part.indptr[j], part.indptr[j + 1])
    column[part.indices[entries]] = part.data[entries]
    return column
