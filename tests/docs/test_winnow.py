"""The page about w ≥ 0 is true: its Python lines give what they show."""

from __future__ import annotations

import doctest

from docs.test_readme import ROOT


def test_python_lines_give_what_they_show() -> None:
    page = str(ROOT / "docs" / "winnow.md")
    result = doctest.testfile(page, module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.attempted > 6
    assert result.failed == 0
