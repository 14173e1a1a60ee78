"""One point at a time, set its multiplier a little beyond its best value; then the support as a whole.

It solves min ½‖w‖² subject to y_j(w·x_j + b) ≥ 1 by ascent on the multipliers u ≥ 0 of its dual, with w = Σ u_j a_j
throughout. A visit costs the entries of one row, so that sparse and wide data, whose support holds hundreds or
thousands of points, are solved in a few dozen sweeps. Points that carry no multiplier and are well above 1 are not
visited until the next look at all of them. Without an intercept b = 0.

1. w ← 0, u ← 0, b ← 0
2. repeat: price all points under w: the bracket, from w and from u/Σu (each class to mass ½)
3.     some sweeps: for every point due, in a fresh random order:
4.         t ← max(−u_j, ω (1 − y_j(w·x_j + b))/(‖x_j‖² + s));  u_j ← u_j + t,  w ← w + t a_j,  b ← b + t s y_j
5.         after each of them b ← b + s Σ y_j u_j, so that Σ y_j u_j tends to 0
6.     on sparse data of many columns: climb towards the multipliers under which the points with u_j > 0 all come to
       1, by conjugate gradients that keep u ≥ 0
7.     elsewhere, once the sweeps have cost, or will cost, as much as factorising the support: u ← the multipliers under
       which its points, and those below 1, all come to 1; points whose u_j < 0 leave, or else all go as far towards it
       as u ≥ 0 allows. While this and a sweep or two narrow the bracket they take the place of 3
8. where no direction has separated for as long as one step of `then` takes, factorising has not ended it, or the
   bracket has long been no narrower: go on with `then`, from these weights

Guarantee
    That of `then`; sweeps alone tend to the maximum margin linearly, at a rate that nobody knows beforehand. Where both
    sides of the data are too long for `then`, sweeps go on until the margin is found or the budget is spent.
Needs
    Visits of single points, and products with all of them.
Reference
    Hildreth (1957); Mangasarian and Musicant (1999) for ω; Hsieh, Chang, Lin, Keerthi and Sundararajan (2008) for the
    points left out; Hestenes (1969) and Powell (1969) for b; Moré and Toraldo (1991) for climbs; Bertsekas (1982) for
    steps towards u that keep u ≥ 0; kin in Chou, Lin and Lin (2020), who keep Σ y_j u_j = 0 by pairs.
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
_LEAST = 8  # sweeps before anything is factorised, however small, and before twins are looked for
_APART = 4  # sweeps between two climbs
_QUICK = 20  # sweeps through the support that a climb may cost
_STALLED = 12  # looks without a narrower gap, after which climbs give way to sweeps and factorisations
_SHARE, _PRODUCT = 0.2, 0.02  # of the time of a number that a visit reads: in a product of two points, in a factor
_BEGUN = 0.25  # of the cost of a factorisation: what sweeps must have cost before it, or have still to cost after it
_END, _FURTHER = 1e-6, 1e-2  # relative gap to which the rate of the sweeps is extrapolated, or this share of the gap
_STEPS = 6  # factorisations that do not narrow the bracket before sweeps go on alone
_ATTEMPTS = 4  # times that this may happen before another method goes on
_BETWEEN = 2  # sweeps after a factorisation that was none of the exact support: they bring in the points it misses
_NEWTON = 3  # points for every dimension that a step of the working set's method has
_FARTHER = 0.7  # of the gap before: what counts as narrower by a factorisation
_NARROWER = 0.999  # of the least gap so far: what counts as narrower
_WAITED = 100  # looks at all points without a narrower gap, after which rounding is to blame, or a narrow margin


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
        Sweeps without a direction that separates, after which `then` goes on as soon as they have cost as much as one
        step of it; where it cannot, the weights may be polished.
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
        pace, margins, least, waited, looked = Pace(oracle), None, math.inf, 0, False
        finite = min(oracle.size, oracle.dimension) <= _LONG
        while True:
            run = oracle.ascend(run, margins, self.sweeps)  # 3, 4, 5
            found, margins = _priced(oracle, run)  # 2
            gap = relative_gap(oracle, found)
            waited, least = (0, gap) if gap < _NARROWER * least else (waited + 1, min(gap, least))
            in_vain = math.isinf(least) and run.sweeps >= self.patience
            if math.isinf(least) and run.sweeps >= _LEAST and not looked:
                looked, found = True, replace(found, kind=Kind.HANDOVER)
            yield replace(found, kind=Kind.ENDLESS) if in_vain and not finite else found
            if (climbed := oracle.climb(run) if pace.may_climb(run, gap, waited) else None) is not None:
                run = climbed  # 6
                found, margins = _priced(oracle, run)
                yield found
                least = min(relative_gap(oracle, found), least)
            elif math.isfinite(gap) and pace.is_due(run, gap):
                run, found, margins = yield from _equalised(oracle, run, found, margins)  # 7
                least = min(relative_gap(oracle, found), least)
            if finite and (pace.attempts > _ATTEMPTS or (in_vain and pace.is_spent(run))):
                break
            if waited > _WAITED and math.isfinite(least):
                if finite and least > _END:  # not for rounding: sweeps converge as slowly as the margin is narrow
                    break
                return found
        begun = Candidate(found.direction, found.weights if math.isfinite(least) else None)
        return (yield from counted_from(found.updates, self.then.candidates(oracle, begun)))  # 8

    def bound(self, terms: Terms) -> float:
        return math.inf


def _priced(oracle: MultiplierOracle, run: Multipliers) -> tuple[Candidate, Array]:
    priced = oracle.price(run)
    lowest = oracle.cone.lowest(priced.margins)
    return Candidate(run.direction, priced.weights, lowest, priced.image, run.sweeps), priced.margins


class Pace:
    """When to factorise, and when sweeps are in vain; costs are counted in numbers that visits read."""

    def __init__(self, oracle: MultiplierOracle) -> None:
        self._oracle, self._paid = oracle, 0.0
        self._first: tuple[float, int] | None = None  # the first gap there was, and the visits before it
        self.attempts, self._climbed = 0, 0

    def is_due(self, run: Multipliers, gap: float) -> bool:
        """Whether the support is to be factorised now: then this has been counted."""
        if self._first is None:
            self._first = gap, run.visits
        cost, done = self._cost(run.support), run.visits * self._oracle.visited - 2.0 * self._paid
        if run.sweeps < _LEAST or done < _BEGUN * cost or self.attempts > _ATTEMPTS:
            return False
        if self._left(run, gap) < (cost if done < cost else _BEGUN * cost):
            return False
        self.attempts, self._paid = self.attempts + 1, self._paid + cost
        return True

    def may_climb(self, run: Multipliers, gap: float, waited: int) -> bool:
        """Whether there were sweeps enough since the last climb, and more alone would take longer than it.

        Where the bracket has not been narrower of late, they give way to sweeps and factorisations.
        """
        if self._first is None and math.isfinite(gap):
            self._first = gap, run.visits
        if run.sweeps < max(_LEAST, self._climbed + _APART) or waited > _STALLED:
            return False
        if math.isfinite(gap) and self._left(run, gap) < _QUICK * run.support * self._oracle.visited:
            return False
        self._climbed = run.sweeps
        return True

    def _left(self, run: Multipliers, gap: float) -> float:
        """What the sweeps would still cost to the margin if they went on as since the first gap."""
        assert self._first is not None
        first, visits = self._first
        if gap <= 0.0:  # by rounding
            return 0.0
        if gap >= first:
            return math.inf
        end = min(_END, _FURTHER * gap)
        return (run.visits - visits) * self._oracle.visited * math.log(gap / end) / math.log(first / gap)

    def is_spent(self, run: Multipliers) -> bool:
        """Whether the sweeps have cost as much as a Newton step of the working set."""
        n, m = self._oracle.size, self._oracle.dimension
        side, other = min(n, m), min(n, _NEWTON * m)
        return run.visits * self._oracle.visited >= _PRODUCT * side * side * (other + side / 3.0)

    def _cost(self, k: int) -> float:
        """Cost of the products of k points, as sparse rows or as dense ones, and of their factorisation."""
        m = self._oracle.dimension
        if k > m > self._oracle.visited:  # those of the columns, of sparse points
            return _PRODUCT * m * m * (k + m / 3.0)
        product = min(_SHARE * self._oracle.visited, _PRODUCT * m)
        return k * k * (product + _PRODUCT * k / 3.0)


def _equalised(
    oracle: MultiplierOracle, run: Multipliers, found: Candidate, margins: Array
) -> Generator[Candidate, None, tuple[Multipliers, Candidate, Array]]:
    """Candidates of supports that are solved at once, as long as the bracket becomes narrower; and the last run."""
    least, waited = relative_gap(oracle, found), 0
    while waited < _STEPS and (solved := oracle.equalise(run, margins)) is not None:
        run, waited = solved, waited + 1
        for sweeps in (0, _BETWEEN):
            run = oracle.ascend(run, margins, sweeps) if sweeps else run
            found, margins = _priced(oracle, run)
            yield found
            gap = relative_gap(oracle, found)
            if gap <= 0.0:  # by rounding: there is nothing left to narrow, and less than nothing would seem narrower
                return run, found, margins
            if gap < _FARTHER * least:
                least, waited = gap, 0
                break
    return run, found, margins
