"""Every claim about points by their coordinates, recomputed from the raw rows and judged by name."""

from __future__ import annotations

from gordan.outcome import Cancellation, Check, Claim, Enclosure, Separator
from gordan.problem import Points
from gordan.verify.check import bracket_is_sound, fact, no_margin
from gordan.verify.inseparable import judge_cancellation, judge_enclosure
from gordan.verify.separator import judge_separator, lower_bound, upper_bound

__all__ = ["judge_points"]


def judge_points(problem: Points, outcome: Claim, *, exact: bool) -> list[Check]:
    """All checks of a claim but that of its classes."""
    expected = (Separator, Cancellation, type(None)) if exact else (Separator, Cancellation, Enclosure, type(None))
    if type(outcome.proof) not in expected:
        kind, needed = type(outcome.proof).__name__, " or ".join(each.__name__ for each in expected[:-1])
        return [fact("proof is of its kind", kind, needed, False)]
    bracket = bracket_is_sound(outcome.bracket)
    return _claims(problem, outcome, exact) if bracket.holds else [bracket]


def _claims(problem: Points, outcome: Claim, exact: bool) -> list[Check]:
    if isinstance(outcome.proof, Separator):
        return judge_separator(problem, outcome, exact=exact)
    if outcome.proof is not None:
        return _cancelling(problem, outcome) + lower_bound(problem, outcome, exact=exact)
    # Nothing is decided, so that nothing need be decided in integers.
    return lower_bound(problem, outcome, exact=False) + upper_bound(problem, outcome, exact=False)


def _cancelling(problem: Points, outcome: Claim) -> list[Check]:
    """Weights that cancel, in either form, leave no positive margin."""
    proof, weights = outcome.proof, outcome.weights
    if isinstance(proof, Cancellation):
        checks = judge_cancellation(problem, proof, weights)
    else:
        assert isinstance(proof, Enclosure)  # the only other kind that comes here
        checks = judge_enclosure(problem, proof, weights)
    return [*checks, no_margin(None if outcome.bracket is None else outcome.bracket.upper)]
