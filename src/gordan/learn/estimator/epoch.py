"""Sequential solvers held to a number of passes, which may go on from where an earlier fit ended."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.candidate import Candidates
from gordan.engine.oracle.sweep import Order, Pass, Rule, SweepOracle
from gordan.learn.compression.sample.updates import is_shuffled
from gordan.learn.estimator.callback import Bridge
from gordan.learn.estimator.sequence import is_sequential
from gordan.learn.estimator.sweep_checkpoint import Earlier, Frame, KernelFrame, SweepCheckpoint, frame_of
from gordan.learn.multiclass import Asked, Way
from gordan.outcome import Code, Outcome, Reason

__all__ = ["Answering", "Epochs"]


class Epochs:
    """The sequential solver `inner` for at most `limit` candidates, each of which is a pass.

    `frame` has the coordinates of the problem it will be given, `earlier` what to go on from.
    """

    def __init__(self, inner: Any, limit: float, frame: Frame | KernelFrame, earlier: SweepCheckpoint | None) -> None:
        self.inner, self.limit, self.frame, self.earlier = inner, limit, frame, earlier
        self.epochs = 0
        self.run: SweepCheckpoint | None = earlier

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def __reduce__(self) -> Any:
        """An outcome that travels names the solver itself; where its passes ended stays with the estimator."""
        return copy, (self.inner,)

    def candidates(self, oracle: SweepOracle, start: object = None) -> Candidates:
        state = None if self.earlier is None else self.earlier.into(self.frame)
        same = self.earlier is not None and self.earlier.frame.same(self.frame)
        shuffling = self._shuffling(self.earlier if same else None)
        resumed = Resumed(oracle, state, shuffling)
        whole = state is None or (self.earlier is not None and self.earlier.whole and same)
        candidates: Candidates = self.inner.candidates(resumed)
        for candidate in candidates:
            self.epochs += 1
            drawn = None if shuffling is None else shuffling.bit_generator.state
            self.run = SweepCheckpoint(resumed.state, self.frame, whole, drawn)
            # Counts that do not make up the whole direction say nothing about its image.
            if not whole:
                candidate = replace(candidate, weights=None, image=None)
            yield candidate
            if self.epochs >= self.limit:
                break
        return candidate

    def _shuffling(self, earlier: SweepCheckpoint | None) -> np.random.Generator | None:
        """Where the solver's orders come from, if it shuffles: on the same rows they go on, and do not begin again."""
        if not is_shuffled(self.inner):
            return None
        generator = np.random.default_rng(self.inner.random_state)
        if earlier is not None and earlier.drawn is not None:
            generator.bit_generator.state = earlier.drawn
        return generator

    def seen(self) -> list[tuple[Array, float]]:
        """Hyperplanes that the run has come to."""
        return [] if self.run is None else self.run.hyperplanes()

    def left(self, *, whole: bool) -> SweepCheckpoint | None:
        """Where the run stands; without anything about single rows unless `whole`."""
        return self.run if whole or self.run is None else self.run.bare()

    @property
    def ending(self) -> Reason | None:
        """Why there are no more candidates, where it is the limit: to the loop that looks like the algorithm's end."""
        if self.epochs < self.limit:
            return None
        return Reason(f"max_iter = {self.limit:,.0f} passes were made", Code.MAX_ITER, max_iter=self.limit)


class Resumed:
    """An oracle whose runs begin where another ended, and which records the state of the last one.

    Orders that are shuffled are drawn here, from a generator that may be drawn from already.
    """

    def __init__(self, oracle: SweepOracle, state: Any, shuffling: np.random.Generator | None) -> None:
        self._oracle, self.state, self._shuffling = oracle, state, shuffling

    def __getattr__(self, name: str) -> Any:
        return getattr(self._oracle, name)

    def begin(self) -> Pass:
        run: Pass = self._oracle.begin()
        if self.state is not None:
            run = replace(run, direction=self.state.w, updates=self.state.updates, state=self.state)
        self.state = run.state
        return run

    def sweep(self, run: Pass, rule: Rule, order: Order) -> Pass:
        if self._shuffling is not None:
            order = self._shuffling.permutation(order.size)
        after: Pass = self._oracle.sweep(run, rule, order)
        self.state = after.state
        return after


@dataclass(frozen=True)
class Answering:
    """Answers one question after another in its `way`, in at most `limit` passes where the algorithm is sequential.

    It goes on from what was `earlier`; scikit-learn's callbacks hear of it through the `bridge`. `held` has the runs of
    a sequential algorithm, one per question.
    """

    way: Way
    limit: float
    earlier: Earlier
    bridge: Bridge
    held: list[Epochs] = field(default_factory=list)

    def __call__(self, asked: Asked) -> Outcome:
        if not is_sequential(self.way.solver):
            return self._ask(asked, start=self.earlier.outcome(asked.number, asked.problem.space))
        epochs = Epochs(self.way.solver, self.limit, frame_of(asked.problem), self.earlier.run(asked.number))
        self.held.append(epochs)
        return self._ask(asked, solver=epochs)

    def _ask(self, asked: Asked, *, start: Outcome | None = None, solver: Epochs | None = None) -> Outcome:
        return self.bridge.ask(
            asked.words,
            lambda watch: self.way.solve(
                asked.problem, deadline=asked.deadline, start=start, solver=solver, watch=watch
            ),
        )

    def seen(self) -> Sequence[tuple[Array, float]]:
        """Hyperplanes that the last run has come to."""
        return self.held[-1].seen() if self.held else ()

    def left(self, *, whole: bool) -> list[SweepCheckpoint | None]:
        """The checkpoints of all runs, each as `Epochs.left` has it."""
        return [epochs.left(whole=whole) for epochs in self.held]
