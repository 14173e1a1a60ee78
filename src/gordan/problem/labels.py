"""Labels: any two values, the second in sorted order positive."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gordan.arithmetic.array import Array, Matrix
from gordan.arithmetic.setting import names_options, setting
from gordan.errors import InputError
from gordan.problem.matrix import without_gradient

__all__ = ["choose_two", "is_missing", "read_labels", "refuse_missing", "sign_classes"]


def read_labels(y: object, n: int, intercept: bool, *, name: str = "X") -> tuple[tuple[object, ...], Array]:
    """The sorted classes and a read-only sign for every row.

    A refusal calls the data by `name`.

    Examples
    --------
    >>> read_labels(["b", "a", "b"], 3, True)
    (('a', 'b'), array([ 1., -1.,  1.]))
    """
    if isinstance(y, list | tuple) and len({isinstance(value, str) for value in y if value is not None}) > 1:
        # NumPy would make text of the numbers, and 1 and "1" one class.
        raise InputError("labels mix types that have no order; make them all text or all numbers")
    if isinstance(y, np.ma.MaskedArray) and np.ma.is_masked(y):
        first = int(np.flatnonzero(np.ma.getmaskarray(y))[0])
        raise InputError(f"the label of row {first} is missing (masked); drop or label it")
    labels = np.asarray(without_gradient(y))
    if labels.ndim == 2 and 1 in labels.shape:
        labels = labels.ravel()
    if labels.ndim != 1:
        raise InputError(f"labels have shape {labels.shape}; give one label per row, a sequence of length {n}")
    if labels.size != n:
        given = f"{labels.size} label{'s' * (labels.size != 1)}"
        raise InputError(f"{name} has {n} row{'s' * (n != 1)} but y has {given}; give one label per row")
    refuse_missing(labels)
    try:
        classes, positive = _classes(labels)
    except TypeError:
        raise InputError("labels mix types that have no order; make them all text or all numbers") from None
    if classes.size == 2:
        return tuple(classes.tolist()), _read_only(np.where(positive, 1.0, -1.0))
    if classes.size == 1 and not intercept:
        # Without an intercept the rows may already carry their signs: one class is a full question.
        return tuple(classes.tolist()), _read_only(np.ones(n))
    if classes.size == 1:
        raise InputError(
            f"all labels are {classes[0]!s}; a separation needs two classes (rows that carry their own sign: "
            f"{setting('intercept', False)})"
        )
    shown = ", ".join(str(c) for c in classes[:5]) + (", …" if classes.size > 5 else "")
    raise InputError(
        f"labels have {classes.size} classes ({shown}); {choose_two()}, or ask gordan.separability about all of them"
    )


def choose_two() -> str:
    """What to do about labels of more than two classes."""
    if names_options():
        return "name another label column with --label, or set one class against the others with --positive"
    return "give two, for instance one class against the rest: y == value"


def sign_classes(labels: Sequence[object], codes: Matrix, intercept: bool) -> tuple[tuple[object, ...], Matrix]:
    """The sorted classes and signs of one byte each, from the different labels and the position of each row's.

    Examples
    --------
    >>> sign_classes(["b", "a"], np.array([0, 1, 0], dtype=np.int8), True)
    (('a', 'b'), array([ 1, -1,  1], dtype=int8))
    """
    classes, _ = read_labels(list(labels), len(labels), intercept)
    if len(classes) == 1:
        return classes, _read_only(np.ones(codes.size, dtype=np.int8))
    return classes, _read_only(np.where(codes == list(labels).index(classes[1]), 1, -1).astype(np.int8))


def _classes(labels: Matrix) -> tuple[Matrix, Matrix]:
    """The sorted classes, and which rows are of the last of two."""
    if labels.size and labels.dtype.kind in "biuf":
        # Two numbers need not be sorted for.
        ends = np.array([labels.min(), labels.max()])
        least, positive = labels == ends[0], labels == ends[1]
        if ends[0] != ends[1] and (least | positive).all():
            return ends, positive
    classes, which = np.unique(labels, return_inverse=True)
    return classes, which == 1


def _read_only(signs: Matrix) -> Matrix:
    """A read-only view that cannot be made writable; the array behind it is read-only too."""
    signs.flags.writeable = False
    return signs.view()


def refuse_missing(labels: Matrix) -> None:
    """Refuse labels of which one is missing, with its row."""
    if labels.dtype.kind == "f":
        missing = np.flatnonzero(np.isnan(labels))
    elif labels.dtype.kind in "mM":
        missing = np.flatnonzero(np.isnat(labels))
    elif labels.dtype.kind == "O":
        missing = np.flatnonzero([is_missing(value) for value in labels])
    else:
        return
    if missing.size:
        raise InputError(f"the label of row {int(missing[0])} is missing ({missing.size} in all); drop or label them")


def is_missing(value: object) -> bool:
    """None, NaN and the missing values of data frames, which refuse to be compared."""
    if value is None:
        return True
    try:
        return bool(value != value)
    except (TypeError, ArithmeticError):  # the NA of pandas, the signalling NaN of decimal
        return True
