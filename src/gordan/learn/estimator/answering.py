"""One question after another, answered by an algorithm that may go on from an earlier fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from gordan.arithmetic.array import Array
from gordan.learn.estimator.callback import Bridge
from gordan.learn.estimator.epoch import Epochs
from gordan.learn.estimator.sequence import is_sequential
from gordan.learn.estimator.sweep_checkpoint import Earlier, Standing, frame_of
from gordan.learn.multiclass import Asked, Way
from gordan.outcome import Outcome

__all__ = ["Answering"]


@dataclass(frozen=True)
class Answering:
    """Called with a question, it gives the answer. `held` has the runs of a sequential algorithm, one per question.

    Parameters
    ----------
    way
        The algorithm, configured, and the settings of every question.
    limit
        The most passes of a sequential algorithm.
    earlier
        What there is to go on from.
    bridge
        Tells scikit-learn's callbacks.
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

    def left(self, *, whole: bool) -> list[Standing | None]:
        """Where every run stands."""
        return [epochs.left(whole=whole) for epochs in self.held]
