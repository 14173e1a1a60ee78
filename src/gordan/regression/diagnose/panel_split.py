"""`split_or_reason`: the split of a panel's rows by the structure of its levels, or with a column for each of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from gordan.arithmetic.array import Mask
from gordan.arithmetic.deadline import check_deadline, current_deadline, seconds_left
from gordan.errors import OverBudget
from gordan.feasibility.panel import split_panel
from gordan.feasibility.split import Split, Unsettled, coefficients
from gordan.feasibility.split import split as split_system
from gordan.outcome import Code, Reason, Verdict
from gordan.outcome.panel import PanelClaim
from gordan.outcome.split import SplitClaim
from gordan.problem.panel import Panel
from gordan.problem.system import System
from gordan.regression.diagnose.answer import State

__all__ = ["Parted", "split_or_reason"]

_REGRESSORS = 100  # up to which cycles are sought first: slopes of many levels are sparse columns better
_WRITTEN = 3_000  # columns up to which levels are written out where regressors have a part in the split


@dataclass(frozen=True, eq=False)
class Parted:
    """A proved split of the panel's rows, with the states of the regressors, and what `verify` judges it by."""

    strict: Mask
    states: tuple[State, ...]
    aliased: tuple[int, ...]
    verdict: Verdict
    problem: Panel | System
    claim: PanelClaim | SplitClaim


def split_or_reason(panel: Panel, *, exact: bool) -> Parted | Reason:
    """The split by the structure of the levels; else with all levels as columns if they are few; else why neither."""
    try:
        return _split(panel, exact=exact)
    except OverBudget as over:
        limit = current_deadline().seconds
        late = np.isfinite(limit) and bool(over.advice)  # more time is advised only where it helps
        code = Code.MAX_SECONDS if late else Code.UNPROVED
        return Reason(str(over), code, max_seconds=limit if np.isfinite(limit) else None)


def _split(panel: Panel, *, exact: bool) -> Parted | Reason:
    few = panel.k <= _REGRESSORS
    split = split_panel(panel) if few or panel.k + sum(panel.sizes) > _WRITTEN else None
    if split is None:
        return _split_written(panel, exact=exact)
    parted = Parted(split.strict, split.states, split.aliased, split.verdict, panel, split.claim)
    return _settle(parted, panel) if "unsettled" in split.states else parted


def _settle(parted: Parted, panel: Panel) -> Parted:
    """The ways that the structure of the levels left open, with a column for each of these, if they are few."""
    open_ways = [c for c, state in enumerate(parted.states) if state == "unsettled"]
    if panel.k + sum(panel.sizes) > _WRITTEN or seconds_left() <= 0:
        return parted
    try:
        written = _write_out(panel, exact=False)
        ways = [] if isinstance(written, Reason) else coefficients(*written, open_ways, max_seconds=_budget())
    except OverBudget:
        return parted
    states = list(parted.states)
    for c, state in zip(open_ways, ways, strict=False):
        states[c] = state
    return replace(parted, states=tuple(states))


def _budget() -> float | None:
    left = seconds_left()
    return left if np.isfinite(left) else None


def _write_out(panel: Panel, *, exact: bool) -> tuple[System, Split] | Reason:
    check_deadline("a column for every level")
    system = panel.system()
    answer = split_system(system, proof="exact" if exact else "rounded", max_seconds=_budget())
    return answer.reason if isinstance(answer, Unsettled) else (system, answer)


def _split_written(panel: Panel, *, exact: bool) -> Parted | Reason:
    """The split of the system that has a column for every level."""
    columns = panel.k + sum(panel.sizes)
    if columns > _WRITTEN:
        return Reason(
            f"the structure of the levels did not settle it, and with all {columns:,} levels and regressors as columns "
            f"it is asked for at most {_WRITTEN:,}",
            Code.UNPROVED,
        )
    written = _write_out(panel, exact=exact)
    if isinstance(written, Reason):
        return written
    system, answer = written
    states = coefficients(system, answer, range(panel.k), max_seconds=_budget())
    strict = np.zeros(panel.n, bool)
    strict[np.flatnonzero(panel.signs != 0)] = answer.strict
    table = answer.proof.table.relations
    aliased = tuple(sorted({c for relation in table for c in relation.columns if c < panel.k}))
    return Parted(strict, tuple(states), aliased, answer.verdict, system, SplitClaim(answer.strict, answer.proof))
