"""What the verifier says of a claim, check by check, and the interval in which the margin is known to lie."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from enum import Enum, auto
from math import inf

import numpy as np

__all__ = [
    "UNJUDGED",
    "Bracket",
    "Check",
    "LowerEnd",
    "RadiusCheck",
    "Relation",
    "UpperEnd",
    "Verdict",
    "at_least",
    "at_most",
]


def at_least(value: float, digits: int) -> str:
    """A few significant digits, rounded down: what is printed is still true."""
    return f"{float(Context(prec=digits, rounding=ROUND_FLOOR).create_decimal(Decimal(value))):.{digits}g}"


def at_most(value: float, digits: int) -> str:
    """A few significant digits, rounded up."""
    return f"{float(Context(prec=digits, rounding=ROUND_CEILING).create_decimal(Decimal(value))):.{digits}g}"


@dataclass(frozen=True)
class Bracket:
    """Two-sided bound on the margin as posed: lower <= rho <= upper.

    Examples
    --------
    >>> Bracket(1.0, 2.0).tighten(lower=1.5).gap
    0.25
    """

    lower: float = -np.inf
    upper: float = np.inf

    def tighten(self, *, lower: float = -np.inf, upper: float = np.inf) -> Bracket:
        """The better of the old and the new bound on each side."""
        return Bracket(max(self.lower, lower), min(self.upper, upper))

    @property
    def gap(self) -> float:
        """Relative width, once the lower end is positive and the upper one known; infinite before.

        A claim may have ends that contradict each other, such as 1 and 0: its width is infinite too.
        """
        return (self.upper - self.lower) / self.upper if self.lower > 0 and 0 < self.upper < np.inf else np.inf

    def shown(self) -> tuple[str, str]:
        """Both ends with six digits, rounded outwards: what is printed is still true."""
        return at_least(self.lower, 6), at_most(self.upper, 6)

    def __str__(self) -> str:
        return "[{}, {}]".format(*self.shown())


_SHORT = 12  # characters up to which two equal numbers are both shown


class Relation(Enum):
    """How the quantity of a check and its bound are read together."""

    BESIDE = auto()  # one after the other: "3 rows", "in order"
    BOUND = auto()  # as one phrase: the bound begins with a sign, or with a word such as "among"
    SAME = auto()  # as one: the quantity is to be what the bound is, and is
    TRUTH = auto()  # as yes or no
    EACH = auto()  # as how many of all: "0 of 3 do not" is read as "3 of 3"
    UNCLAIMED = auto()  # as nothing: no end was claimed, and none may be


@dataclass(frozen=True)
class Check:
    """One thing the verifier recomputed: what it is, what came out, what was needed, in which arithmetic.

    Whoever shows it learns from `relation` how to read quantity and bound together, and from `rounded` whether the
    arithmetic is floating point with rounding bounds and nothing else.
    """

    name: str
    quantity: str
    bound: str
    arithmetic: str
    holds: bool
    relation: Relation = field(default=Relation.BESIDE, kw_only=True, repr=False)
    rounded: bool = field(default=False, kw_only=True, repr=False)

    def compared(self, spell: Callable[[str], str] = str) -> str:
        """What came out beside what was needed, as the relation says; `spell` may cut the numbers of either."""
        quantity, bound = (_typeset(spell(text)) for text in (self.quantity, self.bound))
        if self.relation is Relation.TRUTH:
            return "yes" if self.holds else "no"
        if self.relation is Relation.UNCLAIMED:
            return "none"
        if self.relation is Relation.EACH:
            count = quantity.split(" ")[2]
            return f"{count} of {count}" if self.holds else quantity
        if self.relation is Relation.SAME:
            number = len(quantity) < _SHORT and any(sign.isdigit() for sign in quantity)
            return f"{quantity} = {bound}" if number else quantity
        return f"{quantity} {bound}" if self.relation is Relation.BOUND else f"{quantity}, {bound}"


def _typeset(text: str) -> str:
    """The text with signs as people write them, and without the punctuation of Python's tuples."""
    if text.startswith("(") and text.endswith(")"):
        text = text[1:-1].replace("'", "").rstrip(",")
    return text.replace(">=", "≥").replace("<=", "≤")


@dataclass(frozen=True)
class LowerEnd(Check):
    """A check that the margin is at least what is claimed; `value` is what was proved of it."""

    value: float = -inf


@dataclass(frozen=True)
class UpperEnd(Check):
    """A check that the margin is at most what is claimed; `value` is what was proved of it."""

    value: float = inf


@dataclass(frozen=True)
class RadiusCheck(Check):
    """A check that an answer stands while computed numbers move; `value` is how far was proved, relative to them."""

    value: float = 0.0


@dataclass(frozen=True)
class Verdict:
    """The second opinion: all checks, and whether every one of them holds; `proof` is what was asked of them."""

    checks: tuple[Check, ...] = ()
    proof: str = "rounded"

    @property
    def holds(self) -> bool:
        return bool(self.checks) and all(check.holds for check in self.checks)

    @property
    def failed(self) -> tuple[Check, ...]:
        return tuple(check for check in self.checks if not check.holds)

    @property
    def bracket(self) -> Bracket:
        """The ends of the margin that the verifier itself proved."""
        lower, upper = -inf, inf
        for check in self.checks:
            if isinstance(check, LowerEnd) and check.holds:
                lower = max(lower, check.value)
            elif isinstance(check, UpperEnd) and check.holds:
                upper = min(upper, check.value)
        return Bracket(lower, upper)

    @property
    def radius(self) -> float:
        """How far computed numbers may move, relative to their size, as the verifier proved it; 0 where it did not."""
        return max((c.value for c in self.checks if isinstance(c, RadiusCheck) and self.holds), default=0.0)

    def _repr_html_(self) -> str:
        from gordan.outcome.notebook import draw_verdict  # which imports this module

        return draw_verdict(self)

    def __str__(self) -> str:
        if self.holds:
            return f"accepted: {len(self.checks)} checks hold"
        if not self.checks:
            return "refused: nothing was checked"
        return f"refused; these checks fail: {', '.join(check.name for check in self.failed)}"


UNJUDGED = Verdict()  # of an answer that was not verified: no checks, and it does not hold
