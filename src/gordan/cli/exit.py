"""`main` and `run`: one command from its arguments to its exit code; a failure is reported in one sentence.

Everything else is imported inside a `try`: Python's own exit code for a failed import is 1, which here would say
"inseparable".
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from gordan.cli import FAILED, INSEPARABLE, INTERRUPTED, SEPARABLE, UNDECIDED

__all__ = ["FAILED", "INSEPARABLE", "INTERRUPTED", "SEPARABLE", "UNDECIDED", "main", "run"]


def main() -> None:
    """Run the command line of this process and end it."""
    raise SystemExit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code, never raising."""
    try:
        from gordan.cli.main import start

        code = start(list(arguments))
        sys.stdout.flush()
    except KeyboardInterrupt:
        _tell("interrupted before anything was known")
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):
        # Whoever reads the help has seen enough; the parser answers that with an exit code that means "inseparable".
        _abandon_output()
        return FAILED
    except BaseException as error:
        return _fail(error)
    return code


def _fail(error: BaseException) -> int:
    if os.environ.get("GORDAN_TRACEBACK") == "1":
        import traceback

        traceback.print_exception(error)
    message = " ".join(str(error).split()) or "no message"
    _tell(f"failed with {type(error).__name__}: {message} (GORDAN_TRACEBACK=1 shows where)")
    _abandon_output()
    return FAILED


def _tell(sentence: str) -> None:
    # Standard error may be closed or full; the exit code is returned all the same.
    with suppress(OSError, ValueError, AttributeError):
        sys.stderr.write(f"gordan: {sentence}\n")
        sys.stderr.flush()


def _abandon_output() -> None:
    """Let go of what could not be written: Python would try again at its end, and turn the exit code into 120."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
