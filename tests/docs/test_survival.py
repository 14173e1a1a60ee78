"""The page about Cox models is true: its program prints what stands below it."""

from __future__ import annotations

import doctest
import re

import pytest

from docs.test_readme import ROOT


def test_the_program_prints_what_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "docs" / "survival.md").read_text(encoding="utf-8")
    program, shown = (re.findall(rf"```{kind}\n(.*?)```", page, re.S) for kind in ("python", "text"))
    assert (len(program), len(shown)) == (2, 1)
    exec(program[0], {})
    assert capsys.readouterr().out == shown[0]


def test_the_example_of_a_level_without_events() -> None:
    result = doctest.testfile(str(ROOT / "docs" / "survival.md"), module_relative=False)
    assert (result.failed, result.attempted) == (0, 6)
