"""A thread that reads the next batch while the last one is computed with; its fingerprint; a callback for progress."""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from queue import Empty, Full, Queue
from threading import Event, Thread
from typing import Any, Generic, TypeVar

import numpy as np

from gordan.arithmetic.array import Matrix
from gordan.arithmetic.deadline import check_deadline

__all__ = ["ReadAhead", "ReadingLine", "fingerprint", "tell_read", "watched_reading"]

T = TypeVar("T")

_AHEAD = 1  # batches that wait beside the one that is computed with and the one that is being read
_LOOK = 0.2  # seconds between two looks at the clock while nothing has arrived
_LANES = 509  # numbers of a stretch of bytes: each has a sum, and so has each place of all stretches
_END = object()

OnRead = Callable[[int, int, int, int], None]
_on_read: ContextVar[OnRead | None] = ContextVar("on_read", default=None)


@contextmanager
def watched_reading(on_read: OnRead) -> Iterator[None]:
    """Call `on_read` with the pass, the rows read in it, all rows (0 in a first pass) and the bytes of a row."""
    token = _on_read.set(on_read)
    try:
        yield
    finally:
        _on_read.reset(token)


def tell_read(number: int, rows: int, n: int, row: int) -> None:
    """Tell who watches, if anybody does, that some rows of a pass have been read."""
    on_read = _on_read.get()
    if on_read is not None:
        on_read(number, rows, n, row)


class ReadAhead(Generic[T]):
    """The items of an iterator, made in a thread of its own; an exception there is raised here.

    Examples
    --------
    >>> with ReadAhead(iter([1, 2, 3])) as items:
    ...     list(items)
    [1, 2, 3]
    """

    def __init__(self, items: Iterator[T]) -> None:
        self._queue: Queue[Any] = Queue(_AHEAD)
        self._stop = Event()
        # In the context of the caller: its limits, its deadline and its way with overflows hold for reading too.
        context = copy_context()
        self._thread = Thread(target=context.run, args=(self._fill, items), daemon=True, name="gordan-read-ahead")
        self._thread.start()

    def __enter__(self) -> ReadAhead[T]:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> Iterator[T]:
        while True:
            try:
                item, error = self._queue.get(timeout=_LOOK)
            except Empty:
                check_deadline("waiting for the next batch")
                continue
            if error is not None:
                raise error
            if item is _END:
                return
            yield item

    def close(self) -> None:
        """End the thread after the batch that it is reading."""
        self._stop.set()
        self._thread.join()

    def _fill(self, items: Iterator[T]) -> None:
        try:
            for item in items:
                if not self._put((item, None)):
                    break
            else:
                self._put((_END, None))
        except BaseException as error:
            self._put((None, error))
        finally:
            if hasattr(items, "close"):
                items.close()

    def _put(self, item: tuple[Any, BaseException | None]) -> bool:
        while not self._stop.is_set():
            try:
                self._queue.put(item, timeout=_LOOK)
                return True
            except Full:
                continue
        return False


class ReadingLine:
    """How much of a pass has been read, how fast, and when it ends, in words; not when a run of many passes does.

    Examples
    --------
    >>> line = ReadingLine(every=0.0)
    >>> line.words(2, 500, 1000, 1_000_000).startswith("pass 2  0.5 of 1.0 GB")
    True
    """

    def __init__(self, every: float = 0.1) -> None:
        self._every, self._shown, self._pass, self._begun = every, 0.0, 0, 0.0

    def words(self, number: int, rows: int, n: int, row: int) -> str | None:
        """The line, None where the last one is not old enough to be replaced."""
        now = time.monotonic()
        if self._pass != number:
            self._pass, self._begun = number, now
        if now - self._shown < self._every:
            return None
        self._shown, took = now, max(now - self._begun, 1e-3)
        done, whole, end = rows * row / 1e9, "", "how many rows there are is not known yet"
        if n:
            whole, end = f" of {n * row / 1e9:,.1f}", f"this pass ends in {took * (n - rows) / rows:.0f} s"
        return f"pass {number}  {done:,.1f}{whole} GB  {done / took:.2f} GB/s  {end}"


def fingerprint(values: Matrix) -> int:
    """A number that differs where the bytes of an array differ, but for rare coincidence.

    It notices accidents, at the speed of memory; against intent there is the hash in a certificate.

    Examples
    --------
    >>> a = np.arange(6.0).reshape(2, 3)
    >>> fingerprint(a) == fingerprint(a.copy()), fingerprint(a) == fingerprint(a[::-1])
    (True, False)
    """
    flat = np.ascontiguousarray(values).reshape(-1).view(np.uint8)
    even = flat.size - flat.size % (8 * _LANES)
    stretches = flat[:even].view(np.uint64).reshape(-1, _LANES)
    # Rows that change places change the sums of their stretches, or of places where they are in one.
    lanes = zlib.crc32(stretches.sum(axis=1).data, zlib.crc32(stretches.sum(axis=0).data))
    return zlib.crc32(flat[even:].data, lanes)
