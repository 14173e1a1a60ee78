"""Whether the fields of a claim have the types that its records declare.

Of certificates that is asked first. Of other claims most checks look at the types of what they compute with, and refuse
what is odd by their own names; where a judge could not go on, this finds the field that is of another type, so that the
claim is refused and nothing crashes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import numpy as np

from gordan.outcome import Check
from gordan.verify.check import fact
from gordan.verify.genuine import is_own

__all__ = ["as_declared"]

_PLAIN = {int, str, Fraction}


def as_declared(claim: object) -> Check:
    """State whether every field has the type that its record declares; the first that has not is named.

    Examples
    --------
    >>> from gordan.outcome import Cancellation
    >>> as_declared(Cancellation((0, 1), (1, 1))).holds, as_declared(Cancellation(7, (1, 1))).quantity
    (True, 'claim.support is of type int')
    """
    odd = next(_others(claim, type(claim), "claim"), "")
    return fact("claim is made of plain values", odd or "all of them", "fields of their declared types", not odd)


def _others(value: object, hint: Any, where: str) -> Iterator[str]:
    """The places at which a value is not as the hint says."""
    members = _members(value, hint, where)
    if members is None:
        yield f"{where} is of type {type(value).__name__}"
        return
    for each, own, place in members:
        yield from _others(each, own, place)


def _members(value: object, hint: Any, where: str) -> Iterator[tuple[object, Any, str]] | None:
    """The members of a value that the hint allows, with their own hints and places; None where it does not."""
    origin, given = get_origin(hint), get_args(hint)
    if hint is Any or hint is object:
        return iter(())
    if origin is Union or origin is UnionType:
        # The first that fits all the way down, or else the first that may be meant.
        fitting = [part for part in given if _members(value, part, where) is not None]
        whole = (part for part in fitting if next(_others(value, part, where), None) is None)
        part = next(whole, fitting[0] if fitting else None)
        return None if part is None else _members(value, part, where)
    if origin is Literal:
        return iter(()) if type(value) is str and value in given else None
    if origin is np.ndarray:
        return iter(()) if type(value) is np.ndarray and _is_of(value.dtype, given[1]) else None
    if origin is tuple:
        if type(value) is not tuple or (given[-1] is not Ellipsis and len(value) != len(given)):
            return None
        if given[-1] is Ellipsis and given[0] in _PLAIN and {given[0]}.issuperset(map(type, value)):
            return iter(())  # most are long and of one type, which is tested for all members at once
        every = [given[0]] * len(value) if given[-1] is Ellipsis else given
        return ((each, own, f"{where}[{k}]") for k, (each, own) in enumerate(zip(value, every, strict=True)))
    kind = origin or hint
    if kind is float:
        # Whole numbers that have a double will do.
        short = type(value) is int and value.bit_length() < 1024
        return iter(()) if short or type(value) in (float, np.float64) else None
    if not isinstance(value, kind) or (kind is int and type(value) is not int):
        return None
    record: Any = type(value)
    hints = _hints(record) if is_own(record) else {}
    return ((getattr(value, name, None), each, f"{where}.{name}") for name, each in hints.items())


def _is_of(dtype: np.dtype[Any], hint: Any) -> bool:
    [kind] = get_args(hint)
    return bool(np.issubdtype(dtype, get_origin(kind) or kind))


@cache
def _hints(kind: type) -> dict[str, Any]:
    """The fields of a record, and what it declares them to be."""
    hints = get_type_hints(kind)
    names = [field.name for field in fields(kind)] if is_dataclass(kind) else getattr(kind, "_fields", ())
    return {name: hints[name] for name in names if name in hints}
