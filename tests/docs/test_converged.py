"""The page on fits is true: its lines give what they show, where the packages that they are about are installed."""

from __future__ import annotations

import doctest
import re

import pytest

from docs.test_readme import ROOT

TEXT = (ROOT / "docs" / "converged.md").read_text(encoding="utf-8")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("package", ["statsmodels", "pyfixest", "scikit-learn"])
def test_the_lines_give_what_they_show(package: str) -> None:
    pytest.importorskip("sklearn" if package == "scikit-learn" else package)
    [part] = re.findall(rf"^## {package}\n(.*?)(?=^## |\Z)", TEXT, re.S | re.M)
    lines = doctest.DocTestParser().get_doctest(part.replace("```", ""), {}, package, None, 0)
    result = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(lines)
    assert result.attempted > 5
    assert result.failed == 0
