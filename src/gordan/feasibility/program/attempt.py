"""`attempts`: exact points of a program, one guess after the other, from quick to thorough.

HiGHS ends in a vertex of the program in doubles. If the vertex that this stands for does not satisfy the program, it is
refined (Gleixner, Steffy and Wolter 2016): what is missing to the sides, known without rounding, is magnified and
solved for again. After a few rounds what is on a side and what is only near it are far apart.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import check_deadline
from gordan.feasibility.program.doubles import Candidate, Doubles, Way, nearest, sides
from gordan.feasibility.program.vertex import Nearness, exact_vertex
from gordan.problem.program import Program

__all__ = ["Exact", "Stopwatch", "attempts", "fractions", "refine", "vertices"]

Exact = tuple[Fraction, ...]

_SHARES = (14, 10, 7)  # decimal digits to which something is on its side; the simplex method leaves most exactly there
_ROUNDS = 4
# With tolerances so small that HiGHS may give up, or its usual ones; what is slow one way may be quick another.
_WAYS = (
    Way(patience=15.0),
    Way(tight=False, simplex=False, patience=30.0),
    Way(tight=False),
    Way(presolve=False),
    Way(presolve=False, tight=False),
)
_GAIN = 2.0**33  # magnification of one round: what HiGHS leaves is about 1e-10
_LARGEST = 2.0**1000


class Stopwatch:
    """Adds up seconds under names.

    Examples
    --------
    >>> watch = Stopwatch()
    >>> with watch.during("nothing"):
    ...     pass
    >>> list(watch.seconds)
    ['nothing']
    """

    def __init__(self) -> None:
        self.began = time.perf_counter()
        self.seconds: dict[str, float] = {}

    @contextmanager
    def during(self, name: str) -> Iterator[None]:
        start = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - start

    def whole(self) -> float:
        return time.perf_counter() - self.began


def attempts(
    program: Program, cost: Array | None = None, *, until: float = np.inf, watch: Stopwatch | None = None
) -> Iterator[Exact | None]:
    """Points to be judged; None where a stage has nothing to show, so that others may have their turn."""
    watch = watch or Stopwatch()
    doubles = Doubles.of(program)
    cost = doubles.inward() if cost is None else cost * doubles.unit
    cost = cost / (np.abs(cost).max(initial=0.0) or 1.0)
    seen: set[object] = set()
    for way in _WAYS:
        with watch.during("HiGHS"):
            candidate = doubles.solve(cost, way, until=until)
        x = None if candidate.x is None else fractions(candidate.x)
        for step in range(_ROUNDS):
            if x is not None:
                yield from vertices(program, doubles, x, candidate, seen=seen, step=step, until=until, watch=watch)
            yield None
            if x is None:
                break
            with watch.during("HiGHS"):
                candidate, x = refine(program, doubles, cost, x, way, until=until)


def vertices(
    program: Program,
    doubles: Doubles,
    x: Sequence[Fraction],
    candidate: Candidate,
    *,
    seen: set[object],
    until: float,
    watch: Stopwatch,
    step: int = 0,
) -> Iterator[Exact]:
    """The exact points that a candidate at x may stand for; the tolerance shrinks by 1e-8 with every step."""
    assert candidate.multipliers is not None
    unit, row_unit = fractions(doubles.unit), fractions(doubles.row_unit)
    for digits in _SHARES:
        near = Nearness(Fraction(1, 10 ** (digits + 8 * step)), unit, row_unit, candidate.multipliers.tolist())
        with watch.during("exact"):
            point = exact_vertex(program, x, near, seen=seen, deadline=until)
        if point is not None:
            yield point


def refine(
    program: Program, doubles: Doubles, cost: Array, x: Sequence[Fraction], way: Way, *, until: float
) -> tuple[Candidate, list[Fraction] | None]:
    """x with less missing to its sides, where HiGHS finds a way."""
    at = []
    for row in program.A.rows():
        check_deadline("refining a point")
        at.append(sum((a * x[j] for j, a in row), Fraction(0)))
    wide = np.inf
    kinds = (
        ("row_lower", at, doubles.row_unit, -wide),
        ("row_upper", at, doubles.row_unit, wide),
        ("lower", x, doubles.unit, -wide),
        ("upper", x, doubles.unit, wide),
    )
    gaps: dict[str, list[Fraction | None]] = {}
    missing = Fraction(0)
    for name, values, unit, absent in kinds:
        pairs = zip(getattr(program, name), values, strict=True)
        gaps[name] = [None if side is None else side - value for side, value in pairs]
        for gap, scale in zip(gaps[name], unit.tolist(), strict=True):
            if gap is not None and (gap > 0) == (absent < 0):
                missing = max(missing, abs(gap) / Fraction(scale))
    gain = min(_GAIN if not missing else 1 / nearest([missing])[0], _LARGEST)
    gain = 2.0 ** np.floor(np.log2(max(gain, 1.0)))
    shifted = {name: _magnified(gaps[name], gain, unit, absent) for name, _, unit, absent in kinds}
    candidate = replace(doubles, **shifted).solve(cost, way, until=until)
    if candidate.x is None:
        return candidate, None
    factor = Fraction(gain)
    return candidate, [value + Fraction(more) / factor for value, more in zip(x, candidate.x.tolist(), strict=True)]


def _magnified(gaps: Sequence[Fraction | None], gain: float, unit: Array, absent: float) -> Array:
    scaled = [None if gap is None else gap * Fraction(gain) for gap in gaps]
    return np.asarray(sides(scaled, absent) / unit)


def fractions(values: Array) -> list[Fraction]:
    return [Fraction(v) for v in values.tolist()]
