"""Both ends of the bracket on the margin, recomputed from the raw rows; in integers where rounding cannot tell."""

from __future__ import annotations

from typing import Any

import numpy as np

from gordan.array import Array
from gordan.outcome import Check, Outcome
from gordan.problem import Points
from gordan.verify.bounds import INTEGERS, ROUNDED, Lowest, lowest, margin_at_least, margin_at_most
from gordan.verify.check import compare, equal, weights_on_their_base
from gordan.verify.square import root_down, root_up, square_at_least, square_at_most

__all__ = ["at_least", "direction_is_sound", "lower_bound", "upper_bound"]


def lower_bound(problem: Points, outcome: Outcome, *, exact: bool) -> list[Check]:
    """That the margin is no less than the lower end, by the direction shown beside it."""
    if outcome.coef is None or not np.isfinite(outcome.bracket.lower):
        return [equal("no lower bound claimed", outcome.bracket.lower, -np.inf)]
    centre = np.zeros(problem.m) if outcome.centre is None else outcome.centre
    sound = direction_is_sound(problem, outcome.coef, centre)
    if not sound.holds:
        return [sound]
    low = lowest(problem, outcome.coef, centre, exact=exact, sharp=exact)
    claimed = outcome.bracket.lower
    return [sound, at_least(problem, outcome.coef, centre=centre, low=low, claimed=claimed, exact=exact)]


def upper_bound(problem: Points, outcome: Outcome, *, exact: bool) -> list[Check]:
    """That the margin is no more than the upper end, by the weights shown beside it."""
    if outcome.weights is None or not np.isfinite(outcome.bracket.upper):
        return [equal("no upper bound claimed", outcome.bracket.upper, np.inf)]
    x = outcome.weights
    base = weights_on_their_base(problem, x)
    if not base.holds:
        return [base]
    centre = np.zeros(problem.m) if outcome.centre is None or not problem.intercept else outcome.centre
    claimed = outcome.bracket.upper
    at_most = np.inf if exact else margin_at_most(problem, x, centre)
    # Where rounding alone would refute the claim, the weighted sums are taken in integers.
    if exact or at_most > claimed >= 0:
        return [base, compare("margin at most", root_up(square_at_most(problem, x)), "<=", claimed, INTEGERS)]
    return [base, compare("margin at most", at_most, "<=", claimed, ROUNDED)]


def at_least(problem: Points, w: Array, *, centre: Array, low: Lowest, claimed: float, exact: bool) -> Check:
    """The margin under w; where rounding alone would refute the claim, the products are taken in integers."""
    found = -np.inf if exact else margin_at_least(problem, w, low)
    # Of products that are all positive the margin is too, however small.
    vague = found <= 0 < low.value(problem.intercept)
    if not (exact or vague or found < claimed < np.inf):
        return compare("margin at least", found, ">=", claimed, low.arithmetic)
    if low.arithmetic == ROUNDED:
        low = lowest(problem, w, centre, sharp=True, exact=exact)
    return compare("margin at least", root_down(square_at_least(problem, w, low)), ">=", claimed, INTEGERS)


def direction_is_sound(problem: Points, w: Any, centre: Any) -> Check:
    """Doubles, one for each column, all finite; and of the direction not all zero."""
    sound = all(
        isinstance(v, np.ndarray) and v.dtype == np.float64 and v.shape == (problem.m,) and bool(np.isfinite(v).all())
        for v in (w, centre)
    )
    sound = sound and bool(np.any(w != 0))
    return Check("direction is finite and not zero", f"{np.shape(w)}", f"({problem.m},)", "comparison", sound)
