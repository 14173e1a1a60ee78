"""Which solvers go through the points one by one, and which of them can learn from a stream."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.compiled import SweepState
from gordan.engine.oracle.sweep import SweepOracle
from gordan.engine.solver import Solver, Winnow, named
from gordan.errors import InputError
from gordan.learn.compression.sample.updates import is_shuffled, sequential
from gordan.learn.multiclass import Rows, Space

__all__ = [
    "NotOnline",
    "OnlineOnly",
    "configured",
    "is_online",
    "is_sequential",
    "proposed",
    "refuse_offline",
    "visits_of",
]


def configured(solver: str | Solver, *, shuffle: bool, seed: int | None) -> Any:
    """The solver meant by a name or a value, with the order of its visits."""
    if isinstance(solver, str) and solver == "auto":
        if shuffle:
            raise InputError(
                "shuffle=True has no meaning for solver='auto', which picks a method for each question; name one that "
                "visits points in order, such as 'perceptron', or leave shuffle out"
            )
        return solver
    chosen: Any = named(solver) if isinstance(solver, str) else solver
    if isinstance(chosen, type) or not hasattr(chosen, "candidates"):
        raise InputError(f"solver is {solver!r}; give a name from `gordan solvers` or an instance such as MirrorProx()")
    # A solver from outside the library need not be a dataclass; then it has no order or seed that could be set here.
    known = {field.name for field in fields(chosen)} if is_dataclass(chosen) else set()
    if seed is not None and "random_state" in known:
        chosen = replace(chosen, random_state=seed)
    if not shuffle:
        return chosen
    if "shuffled" not in known and "order" not in known:
        name = getattr(chosen, "name", chosen)
        raise InputError(f"shuffle=True has no meaning for {name}, which visits no points in order; leave it out")
    return replace(chosen, shuffled=True) if "shuffled" in known else replace(chosen, order="shuffled")


def is_sequential(solver: Any) -> bool:
    """Whether its iterations are counted in passes over the points."""
    return getattr(solver, "needs", None) is SweepOracle and not solver.exact


def is_online(solver: object) -> bool:
    """Whether it can learn from points that come one after another."""
    return sequential(solver) or isinstance(solver, Winnow)


def visits_of(solver: Any, batch: int) -> Callable[[Rows], Rows]:
    """What brings the rows of a batch into the order in which they are visited."""
    if not is_shuffled(solver):
        return lambda rows: rows
    return np.random.default_rng([solver.random_state, batch]).permutation


def proposed(solver: object, state: SweepState) -> tuple[Array, float]:
    """The direction and bias it predicts by: the last ones, or the average or survivor by `combine`."""
    combine = getattr(solver, "combine", "last")
    if combine == "averaged":
        return state.average, state.average_b
    return (state.survivor, state.survivor_b) if combine == "voted" else (state.w, state.b)


class NotOnline(InputError, AttributeError):
    """There is no partial_fit here: an `AttributeError`, so that `hasattr` says so too."""


class OnlineOnly:
    """Wraps a method; `refuse(estimator)` raises `NotOnline` where there is none.

    scikit-learn's decorator for this has one message for every reason. The class itself gives the plain function, from
    which scikit-learn reads what metadata it takes.
    """

    def __init__(self, method: Callable[..., Any], refuse: Callable[[Any], None]) -> None:
        self._method, self._refuse = method, refuse
        self.__doc__ = method.__doc__

    def __get__(self, estimator: Any, owner: Any = None) -> Any:
        if estimator is None:
            return self._method
        self._refuse(estimator)
        return self._method.__get__(estimator, owner)


def refuse_offline(estimator: Any) -> None:
    """Say why this estimator cannot learn from a stream, if it cannot."""
    try:
        solver = configured(estimator.solver, shuffle=estimator.shuffle, seed=None)
    except InputError as refused:
        raise NotOnline(str(refused)) from None
    if not is_online(solver):
        raise NotOnline(
            f"{getattr(solver, 'name', solver)} needs all points at once, so there is no partial_fit; give "
            "solver='perceptron' or another that goes through the points one by one, or call fit"
        )
    if not Space(estimator.kernel).linear:
        raise NotOnline(
            f"kernel is {estimator.kernel!r}, and partial_fit keeps a direction, not points; give kernel='linear', "
            "or use OnlineKernelPerceptron"
        )
