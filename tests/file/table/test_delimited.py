"""Delimited text: what is understood, and the sentence for everything that is not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gordan.errors import InputError
from gordan.file.table.delimited import read_delimited
from gordan.file.table.text import decode

pytestmark = pytest.mark.usefixtures("both_ways")

GOOD = "a,b,kind\n1,2.5,x\n-3e2,4,z\n"


def table(content: str | bytes, label: str | int | None = None) -> Any:
    raw = content.encode() if isinstance(content, str) else content
    return read_delimited(decode(raw, "t.csv"), label=label)


def refusal(content: str | bytes, label: str | int | None = None) -> str:
    with pytest.raises(InputError) as caught:
        table(content, label)
    return str(caught.value)


def check_good(found: Any) -> None:
    assert found.X.tolist() == [[1.0, 2.5], [-300.0, 4.0]]
    assert found.X.flags.c_contiguous
    assert found.X.dtype == np.float64
    assert found.y.tolist() == ["x", "z"]
    assert found.names == ("a", "b")
    assert found.label == "kind"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "latin-1"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_encodings_and_line_ends(encoding: str, end: str) -> None:
    found = table(GOOD.replace("\n", end).encode(encoding))
    check_good(found)
    assert found.lines.tolist() == [2, 3]


@pytest.mark.parametrize("mark", ["utf-16-le", "utf-16-be"])
def test_utf16_of_either_order_needs_its_mark(mark: str) -> None:
    check_good(table(("\ufeff" + GOOD).encode(mark)))
    assert "byte order mark" in refusal(GOOD.encode(mark))


def test_latin1_is_read_with_a_note() -> None:
    found = table("größe,kind\n1,für\n".encode("latin-1"))
    assert found.names == ("größe",)
    assert found.y.tolist() == ["für"]
    assert any("Latin-1" in note for note in found.notes)


def test_utf8_accents_need_no_note() -> None:
    found = table("größe,kind\n1,für\n")
    assert found.names == ("größe",)
    assert not any("Latin-1" in note for note in found.notes)


def test_a_broken_mark_is_refused() -> None:
    assert "UTF-16" in refusal(b"\xff\xfea,b\n1")
    assert "UTF-8" in refusal(b"\xef\xbb\xbfa,\xff\n1,2\n")


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|", " ", "   ", " \t ", ", "])
def test_delimiters(delimiter: str) -> None:
    found = table(GOOD.replace(",", delimiter))
    check_good(found)
    assert found.format == ("tsv" if "\t" in delimiter else "csv")


def test_no_final_newline_and_trailing_blanks() -> None:
    check_good(table("a,b,kind  \n1,2.5,x\n-3e2,4,z"))
    check_good(table("a b kind  \n1 2.5 x  \n  -3e2 4 z"))


def test_blank_lines_and_comments_are_skipped_but_counted() -> None:
    found = table("# made up\n\na,b,kind\n# note, with, commas\n1,2.5,x\n   \n-3e2,4,z\n\n")
    check_good(found)
    assert found.lines.tolist() == [5, 7]


def test_quotes_hide_delimiters_line_ends_and_comment_signs() -> None:
    found = table('"a","b, or c",kind\n"1","2","x ""y"""\n3,4,"two\n# lines"\n5,6,z\n')
    assert found.names == ("a", "b, or c")
    assert found.y.tolist() == ['x "y"', "two\n# lines", "z"]
    assert found.lines.tolist() == [2, 3, 5]


def test_decimal_comma_is_told() -> None:
    found = table("a;b;kind\n1,5;2;x\n-3,25e1;4;z\n")
    assert found.X.tolist() == [[1.5, 2.0], [-32.5, 4.0]]
    assert any("decimal comma" in note for note in found.notes)
    assert not any("decimal comma" in note for note in table("a;b;kind\n1.5;2;x\n").notes)


def test_decimal_comma_without_heading() -> None:
    assert table("1,5;x\n2,5;z\n").X.tolist() == [[1.5], [2.5]]


def test_both_decimal_marks_are_refused() -> None:
    said = refusal("a;kind\n1,5;x\n2.5;z\n")
    assert "comma on line 2" in said
    assert "point on line 3" in said
    assert "'1.234,5'" in refusal("a;kind\n1.234,5;x\n")


def test_commas_inside_numbers_are_text_elsewhere() -> None:
    assert "'1,5'" in refusal("a\tb\tkind\n1,5\t2\tx\n")


def test_no_heading_numbers_the_columns() -> None:
    found = table("1,2,x\n3,4,z\n")
    assert found.X.tolist() == [[1.0, 2.0], [3.0, 4.0]]
    assert (found.names, found.label) == (("1", "2"), "3")
    assert found.lines.tolist() == [1, 2]
    assert any("called 1, 2" in note for note in found.notes)
    middle = table("1,x,2\n3,z,4\n", label=2)
    assert (middle.names, middle.label, middle.y.tolist()) == (("1", "3"), "2", ["x", "z"])


def test_all_numbers_have_no_heading() -> None:
    found = table("1,2,0\n3,4,1\n")
    assert found.X.shape == (2, 2)
    assert found.y.tolist() == [0, 1]


def test_numbered_names_with_a_label_word_are_a_heading() -> None:
    found = table("0,1,target\n5,6,a\n7,8,b\n")
    assert (found.names, found.label, len(found.y)) == (("0", "1"), "target", 2)


def test_a_label_word_that_returns_is_a_class() -> None:
    found = table("0.5,1,y\n5,6,n\n7,8,y\n")
    assert found.y.tolist() == ["y", "n", "y"]


@pytest.mark.parametrize("word", ["label", "Class", "y", "TARGET", "outcome"])
def test_the_label_is_found_by_its_word(word: str) -> None:
    found = table(f"a,{word},b\n1,u,2\n3,v,4\n")
    assert (found.label, found.names, found.y.tolist()) == (word, ("a", "b"), ["u", "v"])
    assert any(repr(word) in note and "by its name" in note for note in found.notes)


def test_class_comes_before_y() -> None:
    assert table("x,y,class,z\n1,2,u,3\n").label == "class"


def test_the_only_column_of_text_is_the_label() -> None:
    assert "label column: 'kind' (the only column of text; choose another with --label)" in table(GOOD).notes
    for content in ("x,y,kind\n1,2,u\n3,4,v\n", "kind,x,y\nu,1,2\nv,3,4\n"):
        assert (table(content).label, table(content).names) == ("kind", ("x", "y"))
    found = table("u,1,2\nv,3,4\n")
    assert (found.label, found.y.tolist(), found.names) == ("1", ["u", "v"], ("2", "3"))


def test_words_and_then_the_last_column_where_text_does_not_tell() -> None:
    assert table("x,y,z\n1,2,3\n").label == "y"
    assert table("a,b,c\n1,2,3\n").label == "c"
    assert "label column: 'c' (the last column; choose another with --label)" in table("a,b,c\n1,2,3\n").notes
    assert "column 'name'" in refusal("name,y,kind\nann,1,u\nbob,2,v\n")  # two columns of text: y by its name
    assert "column 'b'" in refusal("a,b,c\n1,2,0\n1,tall,1\n")  # a slip among numbers is not a label


def test_a_refusal_tells_which_label_was_guessed() -> None:
    said = refusal("x,y,kind\n" + "1,2,0\n" * 30 + "1,2,u\n")
    assert "line 32, column 'kind'" in said
    assert "'y' was taken as the label, by its name; --label chooses another" in said
    assert "taken as" not in refusal("x,y,kind\n1,2,u\n", "y")


@pytest.mark.parametrize("label", ["kind", "3", 3])
def test_the_label_by_name_or_number(label: str | int) -> None:
    found = table(GOOD, label)
    check_good(found)
    assert found.notes == ()


def test_a_name_that_is_a_number_wins_where_there_are_names() -> None:
    assert table("2,a,b\n1,5,6\n", "2").label == "2"
    assert table("2,a,b\n1,5,6\n", "3").label == "b"


def test_no_such_column() -> None:
    said = refusal("height,width,species\n1,2,x\n", "Specie")
    assert "no column 'Specie'" in said
    assert "did you mean 'species'" in said
    assert "'height'" in said
    for label in ("0", "4", "-1", "99999999999999999999"):
        assert "from 1 to 3" in refusal("height,width,species\n1,2,x\n", label)
    assert "number from 1 to 3" in refusal("1,2,x\n3,4,z\n", "species")


def test_duplicate_names() -> None:
    said = refusal("a,b,a,kind\n1,2,3,x\n")
    assert "'a' more than once" in said
    assert "columns 1 and 3" in said


def test_an_unnamed_column_is_told() -> None:
    found = table(",a,kind\n0,1,x\n1,2,z\n")
    assert found.names == ("1", "a")
    assert any("column 1 has no name" in note and "counts rows" in note for note in found.notes)


@pytest.mark.parametrize("text", [",y\n1,a\n2,b\n", "y;\na;1\nb;2\n", '"",class\n1,0\n2,1\n'])
def test_the_only_feature_may_have_no_name(text: str) -> None:
    found = table(text)
    assert found.X.tolist() == [[1.0], [2.0]]
    assert found.label in ("y", "class")
    assert any("has no name" in note for note in found.notes)


@pytest.mark.parametrize("text", [",kind\n1,a\n2,b\n", ",,kind\n1,2,a\n3,4,b\n", ",a\n1,a\n2,b\n"])
def test_a_first_line_with_one_word_is_no_guess(text: str) -> None:
    """It may be a heading or a class in a row without values; to drop that row could change the answer."""
    said = refusal(text)
    assert "begins with a line that is empty but for" in said
    assert "name the others" in said
    assert "fill its row or drop it" in said


def test_a_word_that_is_asked_for_is_a_name() -> None:
    found = table(",kind\n1,a\n2,b\n", "kind")
    assert found.names == ("1",)
    assert found.y.tolist() == ["a", "b"]


def test_ragged_lines() -> None:
    said = refusal("a,b,kind\n1,2,x\n\n1,2\n")
    assert "line 4 has 2 cells" in said
    assert "line 1 has 3" in said
    assert "line 2 has 4 cells but line 1 has 3" in refusal("1,2,x\n1,2,3,x\n")
    assert "1 cell but" in refusal("1,2,x\n1\n")


def test_text_among_numbers() -> None:
    said = refusal("a,b,kind\n1,2,x\n1,tall,x\n")
    for part in ("line 3", "column 'b'", "'tall'", "encode", "drop", "label"):
        assert part in said
    assert "'1_000'" in refusal("a,kind\n1_000,x\n")


@pytest.mark.parametrize("cell", ["", " ", "NA", "na", "NaN", "nan", ".", "?", "null", "None", "N/A"])
def test_missing_numbers(cell: str) -> None:
    said = refusal(f"a,b,kind\n1,2,x\n{cell},2,x\n")
    for part in ("line 3", "column 'a'", "complete rows only", "drop or fill"):
        assert part in said


def test_missing_in_the_first_line_is_not_a_name() -> None:
    assert "line 1, column '2'" in refusal("1,?,x\n2,3,z\n")


@pytest.mark.parametrize("cell", ["", "NA", "nan", ".", "?"])
def test_missing_labels(cell: str) -> None:
    said = refusal(f"a,kind\n1,x\n2,{cell}\n")
    assert "line 3" in said
    assert "label in column 'kind' is missing" in said


def test_none_is_a_class() -> None:
    assert table("a,kind\n1,none\n2,mild\n").y.tolist() == ["none", "mild"]


@pytest.mark.parametrize("cell", ["inf", "-Infinity", "1e999"])
def test_infinity(cell: str) -> None:
    said = refusal(f"a,kind\n{cell},x\n")
    assert "line 2, column 'a'" in said
    assert "infinite" in said
    assert repr(cell) in said


def test_a_row_whose_sum_overflows_is_finite() -> None:
    assert table("a,b,kind\n1.7e308,1.7e308,x\n").X.tolist() == [[1.7e308, 1.7e308]]


def test_empty_heading_only_and_single_column() -> None:
    for nothing in ("", "\n\n", "# only a comment\n", b"\xef\xbb\xbf"):
        assert "is empty" in refusal(nothing)
    assert "no rows" in refusal("a,b,kind\n")
    assert "single column" in refusal("a\n1\n2\n")


def test_quotes_that_do_not_close() -> None:
    assert "line 3: the quotation marks" in refusal('a,kind\n1,x\n2,"z\n3,x\n')
    assert "quotation marks" in refusal('a,kind\n1,"x"z\n')


def test_an_endless_cell() -> None:
    assert "line 2" in refusal("a,kind\n1," + "x" * 200_000 + "\n")


def test_long_cells_are_clipped() -> None:
    assert len(refusal("a,kind\n" + "q" * 5000 + ",x\n")) < 300


def test_labels_become_numbers_when_all_are() -> None:
    signs = table("1,+1\n2,-1\n3,1\n").y
    assert signs.tolist() == [1, -1, 1]
    assert signs.dtype.kind == "i"
    halves = table("1,0.5\n2,1\n").y
    assert halves.tolist() == [0.5, 1.0]
    assert halves.dtype.kind == "f"
    assert table("1,1.0\n2,2\n").y.dtype.kind == "i"
    assert table("1,true\n2,false\n").y.tolist() == ["true", "false"]
    assert table("1,1\n2,one\n").y.tolist() == ["1", "one"]


def test_long_integer_labels_stay_apart() -> None:
    assert table("1,9007199254740993\n2,9007199254740992\n").y.tolist() == ["9007199254740993", "9007199254740992"]


finite = st.floats(allow_nan=False, allow_infinity=False)
names = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z"), exclude_characters='"#'), min_size=1)


@given(
    rows=st.lists(st.tuples(finite, finite, finite), min_size=1, max_size=8),
    delimiter=st.sampled_from([",", "\t", "|", " "]),
    end=st.sampled_from(["\n", "\r\n", "\r"]),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
)
def test_round_trip_of_doubles(rows: list[tuple[float, ...]], delimiter: str, end: str, encoding: str) -> None:
    body = [delimiter.join([*map(repr, row), "class-a"]) for row in rows]
    found = table(end.join([delimiter.join(["a", "b", "c", "kind"]), *body]).encode(encoding))
    assert found.X.tobytes() == np.array(rows).tobytes()
    assert set(found.y) == {"class-a"}


@given(labels=st.lists(names.filter(lambda name: name.casefold() not in {"na", "nan", ".", "?"}), min_size=1))
def test_round_trip_of_labels(labels: list[str]) -> None:
    content = "a,kind\n" + "".join(f'{j},"x{label}"\n' for j, label in enumerate(labels))
    assert table(content).y.tolist() == [f"x{label}" for label in labels]


@given(st.one_of(st.binary(), st.text(alphabet='0123456789.,;|\t\n\r "#aNy:eE+-_').map(str.encode)))
def test_anything_else_is_a_sentence(content: bytes) -> None:
    try:
        found = table(content)
    except InputError:
        found = None
    if found is not None:
        assert found.X.shape == (len(found.y), len(found.names))
        assert len(found.lines) == len(found.y)
