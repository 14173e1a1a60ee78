"""THE loop: candidates tighten one bracket; a candidate that claims a decision is polished, verified, and ends it.

When is a candidate a claim? A positive lowest product claims separable. An upper bound that has halved since the last
refusal claims inseparable, as long as polishing stays within a tenth of the work. A refused claim has only cost a
step. A small residual is never an answer: where it cannot be polished into a proof the outcome is `Undecided`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, islice
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import overtime
from gordan.arithmetic.threads import one_thread
from gordan.engine.candidate import Candidate
from gordan.engine.loop.audience import Audience
from gordan.engine.loop.best import Best, bounds
from gordan.engine.loop.budget import Budget
from gordan.engine.loop.claim import claim_inseparable, claim_separable, claim_settled, undecided, unverified
from gordan.engine.loop.effort import Effort
from gordan.engine.loop.known import Known
from gordan.engine.loop.prover import prover_of
from gordan.engine.loop.settings import Settings
from gordan.engine.loop.start import Start
from gordan.engine.oracle.base import SupportOracle, offers
from gordan.engine.oracle.build import build
from gordan.engine.oracle.counted import Counted
from gordan.engine.solver import Solver
from gordan.engine.watch import Event, Watcher
from gordan.errors import Interrupted, OverBudget, UnsuitableSolver
from gordan.outcome import Outcome
from gordan.problem import Gram, Points

__all__ = ["Loop"]

_FEW = 24  # dimensions up to which the solvers do without SciPy, which takes longer to import than small data to answer

_OVERFLOWED = "the numbers overflowed; rescale the data or choose another solver"


class Loop:
    """One run of one solver on one problem."""

    def __init__(
        self,
        problem: Points | Gram,
        solver: Solver,
        note: str,
        settings: Settings,
        budget: Budget,
        watchers: list[Watcher],
    ) -> None:
        self.problem, self.solver, self.note = problem, solver, note
        self.settings, self.budget, self.audience = settings, budget, Audience(watchers)
        self.canonical, self.prover = problem.canonical(), prover_of(problem)
        self.oracle = Counted(build(self.canonical, solver.needs), self.canonical.passes)
        _refuse_unsuitable(solver, self.oracle.inner)
        # Worst-point methods see margins in double precision whatever the data are kept in.
        self._rounding = self.oracle.support_rounding if solver.needs is SupportOracle else self.oracle.rounding
        self.best = Best()
        self.effort = Effort.of(problem.n, *self.prover.entries(problem))
        self.n_iter = 0
        self.stating = False  # whether what is known is being put in order: that is begun once
        self.refused_lower, self.refused_upper = 0.0, math.inf
        self.hindrance = ""  # what kept the last attempt from a proof, where there is more to say than that it failed

    def run(self, start: Start | None) -> Outcome:
        self.audience.start(self.problem, self.solver.name, self.note)
        try:
            # Overflow and 0/0 are not exceptions here: a candidate that is not finite ends the run with a sentence.
            with np.errstate(all="ignore"), one_thread(self._size > _FEW):
                outcome = self._timed(start)
        except KeyboardInterrupt:
            # A direction that is known to separate is an answer, whenever the run ends.
            known = self._known()
            separable = claim_separable(known, "The run was interrupted.") if self.best.bracket.lower > 0 else None
            interrupted = separable or undecided(known, "The run was interrupted")
            self.audience.stop(interrupted)
            raise Interrupted(interrupted) from None
        self.audience.stop(outcome)
        return outcome

    @property
    def _size(self) -> int:
        """The smaller side of the matrices that are multiplied and factorised: of products both sides are n."""
        return self.problem.n if self.problem.implicit else min(self.problem.n, self.problem.m)

    def _timed(self, start: Start | None) -> Outcome:
        """The outcome of the run; where the time ends in the middle of a step, what is known of it."""
        with suppress(OverBudget):
            return self._run(start)
        if not self.stating:
            with suppress(OverBudget):
                return self._last_word(self.budget.time_is_over, settling=False)
        return unverified(self._known(), self.budget.time_is_over)

    def _run(self, start: Start | None) -> Outcome:
        first = None if start is None else self.prover.begin(self._known(), start)
        if first is not None and (outcome := self._judge(first)) is not None:
            return outcome
        try:
            for candidate in self._candidates(first):
                if not np.isfinite(candidate.direction).all():
                    return self._last_word(_OVERFLOWED)
                if (outcome := self._judge(candidate)) is not None:
                    return outcome
        except FloatingPointError:
            return self._last_word(_OVERFLOWED)
        gap = self.best.bracket.gap
        open_gap = self.settings.goal == "margin" and self.best.bracket.lower > 0 and gap > self.settings.tol
        why = f", for rounding allows no gap below {gap:.1g}" if open_gap and self.solver.exact else ""
        return self._last_word(f"{self.solver.name} ended{why}")

    def _candidates(self, first: Candidate | None) -> Iterator[Candidate]:
        """Those of the solver; on small data there is time for the first, however little was given."""
        source = self.solver.candidates(self.oracle, first)
        with overtime():
            begun = list(islice(source, 1))
        return chain(begun, source)

    def _judge(self, candidate: Candidate) -> Outcome | None:
        """Tighten the bracket, hear the claim, and look at the stop rules."""
        self.n_iter = candidate.updates
        self.effort.steps += 1
        lower, upper = bounds(self.oracle, candidate, rounding=self._rounding)
        self.best.take(candidate, lower=lower, upper=upper)
        self._tell(candidate.tag)
        return self._hear(candidate) or self._stop_rule()

    def _hear(self, candidate: Candidate) -> Outcome | None:
        if self.settings.goal == "decide" and candidate.lowest is not None and candidate.lowest > 0:
            # After a refusal only a clearly better direction is worth another verification.
            length = self.oracle.norm(candidate.direction)
            if length > 0 and candidate.lowest > 2.0 * self.refused_lower * length:
                self.refused_lower = candidate.lowest / length
                return claim_separable(self._known(candidate.direction), "")
            return None
        halved = self.best.weights is not None and self.best.bracket.upper <= 0.5 * self.refused_upper
        # A certificate of an active set, or of an earlier outcome, need not wait for its turn; before an exact method
        # has one there is none to be had from its weights.
        ready = candidate.tag in ("c", "s") or (not self.solver.exact and self.effort.may_polish(self.oracle.passes))
        return self._claim_inseparable() if halved and ready and self.best.bracket.lower <= 0 else None

    def _claim_inseparable(self, *, last: bool = False) -> Outcome | None:
        first = self.effort.attempts == 0
        self.effort.attempts += 1
        self.refused_upper = self.best.bracket.upper
        polished = self.prover.polish(self._known(), first=first, last=last)
        self.hindrance = polished.reason
        if polished.proof is not None:
            return claim_inseparable(self._known(), polished.proof)
        return None if polished.direction is None else self._take_hint(polished.direction)

    def _take_hint(self, direction: Array) -> Outcome | None:
        """The direction that separates the heaviest rows, judged on all of them like any other candidate."""
        w = direction / np.abs(direction).max()
        lowest = self.canonical.cone.lowest(self.oracle.margins(w))
        hint = Candidate(w, lowest=lowest)
        self.best.take(hint, lower=bounds(self.oracle, hint, rounding=self._rounding)[0])
        if lowest <= 0 or self.settings.goal == "margin":
            return None
        return claim_separable(self._known(w), "Found by polishing a candidate.")

    def _stop_rule(self) -> Outcome | None:
        if self.settings.goal == "margin" and self.best.bracket.gap <= self.settings.tol:
            return self._last_word(f"the gap is at most tol = {self.settings.tol:g}")
        if not self.solver.exact and self.best.bracket.lower <= 0 and self.best.bracket.upper <= self._level:
            return self._last_word(f"the margin is at most eps = {self.settings.eps:g} times the longest point")
        if (limit := self.budget.spent(self.n_iter)) is not None:
            # Whoever has set a limit is told what was found within it.
            return self._last_word(limit, settling=False)
        return None

    @property
    def _level(self) -> float:
        return float(self.settings.eps * self.oracle.reach)

    def _last_word(self, reason: str, *, settling: bool = True) -> Outcome:
        """The best that can be proved now: separable, inseparable, or neither with a reason in words.

        The best direction is verified even where its products look negative: rounding cannot tell a small margin. Once
        the time is spent, what is more negative than that is not.
        """
        self.stating = True
        with overtime(anew=True):
            return self._judged_last(reason, settling)

    def _judged_last(self, reason: str, settling: bool) -> Outcome:
        least = -max(self._level, 8.0 * self._rounding * self.oracle.reach)
        hopeless = self.budget.over and self.best.bracket.lower < least
        separable = None if hopeless else claim_separable(self._known(), f"Stopped because {reason}.")
        if separable is not None:
            return separable
        if self._worth_polishing:
            before = self.best.direction
            outcome = self._claim_inseparable(last=True)
            if outcome is None and self.best.direction is not before:
                outcome = claim_separable(self._known(), f"Found by polishing the last candidate, when {reason}.")
            if outcome is not None:
                return outcome
        # Rational arithmetic is for what rounding leaves open, not for what an algorithm has not come to.
        if settling and (self.solver.exact or self.best.bracket.upper <= self._level):
            settled = self.prover.settle(self._known())
            told = f"{settled.how}, when {reason}."
            if (outcome := claim_settled(self._known(), settled, told)) is not None:
                return outcome
            self.hindrance = settled.reason or self.hindrance
        hindered = f"; {self.hindrance}" if self.hindrance else ""
        return undecided(self._known(), f"Stopped because {reason}{hindered}")

    @property
    def _worth_polishing(self) -> bool:
        """Whether there are better weights than those last refused, and time left or little of it needed."""
        if self.best.weights is None or self.best.bracket.upper >= self.refused_upper * (1.0 + 1e-12):
            return False
        return not self.budget.over or self.effort.may_overstay(self.budget.max_seconds)

    def _known(self, direction: Array | None = None) -> Known:
        return Known(
            problem=self.problem,
            canonical=self.canonical,
            oracle=self.oracle,
            prover=self.prover,
            solver=self.solver,
            proof=self.settings.proof,
            decided=self.settings.goal == "decide",
            level=self._level,
            note=self.note,
            direction=self.best.direction if direction is None else direction,
            weights=self.best.weights,
            bracket=self.best.bracket,
            n_iter=self.n_iter,
            budget=self.budget,
        )

    def _tell(self, tag: str) -> None:
        if not self.audience:
            return
        lower, upper = (self.canonical.margin(v) for v in (self.best.bracket.lower, self.best.bracket.upper))
        self.audience.step(Event(self.n_iter, self.oracle.passes, self.budget.seconds, lower, upper, tag))


def _refuse_unsuitable(solver: Solver, oracle: Any) -> None:
    if offers(oracle, solver.needs):
        return
    refusal = getattr(oracle, "refusal", "choose another with `gordan solvers`")
    needed = solver.needs.__name__
    article = "an" if needed[0] in "AEIOU" else "a"
    raise UnsuitableSolver(
        f"{solver.name} needs {article} {needed}, which this form of the data does not offer; {refusal}"
    )
