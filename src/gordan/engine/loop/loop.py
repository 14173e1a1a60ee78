"""THE loop: candidates tighten one bracket; a candidate that claims a decision is polished, verified, and ends it.

When is a candidate a claim? A positive lowest product claims separable. An upper bound that has halved since the last
refusal claims inseparable, as long as polishing stays within a tenth of the work. A refused claim has only cost a
step. A small residual is never an answer: where it cannot be polished into a proof the outcome is `Undecided`. What a
proof is depends on the problem, and is the prover's business.

Without polishing an algorithm runs as published: it ends by its own exits, and then its last direction is verified and
its last weights are polished, once. Directions that polishing comes upon are not taken.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import chain, islice
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import overtime
from gordan.arithmetic.setting import setting
from gordan.arithmetic.threads import one_thread
from gordan.engine.candidate import Candidate
from gordan.engine.loop.audience import Audience
from gordan.engine.loop.best import Best
from gordan.engine.loop.budget import Budget
from gordan.engine.loop.guarantee import guarantee_of
from gordan.engine.loop.prover import Judged, prover_of
from gordan.engine.loop.settings import Settings
from gordan.engine.loop.start import Start
from gordan.engine.oracle.base import SupportOracle, offers, vertex
from gordan.engine.oracle.build import build
from gordan.engine.oracle.counted import Counted
from gordan.engine.solver import Solver
from gordan.engine.watch import Event
from gordan.errors import Interrupted, OverBudget, UnsuitableSolver
from gordan.outcome import Bracket, Cancels, Claim, Code, Outcome, Reason, Run, Undecided, answer_of
from gordan.problem import Conic, Gram, Points

__all__ = ["Loop"]

_SHARE = 0.5  # of the work of the run, which may be taken once more to improve the direction of what does not separate
_FEW = 24  # dimensions up to which the solvers do without SciPy, which takes longer to import than small data to answer

_OVERFLOWED = Reason("the numbers overflowed; rescale the data or choose another solver", Code.OVERFLOW)
_INTERRUPTED = Reason("the run was interrupted", Code.INTERRUPTED)


class Loop:
    """One run of one solver on one problem."""

    def __init__(
        self,
        problem: Points | Gram | Conic,
        solver: Solver,
        note: str,
        settings: Settings,
        budget: Budget,
        audience: Audience,
        *,
        automatic: bool = False,
    ) -> None:
        self.problem, self.solver, self.note, self.automatic = problem, solver, note, automatic
        self.settings, self.budget, self.audience = settings, budget, audience
        self.canonical = problem.canonical()
        self.oracle = Counted(build(self.canonical, solver.needs), self.canonical.passes)
        _refuse_unsuitable(solver, self.oracle.inner)
        self.prover = prover_of(problem)(problem, self.canonical, self.oracle, settings, budget)
        # Worst-point methods see margins in double precision whatever the data are kept in.
        self._rounding = self.oracle.support_rounding if solver.needs is SupportOracle else self.oracle.rounding
        self.best, self.effort = Best(), self.prover.effort()
        self.current: Candidate | None = None  # the last candidate of the algorithm itself
        self.n_iter = 0
        self.resumed = False  # whether there is an earlier answer, whose bracket is not to be lost
        self.stating = False  # whether what is known is being put in order: that is begun once
        self.refused_lower, self.refused_upper = 0.0, math.inf
        self.hindrance = ""  # what kept the last attempt from a proof, where there is more to say than that it failed

    def run(self, start: Start | None = None) -> Outcome:
        self.audience.start(self.problem, self.solver.name, self.note)
        try:
            # Overflow and 0/0 are not exceptions here: a candidate that is not finite ends the run with a sentence.
            with np.errstate(all="ignore"), one_thread(self._size > _FEW):
                outcome = self._timed(start)
        except KeyboardInterrupt:
            if not self.settings.polish:
                with suppress(OverBudget):
                    self._judge_current()
            # A direction that is known to separate is an answer, whenever the run ends.
            separable = self._separable(_INTERRUPTED) if self.best.bracket.lower > 0 else None
            interrupted = separable or self._undecided(_INTERRUPTED)
            self.audience.stop(interrupted)
            raise Interrupted(interrupted) from None
        self.audience.stop(outcome)
        return outcome

    @property
    def _size(self) -> int:
        """The smaller dimension of the matrix that is multiplied and factorised: n for an n by n matrix of products."""
        return self.problem.n if self.problem.implicit else min(self.problem.n, self.problem.m)

    def _timed(self, start: Start | None) -> Outcome:
        """The outcome of the run; where the time ends within a step, an outcome of what was known before it."""
        try:
            return self._run(start)
        except OverBudget as refusal:
            # A step that cannot end in time, or takes too much memory, is not begun, however much time is left.
            over = self.budget.time_is_over if self.budget.over else Reason(str(refusal), Code.UNAFFORDABLE)
        if not self.stating:
            with suppress(OverBudget):
                return self._last_word(over, settling=False)
        claim = Claim(bracket=Bracket(), classes=self.problem.classes, space=self.problem.space)
        reason = over.say(f"Stopped because {over} before what was found could be verified.")
        return Undecided(claim=claim, run=self._account(reason), names=self.problem.names)

    def _run(self, start: Start | None) -> Outcome:
        first = None if start is None else self.prover.begin(start)
        self.resumed = first is not None
        if first is not None and (outcome := self._judge(first)) is not None:
            return outcome
        try:
            for candidate in self._candidates(first):
                if not np.isfinite(candidate.direction).all():
                    return self._last_word(_OVERFLOWED)
                self.current = candidate
                if (outcome := self._judge(candidate)) is not None:
                    return outcome
        except FloatingPointError:
            return self._last_word(_OVERFLOWED)
        return self._last_word(self._ended())

    def _ended(self) -> Reason:
        """Why the solver yields no more candidates."""
        own: Reason | None = getattr(self.solver, "ending", None)
        if own is not None:
            return own
        gap = self.best.bracket.gap
        open_gap = self.settings.goal == "margin" and self.best.bracket.lower > 0 and gap > self.settings.tol
        why = f", for rounding allows no gap below {gap:.1g}" if open_gap and self.solver.exact else ""
        return Reason(f"{self.solver.name} ended{why}", Code.ENDED)

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
        lower, upper = self.prover.bounds(candidate, self._rounding)
        self.best.take(candidate, lower=lower, upper=upper)
        self._tell(candidate.tag)
        return self._hear(candidate) or self._stop_rule()

    def _hear(self, candidate: Candidate) -> Outcome | None:
        if self.settings.goal == "decide" and candidate.lowest is not None and candidate.lowest > 0:
            # After a refusal only a clearly better direction is worth another verification.
            length = self.oracle.norm(candidate.direction)
            if length > 0 and candidate.lowest > 2.0 * self.refused_lower * length:
                self.refused_lower = candidate.lowest / length
                return self._separable(Reason(), candidate.direction)
            return None
        halved = self.best.weights is not None and self.best.bracket.upper <= 0.5 * self.refused_upper
        # A certificate of an active set, or of an earlier outcome, need not wait for its turn; before an exact method
        # has one there is none to be had from its weights.
        ready = candidate.tag in ("c", "s") or (
            self.settings.polish and not self.solver.exact and self.effort.may_polish(self.oracle.passes)
        )
        return self._polish() if halved and ready and self.best.bracket.lower <= 0 else None

    def _stop_rule(self) -> Outcome | None:
        tol, eps = self.settings.tol, self.settings.eps
        if self.settings.goal == "margin" and self.best.bracket.gap <= tol:
            return self._last_word(Reason(f"the gap is at most {setting('tol', tol)}", Code.GAP, tol=tol))
        if not self.solver.exact and self.best.bracket.lower <= 0 and self.best.bracket.upper <= self._level:
            words = f"the margin is at most {setting('eps', eps)} times {self.prover.reach}"
            return self._last_word(Reason(words, Code.LEVEL, eps=eps))
        if (limit := self.budget.spent(self.n_iter)) is not None:
            # Whoever has set a limit is told what was found within it.
            return self._last_word(limit, settling=False)
        return None

    @property
    def _level(self) -> float:
        return float(self.settings.eps * self.oracle.reach)

    def _last_word(self, reason: Reason, *, settling: bool = True) -> Outcome:
        """The best that can be proved now: separable, inseparable, or neither with a reason in words."""
        self.stating = True
        attempts: list[Callable[[Reason], Outcome | None]] = [self._last_direction, self._last_weights]
        if settling and self.settings.polish:
            attempts.append(self._settle)
        with overtime(anew=True):
            if not self.settings.polish:
                self._judge_current()
            for attempt in attempts:
                # An attempt that does not end in time leaves what was known before it.
                with suppress(OverBudget):
                    if (outcome := attempt(reason)) is not None:
                        return outcome
        with overtime(anew=True):
            return self._undecided(reason)

    def _judge_current(self) -> None:
        """Compute the lowest product under the last direction where that is not known, and judge the run by it.

        To decide, the algorithm's last vectors count, as in its paper; for the margin, or with an earlier answer to
        begin with, the best ones.
        """
        if (candidate := self.current) is None:
            return
        if candidate.lowest is None:
            candidate = replace(candidate, lowest=vertex(self.oracle.worst(candidate.direction))[1])
        best = Best() if self.settings.goal == "decide" and not self.resumed else self.best
        lower, upper = self.prover.bounds(candidate, self._rounding)
        best.take(candidate, lower=lower, upper=upper)
        self.best = best

    def _last_direction(self, reason: Reason) -> Outcome | None:
        """The best direction is verified even where its products look negative: rounding cannot tell a small margin.

        Once the time is spent, what is more negative than that is not.
        """
        least = -max(self._level, 8.0 * self._rounding * self.oracle.reach)
        if self.budget.over and self.best.bracket.lower < least:
            return None
        return self._separable(reason.say(f"Stopped because {reason}."))

    def _last_weights(self, reason: Reason) -> Outcome | None:
        """The best weights are polished where they are better than those last refused, and time is left for it."""
        better = self.prover.again or self.best.bracket.upper < self.refused_upper * (1.0 + 1e-12)
        time_left = not self.budget.over or self.effort.may_overstay(self.budget.limit.seconds)
        if self.best.weights is None or not better or not time_left:
            return None
        before = self.best.direction
        outcome = self._polish(last=True, reason=self._from_weights(reason))
        if outcome is None and self.best.direction is not before:
            outcome = self._separable(reason.say(f"Found by polishing the last candidate, when {reason}."))
        return outcome

    def _from_weights(self, reason: Reason) -> Reason:
        """What is said of a cancellation that the last weights became: where they were those of an algorithm itself."""
        if self.settings.polish:
            return Reason()
        steps = f"{self.n_iter:,} iteration{'' if self.n_iter == 1 else 's'}"
        return reason.say(f"From the weights of {self.solver.name} after {steps}, when {reason}.")

    def _settle(self, reason: Reason) -> Outcome | None:
        """Rational arithmetic is for what rounding leaves open, not for what an algorithm has not come to."""
        if not (self.solver.exact or self.best.bracket.upper <= self._level):
            return None
        settled = self.prover.settle(self.best)
        self.hindrance = settled.reason or self.hindrance
        best = self._improved() if isinstance(settled.proof, Cancels) else self.best
        judged = self.prover.settled(settled, best)
        return None if judged is None else self._answer(judged, reason.say(f"{settled.how}, when {reason}."))

    def _separable(self, reason: Reason, direction: Array | None = None) -> Outcome | None:
        w = self.best.direction if direction is None else direction
        judged = None if w is None else self.prover.separable(w, self.best.weights)
        return None if judged is None else self._answer(judged, reason)

    def _polish(self, *, last: bool = False, reason: Reason | None = None) -> Outcome | None:
        """The best weights as a proof; or else the direction that polishing came upon, judged like any candidate.

        Of an algorithm as published only its weights count: no rows that say it more briefly are looked for.
        """
        first = self.effort.attempts == 0 and self.settings.polish
        self.effort.attempts += 1
        self.refused_upper = self.best.bracket.upper
        polished = self.prover.polish(self.best, first=first, last=last)
        self.hindrance = polished.reason
        if polished.proof is not None:
            judged = self.prover.inseparable(polished.proof, self._improved())
            return None if judged is None else self._answer(judged, reason or Reason())
        if polished.direction is None or not self.settings.polish:
            return None
        return self._take_hint(polished.direction)

    def _improved(self) -> Best:
        """The best once the points are known to cancel: its direction is improved where the margin was asked for.

        That takes less work than the run has.
        """
        if not self.settings.polish or self.settings.goal != "margin" or self.budget.over:
            return self.best
        with suppress(OverBudget):
            return self.prover.improved(self.best, _SHARE * self.effort.done(self.oracle.passes))
        return self.best

    def _take_hint(self, direction: Array) -> Outcome | None:
        """The direction that separates the heaviest rows, judged on all of them like any other candidate."""
        w = direction / np.abs(direction).max()
        lowest = self.canonical.cone.lowest(self.oracle.margins(w))
        hint = Candidate(w, lowest=lowest)
        self.best.take(hint, lower=self.prover.bounds(hint, self._rounding)[0])
        if lowest <= 0 or self.settings.goal == "margin":
            return None
        return self._separable(Reason("Found by polishing a candidate."), w)

    def _undecided(self, reason: Reason) -> Outcome:
        judged = self.prover.undecided(self.best)
        hindrance = self.hindrance or self.prover.hindrance(self.best)
        words = f"Stopped because {reason}" + (f"; {hindrance}" if hindrance else "")
        if np.isfinite(judged.verdict.bracket.upper):
            words += f"; the weights found prove only that the margin is at most {judged.verdict.bracket.shown()[1]}"
        return self._answer(judged, reason.say(f"{words}."))

    def _answer(self, judged: Judged, reason: Reason) -> Outcome:
        """The answer with its run: the reason, and what else is to be said of a claim that is no separator."""
        claim, verdict = judged
        words: str = reason
        if claim.kind == "undecided" or (claim.kind == "inseparable" and np.isfinite(verdict.bracket.lower)):
            words = " ".join(part for part in (reason, self.prover.remark(claim)) if part)
        rho = verdict.bracket.lower * self.canonical.scale if claim.kind == "separable" else 0.0
        return answer_of(claim, verdict, self._account(reason.say(words), rho), names=self.problem.names)

    def _account(self, reason: Reason, rho: float = 0.0) -> Run:
        note = f"{self.note[:1].upper()}{self.note[1:]}." if self.note else ""
        # Nothing is promised of maximising, nor by some theorems of beginning anywhere but in the centre.
        promised = self.settings.goal == "decide" and not (self.resumed and getattr(self.solver, "cold_bound", False))
        return Run(
            solver=self.solver.name,
            n_iter=self.n_iter,
            n_passes=self.oracle.passes,
            seconds=self.budget.seconds,
            reason=reason.say(" ".join(part for part in (reason, note) if part)),
            guarantee=guarantee_of(self, rho) if promised else None,
            note=self.note,
            automatic=self.automatic,
            polished=self.settings.polish,
        )

    def _tell(self, tag: str) -> None:
        if not self.audience:
            return
        lower, upper = (self.canonical.margin(v) for v in (self.best.bracket.lower, self.best.bracket.upper))
        self.audience.step(Event(self.n_iter, self.oracle.passes, self.budget.seconds, lower, upper, tag))


def _refuse_unsuitable(solver: Solver, oracle: Any) -> None:
    if offers(oracle, solver.needs):
        return
    if (words := getattr(oracle, "unsuitable", None)) is not None:
        raise UnsuitableSolver(f"{solver.name} {words}")
    refusal = getattr(oracle, "refusal", "choose another with `gordan solvers`")
    needed = solver.needs.__name__
    article = "an" if needed[0] in "AEIOU" else "a"
    raise UnsuitableSolver(
        f"{solver.name} needs {article} {needed}, which this form of the data does not offer; {refusal}"
    )
