"""Every claim about points by their coordinates, recomputed from the raw rows and judged by name."""

from __future__ import annotations

from gordan.outcome import Cancellation, Check, Enclosure, Inseparable, Outcome, Separable, Separator
from gordan.problem import Points
from gordan.verify.bracket import bracket_is_sound, lower_bound, upper_bound
from gordan.verify.check import fact
from gordan.verify.inseparable import judge_cancellation, judge_enclosure
from gordan.verify.separator import judge_separator

__all__ = ["judge_points"]


def judge_points(problem: Points, outcome: Outcome, *, exact: bool) -> list[Check]:
    """All checks of an outcome but that of its classes."""
    expected = _kinds(outcome, exact)
    if not isinstance(outcome.proof, expected):
        kind, needed = type(outcome.proof).__name__, " or ".join(each.__name__ for each in expected)
        return [fact("proof is of its kind", kind, needed, False)]
    bracket = bracket_is_sound(outcome.bracket)
    return _claims(problem, outcome, exact) if bracket.holds else [bracket]


def _claims(problem: Points, outcome: Outcome, exact: bool) -> list[Check]:
    if isinstance(outcome, Separable):
        return judge_separator(problem, outcome, exact=exact)
    if isinstance(outcome, Inseparable):
        return _cancelling(problem, outcome) + lower_bound(problem, outcome, exact=exact)
    # Nothing is decided, so that nothing need be decided in integers.
    return lower_bound(problem, outcome, exact=False) + upper_bound(problem, outcome, exact=False)


def _kinds(outcome: Outcome, exact: bool) -> tuple[type, ...]:
    """The proofs that an outcome may have."""
    if isinstance(outcome, Inseparable):
        return (Cancellation,) if exact else (Cancellation, Enclosure)
    return (Separator,) if isinstance(outcome, Separable) else (type(None),)


def _cancelling(problem: Points, outcome: Inseparable) -> list[Check]:
    """Weights that cancel, in either form, leave no positive margin."""
    proof, weights, upper = outcome.proof, outcome.weights, outcome.bracket.upper
    if isinstance(proof, Cancellation):
        checks = judge_cancellation(problem, proof, weights)
    else:
        assert isinstance(proof, Enclosure)  # the only other kind that comes here
        checks = judge_enclosure(problem, proof, weights)
    return [*checks, fact("upper bound of the margin", f"{upper:.17g}", ">= 0", upper >= 0)]
