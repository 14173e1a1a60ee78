"""Every claim about points in a kernel's space, recomputed from the raw points and judged by name."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.fraction import as_float
from gordan.arithmetic.quantity import FRACTIONS, Rounded, arithmetic_of
from gordan.outcome import Cancellation, Check, Claim, IntegerKernelSeparator, KernelSeparator
from gordan.problem import Gram, Points
from gordan.verify.check import (
    bounded,
    bracket_is_sound,
    compare,
    fact,
    is_vector,
    lower_end,
    no_margin,
    offset_is_a_number,
    same_doubles,
    shown_number,
    shown_value,
    unclaimed,
    upper_end,
    weights_on_their_base,
)
from gordan.verify.kernel.bounds import (
    lowest,
    margin_at_least,
    margin_at_most,
    reachable,
    scaled,
    sharp_at_least,
    sharp_at_most,
    sharp_square,
    signed_shares,
)
from gordan.verify.kernel.cancel import judge_kernel_cancellation
from gordan.verify.kernel.integer import coefficients_of, integers_are_sound, integers_shown
from gordan.verify.kernel.side import Sides, lengths, sharp_sides, sides_of
from gordan.verify.kernel.source import Bounded, Quantity, Source, impossible, source_of, square_of, sums_about

__all__ = ["judge_kernel"]

_QUICK = 1 << 12  # products that are worth a better bound than was asked for


def judge_kernel(problem: Points | Gram, claim: Claim, *, exact: bool) -> list[Check]:
    """All checks of a claim but that of its classes."""
    expected = (KernelSeparator, IntegerKernelSeparator, Cancellation)
    if type(claim.proof) not in (*expected, type(None)):
        needed = " or ".join(each.__name__ for each in expected)
        return [fact("proof is of its kind", type(claim.proof).__name__, needed, False)]
    bracket = bracket_is_sound(claim.bracket)
    if not bracket.holds:
        return [bracket]
    source = source_of(problem)
    # Where nothing is decided, nothing need be decided in fractions.
    exact = exact and claim.proof is not None
    whole = isinstance(claim.proof, IntegerKernelSeparator)
    if (exact or whole) and not source.rational and not isinstance(claim.proof, Cancellation):
        return [fact("products are fractions", problem.space, "a kernel with rational values", False)]
    judge = _Judge(problem, source, exact)
    if isinstance(claim.proof, KernelSeparator):
        return judge.separator(claim)
    if isinstance(claim.proof, IntegerKernelSeparator):
        return judge.in_integers(claim, claim.proof)
    if isinstance(claim.proof, Cancellation):
        checks = judge_kernel_cancellation(problem, source, claim.proof, claim.weights)
        checks.append(no_margin(None if claim.bracket is None else claim.bracket.upper))
        return checks + judge.lower(claim)
    return judge.lower(claim) + judge.upper(claim)


class _Judge:
    """One problem, its products, and whether only fractions will do."""

    def __init__(self, problem: Points | Gram, source: Source, exact: bool) -> None:
        self.problem, self.source, self.exact = problem, source, exact
        self._weighed: tuple[Check, Array | None] | None = None  # of the claim's weights, once looked at
        self._of_weights: Bounded | None = None  # sums of the signed shares at the rows that have one, once known

    def separator(self, claim: Claim) -> list[Check]:
        proof: Any = claim.proof
        c, b = proof.coefficients, proof.offset
        checks = [self._sound(c), offset_is_a_number(b)]
        if not all(check.holds for check in checks):
            return checks
        f = self._sums(c, claim.weights, b)
        sides = sides_of(self.problem, self.source, c, b, f, sharpen=not self.exact)
        values = scaled(self.problem, self.source, sides.g)
        checks += self._signs(c, b, sides, values)
        if not self.problem.intercept:
            checks.append(fact("no offset", f"{as_float(Fraction(b)):.6g}", "0", b == 0))
        checks.append(_reported(claim, proof))
        if not all(check.holds for check in checks):
            return checks
        lower = None if claim.bracket is None else claim.bracket.lower
        return [*checks, self._at_least(c, sides, values, lower, separates=True), *self.upper(claim)]

    def in_integers(self, claim: Claim, proof: IntegerKernelSeparator) -> list[Check]:
        """The same of integers, in fractions whatever was asked for."""
        checks, b, n = integers_are_sound(proof, self.problem.n), proof.offset, self.problem.n
        if not all(check.holds for check in checks):
            return checks
        c: Any = coefficients_of(proof, n)
        sides = sharp_sides(self.problem, self.source, c, b)
        if sides is None:
            return [*checks, bounded("every point on its side", "unknown", "> 0 in fractions of some seconds", False)]
        checks.append(_in_fractions("every point on its side", sides.gap, self.source.caveat))
        if self.problem.intercept:
            checks.append(_in_fractions("offset lies between the classes", sides.least, self.source.caveat))
        else:
            checks.append(fact("no offset", f"{as_float(b):.6g}", "0", b == 0))
        checks.append(integers_shown(claim, proof, n))
        if not all(check.holds for check in checks):
            return checks
        lower = None if claim.bracket is None else claim.bracket.lower
        end = self._sharp_end(c, list(range(n)), Rounded(-np.inf), lower, separates=True)
        return [*checks, end, *self.upper(claim, sharply=True)]

    def lower(self, claim: Claim) -> list[Check]:
        lower, c, b = None if claim.bracket is None else claim.bracket.lower, claim.dual_coef, claim.offset
        if c is None or (lower is not None and not np.isfinite(lower)):
            return [unclaimed("no lower bound claimed", lower, -np.inf)]
        checks = [self._sound(c), offset_is_a_number(b)]
        if not self.problem.intercept:
            checks.append(fact("no offset", shown_value(b), "0", b == 0))
        if not all(check.holds for check in checks):
            return checks
        # The gap between the classes is the same for every offset.
        S, rows = c.nonzero()[0], np.arange(self.problem.n)
        f = sums_about(self.source, S, c[S], rows, self._offset(b))
        sides = sides_of(self.problem, self.source, c, 0.0, f, sharpen=False)
        values = scaled(self.problem, self.source, sides.g)
        return [*checks, self._at_least(c, sides, values, lower)]

    def upper(self, claim: Claim, *, sharply: bool = False) -> list[Check]:
        upper, x = None if claim.bracket is None else claim.bracket.upper, claim.weights
        if x is None or (upper is not None and not np.isfinite(upper)):
            return [unclaimed("no upper bound claimed", upper, np.inf)]
        base, shares = self._weigh(x)
        if not base.holds:
            return [base]
        left = np.inf
        if shares is not None:
            left = margin_at_most(self.problem, self.source, x, self._of_weights, shares=shares)
        at_most: Quantity = Rounded(left)
        if self.exact or sharply or (upper is not None and at_most.value > upper >= 0):
            at_most = min(sharp_at_most(self.problem, self.source, x), at_most, key=_plain)
        return [base, upper_end(at_most, upper, caveat=self.source.caveat)]

    def _weigh(self, x: Array) -> tuple[Check, Array | None]:
        """Whether the claim's weights are on their base, and unless only fractions will do their signed shares."""
        if self._weighed is None:
            base = weights_on_their_base(self.problem, x)
            some = base.holds and not self.exact
            self._weighed = base, signed_shares(self.problem, self.source, x) if some else None
        return self._weighed

    @np.errstate(all="ignore")
    def _offset(self, b: float | Fraction) -> Array | float:
        """What b adds to the sums, as far as doubles hold it: nothing is decided by it."""
        near = as_float(Fraction(b))
        if near == 0 or not self.problem.normalise:
            return near
        return near * lengths(self.problem, self.source, np.arange(self.problem.n)).value

    def _sums(self, c: Array, x: Array | None, b: float | Fraction) -> Bounded:
        """Σ c_i k(x_i, ·) at every row; in the same pass that of weights on the same rows, which need its products."""
        S, rows = c.nonzero()[0], np.arange(self.problem.n)
        share = None if x is None else self._weigh(x)[1]
        if x is None or share is None or not np.array_equal(x.nonzero()[0], S):
            return sums_about(self.source, S, c[S], rows, self._offset(b))
        value, error = sums_about(self.source, S, np.column_stack([c[S], share[S]]), rows, self._offset(b))
        self._of_weights = Bounded(value[S, 1], error[S, 1])
        return Bounded(value[:, 0].copy(), error[:, 0].copy())

    def _signs(self, c: Array, b: float | Fraction, sides: Sides, values: Bounded) -> list[Check]:
        """The gap between the classes and, with an intercept, the least distance from the hyperplane itself.

        Rounded bounds are enough to say no, and to say yes unless fractions were asked for.
        """
        signs = self.problem.signs
        gap: Quantity = Rounded(lowest(self.problem, values))
        least: Quantity = Rounded(float((signs * sides.g.value - sides.g.error).min()))
        wrong = bool((signs * sides.g.value < -sides.g.error).any())
        if not wrong and (self.exact or not (gap.value > 0 and least.value > 0)):
            gap, least = sharp_sides(self.problem, self.source, c, b) or (gap, least)
        caveats = [self.source.caveat] if self.source.caveat else []
        if sides.sharp and isinstance(gap, Rounded):
            caveats.append(f"{len(sides.sharp)} of {signs.size} rows in {arithmetic_of(*sides.sharp.values())}")
        shown = {"every point on its side": gap}
        if self.problem.intercept:
            shown["offset lies between the classes"] = least
        caveat = ", ".join(caveats)
        if self.exact:
            return [_in_fractions(name, quantity, caveat) for name, quantity in shown.items()]
        return [compare(name, quantity, ">", 0.0, caveat=caveat) for name, quantity in shown.items()]

    def _at_least(
        self, c: Array, sides: Sides, values: Bounded, claimed: float | None, *, separates: bool = False
    ) -> Check:
        """The margin under a hyperplane; where rounding alone would refute the claim, without it."""
        low, S = lowest(self.problem, values), np.flatnonzero(c)
        square = square_of(c[S], Bounded(sides.f.value[S], sides.f.error[S]))
        caveat = self.source.caveat
        if impossible(square):
            return compare("normal has a length", Rounded(square[0]), ">=", 0.0, caveat=caveat)
        at_least: Quantity = Rounded(-np.inf if self.exact else margin_at_least(self.source, square, low))
        # Of values that are all positive the margin is too, however small, if the numbers are products.
        vague = at_least.value <= 0 and (low > 0 or (separates and bool(caveat)))
        quick = self.problem.n * S.size <= _QUICK
        wanted = quick and at_least.value == -np.inf if claimed is None else at_least.value < claimed < np.inf
        if self.exact or vague or wanted:
            rows = list(range(self.problem.n)) if self.exact else reachable(self.problem, values)
            return self._sharp_end(c, rows, at_least, claimed, separates=separates)
        return lower_end(at_least, claimed, caveat=caveat)

    def _sharp_end(
        self, c: Array, rows: list[int], known: Quantity, claimed: float | None, *, separates: bool
    ) -> Check:
        """The same without rounding, unless what is known is better.

        What separates is not zero, hence has a length; numbers that are no products may give it none.
        """
        square, caveat = sharp_square(self.problem, self.source, c), self.source.caveat
        if separates and square is not None and square <= 0:
            return compare("normal has a length", square, ">", 0.0, caveat=caveat)
        at_least = max(sharp_at_least(self.problem, self.source, c, rows, square), known, key=_plain)
        return lower_end(at_least, claimed, caveat=caveat)

    def _sound(self, c: Array) -> Check:
        n = self.problem.n
        sound = is_vector(c, n) and bool(c.any())
        return fact("coefficients are finite and not zero", f"{np.shape(c)}", f"({n},)", sound)


def _in_fractions(name: str, quantity: Quantity, caveat: str) -> Check:
    """That a quantity is positive, if it is a fraction."""
    check = compare(name, quantity, ">", 0.0, caveat=caveat)
    if check.holds and arithmetic_of(quantity) != FRACTIONS:
        return bounded(name, check.quantity, "> 0 in fractions, which would take too long", False)
    return check


def _plain(quantity: Quantity) -> float:
    """A bound as the double that it is, whatever it was computed in."""
    return float(quantity.value) if hasattr(quantity, "value") else int(quantity.p) / int(quantity.q)


def _reported(claim: Claim, proof: KernelSeparator) -> Check:
    """The hyperplane shown to the user is the one that was proved."""
    same = (
        same_doubles(claim.dual_coef, proof.coefficients)
        and type(claim.offset) is type(proof.offset)
        and claim.offset == proof.offset
        and type(claim.intercept) is float
        and claim.intercept == as_float(Fraction(proof.offset))
        and claim.coef is None
    )
    shown = shown_number(claim.intercept), f"{as_float(Fraction(proof.offset)):.6g}"
    return fact("dual_coef and intercept are the proof's", *shown, same)
