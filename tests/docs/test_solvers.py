"""The page about the papers' algorithms is true: its Python lines give what they show."""

from __future__ import annotations

import doctest

from docs.test_readme import ROOT
from gordan.engine.solver import PAPER_NAMES


def test_python_lines_give_what_they_show() -> None:
    page = str(ROOT / "docs" / "solvers.md")
    result = doctest.testfile(page, module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.attempted > 5
    assert result.failed == 0


def test_every_name_of_the_papers_is_listed() -> None:
    text = (ROOT / "docs" / "solvers.md").read_text(encoding="utf-8")
    assert not [name for name in PAPER_NAMES if name not in text]
