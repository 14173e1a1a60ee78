"""docs/vipr.md shows the file that the exporter writes."""

from __future__ import annotations

from pathlib import Path

import gordan
from cli.conftest import IRIS, Run, command
from gordan.table import read
from vipr.stated import proved

__all__ = ["command"]

PAGE = Path(__file__).parents[2] / "docs" / "vipr.md"


def test_the_file_shown_is_the_file_written(command: Run) -> None:
    shown = next(block for block in PAGE.read_text(encoding="utf-8").split("```\n") if block.startswith("% Insep"))
    assert command("certificate", "export", "iris-versicolor-certificate.json", IRIS).out == shown
    table = read(IRIS, label="species", positive="versicolor")
    assert proved(shown, gordan.Points(table.X, table.y, numbers="decimal"))
