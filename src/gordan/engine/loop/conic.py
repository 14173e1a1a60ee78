"""The loop for cones: the same bracket, the same claims, other proofs.

A positive lowest product claims that A*y is inside the cone. An upper bound that has halved since the last refusal is
worth a look for weights that cancel: near them on a face where the map is onto, or rational ones. A certificate may be
unique, singular and irrational; then there is no proof of it, and the answer is the bracket.
"""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import replace
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
from gordan.engine.loop.conic_claim import verified
from gordan.engine.loop.settings import Settings
from gordan.engine.oracle.base import offers
from gordan.engine.oracle.conic import ConicColumns
from gordan.engine.oracle.counted import Counted
from gordan.engine.polish.conic import enclosed, rational
from gordan.engine.solver import Solver, Terms
from gordan.engine.watch import Event, Watcher
from gordan.errors import Interrupted, OverBudget, UnsuitableSolver
from gordan.outcome import Bracket, Guarantee, Outcome
from gordan.outcome.conic import ConicInseparable, ConicSeparable, ConicUndecided, Interior, KernelBall, KernelPoint
from gordan.problem import Conic

__all__ = ["ConicLoop"]

_ATTEMPT = 4  # passes, for each row of the map, that one search for weights that cancel may be taken to cost
_SINGULAR = (
    "no weights could be proved to cancel: near those found they may be singular or irrational, and then have no exact "
    "proof"
)


class ConicLoop:
    """One run of one solver on one conic problem."""

    def __init__(
        self, problem: Conic, solver: Solver, note: str, settings: Settings, budget: Budget, watchers: list[Watcher]
    ) -> None:
        self.problem, self.solver, self.note = problem, solver, note
        self.settings, self.budget, self.audience = settings, budget, Audience(watchers)
        self.canonical = problem.canonical()
        self.oracle = Counted(ConicColumns(self.canonical), self.canonical.passes)
        if not offers(self.oracle.inner, solver.needs):
            raise UnsuitableSolver(
                f"{solver.name} is for points, and asks of them what a cone does not offer; choose mirror-prox, "
                "smooth-perceptron, von-neumann or projection-rescaling"
            )
        self.best = Best()
        self.n_iter = self.attempts = 0
        self.stating = False  # whether what is known is being put in order: that is begun once
        self.refused_lower, self.refused_upper = 0.0, math.inf

    def run(self) -> Outcome:
        self.audience.start(self.problem, self.solver.name, self.note)
        try:
            with np.errstate(all="ignore"), one_thread(True):
                outcome = self._timed()
        except KeyboardInterrupt:
            found = self._separable("The run was interrupted.") or self._undecided("The run was interrupted")
            self.audience.stop(found)
            raise Interrupted(found) from None
        self.audience.stop(outcome)
        return outcome

    def _timed(self) -> Outcome:
        """The outcome of the run; where the time ends in the middle of a step, what is known of it."""
        with suppress(OverBudget):
            return self._run()
        limit = self.budget.time_is_over
        if not self.stating:
            with suppress(OverBudget):
                return self._last_word(limit)
        reason = f"Stopped because {limit} before what was found could be verified."
        return ConicUndecided(**self._common(reason, None))

    def _run(self) -> Outcome:
        source = self.solver.candidates(self.oracle)
        with overtime():
            begun = list(islice(source, 1))  # on small data there is time for one, however little was given
        for candidate in chain(begun, source):
            if not np.isfinite(candidate.direction).all():
                return self._last_word("the numbers overflowed; rescale the data or choose another solver")
            if (outcome := self._judge(candidate)) is not None:
                return outcome
        return self._last_word(f"{self.solver.name} ended")

    def _judge(self, candidate: Candidate) -> Outcome | None:
        self.n_iter = candidate.updates
        lower, upper = bounds(self.oracle, candidate, rounding=self.oracle.rounding)
        self.best.take(candidate, lower=lower, upper=upper)
        self._tell(candidate.tag)
        return self._hear(candidate) or self._stop_rule()

    def _hear(self, candidate: Candidate) -> Outcome | None:
        length = self.oracle.norm(candidate.direction)
        if candidate.lowest is not None and length > 0 and candidate.lowest > 2.0 * self.refused_lower * length:
            if self.settings.goal == "margin":
                return None
            self.refused_lower = candidate.lowest / length
            return self._separable("", candidate.direction)
        bracket = self.best.bracket
        worth = self.best.weights is not None and bracket.upper <= 0.5 * self.refused_upper and bracket.lower <= 0
        due = candidate.tag == "c" or self.attempts * self.problem.m * _ATTEMPT <= self.oracle.passes
        return self._inseparable() if worth and due else None

    def _stop_rule(self) -> Outcome | None:
        if self.settings.goal == "margin" and self.best.bracket.gap <= self.settings.tol:
            return self._last_word(f"the gap is at most tol = {self.settings.tol:g}")
        if self.best.bracket.lower <= 0 and self.best.bracket.upper <= self.settings.eps * self.oracle.reach:
            return self._last_word(f"the margin is at most eps = {self.settings.eps:g} times the longest ray's image")
        limit = self.budget.spent(self.n_iter)
        return None if limit is None else self._last_word(limit)

    def _last_word(self, reason: str) -> Outcome:
        self.stating = True
        with overtime(anew=True):
            return self._judged_last(reason)

    def _judged_last(self, reason: str) -> Outcome:
        found = self._separable(f"Stopped because {reason}.") or self._inseparable(last=True)
        if found is not None:
            return found
        small = self.best.bracket.upper <= max(self.settings.eps, 1e-4) * self.oracle.reach
        return self._undecided(f"Stopped because {reason}" + (f"; {_SINGULAR}" if small else ""))

    def _separable(self, reason: str, direction: Array | None = None) -> ConicSeparable | None:
        w = self.best.direction if direction is None else direction
        if w is None or not w.any():
            return None
        y = self.canonical.direction(w)
        outcome = ConicSeparable(**self._common(reason, y), weights=self.best.weights, proof=Interior(y))
        found: ConicSeparable | None = self._verified(outcome)
        return found

    def _inseparable(self, *, last: bool = False) -> ConicInseparable | None:
        if self.best.weights is None:
            return None
        self.attempts += 1
        self.refused_upper = self.best.bracket.upper
        proof: KernelBall | KernelPoint | None = None
        weights = self.best.weights
        if self.settings.proof != "exact" and (found := enclosed(self.problem, weights)) is not None:
            proof, weights = found
        elif last or self.best.bracket.upper <= 1e-3 * self.oracle.reach or self.settings.proof == "exact":
            proof = rational(self.problem, weights)
        if proof is None:
            return None
        y = None if self.best.direction is None else self.canonical.direction(self.best.direction)
        outcome = ConicInseparable(**self._common("", y), weights=self._shown(proof, weights), proof=proof)
        verified: ConicInseparable | None = self._verified(outcome)
        return verified

    def _shown(self, proof: KernelBall | KernelPoint, weights: Array) -> Array:
        if isinstance(proof, KernelBall):
            return weights
        exact = self.problem.in_coordinates(np.array([float(value) for value in proof.values()]))
        normalised: Array | None = self.problem.cone.normalise(exact)
        assert normalised is not None
        return normalised

    def _undecided(self, reason: str) -> ConicUndecided:
        y = None if self.best.direction is None else self.canonical.direction(self.best.direction)
        outcome = ConicUndecided(**self._common(f"{reason}.", y), weights=self.best.weights)
        found: ConicUndecided | None = self._verified(outcome)
        if found is None:
            found = self._verified(replace(outcome, coef=None, weights=None, bracket=Bracket()))
        assert found is not None
        return found

    def _common(self, reason: str, y: Array | None) -> dict[str, Any]:
        note = f"{self.note[:1].upper()}{self.note[1:]}." if self.note else ""
        return {
            "bracket": Bracket() if y is None else Bracket(-np.finfo(np.float64).max, np.inf),
            "reason": " ".join(part for part in (reason, note) if part),
            "n_iter": self.n_iter,
            "n_passes": self.oracle.passes,
            "seconds": self.budget.seconds,
            "solver": self.solver.name,
            "classes": (),
            "coef": y,
        }

    def _verified(self, outcome: Any) -> Any:
        found = verified(self.problem, outcome, self.settings.proof)
        if found is None:
            return None
        return replace(found, seconds=self.budget.seconds, guarantee=self._guarantee(found))

    def _guarantee(self, outcome: Any) -> Guarantee | None:
        """The theorem's bound at the margin that was proved, or at the level reached."""
        rho = outcome.bracket.lower * self.canonical.scale if isinstance(outcome, ConicSeparable) else 0.0
        level = self.settings.eps * self.oracle.reach
        terms = Terms(
            rho=rho,
            eps=max(level, self.best.bracket.upper) if np.isfinite(self.best.bracket.upper) else level,
            n=self.problem.n,
            m=self.problem.m,
            reach=self.oracle.reach,
            radius=self.oracle.radius,
            theta=self.oracle.cone.theta,
            spread=self.oracle.cone.spread,
            spectral=self.oracle.spectral if self.solver.spectral else np.inf,
        )
        if self.settings.goal != "decide":
            return None
        bound = self.solver.bound(terms)
        text = self.solver.formula.replace("ln n", "ln(rank)")
        return Guarantee(bound, text if rho > 0 else text.replace("ρ", "ε")) if np.isfinite(bound) else None

    def _tell(self, tag: str) -> None:
        lower, upper = (self.canonical.margin(v) for v in (self.best.bracket.lower, self.best.bracket.upper))
        self.audience.step(Event(self.n_iter, self.oracle.passes, self.budget.seconds, lower, upper, tag))
