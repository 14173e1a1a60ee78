"""The point of least norm over the rationals: the last resort for small problems that rounding leaves undecided.

The steps are those of `solver.MinNormPoint`, on unsigned points x_j with labels y_j, in exact arithmetic: every
coefficient is the solution of a system in products of the raw integers, so that nothing grows from step to step, and
"in the span" is a fact instead of a tolerance. It is finite, for ‖w‖ grows with every active set, and settles either
answer. Of the points it needs their products alone; w = Σ u_j y_j x_j.

1. u ← the solution for one point (one of each class)
2. repeat: p ← the point with the lowest product, of those looked at before if one of these is below 1, else of all, the
   lowest of which are looked at from then on; stop if it is at least 1: w has the maximum margin
3.     repeat: s, e ← coordinates and residual of x_p on the active points (their affine hull with an intercept);
       r_j ← y_j y_p s_j
4.         t₁ ← least u_j/r_j over r_j > 0;  t₂ ← (1 − product of p)/‖e‖², or ∞ where e = 0
5.         e = 0 and no r_j > 0: weights 1 on p and −r_j on the active points cancel: stop
6.         t ← min(t₁, t₂):  u ← u − t r,  u_p ← u_p + t, hence w ← w + t y_p e
7.         if t = t₁ drop the blocking point, else p joins and the inner loop ends

With an intercept e has the same product μ with every active point, and ‖e‖² = x_p·x_p − Σ s_j x_j·x_p − μ; without one
μ = 0.

Reference: Goldfarb and Idnani (1983).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from gordan.arithmetic.deadline import now
from gordan.engine.polish.lifting import TooLong
from gordan.errors import GordanError
from gordan.problem import Points

if TYPE_CHECKING:
    from flint import fmpq, fmpq_mat, fmpz, fmpz_mat

__all__ = ["LeastNorm", "NoProducts", "SignedPoints", "common_denominator", "integers_of", "least_norm", "shortest"]

_CALL = 1e-9  # seconds of one solve for every point cubed and bit of their products, as measured
_LOOKED_AT = 32  # points that join those whose products are looked at first
_AT_ONCE = 0.05  # seconds that nobody will miss: so short a solve is not worth a look at the clock


class LeastNorm(NamedTuple):
    """Integer weights on rows; they cancel where there is no direction, else it is an exact one and they support it.

    The direction is in units of its own, as integers.
    """

    support: tuple[int, ...]
    integers: tuple[int, ...]
    direction: tuple[int, ...] | None


class NoProducts(GordanError):
    """A matrix that is nearly one of products, and shows that it is not."""


class SignedPoints(Protocol):
    """Points with their signs, and whether there is an intercept."""

    @property
    def y(self) -> list[int]: ...
    @property
    def intercept(self) -> bool: ...

    def gram(self, S: Sequence[int], T: Sequence[int]) -> fmpq_mat:
        """The products of some points with others, or all of them times one positive number."""
        ...

    def products(self, c: Mapping[int, fmpq], rows: Sequence[int]) -> tuple[list[fmpz], fmpz]:
        """The products of some points with Σ c_j x_j: numerators, and the denominator that they share."""
        ...

    def direction(self, c: Mapping[int, fmpq]) -> tuple[int, ...]:
        """Σ c_j x_j as integers, but for its length."""
        ...


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
    return shortest(_Rows.evened(problem) if even else _Rows.of(problem), deadline=deadline)


def shortest(points: SignedPoints, *, deadline: float = math.inf, most: float = math.inf) -> LeastNorm | None:
    """The exact answer for points known by their products; None after the deadline.

    `TooLong` is raised where solving for the active points would take more than `most` seconds in all, as estimated
    from the size of their systems and the length of their numbers; `NoProducts` where no points have such products.
    """
    from flint import fmpq

    active, y = _Active(points, deadline, most), points.y
    if (twins := active.begin()) is not None:  # 1
        return _whole(points, twins, cancel=True)
    while now() <= deadline:
        p, product = active.lowest()  # 2
        pending = fmpq(0)
        if product >= 1:
            return _whole(points, active.u, cancel=False)
        while True:
            if (coordinates := active.coordinates(p)) is None:
                return None
            s, square = coordinates  # 3
            if square < 0:
                raise NoProducts("there are no points with these products: a square of a length would be negative")
            r = {j: y[j] * y[p] * value for j, value in zip(active.u, s, strict=True)}
            blocking = min((j for j in r if r[j] > 0), key=lambda j: active.u[j] / r[j], default=None)  # 4
            if square == 0 and blocking is None:
                return _whole(points, {p: fmpq(1)} | {j: -value for j, value in r.items()}, cancel=True)  # 5
            full = (1 - product) / square if square else None
            blocked = None if blocking is None else active.u[blocking] / r[blocking]
            t = full if blocked is None or (full is not None and full <= blocked) else blocked
            assert t is not None
            active.u = {j: value - t * r[j] for j, value in active.u.items()}  # 6
            product, pending = product + t * square, pending + t
            if t == full:  # 7
                active.u[p] = pending
                break
            assert blocking is not None
            del active.u[blocking]
    return None


class _Rows(NamedTuple):
    """Raw rows as flint integers over one denominator, and their signs."""

    X: fmpz_mat
    y: list[int]
    intercept: bool

    @classmethod
    def of(cls, problem: Points) -> _Rows:
        from flint import fmpz_mat

        rows = problem.exact_rows(range(problem.n))
        X = fmpz_mat(problem.n, problem.m)
        for i, (columns, values) in enumerate(zip(rows.columns, rows.integers, strict=True)):
            for j, value in zip(columns, values, strict=True):
                X[i, j] = value
        return cls(X, [1 if sign > 0 else -1 for sign in problem.signs], problem.intercept)

    @classmethod
    def evened(cls, problem: Points) -> _Rows:
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

    def gram(self, S: Sequence[int], T: Sequence[int]) -> fmpq_mat:
        from flint import fmpq_mat

        return fmpq_mat(self._picked(S) * self._picked(T).transpose())

    def products(self, c: Mapping[int, fmpq], rows: Sequence[int]) -> tuple[list[fmpz], fmpz]:
        from flint import fmpz_mat

        numerators, denominator = self._combined(c).numer_denom()
        values = (self.X if len(rows) == len(self.y) else self._picked(rows)) * fmpz_mat(numerators)
        return [values[j, 0] for j in range(len(rows))], denominator

    def direction(self, c: Mapping[int, fmpq]) -> tuple[int, ...]:
        w = self._combined(c)
        return tuple(integers_of([w[i, 0] for i in range(w.nrows())]))

    def _combined(self, c: Mapping[int, fmpq]) -> fmpq_mat:
        from flint import fmpq_mat

        return fmpq_mat(self._picked(c)).transpose() * fmpq_mat(len(c), 1, [*c.values()])

    def _picked(self, S: Iterable[int]) -> fmpz_mat:
        from flint import fmpz_mat

        return fmpz_mat([[self.X[i, j] for j in range(self.X.ncols())] for i in S])


class _Active:
    """The active points with their multipliers u > 0, in the order in which they joined."""

    def __init__(self, points: SignedPoints, deadline: float, most: float) -> None:
        self.points, self.deadline, self.most, self.spent = points, deadline, most, 0.0
        self.u: dict[int, fmpq] = {}
        self.known: set[int] = set()

    def begin(self) -> dict[int, fmpq] | None:
        """The solution for one point or pair; where that is no direction it cancels."""
        from flint import fmpq, fmpq_mat

        y, first = self.points.y, 0
        pair = [first] if not self.points.intercept else [first, next(j for j in range(len(y)) if y[j] != y[first])]
        signs = fmpq_mat(len(pair), 1, [y[j] for j in pair])
        length = (signs.transpose() * self.points.gram(pair, pair) * signs)[0, 0]
        if length <= 0:
            return {j: fmpq(1) for j in pair}
        self.u = dict.fromkeys(pair, len(pair) / length)
        return None

    def lowest(self) -> tuple[int, fmpq]:
        """A point with a low product, and that; where it is at least 1, so are all others."""
        few = self._products(sorted(self.known | self.u.keys()))
        p = min(few, key=lambda j: few[j])
        if few[p] < 1 or len(few) == len(self.points.y):
            return p, few[p]
        every = self._products(range(len(self.points.y)))
        self.known |= set(sorted(every, key=lambda j: every[j])[:_LOOKED_AT])
        p = min(every, key=lambda j: every[j])
        return p, every[p]

    def _products(self, rows: Sequence[int]) -> dict[int, fmpq]:
        """y_j(w·x_j + b) for some points; the last one to join has the product 1, which gives b."""
        from flint import fmpq, fmpz

        y, last = self.points.y, next(reversed(self.u))
        values, denominator = self.points.products({j: u * y[j] for j, u in self.u.items()}, rows)
        b = denominator * y[last] - values[rows.index(last)] if self.points.intercept else fmpz(0)
        return {j: fmpq(y[j] * (value + b), denominator) for j, value in zip(rows, values, strict=True)}

    def coordinates(self, p: int) -> tuple[list[fmpq], fmpq] | None:
        """Coefficients of x_p on the active points, adding up to 1 with an intercept, and the square of the rest.

        None where that cannot be known before the deadline.
        """
        from flint import fmpq, fmpq_mat

        S, square = [*self.u], self.points.gram([p], [p])[0, 0]
        if not S:
            return [], square
        gram, right = self.points.gram(S, S).tolist(), self.points.gram(S, [p]).tolist()
        seconds = _CALL * len(S) ** 3 * max(k.p.bit_length() + k.q.bit_length() for row in gram for k in row)
        if seconds > _AT_ONCE and now() + seconds > self.deadline:
            return None
        self.spent += seconds
        if self.spent > self.most:
            raise TooLong(f"rational arithmetic would take more than about {self.most:.0f} s")
        if self.points.intercept:
            one = fmpq(1)
            gram = [[*row, one] for row in gram] + [[one] * len(gram) + [fmpq(0)]]
            right = [*right, [one]]
        s = fmpq_mat(gram).solve(fmpq_mat(right))
        # The last entry, with an intercept, is the product of the rest with every active point.
        return [s[i, 0] for i in range(len(S))], square - sum(s[i, 0] * k for i, [k] in enumerate(right))


def _whole(points: SignedPoints, weights: Mapping[int, fmpq], *, cancel: bool) -> LeastNorm:
    """Integers without common factor, by row number; on ties an active point may have the multiplier nought."""
    S = sorted(j for j, weight in weights.items() if weight)
    direction = None if cancel else points.direction({j: weights[j] * points.y[j] for j in S})
    return LeastNorm(tuple(S), tuple(integers_of([weights[j] for j in S])), direction)


def integers_of(values: Sequence[fmpq]) -> list[int]:
    """Integers without common factor in the proportions of fractions.

    Examples
    --------
    >>> from flint import fmpq
    >>> integers_of([fmpq(1, 2), fmpq(-1, 3)])
    [3, -2]
    """
    from flint import fmpz

    common = common_denominator(values)
    scaled = [value.p * (common // value.q) for value in values]
    shared = fmpz(0)
    for value in scaled:
        shared = shared.gcd(value)
    return [int(value // shared) for value in scaled]


def common_denominator(values: Sequence[fmpq]) -> fmpz:
    """The least common denominator of fractions."""
    from flint import fmpz

    common = fmpz(1)
    for value in values:
        common = common.lcm(value.q)
    return common
