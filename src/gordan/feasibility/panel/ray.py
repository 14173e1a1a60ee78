"""`exact_ray`: a direction of doubles made exact, so that it vanishes on the rows on which it nearly does.

On a basis of those rows the direction follows from its values at the roots, one for each group of levels that they
join, and from the coefficients that their cycles leave free. These are rounded to integers, and all others computed.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from gordan.arithmetic.array import Array, Mask
from gordan.feasibility.panel.basis import Basis, basis_of
from gordan.feasibility.panel.direction import Direction
from gordan.feasibility.panel.elimination import eliminate
from gordan.feasibility.panel.regressor import around, combine_columns, independent_rows
from gordan.feasibility.panel.sums import solve_fractions
from gordan.feasibility.split.exact import whole_multiple
from gordan.problem.numbers import Whole
from gordan.problem.panel import Panel

__all__ = ["exact_ray"]

_UNITS = (2.0**4, 2.0**12, 2.0**24)  # of the greatest potential, when roots are rounded; short integers are tried first
_SMALL = 1e-6  # of the greatest product: a coefficient whose part is so small is none
_LARGEST = 2**58


def exact_ray(panel: Panel, still: Mask, flat: Mask, potentials: Array, beta: Array) -> Direction | None:
    """A direction near this one, 0 on the rows that stand still and not negative on the other flat ones.

    None where there is none, or where all flat rows stand still.
    """
    basis = basis_of(eliminate(panel, still))
    if basis.open:
        return None
    coefficients = _coefficients(panel, basis, beta, potentials)
    if coefficients is None:
        return None
    used = [c for c, value in enumerate(coefficients) if value]
    if used:
        largest = max(used, key=lambda c: abs(beta[c]))
        values, scale = combine_columns(panel, tuple(used), tuple(coefficients[c] for c in used))
        try:
            units = [scale * coefficients[largest] / float(beta[largest])]
        except ArithmeticError:  # beyond the doubles, as of regressors whose scales are: nothing near is an int64
            return None
    else:
        values, scale = np.zeros(panel.n, np.int64), 1
        units = [unit / max(float(np.abs(potentials).max()), 1e-300) for unit in _UNITS]
    for unit in units:
        near = potentials * unit
        if not bool((np.abs(near) < _LARGEST).all()):
            continue
        p, factor = basis.shifted(values, np.rint(near).astype(np.int64))
        z = values.astype(p.dtype) * factor + panel.rise(p)
        rise = panel.signs * z
        vanishes = not bool(z[flat & ((panel.signs == 0) | still)].any())
        if vanishes and bool((rise[flat] >= 0).all()) and bool((rise[flat] > 0).any()) and _short(rise) and _short(p):
            beta_whole = tuple(v * scale * factor for v in coefficients)
            return Direction(beta_whole, p.astype(np.int64), rise.astype(np.int64))
    return None


def _short(values: Whole) -> bool:
    return max(int(values.max(initial=0)), -int(values.min(initial=0))) < _LARGEST


def _coefficients(panel: Panel, basis: Basis, beta: Array, potentials: Array) -> tuple[int, ...] | None:
    """Integers in proportions near β for which the sums of all cycles of the basis are 0."""
    if not panel.k:
        return ()
    X = panel.regressors
    part = np.abs(beta) * np.ptp(X, axis=0)
    small = part < _SMALL * max(float(np.abs(potentials).max()), float(part.max()), 1e-300)
    if small.all():
        return (0,) * panel.k
    places = independent_rows(panel, basis.potentials(X)[0], np.flatnonzero(basis.rows))
    pivots = tuple(column for _, column in places)
    near = [Fraction(f"{value:.6g}") if not tiny else Fraction(0) for value, tiny in zip(beta, small, strict=True)]
    rest = tuple(c for c in range(panel.k) if c not in pivots)
    cycles = basis.cycles([row for row, _ in places])
    if cycles is None:
        return None
    table = [around(panel, cycle, (*pivots, *rest)) for cycle in cycles]
    few = len(pivots)
    right = [-sum((a * near[c] for a, c in zip(row[few:], rest, strict=True)), Fraction(0)) for row in table]
    solution = solve_fractions([row[:few] for row in table], right)
    if solution is None:
        return None
    for c, value in zip(pivots, solution, strict=True):
        near[c] = value
    return whole_multiple(near)
