"""Names come from files: none of them steers the terminal, breaks a line, turns it around, or becomes markup."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import gordan
from cli.conftest import Run
from gordan.regression.diagnose import diagnose

EVIL = ["\x1b[31mred", "a\rb", "\u202edesrever", "a\x9b2Jb", "[red]x[/red]", "<b>x</b>", "\u2066x\u2069", "x\x07"]
FORMATS = ["full", "concise", "json"]


def is_plain(text: str) -> bool:
    return all(sign.isprintable() or sign == "\n" for sign in text)


def table(path: Path, evil: str) -> Path:
    """The name of a column and of a level; the level separates."""
    rows = ["0,1,0.5,b", "0,2,0.25,b", "1,3,0.5,b", "0,3,0.75,b", "1,2,0.5,b", "1,1,0.25," + evil, "1,2,0.75," + evil]
    path.write_text("\n".join([f"y,{evil},z,g", *rows]) + "\n", encoding="utf-8", newline="")
    return path


@pytest.mark.parametrize("evil", EVIL, ids=ascii)
@pytest.mark.parametrize("shown", FORMATS)
def test_every_command(evil: str, shown: str, command: Run, tmp_path: Path) -> None:
    file, certificate = table(tmp_path / "t.csv", evil), tmp_path / "c.json"
    if "\r" in evil:  # in a file that is the end of a line
        return
    asked = ("diagnose", file, "--formula", "y ~ .", "--output-format", shown)
    commands = [
        (*asked, "--certificate", certificate),
        ("verify", certificate, file, "--output-format", shown),
        ("check", file, "--label", "g", "--output-format", shown),
        ("check", file, "--label", "y", "--output-format", shown),
        ("diagnose", file, "--formula", f"y ~ `{evil}`", "--output-format", shown),
        ("diagnose", file, "--formula", f"y ~ nothing + {evil}"),
        ("diagnose", file, "--formula", f"`{evil}` ~ g"),
    ]
    for arguments in commands:
        ran = command(*arguments)
        assert is_plain(ran.out), arguments
        assert is_plain(ran.err), arguments
        assert "failed with" not in ran.err
    assert command(*asked).code == 1


@pytest.mark.parametrize("evil", [*EVIL, "a\nb"], ids=ascii)
@pytest.mark.parametrize("show", [str, lambda found: found._repr_html_(), repr])
def test_a_report_in_python(evil: str, show: Callable[[gordan.regression.diagnose.Diagnosis], str]) -> None:
    data = {"y": [0, 0, 1, 0, 1, 1, 1], evil: [1, 2, 3, 3, 2, 1, 2], "g": [*"bbbbb", evil, evil]}
    found = diagnose(f"y ~ `{evil}` + g", data=data)
    assert found.separated
    text = show(found)
    assert is_plain(text)
    assert "<b>" not in text or show is str
    assert "a\nb" not in text
