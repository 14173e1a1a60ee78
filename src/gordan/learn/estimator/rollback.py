"""A fit that fails leaves no trace."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar, cast

__all__ = ["rolled_back"]

_EARLY = ("n_features_in_", "feature_names_in_")  # set by scikit-learn as soon as the data are read

Fit = TypeVar("Fit", bound=Callable[..., Any])


def rolled_back(fit: Fit) -> Fit:
    """The same method, after whose failure the features known are those of the last fit that succeeded."""

    @functools.wraps(fit)
    def wrapped(self: Any, *args: Any, **options: Any) -> Any:
        before = {name: self.__dict__[name] for name in _EARLY if name in self.__dict__}
        try:
            return fit(self, *args, **options)
        except BaseException:
            self.__dict__.update(before)
            for name in set(_EARLY) - set(before):
                self.__dict__.pop(name, None)
            raise

    return cast(Fit, wrapped)
