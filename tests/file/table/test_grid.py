"""Tables read in blocks hold what the same tables read cell by cell hold, to the last bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gordan.file.table import grid
from gordan.file.table.delimited import read_delimited
from gordan.file.table.frame import parse_frame
from gordan.file.table.text import Text, decode

NUMBERS = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.integers(-(10**6), 10**6).map(str),
    st.decimals(-1, 1, places=19).map(str),
    st.sampled_from([" 1", "1 ", "+2", ".5", "5.", "1E3", "-0", "0e-400", "00012"]),
)
LABELS = st.sampled_from(["a", "b", '"a"', "1", "01", "true", " a ", "1.0", "x#y", "none"])
ENDS = st.sampled_from(["\n", "\r\n"])


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grid, "_LARGE", 0)
    monkeypatch.setattr(grid, "_BLOCK", 40)


def both(read: Any, text: Text) -> list[Any]:
    """What is read in blocks and cell by cell, or the sentence in its place."""
    results = []
    for large in (0, 1 << 60):
        grid._LARGE = large
        try:
            results.append(read(text))
        except Exception as error:
            results.append(f"{type(error).__name__}: {error}")
    return results


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(NUMBERS, LABELS, NUMBERS), min_size=1, max_size=8), ENDS, st.sampled_from(",;\t|"))
def test_tables(rows: list[tuple[str, ...]], end: str, delimiter: str) -> None:
    lines = [delimiter.join(cells) for cells in [("u", "kind", "v"), *rows]]
    text = decode((end.join(lines) + end).encode(), "t.csv")
    quick, slow = both(lambda text: read_delimited(text, label="kind"), text)
    if isinstance(slow, str):
        assert quick == slow
        return
    assert quick.X.tobytes() == slow.X.tobytes()
    assert quick.y.tolist() == slow.y.tolist()
    assert quick.lines.tolist() == slow.lines.tolist()
    assert quick.notes == slow.notes


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.tuples(st.one_of(NUMBERS, st.sampled_from(["", "NA", "NaN", "nAn", "?"])), LABELS), max_size=8), ENDS
)
def test_frames(rows: list[tuple[str, ...]], end: str) -> None:
    text = decode((end.join(",".join(cells) for cells in [("u", "kind"), *rows]) + end).encode(), "t.csv")
    quick, slow = both(parse_frame, text)
    if isinstance(slow, str):
        assert quick == slow
        return
    assert quick.columns == slow.columns
    for name in slow.columns:
        assert quick[name].dtype == slow[name].dtype
        assert [repr(cell) for cell in quick[name].tolist()] == [repr(cell) for cell in slow[name].tolist()]
    assert quick.index.tolist() == slow.index.tolist()


@pytest.mark.parametrize(
    "line", ["", "# 1,2,a", "1,2", "1,2,a,3", '1,"2",a', "1,,a", "1,1_000,a", "1,0x10,a", "1,true,a", "1,inf,a"]
)
def test_what_is_not_plain_is_left_to_the_reader_of_cells(line: str) -> None:
    text = decode(f"u,v,kind\n1,2,a\n{line}\n3,4,b\n".encode(), "t.csv")
    with pytest.raises(grid.Unplain):
        _ = [block.parse([2]) for block in grid.blocks(text, ",", line=2, width=3)]


@pytest.mark.parametrize("blank", ["", "  ", "\t", "\t\t", " \t\t\x0b"])
@pytest.mark.parametrize("columns", [("u",), ("u", "v", "kind")])
def test_blank_lines_are_no_rows(blank: str, columns: tuple[str, ...]) -> None:
    """Of tabs alone, or in a table of one column, a blank line has as many delimiters as any other."""
    rows = ["\t".join(cells[: len(columns)]) for cells in (("1", "2", "a"), ("3", "4", "b"))]
    for lines in ([rows[0], blank, rows[1]], [*rows, blank]):
        text = decode("\n".join(["\t".join(columns), *lines]).encode(), "t.csv")
        quick, slow = both(parse_frame, text)
        assert quick.index.tolist() == slow.index.tolist()
        assert [quick[name].tolist() for name in columns] == [slow[name].tolist() for name in columns]


def test_the_cells_of_a_block_are_those_of_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grid, "_BLOCK", 12)
    text = decode(b"u,kind\r\n1,a\r\n22,b\r\n333,c\r\n4,d", "t.csv")
    cells = [
        (number, block.cells(i))
        for block in grid.blocks(text, ",", line=2, width=2)
        for i, number in enumerate(range(block.first, block.first + len(block.starts)))
    ]
    assert cells == [(2, ["1", "a"]), (3, ["22", "b"]), (4, ["333", "c"]), (5, ["4", "d"])]
    assert np.concatenate(
        [block.parse([1])[0] for block in grid.blocks(text, ",", line=2, width=2)]
    ).ravel().tolist() == [
        1.0,
        22.0,
        333.0,
        4.0,
    ]
