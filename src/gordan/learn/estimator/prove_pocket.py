"""From a hyperplane that has every row on its side to the proof that it does."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gordan.engine.loop import solve
from gordan.learn.estimator.pocket import Pocket
from gordan.outcome import Outcome, Run, Separable, Undecided
from gordan.problem import Gram, Points

__all__ = ["promote"]


def promote(problem: Points | Gram, outcome: Outcome, pocket: Pocket, *, proof: Any = "rounded") -> Separable | None:
    """`Separable` by the pocket's hyperplane, where the run ended undecided and the verifier agrees.

    Rows on the hyperplane itself are no errors for who has to predict, and keep it from separating: then there is none.

    Examples
    --------
    >>> import gordan, numpy as np
    >>> from gordan.learn.estimator.pocket import unproved
    >>> problem = gordan.Points([[0.0, 0.0], [1.0, 9.0], [2.0, 0.0], [3.0, 9.0]], [0, 0, 1, 1])
    >>> pocket = Pocket(unproved((0, 1), np.array([1.0, 0.0]), -1.5), 0)
    >>> promote(problem, unproved((0, 1)), pocket).kind
    'separable'
    """
    if pocket.errors or not isinstance(outcome, Undecided):
        return None
    held = pocket.hyperplane
    start = replace(held, claim=replace(held.claim, weights=outcome.weights))
    found = solve(problem, solver="perceptron", goal="decide", start=start, proof=proof, polish=True, max_iter=1)
    if not isinstance(found, Separable):
        return None
    run = Run(
        solver=outcome.solver,
        n_iter=outcome.n_iter,
        n_passes=outcome.n_passes + found.n_passes,
        seconds=outcome.seconds + found.seconds,
        reason=outcome.reason.say("Proved of a hyperplane that was seen besides, when the run had ended undecided."),
        guarantee=outcome.guarantee,
    )
    return replace(found, run=run)
