"""The guide to compression is true: its Python lines give what they show."""

from __future__ import annotations

import doctest

from docs.test_readme import ROOT


def test_python_lines_give_what_they_show() -> None:
    guide = ROOT / "docs" / "compression.md"
    result = doctest.testfile(str(guide), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.attempted > 30
    assert result.failed == 0
