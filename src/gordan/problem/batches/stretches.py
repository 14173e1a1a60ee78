"""Stretches of a file in order, some read ahead of the one that is wanted, into memory that is used again.

What has been read of a file that does not fit the page cache is dropped from there: it would be gone before the next
pass comes to it, and finding room for new pages in a full cache takes longer than reading does.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from threading import Lock
from typing import Any

import numpy as np

from gordan.arithmetic.in_threads import in_threads
from gordan.errors import InputError

__all__ = ["read_stretches"]

_READERS = 2  # stretches asked for at a time: one is copied while the next one comes from the disk
_CACHED = 0.5  # share of the memory that a file may have in the page cache
_DROPPED = 1 << 26  # bytes that leave the page cache together
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
    buffers = _Buffers()
    with open(path, "rb", buffering=0) as file:
        pages = _Pages(file)

        def read(stretch: tuple[int, int]) -> tuple[Bytes, int]:
            at, size = stretch
            buffer = buffers.take(size)
            done = pages.fill(buffer, at)
            if done < size:
                raise InputError(f"the file ends in the middle of it, after {done:,} of {size:,} bytes")
            return buffer, at + size

        # Who stops in the middle waits for the threads before the file is closed: its number may be another's then.
        with closing(in_threads(read, stretches, _READERS)) as parts:
            for buffer, upto in parts:
                pages.drop(upto)
                yield buffer


class _Pages:
    """An open file that several threads read from; its pages are dropped behind them if it is too large to stay."""

    def __init__(self, file: Any) -> None:
        self._file, self._number, self._done, self._lock = file, file.fileno(), 0, Lock()
        self._too_large = hasattr(os, "posix_fadvise") and os.fstat(self._number).st_size > _CACHED * _memory()

    def fill(self, buffer: Bytes, at: int) -> int:
        """How many bytes could be read into a buffer, from a place in the file on."""
        done = 0
        while done < buffer.size and (count := self._read(buffer[done:].data, at + done)):
            done += count
        return done

    def _read(self, view: memoryview, at: int) -> int:
        if hasattr(os, "preadv"):
            return os.preadv(self._number, [view], at)
        with self._lock:
            self._file.seek(at)
            return int(self._file.readinto(view))

    def drop(self, done: int) -> None:
        """Everything before a place has been read."""
        if self._too_large and done - self._done >= _DROPPED:
            with suppress(OSError):
                os.posix_fadvise(self._number, self._done, done - self._done, os.POSIX_FADV_DONTNEED)
            self._done = done


def _memory() -> float:
    return float(os.sysconf("SC_PHYS_PAGES")) * os.sysconf("SC_PAGE_SIZE")


class _Buffers:
    """Memory for stretches; what nobody has a view of any more is given out again.

    New memory would have to be cleared by the system, which takes as long as filling it.
    """

    def __init__(self) -> None:
        self._owners: list[Bytes] = []
        self._lock = Lock()
        self._alone = _holders([np.empty(1, np.uint8)], 0)

    def take(self, size: int) -> Bytes:
        with self._lock:
            for k in range(len(self._owners)):
                if _holders(self._owners, k) == self._alone and self._owners[k].size >= size:
                    return self._owners[k][:size]
            owner = np.empty(size, np.uint8)
            if len(self._owners) < _BUFFERS:
                self._owners.append(owner)
            return owner[:]


def _holders(owners: list[Bytes], k: int) -> int:
    """References to an array: one of the list, and one of every view, whose base is the array that owns the memory."""
    return sys.getrefcount(owners[k])
