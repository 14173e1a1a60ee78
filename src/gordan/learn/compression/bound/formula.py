"""The formulas: how far the error of a rule can be above what was seen, and how many partitions there can be.

All hold with probability at least 1 − delta over samples of n independent examples; logarithms are natural. Infinity
means that the formula says nothing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from gordan.arithmetic.array import Matrix
from gordan.engine.many.separate_many import separate_many
from gordan.errors import InputError
from gordan.problem.number import count, extent, margin, read_matrix, real, share

__all__ = [
    "Condition",
    "Partitions",
    "chance",
    "count_partitions",
    "expected_margin_bound",
    "global_margin_bound",
    "log_choices",
    "margin_bound",
    "partition_bound",
    "selection_bound",
    "selects_few",
    "support_bound",
    "update_bound",
]

_FEW = 10_000  # factors up to which a sum over all of them takes no time


def log_choices(n: int, k: int) -> float:
    """ln C(n, k); where both k and n − k are large, an upper bound of it, n times the entropy of k/n.

    Differences of log-gammas would cancel, for they are about n ln n. The entropy exceeds ln C(n, k) by at most
    ln(n + 1).

    >>> round(math.exp(log_choices(5, 2)), 9)
    10.0
    """
    k = min(k, n - k)
    if k <= _FEW:
        return math.fsum(math.log((n - i) / (i + 1)) for i in range(k))
    share = k / n
    return k * -math.log(share) - (n - k) * math.log1p(-share)


@dataclass(frozen=True)
class Condition:
    """A theorem's condition: "checked" on the sample, "assumed" of the distribution or of the user, or it "fails"."""

    text: str
    status: Literal["checked", "assumed", "fails"]

    def __str__(self) -> str:
        return f"{self.status}: {self.text}"


def chance(name: str, value: object) -> float:
    """A probability strictly between 0 and 1."""
    if not 0 < (number := real(value)) < 1:
        raise InputError(f"{name} is {value!r}; give a probability between 0 and 1, both excluded")
    return number


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


def expected_margin_bound(n: int, inverse: float, delta: float) -> float:
    """Theorem 1.1 where the mean of 1/margin over samples is at most `inverse`, for points with ‖x‖ ≤ 1.

    By Markov's inequality a sample's margin is below eps = delta/(2·inverse) with a chance of at most delta/2. A sample
    that is not separable has no margin, and 1/margin counts as infinite: almost all samples must be separable.

    >>> expected_margin_bound(10**8, 2.0, 0.05) == margin_bound(10**8, 0.0125, 0.05)
    True
    """
    chance("delta", delta)
    if (mean := extent("inverse", inverse)) < 1:
        raise InputError(f"inverse is {inverse!r}; no margin of points with ‖x‖ ≤ 1 exceeds 1, so give 1 or more")
    return margin_bound(n, delta / (2.0 * mean), delta)


def global_margin_bound(n: int, eps: float, delta: float) -> float:
    """How much of the distribution has a margin below eps/3 to the aggressive perceptron's hyperplane, β = 1.

    For points with ‖x‖ ≤ 1 whose margin is below eps with chance < delta/2, as in Theorem 1.1. The hyperplane is made
    of at most 3/eps² examples and has every example of the sample at eps/3 or farther: Theorem 4.1 holds as well for
    "nearer than eps/3" in the place of "on the wrong side", for the examples kept decide that too.

    >>> round(global_margin_bound(10**6, 0.5, 0.05), 4)
    0.007
    """
    chance("delta", delta)
    n, eps = count("n", n), margin("eps", eps)
    d = 3.0 / (eps * eps)
    return 50.0 * (d * math.log(n / d) + math.log(2.0 / delta)) / n if d * math.e <= n else math.inf


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


_MOST = 16  # points: twice as many labellings with each one


@dataclass(frozen=True)
class Partitions:
    """`certain` labellings have the margin, `possible` ones cannot be ruled out: more only where a margin is at eps."""

    certain: int
    possible: int

    @property
    def exact(self) -> bool:
        return self.certain == self.possible


def count_partitions(X: Matrix, *, eps: float, intercept: bool = False) -> Partitions:
    """Count the ε-partitions of a few points: labellings with margin at least eps, by trying all of them.

    Parameters
    ----------
    X : array, shape (n, m)
        At most 16 points.
    eps : float
    intercept : bool
        Whether the hyperplane may miss the origin. Then the two labellings with one class only have any margin, and
        Theorem 1.2 is about eps/2 (see `partition_bound`).

    Examples
    --------
    The unit vectors of Example 1.3: a subset of k of them is ½√(1/k + 1/(n−k)) away from the hyperplane to the others,
    so of the subsets of six those of size 1, 2, 4 and 5 have a margin of 0.43, and the empty and the full one.

    >>> import numpy as np
    >>> count_partitions(np.eye(6), eps=0.43, intercept=True)
    Partitions(certain=44, possible=44)
    """
    X, eps = read_matrix("X", X), extent("eps", eps)
    n = X.shape[0]
    if n > _MOST:
        raise InputError(f"there are {n} points, hence 2^{n} labellings; give at most {_MOST}, or use partition_bound")
    # A labelling and its opposite have the same margin: the last point is positive.
    labels = (np.arange(2 ** (n - 1))[:, None] >> np.arange(n)) & 1
    labels[:, n - 1] = 1
    # With an intercept one class alone is no question: every hyperplane far enough away has any margin.
    asked = labels[~labels.all(axis=1)] if intercept else labels
    alone = labels.shape[0] - asked.shape[0]
    if asked.shape[0] == 0:
        return Partitions(2 * alone, 2 * alone)
    answers = separate_many(X, asked, intercept=intercept, goal="margin", tol=1e-9)
    certain, possible = (int(np.count_nonzero(ends >= eps)) for ends in (answers.lower, answers.upper))
    return Partitions(2 * (certain + alone), 2 * (possible + alone))
