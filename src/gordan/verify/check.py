"""Checks that are the same whatever the space: numbers and values compared, an offset, and weights on their base."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from gordan.outcome import Bracket, Check
from gordan.problem import Gram, Points
from gordan.verify.exact import as_float

__all__ = ["compare", "contradictions", "equal", "offset_is_a_number", "weights_on_their_base"]


def compare(
    name: str, quantity: float | Fraction, relation: str, bound: float, arithmetic: str, *, allowed: bool = True
) -> Check:
    """Whether the quantity stands in this relation to the bound, found by an arithmetic that was `allowed` to tell.

    >>> compare("margin at least", 2.0, ">=", 1.0, "rounded").holds
    True
    """
    holds = {">": quantity > bound, ">=": quantity >= bound, "<=": quantity <= bound}[relation]
    number = as_float(quantity) if isinstance(quantity, Fraction) else quantity
    return Check(name, f"{number:.17g}", f"{relation} {bound:.17g}", arithmetic, bool(holds and allowed))


def equal(name: str, given: Any, expected: Any) -> Check:
    """Whether what is claimed is what the problem says.

    >>> equal("classes", (0, 1), (0, 1)).holds
    True
    """
    return Check(name, str(given), str(expected), "comparison", bool(given == expected))


def contradictions(bracket: Bracket, alternative: str = "") -> list[Check]:
    """What no margin can make of the ends of a bracket, each of which may have been proved by itself.

    Of an outcome that a run was stopped at, a positive lower end is all that is known; a certificate of it that calls
    itself undecided hides what it proves.

    >>> [check.name for check in contradictions(Bracket(1.0, 2.0), "undecided")]
    ['undecided, so no lower bound is positive']
    """
    lower, upper = bracket.lower, bracket.upper
    found = []
    if lower > upper:
        ends = f"{lower:.17g}", f"<= {upper:.17g}"
        found.append(Check("lower bound is not above the upper", *ends, "comparison", False))
    if alternative == "undecided" and lower > 0:
        name = "undecided, so no lower bound is positive"
        found.append(Check(name, f"{lower:.17g}", "<= 0", "comparison", False))
    return found


def offset_is_a_number(offset: Any) -> Check:
    """A finite double, or a fraction where no double lies in the gap."""
    sound = isinstance(offset, Fraction) or (isinstance(offset, float) and bool(np.isfinite(offset)))
    return Check("offset is a number", str(type(offset).__name__), "float or Fraction", "comparison", sound)


def weights_on_their_base(problem: Points | Gram, x: Any) -> Check:
    """Finite doubles, one for each row, none below zero, and some above it on every class that needs one."""
    on = "on both classes" if problem.intercept else "not all zero"
    sound = isinstance(x, np.ndarray) and x.dtype == np.float64 and x.shape == (problem.n,)
    sound = sound and bool(np.isfinite(x).all() and (x >= 0).all())
    groups = (problem.signs > 0, problem.signs < 0) if problem.intercept else (problem.signs != 0,)
    sound = sound and all(bool((x[group] > 0).any()) for group in groups)
    rows = f"{np.count_nonzero(x)} rows" if sound else f"{np.shape(x)}"
    return Check(f"weights are non-negative, {on}", rows, f"of {problem.n}", "comparison", sound)
