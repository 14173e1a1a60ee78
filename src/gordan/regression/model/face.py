"""`pose`: a regression model, in whatever form, as the system whose split says whether its estimates exist."""

from __future__ import annotations

from typing import Any

import numpy as np

from gordan.errors import InputError
from gordan.problem.numbers import Numbers
from gordan.regression.model.closed import Beside
from gordan.regression.model.entered import Missing
from gordan.regression.model.family import named_family
from gordan.regression.model.fitted import is_model, read_model
from gordan.regression.model.read import pose_formula, read_arrays
from gordan.regression.model.system import Posed, write_down

__all__ = ["pose"]


def pose(
    X: Any,
    y: Any = None,
    *,
    data: Any = None,
    family: Any = "binomial",
    weights: Any = None,
    offset: Any = None,
    strata: Any = None,
    intercept: bool = True,
    missing: Missing | None = None,
    numbers: Numbers = "decimal",
    python: bool = True,
) -> Posed:
    """The rows of a regression model, as `gordan.diagnose` asks about them; nothing is decided here.

    With the same arguments as `diagnose`. Its `system` is what a certificate of a split is verified against.

    Examples
    --------
    >>> data = {"dose": [1, 2, 3, 3, 4, 5], "ill": [0, 0, 0, 1, 1, 1]}
    >>> posed = pose("ill ~ dose", data=data)
    >>> posed.system.n_inequalities, posed.system.names
    (6, ('Intercept', 'dose'))
    """
    _refuse_options(intercept=intercept, missing=missing, numbers=numbers)
    beside = {"weights": weights, "offset": offset, "strata": strata, "missing": missing}
    if is_model(X):
        if y is not None or data is not None:
            raise InputError("a model brings its own data; leave y and data out")
        design, family = read_model(X, **beside)
    elif isinstance(X, str):
        if not intercept:
            raise InputError(
                "a formula says itself whether there is an intercept; write - 1 in it, and leave intercept out"
            )
        about = Beside(weights, offset, strata)
        return pose_formula(X, y, data, named_family(family), about, missing=missing, numbers=numbers, python=python)
    else:
        design = read_arrays(X, y, data=data, intercept=intercept, **beside)
    return write_down(design, named_family(family), numbers)


def _refuse_options(**given: Any) -> None:
    allowed = {"missing": (None, "drop", "raise"), "numbers": ("binary", "decimal")}
    for name, choices in allowed.items():
        if given[name] not in choices:
            words = " or ".join(repr(each) for each in choices if each is not None)
            raise InputError(f"{name} is {given[name]!r}; give {words}")
    if not isinstance(given["intercept"], bool | np.bool_):
        raise InputError(f"intercept is {given['intercept']!r}; give True or False")
