"""A hyperplane that is to separate, judged by name on every raw row."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from gordan.outcome import Check, Separable, Separator
from gordan.problem import Points
from gordan.verify.bounds import INTEGERS, ROUNDED, Lowest, lowest
from gordan.verify.bracket import at_least, direction_is_sound, upper_bound
from gordan.verify.check import compare, offset_is_a_number
from gordan.verify.exact import as_float, dot

__all__ = ["judge_separator"]


def judge_separator(problem: Points, outcome: Separable, *, exact: bool) -> list[Check]:
    """That every point is on its side, that offset and hyperplane are as shown, and both ends of the bracket."""
    claim = outcome.proof
    assert isinstance(claim, Separator)  # the only kind of proof that comes here
    w, centre = claim.direction, claim.centre
    sound = direction_is_sound(problem, w, centre)
    number = offset_is_a_number(claim.offset)
    if not (sound.holds and number.holds):
        return [sound, number]
    low = lowest(problem, w, centre, exact=exact)
    least = low.value(problem.intercept)
    checks = [sound, compare("every point on its side", least, ">", 0.0, low.arithmetic)]
    if not checks[-1].holds:
        return checks
    checks.append(_offset(problem, claim, low) if problem.intercept else _no_offset(claim))
    checks.append(_reported(outcome, claim))
    checks.append(at_least(problem, w, centre=centre, low=low, claimed=outcome.bracket.lower, exact=exact))
    return checks + upper_bound(problem, outcome, exact=exact)


def _offset(problem: Points, claim: Separator, low: Lowest) -> Check:
    """max over negatives < −offset < min over positives; rounded bounds are enough to say yes, never to say no."""
    below, above = -Fraction(low.negative), Fraction(low.positive)
    position = -Fraction(claim.offset)
    arithmetic = low.arithmetic
    if not below < position < above and arithmetic == ROUNDED:
        low = lowest(problem, claim.direction, claim.centre, sharp=True)
        below, above, arithmetic = -Fraction(low.negative), Fraction(low.positive), INTEGERS
    shown = f"{as_float(position):.6g} in ({as_float(below):.6g}, {as_float(above):.6g})"
    return Check("offset lies between the classes", shown, "strictly inside", arithmetic, below < position < above)


def _no_offset(claim: Separator) -> Check:
    centred = bool(claim.centre.any())
    shown = str((as_float(Fraction(claim.offset)), centred))
    # Compared as it is: rounded to a double, an offset of 10^-400 would be none.
    return Check("no offset", shown, str((0.0, False)), "comparison", bool(claim.offset == 0 and not centred))


def _reported(outcome: Separable, claim: Separator) -> Check:
    """The hyperplane shown to the user is the one that was proved, its intercept the nearest double to the truth."""
    truth = Fraction(claim.offset) - dot(claim.direction, claim.centre)
    same = (
        outcome.coef is not None
        and np.array_equal(outcome.coef, claim.direction)
        and outcome.offset == claim.offset
        and outcome.centre is not None
        and np.array_equal(outcome.centre, claim.centre)
        and outcome.intercept == as_float(truth)
    )
    return Check(
        "coef and intercept are the proof's", f"{outcome.intercept:.6g}", f"{as_float(truth):.6g}", INTEGERS, same
    )
