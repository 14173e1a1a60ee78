"""`verify_in_space(stack, claims)`: hyperplanes in a kernel's space for many questions about some of the same points.

The bounds are those of `side` and `bounds`, in double precision alone, computed for all questions together; only the
products of each question's rows with its support are a block of their own. A true claim that rounding leaves open is
refused here, and may hold before `verify`. The ends of brackets leave twice the rounding that may have happened: who
judges one question by itself, about another centre, still finds them true.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array, Mask, Positions
from gordan.arithmetic.deadline import check_deadline
from gordan.arithmetic.rounding import ETA, U, gradual_underflow
from gordan.errors import InputError
from gordan.problem import Points
from gordan.problem.kernel import Kernel
from gordan.verify.kernel.bounds import LEAST, LIGHT
from gordan.verify.kernel.side import rooted
from gordan.verify.kernel.source import Bounded, Source, source_of, sums_about
from gordan.verify.kernel.stack_verdict import KernelClaims, KernelJudged

__all__ = ["KernelStack", "verify_in_space"]


class KernelStack(NamedTuple):
    """Raw points X, dense, under a kernel by name, and questions about some of them, one after the other.

    Question q is about the rows `rows[starts[q]:starts[q + 1]]` with their `signs`, and has two labels in `classes`.
    """

    X: Array
    kernel: Kernel
    starts: Positions
    rows: Positions
    signs: Array
    classes: Sequence[tuple[object, ...]]
    intercept: bool = True

    def require_question(self) -> None:
        """Raise InputError unless every question is one that `Points` would take."""
        X, b = self.X, self.starts.size - 1
        if type(X) is not np.ndarray or X.dtype not in (np.float32, np.float64) or X.ndim != 2 or len(X) < 2:
            raise InputError("give X of shape (n, m) as float32 or float64, with two rows at least")
        if type(self.kernel) is not Kernel or self.kernel.name == "callable":
            raise InputError("give a kernel by name; what a function returns is judged question by question")
        numbers = (self.starts, np.int64), (self.rows, np.int64), (self.signs, np.float64)
        flat = all(type(each) is np.ndarray and each.dtype == kind and each.ndim == 1 for each, kind in numbers)
        if not flat or b < 1 or self.starts[0] != 0 or not self.starts[-1] == self.rows.size == self.signs.size:
            raise InputError("give starts and rows as int64, signs as float64, from 0 to as many rows as there are")
        there = (self.rows >= 0) & (self.rows < len(X)) & (np.abs(self.signs) == 1.0)
        if not there.all() or not (np.diff(self.starts) > 0).all() or len(self.classes) != b:
            raise InputError("every question needs rows of X, the sign 1 or -1 of each, and its classes")
        if self.intercept:
            totals = np.abs(np.add.reduceat(self.signs, self.starts[:-1]))
            if not (totals < np.diff(self.starts)).all():
                raise InputError("a question of the stack has one class only; with an intercept give points of both")


class _Slots(NamedTuple):
    """Rows with a coefficient or a weight: the question of each, its row in the stack, and `sizes` of questions."""

    question: Positions
    place: Positions
    starts: Positions
    sizes: Array

    def sums(self, values: Array) -> Array:
        return np.asarray(np.add.reduceat(values, self.starts))

    def all(self, values: Mask) -> Mask:
        return np.asarray(np.logical_and.reduceat(values, self.starts))


@np.errstate(all="ignore")
def verify_in_space(stack: KernelStack, claims: KernelClaims) -> KernelJudged:
    """Judge hyperplanes and weights against the raw points.

    Parameters
    ----------
    stack : KernelStack
        The questions.
    claims : KernelClaims
        A hyperplane and weights for each of them.

    Returns
    -------
    KernelJudged
        `holds` says of which questions every check holds, `lower` and `upper` what is proved of their margins.

    Examples
    --------
    >>> stack = KernelStack(
    ...     np.array([[0.0], [1.0], [2.0]]),
    ...     Kernel("rbf", gamma=1.0),
    ...     np.array([0, 2, 4]),
    ...     np.array([0, 1, 1, 2]),
    ...     np.array([1.0, -1.0, 1.0, -1.0]),
    ...     [(1, 0), (2, 1)],
    ... )
    >>> S, c, x = np.array([0, 1, 0, 1]), np.array([1.0, -1.0, 1.0, -1.0]), np.ones(4)
    >>> judged = verify_in_space(stack, KernelClaims(np.array([0, 2, 4]), S, c, x, np.zeros(2), stack.classes))
    >>> judged.holds.tolist(), bool((judged.upper - judged.lower < 1e-12).all())
    ([True, True], True)
    """
    if not gradual_underflow():
        raise InputError(
            "this process cuts small numbers to zero, so that no bound on rounding holds; a library loaded before was "
            "built with -ffast-math: verify in a process without it"
        )
    if type(stack) is not KernelStack or type(claims) is not KernelClaims:
        raise InputError("give a KernelStack and KernelClaims, and no subclass of them")
    stack.require_question()
    claims.require_shapes(stack.starts.size - 1)
    sizes, begin = np.diff(stack.starts), claims.starts[:-1]
    question = np.repeat(np.arange(sizes.size), np.diff(claims.starts))
    there = (claims.S >= 0) & (sizes[question] > claims.S)
    rising = np.ones(there.size, np.bool_)
    rising[1:] = (claims.S[1:] > claims.S[:-1]) | (question[1:] > question[:-1])
    place = stack.starts[question] + np.where(there, claims.S, 0)
    slots = _Slots(question, place, begin, np.diff(claims.starts).astype(np.float64))
    share, base, ordinary = _shares(stack, slots, claims.x)
    source = source_of(Points(stack.X, np.arange(len(stack.X)) == 0, kernel=stack.kernel))
    f = _sums(stack, source, claims, slots, share)
    gap, least, reach = _sides(stack, Bounded(f.value[:, 0], f.error[:, 0]), claims.offset)
    long = _length(slots, claims.c, Bounded(f.value[place, 0], f.error[place, 0]))
    lower = reach / long * (1 - 4 * U) - LEAST
    sound = slots.all(there & rising & np.isfinite(claims.c)) & (slots.sums(np.abs(claims.c)) > 0)
    upper = _margin_at_most(stack, source, slots, share, Bounded(f.value[place, 1], f.error[place, 1]))
    return KernelJudged(
        claims=claims,
        sizes=sizes,
        m=stack.X.shape[1],
        space=f"the {stack.kernel}",
        intercept=bool(stack.intercept),
        classes=stack.classes,
        sound=sound,
        base=sound & base,
        gap=gap,
        least=least,
        lower=np.where(sound & (reach > 0) & np.isfinite(lower), lower, -np.inf),
        upper=np.where(sound & base & ordinary & np.isfinite(upper), upper, np.inf),
    )


def _shares(stack: KernelStack, slots: _Slots, x: Array) -> tuple[Array, Mask, Mask]:
    """Signed weights of mass 1 on each class, or on all; which are on their base, and which masses are ordinary."""
    up = stack.signs[slots.place] > 0
    first, second = slots.sums(np.where(up, x, 0.0)), slots.sums(np.where(up, 0.0, x))
    if not stack.intercept:
        first = second = first + second
    base = slots.all(np.isfinite(x) & (x >= 0)) & (first > 0) & (second > 0)
    ordinary = (np.minimum(first, second) > LIGHT) & (np.maximum(first, second) < 1.0 / LIGHT)
    mass = np.where(up, first[slots.question], second[slots.question])
    return stack.signs[slots.place] * x / mass, base, ordinary


def _sums(stack: KernelStack, source: Source, claims: KernelClaims, slots: _Slots, share: Array) -> Bounded:
    """Sums of products with the coefficients and with the shares, at every row of every question."""
    weights = np.column_stack([claims.c, share])
    value, error = np.empty((stack.rows.size, 2)), np.empty((stack.rows.size, 2))
    support = stack.rows[slots.place]
    for q in range(stack.starts.size - 1):
        check_deadline("adding up products", q / stack.starts.size)
        here, own = slice(*stack.starts[q : q + 2]), slice(*claims.starts[q : q + 2])
        value[here], error[here] = sums_about(source, support[own], weights[own], stack.rows[here], claims.offset[q])
    return Bounded(value, error)


def _sides(stack: KernelStack, f: Bounded, offset: Array) -> tuple[Array, Array, Array]:
    """Of every question: the gap between the classes, the least signed value, and the gap with twice the errors."""
    b = np.repeat(offset, np.diff(stack.starts))
    g = f.value + b
    error = (f.error + 4 * U * (np.abs(f.value) + np.abs(b))) * (1 + 16 * U) + 16 * ETA
    unknown = ~(np.isfinite(g) & np.isfinite(error))
    g[unknown], error[unknown] = 0.0, np.inf
    low, lower = stack.signs * g - error, stack.signs * g - 2.0 * error
    return _gap(stack, low), np.asarray(np.minimum.reduceat(low, stack.starts[:-1])), _gap(stack, lower)


def _gap(stack: KernelStack, low: Array) -> Array:
    """As `bounds.lowest`."""
    ends = [np.where(stack.signs == sign, low, np.inf) for sign in (1.0, -1.0)]
    first, second = (np.minimum.reduceat(each, stack.starts[:-1]) for each in ends)
    if not stack.intercept:
        return np.asarray(np.minimum(first, second))
    return np.asarray(0.5 * first + 0.5 * second - (4 * U * (np.abs(first) + np.abs(second)) + ETA))


def _length(slots: _Slots, c: Array, f: Bounded) -> Array:
    """√(Σ c_i f(x_i)) from above, with twice the error; as `source.square_of` and `least_and_most`."""
    value, size, k = slots.sums(c * f.value), slots.sums(np.abs(c) * np.abs(f.value)), slots.sizes + 8
    error = (slots.sums(np.abs(c) * f.error) + k * U * size) * (1 + (k + 8) * U) + 4 * k * ETA
    return np.asarray(np.sqrt(np.maximum(value, 0.0) + 2.0 * error) * (1 + 8 * U))


def _margin_at_most(stack: KernelStack, source: Source, slots: _Slots, share: Array, f: Bounded) -> Array:
    """As `bounds.margin_at_most`: the length that the shares leave, which are rounded as their masses are."""
    reach, k = rooted(source.diagonal(stack.rows[slots.place])), slots.sizes
    farthest = reach.value + reach.error
    off = (k + 16) * U
    spans = slots.sums(np.abs(share) * farthest) * (1 + (k + 8) * U)
    lost = ETA * (slots.sums(farthest) + k)
    factor = 0.5 if stack.intercept else 1.0
    return np.asarray(factor * (_length(slots, share, f) + 4.0 * off * spans + lost) * (1 + 8 * U) + LEAST)
