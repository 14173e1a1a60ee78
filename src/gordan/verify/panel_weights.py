"""`judge_weights`: the split of a panel with any number of effects, by weights that cancel, in linear time.

Let (β, potentials) be any admissible direction. An absorbed regressor is a combination of pivots and of effects on the
flat rows, so that there z_i = x_i·β' + (effects) with β' on the pivots alone. The weights and their correction make
one sum Σ t_i z_i over flat rows in which the effects and the pivots cancel: it is 0. Since t_i has the
sign s_i of every inequality, no term is negative, and so all are 0: no flat row can be strict. The claimed direction
makes all strict rows so. Hence the split is the only one. As all flat rows are 0, so is (Σ ν_i x_i)·β' of each cycle,
and as many independent ones as pivots leave β' = 0.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from gordan.arithmetic.array import Mask, Positions
from gordan.arithmetic.deadline import check_deadline
from gordan.outcome import Check
from gordan.outcome.panel import Cycle, PanelWeights
from gordan.problem.numbers import Whole
from gordan.problem.panel import MOST_EFFECTS, Panel
from gordan.verify.check import every, fact, shown_value
from gordan.verify.panel import (
    absorbed_check,
    are_integers,
    cancel_check,
    cycle_sums,
    direction_checks,
    formed_check,
    listed,
    rank_check,
)
from gordan.verify.raw import integers

__all__ = ["judge_weights"]

_POTENTIALS = 2**62 // MOST_EFFECTS  # below this the potentials of a row add up within int64
_SUMS = 2**62  # sums below this are within int64
_ROWS = 1 << 16  # rows whose regressors are read together


def judge_weights(panel: Panel, strict: Mask, proof: PanelWeights) -> list[Check]:
    """The checks of a proof by weights, in integers; ranks are modulo a prime."""
    sound = listed(panel, proof) and are_integers(proof.potentials, panel.vertices, _POTENTIALS)
    shown = f"{np.size(proof.potentials)} levels" if sound else type(proof.potentials).__name__
    checks = [fact("integers for every level", shown, f"{panel.vertices} levels", sound)]
    correction = proof.correction
    weighed = are_integers(proof.weights, panel.n) and type(proof.factor) is int and type(correction) is Cycle
    weighed = weighed and all(type(part) is tuple for part in correction)
    checks.append(fact("an integer for every row", f"{np.size(proof.weights)} rows", f"{panel.n} rows", weighed))
    if not all(check.holds for check in checks):
        return checks
    checks += direction_checks(panel, strict, proof)
    corrected = (correction,) if correction.rows or correction.integers else ()
    formed = formed_check(panel, proof, (*proof.cycles, *corrected), matched=True)
    checks.append(formed)
    if not formed.holds:
        return checks
    sums = [cycle_sums(panel, cycle, proof.pivots) for cycle in proof.cycles]
    return [
        *checks,
        every("weights are of flat rows", _off_the_flat(strict, proof), "=", 0, fail="are not"),
        every("effects cancel under the weights", _left(panel, proof), "=", 0),
        cancel_check(panel, proof.cycles),
        _signed(panel, strict, proof),
        every("regressors cancel under the weights", _totals(panel, proof), "=", 0),
        rank_check(proof.pivots, sums),
        absorbed_check(panel, ~strict, proof.absorbed),
    ]


def _off_the_flat(strict: Mask, proof: PanelWeights) -> Positions:
    """The weights of strict rows, and 1 for every row of a cycle or of the correction that is strict."""
    used = [row for cycle in (*proof.cycles, proof.correction) for row in cycle.rows]
    return np.concatenate([proof.weights[strict], strict[used].astype(np.int64)])


def _left(panel: Panel, proof: PanelWeights) -> Whole:
    """What the weights and their correction leave of the potential of every vertex."""
    weights = proof.weights
    greatest = max(int(weights.max()), -int(weights.min()))
    values = weights if greatest * panel.n < _SUMS else weights.astype(object)
    left = _summed(panel, values, slice(None)).astype(object) * proof.factor
    rows = np.array(proof.correction.rows, np.int64)
    return left + _summed(panel, np.array(proof.correction.integers, object), rows)


def _summed(panel: Panel, values: Whole, rows: Any) -> Whole:
    """The sum of the values of each vertex, those of heads subtracted."""
    left: Whole = np.zeros(panel.vertices, values.dtype)
    np.add.at(left, panel.tail[rows], values)
    np.subtract.at(left, panel.head[rows], values)
    for vertex in panel.further:
        check_deadline("adding up the weights of levels")
        np.add.at(left, vertex[rows], values)
    return left


def _signed(panel: Panel, strict: Mask, proof: PanelWeights) -> Check:
    """That the weights times their factor, with the correction, have the signs of all flat inequalities."""
    name = "weights have the signs of flat rows"
    if proof.factor <= 0:
        return fact(name, f"factor {shown_value(proof.factor)}", "a positive one", False)
    along, more = np.sign(proof.weights) * panel.signs, dict[int, int]()
    for row, integer in zip(*proof.correction, strict=True):
        more[row] = more.get(row, 0) + integer
    for row, part in more.items():
        total = proof.factor * int(proof.weights[row]) + part
        along[row] = int(panel.signs[row]) * ((total > 0) - (total < 0))
    return every(name, along[~strict & (panel.signs != 0)], ">", 0, fail="have not")


def _totals(panel: Panel, proof: PanelWeights) -> list[Fraction]:
    """Σ t_i x_i of each pivot."""
    totals = [Fraction(0)] * len(proof.pivots)
    used = np.flatnonzero(proof.weights) if proof.pivots else np.zeros(0, np.int64)
    for start in range(0, used.size, _ROWS):
        check_deadline("adding up weighted regressors")
        rows = used[start : start + _ROWS]
        values = proof.weights[rows].astype(object)
        read = integers(panel.regressors[rows][:, list(proof.pivots)], panel.numbers)
        for j, (column, denominator) in enumerate(read):
            totals[j] += Fraction(proof.factor * int((values * column).sum()), denominator)
    more = cycle_sums(panel, proof.correction, proof.pivots) if proof.correction.rows else [Fraction(0)] * len(totals)
    return [total + part for total, part in zip(totals, more, strict=True)]
