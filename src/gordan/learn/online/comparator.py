"""`Comparator`: a fixed direction that sees the same examples, and whose hinge losses bound the learner's mistakes."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gordan.arithmetic.array import Array
from gordan.errors import InputError
from gordan.learn.online.named import is_named
from gordan.learn.online.number import is_number, shown

__all__ = ["Comparator"]


@dataclass
class Comparator:
    """u and d with the losses max(0, 1 − y(u·x + d)) summed up so far.

    Examples
    --------
    >>> comparator = Comparator.begin({"a": 2.0}, 0.5)
    >>> comparator.after({"a": 1.0, "b": 7.0}, -1.0), comparator.square
    (3.5, 4.0)
    """

    coef: dict[Any, float] | Array
    intercept: float
    square: float
    hinge: float = 0.0

    @classmethod
    def begin(cls, coef: Any, intercept: float) -> Comparator:
        """Before the first example."""
        if not is_number(intercept):
            raise InputError(f"the comparator's intercept is {shown(intercept)}; give a finite number")
        try:
            named = {name: float(value) for name, value in coef.items()} if is_named(coef) else None
            u = np.array(list(named.values()) if named is not None else coef, dtype=np.float64)
        except (TypeError, ValueError, OverflowError):
            raise InputError("the comparator is no dictionary or row of numbers; give one for every feature") from None
        if u.ndim != 1 or not np.isfinite(u).all():
            raise InputError("the comparator has no finite numbers in one row; give one number for every feature")
        with np.errstate(over="ignore"):
            square = float(u @ u)
        if not isfinite(square):
            raise InputError("the comparator is so long that its square is no double; divide it by some factor")
        return cls(u if named is None else named, float(intercept), square)

    def refuse_form(self, x: Any) -> None:
        """A comparator over names says nothing about columns, nor the other way round."""
        named = is_named(x)
        if named != isinstance(self.coef, dict):
            raise InputError("the comparator and the examples must both have names or both be arrays")

    def after(self, x: Any, sign: float) -> float:
        """The sum of the losses with one more example's; nothing is changed yet, for it may still be refused."""
        if isinstance(self.coef, dict):
            product = sum(self.coef.get(name, 0.0) * float(value) for name, value in x.items())
        else:
            with np.errstate(over="ignore", invalid="ignore"):
                product = float(x @ _fitted(self.coef, x.size))
        return self._with(1.0 - sign * (product + self.intercept))

    def after_rows(self, matrix: Any, signs: NDArray[np.int8]) -> float:
        """The same with the losses of a batch."""
        assert not isinstance(self.coef, dict)
        with np.errstate(over="ignore", invalid="ignore"):
            short = 1.0 - signs * (matrix @ _fitted(self.coef, matrix.shape[1]) + self.intercept)
            return self._with(float(np.maximum(0.0, short).sum() if np.isfinite(short).all() else np.nan))

    def _with(self, loss: float) -> float:
        hinge = self.hinge + max(0.0, loss)
        if not isfinite(hinge) or not isfinite(loss):
            raise InputError("the comparator's product with an example is no double; divide all features by one factor")
        return hinge


def _fitted(coef: Array, m: int) -> Array:
    """Features beyond the comparator's weigh nothing, and weights beyond the features meet zeros."""
    return coef[:m] if coef.size >= m else np.append(coef, np.zeros(m - coef.size))
