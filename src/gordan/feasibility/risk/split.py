"""`split_risk`: which comparisons of a Cox model can be strict, by a working set of pairs.

1. pairs ← random comparisons
2. split the pairs: a direction b, weights on those that cannot be strict, and relations that vanish on these
3. an event below the greatest x_j·b of its risk set: the pair joins, and 2 again
4. an event with x_i·b = x_j·b at which a relation differs: the pair joins, and 2 again
5. two rows that are compared and differ in a relation that held for all pairs: the pair joins, and 2 again
6. the signs of coefficients, from directions that are admissible for the pairs; where one is not for all comparisons,
   its worst pairs join, and 2 again

No step lists a risk set. What is returned was accepted by the verifier.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Array, Positions
from gordan.arithmetic.deadline import check_deadline, seconds_left
from gordan.errors import InputError
from gordan.feasibility.risk.pairs import Pairs, write_pairs
from gordan.feasibility.risk.ranks import Keys, dense, ranks, spread
from gordan.feasibility.risk.sweep import Sweep
from gordan.feasibility.split import Split, State, Unsettled, coefficients, split
from gordan.outcome import Code, Reason, Verdict
from gordan.outcome.risk import RiskClaim, RiskProof
from gordan.outcome.split import Dependence
from gordan.problem.risk import RiskSets
from gordan.verify import verify

__all__ = ["RiskSplit", "split_risk"]

_SLOPE = 5  # pairs per covariate, at first and in each addition, beside a fixed number of them
_FIRST, _NEXT = 100, 50
_CLEAR = 1e-9  # relative to x·b: a violation that rounding does not explain
_ROUNDS = 300


@dataclass(frozen=True, eq=False)
class RiskSplit:
    """A claim that the verifier accepted; `states` says where the coefficient of each covariate goes."""

    claim: RiskClaim = field(repr=False)
    verdict: Verdict
    states: tuple[State, ...]

    @property
    def kind(self) -> str:
        if not self.claim.strict.any():
            return "overlap"
        return "complete" if self.claim.complete else "quasi"


def split_risk(problem: RiskSets) -> RiskSplit | Reason:
    """The proved split of all comparisons, or why there is none; the deadline of the caller is kept.

    Examples
    --------
    >>> problem = RiskSets([[1.0], [1.0], [0.0]], [1.0, 2.0, 3.0], [True, True, False])
    >>> answer = split_risk(problem)
    >>> answer.kind, answer.claim.strict.tolist(), answer.states
    ('quasi', [True, True, False], ('+inf',))
    """
    search = _Search(problem)
    for _ in range(_ROUNDS):
        check_deadline("comparing events with those at risk")
        left = seconds_left()
        answer = split(search.written.system, proof="exact", max_seconds=left if np.isfinite(left) else None)
        if isinstance(answer, Unsettled):
            return answer.reason
        if search.extend(answer):
            continue
        states, shown = search.settle(answer)
        if any(search.add_violated(search.written.direction(b)) for b in shown):
            continue
        return _judged(problem, search.claim(answer), states)
    return Reason(f"{_ROUNDS} rounds of comparisons did not suffice", Code.UNPROVED)


def _judged(problem: RiskSets, claim: RiskClaim, states: tuple[State, ...]) -> RiskSplit | Reason:
    verdict = verify(problem, claim)
    if not verdict.holds:
        return Reason(f"the proof was {verdict}", Code.UNPROVED)
    return RiskSplit(claim, verdict, states)


class _Search:
    """The working set of pairs, and what it needs to see of all rows."""

    def __init__(self, problem: RiskSets) -> None:
        self.problem, self.sweep = problem, Sweep(problem)
        self.size = _SLOPE * problem.m + _NEXT
        self.pairs = self.sweep.some(np.random.default_rng(0), _SLOPE * problem.m + _FIRST)
        rows = np.arange(problem.n)
        for keys in (rows, rows[::-1]) if not len(self.pairs) else ():
            row = self.sweep.greatest(keys)
            self._join(row, np.flatnonzero((row >= 0) & (row != self.sweep.events)), self.sweep.events)
        if not len(self.pairs):
            raise InputError("no event has another row at risk at its time, so there is nothing to compare")
        self.written: Pairs = write_pairs(problem, self.pairs)

    def extend(self, answer: Split) -> bool:
        """Add the pairs that contradict the answer; False where there are none."""
        b = self.written.direction(answer.proof.direction)
        if self.add_violated(b):
            return True
        table, flat = (
            self.written.dependence(each, self.pairs[:0, 0]) for each in (answer.proof.table, answer.proof.flat)
        )
        every, f = np.arange(self.problem.n), ranks(self.problem, b)
        shared = np.flatnonzero(np.bincount(f)[f] > 1)
        return self._differing(f, flat, shared) or self._differing(np.zeros_like(f), table, every)

    def add_violated(self, b: tuple[int, ...]) -> bool:
        """Add the comparisons that b violates most; by doubles where they can tell."""
        if not any(b):
            return False
        top = max(map(abs, b))
        doubles = np.array([v / top for v in b])
        with np.errstate(all="ignore"):
            f = self.problem.covariates @ doubles
            size = float((np.abs(self.problem.covariates) @ np.abs(doubles)).max())
        if np.isfinite(size) and self._add_above(f, _CLEAR * size):
            return True
        return self._add_above(ranks(self.problem, b), 0)

    def _add_above(self, f: Array | Keys, clear: float) -> bool:
        """The event of each pair, the greatest of its risk set, and by how much that is above it."""
        row = self.sweep.greatest(dense(f))
        excess = np.where(row >= 0, f[row] - f[self.sweep.events], 0)
        return self._join(row, np.flatnonzero(excess > clear), -excess)

    def _differing(self, f: Keys, dependence: Dependence, rows: Positions) -> bool:
        """Pairs of equal f on which a relation does not vanish, among the given rows."""
        number = np.zeros(self.problem.n, np.int64)
        for relation in dependence.relations if rows.size else ():
            values = ranks(self.problem, spread(relation, self.problem.m), rows)
            number[rows] = dense(number[rows] * (int(values.max()) + 1) + values)
        size, added = int(number.max()) + 1, False
        for key in (number, size - 1 - number) if size > 1 else ():
            keys = f * size + key
            row = self.sweep.greatest(keys)
            same = (row >= 0) & (f[row] == f[self.sweep.events]) & (keys[row] != keys[self.sweep.events])
            added |= self._join(row, np.flatnonzero(same), np.random.default_rng(1).random(same.size))
        return added

    def _join(self, row: Positions, which: Positions, order: npt.NDArray[np.generic]) -> bool:
        if not which.size:
            return False
        which = which[np.argsort(order[which], kind="stable")[: self.size]]
        fresh = np.column_stack([self.sweep.events[which], row[which]])
        before = len(self.pairs)
        self.pairs = np.unique(np.concatenate([self.pairs, fresh]), axis=0)
        self.written = write_pairs(self.problem, self.pairs)
        return len(self.pairs) > before

    def settle(self, answer: Split) -> tuple[tuple[State, ...], list[list[int]]]:
        left = seconds_left()
        budget = left if np.isfinite(left) else None
        shown: list[list[int]] = []
        states = coefficients(self.written.system, answer, self.written.first, max_seconds=budget, shown=shown)
        return tuple(states), shown

    def claim(self, answer: Split) -> RiskClaim:
        proof, flat = answer.proof, np.flatnonzero(~answer.strict)
        assert isinstance(proof.weights, tuple)
        order = np.concatenate([flat, np.flatnonzero(answer.strict)])
        b = self.written.direction(proof.direction)
        f = ranks(self.problem, b)
        strict = np.zeros(self.problem.n, bool)
        low = self.sweep.greatest(int(f.max()) - f)
        strict[self.sweep.events] = (low >= 0) & (f[low] < f[self.sweep.events])
        each = np.arange(order.size)
        claimed = RiskProof(
            b,
            self.pairs[order],
            proof.weights[: flat.size],
            self.written.dependence(proof.flat, each[: flat.size]),
            self.written.dependence(proof.table, each),
        )
        return RiskClaim(strict, bool(strict.any()) and self._alone(f), claimed)

    def _alone(self, f: Keys) -> bool:
        """Whether every event is the only one of its risk set with the greatest f."""
        number, n = np.arange(self.problem.n), self.problem.n
        for key in (number, n - 1 - number):
            row = self.sweep.greatest(f * n + key)
            if ((row >= 0) & (f[row] == f[self.sweep.events]) & (row != self.sweep.events)).any():
                return False
        return True
