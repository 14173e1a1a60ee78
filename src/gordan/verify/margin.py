"""`margin_squared(problem, outcome)`: the margin without rounding, between two fractions."""

from __future__ import annotations

from fractions import Fraction

from gordan.errors import InputError
from gordan.outcome import Outcome, Separable, Separator
from gordan.problem import Points
from gordan.verify.bounds import lowest
from gordan.verify.square import square_at_least, square_at_most

__all__ = ["margin_squared"]


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
    if not isinstance(outcome, Separable) or not isinstance(outcome.proof, Separator):
        raise InputError(f"the outcome is {getattr(outcome, 'kind', outcome)!r}; only a separable one has a margin")
    if outcome.weights is None or outcome.weights.shape != (problem.n,):
        raise InputError('the outcome has no weights for these rows to bound the margin by; solve with goal="margin"')
    if outcome.proof.direction.shape != (problem.m,):
        raise InputError(f"the outcome has {outcome.proof.direction.size} coefficients and X {problem.m} columns")
    low = lowest(problem, outcome.proof.direction, outcome.proof.centre, sharp=True)
    least = square_at_least(problem, outcome.proof.direction, low)
    if least <= 0:
        raise InputError("the outcome's direction does not separate these rows; is it about this problem?")
    return least, square_at_most(problem, outcome.weights)
