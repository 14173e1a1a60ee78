"""`split_panel`: which rows of a panel some admissible direction makes positive, by strong components of its levels.

1. flat ← all rows
2. components ← strong components of the levels, each flat row leading along its sign, an equality both ways
3. flat rows between two components are strict: numbers that rise along the rows are the direction, with β = 0
4. regressors: cycles of flat rows give conditions on β alone; choose independent ones, the pivots, and write every
   other regressor as a combination of pivots and of effects on the flat rows
5. where some β is admitted by all cycles, the rows that it makes positive are strict: go on with the others from 2
6. trees from and to one level of each component show that it is one
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import numpy.typing as npt
from scipy.sparse.csgraph import connected_components

from gordan.arithmetic.array import Positions
from gordan.arithmetic.deadline import check_deadline
from gordan.feasibility.panel.direction import Direction, admitted, nowhere
from gordan.feasibility.panel.forest import forest, graph
from gordan.feasibility.panel.further import only_way, split_further
from gordan.feasibility.panel.regressor import Regressors, settle_regressors
from gordan.feasibility.panel.way import one_way
from gordan.outcome import Verdict
from gordan.outcome.panel import PanelClaim, PanelProof
from gordan.problem.panel import Panel
from gordan.verify import verify

__all__ = ["PanelSplit", "split_panel"]

State = Literal["finite", "+inf", "-inf", "undetermined", "unsettled"]


@dataclass(frozen=True, eq=False)
class PanelSplit:
    """A split that the verifier accepted.

    `aliased` regressors are combinations of others and of effects on all rows; `states` says where the coefficient of
    each regressor goes.
    """

    claim: PanelClaim = field(repr=False)
    verdict: Verdict
    aliased: tuple[int, ...]
    states: tuple[State, ...]

    @property
    def strict(self) -> npt.NDArray[np.bool_]:
        return self.claim.strict

    @property
    def kind(self) -> str:
        if not self.strict.any():
            return "overlap"
        return "complete" if self.strict.all() else "quasi"


def split_panel(panel: Panel) -> PanelSplit | None:
    """The split of a panel's rows with its proof; None where numbers are too long for it, or the proof is refused.

    Examples
    --------
    >>> firm = np.array([0, 0, 1, 1, 2, 2])
    >>> trade = np.array([0, 0, 0, 3, 1, 4])
    >>> split = split_panel(Panel(np.zeros((6, 0)), (firm,), np.where(trade > 0, 0, -1)))
    >>> split.kind, np.flatnonzero(split.strict).tolist()
    ('quasi', [0, 1])
    """
    if panel.further:
        return _split_further(panel)
    flat, total = np.ones(panel.n, bool), nowhere(panel)
    while True:
        check_deadline("the strong components of the effects")
        component = connected_components(graph(panel, flat, directed=True), directed=True, connection="strong")[1]
        component = component.astype(np.int64)
        step = _rising(panel, component, flat)
        further = None if step is None else total.then(step, ~flat)
        if further is None:
            return None
        flat, total = flat & (component[panel.tail] == component[panel.head]), further
        regressors = settle_regressors(panel, ~flat)
        if isinstance(regressors, Regressors):
            break
        step = None if regressors is None else admitted(panel, regressors, flat)
        further = None if step is None else total.then(step, ~flat)
        if step is None or further is None or not (flat & (step.rise > 0)).any():
            return None
        flat, total = flat & (step.rise == 0), further
    # What the direction is on every row is not needed any more, and takes as much memory as a column of the data.
    total = Direction(total.beta, total.potentials, total.rise[:0].copy())
    del step, further
    claim = PanelClaim(~flat, _proof(panel, ~flat, component, total, regressors))
    verdict = verify(panel, claim)
    return PanelSplit(claim, verdict, regressors.aliased, _states(panel, total, regressors)) if verdict.holds else None


def _split_further(panel: Panel) -> PanelSplit | None:
    """The split of a panel with three or more effects."""
    weighed = split_further(panel)
    if weighed is None:
        return None
    flat, total, proof, regressors = weighed
    claim = PanelClaim(~flat, proof)
    verdict = verify(panel, claim)
    return PanelSplit(claim, verdict, regressors.aliased, _states(panel, total, regressors)) if verdict.holds else None


def _states(panel: Panel, total: Direction, regressors: Regressors) -> tuple[State, ...]:
    """Whether each coefficient stays finite; where relations leave it free, whether it can go both ways.

    Along a relation that holds on all rows coefficients go both ways. So does one that the direction leaves where it
    is, along a relation that holds on the flat rows: enough of the direction keeps all others positive.
    """
    aliases = [each for each in regressors.absorbed if each.columns[-1] in regressors.aliased]
    free = [each for each in regressors.absorbed if each.columns[-1] not in regressors.aliased]
    related = {c for each in regressors.absorbed for c in each.columns}
    states: list[State] = ["undetermined" if c in related else "finite" for c in range(panel.k)]
    moved = {c for each in free for c in each.columns if total.beta[c]} - {c for each in aliases for c in each.columns}
    if panel.further:
        ways = {c: only_way(panel, c, 1 if total.beta[c] > 0 else -1) for c in sorted(moved)}
    else:
        ways = one_way(panel, total.beta, free, moved) if moved else {}
    for c, way in ways.items():
        signed: State = "+inf" if total.beta[c] > 0 else "-inf"
        states[c] = "unsettled" if way is None else signed if way else "undetermined"
    return tuple(states)


def _rising(panel: Panel, component: Positions, flat: npt.NDArray[np.bool_]) -> Direction | None:
    """Integers of the levels along which every flat row between two components is positive.

    Components are numbered in the order in which a depth-first search completes them, sinks first, so that the numbers
    fall along the rows. That is checked, since no interface promises it.
    """
    rise = panel.signs * (component[panel.head] - component[panel.tail])
    between = flat & (component[panel.head] != component[panel.tail])
    return Direction((0,) * panel.k, -component, rise) if bool((rise[between] > 0).all()) else None


def _proof(
    panel: Panel,
    strict: npt.NDArray[np.bool_],
    component: Positions,
    total: Direction,
    regressors: Regressors,
) -> PanelProof:
    outward = forest(panel, ~strict, directed=True, component=component)
    inward = forest(panel, ~strict, directed=True, component=component, back=True)
    return PanelProof(
        total.potentials,
        component,
        outward.tree,
        inward.tree,
        pivots=regressors.pivots,
        cycles=regressors.cycles,
        balance=regressors.balance,
        absorbed=regressors.absorbed,
        coefficients=total.beta if any(total.beta) else (),
    )
