"""Few rows without which points separate, and a proof of how many have to go.

1. Solve; while the rows that are left are inseparable, set the rows of the certificate aside, and solve again.
2. Put back the rows that the last hyperplane has on their side, then one at a time each row with which the others still
   separate, the shallowest first. What is left out cannot be made smaller by putting back any one row.
3. Each row that was left out is refuted by the rows that were kept and that no refutation has used yet: a certificate
   of these and the row. As such certificates share no row, at least as many rows have to go. Where the certificates of
   step 1, which share none either, are more, they count instead.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array, Positions
from gordan.arithmetic.deadline import deadline, now, part_of, seconds_left
from gordan.engine.loop.separate import solve
from gordan.errors import InputError, OverBudget
from gordan.outcome import Cancellation, Code, Enclosure, IntegerSeparator, Reason, Run, Separable, Separator, Undecided
from gordan.outcome.spoilers import Spoilers
from gordan.problem import Points, System
from gordan.verify import verify

__all__ = ["find_spoilers"]

_LATE = Reason("time was over, so that fewer rows may do, and more may be needed", Code.MAX_SECONDS)
_Refutation = Cancellation | Enclosure


def find_spoilers(problem: Points | System, *, max_seconds: float | None = None) -> Spoilers:
    """The answer of `gordan.spoilers` for points, and for the inequalities of a system as points of one class."""
    asked = problem
    problem = problem.points() if isinstance(problem, System) else problem
    if not isinstance(problem, Points) or problem.implicit or problem.positive:
        raise InputError(
            f"spoilers are rows of points with coordinates, and the problem is {problem!r:.80}; give "
            "gordan.Points(X, y) without a kernel, or a model, gordan.pose(formula, data=data)"
        )
    began = now()
    with deadline(max_seconds):
        search = _Search(problem)
        rows, separator = search.few_rows()
        refutations = search.refute(rows)
    run = Run(seconds=now() - began, solver="peeling", n_iter=search.solved, reason=search.reason)
    answer = Spoilers(rows=tuple(rows), separator=separator, refutations=refutations, n=problem.n, run=run)
    verdict = verify(asked, answer)
    return replace(answer, verdict=verdict)


class _Search:
    """Questions about some of the rows; `solved` counts them."""

    def __init__(self, problem: Points) -> None:
        self.problem, self.solved, self.reason = problem, 0, Reason()
        self.peeled: list[_Refutation] = []

    def ask(self, rows: Positions) -> Any:
        """The outcome of these rows, None where they are of one class and any hyperplane beside them separates."""
        if self.problem.intercept and np.unique(self.problem.signs[rows]).size < 2:
            return Separable()
        self.solved += 1
        left = seconds_left()
        if left <= 0:
            raise OverBudget(str(_LATE))
        limit = None if np.isinf(left) else left
        return solve(self.problem.subset(rows.tolist()), goal="decide", max_seconds=limit)

    def few_rows(self) -> tuple[list[int], Separator | IntegerSeparator | None]:
        """Rows to leave out, and what separates the others."""
        kept = np.arange(self.problem.n)
        outcome = None
        try:
            outcome = self._peel(kept)
            kept = outcome[0]
            return self._put_back(*outcome)
        except OverBudget:
            self.reason = _LATE
        if outcome is not None:
            return self._without(outcome[0]), outcome[1].proof
        # The rows of one class are always separated from none.
        signs = self.problem.signs
        if not self.problem.intercept:
            raise OverBudget(str(_LATE))
        fewer = 1 if np.count_nonzero(signs > 0) <= np.count_nonzero(signs < 0) else -1
        return np.flatnonzero(signs == fewer).tolist(), None

    def _without(self, kept: Positions) -> list[int]:
        return [int(row) for row in np.setdiff1d(np.arange(self.problem.n), kept)]

    def _peel(self, kept: Positions) -> tuple[Positions, Any]:
        """Set the rows of one certificate after another aside; the rows that are left, and their separable outcome."""
        while kept.size:
            with part_of(f"setting rows aside, {len(self.peeled):,} certificates so far"):
                outcome = self.ask(kept)
            if isinstance(outcome, Separable):
                return kept, outcome
            if isinstance(outcome, Undecided):
                raise OverBudget(str(outcome.reason))
            refutation = _renumbered(outcome.proof, kept)
            self.peeled.append(refutation)
            kept = np.setdiff1d(kept, np.array(refutation.support))
        return kept, Separable()

    def _put_back(self, kept: Positions, outcome: Any) -> tuple[list[int], Separator | IntegerSeparator | None]:
        """Rows with which the others still separate go back, those of least depth behind the hyperplane first."""
        aside = np.array(self._without(kept), dtype=np.int64)
        tried: set[int] = set()
        try:
            while aside.size:
                heights = self._heights(outcome, aside)
                if outcome.proof is not None and (heights > 0).any():
                    joined = np.sort(np.concatenate([kept, aside[heights > 0]]))
                    again = self.ask(joined)  # by its own hyperplane these rows separate, up to rounding
                    if isinstance(again, Separable):
                        kept, outcome, aside = joined, again, aside[heights <= 0]
                        continue
                left = [int(row) for row in aside[np.argsort(-heights)] if int(row) not in tried]
                if not left:
                    break
                tried.add(left[0])
                joined = np.sort(np.append(kept, left[0]))
                with part_of("putting rows back", len(tried) / (len(tried) + len(left))):
                    again = self.ask(joined)
                if isinstance(again, Separable):
                    kept, outcome, aside = joined, again, aside[aside != left[0]]
        except OverBudget:
            self.reason = _LATE
        return sorted(aside.tolist()), outcome.proof

    def _heights(self, outcome: Any, rows: Positions) -> Array:
        """How far rows are on their side of the hyperplane; equal where there is none."""
        if outcome.coef is None:
            return np.zeros(rows.size)
        return np.asarray(outcome.decision_function(self.problem.rows(rows.tolist())) * self.problem.signs[rows])

    def refute(self, rows: Iterable[int]) -> tuple[_Refutation, ...]:
        """Find as many certificates without a common row as possible."""
        best = self.peeled
        spoilt = list(rows)
        for order in (spoilt, spoilt[::-1]):
            if len(best) >= len(spoilt):
                break
            free = np.setdiff1d(np.arange(self.problem.n), np.array(spoilt, dtype=np.int64))
            found: list[_Refutation] = []
            try:
                for k, row in enumerate(order):
                    asked = np.sort(np.append(free, row))
                    with part_of("looking for certificates without a common row", k / len(order)):
                        outcome = self.ask(asked)
                    if isinstance(getattr(outcome, "proof", None), Cancellation | Enclosure):
                        found.append(_renumbered(outcome.proof, asked))
                        free = np.setdiff1d(free, np.array(found[-1].support))
            except OverBudget:
                self.reason = _LATE
            best = found if len(found) > len(best) else best
        return tuple(best)


def _renumbered(proof: _Refutation, rows: Positions) -> _Refutation:
    """The proof about some of the rows, with their numbers among all."""
    return replace(proof, support=tuple(int(rows[k]) for k in proof.support))
