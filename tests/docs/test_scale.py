"""The page about large data is true: its Python lines give what they show."""

from __future__ import annotations

import doctest

from docs.test_readme import ROOT

PAGE = ROOT / "docs" / "scale.md"


def test_python_lines_give_what_they_show() -> None:
    result = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.attempted > 5
    assert result.failed == 0
