"""docs/vipr.md shows the file that the exporter writes, and its session is run.

`GORDAN_GOLDEN=write` writes the session anew, to be read in the diff.
"""

from __future__ import annotations

import os
from pathlib import Path

import gordan
from cli.conftest import IRIS, Run, command
from docs.test_readme import SESSION, masked, renewed
from file.vipr.stated import proved
from gordan.file.table import read

__all__ = ["command"]

PAGE = Path(__file__).parents[2] / "docs" / "vipr.md"


def test_the_file_shown_is_the_file_written(command: Run) -> None:
    shown = next(block for block in PAGE.read_text(encoding="utf-8").split("```\n") if block.startswith("% Insep"))
    assert command("certificate", "export", "iris-versicolor-certificate.json", IRIS).out == shown
    table = read(IRIS, label="species", positive="versicolor")
    assert proved(shown, gordan.Points(table.X, table.y, numbers="decimal"))


def test_the_session_is_what_is_printed_today(tmp_path: Path) -> None:
    text = PAGE.read_text(encoding="utf-8")
    today = renewed(text, tmp_path)
    if os.environ.get("GORDAN_GOLDEN") == "write":
        PAGE.write_text(today, encoding="utf-8")
    assert len(SESSION.findall(text)) == 1
    assert masked(text) == masked(today)
