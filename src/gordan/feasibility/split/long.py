"""`split_long`: the split of a system that is read in batches, by that of a few of its rows, the core.

1. take some rows into the core: random ones, and for every column one of each kind in which it is not zero
2. split the core in memory, with its proof
3. if no direction is left that vanishes on its flat rows, all rows are flat: done
4. price all rows by the core's direction b and relations, in one pass; those below zero, those at zero that are not in
   the span of the flat rows, and those that a relation of all columns does not send to zero join the core, and 2 again
5. no such row: the split of the core is that of all rows

A row of the core is never left out, so that no round comes back. What is proved is proved by `gordan.verify`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from gordan.arithmetic.array import Array, Mask, Positions
from gordan.arithmetic.deadline import current_deadline, now
from gordan.errors import OverBudget
from gordan.feasibility.split.coefficient import State, coefficients
from gordan.feasibility.split.exact import products, vanish
from gordan.feasibility.split.split import Split, Unsettled, split
from gordan.outcome import Code, Reason, Verdict
from gordan.outcome.split import LongSplitClaim, Relation, SplitClaim, SplitProof
from gordan.problem.long_system import LongSystem
from gordan.problem.system import System
from gordan.verify import verify

__all__ = ["LongSplit", "split_long"]

_FIRST, _NEXT = 5, 5  # rows of the core per column at first and in each addition, as in `face`
_ROUNDS = 4  # of additions for the sake of coefficients whose signs are not known

Proof = Literal["rounded", "exact"]


@dataclass(frozen=True, eq=False, kw_only=True)
class LongSplit:
    """A proved split of all rows: `strict` marks rows, `core` is the split of the few that prove it."""

    strict: Mask
    core: Split
    claim: LongSplitClaim
    states: tuple[State, ...]
    verdict: Verdict


def split_long(system: LongSystem, *, proof: Proof = "rounded") -> LongSplit | Unsettled:
    """The one split of the rows, and the states of the coefficients.

    Examples
    --------
    >>> from gordan.problem.batches import Batches, open_source
    >>> X = np.column_stack([np.ones(6), [1, 2, 3, 3, 4, 5]])
    >>> kinds = np.array([-1, -1, -1, 1, 1, 1], np.int8)
    >>> answer = split_long(LongSystem(Batches(open_source(X, np.zeros(6))), kinds))
    >>> answer.strict.tolist(), answer.states
    ([True, True, False, False, True, True], ('-inf', '+inf'))
    """
    until, rounds, core = current_deadline().until, 0, _first(system)
    try:
        while now() < until:
            part = system.part(core)
            answer = split(part, proof=proof, max_seconds=None if until == np.inf else until - now())
            if isinstance(answer, Unsettled):
                return answer
            strict, more = _priced(system, answer.proof)
            states: list[State] = []
            if not more.size:
                shown: list[list[int]] = []
                left = None if until == np.inf else until - now()
                states = coefficients(part, answer, range(system.n_columns), max_seconds=left, shown=shown)
                more = _against(system, shown) if rounds < _ROUNDS else np.zeros(0, np.int64)
                rounds += 1
                if shown and (rounds > _ROUNDS):
                    states = _unshown(states, answer.proof)
            if not more.size:
                return _proved(system, core, answer, strict, tuple(states), proof)
            core = np.union1d(core, more)
    except OverBudget as over:
        return Unsettled(reason=Reason(str(over), Code.MAX_SECONDS, max_seconds=current_deadline().seconds))
    spent = f"the {current_deadline().seconds:g} s allowed ran out before a split was proved"
    return Unsettled(reason=Reason(spent, Code.MAX_SECONDS, max_seconds=current_deadline().seconds))


def _proved(
    system: LongSystem, core: Positions, answer: Split, strict: Mask, states: tuple[State, ...], proof: Proof
) -> LongSplit | Unsettled:
    claim = LongSplitClaim(strict, core, SplitClaim(answer.strict, answer.proof))
    verdict = verify(system, claim, proof=proof)
    if not verdict.holds:
        return Unsettled(reason=Reason(f"the proof was {verdict}", Code.UNPROVED), verdict=verdict)
    return LongSplit(strict=strict, core=answer, claim=claim, states=states, verdict=verdict)


def _first(system: LongSystem) -> Positions:
    """The first core, gathered in one pass."""
    n, p = system.n, system.n_columns
    size = _FIRST * p + 100
    if n <= 2 * size:
        return np.arange(n)
    wanted = np.sort(np.random.default_rng(0).choice(n, size, replace=False))
    missing = np.ones((3, p), dtype=bool)  # by kind and column
    chosen = []
    for piece in system.rows.read():
        kinds = system.kinds[piece.rows]
        places = set((wanted[(wanted >= piece.rows.start) & (wanted < piece.rows.stop)] - piece.rows.start).tolist())
        for kind in (-1, 0, 1):
            if missing[kind].any() and (own := np.flatnonzero(kinds == kind)).size:
                columns = np.flatnonzero(missing[kind])
                filled = piece.values[np.ix_(own, columns)] != 0
                there = filled.any(axis=0)
                places |= set(own[filled.argmax(axis=0)[there]].tolist())
                missing[kind][columns[there]] = False
        picked = np.array(sorted(places), dtype=np.int64)
        system.rows.keep(piece, picked)
        chosen.append(picked + piece.rows.start)
    return np.concatenate(chosen)


def _priced(system: LongSystem, proof: SplitProof) -> tuple[Mask, Positions]:
    """Which rows the direction makes strict, and rows that contradict the core's split."""
    strict = np.zeros(system.n, dtype=bool)
    if proof.flat.rank == system.n_columns:
        return strict, np.zeros(0, np.int64)
    low, others, size = _Lowest(_NEXT * system.n_columns + 50), [], 0
    for place, free, part in system.blocks():
        rows = place.start + np.concatenate([np.flatnonzero(free), np.flatnonzero(~free)])
        value, sign = _signs(part, proof.direction)
        marks = np.zeros(free.size, dtype=bool)
        marks[free] = sign[: part.n_inequalities] > 0
        strict[place] = marks
        wrong = np.where(np.arange(sign.size) < part.n_inequalities, sign < 0, sign != 0)
        low.add(rows[wrong], -np.abs(value[wrong]))
        outside = (sign == 0) & ~_vanishing(part, proof.flat.relations, sign == 0)
        outside |= ~_vanishing(part, proof.table.relations, np.ones(sign.size, dtype=bool))
        some = np.sort(rows[outside])
        if size < low.size and some.size:
            others.append(some[: low.size])
            size += some.size
    return strict, np.unique(np.concatenate([low.rows, *others]))


def _against(system: LongSystem, directions: Sequence[Sequence[int]]) -> Positions:
    """Rows that say that a direction found on the core is not admissible, or do not agree that it is flat."""
    low = _Lowest(_NEXT * system.n_columns + 50)
    if not directions:
        return low.rows
    for place, free, part in system.blocks():
        rows = place.start + np.concatenate([np.flatnonzero(free), np.flatnonzero(~free)])
        for direction in directions:
            value, sign = _signs(part, direction)
            wrong = np.where(np.arange(sign.size) < part.n_inequalities, sign < 0, sign != 0)
            low.add(rows[wrong], -np.abs(value[wrong]))
    return np.unique(low.rows)


def _unshown(states: Sequence[State], proof: SplitProof) -> list[State]:
    """States without those that were shown on the core alone."""
    unseen = {c for relation in proof.table.relations for c in relation.columns}
    certain = [c in unseen or proof.direction[c] == 0 for c in range(len(states))]
    return [
        "unsettled" if state == "undetermined" and not sure else state
        for state, sure in zip(states, certain, strict=True)
    ]


def _signs(part: System, direction: Sequence[int]) -> tuple[Array, Array]:
    """Products with the direction relative to the lengths of the rows, and their signs, exact where that is needed."""
    top = max(abs(v).bit_length() for v in direction)
    b = np.array([v / (1 << top) for v in direction])
    # An entry far below the greatest one is rounded to a multiple of 2^-1074.
    value, size = part.times(b), np.concatenate([abs(values) @ (np.abs(b) + 2.0**-1020) for _, values in part.blocks()])
    unsure = np.flatnonzero(~(np.abs(value) > 8.0 * (part.n_columns + 8) * 2.0**-53 * size + 2.0**-1000))
    sign = np.sign(value)
    if unsure.size:
        sign[unsure] = [(v > 0) - (v < 0) for v in products(part, unsure, direction)]
    with np.errstate(all="ignore"):
        return np.where(size > 0, value / size, 0.0), sign


def _vanishing(part: System, relations: Sequence[Relation], which: Mask) -> Mask:
    """Which rows all relations send to zero; those that are not asked about count as if."""
    vanishing = np.ones(which.size, dtype=bool)
    rows = np.flatnonzero(which)
    if relations and rows.size:
        vanishing[rows] = vanish(part, rows, relations)
    return vanishing


class _Lowest:
    """The rows with the lowest values."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.rows: Positions = np.zeros(0, np.int64)
        self._values: Array = np.zeros(0)

    def add(self, rows: Positions, values: Array) -> None:
        rows, values = np.concatenate([self.rows, rows]), np.concatenate([self._values, values])
        kept = np.argsort(values, kind="stable")[: self.size]
        self.rows, self._values = rows[kept], values[kept]
