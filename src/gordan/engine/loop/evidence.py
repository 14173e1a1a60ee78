"""What one run knows: the best bracket with what gives its ends, and the answers that are made of it.

Every answer goes through the prover, and so through the verifier: what that refuses has only cost a step.
"""

from __future__ import annotations

import math
from contextlib import suppress
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.candidate import Candidate
from gordan.engine.loop.guarantee import guarantee_of
from gordan.engine.loop.progress import Best
from gordan.engine.loop.prover import Judged, prover_of
from gordan.engine.loop.settings import Budget, Settings
from gordan.engine.oracle.base import SupportOracle, offers
from gordan.engine.oracle.build import build
from gordan.engine.oracle.counted import Counted
from gordan.engine.oracle.multiplier import MultiplierOracle
from gordan.engine.solver import Solver
from gordan.errors import OverBudget, UnsuitableSolver
from gordan.outcome import Bracket, Claim, Code, Outcome, Reason, Run, Undecided, answer_of
from gordan.problem import Conic, Gram, Points

__all__ = ["Evidence"]

_WITHOUT_SAMPLE = 16  # passes that count as work where a sample has shown, for a part of one, that points cancel
_SHARE = 0.25  # of the run's work as counted, for improving a direction that does not separate: measured, less time


class Evidence:
    """The evidence of one solver's run on one problem."""

    def __init__(
        self,
        problem: Points | Gram | Conic,
        solver: Solver,
        note: str,
        settings: Settings,
        budget: Budget,
        *,
        automatic: bool,
    ) -> None:
        self.problem, self.solver, self.note, self.automatic = problem, solver, note, automatic
        self.settings, self.budget = settings, budget
        self.canonical = problem.canonical()
        self.oracle = Counted(build(self.canonical, solver.needs), self.canonical.passes)
        _refuse_unsuitable(solver, self.oracle.inner)
        self.prover = prover_of(problem)(problem, self.canonical, self.oracle, settings, budget)
        # Some methods see margins in double precision whatever the data are kept in.
        sharp = solver.needs in (SupportOracle, MultiplierOracle)
        self.rounding = self.oracle.support_rounding if sharp else self.oracle.rounding
        self.best, self.effort = Best(), self.prover.effort()
        self.current: Candidate | None = None  # the last candidate of the algorithm itself
        self.n_iter = 0
        self.resumed = False  # whether there is an earlier answer, whose bracket is not to be lost
        self.concluding = False  # whether the last word of the run is being looked for: that is begun once
        self.refused_upper = math.inf
        self.trouble = ""  # what else went wrong, which the reason says
        self.hindrance = ""  # what kept the last attempt from a proof, where there is more to say than that it failed

    @property
    def level(self) -> float:
        """The level of ‖Ax‖ at which the papers' algorithms stop."""
        return float(self.settings.eps * self.oracle.reach)

    def take(self, candidate: Candidate) -> None:
        """Tighten the bracket."""
        lower, upper = self.prover.bounds(candidate, self.rounding)
        self.best.take(candidate, lower=lower, upper=upper)

    def separable(self, reason: Reason, direction: Array | None = None) -> Outcome | None:
        w = self.best.direction if direction is None else direction
        judged = None if w is None else self.prover.separable(w, self.best.weights)
        return None if judged is None else self.answer(judged, reason)

    def polish(self, *, last: bool = False, reason: Reason | None = None) -> Outcome | None:
        """The best weights as a proof; or else the direction that polishing came upon, judged like any candidate.

        Of an algorithm as published only its weights count: no rows that say it more briefly are looked for.
        """
        first = self.effort.attempts == 0 and self.settings.polish
        self.effort.attempts += 1
        self.refused_upper = self.best.bracket.upper
        polished = self.prover.polish(self.best, first=first, last=last)
        self.hindrance = polished.reason
        if polished.proof is not None:
            judged = self.prover.inseparable(polished.proof, self.improved())
            return None if judged is None else self.answer(judged, reason or Reason())
        if polished.direction is None or not self.settings.polish:
            return None
        return self._take_hint(polished.direction)

    def twins(self) -> Outcome | None:
        """One or two rows that cancel, which a pass over the data finds: they make all other work needless."""
        proof = self.prover.twins()
        judged = None if proof is None else self.prover.inseparable(proof, self.improved())
        return None if judged is None else self.answer(judged, Reason())

    def improved(self) -> Best:
        """The best once the points are known to cancel: its direction is improved where the margin was asked for.

        That takes less work than the run has.
        """
        if not self.settings.polish or self.settings.goal != "margin" or self.budget.over:
            return self.best
        with suppress(OverBudget):
            passes = max(self.oracle.passes, _WITHOUT_SAMPLE) if self.oracle.sampled else self.oracle.passes
            return self.prover.improved(self.best, _SHARE * self.effort.done(passes))
        return self.best

    def _take_hint(self, direction: Array) -> Outcome | None:
        """The direction that separates the heaviest rows, judged on all of them like any other candidate."""
        w = direction / np.abs(direction).max()
        lowest = self.canonical.cone.lowest(self.oracle.margins(w))
        hint = Candidate(w, lowest=lowest)
        self.best.take(hint, lower=self.prover.bounds(hint, self.rounding)[0])
        if lowest <= 0 or self.settings.goal == "margin":
            return None
        return self.separable(Reason("Found by polishing a candidate."), w)

    def undecided(self, reason: Reason) -> Outcome:
        judged = self.prover.undecided(self.best)
        hindrance = self.hindrance or self.prover.hindrance(self.best)
        words = f"Stopped because {reason}" + (f"; {hindrance}" if hindrance else "")
        if np.isfinite(judged.verdict.bracket.upper):
            words += f"; the weights found prove only that the margin is at most {judged.verdict.bracket.shown()[1]}"
        return self.answer(judged, reason.say(f"{words}."))

    def unverified(self, over: Reason) -> Undecided:
        """Nothing: the time ended before anything was verified."""
        claim = Claim(bracket=Bracket(), classes=self.problem.classes, space=self.problem.space)
        reason = over.say(f"Stopped because {over} before what was found could be verified.")
        return Undecided(claim=claim, run=self._account(reason), names=self.problem.names)

    def answer(self, judged: Judged, reason: Reason) -> Outcome:
        """The answer with its run: the reason, and what else is to be said of a claim that is no separator."""
        claim, verdict = judged
        words: str = reason
        if claim.kind == "undecided" or (claim.kind == "inseparable" and np.isfinite(verdict.bracket.lower)):
            words = " ".join(part for part in (reason, self.prover.remark(claim)) if part)
        if reason.code is Code.GAP and verdict.bracket.gap > self.settings.tol:
            words += f" The verifier proves a gap of {verdict.bracket.gap:.1g}, for products are rounded."
        rho = verdict.bracket.lower * self.canonical.scale if claim.kind == "separable" else 0.0
        return answer_of(claim, verdict, self._account(reason.say(words), rho), names=self.problem.names)

    def _account(self, reason: Reason, rho: float = 0.0) -> Run:
        # Nothing is promised of maximising, nor by some theorems of beginning anywhere but in the centre.
        promised = self.settings.goal == "decide" and not (self.resumed and self.solver.cold_bound)
        return Run(
            solver=self.solver.name,
            n_iter=self.n_iter,
            n_passes=self.oracle.passes,
            seconds=self.budget.seconds,
            reason=reason.noted(self.note).noted(self.trouble),
            guarantee=guarantee_of(self, rho) if promised else None,
            note=self.note,
            automatic=self.automatic,
            polished=self.settings.polish,
            method=self.solver,
        )


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
