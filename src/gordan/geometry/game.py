"""The game of a Point player and a Hyperplane player, and the sparse strategies that the perceptron plays.

The Point player picks a point v of a finite set, the Hyperplane player a unit vector w, and v·w is what the first pays
the second. The value is the margin of the set where that is positive, and else 0. R is the length of the longest point.

1. w ← 0, t ← 0
2. while the lowest product of w with a point is below β (in Algorithm 4: not above it):
3.     w ← w + that point, t ← t + 1; β ← R² (Algorithm 2), or ½R²((t+1)^α − t^α − 1) (Algorithm 4)

After t rounds the Point player mixes the t points equally and loses at most ‖w‖/t to any answer; the Hyperplane player
plays w/‖w‖ and wins at least the lowest product over ‖w‖.

Guarantee
    The loss after t rounds is at most R√(3/t), with Algorithm 4 R t^(α/2−1). If the play ends after T rounds the
    Hyperplane player wins at least β/‖w‖, in Algorithm 2 R/√(3T), hence T ≥ R²/(3 value²); the Point player's last
    strategy loses at most ‖w‖²/(Tβ) times the value: 3 times, with Algorithm 4 nearly 2/α times.
Reference
    Moran, Nachum, Panasoff and Yehudayoff, Claim 1.7 and Section 3.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from gordan.arithmetic.array import Array, Matrix
from gordan.arithmetic.rounding import length_up
from gordan.errors import InputError
from gordan.outcome import Bracket
from gordan.problem.length import normed
from gordan.problem.number import count, extent, read_matrix

__all__ = ["Game", "play"]


@dataclass(frozen=True, eq=False)
class Game:
    """A play: entry t − 1 of each array belongs to round t.

    Attributes
    ----------
    points : array, shape (n, m)
    chosen : array of int
        The row that the Point player added in each round.
    losses, allowed : array
        What her mixed strategy loses at most, and what the theorem allows.
    gains : array
        What the Hyperplane player's answer wins at least; negative before it separates.
    radius : float
        The length of the longest point.
    alpha : float or None
        Algorithm 4's, None for Algorithm 2.
    ended : bool
        Whether the play ended by itself.
    """

    points: Array = field(repr=False)
    chosen: NDArray[np.int64] = field(repr=False)
    losses: Array = field(repr=False)
    allowed: Array = field(repr=False)
    gains: Array = field(repr=False)
    radius: float
    alpha: float | None
    ended: bool

    @property
    def rounds(self) -> int:
        return int(self.chosen.size)

    @property
    def bracket(self) -> Bracket:
        """The value lies here: the best gain, or 0, to the least loss."""
        return Bracket(max(float(self.gains.max()), 0.0), float(self.losses.min()))

    @property
    def promised(self) -> float:
        """What the Hyperplane player wins for sure once the play has ended, by the theorem; 0 before."""
        if not self.ended:
            return 0.0
        # β over what ‖w‖ may be; R² itself may be no double.
        share = self.radius / float(self.allowed[-1])
        return self.radius * (share * _growth(self.rounds, self.alpha) / self.rounds)

    @property
    def factor(self) -> float:
        """By the theorem the last strategy loses at most so many times the value; infinite before the end."""
        if not self.ended:
            return math.inf
        return float(self.allowed[-1] / self.promised) if self.promised > 0 else math.inf

    def strategy(self, t: int | None = None) -> Array:
        """The Point player's mixed strategy after round t, the last one by default: a distribution on the points."""
        t = self._round(t)
        return np.bincount(self.chosen[:t], minlength=self.points.shape[0]) / t

    def answer(self, t: int | None = None) -> Array:
        """The Hyperplane player's unit vector after round t."""
        scaled, _ = _scaled(self.points)
        w = normed(scaled[self.chosen[: self._round(t)]].sum(axis=0))
        if not w.any():
            raise InputError("the points of these rounds cancel, so that there is no direction to answer with")
        return w

    def _round(self, t: int | None) -> int:
        if t is None:
            return self.rounds
        if (t := count("t", t)) > self.rounds:
            raise InputError(f"t is {t!r}; give a round from 1 to {self.rounds}")
        return t

    def __str__(self) -> str:
        how = f"ended after {self.rounds:,} rounds" if self.ended else f"stopped after {self.rounds:,} rounds"
        return f"value in {self.bracket}; {how}, {np.count_nonzero(self.strategy()):,} points in the last strategy"


def play(V: Matrix, *, alpha: float | None = None, max_rounds: int = 10_000) -> Game:
    """Play the game on a finite set of points.

    Parameters
    ----------
    V : array, shape (n, m)
        The points; label them by their signs.
    alpha : float or None
        Between 1 and 2: play by Algorithm 4, whose last strategy loses nearly 2/alpha times the value, in
        (R/value)^(2/(2−alpha)) rounds. None plays by Algorithm 2: 3 times, in 3(R/value)² rounds.
    max_rounds : int
        A play on points that cancel would never end.

    Examples
    --------
    >>> game = play([[1.0, 0.5], [-1.0, 0.5]])
    >>> game.ended, game.bracket.lower <= 0.5 <= game.bracket.upper
    (True, True)
    >>> bool((game.losses <= game.allowed).all())
    True
    """
    V, most = read_matrix("V", V), count("max_rounds", max_rounds)
    if alpha is not None and not 1 < (alpha := extent("alpha", alpha)) < 2:
        raise InputError(f"alpha is {alpha!r}; give a number between 1 and 2, or None for the aggressive perceptron")
    scaled, exponent = _scaled(V)
    if not scaled.any():
        nothing = np.zeros(1)
        return Game(V, np.zeros(1, dtype=np.int64), nothing, nothing, np.full(1, -np.inf), 0.0, alpha, False)
    squared = float(np.einsum("ij,ij->i", scaled, scaled).max())
    radius = length_up(math.sqrt(squared), V.shape[1])
    slack = (V.shape[1] + 4) * 2.0**-52 * radius
    w = np.zeros(V.shape[1])  # 1
    chosen: list[int] = []
    losses: list[float] = []
    gains: list[float] = []
    products, ended = scaled @ w, False
    while len(chosen) < most and not ended:
        j = int(products.argmin())
        w = w + scaled[j]  # 3
        chosen.append(j)
        t, products, length = len(chosen), scaled @ w, length_up(float(np.linalg.norm(w)), V.shape[1])
        # The sum of t points has been rounded t times.
        summed = slack + t * 2.0**-52 * radius
        losses.append(length / t + summed)
        gains.append(float(products.min()) / length - summed if length > 0 else -math.inf)
        beta = squared * _growth(t, alpha)
        ended = bool(products.min() >= beta if alpha is None else products.min() > beta)  # 2
    at = np.arange(1, len(chosen) + 1)
    allowed = radius * (np.sqrt(3.0 / at) if alpha is None else at ** (alpha / 2 - 1)) * (1.0 + 2.0**-50)
    allowed += slack + at * 2.0**-52 * radius
    lost, may, reach = (_back(np.array(ends), exponent, upwards=True) for ends in (losses, allowed, [radius]))
    won = _back(np.array(gains), exponent, upwards=False)
    if not np.isfinite(reach[0]):
        raise InputError("V has points longer than any double; multiply all points by one factor")
    return Game(V, np.array(chosen), lost, may, won, float(reach[0]), alpha, ended)


def _growth(t: int, alpha: float | None) -> float:
    """β/R² after t rounds."""
    return 1.0 if alpha is None else 0.5 * ((t + 1.0) ** alpha - float(t) ** alpha - 1.0)


def _scaled(V: Array) -> tuple[Array, int]:
    """The points times a power of two that brings their largest entry below 1, for squares; and its exponent."""
    exponent = -int(np.frexp(np.abs(V).max())[1])
    # Entries that vanish here are less than the rounding of the others' sums.
    with np.errstate(under="ignore"):
        return np.asarray(np.ldexp(V, exponent)), exponent


def _back(values: Array, exponent: int, *, upwards: bool) -> Array:
    """In the points' own units, rounded outwards where these are too small for all digits."""
    with np.errstate(under="ignore", over="ignore"):
        back = np.ldexp(values, -exponent)
        short = np.ldexp(back, exponent) < values if upwards else np.ldexp(back, exponent) > values
    return np.where(short, np.nextafter(back, np.inf if upwards else -np.inf), back)
