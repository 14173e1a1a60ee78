"""Squares of what a direction and what weights prove about the margin, as fractions, and `margin_squared`, their face.

Margins are roots, and their squares rational. From below, with v the lowest product of a direction w, v²/(w·w); with an
intercept v is half the gap between the classes, and for unit lengths every product is divided by its row's own length:
v_j²/((x_j·x_j)(w·w)). From above, with weights X_j, ‖ΣX_j y_j x_j‖²/(ΣX_j)²; with an intercept a quarter of
the squared distance between the classes' weighted means; for unit lengths the mass is ΣX_j‖x_j‖, whose roots are
rounded down to 64 bits beyond the point: the only place where the bound is not the exact square itself.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.exact import dot
from gordan.arithmetic.fraction import signed_square
from gordan.errors import InputError
from gordan.outcome import IntegerSeparator, Outcome, Separable, Separator
from gordan.problem import ExactRows, Points
from gordan.problem.numbers import integers
from gordan.verify.bounds import Lowest, lowest
from gordan.verify.exact import combined, fraction_products
from gordan.verify.integer_separator import lowest_in_integers

__all__ = ["margin_squared", "square_at_least", "square_at_most"]

_ROOT_BITS = 64  # of a row's length beyond the point: more than a double can tell
_TOGETHER = 512  # rows looked at together


def square_at_least(problem: Points, w: Array | tuple[int, ...], low: Lowest) -> Fraction:
    """The square of the margin that w has, with the sign of that margin; `low` must come from integers."""
    length = sum(v * v for v in w) if isinstance(w, tuple) else dot(w, w)
    if problem.normalise:
        return _least_by_length(problem, w) / length
    return signed_square(low.exact(problem.intercept)) / length


def _least_by_length(problem: Points, w: Array | tuple[int, ...]) -> Fraction:
    """The least of y_j x_j·w/‖x_j‖ over all rows, squared, with its sign."""
    least = []
    for start in range(0, problem.n, _TOGETHER):
        S = range(start, min(start + _TOGETHER, problem.n))
        signed = (
            value if sign > 0 else -value
            for value, sign in zip(fraction_products(problem, S, w), problem.signs[start:], strict=False)
        )
        lengths = _squared_lengths(problem.exact_rows(S))
        least.append(min(signed_square(value) / length for value, length in zip(signed, lengths, strict=True)))
    return min(least)


def square_at_most(problem: Points, x: Array) -> Fraction:
    """An upper bound of the squared margin from non-negative weights, on both classes with an intercept."""
    S = np.flatnonzero(x)
    weights, _ = integers(x[S], "binary")
    rows = problem.exact_rows(S.tolist())
    up = (problem.signs[S] > 0).tolist()
    s = sum(weight for weight, positive in zip(weights, up, strict=True) if positive)
    t = sum(weight for weight, positive in zip(weights, up, strict=True) if not positive)
    if problem.intercept:
        # t times the positive sum less s times the negative one is s·t times the difference of the means.
        shares = [weight * t if positive else -weight * s for weight, positive in zip(weights, up, strict=True)]
        mass = Fraction(2 * s * t)
    else:
        shares = [weight if positive else -weight for weight, positive in zip(weights, up, strict=True)]
        mass = Fraction(s + t)
    if problem.normalise:
        lengths = [isqrt(int(square * rows.denominator**2) << 2 * _ROOT_BITS) for square in _squared_lengths(rows)]
        mass = Fraction(sum(a * b for a, b in zip(weights, lengths, strict=True)), rows.denominator << _ROOT_BITS)
    left = combined(rows, shares)
    return Fraction(sum(value**2 for value in left.values()), rows.denominator**2) / mass**2


def _squared_lengths(rows: ExactRows) -> list[Fraction]:
    return [Fraction(sum(a * a for a in values), rows.denominator**2) for values in rows.integers]


def margin_squared(problem: Points, outcome: Outcome) -> tuple[Fraction, Fraction]:
    """Two fractions between which the square of the margin lies.

    The margin itself is a root; its square is rational wherever points are not scaled to unit length. The lower end is
    the square of the margin that the outcome's direction has on the raw rows, the upper end that of the distance its
    weights leave; where both are exact they agree, and are the margin. With `normalise=True` the lengths in the upper
    end are roots, rounded down at the 64th bit.

    Parameters
    ----------
    problem : Points
        The raw data.
    outcome : Separable
        An answer to it, with weights.

    Returns
    -------
    lower, upper : Fraction
        lower ≤ ρ² ≤ upper, in the units of the data squared.

    Examples
    --------
    >>> import gordan
    >>> problem = gordan.Points([[0, 0], [1, 1]], ["a", "b"])
    >>> gordan.margin_squared(problem, gordan.solve(problem))
    (Fraction(1, 2), Fraction(1, 2))
    """
    if not isinstance(problem, Points) or problem.implicit:
        raise InputError(
            "the points live in a kernel's space, where the square of a margin is rarely a fraction; the outcome's "
            'bracket holds it, and proof="exact" rounds it at the end only'
        )
    if problem.positive:
        raise InputError(
            "the margin of w ≥ 0 is a fraction itself and not the root of one; the outcome's bracket holds it, and "
            'proof="exact" rounds it at the end only'
        )
    if not isinstance(outcome, Separable) or not isinstance(outcome.proof, Separator | IntegerSeparator):
        raise InputError(f"the outcome is {getattr(outcome, 'kind', outcome)!r}; only a separable one has a margin")
    if outcome.weights is None or outcome.weights.shape != (problem.n,):
        raise InputError('the outcome has no weights for these rows to bound the margin by; solve with goal="margin"')
    proof = outcome.proof
    direction = proof.integers if isinstance(proof, IntegerSeparator) else proof.direction
    if len(direction) != problem.m:
        raise InputError(f"the outcome has {len(direction)} coefficients and X {problem.m} columns")
    if isinstance(proof, IntegerSeparator):
        low = lowest_in_integers(problem, proof.integers)
    else:
        low = lowest(problem, proof.direction, proof.centre, sharp=True)
    least = square_at_least(problem, direction, low)
    if least <= 0:
        raise InputError("the outcome's direction does not separate these rows; is it about this problem?")
    return least, square_at_most(problem, outcome.weights)
