"""`Learner`: what every online perceptron answers to, one example or one batch at a time."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from gordan.arithmetic.array import Array, Matrix
from gordan.engine.compiled.rule import Rule
from gordan.errors import InputError
from gordan.learn.online.columns import Columns
from gordan.learn.online.comparator import Comparator
from gordan.learn.online.labels import Labels
from gordan.learn.online.named import Named, is_named
from gordan.learn.online.run import Run
from gordan.learn.online.shape import Shape

__all__ = ["Learner"]

COMBINE = ("last", "averaged", "voted")


class Learner(ABC):
    """An online perceptron: a rule, the labels met so far and a direction over named or numbered features."""

    def __init__(
        self,
        *,
        intercept: bool = True,
        combine: str = "last",
        classes: object = None,
        growing: bool = False,
        abstain: bool = False,
    ) -> None:
        for name, value in (("intercept", intercept), ("growing", growing), ("abstain", abstain)):
            if not isinstance(value, bool | np.bool_):
                raise InputError(f"{name} is {value!r}; give True or False")
        if not isinstance(combine, str) or combine not in COMBINE:
            raise InputError(f"combine is {combine!r}; give {' or '.join(map(repr, COMBINE))}")
        if abstain and combine != "last":
            raise InputError(
                f"abstain goes with combine='last', whose products the threshold is about; not {combine!r}"
            )
        self.abstain = bool(abstain)
        self.intercept, self.combine, self.growing = bool(intercept), combine, bool(growing)
        self._run = Run(self._rule(), self.intercept, abstain=self.abstain)
        self._labels = Labels().stated(classes)
        self._weights: Any = None
        self._comparator: Comparator | None = None

    @abstractmethod
    def _rule(self) -> Rule:
        """When this learner updates."""

    def _begun(self, x: object) -> Any:
        """Weights for examples of this form."""
        if is_named(x):
            return Named(self._run, self.combine)
        return Columns(self._run, self.combine, Shape(self.growing))

    def options(self) -> dict[str, object]:
        """What was asked for, by the names of the parameters."""
        options: dict[str, object] = {"intercept": self.intercept, "combine": self.combine, "growing": self.growing}
        return {**options, "abstain": True} if self.abstain else options

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.options().items())})"

    def learn_one(self, x: object, y: Any) -> None:
        """See one example: a dictionary {name: number} or a one-dimensional array, and its label."""
        try:
            sign = self._labels.signs.get(y)
        except TypeError:
            sign = None
        if sign is not None and self._weights is not None and self._comparator is None:
            self._weights.learn(x, sign)
            return
        labels = self._labels.joined(y)
        weights = self._begun(x) if self._weights is None else self._weights
        sign = labels.sign(y)
        hinge = 0.0
        if self._comparator is not None:
            self._comparator.refuse_form(x)
            hinge = self._comparator.after(weights.numbers(x), sign)
        self._commit(weights, labels, lambda: weights.learn(x, sign))
        if self._comparator is not None:
            self._comparator.hinge = hinge

    def partial_fit(self, X: Matrix, y: object, classes: object = None) -> Self:
        """See the rows of a batch in their order: a dense array, a sparse matrix or a data frame, and their labels."""
        weights = self._begun(X) if self._weights is None else self._weights
        if self._weights is None and self._comparator is not None:
            self._comparator.refuse_form(X)
        headings = weights.shape.headings if hasattr(weights, "shape") else ()
        try:
            matrix = weights.matrix(X)
            labels, signs = self._labels.stated(classes).read(y, matrix.shape[0])
            hinge = 0.0 if self._comparator is None else self._comparator.after_rows(matrix, signs)
            self._commit(weights, labels, lambda: weights.learn_rows(matrix, signs))
        except BaseException:
            if hasattr(weights, "shape"):
                weights.shape.headings = headings
            raise
        if self._comparator is not None:
            self._comparator.hinge = hinge
        return self

    def _commit(self, weights: Any, labels: Labels, learn: Callable[[], None]) -> None:
        """Learn with labels that may be new; what cannot be learned leaves everything as it was."""
        flips = self._labels.flips(labels)
        if flips:
            weights.flip()
        try:
            learn()
        except BaseException:
            if flips:
                weights.flip()
            raise
        self._weights, self._labels = weights, labels

    def decision_one(self, x: object) -> float:
        """The number whose sign classifies: w·x + intercept, or the difference of the votes."""
        return 0.0 if self._weights is None else float(self._weights.decide(x))

    def predict_one(self, x: object) -> Any:
        """The label, or None for "don't know".

        That is the answer where the decision is exactly zero or the other class has no name yet, and with `abstain`
        wherever the decision is within the threshold, so that the example would move the direction whatever its label.
        """
        return self._answer(self.decision_one(x))

    def _answer(self, decision: float) -> Any:
        return None if self.abstain and not self._run.knows(decision) else self._labels.name(decision)

    def decision_function(self, X: Matrix) -> Array:
        """`decision_one` of every row of a batch."""
        if self._weights is None:
            raise InputError("nothing has been learned yet; call learn_one or partial_fit first")
        matrix = self._weights.matrix(X)
        return np.asarray(self._weights.decide_rows(matrix))

    def predict(self, X: Matrix) -> NDArray[np.object_]:
        """`predict_one` of every row of a batch, None where it does not know."""
        answers = [self._answer(decision) for decision in self.decision_function(X).tolist()]
        predicted = np.empty(len(answers), dtype=object)
        predicted[:] = answers
        return predicted

    @property
    def classes_(self) -> tuple[Any, ...]:
        """The labels met so far, sorted; the second one is positive."""
        return self._labels.classes

    @property
    def examples(self) -> int:
        """Examples seen."""
        return self._run.examples

    @property
    def mistakes(self) -> int:
        """Examples whose product with the direction of that moment was not positive; zero counts as a mistake.

        With `abstain` those that were answered and answered wrongly: mistakes and abstentions are all of the updates.
        """
        return self._run.updates - self._run.unknown if self.abstain else self._run.mistakes

    @property
    def abstentions(self) -> int:
        """Examples on which the answer of that moment was "don't know"; `bound` is one of mistakes and abstentions."""
        return self._run.unknown

    @property
    def updates(self) -> int:
        """Examples that moved the direction: the mistakes and, with a threshold, the narrow answers."""
        return self._run.updates

    @property
    def coef_(self) -> Any:
        """The direction: a dictionary for named features, an array for numbered ones."""
        if self.combine == "voted":
            raise InputError("a vote of many directions is not one direction; use decision_one, or combine='averaged'")
        return {} if self._weights is None else self._weights.direction()

    @property
    def intercept_(self) -> float:
        """The intercept that belongs to `coef_`."""
        return self._run.lift * self._run.last(averaged=self.combine == "averaged")

    def compare(self, coef: object, intercept: float = 0.0) -> Self:
        """Keep the running mistake bound that this comparator gives; to be called before the first example.

        `coef` is a dictionary or an array, as the examples will be. The classes must be known, for the comparator's
        product is to be positive on the second one.
        """
        if self.examples or len(self.classes_) < 2:
            raise InputError("a comparator watches from the first example on, with known classes; give classes=…")
        comparator = Comparator.begin(coef, intercept)
        if comparator.intercept and not self.intercept:
            raise InputError(f"the comparator has the intercept {intercept} and the learner none; use intercept=True")
        self._comparator = comparator
        return self

    @property
    def hinge(self) -> float:
        """Sum of the comparator's hinge losses so far."""
        return self._watching().hinge

    @property
    def bound(self) -> float:
        """No more updates, hence mistakes, than this can have been made; `guarantee` says by which theorem."""
        comparator = self._watching()
        return self._run.bound(comparator.square, comparator.intercept, comparator.hinge)

    @property
    def guarantee(self) -> str:
        """The bound in words: R²‖u‖² while the comparator has lost nothing, with twice its hinge losses otherwise."""
        return self._run.sentence(self.bound, self._watching().hinge)

    def _watching(self) -> Comparator:
        if self._comparator is None:
            raise InputError("there is no comparator; call compare(coef, intercept) before the first example")
        return self._comparator

    def save(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
        """Write everything to a file from which `load` goes on to the last bit."""
        from gordan.learn.online.keep import save

        save(self, path, overwrite=overwrite)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """The learner that was saved."""
        from gordan.learn.online.keep import load

        return load(cls, path)
