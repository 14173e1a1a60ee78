"""The formulas: how far the error of a rule can be above what was seen, and how many partitions there can be.

All hold with probability at least 1 − delta over samples of n independent examples; logarithms are natural. Infinity
means that the formula says nothing.
"""

from __future__ import annotations

import math

from gordan.learn.compression.bound.condition import chance
from gordan.learn.compression.choice import log_choices
from gordan.problem.number import count, extent, margin, share

__all__ = ["margin_bound", "partition_bound", "selection_bound", "selects_few", "support_bound", "update_bound"]


def margin_bound(n: int, eps: float, delta: float) -> float:
    """Theorem 1.1: the perceptron's error, for points with ‖x‖ ≤ 1 whose margin is below eps with chance < delta/2.

    >>> round(margin_bound(100_000, 0.5, 0.05), 4)
    0.0276
    """
    chance("delta", delta)
    n = count("n", n)
    eps = margin("eps", eps)
    mass = eps * eps * n
    # Theorem 4.1 for 1/ε² examples, and as far as that reaches.
    return 50.0 * (math.log(mass) + math.log(2.0 / delta)) / mass if mass >= math.e else math.inf


def selection_bound(n: int, d: int, delta: float, *, training_error: float = 0.0) -> float:
    """Theorem 4.1: the error of any rule made of at most d examples, d fixed beforehand, beside its training error.

    For d ≤ n/e only. Beyond, the printed d ln(n/d) falls as d grows, to nothing at d = n, and bounds nothing: a rule of
    all the examples but one may be right on the sample whatever the labels are.

    >>> round(selection_bound(100_000, 5, 0.05, training_error=0.01), 4)
    0.0525
    """
    chance("delta", delta)
    n, d = count("n", n), count("d", d, least=0)
    training_error = share("training_error", training_error)
    if not selects_few(n, d):
        return math.inf
    eps = 50.0 * ((d * math.log(n / d) if d else 0.0) + math.log(1.0 / delta)) / n
    return training_error + math.sqrt(eps * training_error) + eps


def selects_few(n: int, d: int) -> bool:
    """Whether d of n examples are few enough for Theorem 4.1, at most n/e: so far d ln(n/d) grows with d."""
    return d * math.e <= n


def support_bound(n: int, d: int, delta: float) -> float:
    """The error of a rule that makes none on the sample and is a function of a set of d examples, for all d at once.

    For one d, C(n, d) sets each give a rule; one with error e is right on the other n − d with chance (1 − e)^(n−d).

    >>> round(support_bound(1000, 5, 0.05), 4)
    0.0398
    """
    chance("delta", delta)
    n, d = count("n", n), count("d", d, least=0)
    if d >= n:
        return math.inf
    return (log_choices(n, d) + math.log(n / delta)) / (n - d)


def update_bound(n: int, updates: int, delta: float) -> float:
    """The same for a function of a sequence of so many examples, repeats allowed: there are n^updates sequences.

    >>> round(update_bound(1000, 5, 0.05), 4)
    0.0447
    """
    chance("delta", delta)
    n, updates = count("n", n), count("updates", updates, least=0)
    if updates >= n:
        return math.inf
    return (updates * math.log(n) + math.log(n / delta)) / (n - updates)


def partition_bound(n: int, eps: float) -> float:
    """Theorem 1.2: at most (2(n+1))^(1/eps²) partitions of n points with ‖x‖ ≤ 1 have margin eps; inf past doubles.

    By hyperplanes through the origin. With an intercept the points (x, 1)/√2 have margin eps/2 through the origin
    wherever both classes occur: take partition_bound(n, eps/2), and add the two labellings of one class.

    >>> partition_bound(3, 0.5)
    4096.0
    """
    n, eps = count("n", n), extent("eps", eps)
    square = eps * eps
    if square == 0.0 or math.log(2.0 * (n + 1)) / square >= 700:
        return math.inf
    return float((2.0 * (n + 1)) ** (1.0 / square))
