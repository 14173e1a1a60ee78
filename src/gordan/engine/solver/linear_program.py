"""The saddle point max over w ∈ Δ, min over the base of ⟨w, Ax⟩ as a linear program, on a growing set of points.

1. S ← the lowest points under the centre of Δ
2. repeat:
3.     w, x ← the saddle point of the points of S alone        (one linear program)
4.     stop if no point outside S is below the lowest of its block in S: (w, x) is the saddle point of all
5.     S ← S and the lowest points under w

The weights bound ρ₁ from above and the direction bounds it from below at every round, whatever its sign; at the end
both bounds agree.

Guarantee
    Finite: every round but the last adds points.
Needs
    The lowest points in a direction, a product with weights, and linear programs of a few points.
Reference
    Kelley (1960); von Neumann's theorem on matrix games.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import count
from typing import ClassVar

from gordan.engine.candidate import Candidate, Candidates, Kind
from gordan.engine.oracle.base import Atom, PositiveOracle
from gordan.engine.solver.base import Solver, Terms

__all__ = ["LinearProgram"]

_AT_ONCE = 1 << 18  # entries of points that are all taken at once
_LEAST = 1e-13  # of the reach: points that are lower by less are as low, for rounding


@dataclass(frozen=True)
class LinearProgram(Solver):
    """Linear programs on the lowest points.

    Parameters
    ----------
    batch : float
        How many points of each block join in a round, in multiples of the dimension.
    """

    batch: float = 2.0

    name: ClassVar[str] = "linear-program"
    summary: ClassVar[str] = "w ≥ 0 by linear programs on the lowest points, to the greatest margin"
    formula: ClassVar[str] = "finitely many"
    needs: ClassVar[type] = PositiveOracle
    exact: ClassVar[bool] = True

    def candidates(self, oracle: PositiveOracle, start: object = None) -> Candidates:
        everything = oracle.size * oracle.dimension <= _AT_ONCE
        k = oracle.size if everything else math.ceil(self.batch * oracle.dimension) + 10
        w, x = oracle.directions.centre.weights, oracle.cone.centre.weights
        candidate = Candidate(w, x, oracle.cone.lowest(oracle.margins(w)), oracle.combine(x), 0)
        S = {atom.key for block in oracle.worst(w, k) for atom in block}  # 1
        for t in count(1):  # 2
            keys = sorted(S)
            game = oracle.game(keys)  # 3
            if game is None:
                break
            blocks = oracle.worst(game.w, k)
            lower = [atom for block in blocks for atom in _below(block, S, _LEAST * oracle.reach)]
            x, lowest = oracle.place(keys, game.x.tolist()), _lowest(blocks)
            kind = Kind.STEP if lower else Kind.CERTIFICATE
            candidate = Candidate(game.w, x, lowest, oracle.combine(x), t, kind=kind)
            yield candidate
            if not lower:  # 4
                return candidate
            S.update(atom.key for atom in lower)  # 5
        yield candidate
        return candidate

    def bound(self, terms: Terms) -> float:
        return math.inf


def _below(block: list[Atom], S: set[int], least: float) -> list[Atom]:
    """The points outside S that are lower than all of S; where none of S is among the lowest, all of them."""
    level = min((atom.margin for atom in block if atom.key in S), default=math.inf)
    return [atom for atom in block if atom.key not in S and atom.margin < level - least]


def _lowest(blocks: list[list[Atom]]) -> float:
    return sum(block[0].margin for block in blocks) / len(blocks)
