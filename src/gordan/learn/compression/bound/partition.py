"""How many labellings of a few points have a given margin: all of them are tried."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from gordan.engine.many import separate_many
from gordan.errors import InputError
from gordan.geometry.body.base import read_matrix
from gordan.problem.number import extent

__all__ = ["Partitions", "count_partitions"]

_MOST = 16  # points: twice as many labellings with each one


@dataclass(frozen=True)
class Partitions:
    """`certain` labellings have the margin, `possible` ones cannot be ruled out: more only where a margin is at eps."""

    certain: int
    possible: int

    @property
    def exact(self) -> bool:
        return self.certain == self.possible


def count_partitions(X: Any, *, eps: float, intercept: bool = False) -> Partitions:
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
    found = separate_many(X, asked, intercept=intercept, goal="margin", tol=1e-9)
    certain, possible = (int(np.count_nonzero(ends >= eps)) for ends in (found.lower, found.upper))
    return Partitions(2 * (certain + alone), 2 * (possible + alone))
