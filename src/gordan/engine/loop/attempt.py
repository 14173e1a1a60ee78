"""The end of one attempt without the loop: its claim is verified once, and becomes the answer where that is enough.

Such an attempt takes milliseconds, so that watchers hear of its steps afterwards.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from gordan.arithmetic.array import Array, Positions
from gordan.arithmetic.deadline import now
from gordan.arithmetic.setting import setting
from gordan.engine.loop.settings import NEAREST, TOUCHING, Settings
from gordan.engine.watch import Audience, Event
from gordan.errors import Interrupted
from gordan.outcome import Claim, Code, Outcome, Reason, Run, answer_of
from gordan.problem import Points
from gordan.verify import verify

__all__ = ["SAFE", "answer_claim", "gap_reached", "nearest_rows"]

SAFE = 2.0**200  # magnitudes whose squares and sums neither overflow nor vanish


def answer_claim(
    problem: Points,
    claim: Claim,
    settings: Settings,
    steps: list[Event],
    audience: Audience,
    *,
    solver: str,
    note: str,
    began: float,
) -> Outcome | None:
    """The answer that a claim makes; None where the verifier refuses it or the margin is not known to the tolerance."""
    verdict = verify(problem, claim, proof=settings.proof)
    bracket, margin = verdict.bracket, claim.kind == "separable" and settings.goal == "margin"
    if not verdict.holds or (margin and bracket.gap > settings.tol):
        return None
    reason, last = gap_reached(settings.tol) if margin else Reason(), steps[-1]
    counts = solver, last.n_iter, last.n_passes, now() - began
    run = Run(*counts, reason.noted(note), note=note, automatic=True, polished=True)
    outcome = answer_of(replace(claim, bracket=bracket), verdict, run, names=problem.names)
    audience.start(problem, solver, note)
    try:
        for step in steps if audience else ():
            audience.step(step)
    except KeyboardInterrupt:
        audience.stop(outcome)
        raise Interrupted(outcome) from None
    audience.stop(outcome)
    return outcome


def gap_reached(tol: float) -> Reason:
    """The reason to stop at a gap that is within the tolerance."""
    return Reason(f"Stopped because the gap is at most {setting('tol', tol)}.", Code.GAP, tol=tol)


def nearest_rows(products: Array, groups: list[Positions]) -> tuple[int, ...]:
    """The rows nearest to the hyperplane, some of each group: of equally near ones the first."""
    rounded = np.rint(products / (TOUCHING * float(np.abs(products).max())))
    ordered = (rows[rounded[rows].argsort(kind="stable")[:NEAREST]].tolist() for rows in groups)
    return tuple(row for rows in ordered for row in rows)
