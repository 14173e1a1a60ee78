"""What scikit-learn hands to an estimator, read: points, labels, seeds, and what has no place in a fit."""

from __future__ import annotations

from numbers import Integral
from typing import Any

import numpy as np
from sklearn.utils import check_random_state, check_X_y
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import validate_data

from gordan.arithmetic.array import Matrix
from gordan.errors import InputError
from gordan.learn.multiclass import Labels, Space

__all__ = [
    "Seed",
    "read_classes",
    "read_labelled",
    "read_points",
    "read_seed",
    "read_unowned",
    "refuse_metadata",
    "refuse_other_classes",
    "refuse_parameters",
    "refuse_sign",
]

Seed = int | np.random.RandomState | None
# "numeric" leaves numbers as they are: whether they can be widened without rounding is for `Points` to say.
_FORM = {"accept_sparse": ("csr", "csc"), "dtype": "numeric"}


def read_labelled(estimator: object, X: Matrix, y: object, *, reset: bool = True) -> tuple[Matrix, Labels]:
    """Points and labels; with `reset` they set the number of features, else they have to agree with it."""
    if _are_plain(X, y):
        plain, labels = validate_data(estimator, X, y, reset=reset, skip_check_array=True)
        return plain, labels
    points, labels = validate_data(estimator, X, y, reset=reset, **_FORM)
    check_classification_targets(labels)
    return points, labels


def _are_plain(X: object, y: object) -> bool:
    """Whether scikit-learn's checks would let these pass as they are, which takes them most of a millisecond.

    They are finite numbers in an array of NumPy's own, and whole numbers as labels that are not nearly all different,
    of which it would warn.
    """
    if not (type(X) is np.ndarray and X.dtype in (np.float64, np.float32) and X.ndim == 2 and X.size):
        return False
    if not (type(y) is np.ndarray and y.dtype.kind in "biu" and y.shape == X.shape[:1]):
        return False
    with np.errstate(over="ignore", invalid="ignore"):
        # No sum with an infinity in it, or with what is no number, is finite.
        return bool(np.isfinite(X.sum())) and 2 * (int(y.max()) - int(y.min()) + 1) <= y.size


def read_unowned(X: Matrix, y: object) -> tuple[Matrix, Labels]:
    """Points and labels that no estimator is fitted to."""
    if y is None:
        raise InputError("y is None; give the class of every row, for that is what is asked about")
    points, labels = check_X_y(X, y, **_FORM)
    try:
        check_classification_targets(labels)
        np.unique(labels)
    except TypeError:
        raise InputError("labels mix types that have no order; make them all text or all numbers") from None
    return points, labels


def read_points(estimator: object, X: Matrix) -> Matrix:
    """Points to be classified, with the features of the fit."""
    return validate_data(estimator, X, reset=False, **_FORM)


def read_seed(random_state: Seed) -> int | None:
    """A seed: None stays None, which is always the same order; an object of NumPy's gives its next number."""
    if random_state is None:
        return None
    if isinstance(random_state, Integral):
        if random_state < 0:
            raise InputError(f"random_state is {random_state!r}; give a whole number, 0 or more")
        return int(random_state)
    return int(check_random_state(random_state).randint(2**31 - 1))


def read_jobs(n_jobs: int | None) -> int | None:
    """Threads, as scikit-learn counts them: None is one, -1 all there are, which is None here."""
    if n_jobs is None:
        return 1
    if not isinstance(n_jobs, Integral) or isinstance(n_jobs, bool) or not (n_jobs > 0 or n_jobs == -1):
        raise InputError(f"n_jobs is {n_jobs!r}; give a number of threads, -1 for all cores, or None for one")
    return None if n_jobs == -1 else int(n_jobs)


def refuse_parameters(estimator: Any) -> None:
    """Refuse parameters of the wrong type or value before any work is done."""
    for name in ("fit_intercept", "positive", "shuffle", "warm_start"):
        value = getattr(estimator, name, False)
        if not isinstance(value, bool | np.bool_):
            raise InputError(f"{name} is {value!r}; give True or False")
    if estimator.positive and not Space(estimator.kernel).linear:
        raise InputError(
            f"positive=True asks for coefficients of the features, and under kernel={estimator.kernel!r} there are "
            "none; give kernel='linear', or drop positive=True"
        )
    scheme = estimator.multi_class
    if not isinstance(scheme, str) or scheme not in ("ovr", "ovo"):
        raise InputError(f"multi_class is {scheme!r}; give 'ovr' (each class against the rest) or 'ovo' (every pair)")


def refuse_sign(estimator: Any, classes: Labels) -> None:
    """Refuse positive=True where y has more than two classes."""
    if estimator.positive and classes.size > 2:
        raise InputError(
            f"positive=True asks that greater features speak for the second class, and y has {classes.size} classes "
            f"({_listed(classes)}); give two of them, or y == class for one against the rest"
        )


def refuse_metadata(estimator: object, given: dict[str, object], *, method: str = "fit") -> None:
    """Refuse sample_weight, which means nothing where every row has to be on its side, and unknown names."""
    name = type(estimator).__name__
    for key, value in given.items():
        if key != "sample_weight":
            raise TypeError(f"{name}.{method}() got an unexpected keyword argument {key!r}")
        if value is not None:
            raise InputError(
                f"{name} takes no sample_weight: whether a hyperplane has every row on its side does not depend on "
                "the rows' weights; leave it out, and drop the rows whose weight is 0"
            )


def read_classes(y: Labels, classes: object, known: Labels | None) -> Labels:
    """The classes of a stream, sorted; they have to be given with its first batch."""
    given = None if classes is None else _sorted(classes)
    if known is None:
        known = given
    if known is None:
        raise InputError("the first call of partial_fit needs classes: all labels that will ever come, even if not yet")
    if given is not None and not np.array_equal(known, given):
        raise InputError(f"classes are {_listed(given)} and were {_listed(known)} at the first call; they must stay")
    if known.size < 2:
        raise InputError(f"classes has one class only ({_listed(known)}); a separation needs two")
    unseen = np.setdiff1d(y, known)
    if unseen.size:
        raise InputError(
            f"y has the class {_listed(unseen)}, which was not among classes ({_listed(known)}) at the first call of "
            "partial_fit; begin anew with all classes"
        )
    return known


def _sorted(classes: object) -> Labels:
    try:
        labels = np.asarray(classes)
        if isinstance(classes, list | tuple) and len({isinstance(each, str) for each in classes}) > 1:
            raise TypeError  # NumPy would make text of the numbers
        distinct: Labels = np.unique(labels)
        missing = labels.ndim != 1 or bool((distinct != distinct).any())
    except (TypeError, ValueError):
        raise InputError(f"classes is {classes!r}, which has no order; list text only or numbers only") from None
    if missing:
        raise InputError(f"classes is {classes!r}; give a list of labels, none of them missing")
    return distinct


def refuse_other_classes(classes: Labels, known: Labels) -> None:
    """A warm start goes on with hyperplanes between the same classes."""
    if not np.array_equal(classes, known):
        raise InputError(
            f"y has the classes {_listed(classes)}, and warm_start=True goes on from {_listed(known)}; pass "
            "warm_start=False to begin anew"
        )


def _listed(classes: Labels) -> str:
    return ", ".join(str(each) for each in classes[:5]) + (", …" if len(classes) > 5 else "")
