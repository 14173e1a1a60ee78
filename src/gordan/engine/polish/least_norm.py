"""The point of least norm over the rationals: the last resort for small problems that rounding leaves undecided.

The steps are those of `solver.MinNormPoint`, on unsigned points x_j with labels y_j, in exact arithmetic: every
coefficient is the solution of a system in the raw integers, so that nothing grows from step to step, and "in the span"
is a fact instead of a tolerance. It is finite, for ‖w‖ grows with every active set, and settles either answer.

1. w, u ← the solution for one point (one of each class)
2. repeat: p ← the point with the lowest product; stop if it is at least 1: w has the maximum margin
3.     repeat: s, e ← coordinates and residual of x_p on the active points (their affine hull with an intercept);
       r_j ← y_j y_p s_j
4.         t₁ ← least u_j/r_j over r_j > 0;  t₂ ← (1 − product of p)/‖e‖², or ∞ where e = 0
5.         e = 0 and no r_j > 0: weights 1 on p and −r_j on the active points cancel: stop
6.         t ← min(t₁, t₂):  w ← w + t y_p e,  u ← u − t r,  u_p ← u_p + t
7.         if t = t₁ drop the blocking point, else p joins and the inner loop ends

Reference: Goldfarb and Idnani (1983).
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from gordan.arithmetic.deadline import now
from gordan.problem import Points

if TYPE_CHECKING:
    from flint import fmpq, fmpq_mat, fmpz_mat

__all__ = ["LeastNorm", "least_norm"]


class LeastNorm(NamedTuple):
    """Integer weights on rows; they cancel where there is no direction, else it is an exact one and they support it.

    The direction is in units of its own, as integers.
    """

    support: tuple[int, ...]
    integers: tuple[int, ...]
    direction: tuple[int, ...] | None


def least_norm(problem: Points, *, even: bool = False, deadline: float = math.inf) -> LeastNorm | None:
    """The exact answer for raw rows, None where the deadline (by `gordan.arithmetic.deadline.now`) came first.

    With `even` it is that of signed rows, or with an intercept of differences between the classes, multiplied by powers
    of two until they are about equally long: what separates them separates the points, but with another margin.

    Examples
    --------
    >>> least_norm(Points([[0.0], [1.0], [2.0]], [0, 1, 0]))
    LeastNorm(support=(0, 1, 2), integers=(1, 2, 1), direction=None)
    >>> least_norm(Points([[0.5, 0.0], [2.0, 0.0], [2.0, 1.0]], [0, 1, 1]))
    LeastNorm(support=(0, 1), integers=(1, 1), direction=(1, 0))
    """
    from flint import fmpq

    data = _Data.evened(problem) if even else _Data.of(problem)
    active = _Active(data)
    if (twins := active.begin()) is not None:  # 1
        return _whole(twins, None)
    while now() <= deadline:
        products = active.products()
        p = min(range(data.n), key=lambda j: products[j])  # 2
        product, pending = products[p], fmpq(0)
        if product >= 1:
            return _whole(active.u, active.w)
        while True:
            s, e = active.coordinates(p)  # 3
            r = {j: data.y[j] * data.y[p] * value for j, value in zip(active.u, s, strict=True)}
            square = _dot(e, e)
            blocking = min((j for j in r if r[j] > 0), key=lambda j: active.u[j] / r[j], default=None)  # 4
            if square == 0 and blocking is None:
                return _whole({p: fmpq(1)} | {j: -value for j, value in r.items()}, None)  # 5
            full = (1 - product) / square if square else None
            blocked = None if blocking is None else active.u[blocking] / r[blocking]
            t = full if blocked is None or (full is not None and full <= blocked) else blocked
            assert t is not None
            active.w = active.w + e * (t * data.y[p])  # 6
            active.u = {j: value - t * r[j] for j, value in active.u.items()}
            product, pending = product + t * square, pending + t
            if t == full:  # 7
                active.u[p] = pending
                break
            assert blocking is not None
            del active.u[blocking]
    return None


class _Data(NamedTuple):
    """Raw rows as flint integers over one denominator, and their signs."""

    X: fmpz_mat
    y: list[int]
    intercept: bool

    @classmethod
    def of(cls, problem: Points) -> _Data:
        from flint import fmpz_mat

        rows = problem.exact_rows(range(problem.n))
        X = fmpz_mat(problem.n, problem.m)
        for i, (columns, values) in enumerate(zip(rows.columns, rows.integers, strict=True)):
            for j, value in zip(columns, values, strict=True):
                X[i, j] = value
        return cls(X, [1 if sign > 0 else -1 for sign in problem.signs], problem.intercept)

    @classmethod
    def evened(cls, problem: Points) -> _Data:
        """Signed rows, or with an intercept differences of rows of both classes, each times a power of two.

        Their greatest entries are then between half of one power of two and that power.
        """
        from flint import fmpz_mat

        data = cls.of(problem)
        signed = [[v * y for v in row] for row, y in zip(data.X.tolist(), data.y, strict=True)]
        if problem.intercept:
            above, below = ([row for row, y in zip(signed, data.y, strict=True) if y == side] for side in (1, -1))
            signed = [[a + b for a, b in zip(one, other, strict=True)] for one in above for other in below]
        lengths = [max(abs(v).bit_length() for v in row) for row in signed]
        top = max(lengths)
        rows = [[v << (top - length) for v in row] for row, length in zip(signed, lengths, strict=True)]
        return cls(fmpz_mat(rows), [1] * len(rows), False)

    @property
    def n(self) -> int:
        return len(self.y)

    def rows(self, S: Iterable[int]) -> fmpz_mat:
        from flint import fmpz_mat

        return fmpz_mat([[self.X[i, j] for j in range(self.X.ncols())] for i in S])


class _Active:
    """The active points with their multipliers u > 0, in the order in which they joined, and w = Σ u_j y_j x_j."""

    def __init__(self, data: _Data) -> None:
        from flint import fmpq_mat

        self.data = data
        self.u: dict[int, fmpq] = {}
        self.w = fmpq_mat(data.X.ncols(), 1)

    def begin(self) -> dict[int, fmpq] | None:
        """The solution for one point or pair; where that is no direction it cancels."""
        from flint import fmpq, fmpq_mat

        y, first = self.data.y, 0
        pair = [first] if not self.data.intercept else [first, next(j for j in range(len(y)) if y[j] != y[first])]
        signed = fmpq_mat(self.data.rows(pair)).transpose() * fmpq_mat(len(pair), 1, [y[j] for j in pair])
        length = _dot(signed, signed)
        if length == 0:
            return {j: fmpq(1) for j in pair}
        share = fmpq(len(pair)) / length
        self.u, self.w = dict.fromkeys(pair, share), signed * share
        return None

    def products(self) -> list[fmpq]:
        """y_j(w·x_j + b); the last point to join has the product 1, which gives b."""
        from flint import fmpq, fmpz, fmpz_mat

        numerators, denominator = self.w.numer_denom()
        values = self.data.X * fmpz_mat(numerators)
        last = next(reversed(self.u))
        b = denominator * self.data.y[last] - values[last, 0] if self.data.intercept else fmpz(0)
        return [fmpq(y * (values[j, 0] + b), denominator) for j, y in enumerate(self.data.y)]

    def coordinates(self, p: int) -> tuple[list[fmpq], fmpq_mat]:
        """Coefficients of x_p on the active points, adding up to 1 with an intercept, and what they leave of it."""
        from flint import fmpq_mat, fmpz, fmpz_mat

        entering = self.data.rows([p])
        if not self.u:
            return [], fmpq_mat(entering).transpose()
        points = self.data.rows(self.u)
        gram = (points * points.transpose()).tolist()
        right = (points * entering.transpose()).tolist()
        if self.data.intercept:
            one = fmpz(1)
            gram = [[*row, one] for row in gram] + [[one] * len(gram) + [fmpz(0)]]
            right = [*right, [one]]
        s = fmpz_mat(gram).solve(fmpz_mat(right))
        kept = [s[i, 0] for i in range(len(self.u))]
        inside = fmpq_mat(points).transpose() * fmpq_mat(len(kept), 1, kept)
        return kept, fmpq_mat(entering).transpose() - inside


def _dot(a: fmpq_mat, b: fmpq_mat) -> fmpq:
    return (a.transpose() * b)[0, 0]


def _whole(weights: dict[int, fmpq], w: fmpq_mat | None) -> LeastNorm:
    """Integers without common factor, by row number; on ties an active point may have the multiplier nought."""
    S = sorted(j for j, weight in weights.items() if weight)
    direction = None if w is None else tuple(_integers([w[i, 0] for i in range(w.nrows())]))
    return LeastNorm(tuple(S), tuple(_integers([weights[j] for j in S])), direction)


def _integers(values: list[fmpq]) -> list[int]:
    common = math.lcm(*(int(value.q) for value in values))
    scaled = [int(value.p) * (common // int(value.q)) for value in values]
    shared = math.gcd(*scaled)
    return [value // shared for value in scaled]
