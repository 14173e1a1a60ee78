"""Sweeps first, working sets afterwards: what sweeps find quickly need not be factorised for.

1. run the sweeps until their bracket is narrow, or they have made their share of updates
2. narrow: their weights show the support; go on with `finish` from there
3. otherwise: go on with `then`, which prices its first points under the direction found

Guarantee
    That of `then` and `finish`; the sweeps are bounded in number.
Needs
    Sweeps, and what the other two need.
Reference
    None; the parts have theirs.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, ClassVar

from gordan.engine.candidate import Candidate, Candidates
from gordan.engine.oracle.sweep import SweepOracle
from gordan.engine.solver.base import Solver, Terms
from gordan.engine.solver.hildreth import Hildreth
from gordan.engine.solver.interior_point import InteriorPoint
from gordan.engine.solver.min_norm_point import MinNormPoint
from gordan.engine.solver.working_set import WorkingSet, counted_from, relative_gap
from gordan.errors import InputError

__all__ = ["Relay"]


@dataclass(frozen=True)
class Relay(Solver):
    """A solver that hands over to another.

    Parameters
    ----------
    first : Solver
        What begins; its candidates must carry both of their bounds.
    then : Solver
        What goes on where the first has not come near.
    finish : Solver
        What goes on where it has, from its weights.
    narrow : float
        Relative gap of a candidate's own bracket that counts as near.
    most : float
        Updates of the first, as a multiple of the smaller of both sides of the data, before it hands over.
    """

    first: Solver = field(default_factory=Hildreth)
    then: Solver = field(default_factory=lambda: WorkingSet(InteriorPoint()))
    # Small batches: most of the support is there, and every further step of the active set looks at all of its set.
    finish: Solver = field(default_factory=lambda: WorkingSet(MinNormPoint(), first=0.5, batch=0.25, share=0.3))
    narrow: float = 0.1
    most: float = 10.0

    name: ClassVar[str] = "relay"
    summary: ClassVar[str] = "sweeps while they gain ground, then working sets: quick on wide margins, finite on all"
    formula: ClassVar[str] = "finitely many"
    needs: ClassVar[type] = SweepOracle
    exact: ClassVar[bool] = True

    def __post_init__(self) -> None:
        for name in ("first", "then", "finish"):
            given = getattr(self, name)
            if isinstance(given, type) or not hasattr(given, "candidates"):
                raise InputError(f"{name} is {given!r}; give a solver such as WorkingSet()")
        if not (0 < self.narrow < 1 and 0 < self.most < math.inf):
            raise InputError(f"narrow is {self.narrow!r} and most {self.most!r}; give a share below 1 and a multiple")

    def candidates(self, oracle: Any, start: Candidate | None = None) -> Candidates:
        if start is not None:
            return (yield from self.finish.candidates(oracle, start))
        for found in self.first.candidates(oracle):  # 1
            yield found
            near = relative_gap(oracle, found) <= self.narrow
            if near or found.updates >= self.most * min(oracle.size, oracle.dimension):
                break
        solver = self.finish if near else self.then  # 2, 3
        begun = Candidate(found.direction, found.weights if near else None)
        return (yield from counted_from(found.updates, solver.candidates(oracle, begun)))

    def bound(self, terms: Terms) -> float:
        return math.inf
