"""The work itself: batches are read, answered together and then alone, on as many threads as there are cores.

Compiled loops and stacked linear algebra let go of the interpreter, so threads are enough. Whatever is finished when
Ctrl-C comes is kept; what has begun ends at its next step.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import replace

import numpy as np

from gordan.arithmetic.deadline import now
from gordan.engine.compiled import CANCELS
from gordan.engine.loop.separate import solve
from gordan.engine.many.answers import FAILED, SEPARABLE, UNDECIDED, Answers
from gordan.engine.many.batch import Batch, Read, Settings, fits
from gordan.engine.many.together import Engine, answer_together
from gordan.engine.polish import cancellation
from gordan.engine.watch import Event, Watcher
from gordan.errors import Interrupted
from gordan.outcome import Cancellation, Enclosure, Outcome, Reason, answer_of
from gordan.problem import Points
from gordan.problem.matrix import is_sparse
from gordan.verify import verify

__all__ = ["BatchReport", "Run", "answer_alone"]

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
    """A watcher that ends the run from within once `halt` is set: Ctrl-C reaches the main thread only."""

    def __init__(self, halt: threading.Event) -> None:
        self._halt = halt

    def start(self, problem: object, solver: str, note: str) -> None:
        pass

    def step(self, event: Event) -> None:
        if self._halt.is_set():
            raise KeyboardInterrupt

    def stop(self, outcome: object) -> None:
        pass


_AHEAD = 2  # batches for each thread, begun or waiting: none is ever idle, and few are in memory


class Run:
    """One call of `separate_many`: `go` answers batches in threads and passes the answers to `report` as they come."""

    def __init__(
        self, settings: Settings, workers: int, engine: Engine, report: Callable[[list[Answers]], None]
    ) -> None:
        self.settings, self.workers, self.engine, self._report = settings, workers, engine, report
        # All of them, in order: what is in here when Ctrl-C comes, at whatever moment, is not lost.
        self._futures: list[Future[list[Answers]]] = []

    def go(self, readings: Iterable[Callable[[], Read]]) -> None:
        """Read and answer all batches. An exception is raised when the batches that had been begun have ended."""
        running: set[Future[list[Answers]]] = set()
        with ThreadPoolExecutor(self.workers) as pool:
            try:
                for reading in readings:
                    self._futures.append(pool.submit(self._answer, reading))
                    running.add(self._futures[-1])
                    if len(running) >= _AHEAD * self.workers:
                        running = self._wait(running)
                while running:
                    running = self._wait(running)
            except BaseException:
                self.settings.halt.set()
                raise

    def parts(self) -> list[Answers]:
        """Everything that came back."""
        return [part for future in self._futures for part in future.result()]

    def _wait(self, running: set[Future[list[Answers]]]) -> set[Future[list[Answers]]]:
        done, running = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            self._report(future.result())
        return running

    def _answer(self, reading: Callable[[], Read]) -> list[Answers]:
        batches, failed = reading()
        return [self._answer_batch(batch) for batch in batches] + ([Answers.refusals(failed)] if failed else [])

    def _answer_batch(self, batch: Batch) -> Answers:
        began = now()
        if (reason := self.settings.over()) is not None:
            return Answers.of(batch, reason)
        if batch.X is None:
            answers = Answers.of(batch)
        else:
            try:
                answers = answer_together(batch, self.settings, self.engine)
            except (ArithmeticError, MemoryError, np.linalg.LinAlgError):
                # What a stack cannot hold may still be answered one by one.
                answers = Answers.of(batch)
            answers.seconds = (now() - began) / batch.size
        answer_alone(batch, answers, self.settings)
        return answers


class BatchReport:
    """Shows watchers every batch: `n_iter` counts problems, `n_passes` products of all points with a direction.

    The bracket holds the margins of all problems so far; the tag says how many of them are separable.
    """

    def __init__(self, watchers: list[Watcher], settings: Settings) -> None:
        self._watchers, self._settings = watchers, settings
        self._answered = self._separable = self._passes = 0
        self._lower, self._upper = np.inf, -np.inf

    def __call__(self, parts: list[Answers]) -> None:
        if not self._watchers:
            return
        for part in parts:
            self._answered += part.kind.size
            self._separable += int(np.count_nonzero(part.kind == SEPARABLE))
            self._passes += int(part.ended[:, 3].sum())
            known = part.kind != FAILED
            self._lower = min(self._lower, float(part.lower[known].min(initial=np.inf)))
            self._upper = max(self._upper, float(part.upper[known].max(initial=-np.inf)))
        tag = f"{self._separable:,} separable"
        event = Event(self._answered, self._passes, self._settings.seconds, self._lower, self._upper, tag)
        for watcher in self._watchers:
            watcher.step(event)
