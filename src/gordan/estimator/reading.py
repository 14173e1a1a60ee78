"""What scikit-learn hands to an estimator, read: points, labels, seeds, and what has no place in a fit."""

from __future__ import annotations

from numbers import Integral
from typing import Any

import numpy as np
from sklearn.utils import check_random_state
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import validate_data

from gordan.errors import InputError

__all__ = ["read_classes", "read_labelled", "read_points", "read_seed", "refuse_metadata", "refuse_other_classes"]

# "numeric" leaves numbers as they are: whether they can be widened without rounding is for `Points` to say.
_FORM = {"accept_sparse": ("csr", "csc"), "dtype": "numeric"}


def read_labelled(estimator: Any, X: Any, y: Any, *, reset: bool = True) -> tuple[Any, Any]:
    """Points and labels; `reset` says whether they tell how many features there are, or have to agree."""
    X, y = validate_data(estimator, X, y, reset=reset, **_FORM)
    check_classification_targets(y)
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


def refuse_metadata(estimator: Any, given: dict[str, Any]) -> None:
    """Weights have no meaning where every row has to be on its side; other names are not known at all."""
    name = type(estimator).__name__
    for key, value in given.items():
        if key != "sample_weight":
            raise TypeError(f"{name}.fit() got an unexpected keyword argument {key!r}")
        if value is not None:
            raise InputError(
                f"{name} takes no sample_weight: whether a hyperplane has every row on its side does not depend on "
                "the rows' weights; leave it out, and drop the rows whose weight is 0"
            )


def read_classes(y: Any, classes: Any, known: Any) -> Any:
    """The classes of a stream, sorted: those known since its first batch, which have to be told with it."""
    if known is None and classes is None:
        raise InputError("the first call of partial_fit needs classes: all labels that will ever come, even if not yet")
    told = None if classes is None else np.unique(np.asarray(classes))
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


def refuse_other_classes(classes: Any, known: Any) -> None:
    """A warm start goes on with hyperplanes between the same classes."""
    if not np.array_equal(classes, known):
        raise InputError(
            f"y has the classes {_listed(classes)}, and warm_start=True goes on from {_listed(known)}; pass "
            "warm_start=False to begin anew"
        )


def _listed(classes: Any) -> str:
    return ", ".join(str(each) for each in classes[:5]) + (", …" if len(classes) > 5 else "")
