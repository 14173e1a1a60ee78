"""`split_panel`: which rows of a panel some admissible direction makes positive, by strong components of its levels.

1. components ← strong components of the levels, each row leading along its sign, an equality both ways
2. rows between two components are strict: numbers that rise along the rows are the direction, with β = 0
3. regressors: cycles of equalities give equations of β alone; choose independent ones, the pivots
4. every other regressor is a combination of pivots and of effects on all rows that are not strict; where it is none,
   β may have a part in the split, and nothing is claimed
5. trees from and to one level of each component show that it is one
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
from scipy.sparse.csgraph import connected_components

from gordan.arithmetic.array import Positions
from gordan.arithmetic.deadline import check_deadline
from gordan.feasibility.panel.forest import forest, graph
from gordan.feasibility.panel.regressor import Regressors, settle_regressors
from gordan.outcome import Verdict
from gordan.outcome.panel import PanelClaim, PanelProof
from gordan.problem.panel import Panel
from gordan.verify import verify

__all__ = ["PanelSplit", "split_panel"]


@dataclass(frozen=True, eq=False)
class PanelSplit:
    """A split that the verifier accepted.

    `aliased` regressors are combinations of others and of effects on all rows; `loose` ones are so on the rows that are
    not strict only, and their coefficients go either way.
    """

    claim: PanelClaim = field(repr=False)
    verdict: Verdict
    aliased: tuple[int, ...]
    loose: tuple[int, ...]

    @property
    def strict(self) -> npt.NDArray[np.bool_]:
        return self.claim.strict

    @property
    def kind(self) -> str:
        if not self.strict.any():
            return "overlap"
        return "complete" if self.strict.all() else "quasi"


def split_panel(panel: Panel) -> PanelSplit | None:
    """The split of a panel's rows with its proof; None where regressors have a part in it, or the proof is refused.

    Examples
    --------
    >>> firm = np.array([0, 0, 1, 1, 2, 2])
    >>> trade = np.array([0, 0, 0, 3, 1, 4])
    >>> split = split_panel(Panel(np.zeros((6, 0)), (firm,), np.where(trade > 0, 0, -1)))
    >>> split.kind, np.flatnonzero(split.strict).tolist()
    ('quasi', [0, 1])
    """
    every = np.ones(panel.n, bool)
    component = connected_components(graph(panel, every, directed=True), directed=True, connection="strong")[1]
    component = component.astype(np.int64)
    strict = component[panel.tail] != component[panel.head]
    potentials = _rising(panel, component, strict)
    if potentials is None:
        return None
    check_deadline("the strong components of the effects")
    regressors = settle_regressors(panel, strict)
    if regressors is None:
        return None
    claim = PanelClaim(strict, _proof(panel, strict, component, potentials, regressors))
    verdict = verify(panel, claim)
    return PanelSplit(claim, verdict, regressors.aliased, regressors.loose) if verdict.holds else None


def _rising(panel: Panel, component: Positions, strict: npt.NDArray[np.bool_]) -> Positions | None:
    """Integers of the levels along which every strict row is positive.

    Components are numbered in the order in which a depth-first search completes them, sinks first, so that the numbers
    fall along the rows. That is checked, since no interface promises it.
    """
    fall = panel.signs * (component[panel.head] - component[panel.tail])
    return -component if bool((fall[strict] > 0).all()) else None


def _proof(
    panel: Panel,
    strict: npt.NDArray[np.bool_],
    component: Positions,
    potentials: Positions,
    regressors: Regressors,
) -> PanelProof:
    outward = forest(panel, ~strict, directed=True, component=component)
    inward = forest(panel, ~strict, directed=True, component=component, back=True)
    return PanelProof(
        potentials,
        component,
        outward.tree,
        inward.tree,
        pivots=regressors.pivots,
        cycles=regressors.cycles,
        balance=regressors.balance,
        absorbed=regressors.absorbed,
    )
