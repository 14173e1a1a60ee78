"""`Run`: everything about an online perceptron that does not depend on how its features are kept.

The intercept needs no radius known beforehand. A point x counts as (x, L), and L grows whenever a mistake is longer
than it, as the threshold of Moran et al.'s Algorithm 3 does (their footnote 1). L is a power of two with
‖x‖ < L ≤ 2‖x‖, so at least twice the one before: it grows at most about log₂(R/r) times, and powers of two bring no
rounding. The direction is kept as (w, b) with the intercept c = Lb; when L grows b shrinks so that c stays: the
classifier does not change because a long point came.

Guarantee, for every comparator (u, d) and the updates U so far:

    U ≤ G(‖u‖² + d²/L²) + 2(H + max(0, d·g))

G is the most that one update can have added to ‖(w, b)‖² (2β + ‖x‖² + L²; R² for Rosenblatt's rule without an
intercept), H the sum of the hinge losses max(0, 1 − y(u·x + d)) over all examples, and g = (updates on the positive
class − updates on the negative one) − b/L, what the growing of L has cost; g is 0 if L never grew. Each growth scales
b down, which lowers ‖(w, b)‖ and takes from its product with (u, d/L) just what g counts; the rest is Novikoff's proof.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import frexp, ldexp

from gordan.engine.compiled.rule import FIXED, INFINITY, Rule
from gordan.errors import InputError

__all__ = ["LEAST", "Run"]

# The shortest point to learn from, and the lift of a zero point that comes first: nearly nothing, yet its square is a
# double, and so is its reciprocal, the square of the longest.
LEAST = 2.0**-500


@dataclass
class Run:
    """The scalars of a run so far.

    Attributes
    ----------
    rule, intercept : when to update, and whether there is a last coordinate.
    b, lift : last coordinate of the direction, and L; the intercept is their product.
    weighted_b : Σ y L (examples before the update), in the units of b, from which the average follows.
    beta : present threshold.
    reach, growth : greatest ‖x‖² + L² of an update, and greatest 2β + ‖x‖² + L².
    examples, mistakes, updates : counts.
    balance : updates on the positive class less those on the negative one.
    abstain, unknown : whether products within the threshold are answered "don't know", and how often that was the
        answer; a product of zero always is.
    """

    rule: Rule
    intercept: bool
    b: float = 0.0
    weighted_b: float = 0.0
    lift: float = 0.0
    beta: float = 0.0
    reach: float = 0.0
    growth: float = 0.0
    examples: int = 0
    mistakes: int = 0
    updates: int = 0
    balance: int = 0
    abstain: bool = False
    unknown: int = 0

    def __post_init__(self) -> None:
        if self.rule.code == FIXED:
            self.beta = self.rule.parameters[0]

    def passes(self, margin: float) -> bool:
        """Whether an example with this margin moves nothing."""
        return margin > self.beta or (margin == self.beta and not self.rule.inclusive)

    def knows(self, margin: float) -> bool:
        """Whether a product of this size is answered; a NaN is not."""
        size = abs(margin)
        return self.passes(size) if self.abstain and self.beta > 0.0 else size > 0.0

    def refuse_length(self, squared: float, what: str, *, zero: bool) -> None:
        """Points without a direction, and those that are too long or too short to be multiplied by themselves."""
        if squared == 0.0 and zero and not self.intercept:
            raise InputError(
                f"{what} is all zeros; without an intercept no direction classifies it, so drop it or use "
                "intercept=True"
            )
        if not squared <= LEAST**-2 or (squared < LEAST**2 and not zero):
            size = "small" if squared < 1.0 else "large"
            raise InputError(
                f"{what} has numbers so {size} that their squares, or sums of them, are no doubles; multiply all "
                "features by one factor"
            )

    def update(self, margin: float, sign: float, squared: float) -> None:
        """Count an update by a point of this squared length; the caller moves the weights and then `examples`."""
        lift = self.lift
        if self.intercept:
            if squared > lift * lift or lift == 0.0:
                longer = max(ldexp(1.0, (frexp(squared)[1] + 1) // 2), LEAST) if squared > 0.0 else LEAST
                self.b *= lift / longer
                self.weighted_b *= lift / longer
                self.lift = lift = longer
            squared += lift * lift
            self.b += sign * lift
            self.weighted_b += sign * self.examples * lift
        self.reach = max(self.reach, squared)
        self.growth = max(self.growth, 2.0 * self.beta + squared)
        self.mistakes += not margin > 0.0
        self.unknown += not self.knows(margin)
        self.updates += 1
        self.balance += 1 if sign > 0 else -1
        beta = self.rule.threshold(self.beta, self.updates, squared)
        # The rule is that of radius 1: the longest point so far takes the place of a radius known beforehand.
        self.beta = self.reach * beta if self.rule.code == INFINITY else beta

    def flip(self) -> None:
        """Let the classes change places."""
        self.b, self.weighted_b, self.balance = -self.b, -self.weighted_b, -self.balance

    def last(self, *, averaged: bool) -> float:
        """b, or its mean over the examples."""
        return self.b - self.weighted_b / self.examples if averaged and self.examples else self.b

    @property
    def drift(self) -> float:
        """g of the guarantee: what the growing of the last coordinate has cost."""
        return self.balance - self.b / self.lift if self.lift else 0.0

    def bound(self, square: float, intercept: float, hinge: float) -> float:
        """The guarantee for a comparator with ‖u‖² = square and d = intercept whose losses sum up to `hinge`.

        Examples
        --------
        >>> run = Run(Rule.rosenblatt(), False)
        >>> run.update(0.0, 1.0, 9.0)
        >>> run.updates, run.bound(1.0, 0.0, 0.5)
        (1, 10.0)
        """
        last = intercept / self.lift if intercept and self.lift else 0.0
        return self.growth * (square + last * last) + 2.0 * (hinge + max(0.0, intercept * self.drift))

    def sentence(self, bound: float, hinge: float) -> str:
        """The guarantee as a sentence: which of its two forms it is, and what it comes to.

        >>> run = Run(Rule.rosenblatt(), False)
        >>> run.sentence(9.0, 0.0)
        'the comparator has lost nothing so far, so at most R²‖u‖² = 9 updates are possible'
        """
        square = "R²‖u‖²" if self.rule == Rule.rosenblatt() else "(2β + R²)‖u‖²"
        if hinge == 0.0:
            return f"the comparator has lost nothing so far, so at most {square} = {bound:.6g} updates are possible"
        return (
            f"the comparator's hinge losses so far sum up to {hinge:.6g}, so at most {square} + 2 × losses = "
            f"{bound:.6g} updates are possible"
        )
