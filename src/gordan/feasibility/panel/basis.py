"""`Basis`: rows of a panel with any number of effects by which its levels are determined.

Most levels follow from rows one after the other, see `elimination`; the seeds that are left have a core: independent
rows, solved for in fractions. In the order of the elimination potentials are solved for, and against it weights are
corrected, by additions alone: integers stay integers. Where there is a core, they are integers over one denominator.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Mask, Positions
from gordan.arithmetic.deadline import check_deadline
from gordan.feasibility.panel.core import Core, core_of
from gordan.feasibility.panel.elimination import Elimination
from gordan.outcome.panel import Cycle
from gordan.problem.numbers import Whole
from gordan.problem.panel import Panel

__all__ = ["Basis", "Closed", "basis_of"]

_ROUNDS = 6  # of taking rows that the sample lacks
_MORE = 20  # rows that a core is looked for in, besides three for every two seeds

Values = npt.NDArray[Any]


class Closed(NamedTuple):
    """Integers factor · weights, and some more on a few rows, with which all effects cancel."""

    factor: int
    weights: Positions
    rows: Positions
    integers: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Basis:
    """The elimination of some rows, and the core of its seeds; `open` where some rows do not follow from both."""

    order: Elimination
    core: Core
    open: bool

    @property
    def panel(self) -> Panel:
        return self.order.panel

    @property
    def rows(self) -> Mask:
        """Those that it was made of."""
        return self.order.rows

    def potentials(self, values: Values, at_seeds: Values | None = None) -> tuple[Values, int]:
        """The p with factor · values_i + rise_i(p) = 0 on the rows of the basis, and the factor.

        Seeds that are free have the potential 0, or the one given times the factor.
        """
        order, core = self.order, self.core
        fill = order.fill if values.dtype == np.float64 else order.fill_integers
        p = np.zeros((self.panel.vertices, *values.shape[1:]), values.dtype)
        if at_seeds is not None:
            p[order.seeds] = at_seeds
        p = fill(values, p)
        if not core.row.size:
            return p, 1
        left = values[core.row] + self.panel.rise(p, core.row)
        shift, factor = core.fix(-left)
        seeds = p[order.seeds].astype(shift.dtype) * factor + shift
        values = values.astype(shift.dtype) * factor
        p = np.zeros((self.panel.vertices, *values.shape[1:]), values.dtype)
        p[order.seeds] = seeds
        return fill(values, p), factor

    def shifted(self, values: Whole, near: Positions) -> tuple[Whole, int]:
        """The same with potentials near these at the seeds that are free."""
        places, share = self.core.free
        return self.potentials(values, share @ (near[self.order.seeds[places]] // self.core.scale))

    def close(self, near: Positions) -> Closed | None:
        """Weights near these with which all effects cancel, changed on the basis; None where no others do."""
        weights, left = self.order.push(near)
        if weights.dtype != np.int64:
            return None
        if not left.any():
            return Closed(1, weights, np.zeros(0, np.int64), ())
        amounts = self.core.cancel(left[:, None])
        if amounts is None:
            return None
        more = self._spread(*amounts[0])
        return Closed(amounts[0][1], weights, np.array(list(more), np.int64), tuple(more.values()))

    def cycles(self, rows: list[int]) -> list[Cycle] | None:
        """The cycles that single rows close in the basis; None where some do not."""
        if not rows:
            return []
        pushed = []
        for row in rows:
            weights = np.zeros(self.panel.n, np.int64)
            weights[row] = 1
            pushed.append(self.order.push(weights))
        amounts = self.core.cancel(np.stack([left for _, left in pushed], axis=1))
        if amounts is None:
            return None
        cycles = []
        for (weights, _), (values, factor) in zip(pushed, amounts, strict=True):
            check_deadline("the cycles that rows close")
            total = self._spread(values, factor)
            for i in np.flatnonzero(weights).tolist():
                total[i] = total.get(i, 0) + factor * int(weights[i])
            kept = {i: integer for i, integer in total.items() if integer}
            shared = gcd(*kept.values()) or 1
            cycles.append(Cycle(tuple(kept), tuple(integer // shared for integer in kept.values())))
        return cycles

    def _spread(self, values: Whole, factor: int) -> dict[int, int]:
        """These weights of the core's rows with those of the rows of all steps that let the other levels cancel."""
        if not values.any():
            return {}
        weights = np.zeros(self.panel.n, np.int64 if factor == 1 and values.dtype == np.int64 else object)
        weights[self.core.row] = values
        weights = self.order.push(weights)[0]
        rows = np.flatnonzero(weights)
        return dict(zip(rows.tolist(), map(int, weights[rows].tolist()), strict=True))


def basis_of(order: Elimination) -> Basis:
    """The basis of the rows of an elimination.

    Examples
    --------
    >>> from gordan.feasibility.panel.elimination import eliminate
    >>> levels = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1]), np.array([0, 1, 0, 0])
    >>> basis = basis_of(eliminate(Panel(np.zeros((4, 0)), levels, [0, 0, 0, 0]), np.ones(4, bool)))
    >>> basis.core.row.size, basis.open
    (0, False)
    """
    spare = order.spare()
    # Rows near the seeds have short sums; others come from all over the table.
    size = order.seeds.size
    sample = np.union1d(spare[:size], spare[:: max(1, spare.size // (size // 2 + _MORE))])
    for _ in range(_ROUNDS):
        check_deadline("the core of the effects")
        core = core_of(order.sums(sample))
        core = core._replace(row=sample[core.row])
        wrong = order.failing(core.free[1])
        if not wrong.size:
            break
        sample = np.union1d(core.row, wrong[:: max(1, wrong.size // (size + _MORE))])
    return Basis(order, core, bool(wrong.size))
