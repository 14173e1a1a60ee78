"""Dense programs of long numbers by Newton's method in doubles, where exact vertices would have thousands of digits.

All sides become rows m_k·z ≥ 0 of z = (w, t), with t ≥ 0 as one of them, and what is minimised is

    f(z) = ½ Σ (1 − m_k·z)₊².

1. S = the rows with m_k·z < 1, r their violations 1 − m_k·z.
2. d solves (M_SᵀM_S + μ) d = M_Sᵀr; the piecewise quadratic f is minimised exactly along d; again from 1.
3. All m_k·z > 0: w/t satisfies every side strictly.
4. f stands still above 0: M_Sᵀr = 0, so that the weights r cancel, and are a contradiction where t < 1.

`NormalEquations` solves 2. Where neither comes out, the sides are shifted to the point of least violation of A w ≥ b,
magnified, and asked again.

Reference: the finite Newton method of Mangasarian (2002) and of Keerthi and DeCoste (2005).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import check_deadline
from gordan.feasibility.program.attempt import Stopwatch, fractions
from gordan.feasibility.program.doubles import sides
from gordan.feasibility.program.normal_equations import NormalEquations
from gordan.outcome.alternative import ContradictionBall, Point, ProgramSide
from gordan.problem.program import Program

__all__ = ["in_doubles", "suits_doubles"]

_ENTRIES = 1 << 14  # of a program from which on exact vertices of long numbers take seconds
_SAMPLE = 4096  # entries that are looked at for how long they are
_MOST = 1 << 27  # of the rows of all sides together: a gigabyte
_LARGE = 1 << 20  # entries of a system whose directions are computed in single precision first
_WIDE = 2.0**50  # entries from which on squares of them, added up, come near the end of single precision
_STEPS = 600
_RIDGE = 1e-4  # μ beside the mean square of a column, while the gradient is as it was at first; it falls with it
_LEAST = 1e-13  # and never below this
_STILL = 1e-4, 1e-9  # gradient beside the violations, in single and double precision, at which weights nearly cancel
_ROUNDING = 2.0**-22, 2.0**-50  # violations beside the numbers they are the difference of that are rounding alone
_NEARLY = 1e-6  # sum of weighted rows beside the weights from which on no ball is shown
_CREEP, _GAIN = 20, 0.02  # steps in which f must fall by this share
_ROUNDS = 4  # of magnification
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
    for rounds_left in reversed(range(_ROUNDS)):
        scale = 2.0 ** np.rint(np.log2(np.median(np.abs(right)))) if np.median(np.abs(right)) > 0 else 1.0
        M = np.empty((m + 1, n + 1))
        M[:m, :n], M[:m, n] = asked.A, -right / scale
        M[m], M[m, n] = 0.0, 1.0
        with watch.during("Newton"):
            z, r = _minimise(M, np.ones(m + 1), inside=1.0, patient=not rounds_left or M.size <= _LARGE)
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
    """The violations as weights of the raw sides, where they nearly cancel."""
    own = np.flatnonzero(r > 0.0)
    parts = asked.b[own] * r[own]
    length, left = float(np.sqrt(np.square(parts).sum())), asked.A.T @ np.maximum(r, 0.0)
    if not own.size or not float(parts.sum()) > 0.0 or not left @ left < _NEARLY**2 * float(r[own] @ r[own]):
        return None
    weights = r[own] / asked.unit[own]
    radius = min(_RADIUS, float(parts.sum()) / length / 2)
    return ContradictionBall(tuple(asked.terms[k] for k in own.tolist()), weights / weights.max(), radius)


def _minimise(M: Array, target: Array, inside: float = 0.0, patient: bool = True) -> tuple[Array, Array]:
    """z of least ½ Σ (target − M z)₊², and target − M z; ends as soon as all of that is below `inside`.

    Without patience it also ends where many steps gain little. Directions of large systems are computed in single
    precision as long as they lead on, which takes half the time.
    """
    z, r = np.zeros(M.shape[1]), target.copy()
    if M.size > _LARGE and float(np.abs(M).max()) < _WIDE:
        z, r, ended = _descend(M, target, z, r, inside, patient, NormalEquations(M.astype(np.float32)))
        if ended:
            return z, r
    return _descend(M, target, z, r, inside, patient, NormalEquations(M))[:2]


def _descend(
    M: Array, target: Array, z: Array, r: Array, inside: float, patient: bool, system: NormalEquations
) -> tuple[Array, Array, bool]:
    """The same from z on, until nothing is gained any more; and whether there is nothing more to gain at all."""
    single = system.M.dtype == np.float32
    still, rounding = (_STILL[0], _ROUNDING[0]) if single else (_STILL[1], _ROUNDING[1])
    size, first, values = float(np.abs(target).max()), 0.0, [np.inf]
    for _ in range(_STEPS):
        check_deadline("minimising violations")
        over = np.maximum(r, 0.0)
        g, value = system.gradient(over), float(over @ over)
        length = float(np.sqrt(g @ g))
        first = first or length
        if not length > still * np.sqrt(value):  # 4
            break
        if not patient and len(values) > _CREEP and not value < (1.0 - _GAIN) * values[-_CREEP]:
            return z, target - M @ z, True
        d = system.solve(r > 0.0, g, max(_LEAST, _RIDGE * length / first), fresh=not value < values[-1])  # 1, 2
        values.append(value)
        if d is None or not (step := _along(r, q := system.product(d))) > 0.0:
            break
        z = z + step * d
        # In single precision the rounding of steps adds up until the next factorisation.
        r = r - step * q if single and system.steps > 1 else target - M @ z
        if r.max() < inside and (r := target - M @ z).max() < inside:  # 3
            return z, r, True
        if not r.max() > rounding * (size + np.sqrt(z.size * float(z @ z))):
            return z, target - M @ z, True
    return z, target - M @ z, False


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
