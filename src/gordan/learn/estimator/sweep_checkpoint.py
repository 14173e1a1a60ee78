"""`SweepCheckpoint`: the state of a sequential perceptron between passes, with which it goes on over other rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

import numpy as np

from gordan.arithmetic.array import Array, Matrix
from gordan.engine.compiled import Rule, SweepState, sweep_dense, sweep_sparse
from gordan.errors import InputError
from gordan.learn.multiclass import Rows, Sides
from gordan.outcome import Outcome
from gordan.problem import Gram, Points
from gordan.problem.canonical import Canonical
from gordan.problem.kernel import Kernel
from gordan.problem.length import squared_lengths
from gordan.problem.matrix import is_sparse

__all__ = ["Earlier", "Frame", "KernelFrame", "SweepCheckpoint", "frame_of", "learn", "longest_square"]


@dataclass(frozen=True)
class KernelFrame:
    """Rows by their digest, and the kernel: a direction is made of these rows, and means nothing beside others."""

    digest: str
    kernel: Kernel | None
    lift: float

    @classmethod
    def of(cls, problem: Points | Gram) -> KernelFrame:
        """The frame of a problem."""
        return cls(problem.digest(), problem.kernel, problem.canonical().lifted)

    def same(self, other: object) -> bool:
        return isinstance(other, KernelFrame) and self == other

    def raw(self, w: Array, b: float) -> tuple[Array, float]:
        """A direction, which is a pair of coefficients and products, and its offset."""
        return w, self.lift * b

    def begun(self, run: SweepCheckpoint) -> None:
        """None: a run about other rows cannot go on here."""

    def bare(self) -> None:
        """None: without its rows nothing is left of a run."""


@dataclass(frozen=True, eq=False)
class Frame:
    """The coordinates in which rows are seen: f(x) = w·(scale x − centre) + lift b.

    `signs` are those of the rows that the counts of a run are about.
    """

    signs: Array
    centre: Array
    lift: float
    scale: float = 1.0

    @classmethod
    def of(cls, canonical: Canonical) -> Frame:
        """The frame of a problem in canonical form."""
        m = canonical.X.shape[1]
        centre = np.zeros(m) if canonical.centre is None else canonical.centre
        return cls(canonical.signs, centre, canonical.lifted, canonical.scale)

    def same(self, other: object) -> bool:
        return isinstance(other, Frame) and (
            (self.lift, self.scale) == (other.lift, other.scale)
            and np.array_equal(self.signs, other.signs)
            and np.array_equal(self.centre, other.centre)
        )

    def raw(self, w: Array, b: float) -> tuple[Array, float]:
        """A direction and bias of this frame in raw terms."""
        return w * self.scale, self.lift * b - float(w @ self.centre)

    def begun(self, run: SweepCheckpoint) -> SweepState | None:
        """The state from which a run of another frame goes on in this one.

        The hyperplane is kept, with its length, and the counts begin anew: they belong to rows that may be gone.
        """
        if not isinstance(run.frame, Frame):
            return None
        fresh, state = SweepState.begin(self.signs.size, run.state.w.size), run.state
        w, offset = run.frame.raw(state.w, state.b)
        w = w / self.scale
        bias = (offset + float(w @ self.centre)) / self.lift if self.lift > 0 else 0.0
        kept = {name: getattr(state, name) for name in ("beta", "eta", "theta_b", "phase_updates")}
        return replace(fresh, w=w, b=bias, theta=state.theta.copy(), updates=state.updates, **kept)

    def bare(self) -> Frame:
        """The frame without the signs of single rows."""
        return replace(self, signs=np.empty(0))


@dataclass(frozen=True, eq=False)
class SweepCheckpoint:
    """The state of a run of sweeps, and the frame it is in; `whole` if its counts make up all of its direction.

    `drawn` is how far its shuffling has come, if it shuffles: the state of the generator.
    """

    state: SweepState
    frame: Frame | KernelFrame
    whole: bool = True
    drawn: Mapping[str, Any] | None = None

    def hyperplane(self, w: Array, b: float) -> tuple[Array, float]:
        """A direction and bias of this frame in raw terms."""
        return self.frame.raw(w, b)

    def hyperplanes(self) -> list[tuple[Array, float]]:
        """The average, the longest survivor and the last one, in raw terms."""
        state = self.state
        proposals = ((state.average, state.average_b), (state.survivor, state.survivor_b), (state.w, state.b))
        return [self.hyperplane(*each) for each in proposals]

    def bare(self) -> SweepCheckpoint | None:
        """The checkpoint without its arrays over single rows; a run that goes on from it may take other steps."""
        frame = self.frame.bare()
        return None if frame is None else SweepCheckpoint(replace(self.state, counts=np.empty(0)), frame, whole=False)

    def into(self, frame: Frame | KernelFrame) -> SweepState | None:
        """The state from which the run goes on in another frame, if it can; in the same frame it is the same."""
        return self.state.copy() if self.frame.same(frame) else frame.begun(self)


@dataclass(frozen=True)
class Earlier:
    """What an earlier fit left of each question: its outcome, or where its run stands."""

    outcomes: Sequence[Outcome] = ()
    runs: Sequence[SweepCheckpoint | None] = ()

    @classmethod
    def of(cls, estimator: Any, questions: Sequence[Sides]) -> Earlier:
        """What is left in a fitted estimator; nothing, if its questions were others."""
        if list(questions) != estimator._sides:
            return cls()
        outcomes = getattr(estimator, "outcome_", [])
        return cls(outcomes if isinstance(outcomes, list) else [outcomes], getattr(estimator, "_runs", []))

    def outcome(self, number: int, space: str) -> Outcome | None:
        """The outcome, if it is about the same space."""
        outcome = self.outcomes[number] if number < len(self.outcomes) else None
        return outcome if outcome is not None and outcome.space == space else None

    def run(self, number: int) -> SweepCheckpoint | None:
        return self.runs[number] if number < len(self.runs) else None


def frame_of(problem: Points | Gram) -> Frame | KernelFrame:
    """The frame that sweeps through the points of a problem are in."""
    return KernelFrame.of(problem) if problem.implicit else Frame.of(cast(Canonical, problem.canonical()))


Visits = Callable[[Rows], Rows]
_FAR = 2.0**480  # the longest row: its square, times any number of updates in use, is still a double


def learn(
    run: SweepCheckpoint | None, X: Matrix, codes: Rows, sides: Sides, *, rule: Rule, lift: float, visits: Visits
) -> SweepCheckpoint:
    """Visit the rows of both sides once, in the order that `visits` gives them.

    The origin stays where it is, and an intercept is one more coordinate of the size `lift`.
    """
    signs = np.where(codes == sides.positive, 1.0, -1.0)
    rows = sides.rows(codes)
    frame = Frame(signs, np.zeros(X.shape[1]), lift)
    state = (None if run is None else _continued(run, frame)) or SweepState.begin(*X.shape)
    order = visits(np.arange(X.shape[0]) if rows is None else rows)
    if is_sparse(X):
        sweep_sparse(X.data, X.indices, X.indptr, signs, None, lift, order, rule, state)
    else:
        sweep_dense(X, signs, None, None, lift, order, rule, state)
    return SweepCheckpoint(state, frame)


def _continued(run: SweepCheckpoint, frame: Frame) -> SweepState | None:
    """In an unmoved frame everything goes on, averages and survivor as well; only the counts are those of new rows."""
    before = run.frame
    if not isinstance(before, Frame) or (before.lift, before.scale) != (frame.lift, 1.0) or before.centre.any():
        return run.into(frame)
    state = run.state.copy()
    state.counts = np.zeros(frame.signs.size)
    return state


def longest_square(X: Matrix, lift: float) -> float:
    """Squared length of the longest row, with its last coordinate; refused where it leaves no room for a sum."""
    squared = float(squared_lengths(X).max(initial=0.0))
    if squared > _FAR**2 or (squared < _FAR**-2 and (X.data if is_sparse(X) else X).any()):
        size = "large" if squared > 1.0 else "small"
        raise InputError(
            f"X has numbers so {size} that sums of their squares are no doubles; multiply all features by one factor"
        )
    return squared + lift * lift
