"""`python -m campaign KIND… [--first N] [--until N] [--folder F] [--seconds S]`, and `python -m campaign --table`."""

from __future__ import annotations

import argparse
import contextlib
import os
import subprocess
import sys
import time
from pathlib import Path

from campaign.runner import KINDS, run, table


def main() -> None:
    """Run each kind in a process of its own, begun again as often as a problem ends it."""
    parser = argparse.ArgumentParser(prog="campaign", description=__doc__)
    parser.add_argument("kinds", nargs="*", choices=[[], *KINDS], help="all of them by default, the cheapest first")
    parser.add_argument("--until", type=int, help="the number of problems; by default as many as docs/trials.md says")
    parser.add_argument("--first", type=int, default=0, help="the number to begin with, where nothing is kept yet")
    parser.add_argument("--folder", type=Path, default=Path(".campaign"), help="where progress is kept")
    parser.add_argument("--seconds", type=float, default=60.0, help="a limit for one problem, of the processor")
    parser.add_argument("--code", default="", help="a name for the code under test, kept with the counts")
    parser.add_argument("--table", action="store_true", help="print the counts so far, and run nothing")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.table:
        print(table(given.folder))
    elif given.here:
        [kind] = given.kinds
        run(kind, given.folder, given.until, first=given.first, seconds=given.seconds, code=given.code)
    else:
        os.nice(19)
        for kind in given.kinds or KINDS:
            options = ["--until", str(given.until or KINDS[kind]), "--first", str(given.first)]
            options += ["--folder", str(given.folder), "--code", given.code]
            command = [sys.executable, "-m", "campaign", kind, *options, "--seconds", str(given.seconds), "--here"]
            now = given.folder / f"{kind}.now"
            now.unlink(missing_ok=True)
            while _watched(command, now, 3 * given.seconds):
                if not now.exists():
                    sys.exit(f"{kind}: stopped, see above")
                print(f"{kind}: problem {now.read_text()} ended the process; going on with the next", file=sys.stderr)
                with now.with_suffix(".stuck").open("a") as stuck:
                    stuck.write(f"{now.read_text()}\n")
                now.unlink()
        print(table(given.folder))


def _watched(command: list[str], now: Path, limit: float) -> int:
    """Run a command to its end, or until it has been with one problem for longer than the limit; its exit code."""
    process = subprocess.Popen(command)
    try:
        while True:
            with contextlib.suppress(subprocess.TimeoutExpired):
                return process.wait(timeout=5.0)
            if now.exists() and is_stopped(process.pid):
                now.touch()  # the time does not run while others have the machine to themselves
            if now.exists() and time.time() - now.stat().st_mtime > limit:
                process.kill()
    except KeyboardInterrupt:
        process.wait()
        raise


def is_stopped(pid: int) -> bool:
    """Whether a signal has stopped the process, where the system has a file that says so."""
    state = Path(f"/proc/{pid}/stat")
    return state.exists() and state.read_text().rpartition(")")[2].split()[0] == "T"


if __name__ == "__main__":
    main()
