"""Where measurements are kept: one file of JSON lines for each part, appended to after every cell.

A cell whose key is in the file has been measured and is not measured again, so an interrupted run goes on where it
stopped. A line that was cut off by the interruption is dropped.
"""

from __future__ import annotations

import json
import os
import time
from datetime import date
from pathlib import Path

from benchmarks.papers.part import Cell, Record
from benchmarks.result import ROOT

__all__ = ["PAGES", "Store"]

PAGES = ROOT / "docs" / "papers"


class Store:
    """The records of one part.

    Parameters
    ----------
    paper, part : str
        Together they name the file.
    folder : Path
        Where the files are.
    """

    def __init__(self, paper: str, part: str, folder: Path = PAGES / "data") -> None:
        self.path = folder / f"{paper}-{part}.jsonl"

    def lines(self) -> list[Record]:
        """Everything kept, as written: `key`, `value`, `seconds`, `load` and `when`."""
        if not self.path.exists():
            return []
        kept = []
        for line in self.path.read_text(encoding="utf-8").splitlines():
            try:
                kept.append(json.loads(line))
            except json.JSONDecodeError:  # the last line of a run that was interrupted while writing
                continue
        return kept

    def records(self) -> list[Record]:
        """Keys and values in one dictionary each; `load` is the machine's when the cell was begun."""
        return [{**line["key"], **line["value"], "load": line.get("load", 0.0)} for line in self.lines()]

    def seconds(self) -> float:
        """How long all cells took together."""
        return sum(line["seconds"] for line in self.lines())

    def has(self, cell: Cell) -> bool:
        return any(line["key"] == _plain(cell.key) for line in self.lines())

    def measure(self, cell: Cell) -> float:
        """Measure a cell, keep its record, and return the seconds it took."""
        load, began = os.getloadavg()[0], time.perf_counter()
        value = cell.measure(self.records())
        seconds = time.perf_counter() - began
        line = {"key": cell.key, "value": value, "seconds": round(seconds, 3), "load": round(load, 2)}
        self._append({**line, "when": str(date.today())})
        return seconds

    def forget(self, cells: list[Cell]) -> None:
        """Drop the records of these cells, so that they are measured anew."""
        keys = [_plain(cell.key) for cell in cells]
        kept = [line for line in self.lines() if line["key"] not in keys]
        half = self.path.with_suffix(".half")
        half.write_text("".join(_line(line) for line in kept), encoding="utf-8")
        os.replace(half, self.path)

    def _append(self, line: Record) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        before = self.path.read_text(encoding="utf-8") if self.path.exists() else ""
        with self.path.open("a", encoding="utf-8") as file:
            file.write(("\n" if before and not before.endswith("\n") else "") + _line(line))


def _line(record: Record) -> str:
    return json.dumps(record, ensure_ascii=False, allow_nan=False, default=float) + "\n"


def _plain(key: Record) -> Record:
    """The key as it comes back from the file."""
    plain: Record = json.loads(json.dumps(key))
    return plain
