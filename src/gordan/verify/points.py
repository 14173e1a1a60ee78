"""Claims about points by their coordinates, recomputed from the raw rows and judged by name.

A hyperplane that is to separate and both ends of the bracket are judged here, in integers where rounding cannot tell.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.exact import dot
from gordan.arithmetic.fraction import as_float
from gordan.arithmetic.quantity import Rounded
from gordan.outcome import Cancellation, Check, Claim, Enclosure, IntegerSeparator, Separator
from gordan.problem import Points
from gordan.verify.bounds import Lowest, lowest, margin_at_least, margin_at_most
from gordan.verify.check import (
    bracket_is_sound,
    compare,
    fact,
    is_vector,
    lower_end,
    lower_root,
    no_margin,
    offset_is_a_number,
    same_doubles,
    shown_number,
    unclaimed,
    upper_end,
    upper_root,
    weights_on_their_base,
)
from gordan.verify.inner_ball import judge_inner_ball
from gordan.verify.inseparable import judge_cancellation, judge_enclosure
from gordan.verify.integer_separator import judge_integer_separator
from gordan.verify.square import square_at_least, square_at_most

__all__ = [
    "at_least",
    "direction_is_sound",
    "hyperplane_reported",
    "judge_offset",
    "judge_points",
    "judge_separator",
    "lower_bound",
    "no_offset",
    "offset_between",
    "upper_bound",
]


_IN_INTEGERS: tuple[type, ...] = (Separator, IntegerSeparator, Cancellation)
_PROOFS = (*_IN_INTEGERS, Enclosure)


def judge_points(problem: Points, claim: Claim, *, exact: bool) -> list[Check]:
    """All checks of a claim but that of its classes."""
    expected = _IN_INTEGERS if exact else _PROOFS
    if claim.proof is not None and type(claim.proof) not in expected:
        kind, needed = type(claim.proof).__name__, " or ".join(each.__name__ for each in expected)
        return [fact("proof is of its kind", kind, needed, False)]
    bracket = bracket_is_sound(claim.bracket)
    return _claims(problem, claim, exact) if bracket.holds else [bracket]


def _claims(problem: Points, claim: Claim, exact: bool) -> list[Check]:
    if isinstance(claim.proof, Separator):
        return judge_separator(problem, claim, exact=exact)
    if isinstance(claim.proof, IntegerSeparator):
        return _judge_in_integers(problem, claim, claim.proof, exact)
    if claim.proof is not None:
        return _cancelling(problem, claim) + lower_bound(problem, claim, exact=exact)
    # Nothing is decided, so that nothing need be decided in integers.
    return lower_bound(problem, claim, exact=False) + upper_bound(problem, claim, exact=False)


def _cancelling(problem: Points, claim: Claim) -> list[Check]:
    """Weights that cancel, in either form, leave no positive margin; a ball inside the hull leaves a negative one."""
    proof, weights = claim.proof, claim.weights
    if isinstance(proof, Cancellation):
        checks = judge_cancellation(problem, proof, weights)
    else:
        assert isinstance(proof, Enclosure)  # the only other kind that comes here
        checks = judge_enclosure(problem, proof, weights)
    upper = None if claim.bracket is None else claim.bracket.upper
    return [*checks, *([no_margin(upper)] if claim.ball is None else judge_inner_ball(problem, claim.ball, upper))]


def directed_about(problem: Points, claim: Claim) -> tuple[list[Check], tuple[Array, Array, float | None] | None]:
    """That a direction may be judged; and the direction, the centre it is about, and the lower end claimed of it.

    None in their place where no lower end is claimed, or the direction or the centre are none.
    """
    claimed = None if claim.bracket is None else claim.bracket.lower
    if claim.coef is None or (claimed is not None and not np.isfinite(claimed)):
        return [unclaimed("no lower bound claimed", claimed, -np.inf)], None
    centre = np.zeros(problem.m) if claim.centre is None else claim.centre
    sound = direction_is_sound(claim.coef, centre, problem.m)
    if not sound.holds:
        return [sound], None
    if not problem.intercept and bool(centre.any()):
        # About a centre of its own a hyperplane would miss the origin, and its products would bound nothing.
        return [sound, fact("no offset", f"centre of length {np.abs(centre).max():.6g}", "0", False)], None
    return [sound], (claim.coef, centre, claimed)


def lower_bound(problem: Points, claim: Claim, *, exact: bool) -> list[Check]:
    """That the margin is no less than the lower end, by the direction shown beside it."""
    checks, directed = directed_about(problem, claim)
    if directed is None:
        return checks
    w, centre, claimed = directed
    low = lowest(problem, w, centre, exact=exact, sharp=exact)
    return [*checks, at_least(problem, w, centre=centre, low=low, claimed=claimed, exact=exact)]


def weighed_about(problem: Points, claim: Claim) -> tuple[list[Check], tuple[Array, Array, float | None] | None]:
    """That weights may be judged; and the weights, the centre about which they are, and the upper end claimed of them.

    None in their place where no upper end is claimed, or the weights or the centre are none.
    """
    claimed = None if claim.bracket is None else claim.bracket.upper
    if claim.weights is None or (claimed is not None and not np.isfinite(claimed)):
        return [unclaimed("no upper bound claimed", claimed, np.inf)], None
    base = weights_on_their_base(problem, claim.weights)
    if not base.holds:
        return [base], None
    centre = np.zeros(problem.m) if claim.centre is None or not problem.intercept else claim.centre
    if not is_vector(centre, problem.m):
        return [base, fact("centre is finite", f"{np.shape(centre)}", f"({problem.m},)", False)], None
    return [base], (claim.weights, centre, claimed)


def upper_bound(problem: Points, claim: Claim, *, exact: bool) -> list[Check]:
    """That the margin is no more than the upper end, by the weights shown beside it."""
    checks, weighed = weighed_about(problem, claim)
    if weighed is None:
        return checks
    base, (x, centre, claimed) = checks[0], weighed
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
    sound = is_vector(w, m) and is_vector(centre, m) and bool(w.any())
    shown = f"({m},)" if sound else " and ".join(type(v).__name__ for v in (w, centre))
    return fact("direction is finite and not zero", shown, f"({m},)", sound)


def judge_separator(problem: Points, claim: Claim, *, exact: bool) -> list[Check]:
    """That every point is on its side, that offset and hyperplane are as shown, and both ends of the bracket."""
    proof = claim.proof
    assert isinstance(proof, Separator)  # the only kind of proof that comes here
    w, centre = proof.direction, proof.centre
    sound = direction_is_sound(w, centre, problem.m)
    number = offset_is_a_number(proof.offset)
    if not (sound.holds and number.holds):
        return [sound, number]
    low = lowest(problem, w, centre, exact=exact)
    checks = [sound, compare("every point on its side", low.value(problem.intercept), ">", 0.0)]
    if not checks[-1].holds:
        return checks
    checks.append(judge_offset(problem, proof, low) if problem.intercept else no_offset(proof))
    checks.append(hyperplane_reported(claim, proof))
    claimed = None if claim.bracket is None else claim.bracket.lower
    checks.append(at_least(problem, w, centre=centre, low=low, claimed=claimed, exact=exact))
    return checks + upper_bound(problem, claim, exact=exact)


def _judge_in_integers(problem: Points, claim: Claim, proof: IntegerSeparator, exact: bool) -> list[Check]:
    """The same of a hyperplane in integers."""
    checks, low = judge_integer_separator(problem, claim, proof)
    if low is None:
        return checks
    square = square_at_least(problem, proof.integers, low)
    claimed = None if claim.bracket is None else claim.bracket.lower
    return [*checks, lower_root(square, claimed), *upper_bound(problem, claim, exact=exact)]


def judge_offset(problem: Points, proof: Separator, low: Lowest) -> Check:
    """max over negatives < −offset < min over positives; rounded bounds are enough to say yes, never to say no."""
    check = offset_between(proof, low)
    if check.holds or not low.rounded:
        return check
    return offset_between(proof, lowest(problem, proof.direction, proof.centre, sharp=True))


def offset_between(proof: Separator, low: Lowest) -> Check:
    """Whether the offset lies strictly between the bounds of both classes."""
    if type(proof.offset) is float and isinstance(low.positive, Rounded) and isinstance(low.negative, Rounded):
        # The sign of a difference of doubles is that of their difference rounded.
        position, above, below = -proof.offset, low.positive.value, -low.negative.value
        return _strictly_inside(Rounded(min(above - position, position - below)), position, below, above)
    place, ends = -Fraction(proof.offset), (low.positive, low.negative)
    exact = [Fraction(end.value) if isinstance(end, Rounded) else end for end in ends if end is not None]
    top, bottom = exact[0], -exact[1]
    gap = min(top - place, place - bottom)
    # The sign of a difference of fractions is the sign of its nearest double, or that is zero and nothing is proved.
    quantity = Rounded(as_float(gap)) if low.rounded else gap
    return _strictly_inside(quantity, *map(as_float, (place, bottom, top)))


def _strictly_inside(gap: Rounded | Fraction, position: float, below: float, above: float) -> Check:
    shown = f"{position:.6g} in ({below:.6g}, {above:.6g})"
    return compare("offset lies between the classes", gap, ">", 0, shown=shown, needed="strictly inside")


def no_offset(proof: Separator) -> Check:
    """Whether the hyperplane goes through the origin."""
    centred = bool(proof.centre.any())
    shown = str((as_float(Fraction(proof.offset)), centred))
    # Compared as it is: rounded to a double, an offset of 10^-400 would be none.
    return fact("no offset", shown, str((0.0, False)), proof.offset == 0 and not centred)


def hyperplane_reported(claim: Claim, proof: Separator) -> Check:
    """The hyperplane shown to the user is the one that was proved, its intercept the nearest double to the truth."""
    truth = as_float(Fraction(proof.offset) - dot(proof.direction, proof.centre))
    same = (
        same_doubles(claim.coef, proof.direction)
        and same_doubles(claim.centre, proof.centre)
        and type(claim.offset) is type(proof.offset)
        and claim.offset == proof.offset
        and type(claim.intercept) is float
        and claim.intercept == truth
    )
    return fact("coef and intercept are the proof's", shown_number(claim.intercept), f"{truth:.6g}", same)
