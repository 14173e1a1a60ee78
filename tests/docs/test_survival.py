"""The page about Cox models is true: its program prints what stands below it."""

from __future__ import annotations

import re

import pytest

from docs.test_readme import ROOT


def test_the_program_prints_what_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "docs" / "survival.md").read_text(encoding="utf-8")
    program, shown = (re.findall(rf"```{kind}\n(.*?)```", page, re.S) for kind in ("python", "text"))
    assert len(program) == len(shown) == 1
    exec(program[0], {})
    assert capsys.readouterr().out == shown[0]
