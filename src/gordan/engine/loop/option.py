"""Options as they were given, checked: a number, one of a few words, or who looks on."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral, Real
from typing import Any

from gordan.engine.watch import Log, Progress, Watcher
from gordan.errors import InputError

__all__ = ["one_of", "positive_number", "watchers_of", "whole"]


def watchers_of(watch: Any, progress: type[Any] = Progress) -> list[Watcher]:
    """The watchers meant by `watch`: none, one or more, by name or as they are; `progress` draws the line."""
    known: dict[str, type[Any]] = {"log": Log, "progress": progress}
    given = list(watch) if isinstance(watch, list | tuple) else [] if watch is None else [watch]
    watchers = [known[one]() if isinstance(one, str) and one in known else one for one in given]
    for watcher in watchers:
        if not isinstance(watcher, Watcher):
            raise InputError(f'watch is {watcher!r}; give "log", "progress", a watcher or a list of watchers')
    return watchers


def one_of(name: str, value: Any, allowed: Sequence[str]) -> Any:
    if value is not None and value not in allowed:
        raise InputError(f"{name} is {value!r}; give {' or '.join(repr(choice) for choice in allowed)}")
    return value


def whole(name: str, value: Any) -> float:
    if not isinstance(value, Integral) or isinstance(value, bool) or int(value) <= 0:
        raise InputError(f"{name} is {value!r}; give a whole number greater than 0")
    return float(int(value))


def positive_number(name: str, value: Any) -> float:
    if not isinstance(value, Real) or isinstance(value, bool) or not float(value) > 0:
        raise InputError(f"{name} is {value!r}; give a number greater than 0")
    return float(value)
