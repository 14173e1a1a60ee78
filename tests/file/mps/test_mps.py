"""MPS files: what is read of them, exactly, and what is refused, with its line."""

from __future__ import annotations

import gzip
from fractions import Fraction
from pathlib import Path

import pytest

import gordan
from gordan.problem import Program

FREE = """\
* a comment
NAME          small   FREE
OBJSENSE
    MAX
ROWS
 N  cost
 E  same
 G  least
 L  most
 N  other
COLUMNS
    x  cost 1.5  same 0.1
    x  least -2e-3
    y  same 1D+2  most .5
    y  other 7
RHS
    cost  -4  same 0.3
    least 1  most 2.50
ENDATA
"""


def read(tmp_path: Path, text: str, name: str = "m.mps") -> Program:
    (tmp_path / name).write_bytes(gzip.compress(text.encode()) if name.endswith("gz") else text.encode())
    return gordan.read_mps(tmp_path / name)


def changed(tmp_path: Path, old: str, new: str, text: str = FREE) -> Program:
    assert old in text
    return read(tmp_path, text.replace(old, new))


@pytest.mark.parametrize("name", ["m.mps", "m.mps.gz"])
def test_decimals_are_kept(tmp_path: Path, name: str) -> None:
    program = read(tmp_path, FREE, name)
    assert program.row_names == ("same", "least", "most")
    assert program.column_names == ("x", "y")
    assert [dict(row) for row in program.A.rows()] == [
        {0: Fraction(1, 10), 1: Fraction(100)},
        {0: Fraction(-2, 1000)},
        {1: Fraction(1, 2)},
    ]
    assert program.row_lower == (Fraction(3, 10), Fraction(1), None)
    assert program.row_upper == (Fraction(3, 10), None, Fraction(5, 2))
    assert program.lower == (0, 0)
    assert program.upper == (None, None)
    assert program.notes == ()


FIXED = """\
NAME          FIXED
ROWS
 N  THE COST
 E  ROW ONE
 G  R2
COLUMNS
    COL 1     ROW ONE            1.5   R2                  2.
    COL 2     ROW ONE             1.   THE COST            3.
RHS
              ROW ONE             4.   R2                  1.
RANGES
    RNG       R2                  3.
BOUNDS
 UP BND       COL 1               9.
ENDATA
"""


def test_names_with_blanks_are_read_by_columns(tmp_path: Path) -> None:
    program = read(tmp_path, FIXED)
    assert program.row_names == ("ROW ONE", "R2")
    assert program.column_names == ("COL 1", "COL 2")
    assert program.row_lower == (4, 1)
    assert program.row_upper == (4, 4)
    assert program.upper == (9, None)


@pytest.mark.parametrize(
    ("kind", "size", "low", "high"),
    [("E", "2", 5, 7), ("E", "-2", 3, 5), ("G", "2", 5, 7), ("G", "-2", 5, 7), ("L", "2", 3, 5), ("L", "-2", 3, 5)]
    + [("E", "inf", 5, None), ("E", "-1e30", None, 5), ("G", "inf", 5, None), ("L", "-inf", None, 5)],
)
def test_ranges_go_where_the_kind_of_row_leaves_room(
    tmp_path: Path, kind: str, size: str, low: int | None, high: int | None
) -> None:
    text = f"ROWS\n {kind} r\n N c\nCOLUMNS\n x r 1\nRHS\n s r 5\nRANGES\n s r {size}\n s c 3\nENDATA\n"
    program = read(tmp_path, text)
    assert (program.row_lower, program.row_upper) == ((low,), (high,))


@pytest.mark.parametrize(
    ("lines", "low", "high"),
    [
        (" UP b x 4", 0, 4),
        (" LO b x -4", -4, None),
        (" LO x 2\n UP x 3", 2, 3),
        (" FX b x 4", 4, 4),
        (" FR b x", None, None),
        (" FR x", None, None),
        (" MI b x", None, None),
        (" MI b x\n UP b x -1", None, -1),
        (" UP b x 3\n PL b x", 0, None),
        (" BV b x", 0, 1),
        (" LI b x 2\n UI b x 5", 2, 5),
        (" UP b x -1", None, -1),
        (" LO b x -3\n UP b x -1", -3, -1),
        (" UP b x 0", 0, 0),
        (" UP b x 1e30", 0, None),
        (" LO b x -Inf", None, None),
    ],
)
def test_bounds(tmp_path: Path, lines: str, low: int | None, high: int | None) -> None:
    program = read(tmp_path, f"ROWS\n G r\nCOLUMNS\n x r 1\nRHS\nBOUNDS\n{lines}\nENDATA\n")
    assert (program.lower, program.upper) == ((low,), (high,))
    negative_alone = lines == " UP b x -1"
    assert any("negative upper bound" in note for note in program.notes) == negative_alone
    assert bool(program.integer) == any(word in lines for word in ("BV", "LI", "UI"))


def test_whole_numbers_are_relaxed_and_that_is_said(tmp_path: Path) -> None:
    text = """ROWS
 G r
COLUMNS
 m1 'MARKER' 'INTORG'
 x r 2
 y r 1
 m2 'MARKER' 'INTEND'
 z r 1
RHS
 s r 3
BOUNDS
 UP b x 0.5
 UP b z 1
ENDATA
"""
    program = read(tmp_path, text)
    assert program.integer == (0, 1)
    assert program.upper == (Fraction(1, 2), 1, 1)
    assert any("relaxation is decided" in note for note in program.notes)
    assert any("between 0 and 1" in note for note in program.notes)
    found = gordan.feasible(program)
    assert found.kind == "feasible"
    assert found.point.values == (Fraction(1, 2), 1, 1)
    assert found.notes == program.notes


def test_rows_without_entries(tmp_path: Path) -> None:
    kept = changed(tmp_path, "    y  same 1D+2  most .5\n", "    y  same 1D+2\n")
    assert kept.row_names == ("same", "least")
    assert "most" in kept.notes[0]
    wrong = changed(tmp_path, "    y  same 1D+2  most .5\n", "    y  same 1D+2\n", FREE.replace("2.50", "-2.50"))
    found = gordan.feasible(wrong)
    assert found.kind == "infeasible"
    assert [member.words for member in found.subsystem] == ["most ≤ -2.5"]


def test_the_first_of_several_sets_counts(tmp_path: Path) -> None:
    text = "ROWS\n G r\nCOLUMNS\n x r 1\nRHS\n a r 5\n b r 6\nBOUNDS\n UP a x 1\n UP b x 2\nENDATA\n"
    program = read(tmp_path, text)
    assert (program.row_lower, program.upper) == ((5,), (1,))
    assert len(program.notes) == 2


def test_an_infinite_right_hand_side_is_none(tmp_path: Path) -> None:
    assert changed(tmp_path, "most 2.50", "most 1e30").row_upper[2] is None


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("0.1", "abc", "line 12: 'abc' is no number"),
        ("0.1", "1e9999", "line 12"),
        ("x  least", "x  leest", "line 13: there is no row 'leest'"),
        ("x  least -2e-3", "x  same 3", "line 13: the column 'x' has two entries"),
        ("x  least -2e-3", "x  least", "line 13: it has 2 fields"),
        (" G  least", " Q  least", "line 8"),
        (" G  least", " G  same", "line 8: the row 'same' is there twice"),
        ("same 0.3\n", "same 0.3 most\n", "line 17"),
        ("least 1 ", "cost 1  least 1  least 1 ", "line 18"),
        ("most 2.50", "least 2.50", "line 18: the row 'least' has two right-hand sides"),
        ("most 2.50", "most -inf", "line 18: .* infinite"),
        ("ENDATA", "WHAT", "line 19: the section 'WHAT'"),
        ("ENDATA", "RHS", "line 19: the section RHS comes twice"),
        ("ENDATA", "BOUNDS\n UP b q 1\nENDATA", "line 20: there is no column 'q'"),
        ("ENDATA", "BOUNDS\n XX b x 1\nENDATA", "line 20: 'XX' is no kind of bound"),
        (
            "ENDATA",
            "BOUNDS\n SC b x 1\nENDATA",
            "line 20: SC makes the column 'x' semi-continuous; expected a linear program",
        ),
        ("ENDATA", "BOUNDS\n UP b\nENDATA", "line 20"),
        ("ENDATA", "BOUNDS\n LO b x inf\nENDATA", "line 20: the lower bound is infinite"),
        ("ENDATA", "BOUNDS\n UP b x -1e40\nENDATA", "line 20: the upper bound is minus infinity"),
        ("ENDATA", "RANGES\n s same 1\n s same 1\nENDATA", "line 21: the row 'same' has two ranges"),
        ("ENDATA", "RANGES\n s most 3\nENDATA", "line 20: the row 'most' has a range, and an infinite"),
        ("ENDATA", "QSECTION most\n x x 1\nENDATA", "line 19: QSECTION is about 'most', which is no objective"),
        ("ENDATA", "QUADOBJ nowhere\n x x 1\nENDATA", "line 19: QUADOBJ is about 'nowhere'"),
        ("ENDATA", "QCMATRIX most\n x x 1\nENDATA", "line 19: the section QCMATRIX"),
        ("RHS\n", "RHS same 0.3\n", "line 16: RHS is followed by 'same'"),
        ("ROWS\n", "ROWS N cost\n", "line 5: ROWS is followed by 'N'"),
        ("ENDATA", "ENDATA x\n", "line 19: ENDATA is followed by 'x'"),
        ("    x  cost", "    m 'MARKER' 'FOO'\n    x  cost", "line 12: the marker 'FOO'"),
        ("    least 1", "    s least 1", "line 18: some lines name their set"),
        ("ENDATA", "RANGES\n s same 1\n least 1\nENDATA", "line 21: some lines name their set"),
        ("ENDATA", "BOUNDS\n UP b x 1\n UP y 1\nENDATA", "line 21: some lines name their set"),
        ("0.1", "1" * 5000, "line 12: 111111111111… has 5,000 characters"),
        ("2.50", "0." + "1" * 5000, "line 18: 0.1111111111… has 5,002 characters"),
        ("ENDATA\n", "", "no line ENDATA"),
        ("ROWS\n", "COLUMNS\n", "line 5: the section COLUMNS comes before ROWS"),
        ("* a comment\n", " x y\n", "line 1: a line stands outside of any section"),
    ],
)
def test_malformed_lines_are_named(tmp_path: Path, old: str, new: str, words: str) -> None:
    text = FREE.replace("most 2.50", "most 1e30") if "an infinite" in words else FREE
    with pytest.raises(gordan.InputError, match=words):
        changed(tmp_path, old, new, text)


def test_what_is_no_mps_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(gordan.InputError, match="no section ROWS"):
        read(tmp_path, "NAME nothing\nENDATA\n")
    with pytest.raises(gordan.InputError, match="no section COLUMNS"):
        read(tmp_path, "ROWS\n N c\nENDATA\n")
    with pytest.raises(gordan.InputError, match="there is no file"):
        gordan.read_mps(tmp_path / "none.mps")


def test_squares_of_the_objective_play_no_part(tmp_path: Path) -> None:
    for header in ("QSECTION cost", "QUADOBJ", "QMATRIX"):
        assert changed(tmp_path, "ENDATA", f"{header}\n x x 1\nENDATA").shape == (3, 2)


def test_a_row_of_written_zeros_is_one_without_entries(tmp_path: Path) -> None:
    program = read(tmp_path, "ROWS\n L r\n G s\nCOLUMNS\n x r 0 s 1\nRHS\n b r 1\nENDATA\n")
    assert program.row_names == ("s",)
    assert "r" in program.notes[0]


def test_a_row_may_be_called_marker(tmp_path: Path) -> None:
    program = read(tmp_path, "ROWS\n G MARKER\nCOLUMNS\n x MARKER 2\nRHS\nENDATA\n")
    assert program.A.values == (2,)


def test_an_error_carries_the_line_of_the_reading_that_got_further(tmp_path: Path) -> None:
    with pytest.raises(gordan.InputError) as refused:
        changed(tmp_path, "    y  other 7", "    y  other seven")
    assert refused.value.line == 15  # type: ignore[attr-defined]
    with pytest.raises(gordan.InputError) as cut:
        changed(tmp_path, "ENDATA\n", "")
    assert not hasattr(cut.value, "line")


def test_the_objective_is_the_first_row_n_or_the_one_that_is_named(tmp_path: Path) -> None:
    text = "{}ROWS\n N a\n N b\n L r\nCOLUMNS\n x a 3 b 4\n x r 1\nRHS\n s a 2 r 5\nENDATA\n"
    first = read(tmp_path, text.format(""))
    assert (first.objective, first.constant, first.maximise) == ((3,), -2, False)
    second = read(tmp_path, text.format("OBJSENSE\n MAX\nOBJNAME\n b\n"))
    assert (second.objective, second.constant, second.maximise) == ((4,), 0, True)
    assert read(tmp_path, text.format("OBJSENSE MAXIMIZE\n")).maximise
    assert read(tmp_path, text.format("OBJSENSEMAX\n")).maximise
    commented = read(tmp_path, text.format("*SENSE:Maximize\n"))
    assert not commented.maximise
    assert "'*SENSE:Maximize' is a comment, and the objective is minimised" in commented.notes[-1]
    for sense in ("*SENSE:Minimize\n", "*SENSE:Maximize\nOBJSENSE MAX\n"):
        assert not any("comment" in note for note in read(tmp_path, text.format(sense)).notes)
    with pytest.raises(gordan.InputError, match="sense is 'UP'; expected MAX or MIN"):
        read(tmp_path, text.format("OBJSENSE\n UP\n"))
    other = read(tmp_path, text.format("OBJNAME\n c\n"))
    assert other.objective is None
    assert "no row N" in other.notes[0]


def test_an_objective_that_is_not_clear_is_not_read(tmp_path: Path) -> None:
    text = "ROWS\n N a\n L r\nCOLUMNS\n x a 3 r 1\n{}RHS\n s r 5\n{}ENDATA\n"
    for more, after in ((" x a 4\n", ""), ("", " s a inf\n"), ("", " s a 1\n s a 2\n"), ("", "QUADOBJ\n x x 1\n")):
        program = read(tmp_path, text.format(more, after))
        assert program.objective is None
        assert "is not read" in program.notes[-1]
        assert gordan.feasible(program).kind == "feasible"
        with pytest.raises(gordan.InputError, match="no objective"):
            gordan.optimum(program)


@pytest.mark.parametrize(
    ("section", "words"),
    [
        ("SOS\n S1 SOS s1 1", "the section SOS has special ordered sets"),
        ("QCMATRIX same\n x x 1", "the section QCMATRIX has squares or products in a row"),
        ("INDICATORS\n IF same x 1", "the section INDICATORS has rows that hold under a condition"),
        ("CSECTION k 0 QUAD\n x", "the section CSECTION has cones"),
    ],
)
def test_sections_beyond_linear_programs_are_named(tmp_path: Path, section: str, words: str) -> None:
    with pytest.raises(gordan.errors.InputError, match=f"{words}; expected a linear program, which has none"):
        read(tmp_path, FREE.replace("ENDATA", f"{section}\nENDATA"))
