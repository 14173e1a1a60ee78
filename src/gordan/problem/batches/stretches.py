"""Stretches of a file in order, several of them read at the same time, into memory that is used again.

A file that does not fit the page cache is read past it where the system can: what one pass leaves there is gone before
the next one comes to it, and the copy out of it costs more of the processor than fingerprints and products do.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from threading import Lock
from typing import Any

import numpy as np

from gordan.arithmetic.in_threads import in_threads
from gordan.errors import InputError

__all__ = ["read_stretches"]

_READERS = 3  # stretches asked for at a time: a disk is quicker with some to choose from
_ALIGNED = 4096  # bytes: reading past the page cache begins, ends and is put at multiples of it
_CACHED = 0.5  # share of the memory that a file may have in the page cache
_BUFFERS = 16  # kept for use again: those being read, those that wait and those that are computed with

Bytes = Any


def read_stretches(path: str, stretches: Iterable[tuple[int, int]]) -> Iterator[Bytes]:
    """The bytes of each stretch, which is given by where it begins and its size.

    Raises
    ------
    InputError
        The file ends within a stretch.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile() as file:
    ...     _ = file.write(bytes(range(10))), file.flush()
    ...     [part.tolist() for part in read_stretches(file.name, [(1, 3), (8, 2)])]
    [[1, 2, 3], [8, 9]]
    """
    buffers, direct = _Buffers(), _past_cache(path)

    def read(stretch: tuple[int, int]) -> Bytes:
        at, size = stretch
        before = at % _ALIGNED
        whole = -(-(before + size) // _ALIGNED) * _ALIGNED
        buffer = buffers.take(whole)
        with open(path, "rb", buffering=0, opener=_opener if direct else None) as file:
            file.seek(at - before)
            done = _fill(file, buffer[:whole] if direct else buffer[: before + size], before + size) - before
        if done < size:
            raise InputError(f"the file ends in the middle of it, after {max(done, 0):,} of {size:,} bytes")
        return buffer[before : before + size]

    yield from in_threads(read, stretches, _READERS)


def _fill(file: Any, view: Bytes, needed: int) -> int:
    """How many bytes could be read into a view, of which so many are needed."""
    done = 0
    while done < needed and (count := file.readinto(view[done:].data)):
        done += count
        if view.size > needed and count % _ALIGNED:
            # Past the page cache: this was the last page of the file, and behind it nothing can be asked for.
            break
    return done


def _past_cache(path: str) -> bool:
    """Whether a file is too large for the page cache, and can be read past it."""
    if not hasattr(os, "O_DIRECT") or os.path.getsize(path) <= _CACHED * _memory():
        return False
    try:
        with open(path, "rb", buffering=0, opener=_opener) as file:
            return _fill(file, _Buffers().take(_ALIGNED)[:_ALIGNED], 1) > 0
    except OSError:  # some file systems refuse it at opening, others at reading
        return False


def _opener(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_DIRECT)


def _memory() -> float:
    return float(os.sysconf("SC_PHYS_PAGES")) * os.sysconf("SC_PAGE_SIZE")


class _Buffers:
    """Memory that begins at a page; what nobody has a view of any more is given out again.

    New memory would have to be cleared by the system, which takes as long as filling it.
    """

    def __init__(self) -> None:
        self._owners: list[Bytes] = []
        self._lock = Lock()
        self._alone = _holders([np.empty(1, np.uint8)], 0)

    def take(self, size: int) -> Bytes:
        with self._lock:
            for k in range(len(self._owners)):
                if _holders(self._owners, k) == self._alone and self._owners[k].size >= size + _ALIGNED:
                    return _from_page(self._owners[k])
            owner = np.empty(size + _ALIGNED, np.uint8)
            if len(self._owners) < _BUFFERS:
                self._owners.append(owner)
            return _from_page(owner)


def _from_page(owner: Bytes) -> Bytes:
    return owner[-owner.ctypes.data % _ALIGNED :]


def _holders(owners: list[Bytes], k: int) -> int:
    """References to an array: one of the list, and one of every view, whose base is the array that owns the memory."""
    return sys.getrefcount(owners[k])
