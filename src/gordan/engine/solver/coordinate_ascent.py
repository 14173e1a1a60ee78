"""One point at a time, set its multiplier a little beyond its best value; then the support in one factorisation.

It solves min ½‖w‖² subject to y_j(w·x_j + b) ≥ 1 by ascent on the multipliers u ≥ 0 of its dual, with w = Σ u_j a_j
throughout. A visit costs the entries of one row, so that sparse and wide data, whose support holds hundreds or
thousands of points, are solved in a few dozen sweeps. Points that carry no multiplier and are well above 1 are not
visited until the next look at all of them. Without an intercept b = 0.

1. w ← 0, u ← 0, b ← 0
2. repeat: price all points under w: the bracket, from w and from u/Σu (each class to mass ½)
3.     some sweeps: for every point due, in a fresh random order:
4.         t ← max(−u_j, ω (1 − y_j(w·x_j + b))/(‖x_j‖² + s));  u_j ← u_j + t,  w ← w + t a_j,  b ← b + t s y_j
5.         after each of them b ← b + s Σ y_j u_j, so that Σ y_j u_j tends to 0
6.     once the sweeps have cost as much as factorising the support: u ← the multipliers under which its points, and
       those below 1, all come to 1; points whose u_j < 0 leave. While this narrows the bracket it takes the place of 3
7. where no direction has separated by then, or factorising has not ended it: go on with `then`, from these weights

Guarantee
    That of `then`; sweeps alone tend to the maximum margin linearly, at a rate that nobody knows beforehand. Where both
    sides of the data are too long for `then`, sweeps go on until the margin is found or the budget is spent.
Needs
    Visits of single points, and products with all of them.
Reference
    Hildreth (1957); Mangasarian and Musicant (1999) for ω; Hsieh, Chang, Lin, Keerthi and Sundararajan (2008) for the
    points left out; Hestenes (1969) and Powell (1969) for b; kin in Chou, Lin and Lin (2020), who keep Σ y_j u_j = 0
    by pairs.
"""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import dataclass, field, replace
from typing import ClassVar

from gordan.arithmetic.array import Array
from gordan.engine.candidate import Candidate, Candidates, Kind
from gordan.engine.oracle.multiplier import MultiplierOracle, Multipliers
from gordan.engine.solver.base import Solver, Terms
from gordan.engine.solver.interior_point import InteriorPoint
from gordan.engine.solver.working_set import WorkingSet, counted_from, relative_gap
from gordan.errors import InputError

__all__ = ["CoordinateAscent"]

_LONG = 5000  # of the smaller side of the data, beyond which nothing of its square is formed
_LEAST = 8  # sweeps before anything is factorised, however small
_SHARE, _PRODUCT = 0.15, 0.05  # of the time of a number that a visit reads: in a product of two points, in a factor
_FARTHER = 0.7  # of the gap before: what a factorisation must leave at the most to be followed by another
_NARROWER = 0.999  # of the least gap so far: what counts as narrower
_WAITED = 100  # looks at all points without a narrower gap, after which rounding is to blame


@dataclass(frozen=True)
class CoordinateAscent(Solver):
    """Over-relaxed ascent on the multipliers.

    Parameters
    ----------
    sweeps : int
        Sweeps between two looks at all points. 1 decides earliest; more save products on the way to the margin.
    then : Solver
        What goes on where neither sweeps nor the support's factorisation end it.
    patience : float
        Sweeps without a direction that separates, after which `then` goes on; where it cannot, its weights may be
        polished.
    """

    sweeps: int = 4
    then: Solver = field(default_factory=lambda: WorkingSet(InteriorPoint()))
    patience: float = 30

    name: ClassVar[str] = "coordinate-ascent"
    summary: ClassVar[str] = "one multiplier at a time, then the support at once: sparse and wide data"
    formula: ClassVar[str] = "finitely many after handing over"
    needs: ClassVar[type] = MultiplierOracle
    exact: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if isinstance(self.sweeps, bool) or not isinstance(self.sweeps, int) or self.sweeps < 1:
            raise InputError(f"sweeps is {self.sweeps!r}; give a whole number, 1 or more")
        if isinstance(self.then, type) or not hasattr(self.then, "candidates"):
            raise InputError(f"then is {self.then!r}; give a solver such as WorkingSet()")
        if not self.patience > 0:
            raise InputError(f"patience is {self.patience!r}; give a positive number of sweeps")

    def candidates(self, oracle: MultiplierOracle, start: Candidate | None = None) -> Candidates:
        run = oracle.multipliers(None if start is None else start.weights)  # 1
        margins, least, waited, factorised = None, math.inf, 0, False
        finite = min(oracle.size, oracle.dimension) <= _LONG
        while True:
            run = oracle.ascend(run, margins, self.sweeps)  # 3, 4, 5
            found, margins = _priced(oracle, run)  # 2
            gap = relative_gap(oracle, found)
            waited, least = (0, gap) if gap < _NARROWER * least else (waited + 1, min(gap, least))
            in_vain = math.isinf(least) and run.sweeps >= self.patience
            yield replace(found, kind=Kind.HANDOVER if finite else Kind.ENDLESS) if in_vain else found
            if math.isfinite(gap) and not factorised and _is_due(oracle, run):
                factorised = True
                run, found, margins = yield from _equalised(oracle, run, found, margins)  # 6
            if finite and (in_vain or factorised):
                break
            if waited > _WAITED and math.isfinite(least):
                return found
        begun = Candidate(found.direction, found.weights if math.isfinite(least) else None)
        return (yield from counted_from(found.updates, self.then.candidates(oracle, begun)))  # 7

    def bound(self, terms: Terms) -> float:
        return math.inf


def _priced(oracle: MultiplierOracle, run: Multipliers) -> tuple[Candidate, Array]:
    priced = oracle.price(run)
    lowest = oracle.cone.lowest(priced.margins)
    return Candidate(run.direction, priced.weights, lowest, priced.image, run.sweeps), priced.margins


def _is_due(oracle: MultiplierOracle, run: Multipliers) -> bool:
    """Whether the sweeps have cost as much as the support's factorisation will, in numbers read."""
    k = run.support
    cost = k * k * (_SHARE * oracle.visited + _PRODUCT * k / 3.0)
    return run.sweeps >= _LEAST and run.visits * oracle.visited >= cost


def _equalised(
    oracle: MultiplierOracle, run: Multipliers, found: Candidate, margins: Array
) -> Generator[Candidate, None, tuple[Multipliers, Candidate, Array]]:
    """Candidates of supports that are solved at once, as long as each narrows the bracket; and the last good run."""
    while (solved := oracle.equalise(run, margins)) is not None:
        after, priced = _priced(oracle, solved)
        yield after
        gap = relative_gap(oracle, after)
        if not gap < _FARTHER * relative_gap(oracle, found):
            return replace(run, sweeps=solved.sweeps), replace(found, updates=solved.sweeps), margins
        run, found, margins = solved, after, priced
        if gap <= 0.0:  # by rounding: there is nothing left to narrow, and less than nothing would seem narrower
            break
    return run, found, margins
