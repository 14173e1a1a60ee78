"""`Sweep`: for every event the greatest key of its risk set, all at once and without a list of the risk sets.

The distinct times of events, stratum after stratum, are cells in a row. A subject is at risk in an unbroken run of
them. The greatest key of every cell is then found as in a table of powers of two, backwards: each run is covered by two
overlapping stretches of one power, and a stretch hands what it holds to its two halves.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Positions
from gordan.problem.risk import RiskSets

__all__ = ["Sweep"]

Keys = npt.NDArray[np.int64]


class Sweep:
    """The cells in which each row is at risk, from `low` to `high`, and the cell of each event.

    Examples
    --------
    >>> sweep = Sweep(RiskSets([[0.0]] * 3, [1.0, 2.0, 3.0], [True, True, False]))
    >>> sweep.greatest(np.array([2, 0, 1])).tolist()  # the row with the greatest key, for each event
    [0, 2]
    """

    def __init__(self, problem: RiskSets) -> None:
        self.problem = problem
        self.events = np.flatnonzero(problem.event)
        stratum = np.unique(problem.stratum, return_inverse=True)[1]
        times = np.unique(problem.stop)
        # Places of times in the one order of (stratum, time), with one more that is left free in each stratum.
        width = times.size + 1
        place = stratum * width
        stop = place + np.searchsorted(times, problem.stop)
        cells = np.unique(stop[self.events])
        before = place - 1 if problem.start is None else place + np.searchsorted(times, problem.start, "right") - 1
        self.low = np.searchsorted(cells, before, "right")
        self.high = np.searchsorted(cells, stop, "right") - 1
        if problem.exact:
            self.high[self.events] -= 1
        self.cell = np.searchsorted(cells, stop[self.events])
        self.count = cells.size
        self._last = np.searchsorted(cells, (cells // width + 1) * width) - 1

    def greatest(self, keys: Keys) -> Positions:
        """For every event the row of its risk set with the greatest key; −1 where the risk set is empty.

        Among equal keys the row itself is taken, where it is in its risk set.
        """
        n = self.problem.n
        best = self._best(keys * n + np.arange(n))[self.cell]
        row = np.where(best >= 0, best % n, -1)
        same = (row >= 0) & (keys[row] == keys[self.events]) & (not self.problem.exact)
        return np.where(same, self.events, row)

    def _best(self, keys: Keys) -> Keys:
        inside = np.flatnonzero(self.low <= self.high)
        low, high = self.low[inside], self.high[inside]
        power = np.frexp((high - low + 1).astype(np.float64))[1] - 1
        held = np.full(self.count, -1, np.int64)
        for k in range(int(power.max(initial=0)), -1, -1):
            here, half = inside[power == k], 1 << max(k - 1, 0)
            np.maximum.at(held, self.low[here], keys[here])
            np.maximum.at(held, self.high[here] - (1 << k) + 1, keys[here])
            if k:  # a stretch of length 2ᵏ that begins in a cell is one of 2ᵏ⁻¹ there and one further on
                held[half:] = np.maximum(held[half:], held[:-half])
        return held

    def some(self, rng: np.random.Generator, count: int) -> Positions:
        """Random pairs of an event and another row at risk at its time, at most so many."""
        if not self.events.size:
            return np.zeros((0, 2), np.int64)
        which = rng.integers(0, self.events.size, count)
        first, cell = self.events[which], self.cell[which]
        # The rows that stop in the cell or later are those of an end of the stratum; late starts are passed over.
        order = np.argsort(self.high, kind="stable")
        begin = np.searchsorted(self.high[order], cell)
        end = np.searchsorted(self.high[order], self._last[cell], "right")
        second = order[begin + (rng.random(count) * (end - begin)).astype(np.int64).clip(0, self.problem.n - 1 - begin)]
        good = (end > begin) & (self.low[second] <= cell) & (first != second)
        return np.unique(np.column_stack([first, second])[good], axis=0)
