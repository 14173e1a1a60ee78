"""Every question of the table is a cell in its place, with its verdict and its number."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import gordan
from gordan.show import SeparabilityDisplay

X = np.array([[0.0], [1.0], [4.0], [9.0], [2.0]])
Y = np.array(["_a", "_a", "$b$", "c", "c"])


def test_cells_are_the_questions() -> None:
    table = gordan.separability(X, Y)
    display = SeparabilityDisplay.from_frame(table).plot()
    assert len(display.ax_.patches) == len(table) == 6
    place = {name: k for k, name in enumerate(display.classes)}
    for patch, text, row in zip(display.ax_.patches, display.ax_.texts, table.to_dict("records"), strict=True):
        column, line = patch.get_x() + 0.5, patch.get_y() + 0.5
        if row["against"] == "rest":
            assert (column, line) == (pytest.approx(3.3), place[row["first"]])
        else:
            assert {column, line} == {place[row["first"]], place[row["second"]]}
            assert line > column
        assert (patch.get_hatch() is None) == (row["verdict"] == "separable")
        number = f"{row['relative']:.1g}" if row["verdict"] == "separable" else str(row["errors"])
        assert text.get_text() == number
    assert [label.get_text() for label in display.ax_.get_yticklabels()] == ["\\$b\\$", "_a", "c"]
    display.figure_.draw_without_rendering()


@pytest.mark.parametrize(("pairs", "rest"), [(True, False), (False, True)])
def test_pairs_or_the_rest_alone(pairs: bool, rest: bool) -> None:
    display = SeparabilityDisplay.from_frame(gordan.separability(X, Y, pairs=pairs, rest=rest)).plot()
    assert len(display.ax_.patches) == 3
    low, high = display.ax_.get_xlim()
    assert all(low <= patch.get_x() < high for patch in display.ax_.patches)


def test_of_many_classes_no_cell_has_a_number_and_few_have_names() -> None:
    rows = [
        {"first": a, "second": b, "against": "class", "verdict": "undecided", "relative": 0.0, "errors": 0}
        for a in range(60)
        for b in range(a)
    ]
    display = SeparabilityDisplay.from_frame(pd.DataFrame(rows)).plot()
    assert not display.ax_.texts
    assert len(display.ax_.get_yticklabels()) == 30
    assert display.ax_.get_title(loc="left") == "1,770 undecided"


@pytest.mark.parametrize(
    ("table", "sentence"),
    [(3, "no column 'first'"), (pd.DataFrame({"first": []}), "no column 'second'"), ("empty", "no rows")],
)
def test_what_is_no_such_table_is_refused(table: object, sentence: str) -> None:
    if isinstance(table, str):
        table = gordan.separability(X, Y).iloc[:0]
    with pytest.raises(gordan.InputError, match=sentence):
        SeparabilityDisplay.from_frame(table)
