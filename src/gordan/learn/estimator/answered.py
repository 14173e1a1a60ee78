"""`Answered`: all questions of a fit, made into records when they are looked at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, overload

import numpy as np

from gordan.arithmetic.array import Array, Matrix
from gordan.engine.polish.separator import raw_intercept
from gordan.learn.estimator.kept import Kept, keep
from gordan.learn.multiclass import Arithmetic, Rows, Sides, Together
from gordan.outcome import Bracket, Outcome, Separator
from gordan.outcome.proof import evaluate

__all__ = ["Answered", "Plane"]


class Plane(NamedTuple):
    """A hyperplane that was proved in a stack, for whoever predicts by it."""

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


class Answered(Sequence[Kept]):
    """All questions of a fit. Those that were proved in stacks are kept as arrays until they are looked at."""

    def __init__(self, kept: Iterable[Kept], *, n_iter: int, n_passes: int) -> None:
        self._kept: dict[int, Kept] = dict(enumerate(kept))
        self._together: Together | None = None
        self._size = len(self._kept)
        self.n_iter, self.n_passes = n_iter, n_passes

    @classmethod
    def one_by_one(cls, kept: Sequence[Kept]) -> Answered:
        """What was answered question by question."""
        outcomes = [each.outcome for each in kept]
        n_passes = sum(outcome.n_passes for outcome in outcomes)
        return cls(kept, n_iter=max(outcome.n_iter for outcome in outcomes), n_passes=n_passes)

    @classmethod
    def together(cls, together: Together, *, proof: Arithmetic = "rounded") -> Answered:
        """What was answered together; where no stack proves it, the best hyperplane is looked for at once."""
        open_ones = np.flatnonzero(~together.stacked()).tolist()
        others = {number: keep(together.contest(number), proof=proof) for number in open_ones}
        n_iter, n_passes = together.many.n_iter, together.many.n_passes
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
        many = self._together.many
        wide = many.separable & (many.upper - many.lower > tol * many.upper)
        return [self[number] for number in sorted({*self._kept, *np.flatnonzero(wide).tolist()})]

    def brackets(self) -> list[Bracket]:
        """The proved bounds of every margin."""
        if self._together is None:
            return [each.outcome.bracket for each in self]
        many = self._together.many
        ends = zip(many.lower.tolist(), many.upper.tolist(), strict=True)
        kept = self._kept
        return [kept[j].outcome.bracket if j in kept else Bracket(*end) for j, end in enumerate(ends)]

    def support(self, number: int) -> tuple[Rows, Array]:
        """Rows and multipliers of a question."""
        if number in self._kept:
            return self._kept[number].rows, self._kept[number].multipliers
        assert self._together is not None
        return self._together.support(number)

    def hyperplane(self, number: int) -> Outcome | Plane:
        """What to predict by."""
        if number in self._kept:
            return self._kept[number].hyperplane
        assert self._together is not None
        return Plane(self._together.many.separator(number))

    def _made(self, number: int) -> Kept:
        together = self._together
        assert together is not None
        sides, outcome, (rows, multipliers) = together.questions[number], together.outcome(number), self.support(number)
        words, n = sides.words(together.labelled.classes), together.size(number)
        return Kept(words, sides, n, outcome, outcome, 0, rows, multipliers)
