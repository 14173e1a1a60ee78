"""What scikit-learn hands to an estimator, read: points, labels, seeds, and what has no place in a fit."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils import check_random_state
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import validate_data

from gordan.errors import InputError

__all__ = ["read_labelled", "read_points", "read_seed", "refuse_metadata"]

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
    if random_state is None or isinstance(random_state, int | np.integer):
        return None if random_state is None else int(random_state)
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
