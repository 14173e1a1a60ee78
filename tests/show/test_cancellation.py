"""Areas are weights, the means of both classes meet, and hulls are those of the rows."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

import gordan
from gordan.show import CancellationDisplay

RNG = np.random.default_rng(3)
PLANE = np.vstack([RNG.normal(size=(15, 2)), RNG.normal(size=(15, 2)) + 1.0])
SPACE = np.vstack([RNG.normal(size=(25, 4)), RNG.normal(size=(25, 4)) + 0.3])
LABELS, MORE = np.repeat([0, 1], 15), np.repeat(["a", "b"], 25)


def drawn(problem: object) -> tuple[CancellationDisplay, gordan.Inseparable]:
    outcome = gordan.solve(problem)
    return CancellationDisplay.from_outcome(problem, outcome).plot(), outcome


def test_areas_grow_with_weights_and_few_rows_are_named() -> None:
    display, outcome = drawn(gordan.Points(PLANE, LABELS))
    assert outcome.kind == "inseparable"
    areas, places = {}, {tuple(PLANE[row]): row for row in outcome.support.tolist()}
    for marks in display.ax_.collections:
        for place, size in zip(
            marks.get_offsets().tolist(), np.broadcast_to(marks.get_sizes(), len(marks.get_offsets())), strict=True
        ):
            if tuple(place) in places and marks.get_zorder() == 4:
                areas[places[tuple(place)]] = size
    assert set(areas) == set(outcome.support.tolist())
    order = sorted(areas, key=lambda row: areas[row])
    assert (np.diff(outcome.weights[order]) >= 0).all()
    names = {text.get_text(): text.xy for text in display.ax_.texts}
    assert {int(name) for name in names} == set(outcome.support.tolist())
    for name, place in names.items():
        np.testing.assert_array_equal(place, PLANE[int(name)])


def test_the_hulls_hold_every_row_and_the_common_point() -> None:
    display, _ = drawn(gordan.Points(PLANE, LABELS))
    np.testing.assert_allclose(display.means[0], display.means[1], atol=1e-12)
    for patch, label, mean in zip(display.ax_.patches, (0, 1), display.means, strict=True):
        corners = patch.get_xy()
        rows = [*PLANE[label == LABELS], mean]
        for start, end in pairwise(corners):  # every row is on the same side of every edge
            turns = [(end - start)[0] * (row - start)[1] - (end - start)[1] * (row - start)[0] for row in rows]
            assert min(turns) >= -1e-12


@pytest.mark.parametrize(
    "how",
    [
        {},
        {"kernel": "poly", "degree": 1, "gamma": 1.0},
        {"kernel": "poly", "degree": 2, "gamma": 1.0, "normalise": True},
    ],
)
def test_means_that_agree_still_agree_in_a_projection(how: dict[str, object]) -> None:
    display, outcome = drawn(gordan.Points(SPACE, MORE, **how))
    assert outcome.kind == "inseparable"
    assert np.ptp(display.points, axis=0).min() > 0.01
    np.testing.assert_allclose(display.means[0], display.means[1], atol=1e-9)
    assert "projected from" in display.ax_.get_title(loc="left")


@pytest.mark.parametrize("normalise", [False, True])
def test_without_an_intercept_the_mean_is_the_origin(normalise: bool) -> None:
    display, outcome = drawn(gordan.Points(PLANE, LABELS, intercept=False, normalise=normalise))
    assert outcome.kind == "inseparable"
    np.testing.assert_allclose(display.means, [[0.0, 0.0]], atol=1e-12)
    lengths = np.linalg.norm(PLANE, axis=1, keepdims=True) if normalise else 1.0
    np.testing.assert_allclose(display.points, PLANE / lengths * np.where(LABELS, 1, -1)[:, None])


def test_of_separable_points_the_means_are_as_far_apart_as_the_margin_says() -> None:
    display, outcome = drawn(gordan.Points(PLANE + 9.0 * LABELS[:, None], LABELS))
    assert outcome.kind == "separable"
    assert np.linalg.norm(display.means[0] - display.means[1]) == pytest.approx(2.0 * outcome.bracket.upper, rel=1e-6)


def test_the_same_point_in_both_classes() -> None:
    display, _ = drawn(gordan.Points([[2.0, 1.0], [2.0, 1.0]], [0, 1]))
    np.testing.assert_array_equal(display.means, [[2.0, 1.0], [2.0, 1.0]])
    assert {text.get_text() for text in display.ax_.texts} == {"0", "1"}


def test_of_many_rows_the_corners_of_the_hulls_are_drawn() -> None:
    X = RNG.normal(size=(4000, 2))
    display, _ = drawn(gordan.Points(X, np.arange(4000) % 2))
    assert len(display.rows) < 1700
    assert display.hulls[0][:, 0].max() == X[::2, 0].max()
    assert display.hulls[1][:, 1].min() == X[1::2, 1].min()


def test_of_many_weighted_rows_the_heaviest_are_drawn_and_the_picture_says_so() -> None:
    n = 1_700
    problem = gordan.Points(np.eye(n) * np.linspace(1.0, 3.0, n), np.arange(n) % 2)
    outcome = gordan.solve(problem)
    assert len(outcome.support) == n
    display = CancellationDisplay.from_outcome(problem, outcome)
    heaviest = np.argsort(-outcome.weights, kind="stable")[:1_500]
    assert set(heaviest.tolist()) <= set(display.rows.tolist())
    assert f"those of {len(display.rows):,} of 1,700 weighted rows" in display.note


def test_numbers_without_squares_are_drawn() -> None:
    display, outcome = drawn(gordan.Points(SPACE * 2.0**600, MORE))
    assert outcome.kind == "inseparable"
    assert (np.ptp(display.points, axis=0) > 2.0**598).all()
    np.testing.assert_allclose(display.means / 2.0**600, 0.0, atol=1e-9)


def test_without_weights_there_is_nothing_to_draw() -> None:
    problem = gordan.Points(PLANE, LABELS)
    with pytest.raises(gordan.InputError, match=r"no weights.*MarginDisplay"):
        CancellationDisplay.from_outcome(problem, gordan.Undecided())
