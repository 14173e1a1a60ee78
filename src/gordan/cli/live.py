"""`live`: a line on the terminal that says what a command is doing, where its work has no bracket to draw."""

from __future__ import annotations

import math
import os
import shutil
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from gordan.arithmetic.deadline import current_deadline, doing
from gordan.cli.clean import clean
from gordan.problem.batches import ReadingLine, watched_reading

__all__ = ["live"]

_WAIT = 1.0  # seconds before the line appears: most commands have ended by then
_EVERY = 0.25
_CELLS = 12  # signs of the bar


@contextmanager
def live(command: str) -> Iterator[None]:
    """Show on a terminal, after a second, what is being done, how much of it, and for how long; nothing anywhere else.

    What is read in batches meanwhile is shown on the same line, in place of the line of `bounded`.
    """
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield
        return
    ended, began, given = threading.Event(), time.monotonic(), current_deadline().seconds
    allowed = "" if math.isinf(given) else f" of {given:g}"
    reading, last_read = ReadingLine(), [(-math.inf, "")]  # when something was read last, and the words for it

    def read(number: int, rows: int, n: int, row: int) -> None:
        words = reading.words(number, rows, n, row)
        if words is not None:
            last_read[0] = time.monotonic(), f"reading  {words}"

    def draw() -> None:
        if ended.wait(_WAIT):
            return
        while True:
            at, words = last_read[0]
            what, share = (words, None) if time.monotonic() - at < _WAIT else doing()
            bar = "" if share is None else f"{_bar(share)} "
            _draw_line(f"gordan {command}  {bar}{clean(what, None)}  {time.monotonic() - began:.1f}{allowed} s")
            if ended.wait(_EVERY):
                _draw_line("")
                return

    line = threading.Thread(target=draw, daemon=True)
    line.start()
    try:
        with watched_reading(read):
            yield
    finally:
        ended.set()
        line.join()


def _bar(share: float) -> str:
    done = round(_CELLS * min(max(share, 0.0), 1.0))
    return f"[{'#' * done}{'.' * (_CELLS - done)}]"


def _draw_line(line: str) -> None:
    # As a progress line does; the verifier's command imports nothing of the engine.
    sys.stderr.write(f"\r\x1b[K{line[: shutil.get_terminal_size().columns - 1]}")
    sys.stderr.flush()
