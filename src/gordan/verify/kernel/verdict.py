"""Every claim about points in a kernel's space, recomputed from the raw points and judged by name."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from gordan.arithmetic.quantity import INTEGERS, ROUNDED
from gordan.arithmetic.root import as_float
from gordan.array import Array
from gordan.outcome import Cancellation, Check, Inseparable, KernelSeparator, Outcome, Separable
from gordan.problem import Gram, Points
from gordan.verify.check import offset_is_a_number, weights_on_their_base
from gordan.verify.kernel.bounds import lowest, margin_at_least, margin_at_most, reachable, scaled
from gordan.verify.kernel.bracket import sharp_at_least, sharp_at_most
from gordan.verify.kernel.cancel import judge_kernel_cancellation
from gordan.verify.kernel.labelled import compare
from gordan.verify.kernel.sharp import sharpness
from gordan.verify.kernel.side import Sides, sides_as_rounded, sides_of
from gordan.verify.kernel.source import Bounded, Source, source_of, told
from gordan.verify.kernel.sums import impossible, square_of

__all__ = ["judge_kernel"]

_LARGEST = float(np.finfo(np.float64).max)  # below zero, the bound of someone who claims nothing
_QUICK = 1 << 12  # products that are worth a better bound than was asked for


def judge_kernel(problem: Points | Gram, outcome: Outcome, *, exact: bool) -> list[Check]:
    """All checks of an outcome but that of its classes."""
    expected = (
        KernelSeparator
        if isinstance(outcome, Separable)
        else Cancellation
        if isinstance(outcome, Inseparable)
        else type(None)
    )
    if not isinstance(outcome.proof, expected):
        kind, needed = type(outcome.proof).__name__, expected.__name__
        return [Check("proof is of its kind", kind, needed, "comparison", False)]
    source = source_of(problem)
    # Where nothing is decided, nothing need be decided in fractions.
    exact = exact and outcome.proof is not None
    if exact and not source.rational and not isinstance(outcome, Inseparable):
        return [Check("products are fractions", problem.space, "a kernel with rational values", "comparison", False)]
    judge = _Judge(problem, source, exact)
    if isinstance(outcome, Separable):
        return judge.separator(outcome)
    if isinstance(outcome, Inseparable):
        checks = judge_kernel_cancellation(problem, source, outcome.proof, outcome.weights)
        upper = outcome.bracket.upper
        checks.append(Check("upper bound of the margin", f"{upper:.17g}", ">= 0", INTEGERS, bool(upper >= 0)))
        return checks + judge.lower(outcome)
    return judge.lower(outcome) + judge.upper(outcome)


class _Judge:
    """One problem, its products, and whether only fractions will do."""

    def __init__(self, problem: Points | Gram, source: Source, exact: bool) -> None:
        self.problem, self.source, self.exact = problem, source, exact

    def separator(self, outcome: Separable) -> list[Check]:
        claim: Any = outcome.proof
        c, b = claim.coefficients, claim.offset
        checks = [self._sound(c), offset_is_a_number(b)]
        if not all(check.holds for check in checks):
            return checks
        found = sides_of(self.problem, self.source, c, b, exact=self.exact)
        values = scaled(self.problem, self.source, found.g)
        low = lowest(self.problem, values)
        sharp = not self.exact or found.arithmetic != told(self.source, ROUNDED)
        checks.append(compare("every point on its side", low, ">", 0.0, found.arithmetic, allowed=sharp))
        if self.problem.intercept:
            least = float((self.problem.signs * found.g.value - found.g.error).min())
            checks.append(compare("offset lies between the classes", least, ">", 0.0, found.arithmetic, allowed=sharp))
        else:
            checks.append(Check("no offset", f"{as_float(Fraction(b)):.6g}", "0", "comparison", b == 0))
        checks.append(_reported(outcome, claim))
        if not all(check.holds for check in checks):
            return checks
        return [*checks, self._at_least(c, b, found, values, outcome.bracket.lower), *self.upper(outcome)]

    def lower(self, outcome: Outcome) -> list[Check]:
        lower, c, b = outcome.bracket.lower, outcome.dual_coef, outcome.offset
        if c is None or not np.isfinite(lower):
            none = bool(lower == -np.inf)
            return [Check("no lower bound claimed", f"{lower}", "-inf", "comparison", none)]
        checks = [self._sound(c), offset_is_a_number(b)]
        if not all(check.holds for check in checks):
            return checks
        found = sides_as_rounded(self.problem, self.source, c, b)
        values = scaled(self.problem, self.source, found.g)
        return [*checks, self._at_least(c, b, found, values, lower)]

    def upper(self, outcome: Outcome) -> list[Check]:
        upper, x = outcome.bracket.upper, outcome.weights
        if x is None or not np.isfinite(upper):
            return [Check("no upper bound claimed", f"{upper}", "inf", "comparison", bool(upper == np.inf))]
        base = weights_on_their_base(self.problem, x)
        if not base.holds:
            return [base]
        at_most = np.inf if self.exact else margin_at_most(self.problem, self.source, x)
        arithmetic = ROUNDED
        if self.exact or at_most > upper >= 0:
            at_most, arithmetic = min(at_most, sharp_at_most(self.problem, self.source, x)), sharpness(self.source)
        return [base, compare("margin at most", at_most, "<=", upper, told(self.source, arithmetic))]

    def _at_least(self, c: Array, b: float | Fraction, found: Sides, values: Bounded, claimed: float) -> Check:
        """The margin under a hyperplane; where rounding alone would refute the claim, without it."""
        at_least, low, S = -np.inf, lowest(self.problem, values), np.flatnonzero(c)
        square = square_of(c[S], Bounded(found.f.value[S], found.f.error[S]))
        if impossible(square):
            return compare("normal has a length", square[0], ">=", 0.0, told(self.source, ROUNDED))
        if not self.exact:
            at_least = margin_at_least(self.source, square, low)
        arithmetic = found.arithmetic
        # Of values that are all positive the margin is too, however small.
        vague = at_least <= 0 < low
        wanted = claimed > -_LARGEST or self.problem.n * np.count_nonzero(c) <= _QUICK
        if self.exact or vague or (at_least < claimed < np.inf and wanted):
            sharp = sharp_at_least(self.problem, self.source, c, b, reachable(self.problem, values))
            at_least, arithmetic = max(at_least, sharp), told(self.source, sharpness(self.source))
        return compare("margin at least", at_least, ">=", claimed, arithmetic)

    def _sound(self, c: Any) -> Check:
        n = self.problem.n
        sound = isinstance(c, np.ndarray) and c.dtype == np.float64 and c.shape == (n,) and bool(np.isfinite(c).all())
        sound = sound and bool(np.any(c != 0))
        return Check("coefficients are finite and not zero", f"{np.shape(c)}", f"({n},)", "comparison", sound)


def _reported(outcome: Separable, claim: KernelSeparator) -> Check:
    """The hyperplane shown to the user is the one that was proved."""
    same = (
        outcome.dual_coef is not None
        and np.array_equal(outcome.dual_coef, claim.coefficients)
        and outcome.offset == claim.offset
        and outcome.intercept == as_float(Fraction(claim.offset))
        and outcome.coef is None
    )
    shown = f"{outcome.intercept:.6g}", f"{as_float(Fraction(claim.offset)):.6g}"
    return Check("dual_coef and intercept are the proof's", *shown, "comparison", same)
