"""A hyperplane that is to separate, judged by name on every raw row."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from gordan.arithmetic.exact import dot
from gordan.arithmetic.fraction import as_float
from gordan.arithmetic.quantity import Rounded
from gordan.outcome import Check, Claim, Separator
from gordan.problem import Points
from gordan.verify.bounds import Lowest, lowest
from gordan.verify.bracket import at_least, direction_is_sound, upper_bound
from gordan.verify.check import compare, fact, offset_is_a_number

__all__ = ["hyperplane_reported", "judge_separator", "no_offset", "offset_between"]


def judge_separator(problem: Points, outcome: Claim, *, exact: bool) -> list[Check]:
    """That every point is on its side, that offset and hyperplane are as shown, and both ends of the bracket."""
    claim = outcome.proof
    assert isinstance(claim, Separator)  # the only kind of proof that comes here
    w, centre = claim.direction, claim.centre
    sound = direction_is_sound(w, centre, problem.m)
    number = offset_is_a_number(claim.offset)
    if not (sound.holds and number.holds):
        return [sound, number]
    low = lowest(problem, w, centre, exact=exact)
    checks = [sound, compare("every point on its side", low.value(problem.intercept), ">", 0.0)]
    if not checks[-1].holds:
        return checks
    checks.append(_offset(problem, claim, low) if problem.intercept else no_offset(claim))
    checks.append(hyperplane_reported(outcome, claim))
    claimed = None if outcome.bracket is None else outcome.bracket.lower
    checks.append(at_least(problem, w, centre=centre, low=low, claimed=claimed, exact=exact))
    return checks + upper_bound(problem, outcome, exact=exact)


def _offset(problem: Points, claim: Separator, low: Lowest) -> Check:
    """max over negatives < −offset < min over positives; rounded bounds are enough to say yes, never to say no."""
    check = offset_between(claim, low)
    if check.holds or not low.rounded:
        return check
    return offset_between(claim, lowest(problem, claim.direction, claim.centre, sharp=True))


def offset_between(claim: Separator, low: Lowest) -> Check:
    """Whether the offset lies strictly between the bounds of both classes."""
    position, ends = -Fraction(claim.offset), (low.positive, low.negative)
    exact = [Fraction(end.value) if isinstance(end, Rounded) else end for end in ends if end is not None]
    above, below = exact[0], -exact[1]
    gap = min(above - position, position - below)
    # The sign of a difference of fractions is the sign of its nearest double, or that is zero and nothing is proved.
    quantity = Rounded(as_float(gap)) if low.rounded else gap
    shown = f"{as_float(position):.6g} in ({as_float(below):.6g}, {as_float(above):.6g})"
    return compare("offset lies between the classes", quantity, ">", 0, shown=shown, needed="strictly inside")


def no_offset(claim: Separator) -> Check:
    """Whether the hyperplane goes through the origin."""
    centred = bool(claim.centre.any())
    shown = str((as_float(Fraction(claim.offset)), centred))
    # Compared as it is: rounded to a double, an offset of 10^-400 would be none.
    return fact("no offset", shown, str((0.0, False)), claim.offset == 0 and not centred)


def hyperplane_reported(outcome: Claim, claim: Separator) -> Check:
    """The hyperplane shown to the user is the one that was proved, its intercept the nearest double to the truth."""
    truth = as_float(Fraction(claim.offset) - dot(claim.direction, claim.centre))
    same = (
        type(outcome.coef) is type(outcome.centre) is np.ndarray
        and np.array_equal(outcome.coef, claim.direction)
        and np.array_equal(outcome.centre, claim.centre)
        and type(outcome.offset) is type(claim.offset)
        and outcome.offset == claim.offset
        and type(outcome.intercept) is float
        and outcome.intercept == truth
    )
    return fact("coef and intercept are the proof's", f"{outcome.intercept:.6g}", f"{truth:.6g}", same)
