"""`split_further`: the split of a panel with three or more effects, which no graph describes.

1. rows that pairs of effects separate are strict
2. the other inequalities have the weight 1, and equalities cancel them where they can; else Newton's method weighs rows
3. weights are rounded to integers, and made to cancel on a basis of the flat rows; cycles let the regressors cancel too
4. where Newton's method goes to infinity, the rows that grow are strict: the direction is made exact by the others,
   which it leaves at 0; go on with those from 1
"""

from __future__ import annotations

from collections import deque
from fractions import Fraction

import numpy as np

from gordan.arithmetic.array import Mask, Positions
from gordan.arithmetic.deadline import check_deadline
from gordan.errors import OverBudget
from gordan.feasibility.panel.basis import Basis, Closed, basis_of
from gordan.feasibility.panel.direction import Direction, nowhere
from gordan.feasibility.panel.elimination import eliminate
from gordan.feasibility.panel.newton import Design, Iterate, iterates
from gordan.feasibility.panel.pairs import strict_by_pairs
from gordan.feasibility.panel.pivots import settle_on
from gordan.feasibility.panel.ray import exact_ray
from gordan.feasibility.panel.regressor import Regressors, around
from gordan.feasibility.panel.sums import solve_fractions
from gordan.feasibility.split.exact import whole_multiple
from gordan.outcome.panel import Cycle, PanelClaim, PanelWeights
from gordan.problem.numbers import whole
from gordan.problem.panel import Panel
from gordan.verify import verify

__all__ = ["only_way", "split_further"]

_UNITS = 2.0**40  # of the largest weight
_BEFORE, _WAIT = 4, 8  # steps of Newton's method that a direction is made of, and before the first one is tried
_FEW = 300  # seeds
_PARTS = (0.5, 0.1, 0.01)  # of the largest growth: rows that grow by as much may be strict


@np.errstate(all="ignore")  # the search may overflow; what it proposes is proved apart from it
def split_further(panel: Panel) -> tuple[Mask, Direction, PanelWeights, Regressors] | None:
    """Flat rows, the direction of the others, the proof, and the regressors; None where nothing was proved."""
    flat, total = np.ones(panel.n, bool), nowhere(panel)
    while True:
        by_pairs = strict_by_pairs(panel, flat, total)
        if by_pairs is None:
            return None
        flat, total = by_pairs
        # Where equalities leave many seeds they seldom cancel all, and cost more than Newton's method does.
        weighed = (
            _by_equalities(panel, flat, most=_FEW) or _by_newton(panel, flat) or _by_equalities(panel, flat, least=_FEW)
        )
        if weighed is None:
            return None
        if not isinstance(weighed, Direction):
            closed, settled = weighed
            proof = PanelWeights(
                total.potentials,
                closed.weights,
                closed.factor,
                Cycle(tuple(closed.rows.tolist()), closed.integers),
                pivots=settled.pivots,
                cycles=settled.cycles,
                absorbed=settled.absorbed,
                coefficients=total.beta if any(total.beta) else (),
            )
            return flat, total, proof, settled
        further = total.then(weighed, ~flat)
        if further is None:
            return None
        flat, total = flat & (weighed.rise == 0), further


def only_way(panel: Panel, column: int, sign: int) -> bool | None:
    """Whether no admissible direction has a coefficient of the other sign in this column; None where it is not known.

    That asks for one more inequality, −sign·β_c ≥ 0, and whether it can be strict: two rows of levels of their own, of
    which the first is 0 and the second has the regressor in addition.
    """
    more = np.zeros((2, panel.k))
    more[1, column] = -sign
    levels = tuple(np.append(codes, [size, size]) for codes, size in zip(panel.levels, panel.sizes, strict=True))
    signs = np.append(panel.signs, [0, 1])
    asked = Panel(np.vstack([panel.regressors, more]), levels, signs, panel.numbers)
    try:
        answer = split_further(asked)
    except OverBudget:  # the split itself is proved, and only the way of a coefficient is left open
        return None
    if answer is None or not verify(asked, PanelClaim(~answer[0], answer[2])).holds:
        return None
    return bool(answer[0][-1])


_Proof = tuple[Closed, Regressors]


def _by_equalities(panel: Panel, flat: Mask, *, least: int = 0, most: int | None = None) -> _Proof | None:
    """Weight 1 for every flat inequality, where the equalities can cancel them; for so many seeds of a component."""
    equal = flat & (panel.signs == 0)
    weights = np.where(flat, panel.signs, 0).astype(np.int64)
    if not equal.any():
        return None if weights.any() or least else _balanced(panel, flat, basis_of(eliminate(panel, flat)), weights)
    order = eliminate(panel, equal)
    asked = least < order.widest and (most is None or order.widest <= most)
    return _balanced(panel, flat, basis_of(order), weights) if asked else None


def _by_newton(panel: Panel, flat: Mask) -> _Proof | Direction | None:
    past: deque[Iterate] = deque(maxlen=_BEFORE + 1)
    for count, each in enumerate(iterates(panel, Design(panel), flat)):
        past.append(each)
        if each.settled:
            weights = np.zeros(panel.n, np.int64)
            scale = _UNITS / float(np.abs(each.weights).max())
            weights[flat] = np.rint(each.weights * scale).astype(np.int64)
            return _balanced(panel, flat, basis_of(eliminate(panel, flat)), weights)
        if count >= _WAIT and count % _BEFORE == 0:
            ray = _growing(panel, flat, past[0], each)
            if ray is not None:
                return ray
    return None


def _growing(panel: Panel, flat: Mask, before: Iterate, after: Iterate) -> Direction | None:
    """The direction between two iterates, made exact."""
    growth = np.zeros(panel.n)
    growth[flat] = panel.signs[flat] * (after.z - before.z)
    top = float(growth.max())
    for part in _PARTS:
        check_deadline("the direction in which rows are separated")
        ray = exact_ray(
            panel, flat & (growth <= part * top), flat, after.potentials - before.potentials, after.beta - before.beta
        )
        if ray is not None:
            return ray
    return None


def _balanced(panel: Panel, flat: Mask, basis: Basis, near: Positions) -> _Proof | None:
    """Weights near these with which effects and pivots cancel, and what is known of the regressors."""
    closed = basis.close(near)
    settled = None if closed is None else settle_on(panel, basis, flat)
    if closed is None or settled is None:
        return None
    if settled.pivots:
        closed = _cancelled(panel, closed, settled)
    return (closed, settled) if closed is not None and _signed(panel, flat, closed) else None


def _cancelled(panel: Panel, closed: Closed, settled: Regressors) -> Closed | None:
    """The weights with such multiples of the cycles that the pivots cancel too."""
    used = np.flatnonzero(closed.weights)
    own = Cycle(tuple(closed.rows.tolist()), closed.integers)
    sums = [closed.factor * _sum(panel, used, closed.weights[used], c) for c in settled.pivots]
    if own.rows:
        sums = [a + b for a, b in zip(sums, around(panel, own, settled.pivots), strict=True)]
    table = [around(panel, cycle, settled.pivots) for cycle in settled.cycles]
    factors = solve_fractions([[row[j] for row in table] for j in range(len(sums))], [-value for value in sums])
    if factors is None:
        return None
    first, *others = whole_multiple([Fraction(1), *factors])
    total = {row: first * integer for row, integer in zip(*own, strict=True)}
    for factor, cycle in zip(others, settled.cycles, strict=True):
        for row, integer in zip(*cycle, strict=True):
            total[row] = total.get(row, 0) + factor * integer
    kept = {row: integer for row, integer in total.items() if integer}
    return Closed(first * closed.factor, closed.weights, np.array(list(kept), np.int64), tuple(kept.values()))


def _sum(panel: Panel, rows: Positions, weights: Positions, column: int) -> Fraction:
    values, denominator = whole(np.ascontiguousarray(panel.regressors[rows, column]), panel.numbers)
    return Fraction(int((values.astype(object) * weights.astype(object)).sum()), denominator)


def _signed(panel: Panel, flat: Mask, closed: Closed) -> bool:
    """Whether the weights with their correction have the signs of the flat inequalities."""
    signs = np.sign(closed.weights)
    for row, integer in zip(closed.rows.tolist(), closed.integers, strict=True):
        total = closed.factor * int(closed.weights[row]) + integer
        signs[row] = (total > 0) - (total < 0)
    concerned = flat & (panel.signs != 0)
    return bool((signs[concerned] == panel.signs[concerned]).all())
