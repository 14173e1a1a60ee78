"""Whether a claim is made of plain records and plain values: a subclass may answer differently each time it is asked.

Everything else in this room reads a claim's fields as if they stayed what they are. That is true of gordan's own frozen
records, of Python's and NumPy's own numbers, text and tuples, and of arrays that are no subclass. It need not be true
of anything else: a property can return the honest bracket to the verifier and another one to the reader, an array can
multiply as it likes, a number can equal everything.
"""

from __future__ import annotations

import sys
from dataclasses import fields, is_dataclass
from fractions import Fraction

import numpy as np

from gordan.outcome import Check
from gordan.verify.check import fact, is_fraction, shown_value

__all__ = ["genuine", "is_own", "same_classes", "same_labels"]

# By identity: a class of classes may equal any other class, and has its hash.
_PLAIN = frozenset(
    map(id, (int, float, complex, bool, str, bytes, type(None), np.float64, np.float32, np.int64, np.int32, np.bool_))
)
# Fields that claim nothing of the data; the labels, whose types are the user's own; values of CVXPY's variables, which
# are of its own types; and a system, which is compared with the one that is judged.
_BESIDE = frozenset({"classes", "verdict", "run", "notes", "variables", "system"})
_DEEPEST = 200  # levels; the terms of a formula are nested too
_MISSING = object()  # where a record lacks a field
# Classes looked at before, by identity, with the fields that are looked at and all that a dataclass has.
_records: dict[int, tuple[type, tuple[str, ...], frozenset[str]]] = {}


def genuine(claim: object) -> Check:
    """State whether every field of a claim is what it seems.

    Examples
    --------
    >>> from gordan.outcome import Bracket
    >>> genuine(Bracket(0.0, 1.0)).holds
    True
    """
    odd = _odd(claim, "claim", set())
    return fact("claim is made of plain values", odd or "all of them", "records, numbers, text and arrays", not odd)


def _odd(value: object, where: str, seen: set[int], depth: int = 0) -> str:
    """The first place that is not plain, and what stands there; empty where all is.

    Every list and record is looked into once, however often it occurs, and none deeper than any claim goes.
    """
    kind = type(value)
    if id(kind) in _PLAIN:
        return ""
    if kind is np.ndarray:  # of whatever numbers: each check says which it takes
        numbers = value.dtype.kind in "biufc"  # type: ignore[attr-defined]
        return "" if numbers else f"{where} is an array of {value.dtype}"  # type: ignore[attr-defined]
    if kind is Fraction:
        return "" if is_fraction(value) else f"{where} is a fraction of other numbers, or not in lowest terms"
    if id(value) in seen:
        return ""
    if depth > _DEEPEST:
        return f"{where[:40]}… is nested too deeply"
    seen.add(id(value))
    if kind is tuple or kind is list:
        # Most are long and of one type, which is tested for all members at once.
        if _PLAIN.issuperset(map(id, map(type, value))):  # type: ignore[call-overload]
            return ""
        for k, each in enumerate(value):  # type: ignore[arg-type,var-annotated]
            if odd := _odd(each, f"{where}[{k}]", seen, depth + 1):
                return odd
        return ""
    names = _fields(kind)
    if names is None:
        return f"{where} is a {kind.__module__}.{kind.__qualname__}"
    if beside := _besides(value, kind):
        return f"{where}.{beside} is not its own"
    for name in names:
        each = getattr(value, name, _MISSING)
        if id(type(each)) not in _PLAIN and (odd := _odd(each, f"{where}.{name}", seen, depth + 1)):
            return odd
    return ""


def _besides(value: object, kind: type) -> str:
    """An attribute that a record of this class does not have by itself: it may stand before one of its methods."""
    own, there = _records[id(kind)][2], getattr(value, "__dict__", ())
    if own.issuperset(there):
        return ""
    return next((name for name in there if name not in own and hasattr(kind, name)), "")


def _fields(kind: type) -> tuple[str, ...] | None:
    """The fields of a record of gordan's own, which its module has under that name; None of any other class."""
    known = _records.get(id(kind))
    if known is not None:
        return known[1]
    module = sys.modules.get(kind.__module__) if kind.__module__.startswith("gordan.") else None
    if module is None or vars(module).get(kind.__qualname__) is not kind:
        return None
    if is_dataclass(kind):
        names = {field.name for field in fields(kind)}
    elif issubclass(kind, tuple) and hasattr(kind, "_fields"):
        names = set(kind._fields)
    else:
        return None
    own = frozenset(names if is_dataclass(kind) else ())
    _records[id(kind)] = kind, tuple(sorted(names - _BESIDE)), own
    return _records[id(kind)][1]


def is_own(kind: type) -> bool:
    """Whether this is a class of records of gordan's own, and none that only looks like one."""
    return _fields(kind) is not None


def same_labels(given: object, expected: tuple[object, ...]) -> bool:
    """Whether these are the problem's own labels: equal, and of the same types or plain."""
    if type(given) is not tuple or len(given) != len(expected):
        return False
    pairs = zip(given, expected, strict=True)
    return all((type(a) is type(b) or id(type(a)) in _PLAIN) and bool(b == a) for a, b in pairs)


def same_classes(given: object, expected: tuple[object, ...]) -> Check:
    """That the labels claimed are the problem's own."""
    return fact("classes", shown_value(given), shown_value(expected), same_labels(given, expected))
