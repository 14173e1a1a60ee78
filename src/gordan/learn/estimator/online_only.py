"""A method that an estimator has only while its parameters allow it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gordan.errors import InputError
from gordan.learn.estimator.sequence import configured, is_online
from gordan.learn.multiclass import Space

__all__ = ["NotOnline", "OnlineOnly", "refuse_offline"]


class NotOnline(InputError, AttributeError):
    """There is no partial_fit here: an `AttributeError`, so that `hasattr` says so too."""


class OnlineOnly:
    """Wraps a method; `refuse(estimator)` raises `NotOnline` where there is none.

    scikit-learn has a decorator for this whose message is always the same; a person is told why here. From the class
    the plain function can be had, which is where scikit-learn reads what metadata it takes.
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
