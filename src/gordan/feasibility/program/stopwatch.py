"""Where the time goes: seconds by what they were spent on."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["Stopwatch"]


class Stopwatch:
    """Adds up seconds under names.

    Examples
    --------
    >>> watch = Stopwatch()
    >>> with watch.during("nothing"):
    ...     pass
    >>> list(watch.seconds)
    ['nothing']
    """

    def __init__(self) -> None:
        self.began = time.perf_counter()
        self.seconds: dict[str, float] = {}

    @contextmanager
    def during(self, name: str) -> Iterator[None]:
        start = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - start

    def whole(self) -> float:
        return time.perf_counter() - self.began
