"""The last word of a run: what can be proved of the evidence once no more candidates come.

A list of attempts, tried in turn: the best direction as a separator, the best weights as a proof that they cancel, and
exact arithmetic for what rounding leaves open. Without polishing an algorithm runs as published: only then is its last
direction verified, and its last weights are polished, once.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from gordan.arithmetic.deadline import overtime
from gordan.engine.loop.evidence import Evidence
from gordan.engine.loop.progress import Best
from gordan.engine.oracle.base import vertex
from gordan.errors import OverBudget
from gordan.outcome import Cancels, Outcome, Reason

__all__ = ["conclude", "judge_current"]


def conclude(known: Evidence, reason: Reason, *, settling: bool = True) -> Outcome:
    """The best that can be proved now: separable, inseparable, or neither with a reason in words."""
    known.concluding = True
    attempts: list[Callable[[Evidence, Reason], Outcome | None]] = [_last_direction, _last_weights]
    if settling and known.settings.polish:
        attempts.append(_settle)
    with overtime(anew=True):
        if not known.settings.polish:
            judge_current(known)
        for attempt in attempts:
            # An attempt that does not end in time leaves what was known before it.
            with suppress(OverBudget):
                if (outcome := attempt(known, reason)) is not None:
                    return outcome
    with overtime(anew=True):
        return known.undecided(reason)


def judge_current(known: Evidence) -> None:
    """Compute the lowest product under the last direction where that is not known, and judge the run by it.

    To decide, the algorithm's last vectors count, as in its paper; for the margin, or with an earlier answer to
    begin with, the best ones.
    """
    if (candidate := known.current) is None:
        return
    if candidate.lowest is None:
        candidate = replace(candidate, lowest=vertex(known.oracle.worst(candidate.direction))[1])
    best = Best() if known.settings.goal == "decide" and not known.resumed else known.best
    lower, upper = known.prover.bounds(candidate, known.rounding)
    best.take(candidate, lower=lower, upper=upper)
    known.best = best


def _last_direction(known: Evidence, reason: Reason) -> Outcome | None:
    """The best direction is verified even where its products look negative: rounding cannot tell a small margin.

    Once the time is spent, what is more negative than that is not.
    """
    least = -max(known.level, 8.0 * known.rounding * known.oracle.reach)
    if known.budget.over and known.best.bracket.lower < least:
        return None
    return known.separable(reason.say(f"Stopped because {reason}."))


def _last_weights(known: Evidence, reason: Reason) -> Outcome | None:
    """The best weights are polished where they are better than those last refused, and time is left for it."""
    better = known.prover.again or known.best.bracket.upper < known.refused_upper * (1.0 + 1e-12)
    time_left = not known.budget.over or known.effort.may_overstay(known.budget.limit.seconds)
    if known.best.weights is None or not better or not time_left:
        return None
    before = known.best.direction
    outcome = known.polish(last=True, reason=_from_weights(known, reason))
    if outcome is None and known.best.direction is not before:
        outcome = known.separable(reason.say(f"Found by polishing the last candidate, when {reason}."))
    return outcome


def _from_weights(known: Evidence, reason: Reason) -> Reason:
    """What is said of a cancellation that the last weights became: where they were those of an algorithm itself."""
    if known.settings.polish:
        return Reason()
    steps = f"{known.n_iter:,} iteration{'' if known.n_iter == 1 else 's'}"
    return reason.say(f"From the weights of {known.solver.name} after {steps}, when {reason}.")


def _settle(known: Evidence, reason: Reason) -> Outcome | None:
    """Rational arithmetic is for what rounding leaves open, not for what an algorithm has not come to."""
    if not (known.solver.exact or known.best.bracket.upper <= known.level):
        return None
    settled = known.prover.settle(known.best)
    known.hindrance = settled.reason or known.hindrance
    best = known.improved() if isinstance(settled.proof, Cancels) else known.best
    judged = known.prover.settled(settled, best)
    return None if judged is None else known.answer(judged, reason.say(f"{settled.how}, when {reason}."))
