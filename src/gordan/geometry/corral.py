"""Sparse separation by the min-norm point: the few pairs of points that its normal is a mean of, by name.

1. the min-norm point of the differences, one pair (p, q) joining at a time; x = Σ weights_j (p_j − q_j) is its mean
2. after each step: if x·(p − q) ≥ (ε/3)‖x‖ for the lowest pair and there are at most 3R²/ε² pairs: apart; stop
3.     if ‖x‖ < ε: the means of the p's and of the q's are closer than ε; stop

With N = ‖x‖² ≤ R² and a pair whose product with x is below (ε/3)‖x‖ ≤ N/3, the best point between x and that pair has a
square of at most N − (2N/3)²/(R² + N/3) ≤ N − N²/(3R²), and the mean of all is no longer. So 1/N grows by 1/(3R²) with
every pair that joins, from 1/R² on, and after k of them N ≤ 3R²/(k + 2): ‖x‖ < ε before there are 3R²/ε² pairs.

Guarantee
    Apart: the normal is a mean of at most 6R²/ε² points of K and −L, and of no more than dimension + 1 pairs, for a
    corral is independent. The number is counted, not taken from the argument above: points may leave as others join.
Reference
    Wolfe (1976); Moran, Nachum, Panasoff and Yehudayoff, Lemma 1.6.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import current_deadline, seconds_left
from gordan.arithmetic.threads import one_thread
from gordan.engine.oracle.support import Differences
from gordan.engine.solver import MinNormPoint
from gordan.geometry.apart import Apart, Near, Unresolved
from gordan.geometry.bodies import Bodies, Posed
from gordan.geometry.lemma import updates_apart
from gordan.outcome import Bracket

__all__ = ["Corral", "separate_by_corral"]


class Corral(Differences):
    """Differences that remember which pairs the last mean was made of, and with which weights."""

    keys: Sequence[int] = ()
    weights: Array = np.empty(0)

    def place(self, keys: Sequence[int], values: Sequence[float]) -> Array:
        carried = np.asarray(values, dtype=np.float64)
        self.keys = [key for key, value in zip(keys, carried, strict=True) if value > 0]
        self.weights = carried[carried > 0] / carried[carried > 0].sum()
        return super().place(keys, values)


def separate_by_corral(bodies: Bodies, eps: float, most: float) -> Apart | Near | Unresolved:
    """Few pairs that make a normal, or two points closer than eps; `separate_bodies` says the rest."""
    watched = bodies.posed()
    posed = Posed(watched.K, watched.L, corral := Corral(watched.K, watched.L, bodies.dimension))
    steps, bracket = 0, Bracket()
    why = "rounding is as large as the margin that was asked for"
    with np.errstate(all="ignore"), one_thread(bodies.dimension > 24):
        for candidate in MinNormPoint().candidates(corral):  # 1
            steps += 1
            allowed = updates_apart(corral.reach, eps)
            pairs = np.array([corral.pairs[key] for key in corral.keys])
            mean = corral.weights @ pairs
            x = corral.difference(mean)
            distance = corral.norm(x) + posed.slack
            bracket = bracket.tighten(upper=distance)
            if candidate.lowest is not None and candidate.lowest > 0:
                lower = candidate.lowest / corral.norm(candidate.direction) - posed.slack
                bracket = bracket.tighten(lower=lower)
                if lower >= eps / 3 + 2.0 * posed.slack and len(pairs) <= allowed:  # 2
                    found = _apart(posed, x, pairs, corral.weights, eps, steps, allowed)
                    if found is not None:
                        return found
            if distance < eps:  # 3
                d = bodies.dimension
                return Near(mean[:d], mean[d:], distance, steps, allowed + 1, MinNormPoint.name)
            if steps >= most or seconds_left() <= 0.0:
                why = "max_iter was reached" if steps >= most else f"{current_deadline().words} was reached"
                break
    return Unresolved(bracket=bracket, reason=f"Stopped because {why}.", updates=steps)


def _apart(
    posed: Posed, x: Array, pairs: Array, weights: Array, eps: float, steps: int, allowed: float
) -> Apart | None:
    """The hyperplane whose normal is the listed mean itself, asked about once more; None where it falls short."""
    [[atom]] = posed.oracle.worst(x)
    pair, d = posed.oracle.pairs[atom.key], posed.oracle.dimension
    margin = 0.5 * (atom.margin / posed.oracle.norm(x) - posed.slack) - posed.slack
    if not margin >= eps / 6:
        return None
    offset = 0.5 * math.fsum((float(x @ pair[:d]), float(x @ pair[d:])))
    return Apart(x, offset, margin, pairs[:, :d], pairs[:, d:], weights, steps, allowed, MinNormPoint.name)
