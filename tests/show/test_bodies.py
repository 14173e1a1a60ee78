"""Bodies and layers as they are drawn."""

from __future__ import annotations

import numpy as np
import pytest

import gordan
from gordan.geometry import Ball, Bodies, Box, Hull
from gordan.show import BodiesDisplay, LayerDisplay, display_of

pytest.importorskip("matplotlib").use("agg")


def drawn(K: object, L: object) -> BodiesDisplay:
    bodies = Bodies(K, L)
    return display_of(gordan.distance(K, L), bodies).plot()


def test_outlines_are_of_the_bodies_and_the_line_is_the_hyperplane() -> None:
    display = drawn(Hull([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0], [0.5, 0.5]]), Ball([4.0, 4.0], 1.0))
    assert sorted(map(tuple, display.outlines[0])) == [(0.0, 0.0), (0.0, 2.0), (2.0, 0.0)]
    assert np.linalg.norm(display.outlines[1] - [4.0, 4.0], axis=1) == pytest.approx(1.0)
    witness, line = (np.column_stack(each.get_data()) for each in display.ax_.lines)
    assert witness == pytest.approx(np.stack([display.answer.p, display.answer.q]))
    assert line @ display.answer.direction == pytest.approx(display.answer.offset)


def test_a_common_point_a_point_and_a_segment() -> None:
    touching = drawn(Ball([0.0, 0.0], 2.0), Box([1.0, 0.0], [3.0, 1.0]))
    assert [text.get_text() for text in touching.ax_.get_legend().texts] == ["K", "L", "a common point"]
    assert len(drawn(Hull([[0.0, 0.0]]), Hull([[1.0, 1.0], [2.0, 0.0]])).outlines[0]) == 1


def test_bodies_of_space_and_no_others() -> None:
    display = drawn(Box([0.0] * 3, [1.0] * 3), Hull([[2.0, 0.0, 0.0], [2.0, 1.0, 0.0], [2.0, 0.0, 1.0]]))
    assert len(display.outlines[0]) == 8
    assert hasattr(display.ax_, "plot_trisurf")
    with pytest.raises(gordan.InputError, match="dimension 4"):
        drawn(Ball([0.0] * 4, 1.0), Ball([3.0] * 4, 1.0))
    with pytest.raises(gordan.InputError, match="Bodies"):
        display_of(gordan.distance(Ball([0.0], 1.0), Ball([3.0], 1.0)))


def test_layers_have_the_shares_and_margins_of_their_frames() -> None:
    y = ["a", "a", "b", "c"]
    frames = [gordan.separability([[0.0], [k], [4.0], [9.0]], y) for k in (1.0, 5.0)]
    display = LayerDisplay.from_frames(frames).plot()
    assert display.layers == ("1", "2")
    for kind, line in zip(("separable", "inseparable"), display.axes_[0].lines, strict=True):
        assert line.get_ydata().tolist() == [float((frame["verdict"] == kind).mean()) for frame in frames]
    median = np.median(frames[0].loc[frames[0]["verdict"] == "separable", "relative"])
    assert display.axes_[1].lines[0].get_ydata()[0] == pytest.approx(median)
    with pytest.raises(gordan.InputError, match="no layers"):
        LayerDisplay.from_frames([])
