"""`live`: a line on the terminal that says what a command is doing, where its work has no bracket to draw."""

from __future__ import annotations

import os
import shutil
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from gordan.arithmetic.deadline import doing
from gordan.cli.clean import clean

__all__ = ["live"]

_WAIT = 1.0  # seconds before the line appears: most commands have ended by then
_EVERY = 0.25


@contextmanager
def live(command: str) -> Iterator[None]:
    """Show on a terminal, after a second, what is being done and for how long; nothing anywhere else."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield
        return
    ended, began = threading.Event(), time.monotonic()

    def draw() -> None:
        if ended.wait(_WAIT):
            return
        while True:
            _draw_line(f"gordan {command}  {clean(doing(), None)}  {time.monotonic() - began:.1f} s")
            if ended.wait(_EVERY):
                _draw_line("")
                return

    line = threading.Thread(target=draw, daemon=True)
    line.start()
    try:
        yield
    finally:
        ended.set()
        line.join()


def _draw_line(line: str) -> None:
    # As a progress line does; the verifier's command imports nothing of the engine.
    sys.stderr.write(f"\r\x1b[K{line[: shutil.get_terminal_size().columns - 1]}")
    sys.stderr.flush()
