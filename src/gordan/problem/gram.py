"""Points that are known by the matrix of their products alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from gordan.array import Array
from gordan.canonical import GramCanonical, put_gram
from gordan.problem.labels import read_labels
from gordan.problem.matrix import read_matrix

__all__ = ["Gram"]


@dataclass(frozen=True, eq=False, repr=False)
class Gram:
    """Two classes y of points whose products with one another are the entries of K.

    Parameters
    ----------
    K : array, shape (n, n)
        Symmetric and positive semidefinite up to rounding. float32 and float64 are kept as they are, without a copy.
    y : sequence of n labels
        Any two values. `classes` has them sorted; the second one is positive.
    intercept : bool
        Whether the hyperplane may miss the origin of the kernel's space.
    normalise : bool
        Scale every image to unit length first, as the papers do.

    Examples
    --------
    >>> Gram([[2.0, 1.0], [1.0, 2.0]], ["no", "yes"]).n
    2
    """

    K: Any
    y: Any
    intercept: bool = True
    normalise: bool = False
    classes: tuple[Any, ...] = field(default=(), init=False)
    signs: Array = field(init=False)

    def __post_init__(self) -> None:
        K, _, _ = read_matrix(self.K)
        classes, signs = read_labels(self.y, K.shape[0], self.intercept)
        for name, value in (("K", K), ("classes", classes), ("signs", signs)):
            object.__setattr__(self, name, value)

    @property
    def n(self) -> int:
        return int(self.K.shape[0])

    @cached_property
    def _canonical(self) -> GramCanonical:
        diagonal = np.diagonal(self.K).astype(np.float64)
        return put_gram(self.K, None, diagonal, self.signs, intercept=self.intercept, normalise=self.normalise)

    def canonical(self) -> GramCanonical:
        return self._canonical
