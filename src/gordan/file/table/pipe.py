"""What comes out of a pipe, to its end, as long as somebody writes and there is an end."""

from __future__ import annotations

import os

from gordan.arithmetic.deadline import check_deadline
from gordan.arithmetic.limit import current_limits, raise_limit, spell_size
from gordan.errors import InputError, OverLimit

__all__ = ["drain"]

_CHUNK = 1 << 20


def drain(path: str) -> bytes:
    """Everything that is written into the pipe.

    Raises
    ------
    InputError
        Nobody writes into it, or too much comes out of it.
    """
    # Opened without waiting: into a pipe of the file system perhaps nobody will ever write.
    most = current_limits().memory  # who has more can put it in a file; of what has no end nobody has memory enough
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        found = bytearray(_begun(handle, path))
        os.set_blocking(handle, True)
        while len(found) <= most and (part := os.read(handle, _CHUNK)):
            check_deadline(f"reading {path}")
            found += part
    finally:
        os.close(handle)
    if len(found) > most:
        raise OverLimit(
            f"{path!r} is a pipe out of which more than {spell_size(most)} of data came; expected an end before, so "
            f"write them into a file first, or {raise_limit('memory', 4 * most)}"
        )
    return bytes(found)


def _begun(handle: int, path: str) -> bytes:
    """What is there already, which may be nothing yet; a pipe that is at its end at once has nobody at the other."""
    try:
        first = os.read(handle, _CHUNK)
    except BlockingIOError:
        return b""
    if not first:
        raise InputError(f"{path!r} is a pipe into which nobody writes; expected data, so name a file")
    return first
