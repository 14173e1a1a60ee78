"""`Comparator`: a fixed direction that sees the same examples, and whose hinge losses bound the learner's mistakes.

`best_comparator` finds the one whose bound is least: min G‖v‖² + 2k Σ hinge(v) + 2 max(0, d·g) over v = (u, d/L), one
dual at a time. Divided by 2G this is ½‖v‖² + C Σ max(0, 1 − p_i·v) + C₀ max(0, −q·v) with p_i = y_i(x_i, L),
q = (0, −gL), C = k/G and C₀ = 1/G, a support vector machine whose last point asks for 0 and not for 1.

1. v ← 0, α ← 0
2. repeat: for every point in a fresh random order:
3.     t ← clip(α_i + (1 − p_i·v)/‖p_i‖², 0, C) − α_i;  α_i ← α_i + t,  v ← v + t p_i
4.     the same for q, with 0 in the place of 1 and C₀ in that of C
5. until 2G(Σα − ½‖v‖²), below which no comparator's bound can be, is near to that of v

Reference
    Hsieh, Chang, Lin, Keerthi and Sundararajan (2008), Algorithm 1.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gordan.arithmetic.array import Array, Matrix
from gordan.errors import InputError
from gordan.learn.online.columns import point, rows
from gordan.learn.online.named import is_named
from gordan.learn.online.run import Run
from gordan.problem.length import squared_lengths
from gordan.problem.number import real, shown

__all__ = ["Comparator", "best_comparator"]


@dataclass
class Comparator:
    """u and d with the losses max(0, 1 − y(u·x + d)) summed up so far.

    >>> comparator = Comparator.begin({"a": 2.0}, 0.5)
    >>> comparator.after({"a": 1.0, "b": 7.0}, -1.0), comparator.square
    (3.5, 4.0)
    """

    coef: dict[Hashable, float] | Array
    intercept: float
    square: float
    hinge: float = 0.0

    @classmethod
    def begin(cls, coef: object, intercept: float) -> Comparator:
        """Before the first example."""
        if not isfinite(real(intercept)):
            raise InputError(f"the comparator's intercept is {shown(intercept)}; give a finite number")
        try:
            named = {name: float(value) for name, value in coef.items()} if isinstance(coef, Mapping) else None
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

    def refuse_form(self, x: object) -> None:
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

    def after_rows(self, matrix: Matrix, signs: NDArray[np.int8]) -> float:
        """The total hinge loss after a batch."""
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


PASSES = 300  # enough for a bound of two digits on data one can look at; any comparator's bound is valid
LOOK = 5  # passes between two looks at the bounds, which cost about one
LONG = 2_000  # points from which compiling is repaid


def best_comparator(
    matrix: Matrix, signs: NDArray[np.int8], run: Run, *, passes: int, tol: float
) -> tuple[Array, float, float]:
    """Return a comparator u, its intercept d, and a lower bound of the bounds of all comparators."""
    ascent = _Ascent(matrix, signs, run, passes)  # 1
    generator = np.random.default_rng(0)
    above, below = ascent.bounds()
    for turn in range(1, PASSES + 1):
        order = generator.permutation(signs.size)
        if signs.size >= LONG:
            ascent.visit_compiled(order)  # 2, 3
        else:
            ascent.visit(order)
        ascent.visit_last()  # 4
        if turn % LOOK == 0:
            above, below = ascent.bounds()
            if above - below <= tol * above:  # 5
                break
    return ascent.w, run.lift * ascent.b, below


class _Ascent:
    def __init__(self, matrix: Matrix, signs: NDArray[np.int8], run: Run, passes: int) -> None:
        self.matrix, self.signs, self.run, self.passes = matrix, signs, run, passes
        self.squares = squared_lengths(matrix) + run.lift * run.lift
        self.cap = passes / run.growth
        self.w, self.b = np.zeros(matrix.shape[1]), 0.0
        self.alpha, self.last = np.zeros(signs.size), 0.0

    def visit(self, order: NDArray[np.int64]) -> None:
        w, alpha, lift = self.w, self.alpha, self.run.lift
        squares = self.squares.tolist()  # Python's quotients may be infinite without a word, and are then cut off
        for i in order.tolist():
            if squares[i] > 0.0:
                touched, values = point(self.matrix, i)
                sign = float(self.signs[i])
                short = 1.0 - sign * (float(w[touched] @ values) + lift * self.b)
                step = float(min(max(alpha[i] + short / squares[i], 0.0), self.cap) - alpha[i])
                if step:
                    alpha[i] += step
                    w[touched] += (sign * step) * values
                    self.b += sign * step * lift

    def visit_compiled(self, order: NDArray[np.int64]) -> None:
        from gordan.engine.compiled.ascent import ascend_hinge

        points = rows(self.matrix, self.signs)
        self.b = float(ascend_hinge(points, order, self.squares, self.run.lift, self.cap, self.w, self.b, self.alpha))

    def visit_last(self) -> None:
        q = -self.run.drift * self.run.lift
        if q:
            step = min(max(self.last - self.b / q, 0.0), 1.0 / self.run.growth) - self.last
            self.last, self.b = self.last + step, self.b + step * q

    def bounds(self) -> tuple[float, float]:
        """The bound of v, and what no comparator's is below."""
        run, square = self.run, float(self.w @ self.w) + self.b * self.b
        losses = np.maximum(0.0, 1.0 - self.signs * (self.matrix @ self.w + run.lift * self.b)).sum()
        above = run.bound(float(self.w @ self.w), run.lift * self.b, self.passes * float(losses))
        return above, 2.0 * run.growth * (float(self.alpha.sum()) - 0.5 * square)
