"""One problem at a time: what a batch could not prove, what is too large for one, and what must be integers."""

from __future__ import annotations

import math
import threading
from dataclasses import replace

import numpy as np

from gordan.engine.compiled import CANCELS
from gordan.engine.loop import solve
from gordan.engine.many.answers import SEPARABLE, UNDECIDED, Answers
from gordan.engine.many.batch import Batch, Settings, fits
from gordan.engine.polish import cancellation
from gordan.engine.watch import Event
from gordan.errors import Interrupted
from gordan.outcome import Cancellation, Enclosure, Outcome, Reason, answer_of
from gordan.problem import Points
from gordan.problem.matrix import is_sparse
from gordan.verify import verify

__all__ = ["answer_alone"]

_NOISE = 1e-9  # of the greatest weight: on ties the certificate has rows with no weight but rounding


def answer_alone(batch: Batch, answers: Answers, settings: Settings) -> None:
    """Settle every problem of the batch that is still open; where only integers count, all of them."""
    for i in range(batch.size):
        if settings.proof != "exact" and answers.kind[i] != UNDECIDED:
            continue
        if (reason := settings.over()) is not None:
            answers.leave(i, reason)
            continue
        try:
            answers.settle(i, _answer(batch.problem(i), i, answers, settings))
        except Exception as error:
            # Whatever goes wrong with one problem, the others are not to suffer for it.
            answers.fail(i, error)


def _answer(problem: Points, i: int, answers: Answers, settings: Settings) -> Outcome:
    known: Outcome | None = None
    if answers.judged is not None:
        known = _separable(problem, i, answers) or _inseparable(problem, i, answers, settings)
    if known is not None:
        return known
    seconds = None if math.isinf(settings.max_seconds) else max(settings.left, 1e-9)
    # The exact solver for what is small; for the rest the library's own choice.
    small = not is_sparse(problem.X) and fits(problem.n, problem.m)
    try:
        return solve(
            problem,
            solver="min-norm-point" if small else "auto",
            goal=settings.goal,
            tol=settings.tol,
            proof=settings.proof,
            max_seconds=seconds,
            watch=Halting(settings.halt),
        )
    except Interrupted as interrupted:
        outcome: Outcome = interrupted.outcome
        return outcome


def _separable(problem: Points, i: int, answers: Answers) -> Outcome | None:
    """What rounded bounds have proved, in integers."""
    if answers.kind[i] != SEPARABLE:
        return None
    claim = answers.claim(i)
    verdict = verify(problem, claim, proof="exact")
    return answer_of(claim, verdict, answers.run(i)) if verdict.holds else None


def _inseparable(problem: Points, i: int, answers: Answers, settings: Settings) -> Outcome | None:
    """The weights that cancel, polished into a proof."""
    assert answers.judged is not None
    if answers.ended[i, 0] != CANCELS:
        return None
    x = answers.judged.claims.weights(i, problem.n)
    polished = cancellation(
        problem,
        np.where(x > _NOISE * x.max(), x, 0.0),
        deadline=settings.began + settings.max_seconds,
        exact=settings.proof == "exact",
    )
    if not isinstance(polished.proof, Cancellation | Enclosure):
        return None
    claim = answers.claim(i, polished.proof)
    verdict = verify(problem, claim, proof=settings.proof)
    return answer_of(claim, verdict, replace(answers.run(i), reason=Reason())) if verdict.holds else None


class Halting:
    """A watcher that ends the run from within when it is told to: Ctrl-C reaches the main thread only."""

    def __init__(self, halt: threading.Event) -> None:
        self._halt = halt

    def start(self, problem: object, solver: str, note: str) -> None:
        pass

    def step(self, event: Event) -> None:
        if self._halt.is_set():
            raise KeyboardInterrupt

    def stop(self, outcome: object) -> None:
        pass
