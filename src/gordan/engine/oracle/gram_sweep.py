"""Sweeps through points that are known by their products: visits are looked over together, updates taken one by one.

Between two updates nothing changes, so the next visit that updates is found by comparing the products at hand. An
update adds one column of K. The intercept's extra coordinate is a number beside the pairs, as for points.
"""

from __future__ import annotations

from math import inf

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Array
from gordan.arithmetic.setting import setting
from gordan.engine.compiled import SweepState
from gordan.engine.oracle.entries import Entries
from gordan.engine.oracle.rows import read
from gordan.engine.oracle.sweep import Order, Pass, Rule
from gordan.errors import UnsuitableSolver
from gordan.problem.canonical import GramCanonical

__all__ = ["begin", "sweep"]

_LEAST, _MOST = 32, 1 << 14  # visits looked over at a time: twice as many as the last update took to come


def begin(canonical: GramCanonical) -> Pass:
    """The run before its first sweep."""
    n = canonical.signs.size
    w, positive, total, weighted, survivor = (np.zeros((2, n)) for _ in range(5))
    return read(canonical, SweepState(w, np.zeros(0), np.zeros(n), positive, total, weighted, survivor))


def sweep(canonical: GramCanonical, entries: Entries, run: Pass, rule: Rule, order: Order) -> Pass:
    """Visit the points once; the earlier pass stays as it was."""
    if rule.multiplicative:
        raise UnsuitableSolver(
            "winnow multiplies coordinates, and points known by their products alone have none; choose a perceptron, "
            f"or give the points themselves with {setting('kernel', 'linear')}"
        )
    assert isinstance(run.state, SweepState)
    visits = Visits(canonical, entries, run.state.copy(), rule)
    visits.go(np.asarray(order, dtype=np.int64))
    return read(canonical, visits.state)


class Visits:
    """One sweep."""

    def __init__(self, canonical: GramCanonical, entries: Entries, state: SweepState, rule: Rule) -> None:
        self.entries, self.state, self.rule = entries, state, rule
        self._lift, self._diagonal = canonical.lifted, canonical.diagonal
        self._signed = canonical.signs * (1.0 if canonical.factors is None else canonical.factors)
        self._scaled = np.empty(canonical.signs.size)
        self._balancing = rule.name == "hildreth"
        if rule.name == "fixed":
            state.beta = rule.parameters[0]

    def go(self, order: Order) -> None:
        state, before = self.state, self.state.updates
        position, span = 0, _LEAST
        while position < order.size:
            rows = order[position : position + span]
            margins = self._signed[rows] * (state.w[1, rows] + self._lift * state.b)
            calls = self._calls(rows, margins)
            first = int(calls.argmax())
            updates = bool(calls[first])
            passed = first if updates else rows.size
            state.visits, state.run = state.visits + passed, state.run + passed
            if updates:
                self._visit(int(rows[first]), float(margins[first]))
            position += passed + updates
            span = min(max(_LEAST, 2 * passed), _MOST)
        if not self._balancing:
            self._record_survivor()
        state.quiet = state.updates == before
        state.total[:] = state.w
        self._note_lowest(order)

    def _note_lowest(self, order: Order) -> None:
        """The least margins under the last direction: of use only where no other was met on the way."""
        values, positive = self._signed[order] * self.state.w[1, order], self._signed[order] > 0
        self.state.lowest_positive = float(values[positive].min(initial=inf))
        self.state.lowest_negative = float(values[~positive].min(initial=inf))

    def _calls(self, rows: Order, margins: Array) -> npt.NDArray[np.bool_]:
        """Where a visit would update. Written so that a NaN does: a sweep that met one must not look quiet."""
        if self._balancing:
            return (self.state.counts[rows] > 0.0) | ~(margins >= 1.0)
        return ~(margins > self.state.beta) if self.rule.inclusive else ~(margins >= self.state.beta)

    def _visit(self, i: int, margin: float) -> None:
        if self._balancing:
            self._balance(i, margin)
        else:
            self._record_survivor()
            self._add(i)
        self.state.visits += 1

    def _add(self, i: int) -> None:
        state, signed = self.state, float(self._signed[i])
        self._move(i, 1.0)
        weight = signed * state.visits
        state.weighted[0, i] += weight
        state.weighted[1] += np.multiply(self.entries.columns([i])[0], weight, out=self._scaled, dtype=np.float64)
        state.weighted_b += weight * self._lift
        state.counts[i] += 1.0
        state.updates, state.run = state.updates + 1, 0
        state.beta = self.rule.threshold(state.beta, state.updates, self._square(i))

    def _balance(self, i: int, margin: float) -> None:
        """The multiplier that brings the margin to 1, or none; a zero column moves nothing and gathers mass."""
        state, count, square = self.state, float(self.state.counts[i]), self._square(i)
        step = max((1.0 - margin) / square, -count) if square > 0.0 else count + 1.0
        if step != 0.0:
            self._move(i, step)
            state.counts[i] = count + step
            state.updates += 1

    def _move(self, i: int, step: float) -> None:
        """w += step a_i, and the part of it that comes from positive points."""
        state, length = self.state, float(self._signed[i]) * step
        np.multiply(self.entries.columns([i])[0], length, out=self._scaled, dtype=np.float64)
        for total in (state.w, state.positive) if length * step > 0 else (state.w,):
            total[0, i] += length
            total[1] += self._scaled
        state.b += length * self._lift

    def _square(self, i: int) -> float:
        return float(self._signed[i] ** 2 * (self._diagonal[i] + self._lift**2))

    def _record_survivor(self) -> None:
        state = self.state
        if state.run > state.votes:
            state.votes, state.survivor_b = state.run, state.b
            state.survivor[:] = state.w
