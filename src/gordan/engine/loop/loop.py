"""THE loop: candidates tighten one bracket; a candidate that claims a decision is polished, verified, and ends it.

When is a candidate a claim? A positive lowest product claims separable. An upper bound that has halved since the last
refusal claims inseparable, as long as polishing stays within a tenth of the work. A refused claim has only cost a
step. A small residual is never an answer: where it cannot be polished into a proof the outcome is `Undecided`. What a
proof is depends on the problem, and is the prover's business.

Without polishing an algorithm runs as published: it ends by its own exits. Directions that polishing comes upon are not
taken.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, islice

import numpy as np

from gordan.arithmetic.deadline import now, overtime
from gordan.arithmetic.setting import setting
from gordan.arithmetic.threads import one_thread
from gordan.engine.candidate import Candidate, Kind
from gordan.engine.loop.checkpoint import Checkpoint
from gordan.engine.loop.conclusion import conclude, judge_current
from gordan.engine.loop.evidence import Evidence
from gordan.engine.loop.settings import Start
from gordan.engine.watch import Audience, Event
from gordan.errors import Interrupted, OverBudget
from gordan.outcome import Code, Outcome, Reason
from gordan.problem.batches import is_batches

__all__ = ["Loop"]

_FEW = 24  # dimensions up to which the solvers do without SciPy, which takes longer to import than small data to answer

_OVERFLOWED = Reason("the numbers overflowed; rescale the data or choose another solver", Code.OVERFLOW)
_INTERRUPTED = Reason("the run was interrupted", Code.INTERRUPTED)


class Loop:
    """One run of one solver on one problem."""

    def __init__(self, evidence: Evidence, audience: Audience, checkpoint: Checkpoint | None = None) -> None:
        self.evidence, self.audience, self.checkpoint = evidence, audience, checkpoint
        self.problem, self.solver = evidence.problem, evidence.solver
        self.settings, self.budget = evidence.settings, evidence.budget
        self.refused_lower = 0.0
        self.shown_lower, self.shown_pass = -math.inf, -1  # of directions that only those who look on ask about

    def run(self, start: Start | None = None) -> Outcome:
        self.audience.start(self.problem, self.solver.name, self.evidence.note)
        try:
            # Overflow and 0/0 are not exceptions here: a candidate that is not finite ends the run with a sentence.
            with np.errstate(all="ignore"), one_thread(self._size > _FEW):
                outcome = self._timed(start)
        except KeyboardInterrupt:
            self._keep(self.evidence.current, last=True)
            if not self.settings.polish:
                with suppress(OverBudget):
                    judge_current(self.evidence)
            # A direction that is known to separate is an answer, whenever the run ends.
            separable = self.evidence.separable(_INTERRUPTED) if self.evidence.best.bracket.lower > 0 else None
            interrupted = separable or self.evidence.undecided(_INTERRUPTED)
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
            self._keep(self.evidence.current, last=True)
        if not self.evidence.concluding:
            with suppress(OverBudget):
                return conclude(self.evidence, over, settling=False)
        return self.evidence.unverified(over)

    def _run(self, start: Start | None) -> Outcome:
        first = None if start is None else self.evidence.prover.begin(start)
        if first is None and self.checkpoint is not None:
            first = self.checkpoint.load()
        self.evidence.resumed = first is not None
        if first is not None and (outcome := self._judge(first)) is not None:
            return outcome
        try:
            for candidate in self._candidates(first):
                if not np.isfinite(candidate.direction).all():
                    return conclude(self.evidence, _OVERFLOWED)
                self.evidence.current = candidate
                if (outcome := self._judge(candidate)) is not None:
                    return outcome
        except FloatingPointError:
            return conclude(self.evidence, _OVERFLOWED)
        return conclude(self.evidence, self._ended())

    def _ended(self) -> Reason:
        """Why the solver yields no more candidates."""
        if (own := self.solver.ending) is not None:
            return own if isinstance(own, Reason) else Reason(own, Code.ENDED)
        bracket, tol = self.evidence.best.bracket, self.settings.tol
        gap = bracket.gap
        open_gap = self.settings.goal == "margin" and bracket.lower > 0 and gap > tol
        why = f", for rounding allows no gap below {gap:.1g}" if open_gap and self.solver.exact else ""
        return Reason(f"{self.solver.name} ended{why}", Code.ENDED)

    def _candidates(self, first: Candidate | None) -> Iterator[Candidate]:
        """Those of the solver; on small data there is time for the first, however little was given."""
        source = self.solver.candidates(self.evidence.oracle, first)
        with overtime():
            begun = list(islice(source, 1))
        return chain(begun, source)

    def _judge(self, candidate: Candidate) -> Outcome | None:
        """Tighten the bracket, hear the claim, and look at the stop rules."""
        self.evidence.n_iter = candidate.updates
        self.evidence.effort.steps += 1
        self.evidence.take(candidate)
        self._keep(candidate)
        self._tell(candidate)
        return self._hear(candidate) or self._stop_rule(candidate)

    def _keep(self, candidate: Candidate | None, *, last: bool = False) -> None:
        if self.checkpoint is not None and candidate is not None:
            self.checkpoint.keep(self.evidence, candidate, last=last)
            self.evidence.trouble = self.checkpoint.trouble

    def _endless(self, candidate: Candidate) -> bool:
        """Whether the method only tends to an answer: all but the exact ones do, and those on the largest data."""
        return not self.solver.exact or candidate.kind is Kind.ENDLESS

    def _hear(self, candidate: Candidate) -> Outcome | None:
        known = self.evidence
        if self.settings.goal == "decide" and candidate.lowest is not None and candidate.lowest > 0:
            # After a refusal only a clearly better direction is worth another verification.
            length = known.oracle.norm(candidate.direction)
            if length > 0 and candidate.lowest > 2.0 * self.refused_lower * length:
                self.refused_lower = candidate.lowest / length
                return known.separable(Reason(), candidate.direction)
            return None
        if candidate.kind is Kind.HANDOVER and self.settings.polish and known.best.bracket.lower <= 0:
            return known.twins()
        halved = known.best.weights is not None and known.best.bracket.upper <= 0.5 * known.refused_upper
        # A certificate of an active set, or of an earlier outcome, need not wait for its turn; before an exact method
        # has one there is none to be had from its weights, unless it has no finite way on.
        ready = candidate.kind in (Kind.CERTIFICATE, Kind.START) or (
            self.settings.polish and self._endless(candidate) and known.effort.may_polish(known.oracle.passes)
        )
        return known.polish() if halved and ready and known.best.bracket.lower <= 0 else None

    def _stop_rule(self, candidate: Candidate) -> Outcome | None:
        reason, limit = self._own_end(candidate), self.budget.spent(self.evidence.n_iter)
        if (why := reason or limit) is None:
            return None
        self._keep(candidate, last=True)
        # What was found within a limit is the answer: nothing more is computed.
        return conclude(self.evidence, why, settling=reason is not None)

    def _own_end(self, candidate: Candidate) -> Reason | None:
        """Why the run need not go on: a narrow bracket, or a level that the margin is below."""
        tol, eps, known = self.settings.tol, self.settings.eps, self.evidence
        bracket = known.best.bracket
        if self.settings.goal == "margin" and bracket.gap <= tol:
            return Reason(f"the gap is at most {setting('tol', tol)}", Code.GAP, tol=tol)
        reached = bracket.upper if candidate.residual is None else candidate.residual
        if self._endless(candidate) and bracket.lower <= 0 and reached <= known.level:
            words = f"the margin is at most {setting('eps', eps)} times {known.prover.reach}"
            reach = known.canonical.margin(known.oracle.reach)
            return Reason(words, Code.LEVEL, eps=eps, reach=reach)
        return None

    def _tell(self, candidate: Candidate) -> None:
        if not self.audience:
            return
        known = self.evidence
        for watcher in self.audience.looking:
            x = None if candidate.weights is None else known.canonical.weights(candidate.weights)
            watcher.look(known.canonical.direction(candidate.direction), x)
        best = known.best.bracket
        if candidate.lowest is None and self.audience.needs_lower:
            self._look_below(candidate)
        lower, upper = (known.canonical.margin(v) for v in (max(best.lower, self.shown_lower), best.upper))
        tag = candidate.kind.value
        self.audience.step(Event(known.n_iter, known.oracle.passes, self.budget.seconds, lower, upper, tag))

    def _look_below(self, candidate: Candidate) -> None:
        """The lower end of a direction whose lowest product the algorithm did not compute, once a pass.

        Only those who look on see it: the run, its passes and its seconds are the same without them.
        """
        known = self.evidence
        if known.oracle.passes == self.shown_pass or is_batches(getattr(self.problem, "X", None)):
            return
        began, self.shown_pass = now(), known.oracle.passes
        lowest = known.canonical.cone.lowest(known.oracle.inner.margins(candidate.direction))
        bound = known.prover.bounds(Candidate(candidate.direction, lowest=lowest), known.rounding)[0]
        self.shown_lower = min(max(self.shown_lower, bound), known.best.bracket.upper)
        self.budget.watching += now() - began
