"""LP files: what every section means, and what is refused with its line."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gordan
from gordan.file import read_lp, read_program
from gordan.problem.program import Program

EVERY = r"""
\ a comment
Maximize
 profit: 3 x + 2 y - 4 z + 7
Subject To
 c1: x + y + z <= 10
 c2: - x + 2.5 y >= -3   \ another
 rng: -2 <= x - y <= 8
 x + y = 4
 c5: 2 x + 3 >= y + 1
 c6: x + 2 * y
   + z >= 1e-1
 c7: 5 >= x
Bounds
 -inf <= x <= 4
 y free
 1 <= z
 z <= 5
 u <= 1
General
 z
Binary
 v
End
"""


def write(folder: Path, text: str, name: str = "model.lp") -> Path:
    path = folder / name
    path.write_text(text)
    return path


def rows(program: Program) -> dict[str, Any]:
    sides = zip(program.row_names, program.A.rows(), program.row_lower, program.row_upper, strict=True)
    return {name: ({program.column_names[j]: v for j, v in row}, low, high) for name, row, low, high in sides}


def test_every_section(tmp_path: Path) -> None:
    program = read_lp(write(tmp_path, EVERY))
    assert rows(program) == {
        "c1": ({"x": 1, "y": 1, "z": 1}, None, 10),
        "c2": ({"x": -1, "y": Fraction(5, 2)}, -3, None),
        "rng": ({"x": 1, "y": -1}, -2, 8),
        "r4": ({"x": 1, "y": 1}, 4, 4),
        "c5": ({"x": 2, "y": -1}, -2, None),
        "c6": ({"x": 1, "y": 2, "z": 1}, Fraction(1, 10), None),
        "c7": ({"x": 1}, None, 5),
    }
    assert program.column_names == ("x", "y", "z", "u", "v")
    assert program.lower == (None, None, 1, 0, 0)
    assert program.upper == (4, None, 5, 1, 1)
    assert program.integer == (2, 4)
    assert "whole numbers" in program.notes[0]
    assert program.objective == (3, 2, -4, 0, 0)
    assert (program.constant, program.maximise) == (7, True)


def test_the_kind_of_file_is_told_by_its_text(tmp_path: Path) -> None:
    assert read_program(write(tmp_path, EVERY, "model.txt")).shape == (7, 5)
    mps = "ROWS\n N cost\n G r\nCOLUMNS\n x r 1\nRHS\n RHS r 1\nENDATA\n"
    assert read_program(write(tmp_path, mps, "model.lp")).shape == (1, 1)
    # A row may be called max.
    named = write(tmp_path, "min x\nst\nmax: x + 2 y >= 1\nend")
    assert rows(read_program(named)) == {"max": ({"x": 1, "y": 2}, 1, None)}


def test_an_empty_file_is_said_to_be_empty(tmp_path: Path) -> None:
    with pytest.raises(gordan.InputError, match="is empty"):
        read_program(write(tmp_path, "\n"))


def test_squares_in_the_objective_are_left_out_and_said_to_be(tmp_path: Path) -> None:
    program = read_lp(write(tmp_path, "min obj: x + [ x ^2 ] / 2\nst\nc: x >= 1\nend"))
    assert program.objective is None
    assert "plays no part" in program.notes[0]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "has no end"),
        ("hello", "line 1: 'hello' is not known here"),
        ("st\nx >= 1\nend", "line 1: 'st' stands here"),
        ("min x\nst\nx >= 1\n", "has no end"),
        ("min x\nst\nc: x + y\nend", "line 3: the section ends where <=, >= or = was expected"),
        ("min x\nst\nc: x >= y z\nend", "line 3"),
        ("min x\nst\nc: x >=\nend", "line 3: '' stands where a number was expected"),
        ("min x\nst\nc: [ x^2 ] <= 1\nend", "line 3: a row has squares or products in brackets"),
        ("min x\nst\nc: x + y >= inf\nend", "line 3: 'inf' stands where a term was expected; expected finite sides"),
        ("min x\nst\nc: -Infinity <= x + y\nend", "line 3: 'Infinity' stands"),
        ("min x\nst\nc: x >= 1\nc: x <= 2\nend", "line 4: the row 'c' is there twice"),
        ("min x\nst\nx >= 1\nbounds\nx >= inf\nend", "line 5: the bound of 'x' is infinite, which nothing satisfies"),
        ("min x\nst\nx >= 1\nbounds\nx <= -inf\nend", "line 5: the bound of 'x' is infinite"),
        ("min x\nst\nc: b = 1 -> x <= 1\nend", "line 3"),
        ("min x\nst\nc: x * 3 <= 1\nend", "line 3"),
        ("min x\nst\nx <= 1\nbounds\n1 <= 2\nend", "line 5: a bound has no column"),
        ("min x\nst\nx <= 1\nbounds\nx <= y\nend", "line 5: a bound has no column, or two"),
        ("min x\nst\nx <= 1\nbounds\nx >= -inf <= 3\nend", "line 5"),
        ("min x\nst\nx <= 1\nsos\ns1: S1:: x:1\nend", "the section 'sos' goes beyond linear programs"),
        ("min x\nst\nx <= 1\nsemi\nx\nend", "the section 'semi' goes beyond linear programs"),
        ("min x\nst\nx <= 1\ngeneral\n3\nend", "'3' stands where a column was expected"),
        ("min x\nst\nc: 1 <= x >= 3\nend", "compared twice"),
        ("min x\nst\nc: x >= " + "9" * 5000 + "\nend", "5,000 characters"),
        ("min x\nmax y\nst\nx <= 1\nend", "line 2: 'max' stands here"),
        ("min x\nst\nx <= 2e1234\ny >= 3\nend", "line 3: '2e1234' is no number"),
        ("min x\nst\nx <= 1.2.3\ny >= 3\nend", "line 3: '1.2.3' is no number"),
        ("min x\nst\nx <= 1,5\ny >= 3\nend", "line 3: '1,5' is no number"),
        ("min x\nst\nx <= 1_000\ny >= 3\nend", "line 3: '1_000' is no number"),
        ("min x\nst\nx <= 1\nbounds\n-x <= 3\nend", "line 5: -x has a bound"),
        ("min x\nst\nx <= 1\nbounds\n3 = x = 1\nend", "line 5: a column is compared twice"),
        ("min x\nst\nx <= 1\nbounds\n3 <= x >= 1\nend", "line 5: a column is compared twice"),
    ],
)
def test_what_is_refused(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(gordan.InputError, match=sentence):
        read_lp(write(tmp_path, text))


def test_a_free_column_has_no_bound_that_was_given_before(tmp_path: Path) -> None:
    program = read_lp(write(tmp_path, "min x\nst\nx <= 1\nbounds\nx <= 4\nx free\nend"))
    assert (program.lower, program.upper) == ((None,), (None,))


def test_a_lower_bound_of_plus_infinity_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(gordan.InputError, match=r"line 5: .* which nothing satisfies"):
        read_lp(write(tmp_path, "min x\nst\nx <= 1\nbounds\nx >= inf\nend"))


def test_what_highs_writes_reads_back(tmp_path: Path) -> None:
    """Random programs that HiGHS holds and writes; of a row with two sides it makes two rows."""
    highspy = pytest.importorskip("highspy")
    rng = np.random.default_rng(5)
    kinds = [(0.0, np.inf), (-np.inf, np.inf), (-np.inf, 3.5), (1.25, 2.0), (-4.0, np.inf), (2.0, 2.0)]
    for _ in range(30):
        model = highspy.Highs()
        model.silent()
        n, m = rng.integers(1, 6), rng.integers(1, 5)
        for j in range(n):
            low, high = kinds[rng.integers(6)]
            model.addVariable(lb=low, ub=high, obj=float(rng.integers(-3, 4)) / 4, name=f"v{j}")
        for i in range(m):
            chosen = np.unique(rng.integers(0, n, 3)).astype(np.int32)
            values = rng.choice([-1.5, -1.0, 0.125, 0.3, 1.0, 7.0], chosen.size)
            model.addRow(*[(0.0, np.inf), (-np.inf, 3.5), (2.0, 2.0)][rng.integers(3)], chosen.size, chosen, values)
            model.passRowName(i, f"row{i}")
        path = tmp_path / "written.lp"
        model.writeModel(str(path))
        held, read = gordan.read_model(model), read_lp(path)
        assert rows(read) == rows(held)
        bounds = [dict(zip(p.column_names, zip(p.lower, p.upper, strict=True), strict=True)) for p in (held, read)]
        assert all(bounds[0][name] == pair for name, pair in bounds[1].items())
