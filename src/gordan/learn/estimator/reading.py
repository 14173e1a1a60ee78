"""What scikit-learn hands to an estimator, read: points, labels, seeds, and what has no place in a fit."""

from __future__ import annotations

from numbers import Integral
from typing import Any

import numpy as np
from sklearn.utils import check_random_state, check_X_y
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import validate_data

from gordan.errors import InputError

__all__ = [
    "read_classes",
    "read_labelled",
    "read_points",
    "read_seed",
    "read_unowned",
    "refuse_metadata",
    "refuse_other_classes",
    "refuse_parameters",
]

# "numeric" leaves numbers as they are: whether they can be widened without rounding is for `Points` to say.
_FORM = {"accept_sparse": ("csr", "csc"), "dtype": "numeric"}


def read_labelled(estimator: Any, X: Any, y: Any, *, reset: bool = True) -> tuple[Any, Any]:
    """Points and labels; `reset` says whether they tell how many features there are, or have to agree."""
    X, y = validate_data(estimator, X, y, reset=reset, **_FORM)
    check_classification_targets(y)
    return X, y


def read_unowned(X: Any, y: Any) -> tuple[Any, Any]:
    """Points and labels that no estimator is fitted to."""
    if y is None:
        raise InputError("y is None; give the class of every row, for that is what is asked about")
    X, y = check_X_y(X, y, accept_sparse=("csr", "csc"), dtype="numeric")
    try:
        check_classification_targets(y)
        np.unique(y)
    except TypeError:
        raise InputError("labels mix types that have no order; make them all text or all numbers") from None
    return X, y


def read_points(estimator: Any, X: Any) -> Any:
    """Points to be classified, with the features of the fit."""
    return validate_data(estimator, X, reset=False, **_FORM)


def read_seed(random_state: Any) -> int | None:
    """A seed: None stays None, which is always the same order; an object of NumPy's gives its next number."""
    if random_state is None:
        return None
    if isinstance(random_state, Integral):
        if random_state < 0:
            raise InputError(f"random_state is {random_state!r}; give a whole number, 0 or more")
        return int(random_state)
    return int(check_random_state(random_state).randint(2**31 - 1))


def refuse_parameters(estimator: Any) -> None:
    """What is asked only after the data were read, or not at all, where a slip would pass for a yes."""
    for name in ("fit_intercept", "shuffle", "warm_start"):
        value = getattr(estimator, name, False)
        if not isinstance(value, bool | np.bool_):
            raise InputError(f"{name} is {value!r}; give True or False")
    scheme = estimator.multi_class
    if not isinstance(scheme, str) or scheme not in ("ovr", "ovo"):
        raise InputError(f"multi_class is {scheme!r}; give 'ovr' (each class against the rest) or 'ovo' (every pair)")


def refuse_metadata(estimator: Any, given: dict[str, Any], *, method: str = "fit") -> None:
    """Weights have no meaning where every row has to be on its side; other names are not known at all."""
    name = type(estimator).__name__
    for key, value in given.items():
        if key != "sample_weight":
            raise TypeError(f"{name}.{method}() got an unexpected keyword argument {key!r}")
        if value is not None:
            raise InputError(
                f"{name} takes no sample_weight: whether a hyperplane has every row on its side does not depend on "
                "the rows' weights; leave it out, and drop the rows whose weight is 0"
            )


def read_classes(y: Any, classes: Any, known: Any) -> Any:
    """The classes of a stream, sorted: those known since its first batch, which have to be told with it."""
    if known is None and classes is None:
        raise InputError("the first call of partial_fit needs classes: all labels that will ever come, even if not yet")
    told = None if classes is None else _sorted(classes)
    if known is not None and told is not None and not np.array_equal(known, told):
        raise InputError(f"classes are {_listed(told)} and were {_listed(known)} at the first call; they must stay")
    known = told if known is None else known
    if known.size < 2:
        raise InputError(f"classes has one class only ({_listed(known)}); a separation needs two")
    unseen = np.setdiff1d(y, known)
    if unseen.size:
        raise InputError(
            f"y has the class {_listed(unseen)}, which was not among classes ({_listed(known)}) at the first call of "
            "partial_fit; begin anew with all classes"
        )
    return known


def _sorted(classes: Any) -> Any:
    try:
        told = np.asarray(classes)
        if isinstance(classes, list | tuple) and len({isinstance(each, str) for each in classes}) > 1:
            raise TypeError  # NumPy would make text of the numbers
        found = np.unique(told)
        missing = told.ndim != 1 or bool((found != found).any())
    except (TypeError, ValueError):
        raise InputError(f"classes is {classes!r}, which has no order; list text only or numbers only") from None
    if missing:
        raise InputError(f"classes is {classes!r}; give a list of labels, none of them missing")
    return found


def refuse_other_classes(classes: Any, known: Any) -> None:
    """A warm start goes on with hyperplanes between the same classes."""
    if not np.array_equal(classes, known):
        raise InputError(
            f"y has the classes {_listed(classes)}, and warm_start=True goes on from {_listed(known)}; pass "
            "warm_start=False to begin anew"
        )


def _listed(classes: Any) -> str:
    return ", ".join(str(each) for each in classes[:5]) + (", …" if len(classes) > 5 else "")
