"""Names in a picture lie on no line, on no other name and outside no axes; those without a place are counted."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

import gordan

pytest.importorskip("matplotlib.pyplot")

from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from gordan.show.margin import MarginDisplay
from gordan.show.names import RowNames
from gordan.show.placement import NAMED, name_points


def boxes(ax: object) -> list[Bbox]:
    """Where the names stand, in pixels."""
    ax.figure.canvas.draw()
    return [Text.get_window_extent(text).translated(*ax.transData.transform(text.xy)) for text in ax.texts]


def test_names_lie_neither_on_each_other_nor_on_the_line_nor_outside() -> None:
    at = np.column_stack([np.full(12, 0.5), np.linspace(0.0, 1.0, 12)])
    figure = Figure(layout="constrained")
    ax = figure.add_subplot()
    ax.set(xlim=(0.0, 1.0), ylim=(-0.05, 1.05))
    names = [f"patient {k}" for k in range(12)]
    written = name_points(ax, at, names, others=at, lines=[np.array([[0.49, -9.0], [0.51, 9.0]])])
    assert written == len(ax.texts) >= 6
    extents = boxes(ax)
    assert not any(Bbox.intersection(first, second) for first, second in combinations(extents, 2))
    for box in extents:
        assert ax.bbox.x0 <= box.x0
        assert box.x1 <= ax.bbox.x1
        left, right = ax.transData.inverted().transform([[box.x0, box.y0], [box.x1, box.y1]])[:, 0]
        assert right < 0.5 or left > 0.5


def test_names_for_which_there_is_no_place_are_left_out_and_counted() -> None:
    along = np.linspace(0.0, 1.0, 8)
    X = np.concatenate([np.column_stack([0 * along, along]), np.column_stack([0 * along + 1, along])])
    problem = gordan.Points(X, np.repeat(["a", "b"], 8))
    outcome = gordan.solve(problem)
    names = RowNames([f"a rather long name {k}" for k in range(16)], "patient")
    display = MarginDisplay.from_outcome(problem, outcome, row_names=names)
    # A crowd of rows in one spot, of which two can be told apart.
    display.points, display.deciding = display.points * np.array([1.0, 0.0]), tuple(range(16))
    display.plot()
    written = len(display.ax_.texts)
    assert 0 < written <= 4 < NAMED
    legend = display.axes_[-1].get_legend().get_texts()
    assert legend[-1].get_text() == f"deciding rows, {written} of 16 named by patient"


def test_the_same_picture_has_its_names_in_the_same_places() -> None:
    rng = np.random.default_rng(0)
    problem = gordan.Points(rng.normal(size=(60, 2)) + np.repeat([[0.0], [4.0]], 30, axis=0), np.repeat([0, 1], 30))
    outcome = gordan.solve(problem)
    places = [[text.xyann for text in MarginDisplay.from_outcome(problem, outcome).plot().ax_.texts] for _ in range(2)]
    assert places[0] == places[1] != []


def test_without_deciding_rows_there_are_no_names() -> None:
    problem = gordan.Points([[0.0, 0.0], [0.0, 2.0], [4.0, 0.0]], ["a", "a", "b"])
    display = MarginDisplay.from_outcome(problem, gordan.solve(problem))
    display.deciding = ()
    display.plot()
    assert not display.ax_.texts
    assert "deciding" not in " ".join(text.get_text() for text in display.ax_.get_legend().get_texts())
