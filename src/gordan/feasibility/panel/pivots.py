"""`settle_on`: which regressors the cycles in a basis of a panel's flat rows fix, and which the effects absorb."""

from __future__ import annotations

import numpy as np

from gordan.arithmetic.array import Mask
from gordan.arithmetic.deadline import check_deadline
from gordan.feasibility.panel.basis import Basis, basis_of
from gordan.feasibility.panel.elimination import eliminate
from gordan.feasibility.panel.regressor import Regressors, combination, combine_columns, independent_rows
from gordan.outcome.panel import Absorbed, Cycle
from gordan.problem.panel import Panel

__all__ = ["settle_on"]


def settle_on(panel: Panel, basis: Basis, flat: Mask) -> Regressors | None:
    """Pivots with cycles in the basis, and relations on the flat rows for the others; None where neither is found.

    Floating point proposes, integers decide: a relation that fails on a row of the basis has found one more cycle.
    """
    if not panel.k:
        return Regressors()
    rows = np.flatnonzero(basis.rows)
    places = independent_rows(panel, basis.potentials(panel.regressors)[0], rows)
    every: Basis | None = None
    cycles: tuple[Cycle, ...] = ()
    while True:
        check_deadline("the rank of the regressors within the effects")
        pivots = tuple(column for _, column in places)
        more = basis.cycles([row for row, _ in places[len(cycles) :]])
        if more is None:
            return None
        cycles = (*cycles, *more)
        rest = [j for j in range(panel.k) if j not in pivots]
        every = every or (basis_of(eliminate(panel, np.ones(panel.n, bool))) if rest else None)
        settled = _absorb(panel, basis, every, flat, pivots, cycles, rest)
        if not isinstance(settled, tuple):
            return settled
        places = [*places, settled]


def _absorb(
    panel: Panel,
    basis: Basis,
    every: Basis | None,
    flat: Mask,
    pivots: tuple[int, ...],
    cycles: tuple[Cycle, ...],
    rest: list[int],
) -> Regressors | tuple[int, int] | None:
    """Relations for the rest; or a row of the basis and a regressor for which there is none; None where cycles fail."""
    absorbed, aliased = [], []
    for j in rest:
        relation = combination(panel, pivots, cycles, j)
        if relation is None or every is None:
            return None
        values, scale = combine_columns(panel, *relation)
        p, times = every.potentials(values)
        if not bool((values.astype(p.dtype) * times + panel.rise(p)).any()):
            aliased.append(j)
        else:
            p, times = basis.potentials(values)
            wrong = np.flatnonzero(flat & (values.astype(p.dtype) * times + panel.rise(p) != 0))
            if wrong.size:
                inside = wrong[basis.rows[wrong]]
                return (int(inside[0]), j) if inside.size else None
        integers = tuple(v * scale * times for v in relation[1])
        absorbed.append(Absorbed(relation[0], integers, tuple(p.tolist())))
    return Regressors(pivots, cycles, (), tuple(absorbed), tuple(aliased))
