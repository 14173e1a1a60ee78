"""The page about online learners is true: its Python lines give what they show, and its picture can be drawn."""

from __future__ import annotations

import doctest

from docs.test_readme import ROOT

PAGE = ROOT / "docs" / "online.md"


def test_python_lines_give_what_they_show() -> None:
    flags = doctest.NORMALIZE_WHITESPACE
    result = doctest.testfile(str(PAGE), module_relative=False, optionflags=flags)
    assert result.attempted > 20
    assert result.failed == 0


def test_the_picture_is_where_the_page_looks_for_it() -> None:
    assert "](online.png)" in PAGE.read_text(encoding="utf-8")
    assert (ROOT / "docs" / "online.png").read_bytes().startswith(b"\x89PNG")
