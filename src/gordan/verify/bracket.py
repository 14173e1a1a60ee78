"""Both ends of the bracket on the margin, recomputed from the raw rows; in integers where rounding cannot tell."""

from __future__ import annotations

import numpy as np

from gordan.arithmetic.array import Array
from gordan.outcome import Bracket, Check, Claim
from gordan.problem import Points
from gordan.verify.bounds import Lowest, lowest, margin_at_least, margin_at_most
from gordan.verify.check import (
    equal,
    fact,
    is_vector,
    lower_end,
    lower_root,
    upper_end,
    upper_root,
    weights_on_their_base,
)
from gordan.verify.square import square_at_least, square_at_most

__all__ = ["at_least", "bracket_is_sound", "direction_is_sound", "lower_bound", "upper_bound"]


def bracket_is_sound(bracket: Bracket | None) -> Check:
    """None, or two doubles of Python's or NumPy's own; a subclass may compare as it likes."""
    ends = (-np.inf, np.inf) if bracket is None else (bracket.lower, bracket.upper)
    sound = all(type(end) in (float, np.float64) for end in ends)
    return fact(
        "bracket is made of doubles", " and ".join(type(end).__name__ for end in ends), "float and float", sound
    )


def lower_bound(problem: Points, outcome: Claim, *, exact: bool) -> list[Check]:
    """That the margin is no less than the lower end, by the direction shown beside it."""
    claimed = None if outcome.bracket is None else outcome.bracket.lower
    if outcome.coef is None or (claimed is not None and not np.isfinite(claimed)):
        return [equal("no lower bound claimed", -np.inf if claimed is None else claimed, -np.inf)]
    centre = np.zeros(problem.m) if outcome.centre is None else outcome.centre
    sound = direction_is_sound(outcome.coef, centre, problem.m)
    if not sound.holds:
        return [sound]
    if not problem.intercept and bool(centre.any()):
        # About a centre of its own a hyperplane would miss the origin, and its products would bound nothing.
        return [sound, fact("no offset", f"centre of length {np.abs(centre).max():.6g}", "0", False)]
    low = lowest(problem, outcome.coef, centre, exact=exact, sharp=exact)
    return [sound, at_least(problem, outcome.coef, centre=centre, low=low, claimed=claimed, exact=exact)]


def upper_bound(problem: Points, outcome: Claim, *, exact: bool) -> list[Check]:
    """That the margin is no more than the upper end, by the weights shown beside it."""
    claimed = None if outcome.bracket is None else outcome.bracket.upper
    if outcome.weights is None or (claimed is not None and not np.isfinite(claimed)):
        return [equal("no upper bound claimed", np.inf if claimed is None else claimed, np.inf)]
    x = outcome.weights
    base = weights_on_their_base(problem, x)
    if not base.holds:
        return [base]
    centre = np.zeros(problem.m) if outcome.centre is None or not problem.intercept else outcome.centre
    if not is_vector(centre, problem.m):
        return [base, fact("centre is finite", f"{np.shape(centre)}", f"({problem.m},)", False)]
    if not exact:
        check = upper_end(margin_at_most(problem, x, centre), claimed)
        if claimed is None or check.holds or claimed < 0:
            return [base, check]
    # Where rounding alone would refute the claim, the weighted sums are taken in integers.
    return [base, upper_root(square_at_most(problem, x), claimed)]


def at_least(problem: Points, w: Array, *, centre: Array, low: Lowest, claimed: float | None, exact: bool) -> Check:
    """The margin under w; where rounding alone would refute the claim, the products are taken in integers."""
    if not exact and low.rounded:
        check = lower_end(margin_at_least(problem, w, low), claimed)
        if check.holds:
            return check
        low = lowest(problem, w, centre, sharp=True)
    elif low.rounded:
        low = lowest(problem, w, centre, sharp=True, exact=True)
    return lower_root(square_at_least(problem, w, low), claimed)


def direction_is_sound(w: Array | None, centre: Array | None, m: int) -> Check:
    """Doubles, one for each column, all finite; and of the direction not all zero."""
    sound = is_vector(w, m) and is_vector(centre, m) and bool(np.any(w != 0))
    shown = f"({m},)" if sound else " and ".join(type(v).__name__ for v in (w, centre))
    return fact("direction is finite and not zero", shown, f"({m},)", sound)
