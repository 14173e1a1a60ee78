"""`separate_classes`: one answer for each class, or for each pair."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from gordan.errors import InputError
from gordan.multiclass.contest import Asked, Contest
from gordan.multiclass.pose import LINEAR, Kernel, pose_sides
from gordan.multiclass.sides import Sides, all_sides
from gordan.multiclass.way import Way
from gordan.outcome import Outcome

__all__ = ["Answer", "separate_classes"]

Answer = Callable[[Asked], Outcome]


def separate_classes(
    X: Any,
    y: Any,
    *,
    scheme: str = "ovr",
    intercept: bool = True,
    kernel: Kernel = LINEAR,
    way: Way | None = None,
    answer: Answer | None = None,
) -> Iterator[Contest]:
    """Can each class be separated from the rest, or from every other one?

    Questions are posed as they are answered: the rows of a pair, which have to be copied, are gone with its answer.

    Parameters
    ----------
    X : array, CSR or CSC matrix
        One point per row; shared by all questions about the rest.
    y : array of labels
        Two or more classes.
    scheme : {"ovr", "ovo"}
        Each class against the rest, or every pair.
    intercept, kernel
        The question, as in `pose_sides`.
    way : Way or None
        How to answer it; None takes the defaults of `solve`.
    answer : callable or None
        Takes what is `Asked` and answers in the place of `way.solve`.

    Examples
    --------
    >>> for contest in separate_classes(np.array([[0.0], [1.0], [2.0]]), np.array(["a", "b", "c"])):
    ...     print(contest.words, contest.outcome.kind)
    'a' against the rest separable
    'b' against the rest inseparable
    'c' against the rest separable
    """
    way = way or Way()
    classes, codes = np.unique(np.asarray(y), return_inverse=True)
    if classes.size < 2:
        raise InputError(f"y has one class only ({classes[0]!s}); a separation needs two classes: add rows of another")
    deadline, names = way.deadline(), classes.tolist()
    for number, sides in enumerate(all_sides(classes.size, scheme)):
        rows, problem = pose_sides(
            X, y, codes=codes, n_classes=classes.size, sides=sides, intercept=intercept, kernel=kernel
        )
        asked = Asked(number, sides.words(names), problem, deadline)
        found = way.solve(problem, deadline=deadline) if answer is None else answer(asked)
        yield Contest(*_names(names, sides), rows, problem, found, sides, asked.words)


def _names(names: list[Any], sides: Sides) -> tuple[Any, Any]:
    return None if sides.negative is None else names[sides.negative], names[sides.positive]
