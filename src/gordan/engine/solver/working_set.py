"""Price all points once, take the lowest in, solve the small problem, price again: a handful of passes.

Only as many points as there are dimensions can matter at the end; the others are looked at once per pass. The small
problem is solved by any other solver, from where it left off. It need not be solved to the end before the next pass:
once its own bracket is narrow against what is still unknown, pricing tells more. In the space of a kernel the name
alone stands for sets of some hundred to a few thousand points, which join the active set in blocks; given parameters,
it has these.

1. w ← the mean of the points, or an earlier direction, or that of a sample, which is solved as all points are below
   until its own bracket is narrow;  S ← the points lowest under it, or an earlier support
2. repeat: run the inner solver on S, from the weights it had, until the bracket *within S* is narrow
   (an opening, where there is one, takes its place until it has separated all points, or one set is too much for it)
3.     price all points under its direction; w and its weights bound the margin from both sides
4.     no point is lower than those of S: go on with line 2 without interrupting it; the inner solver has ended: stop
5.     otherwise the lowest points join S; those far above it leave when S has grown large

Guarantee
    With an exact inner solver finite: every round that ends in line 5 adds points, and the set is cleared only after
    the upper bound has fallen. 3 to 15 passes on the benchmarks' data.
Needs
    The lowest points in a direction; the inner solver's needs, on subsets.
Reference
    Shrinking and chunking as in Osuna, Freund and Girosi (1997); column generation for the hull's nearest point.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain, count
from typing import ClassVar

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.candidate import Candidate, Candidates, Kind
from gordan.engine.oracle.base import Atom, Subset, SupportOracle, vertex
from gordan.engine.solver.base import Solver, Terms
from gordan.engine.solver.min_norm_point import MinNormPoint
from gordan.errors import InputError

__all__ = ["WorkingSet", "counted_from", "relative_gap"]

Chosen = dict[int, Atom]

# Over the dimension: of so many candidates of the inner solver one is passed on. Budgets reach inside after some
# milliseconds, and judging stays cheap against the steps between.
_SKIPPED = 1600
_SUBSTANTIAL = 0.1  # of the mean weight: those of points that matter are above the mean, after a few Newton steps
_FALLEN = 1.0 - 1e-9  # an upper bound that has fallen by this is lower by more than rounding


@dataclass(frozen=True)
class WorkingSet(Solver):
    """A solver around a solver.

    Parameters
    ----------
    inner : Solver
        What solves the small problems; an exact method, or the set never settles.
    first : float
        Points taken in at the start, as a multiple of the dimension; data with fewer points are taken in at once.
    batch : float
        Points that join after a pass, as a multiple of the dimension.
    most : float
        Points that the set may grow to before it is cleared, as a multiple of the dimension.
    keep : float
        Points that stay then, besides those that carry weight, as a multiple of the dimension.
    share : float
        How narrow the bracket within the set must be before all points are priced again, as a share of the gap that
        is open on all points. 1 prices as soon as the set is separated: more passes, an earlier decision.
    opening : Solver or None
        What separates the sets before the inner solver takes over: cheap steps, enough where margins are wide.
    patience : int
        Steps of the opening within one set after which the inner solver goes on for good.
    thin : int
        Every so-many-th point is a sample that is solved first, as it is by a sample of its own, where there are enough
        points for one; 1 takes none. It says what is low among all points for a part of a pass.
    """

    inner: Solver = field(default_factory=MinNormPoint)
    first: float = 3.0
    batch: float = 2.0
    most: float = 20.0
    keep: float = 5.0
    share: float = 0.1
    opening: Solver | None = None
    patience: int = 50
    thin: int = 1

    name: ClassVar[str] = "working-set"
    summary: ClassVar[str] = "the lowest points of all, solved as a small problem, until none is lower: few passes"
    formula: ClassVar[str] = "finitely many"
    needs: ClassVar[type] = SupportOracle
    exact: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if isinstance(self.inner, type) or not hasattr(self.inner, "candidates"):
            raise InputError(f"inner is {self.inner!r}; give a solver such as MinNormPoint() or InteriorPoint()")
        if self.opening is not None and (isinstance(self.opening, type) or not hasattr(self.opening, "candidates")):
            raise InputError(f"opening is {self.opening!r}; give a solver such as MirrorProx(), or None")
        for name in ("first", "batch", "most", "keep"):
            if not 0 < getattr(self, name) < math.inf:
                raise InputError(f"{name} is {getattr(self, name)!r}; give a positive multiple of the dimension")
        if isinstance(self.patience, bool) or not isinstance(self.patience, int) or self.patience < 1:
            raise InputError(f"patience is {self.patience!r}; give a whole number of steps, 1 or more")
        if isinstance(self.thin, bool) or not isinstance(self.thin, int) or self.thin < 1:
            raise InputError(f"thin is {self.thin!r}; give a whole number, 1 or more")
        if not 0 < self.share <= 1:
            raise InputError(f"share is {self.share!r}; give a number above 0 and at most 1")

    def candidates(self, oracle: SupportOracle, start: Candidate | None = None) -> Candidates:
        steps = 0
        if start is None and self.thin > 1 and (sample := _sample(oracle, self.thin)) is not None:
            start = yield from self._sampled(sample)
            steps = start.updates
            if start.kind is Kind.CERTIFICATE:
                return start
        weights = self._light(oracle, start)
        chosen, first = _taken_up(oracle, start), start or oracle.begin_with()  # 1
        if not chosen:
            blocks = oracle.worst(first.direction, self._count(self.first, oracle))
            yield replace(first, lowest=vertex(blocks)[1], updates=steps)
            chosen = _keyed(oracle.support(weights) if weights is not None else [], *blocks)
        gap, cleared, direction = 1.0, math.inf, first.direction
        inner = Opened(self)
        while True:
            subset = oracle.restrict(list(chosen.values()))
            begun = None if weights is None else subset.lower(weights)
            small = Small(subset, inner.candidates(subset, direction, begun), steps)
            # An opening separates, and does no more.
            level, fresh = self.share * gap if inner.opening is None else 1.0, False
            while not (fresh or small.ended):
                yield from small.until(level)  # 2
                found = small.lifted
                if found.kind is Kind.CERTIFICATE:
                    return found
                blocks = oracle.worst(found.direction, self._count(self.batch, oracle))  # 3
                priced = replace(found, lowest=vertex(blocks)[1], state=(*chosen, *_keyed(*blocks)))
                yield priced
                fresh = _lower(oracle, priced, blocks, chosen)
                gap, level = min(relative_gap(oracle, priced), 1.0), self.share * relative_gap(subset, small.last)
            if not fresh:
                return priced  # 4
            if priced.lowest is not None and priced.lowest > 0:
                inner.opening = None
            steps, weights, direction = priced.updates, priced.weights, priced.direction
            # Clearing again before the norm has grown could go round in circles at the level of rounding.
            if len(chosen) > self.most * oracle.dimension and (upper := _upper(oracle, priced)) < _FALLEN * cleared:
                chosen, cleared = self._clear(oracle, small, chosen), upper
            chosen |= _keyed(*blocks)  # 5
            # What the set was factorised into goes before the next set is.
            del small, subset

    def _sampled(self, sample: Subset) -> Candidates:
        """The candidates of a sample in the terms of the whole, until one's bracket is narrow there."""
        for found in self.candidates(sample):
            lifted = sample.lift(found)
            yield lifted
            if relative_gap(sample, found) <= self.share:
                break
        return lifted

    def bound(self, terms: Terms) -> float:
        return math.inf

    @property
    def inside(self) -> str:
        """The solvers of the small problems by name."""
        return self.inner.name if self.opening is None else f"{self.opening.name} and {self.inner.name}"

    def _count(self, multiple: float, oracle: SupportOracle) -> int:
        return math.ceil(multiple * (oracle.dimension + 1) / oracle.blocks)

    def _light(self, oracle: SupportOracle, start: Candidate | None) -> Array | None:
        """The weights to begin with; not those of a mean over all points, which would make all of them the set."""
        if start is None or start.weights is None:
            return None
        return start.weights if oracle.carrying(start.weights) <= self.most * oracle.dimension else None

    def _clear(self, oracle: SupportOracle, small: Small, chosen: Chosen) -> Chosen:
        """The lowest of the subset and those that carry weight; a solution of the rest stays one of the whole set."""
        atoms, found = list(chosen.values()), small.last
        near = small.subset.worst(found.direction, self._count(self.keep, oracle))
        carrying = [] if found.weights is None else small.subset.support(_substantial(found.weights))
        return _keyed([atoms[atom.key] for atom in chain(carrying, *near)])


def _substantial(weights: Array) -> Array:
    """Without the small weights where no point is without weight: an interior point's go to zero at most of them."""
    if not (weights > 0).all():
        return weights
    return np.where(weights > _SUBSTANTIAL * weights.mean(), weights, 0.0)


class Opened:
    """The opening as long as it separates one set after another, and not yet all points; then the inner solver."""

    def __init__(self, solver: WorkingSet) -> None:
        self.opening, self._inner, self._patience = solver.opening, solver.inner, solver.patience

    def candidates(self, subset: Subset, direction: Array, weights: Array | None) -> Candidates:
        """Those on a subset: the opening begins with a direction of the whole, the inner solver with weights here."""
        start = None if weights is None else Candidate(subset.zero(), weights)
        if self.opening is None:
            return (yield from self._inner.candidates(subset, start))
        for found in self.opening.candidates(subset, Candidate(subset.turn(direction))):
            yield found
            if found.updates >= self._patience:
                break
        self.opening = None
        return (yield from counted_from(found.updates, self._inner.candidates(subset, start)))


class Small:
    """A solver's run on a subset, which can be left and taken up again."""

    def __init__(self, subset: Subset, candidates: Candidates, steps: int) -> None:
        self.subset, self.ended = subset, False
        self._candidates, self._steps = candidates, steps
        self.last: Candidate

    @property
    def lifted(self) -> Candidate:
        return replace(self.subset.lift(self.last), updates=self._steps + self.last.updates)

    def until(self, level: float) -> Iterator[Candidate]:
        """Run until the bracket within the subset is narrow, or to the end; a few candidates are passed on."""
        every = max(1, _SKIPPED // self.subset.dimension)
        for passed in count(1):
            try:
                self.last = next(self._candidates)
            except StopIteration as end:
                self.last, self.ended = end.value, True
                return
            if relative_gap(self.subset, self.last) <= level:
                return
            if self.last.kind is Kind.CERTIFICATE:
                yield self.lifted
            elif passed % every == 0:
                yield replace(self.subset.glimpse(self.last), updates=self._steps + self.last.updates)


def _sample(oracle: SupportOracle, thin: int) -> Subset | None:
    draw: Callable[[int], Subset | None] | None = getattr(oracle, "sample", None)
    return None if draw is None else draw(thin)


def _taken_up(oracle: SupportOracle, start: Candidate | None) -> Chosen:
    """The working set of a run that was left, whose candidates have its keys as their state; else nothing."""
    if start is None or not isinstance(start.state, tuple) or not start.state:
        return {}
    return _keyed(oracle.support(oracle.place(start.state, [1.0] * len(start.state))))


def counted_from(steps: int, candidates: Candidates) -> Candidates:
    """The candidates of a second method, whose updates go on from those of the first."""
    while True:
        try:
            candidate = next(candidates)
        except StopIteration as end:
            last: Candidate = end.value
            return replace(last, updates=steps + last.updates)
        yield replace(candidate, updates=steps + candidate.updates)


def _keyed(*blocks: Iterable[Atom]) -> Chosen:
    return {atom.key: atom for block in blocks for atom in block}


def _upper(oracle: SupportOracle, candidate: Candidate) -> float:
    return math.inf if candidate.image is None else oracle.norm(candidate.image)


def relative_gap(oracle: SupportOracle, candidate: Candidate) -> float:
    """Relative width of the candidate's own bracket; infinite where its direction does not separate."""
    if candidate.lowest is None or candidate.image is None or candidate.lowest <= 0:
        return math.inf
    upper, length = oracle.norm(candidate.image), oracle.norm(candidate.direction)
    return (upper - candidate.lowest / length) / upper if upper > 0 and length > 0 else math.inf


def _lower(oracle: SupportOracle, candidate: Candidate, blocks: list[list[Atom]], chosen: Chosen) -> bool:
    """Whether some point is lower than those chosen, by more than rounding."""
    slack = 2.0 * oracle.support_rounding * oracle.reach * oracle.norm(candidate.direction)
    for block in blocks:
        level = next((atom.margin for atom in block if atom.key in chosen), math.inf)
        if block[0].margin < level - slack:
            return True
    return False
