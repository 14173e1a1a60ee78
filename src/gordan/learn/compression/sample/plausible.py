"""Whether a record that was read can be a compressed sample: every field is looked at before a rule is made of it."""

from __future__ import annotations

import math
from typing import Any

from gordan.errors import InputError
from gordan.learn.compression.sample.record import Compressed
from gordan.problem.number import count, extent, length

__all__ = ["require_plausible"]


def require_plausible(record: Compressed) -> None:
    """Refuse, by name, a field that no compressed sample has."""
    size = len(_positions("rows", record.rows, count("n", record.n)))
    _require(len(set(record.rows)) == size, "rows", record.rows, "every row once")
    widths = {len(_numbers("examples", point)) for point in _listed("examples", record.examples, size)}
    _require(len(widths) <= 1, "examples", record.examples, "points with equally many coordinates")
    signed = all(type(sign) is int and abs(sign) == 1 for sign in _listed("signs", record.signs, size))
    _require(signed, "signs", record.signs, "1 and −1")
    _require(record.scheme in ("perceptron", "support"), "scheme", record.scheme, "'perceptron' or 'support'")
    _positions("order", record.order, size)
    once = record.scheme == "perceptron" or sorted(record.order) == list(range(size))
    _require(once, "order", record.order, "every position of a support once")
    between = len(_positions("offset_from", record.offset_from, size))
    _require(between in (0, 2), "offset_from", record.offset_from, "two positions or none")
    centre = len(_numbers("centre", record.centre))
    _require(centre == 0 or {centre} == widths, "centre", record.centre, "as many coordinates as its points")
    extent("scale", record.scale)
    for name in ("intercept", "normalise"):
        _require(isinstance(getattr(record, name), bool), name, getattr(record, name), "true or false")
    _require(record.numbers in ("binary", "decimal"), "numbers", record.numbers, "'binary' or 'decimal'")
    _require(isinstance(record.classes, tuple) and record.classes, "classes", record.classes, "the labels")
    _require(count("errors", record.errors, least=0) <= record.n, "errors", record.errors, "no more than n")
    if record.limit != math.inf:
        length("limit", record.limit)
    _require(isinstance(record.limited_by, str), "limited_by", record.limited_by, "text")


def _listed(name: str, values: Any, size: int) -> Any:
    _require(isinstance(values, tuple) and len(values) == size, name, values, f"a list of {size}, as many as rows")
    return values


def _positions(name: str, values: Any, end: int) -> Any:
    _require(isinstance(values, tuple), name, values, "a list of whole numbers")
    for value in values:
        _require(count(f"an entry of {name}", value, least=0) < end, name, values, f"numbers below {end}")
    return values


def _numbers(name: str, values: Any) -> Any:
    _require(isinstance(values, tuple), name, values, "a list of numbers")
    for value in values:
        length(f"the size of an entry of {name}", abs(value) if isinstance(value, int | float) else value)
    return values


def _require(holds: Any, name: str, given: Any, expected: str) -> None:
    if not holds:
        raise InputError(
            f"{name} is {given!r}, where a compressed sample has {expected}; give what Compressed.to_json wrote"
        )
