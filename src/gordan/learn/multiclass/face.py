"""`separate_classes`: one answer for each class, or for each pair."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from gordan.arithmetic.deadline import now as clock_now
from gordan.engine.oracle.held import hold
from gordan.learn.multiclass.contest import Asked, Contest
from gordan.learn.multiclass.labelled import Labelled
from gordan.learn.multiclass.sides import Sides, all_sides
from gordan.learn.multiclass.way import Way
from gordan.outcome import Outcome

__all__ = ["Answer", "separate_classes"]

Answer = Callable[[Asked], Outcome]


def separate_classes(
    labelled: Labelled, *, scheme: str = "ovr", way: Way | None = None, answer: Answer | None = None
) -> Iterator[Contest]:
    """Can each class be separated from the rest, or from every other one?

    Questions are posed as they are answered: the rows of a pair, which have to be copied, are gone with its answer.
    Products of points under a kernel do not depend on labels; they are computed once for all questions, and kept until
    the last is answered. What is left of the time is shared evenly with the questions still to come: a hard one cannot
    take theirs, and what an easy one leaves is for all of them.

    Parameters
    ----------
    labelled : Labelled
        The points and their classes.
    scheme : {"ovr", "ovo"}
        Each class against the rest, or every pair.
    way : Way or None
        How to answer; None takes the defaults of `solve`.
    answer : callable or None
        Takes what is `Asked` and answers in the place of `way.solve`.

    Examples
    --------
    >>> for contest in separate_classes(Labelled([[0.0], [1.0], [2.0]], ["a", "b", "c"])):
    ...     print(contest.words, contest.outcome.kind)
    'a' against the rest separable
    'b' against the rest inseparable
    'c' against the rest separable
    """
    way = way or Way()
    deadline, names = way.deadline(), labelled.classes
    with hold(labelled.kernel, labelled.X) as whole:
        questions = all_sides(len(names), scheme)
        for number, sides in enumerate(questions):
            until = _share(deadline, len(questions) - number)
            rows, problem = labelled.pose(sides)
            with hold(problem.kernel, getattr(problem, "X", None), whole, rows):
                asked = Asked(number, sides.words(names), problem, until)
                found = way.solve(problem, deadline=until) if answer is None else answer(asked)
                yield Contest(*_names(names, sides), rows, problem, found, sides, asked.words, len(questions), until)


def _names(names: list[Any], sides: Sides) -> tuple[Any, Any]:
    return None if sides.negative is None else names[sides.negative], names[sides.positive]


def _share(deadline: float, shares: int) -> float:
    """When the first of so many even shares of the time left ends."""
    now = clock_now()
    return now + (deadline - now) / shares
