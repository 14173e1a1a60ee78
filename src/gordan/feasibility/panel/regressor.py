"""Which regressors the equalities of a panel fix, and which the effects absorb.

Around a cycle of equalities the effects cancel, and Σ ν_i x_i·β = 0 remains. Pivots are regressors for which as many
cycles are independent as there are pivots; every other regressor must be a combination of pivots and of potentials on
all rows that are not strict. Floating point proposes, integers decide: a relation that fails on an equality has found
one more independent cycle.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Array, Positions
from gordan.arithmetic.deadline import check_deadline
from gordan.feasibility.panel.directed import Steps
from gordan.feasibility.panel.forest import Forest, close, forest
from gordan.feasibility.panel.sums import solve_fractions, split_sums
from gordan.outcome.panel import Absorbed, Cycle
from gordan.problem.numbers import Whole, integers, whole
from gordan.problem.panel import Panel

__all__ = [
    "Regressors",
    "around",
    "combination",
    "combine_columns",
    "in_doubles",
    "independent_rows",
    "settle_regressors",
]

_SMALL = 1e-10  # of a column's largest entry: a residual that floating point takes for zero
_LARGEST = 2**61
_CYCLES = 30  # directed cycles that are sought, besides two for each regressor


@dataclass(frozen=True, eq=False)
class Regressors:
    """Pivots with their cycles, and absorbed regressors with their relations, those on all rows being aliased."""

    pivots: tuple[int, ...] = ()
    cycles: tuple[Cycle, ...] = ()
    balance: tuple[int, ...] = ()
    absorbed: tuple[Absorbed, ...] = ()
    aliased: tuple[int, ...] = ()


class Loose(NamedTuple):
    """A combination of regressors that equalities do not fix, and that is none of effects on the rows not strict."""

    columns: tuple[int, ...]
    integers: tuple[int, ...]

    def both_ways(self, k: int) -> list[tuple[int, ...]]:
        """The combination as a β, and its negative."""
        factor = dict(zip(self.columns, self.integers, strict=True))
        beta = tuple(factor.get(c, 0) for c in range(k))
        return [beta, tuple(-v for v in beta)]


def settle_regressors(panel: Panel, strict: npt.NDArray[np.bool_]) -> Regressors | tuple[int, ...] | None:
    """The pivots and what is absorbed; or a β that all cycles admit, with which regressors separate; or None."""
    if not panel.k:
        return Regressors()
    equal = panel.signs == 0
    trees = forest(panel, equal, directed=False)
    places = independent_rows(panel, trees.potentials(panel, panel.regressors), np.flatnonzero(equal))
    while True:
        check_deadline("the rank of the regressors within the effects")
        pivots = tuple(column for _, column in places)
        cycles = tuple(close(panel, trees, {row: 1}) for row, _ in places)
        settled = _absorb_all(panel, strict, pivots, cycles)
        if settled is None or isinstance(settled, Regressors):
            return settled
        if isinstance(settled, Loose):
            return _settle_directed(panel, strict, trees, cycles, settled)
        places = [*places, settled]


def _settle_directed(
    panel: Panel, strict: npt.NDArray[np.bool_], trees: Forest, equal: tuple[Cycle, ...], loose: Loose
) -> Regressors | tuple[int, ...] | None:
    """The same with directed cycles: each β that those known so far admit asks for a cycle that does not admit it."""
    steps, directed = Steps(panel, strict, trees), list[Cycle]()
    asked = loose.both_ways(panel.k)
    for _ in range(_CYCLES + 2 * panel.k):
        more = [cycle for beta in asked if (cycle := steps.negative_cycle(in_doubles(beta))) is not None]
        if not more:
            return asked[0] if len(asked) == 1 else None
        directed += more
        cycles = (*directed, *equal)
        small = split_sums([around(panel, cycle, tuple(range(panel.k))) for cycle in cycles], len(directed))
        if small is None:
            return None
        if small.beta is not None:
            asked = [small.beta]
            continue
        settled = _absorb_all(panel, strict, small.pivots, tuple(cycles[place] for place in small.witness))
        if isinstance(settled, Regressors):
            return replace(settled, cycles=cycles, balance=small.balance)
        if not isinstance(settled, Loose):
            return None
        asked = settled.both_ways(panel.k)
    return None


def in_doubles(integers_given: tuple[int, ...]) -> Array:
    """The integers in units of the greatest."""
    top = max(map(abs, integers_given))
    return np.array([v / top for v in integers_given])


def independent_rows(panel: Panel, p: Array, rows: Positions) -> list[tuple[int, int]]:
    """Rows whose cycles are independent, each with a regressor, by elimination with complete pivoting.

    `p` are the potentials of all regressors along the forest, or the basis, that the rows close cycles in.
    """
    X = panel.regressors
    size = np.maximum(X.max(axis=0), -X.min(axis=0))
    size[size == 0] = 1.0
    R = panel.rise(p, rows)
    R += X[rows]
    R /= size
    places: list[tuple[int, int]] = []
    for _ in range(min(R.shape)):
        check_deadline("the rank of the regressors within the effects")
        i, j = np.unravel_index(int(np.abs(R).argmax()), R.shape)
        if abs(R[i, j]) <= _SMALL:
            break
        places.append((int(rows[i]), int(j)))
        R -= np.outer(R[:, j] / R[i, j], R[i])
        R[:, j] = 0.0
    return places


def _absorb_all(
    panel: Panel, strict: npt.NDArray[np.bool_], pivots: tuple[int, ...], cycles: tuple[Cycle, ...]
) -> Regressors | tuple[int, int] | Loose | None:
    """Relations for all regressors that are no pivots; or an equality and a regressor for which there is none.

    `Loose` where a relation fails on other rows only: the regressor may have a part in the split. None where the cycles
    are independent in doubles only.
    """
    absorbed, aliased = [], []
    rest = [j for j in range(panel.k) if j not in pivots]
    # A relation that fails on an equality has found a cycle; one that holds on all rows is an alias.
    parts = [panel.signs == 0, np.ones(panel.n, bool), ~strict] if rest else []
    trees = [forest(panel, rows, directed=False) for rows in parts]
    for j in rest:
        relation = combination(panel, pivots, cycles, j)
        if relation is None:
            return None
        equal, every, flat = (_absorb(panel, t, rows, *relation) for t, rows in zip(trees, parts, strict=True))
        if isinstance(equal, int):
            return equal, j
        if isinstance(flat, int):
            return Loose(*relation)
        aliased += [] if isinstance(every, int) else [j]
        absorbed.append(flat if isinstance(every, int) else every)
    return Regressors(pivots, cycles, (0,) * len(cycles), tuple(absorbed), tuple(aliased))


def combination(
    panel: Panel, pivots: tuple[int, ...], cycles: tuple[Cycle, ...], j: int
) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Columns and integers v with Σ v_c x_c = 0 around each cycle, the last one of the regressor j."""
    columns = (*pivots, j)
    table = [around(panel, cycle, columns) for cycle in cycles]
    solution = solve_fractions([row[:-1] for row in table], [-row[-1] for row in table])
    if solution is None:
        return None
    scale = lcm(*(value.denominator for value in solution)) if solution else 1
    kept = [(c, int(value * scale)) for c, value in zip(pivots, solution, strict=True) if value]
    return (*(c for c, _ in kept), j), (*(v for _, v in kept), scale)


def around(panel: Panel, cycle: Cycle, columns: tuple[int, ...]) -> list[Fraction]:
    """Σ ν_i x_i of each column, around a cycle."""
    sums = []
    for c in columns:
        values, denominator = integers(panel.regressors[list(cycle.rows), c], panel.numbers)
        sums.append(Fraction(sum(v * nu for v, nu in zip(values, cycle.integers, strict=True)), denominator))
    return sums


def _absorb(
    panel: Panel, trees: Forest, rows: npt.NDArray[np.bool_], columns: tuple[int, ...], factors: tuple[int, ...]
) -> Absorbed | int:
    """The relation with integer potentials along the forest, or a row on which it fails."""
    values, scale = combine_columns(panel, columns, factors)
    p = trees.potentials(panel, values)
    wrong = np.flatnonzero(rows & (values + panel.rise(p) != 0))
    return (
        int(wrong[0])
        if wrong.size
        else Absorbed(columns, tuple(factor * scale for factor in factors), tuple(p.tolist()))
    )


def combine_columns(panel: Panel, columns: tuple[int, ...], factors: tuple[int, ...]) -> tuple[Whole, int]:
    """Σ factor·column in integers whose sums along any path fit their type, and the denominator they are over."""
    parts = [whole(np.ascontiguousarray(panel.regressors[:, c]), panel.numbers) for c in columns]
    scale = lcm(*(denominator for _, denominator in parts))
    shares = [factor * (scale // denominator) for factor, (_, denominator) in zip(factors, parts, strict=True)]
    reach = sum(abs(s) * int(np.abs(part).max()) for s, (part, _) in zip(shares, parts, strict=True))
    kind = np.int64 if reach * (2 * panel.vertices + 1) < _LARGEST else object
    values: Whole = np.zeros(panel.n, kind)
    for share, (part, _) in zip(shares, parts, strict=True):
        values = values + part.astype(kind) * share
    return values, scale
