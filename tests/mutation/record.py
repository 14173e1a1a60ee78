"""What became of every mutant, in a small file that is kept with the tests: no machine judges what another has judged.

For each file, and in it for each function (by the digest of its text), one letter for each of its mutants in their
order: k for killed, c for killed by the clock, s for survived, - for not judged. Where a function changes its line is
of no use any more and is left out; where the way changes in which mutants are made, so is the whole file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from mutation.mutant import Mutant, mutants

__all__ = ["read_record", "written"]

_LETTERS = {"killed": "k", "slow": "c", "survived": "s"}
_VERDICTS = {letter: verdict for verdict, letter in _LETTERS.items()}
_MAKER = hashlib.sha256((Path(__file__).parent / "mutant.py").read_bytes()).hexdigest()[:16]


def written(files: dict[str, bytes], state: dict[str, Any]) -> str:
    """The record of what is known of the mutants of these files."""
    lines = [f"mutants made by {_MAKER}"]
    for file, source in files.items():
        lines.append(file)
        for around, group in _functions(file, source):
            letters = "".join(_letter(state.get(each.key), around) for each in group)
            if letters.strip("-"):
                lines.append(f"  {around} {letters}")
    return "\n".join(lines) + "\n"


def _letter(entry: dict[str, Any] | None, around: str) -> str:
    return _LETTERS[entry["verdict"]] if entry and entry["around"] == around else "-"


def read_record(text: str, files: dict[str, bytes]) -> dict[str, dict[str, Any]]:
    """What the record knows of the mutants that there still are, by their keys, as `Campaign` keeps it."""
    first, *lines = text.splitlines() or [""]
    if first != f"mutants made by {_MAKER}":
        return {}
    known: dict[tuple[str, str], str] = {}
    file = ""
    for line in lines:
        if line.startswith("  "):
            around, letters = line.split()
            known[file, around] = letters
        else:
            file = line
    state: dict[str, dict[str, Any]] = {}
    for file, source in files.items():
        for around, group in _functions(file, source):
            for each, letter in zip(group, known.get((file, around), ""), strict=False):
                if letter in _VERDICTS:
                    entry = {"key": each.key, "around": around, "verdict": _VERDICTS[letter], "mutant": str(each)}
                    state[each.key] = entry | {"tests": "", "seconds": 0.0, "covered": 0, "killer": ""}
    return state


def _functions(file: str, source: bytes) -> Iterator[tuple[str, list[Mutant]]]:
    """The mutants of each function, or of what is outside of all, in their order."""
    every = sorted(mutants(file, source), key=lambda each: each.around)  # stable: those of one function keep theirs
    for around, group in groupby(every, key=lambda each: each.around):
        yield around, list(group)
