"""`Rule`: when a sequential perceptron updates, and by how much."""

from __future__ import annotations

import math
from dataclasses import dataclass

__all__ = [
    "FIXED",
    "GROUPS",
    "HILDRETH",
    "INFINITY",
    "NEGLIGIBLE",
    "R_INDEPENDENT",
    "TIE",
    "TOGETHER",
    "WINNOW",
    "Rule",
]

# Compiled loops branch on integers; the names are for people.
FIXED, R_INDEPENDENT, INFINITY, WINNOW, HILDRETH = range(5)
CODES = {
    "fixed": FIXED,
    "r_independent": R_INDEPENDENT,
    "infinity": INFINITY,
    "winnow": WINNOW,
    "hildreth": HILDRETH,
}
# Winnow's weights are rounded exponentials, so a margin that is truly zero comes out as ± rounding. Margins up to
# (m + TIE) units of rounding count as zero: m for the sum, TIE for the weights (a few units each) and the lift. Without
# it a sweep could end quiet on a tie and stay so for ever.
TIE = 16
NEGLIGIBLE = 1e-13  # by which a product may differ from 1 and nothing is gained by another step
# Rows that lie together in memory are visited together, or every row would wait for its first numbers: 16 of them where
# there are many, and fewer where so few of their groups would be left that their order is no longer random.
TOGETHER, GROUPS = 16, 400
LENGTHS = {"fixed": 2, "r_independent": 0, "infinity": 2, "winnow": 2, "hildreth": 0}


@dataclass(frozen=True)
class Rule:
    """An update rule by name and numbers: a plain record, so that it can be compared, hashed, stored and sent.

    Parameters
    ----------
    name : str
        "fixed", "r_independent", "infinity", "winnow" or "hildreth".
    parameters : tuple of float
        fixed: the threshold and 1.0 if reaching it exactly is a mistake, else 0.0; r_independent: none;
        infinity: alpha and radius; winnow: eta and 1.0 if weights of both signs are allowed, else 0.0; hildreth: none.

    Examples
    --------
    >>> Rule.aggressive(2.0)
    Rule(name='fixed', parameters=(2.0, 0.0))
    """

    name: str
    parameters: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        if self.name not in CODES:
            raise ValueError(f"there is no update rule named {self.name!r}; choose one of {', '.join(CODES)}")
        if len(self.parameters) != LENGTHS[self.name]:
            raise ValueError(
                f"the rule {self.name} takes {LENGTHS[self.name]} parameters and was given {len(self.parameters)}"
            )

    @classmethod
    def rosenblatt(cls) -> Rule:
        """Update when the margin is not positive; a zero margin is a mistake, or w = 0 would never move.

        >>> Rule.rosenblatt()
        Rule(name='fixed', parameters=(0.0, 1.0))
        """
        return cls("fixed", (0.0, 1.0))

    @classmethod
    def aggressive(cls, beta: float) -> Rule:
        """Update while the margin is below `beta` > 0.

        >>> Rule.aggressive(1.0).inclusive
        False
        """
        if not beta > 0:
            raise ValueError(f"the aggressive threshold must be positive and is {beta}; for zero use Rule.rosenblatt()")
        return cls("fixed", (float(beta), 0.0))

    @classmethod
    def r_independent(cls) -> Rule:
        """Start at threshold 0 and raise it to 4‖a‖² whenever an update meets a longer column.

        >>> Rule.r_independent().parameters
        ()
        """
        return cls("r_independent")

    @classmethod
    def infinity(cls, alpha: float, radius: float) -> Rule:
        """Raise the threshold with the number t of updates: ½ radius² ((t+1)^alpha − t^alpha − 1).

        >>> Rule.infinity(1.5, 1.0).code
        2
        """
        if not 1 < alpha < 2:
            raise ValueError(f"the ∞-perceptron needs 1 < alpha < 2 and was given {alpha}")
        if not radius > 0:
            raise ValueError(f"the ∞-perceptron needs a positive radius and was given {radius}")
        return cls("infinity", (float(alpha), float(radius)))

    @classmethod
    def winnow(cls, eta: float, *, signed: bool = False) -> Rule:
        """Multiplicative updates with rate `eta`, halved whenever the updates refute a margin of `eta`.

        >>> Rule.winnow(0.5, signed=True)
        Rule(name='winnow', parameters=(0.5, 1.0))
        """
        # Columns are scaled to largest entry 1, so no l1-margin exceeds 1 and no larger rate has a guarantee.
        if not 0 < eta <= 1:
            raise ValueError(f"Winnow needs 0 < eta <= 1 and was given {eta}")
        return cls("winnow", (float(eta), 1.0 if signed else 0.0))

    @classmethod
    def hildreth(cls) -> Rule:
        """Give every point the multiplier that brings its margin to 1, or zero where it is above 1 without one.

        >>> Rule.hildreth().name
        'hildreth'
        """
        return cls("hildreth")

    @property
    def code(self) -> int:
        """The integer on which compiled loops branch."""
        return CODES[self.name]

    @property
    def multiplicative(self) -> bool:
        """Whether the direction is a function of the accumulated sum, coordinate by coordinate, and not the sum."""
        return self.code == WINNOW

    @property
    def inclusive(self) -> bool:
        """Whether a margin equal to the threshold is a mistake."""
        return self.code != FIXED or self.parameters[1] == 1.0

    @property
    def signed(self) -> bool:
        """Whether Winnow may use weights of both signs."""
        return self.code == WINNOW and self.parameters[1] == 1.0

    def threshold(self, beta: float, updates: int, squared_norm: float) -> float:
        """The threshold after an update, given the one before it, the updates so far and the squared lifted norm.

        >>> Rule.r_independent().threshold(0.0, 1, 9.0)
        36.0
        """
        if self.code == R_INDEPENDENT:
            return 4.0 * squared_norm if beta < squared_norm else beta
        if self.code == INFINITY:
            alpha, radius = self.parameters
            t = float(updates)
            return 0.5 * radius * radius * (math.pow(t + 1.0, alpha) - math.pow(t, alpha) - 1.0)
        return beta
