"""Files as frames: numbers, text, missing cells, and the same sentences as for tables of points."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest

from gordan.errors import InputError
from gordan.file.table.frame import Frame, parse_frame, read_frame
from gordan.file.table.text import decode

pytestmark = pytest.mark.usefixtures("both_ways")


def parse(text: str) -> Frame:
    return parse_frame(decode(text.encode(), "t.csv"))


def test_numbers_text_and_missing_cells() -> None:
    frame = parse("id,x,name,size\n1,0.5,ann,NA\n2,,bob,3\n\n# a comment\n3,2,,4\n")
    assert frame.columns == ["id", "x", "name", "size"]
    assert frame["id"].dtype.kind == "i"
    assert np.isnan(frame["x"][1])
    assert frame["name"].tolist() == ["ann", "bob", None]
    assert np.isnan(frame["size"][0])
    assert frame.index.tolist() == [2, 3, 6]
    assert len(frame) == 3


def test_none_is_missing_among_numbers_and_a_name_among_words() -> None:
    frame = parse("a,b\n1,none\nnone,some\n")
    assert np.isnan(frame["a"][1])
    assert frame["b"].tolist() == ["none", "some"]


def test_decimal_commas_and_tabs() -> None:
    assert parse("a;b\n1,5;x\n2,5;y\n")["a"].tolist() == [1.5, 2.5]
    assert parse("a\tb\n1\tx\n2\ty\n")["b"].tolist() == ["x", "y"]


def test_quoted_cells_may_hold_the_delimiter() -> None:
    assert parse('a,b\n1,"x, y"\n2,z\n')["b"].tolist() == ["x, y", "z"]


def test_a_column_without_a_name_is_called_by_its_number() -> None:
    assert parse(",b\n1,x\n").columns == ["1", "b"]


def test_compressed_files(tmp_path: Path) -> None:
    path = tmp_path / "t.csv.gz"
    path.write_bytes(gzip.compress(b"a,b\n1,x\n"))
    assert read_frame(path)["a"].tolist() == [1]


def test_digits_beyond_a_double_are_noted() -> None:
    frame = parse("a,b\n0.10000000000000000001,x\n")
    assert "more digits than a double holds" in frame.notes[0]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "t.csv is empty"),
        ("a,b\n", "no rows below"),
        ("a,b\n1\n", "line 2 has 1 cell but line 1 has 2"),
        ("a,a\n1,2\n", "'a' more than once"),
        ("1,2\n3,4\n", "begins with numbers"),
    ],
)
def test_what_cannot_be_read_is_told(text: str, told: str) -> None:
    with pytest.raises(InputError) as refusal:
        parse(text)
    assert told in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a,b\n1,inf\n2,3\n", "line 2, column 'b': 'inf' is infinite"),
        ("a,b\n1,1e999\n2,3\n", "'1e999' is infinite or too large"),
        ("b,a\n1e-400,2\n", "so small that a double"),
        ("b,a\n9007199254740993,2\n", "2**53"),
    ],
)
def test_a_column_that_cannot_be_read_is_refused_where_it_is_asked_for(text: str, told: str) -> None:
    frame = parse(text)
    assert sorted(frame.columns) == ["a", "b"]
    assert frame["a"].size == len(frame)
    with pytest.raises(InputError) as refusal:
        frame["b"]
    assert told in str(refusal.value)
