"""Ten runs that share one matrix: their products are taken together, and the matrix is read once for all of them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

__all__ = ["Shared", "run_together"]


class Shared:
    """Products with one matrix for several threads: who asks waits until all others ask or have ended."""

    def __init__(self, K: Any, runs: int) -> None:
        self._K, self._running = K, runs
        self._asked: dict[int, Any] = {}
        self._found: dict[int, Any] = {}
        self._turn = threading.Condition()

    def product(self, who: int, c: Any) -> Any:
        """K c, once everyone who is still running has asked for a product as well."""
        with self._turn:
            self._asked[who] = c
            self._multiply_if_all()
            self._turn.wait_for(lambda: who in self._found)
            return self._found.pop(who)

    def end(self) -> None:
        """One run less to wait for."""
        with self._turn:
            self._running -= 1
            self._multiply_if_all()

    def _multiply_if_all(self) -> None:
        if not self._asked or len(self._asked) < self._running:
            return
        order = list(self._asked)
        together = np.stack([self._asked[who] for who in order]).astype(self._K.dtype)
        # In blocks, whose float32 sums stay short; K is symmetric, and its rows lie together in memory.
        found = np.zeros(together.shape)
        for start in range(0, self._K.shape[0], 2500):
            part = slice(start, start + 2500)
            found += together[:, part] @ self._K[part]
        self._found = dict(zip(order, found, strict=True))
        self._asked = {}
        self._turn.notify_all()


def run_together(jobs: Sequence[Callable[[], Any]], shared: Shared) -> list[Any]:
    """The jobs' results; each runs in a thread of its own and meets the others at every product."""
    results: list[Any] = [None] * len(jobs)
    failures: list[BaseException] = []

    def run(k: int) -> None:
        try:
            results[k] = jobs[k]()
        except BaseException as failure:
            failures.append(failure)
        finally:
            shared.end()

    threads = [threading.Thread(target=run, args=(k,)) for k in range(len(jobs))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
    return results
