"""`separate_classes`: one answer for each class, or for each pair; small questions are answered together."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from gordan.arithmetic.array import Array, Mask
from gordan.arithmetic.deadline import deadline as limited
from gordan.arithmetic.deadline import now as clock_now
from gordan.engine.many import Many
from gordan.engine.many.arrays import Arrays
from gordan.engine.many.batch import Question, Settings
from gordan.engine.many.pairs import Pairs
from gordan.engine.many.separate_many import answer_all
from gordan.learn.multiclass.contest import NO_TIME, Answer, Contest, Goal, Way, separate_one_by_one
from gordan.learn.multiclass.labelled import Labelled
from gordan.learn.multiclass.sides import Rows, Sides, all_sides
from gordan.outcome import Bracket, Inseparable, Outcome
from gordan.problem.matrix import read_matrix

__all__ = ["Together", "answer_together", "separate_classes"]


@dataclass(frozen=True, eq=False)
class Together:
    """The answers to all questions about small dense points; their outcomes are made when looked at.

    `many` has the answers, `decided` those that were there before margins were maximised, which is the same without a
    budget, and `alone` what was answered once more, one by one. Budgets end at `until`.
    """

    labelled: Labelled
    questions: tuple[Sides, ...]
    many: Many
    decided: Many
    until: float = math.inf
    alone: dict[int, Outcome] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.questions)

    def size(self, number: int) -> int:
        """How many rows take part."""
        rows = self.questions[number].rows(self.labelled.codes)
        return len(self.labelled.codes) if rows is None else len(rows)

    def stacked(self) -> Mask:
        """Which questions are proved separable by the checks of a stack, and by nothing else."""
        return np.asarray(self.many.separable & ~self.many.one_by_one)

    def work(self) -> tuple[Rows, Rows]:
        """Steps and passes of every question."""
        return self.many.n_iter, self.many.n_passes

    def wide(self, tol: float) -> list[int]:
        """The questions whose margin has a relative gap above `tol`."""
        many = self.many
        return [int(j) for j in np.flatnonzero(many.separable & (many.upper - many.lower > tol * many.upper))]

    def brackets(self) -> list[Bracket]:
        """The ends of every margin, as the stack has them."""
        return [Bracket(*ends) for ends in zip(self.many.lower.tolist(), self.many.upper.tolist(), strict=True)]

    def outcome(self, number: int) -> Outcome:
        if number in self.alone:
            return self.alone[number]
        return (self.decided if self.many.undecided[number] else self.many)[number]

    def contest(self, number: int) -> Contest:
        """The question, posed for itself, with its answer."""
        sides, names, outcome = self.questions[number], self.labelled.classes, self.outcome(number)
        rows, problem = self.labelled.pose(sides)
        words = sides.words(names)
        return Contest(*sides.names(names), rows, problem, outcome, sides, words, len(self), self.until)

    def support(self, number: int) -> tuple[Rows, Array]:
        """Of a question that is `stacked`: the rows of the support, and multipliers that give a direction of length 1.

        The weights, signed, add up to a direction whose length is the upper end of the margin.
        """
        sides, codes = self.questions[number], self.labelled.codes
        S, x = self.many.support(number)
        order = np.argsort(S)
        rows = sides.rows(codes)
        S = S[order] if rows is None else rows[S[order]]
        reached = self.many.upper_of(number)
        signed = np.where(codes[S] == sides.positive, x[order], -x[order])
        return S, signed / reached if 0.0 < reached < math.inf else signed


def answer_together(labelled: Labelled, scheme: str, way: Way) -> Together | None:
    """The answers to small dense questions, found in stacks; None for others.

    Within a budget all are decided before any margin is maximised.
    """
    if not (way.automatic and labelled.small(scheme)):
        return None
    until, questions = way.deadline(), all_sides(len(labelled.classes), scheme)
    X = read_matrix(labelled.X)[0]

    def answers(goal: Goal | None, left: float | None) -> Many:
        with limited(left, shown=way.max_seconds):
            settings = Settings.read(goal, way.tol, way.proof, left)
            return answer_all(_source(labelled, X, questions), settings, workers=way.workers)

    if until < math.inf and way.goal != "decide":
        decided = answers("decide", way.max_seconds)
        many = answers(way.goal, max(until - clock_now(), NO_TIME))
    else:
        decided = many = answers(way.goal, way.max_seconds)
    together = Together(labelled, questions, many, decided, until)
    failed = many.failed
    if failed:
        raise failed[min(failed)]
    for number in np.flatnonzero(many.inseparable).tolist() if way.goal != "decide" else ():
        if clock_now() >= until:
            break
        # Alone, for then the hyperplane that falls short by least is looked for.
        outcome = way.solve(labelled.pose(questions[number])[1], deadline=until)
        if isinstance(outcome, Inseparable):
            together.alone[number] = outcome
    return together


def _source(labelled: Labelled, X: Array, questions: tuple[Sides, ...]) -> Arrays | Pairs:
    codes, how = labelled.codes, Question(intercept=labelled.intercept, normalise=False, numbers="binary")
    if questions[0].negative is None:
        return Arrays(X, codes == np.arange(len(questions))[:, None], how)
    return Pairs(X, codes, np.array(questions), labelled.classes, how)


def separate_classes(
    labelled: Labelled, *, scheme: str = "ovr", way: Way | None = None, answer: Answer | None = None
) -> Iterator[Contest]:
    """Can each class be separated from the rest, or from every other one?

    The scheme "ovr" asks about each class and the rest, "ovo" about every pair. Small dense questions are answered
    together, all others one by one. `answer`, where given, takes what is `Asked` and answers in the place of
    `way.solve`.

    >>> for contest in separate_classes(Labelled([[0.0], [1.0], [2.0]], ["a", "b", "c"])):
    ...     print(contest.words, contest.outcome.kind)
    'a' against the rest separable
    'b' against the rest inseparable
    'c' against the rest separable
    """
    together = answer_together(labelled, scheme, way or Way()) if answer is None else None
    if together is None:
        yield from separate_one_by_one(labelled, scheme=scheme, way=way, answer=answer)
    else:
        yield from (together.contest(number) for number in range(len(together)))
