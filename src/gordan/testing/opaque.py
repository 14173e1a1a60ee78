"""Arrays that refuse to be looked into: what a solver may hold of directions and weights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NoReturn

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.candidate import Candidate
from gordan.engine.oracle.base import Atom, Step
from gordan.engine.oracle.multiplier import Multipliers, Priced
from gordan.engine.oracle.scaled import Change
from gordan.engine.oracle.sweep import Pass
from gordan.problem.cone import Point

__all__ = ["DIRECTION", "OPEN", "RECORD", "WEIGHTS", "Kind", "Opaque", "reveal", "seal"]

Kind = str | tuple[str, ...]
DIRECTION, WEIGHTS = "direction", "weight vector"
OPEN, RECORD = "open", "record"

# The arrays of each record; its other fields are in the open.
FIELDS: dict[type, dict[str, str]] = {
    Point: {"dual": WEIGHTS, "weights": WEIGHTS},
    Atom: {"column": DIRECTION},
    Step: {"w": DIRECTION, "x": WEIGHTS, "z": WEIGHTS},
    Change: {"w": DIRECTION, "x": WEIGHTS, "z": WEIGHTS},
    Candidate: {"direction": DIRECTION, "weights": WEIGHTS, "image": DIRECTION},
    Multipliers: {"direction": DIRECTION, "values": WEIGHTS},
    Priced: {"margins": WEIGHTS, "weights": WEIGHTS, "image": DIRECTION},
    Pass: {"direction": DIRECTION, "weights": WEIGHTS, "image": DIRECTION, "average": DIRECTION, "survivor": DIRECTION},
}


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


def seal(value: Any, kind: Kind) -> Any:
    """The value with every array in it behind a curtain; None stays None, and what is open stays as it is.

    A tuple of kinds is for a tuple of values. Records are sealed by their `FIELDS`, lists of them one by one.
    """
    if value is None or kind == OPEN:
        return value
    if isinstance(kind, tuple):
        return tuple(seal(each, of) for each, of in zip(value, kind, strict=True))
    if kind != RECORD:
        return Opaque(value, kind)
    if isinstance(value, list):
        return [seal(each, kind) for each in value]
    arrays = {name: seal(getattr(value, name), of) for name, of in _fields(value).items()}
    # The next sweep goes on from the pass itself.
    return _with(value, arrays | ({"state": value} if isinstance(value, Pass) else {}))


def reveal(value: Any, kind: Kind) -> Any:
    """What is behind the curtain, if it is of this kind."""
    if kind == OPEN or (value is None and kind in (RECORD, WEIGHTS)):
        return value
    if kind == RECORD:
        if isinstance(value, Sequence) and not isinstance(value, Point | Step):
            return [reveal(each, kind) for each in value]
        if isinstance(value, Pass):
            assert isinstance(value.state, Pass)
            return value.state
        arrays = {name: (getattr(value, name), of) for name, of in _fields(value).items()}
        if isinstance(value, Candidate):  # which may have no weights or no image, but always has a direction
            arrays = {name: pair for name, pair in arrays.items() if name == "direction" or pair[0] is not None}
        return _with(value, {name: reveal(*pair) for name, pair in arrays.items()})
    if not isinstance(value, Opaque):
        raise AssertionError(f"a {kind} was needed and the solver gave {type(value).__name__}: where did it come from?")
    if value._kind != kind:
        raise AssertionError(f"a {kind} was needed and the solver gave {value!r}")
    return value._hidden


def _fields(record: object) -> dict[str, str]:
    for kind, fields in FIELDS.items():
        if isinstance(record, kind):
            return fields
    raise AssertionError(f"a candidate, an atom or a step was needed and the solver gave {type(record).__name__}")


def _with(record: Any, changes: dict[str, Any]) -> Any:
    """The record with some of its fields changed."""
    if isinstance(record, Atom):
        return Atom(record.key, record.margin, changes["column"], record.sign)
    return record._replace(**changes) if isinstance(record, Point | Step | Change) else replace(record, **changes)
