"""Every claim about points by their coordinates, recomputed from the raw rows and judged by name."""

from __future__ import annotations

from gordan.outcome import Cancellation, Check, Enclosure, Inseparable, Outcome, Separable, Separator
from gordan.problem import Points
from gordan.verify.bounds import INTEGERS, ROUNDED
from gordan.verify.bracket import lower_bound, upper_bound
from gordan.verify.check import compare
from gordan.verify.inseparable import judge_cancellation, judge_enclosure
from gordan.verify.separator import judge_separator

__all__ = ["judge_points"]


def judge_points(problem: Points, outcome: Outcome, *, exact: bool) -> list[Check]:
    """All checks of an outcome but that of its classes."""
    expected = _kinds(outcome, exact)
    if not isinstance(outcome.proof, expected):
        kind, needed = type(outcome.proof).__name__, " or ".join(each.__name__ for each in expected)
        return [Check("proof is of its kind", kind, needed, "comparison", False)]
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
    if isinstance(outcome.proof, Cancellation):
        checks, arithmetic = judge_cancellation(problem, outcome.proof, outcome.weights), INTEGERS
    else:
        checks, arithmetic = judge_enclosure(problem, outcome.proof, outcome.weights), ROUNDED
    return [*checks, compare("upper bound of the margin", outcome.bracket.upper, ">=", 0.0, arithmetic)]
