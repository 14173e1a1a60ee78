"""Kernel values of one row against stored ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from gordan.array import Array
from gordan.errors import InputError
from gordan.online.number import is_number, shown

__all__ = ["Kernel", "values"]

NAMES = ("linear", "rbf", "laplacian", "poly")


@dataclass(frozen=True)
class Kernel:
    """A kernel by name and numbers, or a function of two matrices of rows that returns the matrix of their values."""

    name: str | Callable[[Any, Any], Any] = "rbf"
    gamma: float = 1.0
    degree: int = 3
    coef0: float = 0.0

    def __post_init__(self) -> None:
        if not callable(self.name) and self.name not in NAMES:
            raise InputError(f"kernel is {self.name!r}; give {', '.join(map(repr, NAMES))} or a function f(X, Y)")
        if not is_number(self.gamma) or not self.gamma > 0:
            raise InputError(f"gamma is {self.gamma!r}; give a positive number")
        if not is_number(self.degree) or self.degree != int(self.degree) or self.degree < 1:
            raise InputError(f"degree is {self.degree!r}; give a whole number from 1 on")
        if not is_number(self.coef0) or self.coef0 < 0:
            raise InputError(f"coef0 is {self.coef0!r}; give zero or more, otherwise poly is not a kernel")


def values(kernel: Kernel, row: Array, rows: Array) -> Array:
    """The kernel's values between `row` and each of `rows`.

    Examples
    --------
    >>> values(Kernel("poly", 1.0, 2, 1.0), np.array([1.0, 2.0]), np.array([[1.0, 1.0], [0.0, 0.0]]))
    array([16.,  1.])
    """
    with np.errstate(over="ignore", invalid="ignore"):
        found = _values(kernel, row, rows)
    if not np.isfinite(found).all():
        raise InputError("a kernel value is not finite; divide all features by one factor")
    return np.asarray(found)


def _values(kernel: Kernel, row: Array, rows: Array) -> Any:
    if callable(kernel.name):
        given = kernel.name(row[None], rows)
        try:
            found = np.asarray(given, dtype=np.float64)
        except (TypeError, ValueError):
            raise InputError(
                f"the kernel gave {shown(given)} for 1 and {len(rows)} rows; give a matrix of values"
            ) from None
        if found.shape != (1, len(rows)):
            raise InputError(f"the kernel gave shape {found.shape} for 1 and {len(rows)} rows; give a matrix of values")
        return found[0]
    if kernel.name == "rbf":
        return np.exp(-kernel.gamma * ((rows - row) ** 2).sum(axis=1))
    if kernel.name == "laplacian":
        return np.exp(-kernel.gamma * abs(rows - row).sum(axis=1))
    if kernel.name == "poly":
        return (kernel.gamma * (rows @ row) + kernel.coef0) ** int(kernel.degree)
    return rows @ row
