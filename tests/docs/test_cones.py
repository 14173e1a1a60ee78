"""The guide to cones is true: its Python lines give what they show, and its session is run on the files they write."""

from __future__ import annotations

import doctest
import re
import tempfile
from pathlib import Path

import pytest

from docs.test_readme import ROOT, SESSION, session

TEXT = (ROOT / "docs" / "cones.md").read_text(encoding="utf-8")


def test_lines_and_session_give_what_they_show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "mkdtemp", lambda: str(tmp_path))
    _run(re.sub(r"```text\n.*?```", "", TEXT, flags=re.S), more_than=12)
    [shown] = SESSION.findall(TEXT)
    assert session(shown, tmp_path) == shown


@pytest.mark.filterwarnings("ignore")
def test_the_lines_about_cvxpy_give_what_they_show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("cvxpy")
    monkeypatch.chdir(tmp_path)  # a certificate is written
    block = "\n".join(re.findall(r"```text\n(.*?)```", TEXT, re.S))
    _run(block, more_than=6)


def _run(text: str, more_than: int) -> None:
    lines = doctest.DocTestParser().get_doctest(text, {}, "cones.md", None, 0)
    result = doctest.DocTestRunner().run(lines)
    assert result.attempted > more_than
    assert result.failed == 0
