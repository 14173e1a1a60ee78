"""Long runs of one kind of problem: resumable, with a limit of seconds and bytes for each problem.

How far a run has come is kept in `<folder>/<kind>.json`, the problem at hand in `<kind>.now`. Where a problem ends its
process, `python -m campaign` adds its number to `<kind>.stuck`: it is counted as a hang and not tried again. A run
that was ended from outside tries its last problems once more.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from campaign.trial import Wrong

__all__ = ["KINDS", "judge", "run", "table"]

# Kinds in the order of their cost, and how many problems of each are asked for.
KINDS = {
    "farkas": 100_000,
    "body": 100_000,
    "program": 100_000,
    "cone": 100_000,
    "claim": 100_000,
    "function": 100_000,
    "gram": 100_000,
    "kernel": 100_000,
    "regression": 100_000,
    "exponents": 100_000,
    "points": 1_000_000,
    "constraint": 10_000,
}
_CHUNK = 200  # problems after which progress is written
_KEPT = 40  # failures of which the words are kept
_BYTES = 6 << 30


def judge(kind: str, first: int, last: int, *, seconds: float = 60.0) -> tuple[Counter[str], list[dict[str, Any]]]:
    """Answer the problems first ≤ number < last; return what they came to, and the failures among them."""
    answer, counts, failures = import_module(f"campaign.{kind}").answer, Counter[str](), []
    for number in range(first, last):
        try:
            with _within(seconds):
                counts += answer(number)
        except Exception as error:
            name = "wrong" if isinstance(error, Wrong) else "hang" if isinstance(error, _Late) else "crash"
            counts[name] += 1
            place = traceback.extract_tb(error.__traceback__)[-1]
            words = f"{type(error).__name__}: {error}"[:400]
            failures.append({"number": number, "what": name, "words": words, "at": f"{place.filename}:{place.lineno}"})
    return counts, failures


class _Late(Exception):
    """A problem took longer than it may."""


@contextmanager
def _within(seconds: float) -> Iterator[None]:
    """Raise _Late after so many seconds of the processor: a machine that does much else makes nothing hang."""

    def ring(*_: Any) -> None:
        raise _Late(f"longer than {seconds:g} s")

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def run(
    kind: str, folder: Path, until: int, *, first: int = 0, seconds: float = 60.0, code: str = ""
) -> dict[str, Any]:
    """Go on with a kind until problem `until`, from `first` where nothing is kept, and keep how far it has come."""
    folder.mkdir(parents=True, exist_ok=True)
    with _strictly():
        return _go_on(kind, folder, until, first=first, seconds=seconds, code=code)


@contextmanager
def _strictly() -> Iterator[None]:
    """Within bounded memory, and with warnings as errors; afterwards both are as before, for the tests that follow."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (_BYTES, hard))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _go_on(kind: str, folder: Path, until: int, *, first: int, seconds: float, code: str) -> dict[str, Any]:
    path, now, ended = (folder / f"{kind}.{end}" for end in ("json", "now", "stuck"))
    new = {"kind": kind, "first": first, "next": first, "counts": {}, "failures": []}
    done = json.loads(path.read_text()) if path.exists() else new
    done.setdefault("code", []).append([done["next"], code])
    stuck = {int(number) for number in ended.read_text().split()} if ended.exists() else set()
    counts = Counter(done["counts"])
    for start in range(done["next"], until, _CHUNK):
        last, begun = min(start + _CHUNK, until), time.perf_counter()
        for number in range(start, last):
            if number in stuck:
                counts["hang"] += 1
                done["failures"].append({"number": number, "what": "hang", "words": "ended the process", "at": ""})
                continue
            now.write_text(str(number))
            added, failures = judge(kind, number, number + 1, seconds=seconds)
            counts += added
            done["failures"] += failures[: max(0, _KEPT - len(done["failures"]))]
        done["seconds"] = done.get("seconds", 0.0) + time.perf_counter() - begun
        done |= {"next": last, "counts": dict(counts)}
        _write(path, done)
    now.unlink(missing_ok=True)
    return done


def _write(path: Path, done: dict[str, Any]) -> None:
    part = path.with_suffix(".part")
    part.write_text(json.dumps(done))
    os.replace(part, path)


def table(folder: Path) -> str:
    """The counts of all kinds in a folder, as rows of a Markdown table."""
    lines = [
        "| kind | problems | decided | undecided | refused | wrong | crashes | hangs |",
        "|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for kind in KINDS:
        if not (path := folder / f"{kind}.json").exists():
            continue
        done = json.loads(path.read_text())
        counts = Counter(done["counts"])
        groups = {name: sum(v for k, v in counts.items() if k.startswith(name)) for name in ("undecided", "refused")}
        failed = [counts[name] for name in ("wrong", "crash", "hang")]
        decided = counts.total() - sum(groups.values()) - sum(failed)
        cells = [kind, done["next"] - done.get("first", 0), decided, groups["undecided"], groups["refused"], *failed]
        lines.append("| " + " | ".join(f"{c:,}" if isinstance(c, int) else c for c in cells) + " |")
    return "\n".join(lines)
