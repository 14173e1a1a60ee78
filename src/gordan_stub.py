"""Where the command `gordan` begins.

It stands outside the package, because importing anything below `gordan` imports numpy first: were that to fail, Python
would end with exit code 1, and 1 says "inseparable".
"""

from __future__ import annotations

import os
import sys

__all__ = ["main"]

_FAILED = 2
_INTERRUPTED = 130


def main() -> None:
    """Run the command line; if it cannot even be imported, say so in one sentence."""
    try:
        from gordan.cli.exit import main as run
    except KeyboardInterrupt:
        raise SystemExit(_INTERRUPTED) from None
    except BaseException as error:
        if os.environ.get("GORDAN_TRACEBACK") == "1":
            import traceback

            traceback.print_exception(error)
        if sys.stderr is not None:
            message = " ".join(str(error).split())
            sys.stderr.write(
                f"gordan: cannot start, {type(error).__name__}: {message} (GORDAN_TRACEBACK=1 shows where)\n"
            )
        raise SystemExit(_FAILED) from None
    run()


if __name__ == "__main__":
    main()
