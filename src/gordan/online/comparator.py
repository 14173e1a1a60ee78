"""`Comparator`: a fixed direction that sees the same examples, and whose hinge losses bound the learner's mistakes."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gordan.array import Array
from gordan.errors import InputError
from gordan.online.named import is_named

__all__ = ["Comparator"]


@dataclass
class Comparator:
    """u and d with the losses max(0, 1 − y(u·x + d)) summed up so far.

    Examples
    --------
    >>> comparator = Comparator.begin({"a": 2.0}, 0.5)
    >>> comparator.see({"a": 1.0, "b": 7.0}, -1.0)
    >>> comparator.hinge, comparator.square
    (3.5, 4.0)
    """

    coef: dict[Any, float] | Array
    intercept: float
    square: float
    hinge: float = 0.0

    @classmethod
    def begin(cls, coef: Any, intercept: float) -> Comparator:
        """Before the first example."""
        try:
            named = {name: float(value) for name, value in coef.items()} if is_named(coef) else None
            u = np.array(list(named.values()) if named is not None else coef, dtype=np.float64)
            d = float(intercept)
        except (TypeError, ValueError):
            raise InputError("the comparator is no dictionary or row of numbers with a number as intercept") from None
        if u.ndim != 1 or not np.isfinite(u).all() or not isfinite(d):
            raise InputError("the comparator has no finite numbers in one row; give one number for every feature")
        return cls(u if named is None else named, d, float(u @ u))

    def refuse_form(self, x: Any) -> None:
        """A comparator over names says nothing about columns, nor the other way round."""
        named = is_named(x)
        if named != isinstance(self.coef, dict):
            raise InputError("the comparator and the examples must both have names or both be arrays")

    def see(self, x: Any, sign: float) -> None:
        """Add the loss of one example."""
        if isinstance(self.coef, dict):
            product = sum(self.coef.get(name, 0.0) * float(value) for name, value in x.items())
        else:
            row = np.asarray(x, dtype=np.float64)
            product = float(row @ _fitted(self.coef, row.size))
        self.hinge += max(0.0, 1.0 - sign * (product + self.intercept))

    def see_rows(self, matrix: Any, signs: NDArray[np.int8]) -> None:
        """Add the losses of a batch."""
        assert not isinstance(self.coef, dict)
        margins = signs * (matrix @ _fitted(self.coef, matrix.shape[1]) + self.intercept)
        self.hinge += float(np.maximum(0.0, 1.0 - margins).sum())


def _fitted(coef: Array, m: int) -> Array:
    """Features beyond the comparator's weigh nothing, and weights beyond the features meet zeros."""
    return coef[:m] if coef.size >= m else np.append(coef, np.zeros(m - coef.size))
