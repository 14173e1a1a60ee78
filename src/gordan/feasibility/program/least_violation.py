"""Dense programs of long numbers by Newton's method in doubles, where exact vertices would have thousands of digits.

All sides become rows m_k·z ≥ 0 of z = (w, t), with t ≥ 0 as one of them, and what is minimised is

    f(z) = ½ Σ (1 − m_k·z)₊².

1. S = the rows with m_k·z < 1, r their violations 1 − m_k·z.
2. d solves (M_SᵀM_S + μ) d = M_Sᵀr; the piecewise quadratic f is minimised exactly along d; again from 1.
3. All m_k·z > 0: w/t satisfies every side strictly.
4. f stands still above 0: M_Sᵀr = 0, so that the weights r cancel, and are a contradiction where t < 1.

The sum M_SᵀM_S is kept, and rows that enter or leave S are added or taken away. While they are few, the last
factorisation serves with a correction of as many dimensions (Woodbury). Where neither comes out, the sides are shifted
to the point of least violation of A w ≥ b, magnified, and asked again.

Reference: the finite Newton method of Mangasarian (2002) and of Keerthi and DeCoste (2005).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve
from scipy.linalg.blas import dsyrk

from gordan.arithmetic.array import Array, Mask
from gordan.arithmetic.deadline import check_deadline
from gordan.feasibility.program.attempt import Stopwatch, fractions
from gordan.feasibility.program.doubles import sides
from gordan.outcome.alternative import ContradictionBall, Point, ProgramSide
from gordan.problem.program import Program

__all__ = ["in_doubles", "suits_doubles"]

_ENTRIES = 1 << 14  # of a program from which on exact vertices of long numbers take seconds
_SAMPLE = 4096  # entries that are looked at for how long they are
_MOST = 1 << 27  # of the rows of all sides together: a gigabyte
_STEPS = 600
_FEW = 128  # rows that a factorisation is corrected by
_RIDGE = 1e-4  # μ beside the mean square of a column, while the gradient is as it was at first; it falls with it
_LEAST = 1e-13  # and never below this
_SHARE = 16.0  # by which μ falls before a factorisation with the old one is too stiff
_AGE = 12  # steps that one factorisation serves
_STILL = 1e-9  # length of the gradient beside that of the violations at which weights are said to cancel
_ROUNDS = 3  # of magnification
_RADIUS = 2.0**-10  # of a ball of weights, relatively; less where their sides leave less


def suits_doubles(program: Program) -> bool:
    """Whether the program is dense, without equations, and made of many numbers of many digits."""
    m, n = program.shape
    count = len(program.A.values)
    if count < _ENTRIES or 2 * count < m * n or 2 * (m + n) * (n + 1) > _MOST:
        return False
    pairs = (*zip(program.row_lower, program.row_upper, strict=True), *zip(program.lower, program.upper, strict=True))
    if any(low is not None and low == high for low, high in pairs):
        return False
    sample = program.A.values[:_SAMPLE]
    return bool(sum(v.denominator > 10**6 for v in sample) > len(sample) // 2)


class _Sides(NamedTuple):
    """Rows a_k·w ≥ b_k of all sides, each divided by a power of two near its length."""

    terms: list[ProgramSide]
    A: Array
    b: Array
    unit: Array


def _sides(program: Program) -> _Sides:
    matrix = program.A.doubles()[0]
    whole = matrix.toarray() if hasattr(matrix, "toarray") else matrix
    terms: list[ProgramSide] = []
    parts, rights = [], []
    for place, side, values in (
        ("row", "lower", program.row_lower),
        ("row", "upper", program.row_upper),
        ("column", "lower", program.lower),
        ("column", "upper", program.upper),
    ):
        own = [k for k, value in enumerate(values) if value is not None]
        if not own:
            continue
        terms += [ProgramSide(place, k, side) for k in own]  # type: ignore[arg-type]
        sign = 1.0 if side == "lower" else -1.0
        rows = np.eye(program.shape[1])[own] if place == "column" else whole if len(own) == len(whole) else whole[own]
        parts.append(sign * rows)
        rights.append(sign * sides([values[k] for k in own], 0.0))
    A, b = np.concatenate(parts), np.concatenate(rights)
    unit = 2.0 ** np.rint(np.log2(np.maximum(np.sqrt(np.square(A).mean(axis=1)), 2.0**-1000)))
    return _Sides(terms, A / unit[:, None], b / unit, unit)


def in_doubles(program: Program, *, watch: Stopwatch) -> Iterator[Point | ContradictionBall | None]:
    """Points strictly inside, or weights that nearly cancel, each to be judged."""
    asked = _sides(program)
    m, n = asked.A.shape
    shift, right = np.zeros(n), asked.b
    for _ in range(_ROUNDS):
        scale = 2.0 ** np.rint(np.log2(np.median(np.abs(right)))) if np.median(np.abs(right)) > 0 else 1.0
        M = np.empty((m + 1, n + 1))
        M[:m, :n], M[:m, n] = asked.A, -right / scale
        M[m], M[m, n] = 0.0, 1.0
        with watch.during("Newton"):
            z, r = _minimise(M, np.ones(m + 1), inside=1.0)
        if r.max() < 1.0:
            yield Point(tuple(fractions(shift + z[:n] * (scale / z[n]))))
        elif r[m] > 0.0:
            yield _ball(asked, r[:m])
        yield None
        with watch.during("Newton"):
            w, r = _minimise(asked.A, right / scale)
        yield _ball(asked, r)
        shift = shift + w * scale
        right = asked.b - asked.A @ shift


def _ball(asked: _Sides, r: Array) -> ContradictionBall | None:
    """The violations as weights of the raw sides."""
    own = np.flatnonzero(r > 0.0)
    parts = asked.b[own] * r[own]
    length = float(np.sqrt(np.square(parts).sum()))
    if not own.size or not float(parts.sum()) > 0.0:
        return None
    weights = r[own] / asked.unit[own]
    radius = min(_RADIUS, float(parts.sum()) / length / 2)
    return ContradictionBall(tuple(asked.terms[k] for k in own.tolist()), weights / weights.max(), radius)


def _minimise(M: Array, target: Array, inside: float = 0.0) -> tuple[Array, Array]:
    """z of least ½ Σ (target − M z)₊², and target − M z; ends as soon as all of that is below `inside`."""
    z, r = np.zeros(M.shape[1]), target.copy()
    system, first, value = _NormalEquations(M), 0.0, np.inf
    for _ in range(_STEPS):
        check_deadline("minimising violations")
        over = np.maximum(r, 0.0)
        g, before, value = M.T @ over, value, float(over @ over)
        length = float(np.sqrt(g @ g))
        first = first or length
        if not length > _STILL * np.sqrt(value):  # 4
            break
        d = system.solve(r > 0.0, g, max(_LEAST, _RIDGE * length / first), fresh=not value < before)  # 1, 2
        if d is None or not (step := _along(r, M @ d)) > 0.0:
            break
        z = z + step * d
        r = target - M @ z
        if r.max() < inside:  # 3
            break
    return z, r


def _along(r: Array, q: Array) -> float:
    """The s of least Σ (r − s q)₊², whose derivative rises and is linear between the places where a row changes."""
    crossing = r * q > 0.0
    places = np.sort(r[crossing] / q[crossing])
    low, high = 0, places.size
    while low < high:
        middle = (low + high) // 2
        if q @ np.maximum(r - places[middle] * q, 0.0) <= 0.0:
            high = middle
        else:
            low = middle + 1
    left = places[low - 1] if low else 0.0
    right = places[low] if low < places.size else left + 1.0
    active = r - 0.5 * (left + right) * q > 0.0
    square = float(q[active] @ q[active])
    return float(q[active] @ r[active]) / square if square > 0.0 else float(right)


class _NormalEquations:
    """(M_SᵀM_S + μ) d = g for sets S that change by a few rows from one step to the next."""

    def __init__(self, M: Array) -> None:
        self.M = M
        self.members: Mask = np.zeros(len(M), dtype=bool)
        self.G = np.zeros((M.shape[1], M.shape[1]), order="F")  # its lower half
        self.factor: tuple[Array, bool] | None = None
        self.columns: dict[int, int] = {}  # rows of M by the place of their solution
        self.solved = np.zeros((M.shape[1], _FEW))
        self.ridge, self.steps = np.inf, 0

    def solve(self, S: Mask, g: Array, ridge: float, *, fresh: bool) -> Array | None:
        """d for this S; with `fresh` from a factorisation of its own. None where there is none."""
        changed = np.flatnonzero(self.members != S).tolist()
        stale = fresh or _SHARE * ridge < self.ridge or self.steps >= _AGE
        if self.factor is None or stale or len({*self.columns, *changed}) > _FEW:
            self._factorise(S, ridge)
            changed = []
        if self.factor is None:
            return None
        self.steps += 1
        d = np.asarray(cho_solve(self.factor, g, check_finite=False))
        return self._corrected(self.factor, d, changed, S) if changed else d

    def _factorise(self, S: Mask, ridge: float) -> None:
        entering, leaving = S & ~self.members, self.members & ~S
        if int(entering.sum() + leaving.sum()) > int(S.sum()):
            self.G[:] = 0.0
            entering, leaving = S, np.zeros_like(S)
        for rows, sign in ((entering, 1.0), (leaving, -1.0)):
            if rows.any():
                self.G = dsyrk(sign, self.M[rows].T, beta=1.0, c=self.G, lower=True, overwrite_c=True)
        self.members, self.columns, self.ridge, self.steps = S.copy(), {}, ridge, 0
        diagonal = np.diag_indices(len(self.G))
        for more in (1.0, 1e3, 1e6):
            H = self.G.copy(order="F")
            H[diagonal] += more * ridge * max(float(self.G[diagonal].mean()), 1e-300)
            try:
                self.factor = cho_factor(H, lower=True, overwrite_a=True, check_finite=False)
            except LinAlgError:
                self.factor = None
                continue
            return

    def _corrected(self, factor: tuple[Array, bool], d: Array, changed: list[int], S: Mask) -> Array:
        """By Woodbury's formula: H + UᵀDU has the solution d − Y (D + U Y)⁻¹ U d, where H Y = Uᵀ and D is ±1."""
        missing = [k for k in changed if k not in self.columns]
        if missing:
            start = len(self.columns)
            self.columns |= {k: start + at for at, k in enumerate(missing)}
            solved = cho_solve(factor, self.M[missing].T, check_finite=False)
            self.solved[:, start : start + len(missing)] = solved
        U, Y = self.M[changed], self.solved[:, [self.columns[k] for k in changed]]
        D = np.diag(np.where(S[changed], 1.0, -1.0))
        try:
            return np.asarray(d - Y @ np.linalg.solve(D + U @ Y, U @ d))
        except np.linalg.LinAlgError:
            return d
