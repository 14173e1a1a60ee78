"""What is known so far: one line of a CSV file per finished run, the last one of a run counting."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path

__all__ = ["Ledger", "Run"]

STOPPED = ("cap", "memory")


@dataclass(frozen=True)
class Run:
    """One run and what became of it.

    `status` is answered, no answer, cap, memory, crash, absent (not installed), cannot say (no such answer in it),
    capped before (at a smaller size) or foreseen (that it would be). `says` is what was claimed and `verified` whether
    our verifier could prove it from what was handed over; `lower` and `upper` are the margin's bounds that it computed.
    `product` is the time of one bare X @ w.
    """

    case: str
    m: int
    n: int
    peer: str
    task: str
    status: str
    says: str = ""
    verified: bool = False
    seconds: float | None = None
    build: float | None = None
    repeats: int | None = None
    passes: int | None = None
    product: float | None = None
    lower: float | None = None
    upper: float | None = None
    gap: float | None = None
    data_mb: float | None = None
    peak_mb: float | None = None
    versions: str = ""
    day: str = ""
    note: str = ""

    @property
    def key(self) -> tuple[str, str, str]:
        return self.case, self.peer, self.task

    @property
    def stopped(self) -> bool:
        return self.status in STOPPED


class Ledger:
    """The file, and the last line of every run in it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._runs: dict[tuple[str, str, str], Run] = {}
        if path.exists():
            with path.open(newline="", encoding="utf-8") as file:
                for line in csv.DictReader(file):
                    run = _parse(line)
                    self._runs[run.key] = run

    def __iter__(self) -> Iterator[Run]:
        return iter(self._runs.values())

    def get(self, case: str, peer: str, task: str) -> Run | None:
        return self._runs.get((case, peer, task))

    def add(self, run: Run) -> None:
        """Append a run at once, so that whatever ends this process leaves it behind."""
        self._runs[run.key] = run
        self.path.parent.mkdir(parents=True, exist_ok=True)
        new = not self.path.exists()
        with self.path.open("a", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, [field.name for field in fields(Run)])
            if new:
                writer.writeheader()
            writer.writerow(asdict(run))

    def truth(self, case: str) -> str:
        """The answer that somebody proved; empty while nobody has."""
        return next((run.says for run in self if run.case == case and run.verified), "")


def _parse(line: dict[str, str]) -> Run:
    readers = {"int": int, "float": float, "bool": lambda text: text == "True", "str": str}
    values = {}
    for field in fields(Run):
        text = line.get(field.name) or ""
        kind, *optional = str(field.type).split(" | ")
        values[field.name] = None if optional and not text else readers[kind](text)
    return Run(**values)
