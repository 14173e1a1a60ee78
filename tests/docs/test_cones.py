"""The guide to cones is true: its Python lines give what they show."""

from __future__ import annotations

import doctest

from docs.test_readme import ROOT


def test_python_lines_give_what_they_show() -> None:
    result = doctest.testfile(str(ROOT / "docs" / "cones.md"), module_relative=False)
    assert result.attempted > 12
    assert result.failed == 0
