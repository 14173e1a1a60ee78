"""A progress line for many problems: how many are answered, and how. Written only where a person can see it."""

from __future__ import annotations

import sys
import time
from typing import Any

import numpy as np

from gordan.engine.many.answers import FAILED, SEPARABLE, Answers
from gordan.engine.many.settings import Settings
from gordan.engine.watch import Event, Watcher
from gordan.engine.watch.base import redraws

__all__ = ["Tally", "Telling"]

_EVERY = 0.1  # seconds between two redraws: faster is flicker


class Tally:
    """One line on standard error, redrawn in place; silent when standard error is not a terminal."""

    def __init__(self) -> None:
        self._on, self._shown, self._of = False, 0.0, ""

    def start(self, problem: Any, solver: str, note: str) -> None:
        self._on, self._shown = redraws(sys.stderr), time.monotonic()
        self._of = f" of {problem}" if isinstance(problem, str) else ""

    def step(self, event: Event) -> None:
        now = time.monotonic()
        if self._on and now - self._shown >= _EVERY:
            self._shown = now
            rate = event.n_iter / max(event.seconds, 1e-9)
            sys.stderr.write(f"\r\x1b[K{event.n_iter:,}{self._of}  {event.tag}  {rate:,.0f} per second")
            sys.stderr.flush()

    def stop(self, outcome: Any) -> None:
        if self._on:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


class Telling:
    """Tells watchers of every batch: `n_iter` counts problems, `n_passes` products of all points with a direction.

    The bracket holds the margins of all problems so far; the tag says how many of them are separable.
    """

    def __init__(self, watchers: list[Watcher], settings: Settings) -> None:
        self._watchers, self._settings = watchers, settings
        self._answered = self._separable = self._passes = 0
        self._lower, self._upper = np.inf, -np.inf

    def __call__(self, parts: list[Answers]) -> None:
        if not self._watchers:
            return
        for part in parts:
            self._answered += part.kind.size
            self._separable += int(np.count_nonzero(part.kind == SEPARABLE))
            self._passes += int(part.ended[:, 3].sum())
            known = part.kind != FAILED
            self._lower = min(self._lower, float(part.lower[known].min(initial=np.inf)))
            self._upper = max(self._upper, float(part.upper[known].max(initial=-np.inf)))
        tag = f"{self._separable:,} separable"
        event = Event(self._answered, self._passes, self._settings.seconds, self._lower, self._upper, tag)
        for watcher in self._watchers:
            watcher.step(event)
