"""Whether a problem is still what was posed: arrays are taken without a copy, and their owner may have changed them.

What is judged are the numbers as they are now. Then whatever posing made sure of has to hold now too: as many rows and
columns, finite numbers, levels that exist, indices of a sparse matrix that stay within it and name no entry twice.
Without that a check would read foreign memory, take a level for another one, or bound sums that are longer than it
believes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

import numpy as np

from gordan.errors import InputError
from gordan.problem import Conic, Gram, Points, System
from gordan.problem.batches import is_batches
from gordan.problem.matrix import is_sparse
from gordan.problem.observations import Observations
from gordan.problem.panel import Panel
from gordan.problem.risk import RiskSets
from gordan.problem.sparse import refuse_broken, stored_once
from gordan.verify.rounded import extent_of

__all__ = ["as_it_is", "refuse_no_numbers"]

_Problem = TypeVar("_Problem")


def as_it_is(problem: _Problem) -> _Problem:
    """The problem posed anew from its arrays, without what was kept of them; a sentence where they cannot be posed.

    Points, and the maps of cones, may be long: their form is looked at, and their numbers by the checks themselves.

    Examples
    --------
    >>> problem = Gram(np.eye(2), [0, 1])
    >>> problem.K[0, 1] = np.nan
    >>> as_it_is(problem)
    Traceback (most recent call last):
    gordan.errors.InputError: the data have changed since they were posed, and are no finite numbers; pose them anew
    """
    posed: object = problem
    if isinstance(problem, Points):
        _refuse_other_form(problem.X, (problem.n, problem.m))
    elif isinstance(problem, Conic):
        _refuse_other_form(problem.A, (problem.m, problem.cone.size))
    elif isinstance(problem, Gram):
        _refuse_other_form(problem.K, (problem.signs.size,) * 2)
        refuse_no_numbers(problem)
    elif isinstance(problem, Panel | RiskSets | System | Observations):
        try:
            if isinstance(problem, Observations):
                posed = replace(problem, system=replace(problem.system))
            else:
                posed = replace(problem)
        except InputError as error:
            raise InputError(f"the data have changed since they were posed: {error}") from None
    return posed  # type: ignore[return-value]


def refuse_no_numbers(problem: object) -> None:
    """Refuse points, products and maps that are no finite numbers any more."""
    if isinstance(problem, Points | Gram | Conic):
        extent_of(problem.X if isinstance(problem, Points) else problem.K if isinstance(problem, Gram) else problem.A)


def _refuse_other_form(X: object, shape: tuple[int, ...]) -> None:
    if is_batches(X):
        return
    sound = getattr(X, "shape", None) == shape and getattr(X, "dtype", None) in (np.float32, np.float64)
    if sound and is_sparse(X):
        try:
            refuse_broken(X, "X")
        except InputError:
            sound = False
        sound = sound and stored_once(X)
    if not sound:
        raise InputError("the data have changed their shape, type or indices since they were posed; pose them anew")
