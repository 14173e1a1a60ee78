"""A command of gordan's, run in this process."""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple

from gordan.cli.main import start

__all__ = ["Done", "invoke"]


class Done(NamedTuple):
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str


def invoke(*words: str) -> Done:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = start(list(words))
    return Done(code, out.getvalue(), err.getvalue())
