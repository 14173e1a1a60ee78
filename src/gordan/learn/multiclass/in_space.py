"""`answer_together_in_space`: the questions of several classes in a kernel's space, proved by one verification."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gordan.arithmetic.array import Array, Mask
from gordan.engine.many.in_space import LONGEST, InSpace, answer_stack_in_space, stack_of
from gordan.learn.multiclass.contest import Contest, Way
from gordan.learn.multiclass.labelled import Labelled
from gordan.learn.multiclass.sides import Rows, Sides, all_sides
from gordan.outcome import Bracket, Outcome
from gordan.problem.matrix import is_sparse

__all__ = ["TogetherInSpace", "answer_together_in_space"]


@dataclass(frozen=True, eq=False)
class TogetherInSpace:
    """The answers to all questions; what the stack does not prove is answered for itself when it is asked for."""

    labelled: Labelled
    questions: tuple[Sides, ...]
    answers: InSpace
    way: Way

    def __len__(self) -> int:
        return len(self.questions)

    def size(self, number: int) -> int:
        """How many rows take part."""
        return int(np.diff(self.answers.stack.starts)[number])

    def stacked(self) -> Mask:
        """Which questions are proved separable by the checks of the stack."""
        return self.answers.proved

    def work(self) -> tuple[Rows, Rows]:
        """Steps and passes of every question; of one that the stack does not prove none."""
        steps = np.array([self.answers.n_iter(q) if proved else 0 for q, proved in enumerate(self.stacked())])
        return steps, self.stacked().astype(np.int64)

    def wide(self, tol: float) -> list[int]:
        """The questions proved here whose margin is known less well than `tol`: none, for they are left to others."""
        return []

    def brackets(self) -> list[Bracket]:
        """The ends of every margin; of one that the stack does not prove nothing is known."""
        proved = self.stacked()
        return [self.answers.bracket(q) if proved[q] else Bracket() for q in range(len(self))]

    def outcome(self, number: int) -> Outcome:
        """The answer to a question that the stack proves."""
        return self.answers.outcome(number)

    def contest(self, number: int) -> Contest:
        """A question that the stack does not prove, posed and answered for itself."""
        sides, names = self.questions[number], self.labelled.classes
        rows, problem = self.labelled.pose(sides)
        words = sides.words(names)
        outcome = self.way.solve(problem)
        return Contest(*sides.names(names), rows, problem, outcome, sides, words, len(self))

    def support(self, number: int) -> tuple[Rows, Array]:
        """Rows of the data and their coefficients, for a direction of length 1."""
        S, c = self.answers.direction(number)
        stack = self.answers.stack
        return stack.rows[stack.starts[number] + S], c

    def offset(self, number: int) -> float:
        """The offset beside that direction."""
        return self.answers.offset(number)


def answer_together_in_space(labelled: Labelled, scheme: str, way: Way) -> TogetherInSpace | None:
    """The answers to questions about dense points under a kernel, none of them long; None for others.

    With a budget questions are answered one by one: each has its share of the time.
    """
    kernel, classes = labelled.kernel, labelled.classes
    suits = way.automatic and way.goal == "margin" and way.proof == "rounded" and way.max_seconds is None
    if not suits or kernel is None or len(classes) < 3 or is_sparse(labelled.X):
        return None
    questions, codes = all_sides(len(classes), scheme), labelled.codes
    counts = np.sort(np.bincount(codes))
    if int(counts[-2:].sum() if scheme == "ovo" else counts.sum()) > LONGEST:
        return None
    rows = [np.arange(codes.size) if (own := sides.rows(codes)) is None else own for sides in questions]
    signs = [np.where(codes[own] == sides.positive, 1.0, -1.0) for own, sides in zip(rows, questions, strict=True)]
    names = [_labels(sides, classes) for sides in questions]
    stack = stack_of(np.asarray(labelled.X), kernel, rows, signs, names, intercept=labelled.intercept)
    answers = answer_stack_in_space(stack, way.tol)
    return None if answers is None else TogetherInSpace(labelled, questions, answers, way)


def _labels(sides: Sides, classes: list[object]) -> tuple[object, ...]:
    """The labels of a question as `Labelled.pose` has them."""
    return (False, True) if sides.negative is None else (classes[sides.negative], classes[sides.positive])
