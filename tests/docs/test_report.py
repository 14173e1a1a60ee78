"""docs/report.md: its example writes the report that it speaks of."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs.test_readme import ROOT


def test_the_example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    examples = re.findall(r"```python\n(.+?)```", (ROOT / "docs" / "report.md").read_text(encoding="utf-8"), re.S)
    assert len(examples) == 2
    exec(compile("\n".join(examples), "report.md", "exec"), {})
    assert "Separable" in (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "Of 6 questions" in (tmp_path / "classes.html").read_text(encoding="utf-8")
