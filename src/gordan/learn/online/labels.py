"""`Labels`: two classes, given beforehand or learned as they come."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gordan.errors import InputError

__all__ = ["Labels"]


@dataclass(frozen=True)
class Labels:
    """The classes known so far, sorted; the second one is positive, and so is one that is alone.

    >>> Labels().joined("b").joined("a").classes
    ('a', 'b')
    >>> Labels().joined("b").signs
    {'b': 1.0}
    """

    classes: tuple[Any, ...] = ()
    signs: dict[Hashable, float] = field(default_factory=dict)

    def stated(self, classes: Any) -> Labels:
        """The two labels that a person lists, among which must be those met so far."""
        if classes is None:
            return self
        try:
            if isinstance(classes, str | bytes):
                raise TypeError  # its letters would be labels
            values = list(dict.fromkeys(plain(value) for value in classes))
        except TypeError:
            raise InputError(f"classes is {classes!r}; give the two labels in a list") from None
        if len(values) != 2:
            raise InputError(
                f"classes has {len(values)} different values; give the two labels, or none and they are learned"
            )
        if not set(self.classes) <= set(values):
            raise InputError(f"classes is {values} and the labels so far are {list(self.classes)}; give those")
        return Labels().joined(values[0]).joined(values[1])

    def joined(self, label: object) -> Labels:
        """These labels and one more; the same ones where it is known."""
        label = plain(label)
        if label in self.signs:
            return self
        if len(self.classes) == 2:
            raise InputError(
                f"the label {label!r} is a third class beside {self.classes[0]!r} and {self.classes[1]!r}; "
                "an online perceptron tells two apart, so map the labels to two, for instance y == value"
            )
        try:
            classes = tuple(sorted((*self.classes, label)))
        except TypeError:
            raise InputError(
                f"the labels {self.classes[0]!r} and {label!r} have no order; make them all text or all numbers"
            ) from None
        return Labels(classes, {classes[0]: -1.0, classes[1]: 1.0} if len(classes) == 2 else {label: 1.0})

    def sign(self, label: object) -> float:
        """The sign of a known label."""
        return self.signs[plain(label)]

    def flips(self, later: Labels) -> bool:
        """Whether the class that was alone has another sign in `later`."""
        return len(self.classes) == 1 and later.signs[self.classes[0]] < 0

    def name(self, decision: float) -> Any:
        """The label for a product, and None for a product of zero or a class not seen yet."""
        if decision > 0.0 and self.classes:
            return self.classes[-1]
        return self.classes[0] if decision < 0.0 and len(self.classes) == 2 else None

    def read(self, y: object, n: int) -> tuple[Labels, NDArray[np.int8]]:
        """The labels after a batch, and a sign for each of its n rows."""
        if isinstance(y, list | tuple) and len({isinstance(value, str) for value in y if value is not None}) > 1:
            # NumPy would make text of the numbers, and 1 and "1" one class.
            raise InputError("labels mix types that have no order; make them all text or all numbers")
        if isinstance(y, np.ma.MaskedArray) and np.ma.is_masked(y):
            raise InputError("a label is missing (masked); leave the example out, or label it")
        try:
            values = np.asarray(y)
        except ValueError:
            raise InputError("the labels have different lengths; give one label per row, text or a number") from None
        if values.dtype.kind not in "biufUSO":
            raise InputError(f"the labels are {values.dtype}; give text or numbers, for instance y.astype(str)")
        if values.ndim == 2 and 1 in values.shape:
            values = values.ravel()
        if values.shape != (n,):
            raise InputError(f"X has {n} rows and y has shape {values.shape}; give one label per row")
        labels = self
        # Two comparisons are much quicker than sorting, and all that a known pair of classes needs.
        if len(labels.classes) < 2 or not _covered(values, labels.classes):
            for label in _distinct(values):
                labels = labels.joined(label)
        return labels, np.where(values == labels.classes[-1], np.int8(1), np.int8(-1))


def plain(label: Any) -> Any:
    """A label as Python has it; missing ones are refused."""
    label = label.item() if isinstance(label, np.generic) else label
    try:
        missing = label is None or bool(label != label)
        hash(label)
    except (TypeError, ValueError):
        raise InputError(f"the label {label!r} cannot be compared or looked up; give text or numbers") from None
    if missing:
        raise InputError("a label is missing (None or NaN); leave the example out, or label it")
    return label


def _covered(values: NDArray[Any], classes: Sequence[object]) -> bool:
    try:
        return bool(((values == classes[0]) | (values == classes[1])).all())
    except TypeError:  # the missing values of data frames refuse to be compared
        return False


def _distinct(values: NDArray[Any]) -> list[Any]:
    if values.dtype.kind in "biuf":
        low, high = values.min(), values.max()
        if ((values == low) | (values == high)).all():
            return [low, high]
    return list(dict.fromkeys(plain(value) for value in values.tolist()))
