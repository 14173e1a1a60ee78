"""How many updates sparse separation may take: the lemma that its limits are read from; and why a run ended.

w_t is the sum of t differences a_1, …, a_t of points of K and L, R_t the longest of them. The next one, a, is lowest
under w_t. The run ends "near" where ‖w_t‖/t < ε, for that is the distance of two means; else it ends "apart" where
w_t·a ≥ (ε/3)‖w_t‖; else a is added.

As long as it has not ended, ‖w_t‖² ≤ 3 R_t² t. That is so for t = 1. If it is so for t, then t ≤ 3R_t²/ε², for the run
did not end near; and as it did not end apart,

    w_t·a < (ε/3)‖w_t‖ ≤ (ε/3) R_t √(3t) ≤ R_t²,   hence ‖w_{t+1}‖² ≤ 3R_t² t + 2R_t² + ‖a‖² ≤ 3 R_{t+1}² (t + 1).

So a run that is apart has made at most ⌊3R²/ε²⌋ updates: w is a sum of at most 6R²/ε² points, as many of K as of −L.
One update more, and it has ended near. Where both ends are open after so few updates, apart may be preferred.
"""

from __future__ import annotations

from gordan.arithmetic.deadline import current_deadline, seconds_left
from gordan.outcome import Code, Reason

__all__ = ["stop_reason", "updates_apart"]


def updates_apart(longest: float, eps: float) -> float:
    """⌊3R²/ε²⌋, rounding aside; infinite where that is no double.

    >>> updates_apart(1.0, 0.5)
    12.0
    """
    ratio = longest / eps
    allowed = 3.0 * ratio * ratio
    return allowed if allowed >= 2.0**52 else float(int(allowed))


def stop_reason(updates: int, most: float) -> Reason:
    """Why a run ended that proved neither alternative: its budget, or else rounding."""
    if seconds_left() <= 0.0:
        limit = current_deadline()
        return Reason(f"Stopped because {limit.words} was reached.", Code.MAX_SECONDS, max_seconds=limit.seconds)
    if updates >= most:
        return Reason(f"Stopped because max_iter = {most:.0f} was reached.", Code.MAX_ITER, max_iter=most)
    return Reason("Stopped because rounding is as large as what was asked for.", Code.ENDED)
