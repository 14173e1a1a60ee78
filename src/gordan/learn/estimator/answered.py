"""`Answered`: all questions of a fit, made into records when they are looked at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, overload

import numpy as np

from gordan.arithmetic.array import Array, Matrix
from gordan.engine.polish.separator import raw_intercept
from gordan.learn.estimator.kept import Kept, keep
from gordan.learn.estimator.pocket import unproved
from gordan.learn.multiclass import Arithmetic, Rows, Sides, Together, TogetherInSpace
from gordan.outcome import Bracket, Outcome, Separator
from gordan.outcome.proof import evaluate

__all__ = ["Answered", "KernelPlane", "Plane"]


class Plane(NamedTuple):
    """A hyperplane that was proved in a stack, with what predictions need."""

    proof: Separator

    @property
    def coef(self) -> Array:
        return self.proof.direction

    @property
    def intercept(self) -> float:
        return raw_intercept(self.proof)

    def decision_function(self, X: Matrix) -> Array:
        """Signed values, as the outcome has them."""
        return evaluate(self.proof.direction, self.proof.offset, centre=self.proof.centre, X=X)


class KernelPlane(NamedTuple):
    """The same in a kernel's space, where a direction of length 1 has no coordinates."""

    intercept: float


class Answered(Sequence[Kept]):
    """All questions of a fit. Those that were proved in stacks are kept as arrays until they are looked at."""

    def __init__(self, kept: Iterable[Kept], *, n_iter: int, n_passes: int) -> None:
        self._kept: dict[int, Kept] = dict(enumerate(kept))
        self._together: Together | TogetherInSpace | None = None
        self._size = len(self._kept)
        self.n_iter, self.n_passes = n_iter, n_passes

    @classmethod
    def one_by_one(cls, kept: Sequence[Kept]) -> Answered:
        """What was answered question by question."""
        outcomes = [each.outcome for each in kept]
        n_passes = sum(outcome.n_passes for outcome in outcomes)
        return cls(kept, n_iter=max(outcome.n_iter for outcome in outcomes), n_passes=n_passes)

    @classmethod
    def together(cls, together: Together | TogetherInSpace, *, proof: Arithmetic = "rounded") -> Answered:
        """What was answered together; where no stack proves it, the best hyperplane is looked for at once."""
        open_ones = np.flatnonzero(~together.stacked()).tolist()
        others = {number: keep(together.contest(number), proof=proof) for number in open_ones}
        n_iter, n_passes = together.work()
        for number, each in others.items():
            n_iter[number], n_passes[number] = each.outcome.n_iter, each.outcome.n_passes
        answered = cls((), n_iter=int(n_iter.max()), n_passes=int(n_passes.sum()))
        answered._kept, answered._together, answered._size = others, together, len(together)
        return answered

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, index: int) -> Kept: ...
    @overload
    def __getitem__(self, index: slice) -> list[Kept]: ...
    def __getitem__(self, index: int | slice) -> Kept | list[Kept]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        number = range(len(self))[index]
        if number not in self._kept:
            self._kept[number] = self._made(number)
        return self._kept[number]

    def forget_data(self) -> None:
        """Make what has not been looked at, and let go of the points."""
        for number in range(len(self)):
            _ = self[number]
        self._together = None

    @property
    def sides(self) -> list[Sides]:
        return [*self._together.questions] if self._together is not None else [each.sides for each in self]

    def noteworthy(self, tol: float) -> list[Kept]:
        """Those that are not proved separable, or whose margin has a relative gap above `tol`."""
        if self._together is None:
            return [*self]
        return [self[number] for number in sorted({*self._kept, *self._together.wide(tol)})]

    def brackets(self) -> list[Bracket]:
        """The proved bounds of every margin."""
        if self._together is None:
            return [each.outcome.bracket for each in self]
        brackets, kept = self._together.brackets(), self._kept
        return [kept[j].outcome.bracket if j in kept else bracket for j, bracket in enumerate(brackets)]

    def support(self, number: int) -> tuple[Rows, Array]:
        """Rows and multipliers of a question."""
        if number in self._kept:
            return self._kept[number].rows, self._kept[number].multipliers
        assert self._together is not None
        return self._together.support(number)

    def hyperplane(self, number: int) -> Outcome | Plane | KernelPlane:
        """What to predict by."""
        if number in self._kept:
            return self._kept[number].hyperplane
        assert self._together is not None
        if isinstance(self._together, TogetherInSpace):
            return KernelPlane(self._together.offset(number))
        return Plane(self._together.many.separator(number))

    def _made(self, number: int) -> Kept:
        together = self._together
        assert together is not None
        sides, outcome, (rows, multipliers) = together.questions[number], together.outcome(number), self.support(number)
        words, n = sides.words(together.labelled.classes), together.size(number)
        hyperplane: Outcome = outcome
        if isinstance(together, TogetherInSpace):
            assert outcome.dual_coef is not None
            dual = np.zeros(n)
            dual[np.flatnonzero(outcome.dual_coef)] = multipliers
            hyperplane = unproved(outcome.classes, dual_coef=dual, offset=together.offset(number))
        return Kept(words, sides, n, outcome, hyperplane, 0, rows, multipliers)
