"""Chunks of work in several processes, in order; a process that ends unexpectedly costs its chunk and no more."""

from __future__ import annotations

import multiprocessing
import warnings
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Any

__all__ = ["can_fork", "in_processes"]

_AHEAD = 3  # chunks handed out per process before the first of them is back


def can_fork() -> bool:
    """Whether processes can begin as copies of this one; elsewhere each would have to be sent the data."""
    return "fork" in multiprocessing.get_all_start_methods()


def in_processes(
    work: Callable[[Any], Any], chunks: Iterator[Any], jobs: int, flagged: Callable[[Any], Any]
) -> Iterator[Any]:
    """The work done on every chunk; `flagged` says what becomes of one whose process ended."""
    import gordan.feasibility.split  # noqa: F401 - loaded once, here, for every child

    pool = _Pool(work, jobs)
    try:
        waiting = deque(pool.begin(chunk) for chunk in islice(chunks, _AHEAD * jobs))
        while waiting:
            chunk, promise = waiting.popleft()
            try:
                done = promise.result()
            except BrokenProcessPool:
                # Nobody knows whose fault it was: the oldest chunk is given up, the others begin again.
                done = flagged(chunk)
                pool.renew()
                waiting = deque(pool.begin(each) for each, _ in waiting)
            waiting.extend(pool.begin(each) for each in islice(chunks, 1))
            yield done
    finally:
        pool.end()


class _Pool:
    def __init__(self, work: Callable[[Any], Any], jobs: int) -> None:
        self._work, self._jobs = work, jobs
        self._executor = self._made()

    def begin(self, chunk: Any) -> tuple[Any, Future[Any]]:
        with warnings.catch_warnings():
            # Python warns where a process with threads is forked; those of the linear algebra are made anew there.
            warnings.simplefilter("ignore", DeprecationWarning)
            return chunk, self._executor.submit(self._work, chunk)

    def renew(self) -> None:
        self.end()
        self._executor = self._made()

    def end(self) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)

    def _made(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._jobs, mp_context=multiprocessing.get_context("fork"))
