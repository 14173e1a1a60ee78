"""How many threads the linear algebra may use: one, but for passes over large data.

A BLAS gives every product to all of its threads, and these wait for one another. For the thousands of short products of
a solver that gains little on an idle machine, and on a busy one they take ten times as long.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

__all__ = ["all_threads", "one_thread"]


class Pools(threading.local):
    """What this Python thread has asked of the BLAS libraries, and how it found them."""

    def __init__(self) -> None:
        self.runs = 0
        self._before: list[tuple[Any, int]] = []

    def enter(self) -> None:
        self.runs += 1
        if self.runs == 1:
            libraries = _libraries("scipy.linalg" in sys.modules)
            self._before = [(library, library.get_num_threads()) for library in libraries]
            self.narrow()

    def leave(self) -> None:
        self.runs -= 1
        if self.runs == 0:
            self.widen()

    def narrow(self) -> None:
        for library, _ in self._before:
            library.set_num_threads(1)

    def widen(self) -> None:
        for library, number in self._before:
            library.set_num_threads(number)


_POOLS = Pools()


@cache
def _libraries(with_scipy: bool) -> list[Any]:
    """All that are loaded; SciPy, imported later than NumPy or never, brings one of its own."""
    from threadpoolctl import ThreadpoolController

    return list(ThreadpoolController().select(user_api="blas").lib_controllers)


@contextmanager
def one_thread(with_scipy: bool = False) -> Iterator[None]:
    """One thread for the linear algebra of this Python thread; in the end as many as before.

    What will use SciPy says so, for a library that is loaded later brings its own threads.

    Examples
    --------
    >>> with one_thread():
    ...     pass
    """
    if with_scipy:
        import scipy.linalg  # noqa: F401
    _POOLS.enter()
    try:
        yield
    finally:
        _POOLS.leave()


@contextmanager
def all_threads(wanted: bool = True) -> Iterator[None]:
    """Use as many threads as before `one_thread`, for a product large enough to gain by them."""
    if not wanted or _POOLS.runs == 0:
        yield
        return
    _POOLS.widen()
    try:
        yield
    finally:
        _POOLS.narrow()
