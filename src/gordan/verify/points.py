"""Every claim about points by their coordinates, recomputed from the raw rows and judged by name."""

from __future__ import annotations

from gordan.outcome import Cancellation, Check, Claim, Enclosure, Separator
from gordan.problem import Points
from gordan.verify.check import bracket_is_sound, fact, no_margin
from gordan.verify.inseparable import judge_cancellation, judge_enclosure
from gordan.verify.separator import judge_separator, lower_bound, upper_bound

__all__ = ["judge_points"]


def judge_points(problem: Points, claim: Claim, *, exact: bool) -> list[Check]:
    """All checks of a claim but that of its classes."""
    expected = (Separator, Cancellation, type(None)) if exact else (Separator, Cancellation, Enclosure, type(None))
    if type(claim.proof) not in expected:
        kind, needed = type(claim.proof).__name__, " or ".join(each.__name__ for each in expected[:-1])
        return [fact("proof is of its kind", kind, needed, False)]
    bracket = bracket_is_sound(claim.bracket)
    return _claims(problem, claim, exact) if bracket.holds else [bracket]


def _claims(problem: Points, claim: Claim, exact: bool) -> list[Check]:
    if isinstance(claim.proof, Separator):
        return judge_separator(problem, claim, exact=exact)
    if claim.proof is not None:
        return _cancelling(problem, claim) + lower_bound(problem, claim, exact=exact)
    # Nothing is decided, so that nothing need be decided in integers.
    return lower_bound(problem, claim, exact=False) + upper_bound(problem, claim, exact=False)


def _cancelling(problem: Points, claim: Claim) -> list[Check]:
    """Weights that cancel, in either form, leave no positive margin."""
    proof, weights = claim.proof, claim.weights
    if isinstance(proof, Cancellation):
        checks = judge_cancellation(problem, proof, weights)
    else:
        assert isinstance(proof, Enclosure)  # the only other kind that comes here
        checks = judge_enclosure(problem, proof, weights)
    return [*checks, no_margin(None if claim.bracket is None else claim.bracket.upper)]
