"""How much reading a file, or checking a proof, may cost: every bound in one record, looked at before work begins.

A file from a stranger may be small and ask for much: a kilobyte that unpacks to a gigabyte, a header that declares a
billion numbers, an integer of a million digits. What it would cost is known from sizes, before it is paid. The
defaults let real data pass; `limits` changes them for a while, as `--limit` and `--max-memory` do in the terminal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import Any

from gordan.arithmetic.deadline import Deadline, current_deadline, deadline
from gordan.arithmetic.setting import names_options, setting
from gordan.errors import InputError, OverBudget

__all__ = [
    "Limits",
    "afford_memory",
    "allowed_memory",
    "current_limits",
    "exact_time",
    "limits",
    "raise_limit",
    "read_size",
    "spell_size",
]

_WORK = 4 << 30  # bytes that one dense matrix of a solver may take with its copies, where `memory` is less
_UNITS = {"": 1, "B": 1, "KB": 1 << 10, "MB": 1 << 20, "GB": 1 << 30, "TB": 1 << 40}
_SIZE = re.compile(r"([0-9]{1,15}(?:\.[0-9]{1,6})?) ?([KMGT]?)(?:i?B)?", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True)
class Limits:
    """The limits in force.

    Parameters
    ----------
    memory : int
        Bytes that reading one file may take: what it unpacks to, and the table made of it. Also those of a matrix that
        is eliminated in integers to check a certificate.
    ratio : int
        A file may take so many times its own size on disk, where that is more than `memory`; giving `memory` sets it
        to 0. Python's objects for a line of text take up to some sixty times its bytes.
    line : int
        Bytes of one line of a text table: a line is held as a list of cells.
    certificate : int
        Bytes of a certificate or of a saved learner. Exact weights in a thousand dimensions take some fifty million.
    members : int
        Members of all lists in a certificate; three million rows with weights and lines stay below.
    nesting : int
        Lists and objects in a certificate.
    digits : int
        Decimal digits of one integer in a certificate; exact weights in a thousand dimensions have tens of thousands.
    columns : int
        Columns that the certificate of a program may speak of: so many zeros are made before the program is read.
    exact_seconds : float
        Seconds of exact arithmetic that reading one certificate, and checking it, may take where no `max_seconds` is
        given; what is estimated to take longer is not begun.

    Examples
    --------
    >>> with limits(memory="32GB", digits=4_000_000):
    ...     current_limits().memory >> 30, current_limits().digits
    (32, 4000000)
    """

    memory: int = 512 << 20
    ratio: int = 64
    line: int = 32 << 20
    certificate: int = 256 << 20
    members: int = 1 << 23
    nesting: int = 1 << 16
    digits: int = 1 << 20
    columns: int = 10_000_000
    exact_seconds: float = 120.0


_SIZES = ("memory", "line", "certificate")
_DEFAULTS = Limits()
_current: ContextVar[Limits] = ContextVar("gordan_limits", default=_DEFAULTS)


def current_limits() -> Limits:
    """The limits in force here."""
    return _current.get()


@contextmanager
def limits(**changes: float | str) -> Iterator[Limits]:
    """Change some of the limits inside a `with` block.

    Parameters
    ----------
    **changes
        Fields of `gordan.Limits` by name; sizes as a number of bytes or as text such as "32GB".

    Examples
    --------
    >>> import gordan
    >>> with gordan.limits(memory="32GB") as changed:
    ...     changed.memory
    34359738368
    """
    token = _current.set(_changed(_current.get(), changes))
    try:
        yield _current.get()
    finally:
        _current.reset(token)


def allowed_memory(size: int) -> int:
    """Bytes of memory that reading a file of this size on disk may take."""
    return max(_current.get().memory, _current.get().ratio * size)


def afford_memory(count: int, what: str, *, hostile: bool = False) -> None:
    """Raise `OverBudget` if so many bytes are more than work beside reading may take: 4 GiB, or `memory` if more.

    For numbers of a file that may be `hostile` it is `memory` alone.
    """
    most = max(0 if hostile else _WORK, _current.get().memory)
    if count > most:
        raise OverBudget(
            f"{what} takes about {spell_size(count)} of memory, more than the {spell_size(most)} allowed",
            raise_limit("memory", count),
        )


def exact_time(more: float = 0.0) -> AbstractContextManager[Deadline]:
    """Where no time is set, let what is inside take `exact_seconds`: numbers of a certificate may be long and many.

    `more` seconds are for what is done beside it, such as reading data that are not in memory.
    """
    default = None if current_deadline().seconds < float("inf") else _current.get().exact_seconds + more
    return deadline(default, source="the limit exact_seconds", advise=partial(raise_limit, "exact_seconds"))


def raise_limit(name: str, value: float) -> str:
    """The end of a sentence that says how to raise a limit so that `value` passes.

    Examples
    --------
    >>> raise_limit("digits", 2_000_000)
    'allow more with gordan.limits(digits=2000000)'
    >>> raise_limit("memory", 5 << 30)
    'allow more with gordan.limits(memory="5GB")'
    """
    shown = spell_size(int(value)) if name in _SIZES else f"{value:.0f}"
    if names_options():
        return f"allow more with {setting('max_memory', shown) if name == 'memory' else f'--limit {name}={shown}'}"
    quoted = f'"{shown}"' if name in _SIZES else shown
    return f"allow more with gordan.limits({name}={quoted})"


def read_size(text: str) -> int | None:
    """Bytes from text such as "32GB", "500 MiB" or "1e" without a unit; None where it is no size.

    Examples
    --------
    >>> read_size("1.5GB"), read_size("640K"), read_size("12"), read_size("much")
    (1610612736, 655360, 12, None)
    """
    match = _SIZE.fullmatch(text.strip())
    if not match:
        return None
    unit = match.group(2).upper()
    return int(float(match.group(1)) * _UNITS[f"{unit}B" if unit else ""])


def spell_size(count: int) -> str:
    """Bytes, rounded up to a whole unit, as `read_size` takes them.

    Examples
    --------
    >>> spell_size(5 << 30), spell_size((3 << 20) + 1), spell_size(12)
    ('5GB', '4MB', '12B')
    """
    for unit in ("TB", "GB", "MB", "KB"):
        if count >= 2 * _UNITS[unit] or (count >= _UNITS[unit] and count % _UNITS[unit] == 0):
            return f"{-(-count // _UNITS[unit])}{unit}"
    return f"{count}B"


def _changed(before: Limits, changes: dict[str, Any]) -> Limits:
    known = {field.name: field.type for field in fields(Limits)}
    for name, value in changes.items():
        if name not in known:
            raise InputError(f"there is no limit {name!r}; the limits are {', '.join(known)}")
        changes[name] = _read(name, value)
    if "memory" in changes:
        changes.setdefault("ratio", 0)
    return replace(before, **changes)


def _read(name: str, value: object) -> float:
    read = read_size(value) if isinstance(value, str) else value
    if not isinstance(read, int | float) or isinstance(read, bool) or not 0 <= read < float("inf"):
        kind = "a size such as 32GB" if name in _SIZES else "a number from 0"
        raise InputError(f"the limit {name} is {value!r}; give {kind}")
    return float(read) if name == "exact_seconds" else int(read)
