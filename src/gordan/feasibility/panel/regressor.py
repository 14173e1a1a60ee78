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
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Array, Positions
from gordan.arithmetic.deadline import check_deadline
from gordan.feasibility.panel.directed import Steps
from gordan.feasibility.panel.forest import Forest, close, forest
from gordan.outcome.panel import Absorbed, Cycle
from gordan.problem.numbers import Whole, integers, whole
from gordan.problem.panel import Panel

if TYPE_CHECKING:
    from gordan.feasibility.split import Split

__all__ = ["Regressors", "settle_regressors"]

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

    @property
    def loose(self) -> tuple[int, ...]:
        """Regressors in a relation that holds on the rows that are not strict only."""
        flat = (each.columns for each in self.absorbed if each.columns[-1] not in self.aliased)
        return tuple(sorted({c for columns in flat for c in columns}))


class Loose(NamedTuple):
    """A combination of regressors that equalities do not fix, and that is none of effects on the rows not strict."""

    columns: tuple[int, ...]
    integers: tuple[int, ...]

    def beta(self, k: int) -> Array:
        beta = np.zeros(k)
        beta[list(self.columns)] = np.array([float(v) for v in self.integers])
        return beta / float(np.abs(beta).max())


def settle_regressors(panel: Panel, strict: npt.NDArray[np.bool_]) -> Regressors | None:
    """The pivots and what is absorbed; None where a regressor has a part in the split, or may have one."""
    if not panel.k:
        return Regressors()
    equal = panel.signs == 0
    trees = forest(panel, equal, directed=False)
    places = _independent(panel, trees, np.flatnonzero(equal))
    while True:
        check_deadline("the rank of the regressors within the effects")
        pivots = tuple(column for _, column in places)
        cycles = tuple(close(panel, trees, {row: 1}) for row, _ in places)
        settled = _absorb_all(panel, strict, pivots, cycles)
        if isinstance(settled, Regressors):
            return settled
        if isinstance(settled, Loose):
            return _settle_directed(panel, strict, trees, cycles, settled)
        places = [*places, settled]


def _settle_directed(
    panel: Panel, strict: npt.NDArray[np.bool_], trees: Forest, equal: tuple[Cycle, ...], loose: Loose
) -> Regressors | None:
    """The same with directed cycles: each β that those known so far admit asks for a cycle that does not admit it."""
    steps, directed = Steps(panel, strict, trees), list[Cycle]()
    asked = [loose.beta(panel.k), -loose.beta(panel.k)]
    for _ in range(_CYCLES + 2 * panel.k):
        more = [cycle for beta in asked if (cycle := steps.negative_cycle(beta)) is not None]
        if not more:
            return None
        directed += more
        cycles = (*directed, *equal)
        small, units = _small_split(panel, directed, equal)
        if small is None:
            return None
        if small.kind != "overlap":
            asked = [small.direction * units]
            continue
        pivots, places = small.proof.flat.pivots, small.proof.flat.witness.tolist()
        settled = _absorb_all(panel, strict, pivots, tuple(cycles[place] for place in places))
        if isinstance(settled, Regressors):
            return replace(settled, cycles=cycles, balance=tuple(map(int, small.proof.weights)))
        if not isinstance(settled, Loose):
            return None
        asked = [settled.beta(panel.k), -settled.beta(panel.k)]
    return None


def _small_split(panel: Panel, directed: list[Cycle], equal: tuple[Cycle, ...]) -> tuple[Split | None, Array]:
    """The split of the β by the cycles' sums, which become integers in units of their own for each regressor."""
    from gordan.feasibility.split import Split, System, split

    columns = tuple(range(panel.k))
    sums = [_around(panel, cycle, columns) for cycle in (*directed, *equal)]
    units = [lcm(*(row[j].denominator for row in sums)) for j in columns]
    whole_sums = [[int(row[j] * units[j]) for j in columns] for row in sums]
    if max(abs(value) for row in whole_sums for value in row) >= 2**53:
        return None, np.zeros(0)
    rows, count = np.array(whole_sums, dtype=np.float64), len(directed)
    answer = split(System(rows[:count], rows[count:] if equal else None), proof="exact")
    return (answer if isinstance(answer, Split) else None), np.array(units, dtype=np.float64)


def _independent(panel: Panel, trees: Forest, rows: Positions) -> list[tuple[int, int]]:
    """Equalities whose cycles are independent, each with a regressor, by elimination with complete pivoting."""
    X = panel.regressors
    p = trees.potentials(panel, X)
    size = np.abs(X).max(axis=0)
    size[size == 0] = 1.0
    R = (X[rows] + p[panel.tail[rows]] - p[panel.head[rows]]) / size
    places: list[tuple[int, int]] = []
    for _ in range(min(R.shape)):
        i, j = np.unravel_index(int(np.abs(R).argmax()), R.shape)
        if abs(R[i, j]) <= _SMALL:
            break
        places.append((int(rows[i]), int(j)))
        R -= np.outer(R[:, j] / R[i, j], R[i])
        R[:, j] = 0.0
    return places


def _absorb_all(
    panel: Panel, strict: npt.NDArray[np.bool_], pivots: tuple[int, ...], cycles: tuple[Cycle, ...]
) -> Regressors | tuple[int, int] | Loose:
    """Relations for all regressors that are no pivots; or an equality and a regressor for which there is none.

    `Loose` where a relation fails on other rows only: the regressor may have a part in the split.
    """
    absorbed, aliased = [], []
    rest = [j for j in range(panel.k) if j not in pivots]
    # A relation that fails on an equality has found a cycle; one that holds on all rows is an alias.
    parts = [panel.signs == 0, np.ones(panel.n, bool), ~strict] if rest else []
    trees = [forest(panel, rows, directed=False) for rows in parts]
    for j in rest:
        relation = _combination(panel, pivots, cycles, j)
        equal, every, flat = (_absorb(panel, t, rows, *relation) for t, rows in zip(trees, parts, strict=True))
        if isinstance(equal, int):
            return equal, j
        if isinstance(flat, int):
            return Loose(*relation)
        aliased += [] if isinstance(every, int) else [j]
        absorbed.append(flat if isinstance(every, int) else every)
    return Regressors(pivots, cycles, (0,) * len(cycles), tuple(absorbed), tuple(aliased))


def _combination(
    panel: Panel, pivots: tuple[int, ...], cycles: tuple[Cycle, ...], j: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Columns and integers v with Σ v_c x_c = 0 around each cycle, the last one of the regressor j."""
    columns = (*pivots, j)
    table = [_around(panel, cycle, columns) for cycle in cycles]
    solution = _solve([row[:-1] for row in table], [-row[-1] for row in table])
    scale = lcm(*(value.denominator for value in solution)) if solution else 1
    kept = [(c, int(value * scale)) for c, value in zip(pivots, solution, strict=True) if value]
    return (*(c for c, _ in kept), j), (*(v for _, v in kept), scale)


def _around(panel: Panel, cycle: Cycle, columns: tuple[int, ...]) -> list[Fraction]:
    sums = []
    for c in columns:
        values, denominator = integers(panel.regressors[list(cycle.rows), c], panel.numbers)
        sums.append(Fraction(sum(v * nu for v, nu in zip(values, cycle.integers, strict=True)), denominator))
    return sums


def _solve(A: list[list[Fraction]], b: list[Fraction]) -> list[Fraction]:
    """The solution of a small regular system in fractions."""
    rows = [[*row, value] for row, value in zip(A, b, strict=True)]
    for column in range(len(rows)):
        place = next(i for i in range(column, len(rows)) if rows[i][column])
        rows[column], rows[place] = rows[place], rows[column]
        rows[column] = [value / rows[column][column] for value in rows[column]]
        for i, row in enumerate(rows):
            if i != column and row[column]:
                rows[i] = [a - row[column] * b for a, b in zip(row, rows[column], strict=True)]
    return [row[-1] for row in rows]


def _absorb(
    panel: Panel, trees: Forest, rows: npt.NDArray[np.bool_], columns: tuple[int, ...], factors: tuple[int, ...]
) -> Absorbed | int:
    """The relation with integer potentials along the forest, or a row on which it fails."""
    parts = [whole(np.ascontiguousarray(panel.regressors[:, c]), panel.numbers) for c in columns]
    scale = lcm(*(denominator for _, denominator in parts))
    shares = [factor * (scale // denominator) for factor, (_, denominator) in zip(factors, parts, strict=True)]
    reach = sum(abs(s) * int(np.abs(part).max()) for s, (part, _) in zip(shares, parts, strict=True))
    kind = np.int64 if reach * (2 * panel.vertices + 1) < _LARGEST else object
    values: Whole = np.zeros(panel.n, kind)
    for share, (part, _) in zip(shares, parts, strict=True):
        values = values + part.astype(kind) * share
    p = trees.potentials(panel, values)
    wrong = np.flatnonzero(rows & (values + p[panel.tail] - p[panel.head] != 0))
    return (
        int(wrong[0])
        if wrong.size
        else Absorbed(columns, tuple(factor * scale for factor in factors), tuple(p.tolist()))
    )
