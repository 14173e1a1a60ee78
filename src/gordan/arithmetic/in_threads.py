"""The results of one function on many items, computed by threads and given back in order."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable
from contextvars import copy_context
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future

__all__ = ["in_threads", "workers_for"]

T = TypeVar("T")
R = TypeVar("R")

_WORKERS = 8  # more than these wait for the one thread that reads


def workers_for(entries: int, least: int, most: int = _WORKERS) -> int:
    """How many threads so many numbers are worth: one below `least`, else one for each core, up to `most`."""
    return 1 if entries < least else min(os.cpu_count() or 1, most)


def in_threads(work: Callable[[T], R], items: Iterable[T], workers: int) -> Generator[R, None, None]:
    """`work` of each item, in order. Items are taken here, and a few wait at a time, so that memory stays bounded.

    Examples
    --------
    >>> list(in_threads(abs, [-1, 2, -3], workers=2))
    [1, 2, 3]
    """
    if workers == 1:
        yield from map(work, items)
        return
    from concurrent.futures import ThreadPoolExecutor  # `import gordan` does without the module

    waiting: deque[Future[R]] = deque()
    with ThreadPoolExecutor(workers) as pool:
        for item in items:
            # In the context of the caller: its way with overflows holds in the threads too.
            waiting.append(pool.submit(copy_context().run, work, item))
            if len(waiting) > workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
