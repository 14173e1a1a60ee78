"""Numbers of a frame are those it shows, or are refused: never rounded in silence."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy.sparse import csr_array

import gordan
from gordan.regression.diagnose import diagnose
from gordan.regression.model.column import read_column

A, B = [0.1, 0.2, 0.3, 0.3], [0.3, 0.6, 0.9, 0.9]
Y = [0, 1, 0, 1]
SINGLE = pd.DataFrame({"y": Y, "a": np.array(A, "f4"), "b": np.array(B, "f4")})
SINGLES: dict[str, Any] = {
    "pandas": SINGLE,
    "nullable": SINGLE.astype({"a": "Float32", "b": "Float32"}),
    "polars": pl.DataFrame({"y": Y, "a": A, "b": B}, schema={"y": pl.Int64, "a": pl.Float32, "b": pl.Float32}),
    "dict": {"y": Y, "a": np.array(A, "f4"), "b": np.array(B, "f4")},
    "half": {"y": Y, "a": np.array(A, "f2"), "b": np.array(B, "f2")},
    "list of scalars": {"y": Y, "a": [np.float32(v) for v in A], "b": [np.float32(v) if v < 0.9 else v for v in B]},
}


@pytest.mark.parametrize("form", SINGLES)
def test_a_narrow_float_is_the_decimal_it_shows(form: str) -> None:
    data = SINGLES[form]
    found = diagnose("y ~ a + b", data=data)
    assert (found.kind, found.rank) == ("overlap", 2)
    bare = data[["a", "b"]] if not isinstance(data, dict) else {name: data[name] for name in "ab"}
    assert diagnose(bare, Y).rank == 2


@pytest.mark.parametrize("width", ["f2", "f4"])
def test_a_narrow_array_is_the_decimals_it_shows(width: str) -> None:
    assert diagnose(np.column_stack([A, B]).astype(width), Y).rank == 2


def test_a_missing_narrow_float_is_missing() -> None:
    for column in (
        pd.Series([0.1, None], dtype="Float32"),
        pl.Series([0.1, None], dtype=pl.Float32),
        np.ma.array(np.array([0.1, 5.0], "f4"), mask=[False, True]),
    ):
        read = read_column(column, "x")
        assert read.missing.tolist() == [False, True]
        assert read.values[0] == 0.1


WIDE: dict[str, Any] = {
    "polars": pl.DataFrame({"x": [2**60, 2**60 + 1] * 2}),
    "beyond 64 bits": pd.DataFrame({"x": [2**70, 2**70 + 1] * 2}, dtype=object),
    "beyond doubles": pd.DataFrame({"x": [10**400, 1] * 2}, dtype=object),
    "nullable": pd.DataFrame({"x": pd.array([2**60, 2**60 + 1] * 2, dtype="Int64")}),
    "beside a float": {"x": [2**60, 2**60 + 1, 0.5, 1.5]},
    "masked": {"x": np.ma.array([2**60, 2**60 + 1] * 2, mask=[False] * 4)},
    "decimals": pd.DataFrame({"x": [Decimal("0.1000000000000000000001"), Decimal("0.1")] * 2}),
    "fractions": {"x": [Fraction(1, 3), Fraction(1, 4)] * 2},
    "shown otherwise": {"x": np.array([2**60, 1, 1, 1], dtype=object)},
}


@pytest.mark.parametrize("form", WIDE)
def test_a_number_that_no_double_holds_is_refused(form: str) -> None:
    with pytest.raises(gordan.InputError, match="'x' holds") as refusal:
        diagnose(WIDE[form], Y)
    assert "subtract a common value" in str(refusal.value)


@pytest.mark.parametrize("kind", ["Int64", "UInt64", "int64[pyarrow]"])
def test_long_integers_are_refused_where_others_are_missing(kind: str) -> None:
    if "pyarrow" in kind:
        pytest.importorskip("pyarrow")
    column = pd.Series([2**60, 2**60 + 1, None], dtype=kind)
    with pytest.raises(gordan.InputError, match=r"'firm' holds (integers beyond|1152921504606846976)"):
        diagnose("y ~ 1 | firm", data=pd.DataFrame({"y": [0, 1, 1], "firm": column}))
    assert read_column(pd.Series([2, 3, None], dtype=kind), "x").values.tolist()[:2] == [2.0, 3.0]


def test_numbers_that_doubles_hold_are_read() -> None:
    given = [Decimal("0.1"), Fraction(1, 4), 10**22, 2**53, True, np.int64(3), None]
    assert read_column(given, "x").values.tolist()[:-1] == [0.1, 0.25, 1e22, 2.0**53, 1.0, 3.0]


def test_the_sentence_says_what_is_safe() -> None:
    with pytest.raises(
        gordan.InputError, match=r"an integer of 1,329 bits, which a double does not keep .* up to 2\*\*53"
    ):
        read_column([10**400], "x")


ARRAYS: dict[str, Any] = {
    "integers whose doubles show other decimals": np.array([[2**60], [2**60 + 256], [0], [1]]),
    "sparse": csr_array(np.array([[2**60], [2**60 + 256], [0], [1]])),
    "beside a float": [[2**60, 0.5], [2**60 + 1, 0.5], [0, 0.5], [1, 1.5]],
}


@pytest.mark.parametrize("form", ARRAYS)
def test_an_array_of_wide_integers_is_refused_like_a_frame(form: str) -> None:
    # Of those that no double represents the first is named before any that shows other decimals.
    with pytest.raises(gordan.InputError, match=r"'?X'? holds 115292150460684697[67]"):
        diagnose(ARRAYS[form], Y)


def test_wide_floats_are_the_decimals_they_show() -> None:
    assert diagnose([[1e30], [2e30], [1.5e30], [3e30]], Y).kind == "complete"
    assert diagnose(np.array([[10**17], [2 * 10**17], [3 * 10**17], [10**17]]), Y).kind == "overlap"
