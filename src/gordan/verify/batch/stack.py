"""`Stack`: many raw problems of one shape, and what directions and weights prove about their margins.

The same a-priori bounds as in `rounded` and `bounds` on the same raw numbers, broadcast over a stack. The ends of
brackets leave twice the rounding that may have happened: a verifier that sums in another order still finds them true
without going to integers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array, Mask, Matrix, Positions
from gordan.arithmetic.rounding import ETA, U, add_down, divide_down, lengths, sum_error
from gordan.errors import InputError
from gordan.problem.numbers import Numbers

__all__ = ["Sides", "Stack", "margin_at_most", "sides"]

_FAR = 1e290  # beyond it, and below its inverse, squares and quotients leave the range of relative bounds
_CACHED = 1 << 16  # entries of a copy that the second-level cache holds: half a mebibyte
_LEAST = 2.0**-1068  # more than the few roundings of a quotient can lose where it is too small for a relative bound


class Stack(NamedTuple):
    """Raw points X (p, n, m), p being 1 where all problems share them, signs (b, n) of their labels, and the question.

    Problems may have fewer than n points: a sign of 0 says that the row, and every row after it, is none of theirs.
    `classes` has the two labels of every problem. Unit lengths exclude an intercept.
    """

    X: Array
    signs: Array
    intercept: bool = True
    normalise: bool = False
    numbers: Numbers = "binary"
    classes: Sequence[tuple[object, ...]] = ()

    @property
    def sizes(self) -> Positions:
        """How many points every problem has."""
        return np.asarray(np.count_nonzero(self.signs, axis=1))

    @property
    def misread(self) -> float:
        """How far, relatively, a number may be from what it stands for."""
        return float(np.finfo(self.X.dtype).eps) if self.numbers == "decimal" else 0.0

    @property
    def misread_least(self) -> float:
        """How far, absolutely, where a number is too small for a relative bound; as `rounded.misreading_of_least`."""
        return 2.0 * float(np.finfo(self.X.dtype).smallest_subnormal) if self.misread else 0.0

    def take(self, rows: Positions) -> Stack:
        """Some of the problems."""
        X = self.X if self.X.shape[0] == 1 else self.X[rows]
        classes = [self.classes[i] for i in np.arange(len(self.classes))[rows].tolist()]
        return self._replace(X=X, signs=self.signs[rows], classes=classes)

    @np.errstate(over="ignore", invalid="ignore", under="ignore")
    def require_question(self) -> None:
        """Raise InputError unless every problem of the stack is one that `Points` would take."""
        X, signs = self.X, self.signs
        plain = type(X) is type(signs) is np.ndarray and X.dtype in (np.float32, np.float64) and X.ndim == 3
        if not plain or signs.dtype != np.float64 or signs.ndim != 2:
            raise InputError("give X of shape (p, n, m) as float32 or float64, and signs of shape (b, n) as float64")
        b, n = signs.shape
        if X.shape[0] not in (1, b) or X.shape[1] != n or 0 in X.shape or b == 0:
            raise InputError(f"X has shape {X.shape} and signs {signs.shape}; give (1, n, m) or (b, n, m), and (b, n)")
        if self.intercept and self.normalise:
            raise InputError("normalise=True needs intercept=False: unit length depends on the origin")
        if self.numbers not in ("binary", "decimal"):
            raise InputError(f'numbers is {self.numbers!r}; give "binary" or "decimal"')
        sizes = self.sizes
        there = np.arange(n) < sizes[:, None] if (sizes < n).any() else np.True_
        if not (np.abs(signs) == there).all():
            raise InputError("signs has other numbers than 1 and -1, and 0 after them; give the sign of each label")
        if (sizes == 0).any():
            raise InputError("a problem of the stack has no point; give every problem at least one")
        if self.intercept and not (np.abs(signs.sum(axis=1)) < sizes).all():
            raise InputError("a problem of the stack has one class only; with an intercept give points of both")
        # The sum of the squares of finite numbers is finite, but for huge ones: then each of them is looked at.
        numbers = X.ravel(order="K")
        if not np.isfinite(numbers @ numbers) and not (np.isfinite(X).all(axis=2) | ~there).all():
            raise InputError("a problem of the stack has a point that is no finite number; give finite numbers")


class Sides(NamedTuple):
    """Of every problem: lower bounds of the least product of each class, and of the margin under the direction.

    `positive` bounds (x − c)·w on the positive rows, `negative` bounds −(x − c)·w on the others; where a class has no
    rows its bound is infinite.
    """

    positive: Array
    negative: Array
    margin: Array


@np.errstate(all="ignore")
def sides(stack: Stack, W: Array, centre: Array) -> Sides:
    """What the directions W (b, m) about centres (p, m) prove; minus infinity where a product overflowed.

    Without an intercept the centres must be zero: about others products bound no margin.
    """
    column = W[:, :, None]
    products, size = _products(stack, centre, column)
    signed = stack.signs * products
    away = (np.abs(_wide(stack.X)) @ np.abs(column))[..., 0] if stack.misread else np.zeros(())
    least = 2.0 * stack.misread_least * np.abs(W).sum(axis=1, keepdims=True)
    error = sum_error(size, W.shape[1] + 1, extra=1) + (2.0 * stack.misread * away + least) * (1.0 + 16 * U)
    low, lower = add_down(signed, -error), add_down(signed, -2.0 * error)
    unknown = ~np.isfinite(signed) | ~np.isfinite(error)
    low[unknown] = lower[unknown] = -np.inf
    if stack.normalise:
        shortest, longest = _lengths(stack)
        lower = divide_down(lower, np.where(lower >= 0, longest, shortest))
    up, down = stack.signs > 0, stack.signs < 0
    least, other = _least(lower, up), _least(lower, down)
    half = add_down(divide_down(least, 2.0), divide_down(other, 2.0))
    value = half if stack.intercept else np.minimum(least, other)
    short, long = lengths(W)
    margin = divide_down(value, np.where(value >= 0, long, short))
    return Sides(_least(low, up), _least(low, down), np.where(np.isfinite(margin), margin, -np.inf))


@np.errstate(all="ignore")
def margin_at_most(stack: Stack, centre: Array, S: Positions, x: Array) -> Array:
    """Upper bounds of the margins from non-negative weights x (b, k) on the rows S (b, k); infinite where they fail."""
    b, n = stack.signs.shape
    terms = max(n, S.shape[1])
    which = np.zeros((1, 1), np.int64) if stack.X.shape[0] == 1 else np.arange(b)[:, None]
    raw = _wide(stack.X[which, S])
    points = _shifted(raw, centre)
    up = np.take_along_axis(stack.signs, S, axis=1) > 0
    shares = np.stack([np.where(up, x, 0.0), np.where(up, 0.0, x)], axis=1)
    sums, sizes = shares @ points, shares @ np.abs(points)
    away = shares @ np.abs(raw) if stack.misread else np.zeros(())
    least = 2.0 * stack.misread_least * shares.sum(axis=2, keepdims=True)
    rounding = 2 * (terms + 8) * U * sizes + 4.0 * stack.misread * away + least
    errors = lengths(rounding * (1.0 + 16 * U) + 2 * (terms + 8) * ETA)[1]
    if stack.intercept:
        mass = shares.sum(axis=2)
        lightest, heaviest = mass.min(axis=1), mass.max(axis=1)
        means = sums / mass[..., None]
        # Each mass is a sum with relative error k u, which its quotient inherits.
        error = ((errors + 2 * (terms + 16) * U * lengths(sums)[1]) / mass).sum(axis=1)
        bound = 0.5 * (lengths(means[:, 0] - means[:, 1])[1] * (1.0 + 32 * U) + error) * (1.0 + 64 * U)
    else:
        weight: float | Array = 1.0
        if stack.normalise:
            weight = np.take_along_axis(np.broadcast_to(_lengths(stack)[0], (b, n)), S, axis=1)
        length = lengths(sums[:, 0] - sums[:, 1])[1] * (1.0 + 16 * U) + errors.sum(axis=1)
        lightest = heaviest = (x * weight).sum(axis=1)
        bound = length / lightest * (1.0 + (4 * terms + 64) * U)
    # A mass beyond the ordinary numbers, or below them, is known to no relative bound.
    ordinary = (lightest > 1.0 / _FAR) & (heaviest < _FAR)
    sound = np.isfinite(bound) & (x >= 0).all(axis=1) & ordinary
    return np.where(sound, bound + stack.X.shape[-1] * _LEAST, np.inf)


def _products(stack: Stack, centre: Array, column: Array) -> tuple[Array, Array]:
    """The products of the points with their directions, and what their terms' absolute values add up to.

    A few problems at a time, for a shifted copy that is still in the cache when it is read again.
    """
    (p, n, m), b = stack.X.shape, column.shape[0]
    if p == 1:
        part = _shifted(stack.X, centre)
        return (part @ column)[..., 0], (np.abs(part) @ np.abs(column))[..., 0]
    products, sizes = np.empty((b, n)), np.empty((b, n))
    step = max(1, _CACHED // (n * m))
    room = np.empty((min(step, b), n, m))
    for start in range(0, b, step):
        some = slice(start, start + step)
        part = room[: len(stack.X[some])]
        np.subtract(stack.X[some], (centre[some] if centre.shape[0] > 1 else centre)[:, None, :], out=part)
        np.matmul(part, column[some], out=products[some, :, None])
        np.matmul(np.abs(part, out=part), np.abs(column[some]), out=sizes[some, :, None])
    return products, sizes


def _shifted(X: Matrix, centre: Array) -> Array:
    return _wide(X) - centre[:, None, :] if centre.any() else _wide(X)


def _wide(X: Matrix) -> Array:
    return np.asarray(X, dtype=np.float64)


def _least(values: Array, group: Mask) -> Array:
    return np.asarray(np.where(group, values, np.inf).min(axis=1))


def _lengths(stack: Stack) -> tuple[Array, Array]:
    """Lower and upper bounds of the raw rows' lengths; 0 and ∞, which leave the margin open, for decimals too small."""
    low, high = lengths(_wide(stack.X))
    if not stack.misread:
        return low, high
    # A row of ordinary length may still have entries too small for a relative bound, which add less than this.
    slack, least = 4.0 * stack.misread, 2.0 * stack.X.shape[-1] * stack.misread_least
    return np.maximum(low * (1.0 - slack) - least, 0.0), high * (1.0 + slack) + least
