"""The work itself: batches are read, answered together and then alone, on as many threads as there are cores.

Compiled loops and stacked linear algebra let go of the interpreter, so threads are enough. Whatever is finished when
Ctrl-C comes is kept; what has begun ends at its next step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

import numpy as np

from gordan.arithmetic.deadline import now
from gordan.engine.many.alone import answer_alone
from gordan.engine.many.answers import FAILED, SEPARABLE, Answers
from gordan.engine.many.batch import Batch, Read, Settings
from gordan.engine.many.engine import Engine
from gordan.engine.many.together import answer_together
from gordan.engine.watch import Event, Watcher

__all__ = ["Run", "Telling"]

_AHEAD = 2  # batches for each thread, begun or waiting: none is ever idle, and few are in memory


class Run:
    """One call of `separate_many`: `go` answers batches in threads and passes the answers to `tell` as they come."""

    def __init__(self, settings: Settings, workers: int, engine: Engine, tell: Callable[[list[Answers]], None]) -> None:
        self.settings, self.workers, self.engine, self._tell = settings, workers, engine, tell
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
            self._tell(future.result())
        return running

    def _answer(self, reading: Callable[[], Read]) -> list[Answers]:
        batches, failed = reading()
        return [self._answer_batch(batch) for batch in batches] + ([Answers.refusals(failed)] if failed else [])

    def _answer_batch(self, batch: Batch) -> Answers:
        began = now()
        if (reason := self.settings.over()) is not None:
            return Answers.blank(batch.index, batch.classes, reason)
        if batch.X is None:
            answers = Answers.blank(batch.index, batch.classes)
        else:
            try:
                answers = answer_together(batch, self.settings, self.engine)
            except (ArithmeticError, MemoryError, np.linalg.LinAlgError):
                # What a stack cannot hold may still be answered one by one.
                answers = Answers.blank(batch.index, batch.classes)
            answers.seconds = (now() - began) / batch.size
        answer_alone(batch, answers, self.settings)
        return answers


class Telling:
    """Tells watchers of every batch: `n_iter` counts problems, `n_passes` products of all points with a direction.

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
