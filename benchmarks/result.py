"""Where numbers go: a table printed, and written as Markdown and as CSV."""

from __future__ import annotations

import csv
import os
import platform
from collections.abc import Sequence
from datetime import date
from pathlib import Path

__all__ = ["FOLDER", "ROOT", "line", "machine", "write"]

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "benchmarks" / "results"


def write(name: str, title: str, header: Sequence[str], rows: Sequence[Sequence[str]], *notes: str) -> None:
    """Print the table and write it to results/NAME.md and results/NAME.csv."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    lines = [f"# {title}", "", machine(), ""]
    lines += [line(header), line(["---"] * len(header)), *map(line, rows), "", *notes]
    text = "\n".join(lines).rstrip() + "\n"
    print(text)
    (FOLDER / f"{name}.md").write_text(text, encoding="utf-8")
    with (FOLDER / f"{name}.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([header, *rows])


def line(cells: Sequence[str]) -> str:
    """One line of a Markdown table."""
    return "| " + " | ".join(cells) + " |"


def machine() -> str:
    """When and on what a table was measured."""
    import numpy as np

    versions = f"Python {platform.python_version()}, NumPy {np.__version__}"
    return f"{date.today()}, {platform.machine()}, {os.cpu_count()} cores, {versions}"
