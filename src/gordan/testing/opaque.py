"""Arrays that refuse to be looked into: what a solver may hold of directions and weights."""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np

from gordan.arithmetic.array import Array

__all__ = ["DIRECTION", "WEIGHTS", "Opaque", "reveal", "seal"]

DIRECTION, WEIGHTS = "direction", "weight vector"


class Opaque:
    """An array of one kind that can be added to its kind and multiplied by numbers."""

    __slots__ = ("_hidden", "_kind")
    # Without this NumPy would take a scalar on the left for an invitation to loop over the entries.
    __array_ufunc__ = None

    def __init__(self, hidden: Array, kind: str) -> None:
        self._hidden, self._kind = hidden, kind

    def __repr__(self) -> str:
        return f"an opaque {self._kind}"

    def __add__(self, other: object) -> Opaque:
        return Opaque(self._hidden + reveal(other, self._kind), self._kind)

    def __sub__(self, other: object) -> Opaque:
        return Opaque(self._hidden - reveal(other, self._kind), self._kind)

    def __mul__(self, factor: object) -> Opaque:
        return Opaque(self._hidden * self._number(factor), self._kind)

    __rmul__ = __mul__

    def __truediv__(self, divisor: object) -> Opaque:
        return Opaque(self._hidden / self._number(divisor), self._kind)

    def __neg__(self) -> Opaque:
        return Opaque(-self._hidden, self._kind)

    def _number(self, value: object) -> float:
        if not isinstance(value, int | float | np.floating | np.integer):
            self._refuse(f"multiplied by {type(value).__name__}")
        return float(value)

    def _refuse(self, what: str) -> NoReturn:
        raise AssertionError(f"the solver had {self!r} {what}; it may only add them and multiply them by numbers")

    def __getattr__(self, name: str) -> NoReturn:
        self._refuse(f"asked for its {name}")

    def __getitem__(self, key: object) -> NoReturn:
        self._refuse("indexed")

    def __setitem__(self, key: object, value: object) -> NoReturn:
        self._refuse("changed in place")

    def _measure(self) -> int:
        self._refuse("asked for its length")

    # Truth is asked of the length too.
    __len__ = _measure

    def __iter__(self) -> NoReturn:
        self._refuse("looped over")

    def __float__(self) -> float:
        self._refuse("turned into a number")

    def __array__(self, dtype: object = None, copy: object = None) -> NoReturn:
        self._refuse("turned into an array")

    def __array_function__(self, *call: object) -> NoReturn:
        self._refuse("handed to a NumPy function")

    def __matmul__(self, other: object) -> NoReturn:
        self._refuse("multiplied by @")

    __rmatmul__ = __matmul__

    def _compare(self, other: object) -> bool:
        self._refuse("compared")

    __lt__ = __le__ = __gt__ = __ge__ = _compare
    __eq__ = __ne__ = _compare
    __hash__ = object.__hash__


def seal(array: Array | None, kind: str) -> Any:
    """The array behind a curtain; None stays None."""
    return None if array is None else Opaque(array, kind)


def reveal(value: object, kind: str) -> Array:
    """What is behind the curtain, if it is of this kind."""
    if not isinstance(value, Opaque):
        raise AssertionError(f"a {kind} was needed and the solver gave {type(value).__name__}: where did it come from?")
    if value._kind != kind:
        raise AssertionError(f"a {kind} was needed and the solver gave {value!r}")
    return value._hidden
