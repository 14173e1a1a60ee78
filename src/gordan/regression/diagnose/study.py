"""What can still be asked of a model once its split is known; each question is answered when it is first asked."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from gordan.arithmetic.deadline import check_deadline, current_deadline, now
from gordan.errors import OverBudget
from gordan.outcome import Bracket
from gordan.problem import Points
from gordan.problem.matrix import is_sparse
from gordan.problem.numbers import Numbers
from gordan.regression.diagnose.cause import singles_by_order, smallest
from gordan.regression.model.rows.base import BASE
from gordan.regression.model.system import Posed

__all__ = ["Study"]

_SECONDS = 5.0  # for questions beside the main one: a report is not worth waiting longer for


class _Unknown(Exception):
    """A split that was needed on the way could not be settled, or time is up."""


def _end() -> float:
    """The moment until which a question beside the main one is worked on, on the clock of `now`."""
    return min(now() + _SECONDS, current_deadline().until)


@dataclass(frozen=True, eq=False)
class Study:
    """A posed model with the numbers' reading, kept as long as somebody holds its diagnosis."""

    posed: Posed
    numbers: Numbers

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

    def responsible(self, direction: Any) -> tuple[int, ...] | None:
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

        It is that of `gordan.separate` on the columns beside the intercept. None where the groups cannot be told (other
        families, or no column beside the intercept), and where there was no time left.
        """
        from gordan.engine.loop import solve

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

    def _split(self, columns: list[int], deadline: float) -> tuple[Any, Any]:
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
