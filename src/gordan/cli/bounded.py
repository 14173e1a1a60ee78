"""The time and the memory that one command may take, for everything it does; and a line for what it reads."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

from gordan.arithmetic.deadline import deadline
from gordan.arithmetic.limit import limits, read_size, spell_size
from gordan.errors import InputError, OverBudget
from gordan.problem.batches import ReadingLine, watched_reading

__all__ = ["bounded"]

# Address space, most of it never touched, that libraries reserve when they are loaded: OpenBLAS, refused its buffers,
# asks for them again without end.
_LIBRARIES = 3 << 30


@contextmanager
def bounded(
    *, max_seconds: float | None = None, max_memory: int | None = None, limit: Sequence[str] | None = None
) -> Iterator[None]:
    """Put the options --max-seconds, --max-memory and --limit in force.

    Raises
    ------
    OverBudget
        One of them does not suffice.
    """
    changes: dict[str, Any] = dict(map(_read, limit or ()))
    if max_memory is not None:
        changes["memory"] = max_memory
    with ExitStack() as stack:
        stack.enter_context(limits(**changes))
        stack.enter_context(deadline(max_seconds))
        stack.enter_context(_shown_reading())
        if max_memory is None:
            yield
            return
        stack.enter_context(_address_space(max_memory))
        try:
            yield
        except MemoryError:
            raise OverBudget(
                f"the memory of --max-memory {spell_size(max_memory)} does not suffice, and nothing was decided",
                "allow more",
            ) from None


@contextmanager
def _shown_reading() -> Iterator[None]:
    """A line on the terminal for whatever is read in batches; a solver that shows its own takes its place meanwhile."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield
        return
    line = ReadingLine()

    def draw(number: int, rows: int, n: int, row: int) -> None:
        words = line.words(number, rows, n, row)
        if words is not None:
            sys.stderr.write(f"\r\x1b[Kreading  {words}")
            sys.stderr.flush()

    try:
        with watched_reading(draw):
            yield
    finally:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


def _read(given: str) -> tuple[str, float | str]:
    name, sign, text = given.partition("=")
    if not sign:
        raise InputError(f"--limit is {given!r}; give the name of a limit and a number, such as --limit digits=2000000")
    size = read_size(text)
    if size is None:
        try:
            return name, float(text)
        except ValueError:
            return name, text  # refused by the limit's own sentence
    return name, size


@contextmanager
def _address_space(count: int) -> Iterator[None]:
    """Let the process have so many bytes more than it has now, where the system can be asked to see to that.

    The system counts what is reserved, not what is used; libraries that are loaded later get their room beside it.
    """
    try:
        import resource

        with open("/proc/self/statm") as file:
            used = int(file.read().split()[0]) * resource.getpagesize()
    except (ImportError, OSError):
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = used + count + _LIBRARIES
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        most = soft
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
