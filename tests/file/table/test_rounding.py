"""Decimals that a double cannot hold: told in a note, refused where different numbers would become one."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gordan
from gordan.errors import InputError
from gordan.file.table import rounding
from gordan.file.table.delimited import read_delimited
from gordan.file.table.svmlight import read_svmlight
from gordan.file.table.text import decode

pytestmark = pytest.mark.usefixtures("both_ways")


def csv(cells: list[str], delimiter: str = ",", encoding: str = "utf-8") -> Any:
    lines = [f"x{delimiter}z{delimiter}kind", *(f"{cell}{delimiter}1{delimiter}a" for cell in cells)]
    return read_delimited(decode("\n".join(lines).encode(encoding), "t.csv"), label="kind")


def svm(cells: list[str]) -> Any:
    return read_svmlight(decode("\n".join(f"1 3:{cell}" for cell in cells).encode(), "t.svm"))


def refusal(read: Any, *cells: str) -> str:
    with pytest.raises(InputError) as caught:
        read(list(cells))
    return str(caught.value)


def test_the_note_counts_and_points() -> None:
    told = (
        "2 numbers in 1 column have more digits than a double holds; gordan decides about the nearest ones "
        "(line 3, column 'x': 0.10000000000000000001 is read as 0.1)"
    )
    assert csv(["0.25", "0.10000000000000000001", "1.00000000000000000001"]).notes == (told,)
    told = (
        "1 number in 1 column has more digits than a double holds; gordan decides about the nearest one "
        "(line 2, index 3: 0.10000000000000001 is read as 0.1)"
    )
    assert svm(["1", "0.10000000000000001"]).notes == (told,)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_the_note_in_other_writings(encoding: str) -> None:
    assert "is read as 0.1" in csv(["0.10000000000000000001"], encoding=encoding).notes[-1]
    assert "0,10000000000000000001 is read as 0.1" in csv(["0,10000000000000000001"], ";", encoding).notes[-1]
    assert "12345678,123456789 is read as" in csv(["12345678,123456789"], ";").notes[-1]


@pytest.mark.parametrize(
    "cell",
    ["0.1", "0.10000000000000000000", "1e22", "100000000000000000000", "9007199254740992", "-0.0",
     "0e-999999999999999999", "0.000000000000000000e+00", "1.7976931348623157e+308", "5e-324", "123456789012345.5"],
)  # fmt: skip
def test_what_a_double_holds_needs_no_note(cell: str) -> None:
    assert csv([cell]).notes == ()
    assert svm([cell, "1"]).notes == ()


@pytest.mark.parametrize("cell", ["4e-324", "-1.23456E-320", "123e-325", "4e-0324", "1.23456789e-316"])
def test_below_the_normal_doubles_few_digits_are_too_many(cell: str) -> None:
    """There 4e-324 and 5e-324 are one double; a file that has both is told so."""
    value = repr(float(cell))
    assert Decimal(value) != Decimal(cell)
    assert csv(["1", cell]).notes == (
        "1 number in 1 column has more digits than a double holds; gordan decides about the nearest one "
        f"(line 3, column 'x': {cell} is read as {value})",
    )
    assert f"{cell} is read as {value}" in svm(["1", cell]).notes[-1]
    assert "is read as" in csv(["1", cell], encoding="utf-16").notes[-1]


@pytest.mark.parametrize("exponent", [-307, -308, -310, -323])
@pytest.mark.parametrize("numbers", ["decimal", "binary"])
def test_small_numbers_are_decided_as_any_others(exponent: int, numbers: Any) -> None:
    """Points on a line, apart or with one of the other class between them; near 0, and with one far away."""
    small = f"1e{exponent}"
    assert csv([small]).notes == ()
    for far in (float(small), 1.0):
        X = [[0.0], [float(small)], [3 * float(small) + far]]
        for y, kind in (([0, 1, 1], "separable"), ([0, 1, 0], "inseparable")):
            problem = gordan.Points(X, y, numbers=numbers)
            outcome = gordan.solve(problem)
            assert outcome.kind == kind
            assert gordan.verify(problem, outcome).holds


@pytest.mark.parametrize("cell", ["9007199254740993", "-12345678901234567890"])
def test_integers_that_merge_are_refused(cell: str) -> None:
    for read, where in ((csv, "t.csv, line 3, column 'x'"), (svm, "t.svm, line 2, index 3")):
        said = refusal(read, "1", cell)
        assert said.startswith(where)
        assert f"integer '{cell}' is beyond 2**53" in said


@pytest.mark.parametrize("cell", ["1e-400", "-2.5E-999999999999999999999", "0." + "0" * 400 + "1"])
def test_numbers_that_vanish_are_refused(cell: str) -> None:
    for read, where in ((csv, "t.csv, line 3, column 'x'"), (svm, "t.svm, line 2, index 3")):
        said = refusal(read, "0", cell)
        assert said.startswith(where)
        assert "is not 0 but so small" in said


def test_large_files_are_compared_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounding, "_THOROUGH", 10)
    monkeypatch.setattr(rounding, "_STRIDE", 4)
    assert csv(["0.10000000000000000001"] * 50).notes[0].startswith("at least 20 numbers in 1 column have")
    assert "beyond 2**53" in refusal(csv, *["0.10000000000000000001"] * 50, "9007199254740993")


def test_long_numbers_are_found_across_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    for chunk in range(16, 60):
        monkeypatch.setattr(rounding, "_CHUNK", chunk)
        assert len(csv(["0.5", "0.10000000000000000001", "0.5"]).notes) == 1


@given(st.decimals(allow_nan=False, allow_infinity=False, min_value=-1e15, max_value=1e15))
def test_a_note_exactly_where_the_decimal_changes(written: Decimal) -> None:
    value = float(written)
    changed = Decimal(repr(value)) != written
    try:
        notes = csv([f"{written:f}"]).notes
    except InputError:
        assert value == 0
        assert changed
    else:
        # Below the normal doubles fewer digits are held, and short cells are not looked at.
        assert bool(notes) is changed or 0 < abs(value) < np.finfo(float).tiny
