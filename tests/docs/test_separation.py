"""The guide is true: its session is run, and its Python lines give what they show.

`GORDAN_GOLDEN=write` writes the session anew, to be read in the diff.
"""

from __future__ import annotations

import doctest
import os
from pathlib import Path

from docs.test_readme import ROOT, SESSION, masked, renewed

GUIDE = ROOT / "docs" / "separation.md"


def test_the_session_is_what_is_printed_today(tmp_path: Path) -> None:
    text = GUIDE.read_text(encoding="utf-8")
    today = renewed(text, tmp_path)
    if os.environ.get("GORDAN_GOLDEN") == "write":
        GUIDE.write_text(today, encoding="utf-8")
    assert len(SESSION.findall(text)) == 5
    assert masked(text) == masked(today)


def test_python_lines_give_what_they_show() -> None:
    result = doctest.testfile(str(GUIDE), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.attempted > 10
    assert result.failed == 0
