"""Until when work may go on: one deadline for everything done inside a `with` block, whoever does it.

A face that is given `max_seconds` opens the block before it reads its data. Whatever works long, in whatever room,
asks `check_deadline` between pieces of work that take milliseconds. Deadlines inside one another end with the first.
Putting what is known in order after the end takes time as well: `overtime` allows a tenth of the budget, or half a
second, for that and for the beginning.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import TypeVar

from gordan.arithmetic.setting import setting
from gordan.errors import InputError, OverBudget

__all__ = [
    "Deadline",
    "afford",
    "check_deadline",
    "current_deadline",
    "deadline",
    "doing",
    "lent",
    "now",
    "overtime",
    "part_of",
    "seconds_left",
    "watched",
]

T = TypeVar("T")

_SHARE, _LEAST = 0.1, 0.5  # of the budget, and seconds, by which it may be overstayed in all
_HALF = 0.5  # of those for the beginning, and what it leaves, but no less, for stating what is known at the end
_LATE, _LATE_SHARE = 0.4, 0.25  # seconds, and the share of few, by which HiGHS was seen to overstay its own time
_MORE = 2.0  # times what did not suffice, or the least that is needed: so much is advised
_LOOK = 4096  # items between two looks at the clock, each of which takes microseconds


@dataclass(frozen=True)
class Deadline:
    """A moment on the clock, the seconds until then, and what they are called; `shown` is the number given by name.

    `advise` says how to allow so many seconds, where they are not those of `max_seconds`.
    """

    until: float = math.inf
    seconds: float = math.inf
    source: str = "max_seconds"
    shown: float | None = None
    advise: Callable[[float], str] | None = None

    @property
    def words(self) -> str:
        """What was asked for, and by what."""
        number = self.seconds if self.shown is None else self.shown
        if self.source != "max_seconds":
            return f"{self.source} = {number:g}"
        share = "" if self.shown is None else "this question's share of "
        return f"{share}{setting('max_seconds', number)}"


_NEVER = Deadline()
_doing: list[tuple[str, float | None]] = [("the work", None)]  # for a line that shows what takes so long
_whole: list[tuple[str, float | None]] = []  # what that is a part of, where something said so
_current: ContextVar[Deadline] = ContextVar("gordan_deadline", default=_NEVER)


def current_deadline() -> Deadline:
    """The deadline in force here; without one, a moment that never comes."""
    return _current.get()


def now() -> float:
    """The time, in seconds since some moment."""
    return time.perf_counter()


def seconds_left() -> float:
    """Seconds until the deadline; negative after it, infinite where there is none."""
    until = _current.get().until
    return until if until == math.inf else until - now()


def lent(seconds: float) -> float:
    """Return how many of these seconds to give to a library that looks at its own clock now and then, and is late.

    Examples
    --------
    >>> lent(10.0), lent(1.0)
    (9.6, 0.75)
    """
    return max(seconds - min(_LATE, _LATE_SHARE * seconds), 1e-3)


class _Within:
    """A `with` block inside which a deadline is in force; None leaves the one that is.

    A generator would take several times as long, and every call of a face opens half a dozen of these.
    """

    __slots__ = ("_limit", "_token")

    def __init__(self, limit: Deadline | None) -> None:
        self._limit = limit

    def __enter__(self) -> Deadline:
        self._token = None if self._limit is None else _current.set(self._limit)
        return _current.get()

    def __exit__(self, *raised: object) -> None:
        if self._token is not None:
            _current.reset(self._token)


def deadline(
    seconds: float | None,
    *,
    source: str = "max_seconds",
    shown: float | None = None,
    advise: Callable[[float], str] | None = None,
) -> AbstractContextManager[Deadline]:
    """Let what is inside a `with` block end after so many seconds, or sooner where a deadline is in force already.

    Examples
    --------
    >>> with deadline(60.0), deadline(3600.0) as inner:
    ...     inner.seconds
    60.0
    """
    if seconds is None:
        return _Within(None)
    if not (isinstance(seconds, (int, float)) and seconds > 0):
        raise InputError(f"max_seconds is {seconds!r}; give a number of seconds greater than 0, or None")
    if seconds == math.inf:
        return _Within(None)
    own, known = Deadline(now() + seconds, float(seconds), source, shown, advise), _current.get()
    return _Within(own if own.until <= known.until else known)


def overtime(*, anew: bool = False) -> AbstractContextManager[Deadline]:
    """Allow a little more time: for reading small data however little time was given, or for stating what is known.

    The first counts from the deadline, and is half of what a budget may be overstayed by. With `anew`, for the end, it
    is all of that, and no less than half from now on: what is known is stated even after a step that nothing could
    interrupt.

    Examples
    --------
    >>> with deadline(60.0), overtime():
    ...     seconds_left() > 60.0
    True
    """
    known = _current.get()
    if known.seconds == math.inf:
        return _Within(None)
    more = _HALF * max(_SHARE * known.seconds, _LEAST)
    until = max(known.until + more / _HALF, now() + more) if anew else known.until + more
    return _Within(replace(known, until=until))


def _advice(seconds: float) -> str:
    advise = _current.get().advise
    return "allow more" if advise is None else advise(math.ceil(seconds))


def check_deadline(what: str = "the work", share: float | None = None) -> None:
    """Raise `OverBudget` if the deadline has passed; `share` of the work, from 0 to 1, is done, where that is known."""
    _doing[0] = what, share
    known = _current.get()
    if known.until != math.inf and now() > known.until:
        raise OverBudget(f"{what} was not done within {known.words}", _advice(_MORE * known.seconds))


def doing() -> tuple[str, float | None]:
    """What was last looked at the clock for, in any thread, or what it is part of; and the share of it that is done."""
    return _whole[0] if _whole else _doing[0]


@contextmanager
def part_of(what: str, share: float | None = None) -> Iterator[None]:
    """Call everything inside a part of the work, of which this share is done where that is known.

    Examples
    --------
    >>> with part_of("the second of four files", 0.25):
    ...     check_deadline("reading", 0.9)
    ...     doing()
    ('the second of four files', 0.25)
    """
    _whole.insert(0, (what, share))
    try:
        yield
    finally:
        _whole.pop(0)


def watched(items: Iterable[T], what: str) -> Iterator[T]:
    """The items one by one; `OverBudget` is raised between two of them if the deadline has passed.

    Examples
    --------
    >>> list(watched("ab", "reading"))
    ['a', 'b']
    """
    whole = len(items) if isinstance(items, Sized) else 0
    for place, item in enumerate(items):
        if not place % _LOOK:
            check_deadline(what, place / whole if whole else None)
        yield item


def afford(estimate: float, what: str) -> None:
    """Raise `OverBudget` if so many seconds are not left: work that cannot end in time is not begun."""
    left = seconds_left()
    if estimate > left:
        raise OverBudget(
            f"{what} takes about {estimate:.2g} s, more than the {max(left, 0.0):.2g} s left of {_current.get().words}",
            _advice(_current.get().seconds + _MORE * estimate),
        )
