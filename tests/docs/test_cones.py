"""The guide to cones is true: its Python lines give what they show."""

from __future__ import annotations

import doctest
import re

import pytest

from docs.test_readme import ROOT

TEXT = (ROOT / "docs" / "cones.md").read_text(encoding="utf-8")


def test_python_lines_give_what_they_show() -> None:
    _run(re.sub(r"```text\n.*?```", "", TEXT, flags=re.S), more_than=12)


@pytest.mark.filterwarnings("ignore")
def test_the_lines_about_cvxpy_give_what_they_show() -> None:
    pytest.importorskip("cvxpy")
    [block] = re.findall(r"```text\n(.*?)```", TEXT, re.S)
    _run(block, more_than=6)


def _run(text: str, more_than: int) -> None:
    lines = doctest.DocTestParser().get_doctest(text, {}, "cones.md", None, 0)
    result = doctest.DocTestRunner().run(lines)
    assert result.attempted > more_than
    assert result.failed == 0
