"""The README's table of what HiGHS says at which tolerance, recomputed; and the sum that settles it, done again.

`GORDAN_GOLDEN=write` writes the table anew, to be read in the diff.
"""

from __future__ import annotations

import os
import re
from fractions import Fraction
from pathlib import Path

import pytest
from benchmarks.result import line
from benchmarks.tolerance import answers, judged

import gordan
from gordan import data
from gordan.file.table import read

README = Path(__file__).parents[2] / "README.md"
TABLE = re.compile(r"\| HiGHS is asked for \|.*?\n\n", re.S)


@pytest.fixture(scope="module")
def narrow() -> gordan.Points:
    table = read(data.path("narrow.csv"), label="side")
    return gordan.Points(table.X, table.y, numbers="decimal")


def test_the_table_is_what_highs_says_today(narrow: gordan.Points) -> None:
    header, rows = judged(narrow, gordan.solve(narrow, proof="exact"))
    today = "\n".join([line(header), "|" + "---|" * len(header), *map(line, rows)]) + "\n\n"
    text = README.read_text(encoding="utf-8")
    if os.environ.get("GORDAN_GOLDEN") == "write":
        README.write_text(TABLE.sub(lambda _: today, text), encoding="utf-8")
    assert TABLE.findall(text) == [today]


def test_the_answer_turns_with_the_tolerance_and_ours_does_not(narrow: gordan.Points) -> None:
    for method in ("simplex", "interior point"):
        assert set(answers(narrow, "point", method)) == {True, False}
    assert answers(narrow, "line", "simplex") != answers(narrow, "line", "interior point")
    for numbers in ("binary", "decimal"):
        for proof in ("rounded", "exact"):
            outcome = gordan.separate(narrow.X, narrow.y, numbers=numbers, proof=proof)
            assert (outcome.kind, outcome.verdict.holds) == ("separable", True)


def test_the_sum_in_the_readme_is_right(narrow: gordan.Points) -> None:
    (x1, y1), (x2, y2), (x3, y3), _ = [[Fraction(str(v)) for v in row] for row in narrow.X]
    products = (x2 - x1) * (y1 - y3), (y1 - y2) * (x3 - x1)
    assert products == (Fraction("6.38347182"), Fraction("6.3834718"))
    text = README.read_text(encoding="utf-8")
    for number in (x2 - x1, y1 - y3, y1 - y2, x3 - x1, *products):
        assert f"{float(number):.10g}" in text
