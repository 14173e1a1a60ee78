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
from typing import Any

import numpy as np

from gordan.outcome import Check
from gordan.verify.check import fact

__all__ = ["genuine", "same_labels"]

_PLAIN = frozenset(
    {int, float, complex, bool, str, bytes, type(None), np.float64, np.float32, np.int64, np.int32, np.bool_}
)
# Fields that claim nothing of the data; the labels, whose types are the user's own; values of CVXPY's variables, which
# are of its own types; and a system, which is compared with the one that is judged.
_BESIDE = frozenset({"classes", "verdict", "run", "notes", "variables", "system"})


def genuine(claim: Any) -> Check:
    """State whether every field of a claim is what it seems.

    Examples
    --------
    >>> from gordan.outcome import Bracket
    >>> genuine(Bracket(0.0, 1.0)).holds
    True
    """
    odd = _odd(claim, "claim")
    return fact("claim is made of plain values", odd or "all of them", "records, numbers, text and arrays", not odd)


def _odd(value: Any, where: str) -> str:
    """The first place that is not plain, and what stands there; empty where all is."""
    kind = type(value)
    if kind in _PLAIN:
        return ""
    if kind is Fraction:
        whole = type(value.numerator) is int and type(value.denominator) is int
        return "" if whole else f"{where} is a fraction of other numbers"
    if kind is np.ndarray:
        return ""  # of whatever numbers: each check says which it takes
    if kind is tuple or kind is list:
        # Most are long and of one type, which is told of all members at once.
        others = set(map(type, value)) - _PLAIN
        return next(filter(None, (_odd(v, f"{where}[{k}]") for k, v in enumerate(value) if type(v) in others)), "")
    if not _ours(kind):
        return f"{where} is a {kind.__module__}.{kind.__qualname__}"
    names = {f.name for f in fields(value)} if is_dataclass(kind) else set(kind._fields)
    return next(filter(None, (_odd(getattr(value, name), f"{where}.{name}") for name in sorted(names - _BESIDE))), "")


def _ours(kind: type) -> bool:
    """Whether a class is the one that its module of gordan has under that name, and a record."""
    module = sys.modules.get(kind.__module__) if kind.__module__.startswith("gordan.") else None
    record = is_dataclass(kind) or (issubclass(kind, tuple) and hasattr(kind, "_fields"))
    return record and module is not None and vars(module).get(kind.__qualname__) is kind


def same_labels(given: Any, expected: tuple[Any, ...]) -> bool:
    """Whether these are the problem's own labels: equal, and of the same types or plain."""
    if type(given) is not tuple or len(given) != len(expected):
        return False
    pairs = zip(given, expected, strict=True)
    return all((type(a) is type(b) or type(a) in _PLAIN) and bool(b == a) for a, b in pairs)
