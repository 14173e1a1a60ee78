"""The hyperplane is drawn where the answer has it, the band as wide as the margin, and the deciding rows are named."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon

import gordan
from gordan.show import MarginDisplay, RowNames
from gordan.show.margin import _density
from gordan.show.picked import Picked

RNG = np.random.default_rng(7)
PLANE = np.vstack([RNG.normal(size=(20, 2)), RNG.normal(size=(20, 2)) + [6.0, 2.0]])
SPACE = np.vstack([RNG.normal(size=(20, 5)), RNG.normal(size=(20, 5)) + [8.0, 2.0, 0.0, 0.0, 1.0]])
LABELS = np.repeat(["low", "high"], 20)


def drawn(problem: object, **options: object) -> tuple[MarginDisplay, gordan.Separable]:
    outcome = gordan.solve(problem)
    return MarginDisplay.from_outcome(problem, outcome, **options).plot(), outcome


def names_of(display: MarginDisplay) -> dict[str, np.ndarray]:
    return {text.get_text(): np.asarray(text.xy) for text in display.ax_.texts}


def line_of(display: MarginDisplay) -> np.ndarray:
    return next(artist for artist in display.ax_.lines if isinstance(artist, Line2D)).get_xydata()


def test_two_columns_are_drawn_as_they_are() -> None:
    display, outcome = drawn(gordan.Points(PLANE, LABELS))
    w, length = outcome.coef, np.linalg.norm(outcome.coef)
    np.testing.assert_allclose(line_of(display) @ w + outcome.intercept, 0.0, atol=1e-9 * length * 100)
    band = next(patch for patch in display.ax_.patches if isinstance(patch, Polygon)).get_xy()
    distances = (band @ w + outcome.intercept) / length
    np.testing.assert_allclose(np.abs(distances), outcome.bracket.lower, rtol=1e-9)
    assert set(np.sign(distances)) == {-1.0, 1.0}
    low, high = (path.get_offsets() for path in display.ax_.collections[:2])
    np.testing.assert_array_equal(low, PLANE[20:])  # classes are sorted: high comes first
    np.testing.assert_array_equal(high, PLANE[:20])
    for name, place in names_of(display).items():
        np.testing.assert_array_equal(place, PLANE[int(name)])
    assert {int(name) for name in names_of(display)} == set(outcome.support.tolist())


@pytest.mark.parametrize("how", [{}, {"kernel": "rbf", "gamma": 0.1}, {"intercept": False, "normalise": True}])
def test_more_columns_are_drawn_by_their_distances(how: dict[str, object]) -> None:
    problem = gordan.Points(SPACE + 3.0 * ("normalise" not in how), LABELS, **how)
    display, outcome = drawn(problem)
    distances = display.points[:, 0]
    np.testing.assert_array_equal(display.distances, distances)
    if outcome.kind == "separable":
        bars = [bar for bar in display.axes_[1].patches if bar.get_height()]
        reach = np.array([[bar.get_x(), bar.get_x() + bar.get_width()] for bar in bars])
        assert (np.abs(reach).min(axis=1) >= 0.999 * display.band).all()  # no bar reaches into the margin
        assert (reach[:, 0] * reach[:, 1] > 0).all()
        assert np.abs(distances).min() == pytest.approx(outcome.bracket.lower, rel=1e-6)
        assert (np.sign(distances) == problem.signs).all()
    np.testing.assert_allclose(line_of(display)[:, 0], 0.0, atol=1e-12)
    assert len(display.axes_) == 2
    assert sum(bar.get_height() for bar in display.axes_[1].patches) == 40
    assert {int(name) for name in names_of(display)} == set(display.deciding[:12])


def test_the_second_coordinate_is_the_strongest_along_the_hyperplane() -> None:
    problem = gordan.Points(SPACE, LABELS)
    display, outcome = drawn(problem)
    w = outcome.coef / np.linalg.norm(outcome.coef)
    about = SPACE - SPACE.mean(axis=0)
    values = np.linalg.svd(about - np.outer(about @ w, w), compute_uv=False)
    assert np.linalg.norm(display.points[:, 1]) == pytest.approx(values[0])


def test_sparse_points_are_drawn_as_dense_ones() -> None:
    from scipy.sparse import csr_array

    dense, _ = drawn(gordan.Points(SPACE, LABELS))
    sparse, _ = drawn(gordan.Points(csr_array(SPACE), LABELS))
    np.testing.assert_allclose(sparse.points[:, 0], dense.points[:, 0], rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(np.abs(sparse.points[:, 1]), np.abs(dense.points[:, 1]), rtol=1e-4, atol=1e-6)


def test_inseparable_points_have_a_dashed_line_and_no_band() -> None:
    display, _ = drawn(gordan.Points(PLANE, np.roll(LABELS, 3)))
    assert not display.ax_.patches
    assert display.ax_.lines[0].get_linestyle() == "--"
    assert "wrong side" in display.ax_.get_title(loc="left")


def test_products_alone_are_enough() -> None:
    display, outcome = drawn(gordan.Gram(SPACE @ SPACE.T, LABELS))
    assert np.abs(display.distances).min() == pytest.approx(outcome.bracket.lower, rel=1e-6)


@pytest.mark.parametrize("X", [[[1.0, 2.0]], [[5.0]]])
def test_a_single_point(X: list[list[float]]) -> None:
    display, _ = drawn(gordan.Points(X, ["only"], intercept=False))
    assert list(names_of(display)) == ["0"]
    assert display.axes_[-1].get_legend().get_texts()[0].get_text() == "only: 1 row"


@pytest.mark.parametrize("how", [{}, {"intercept": False, "normalise": True}])
@pytest.mark.parametrize("m", [2, 3])
@pytest.mark.parametrize("sparse", [False, True])
def test_of_many_rows_all_are_drawn_by_signs_and_the_deciding_ones_besides(
    how: dict[str, object], m: int, sparse: bool
) -> None:
    from scipy.sparse import csr_array

    X = np.vstack([RNG.normal(size=(2000, m)) - 6.0, RNG.normal(size=(2000, m)) + 6.0])
    problem = gordan.Points(csr_array(X) if sparse else X, np.repeat([0, 1], 2000), **how)
    display, outcome = drawn(problem)
    density = display.density
    assert set(display.rows.tolist()) == set(outcome.support.tolist())
    assert [int(counts.sum()) for counts in density.counts] == [2000, 2000]
    for place, sign in zip(density.places, (-1.0, 1.0), strict=True):  # a mean is on the side of its rows
        assert (sign * (place @ display.normal + display.offset) >= display.band * (1 - 1e-6)).all()
    assert "all 4,000 rows are drawn" in display.ax_.get_title(loc="left").replace("\n", " ")
    assert {int(name) for name in names_of(display)} == set(display.deciding[:12])
    if m > 2:
        assert sum(bar.get_height() for bar in display.axes_[1].patches) == 4000
    shown = [path.get_offsets() for path in display.ax_.collections[:2]]
    for drawn_at, place in zip(shown, density.places, strict=True):
        np.testing.assert_array_equal(drawn_at, place)


def test_where_every_row_has_a_weight_those_near_the_hyperplane_are_marked() -> None:
    X = np.vstack([RNG.normal(size=(2000, 3)) - 6.0, RNG.normal(size=(2000, 3)) + 6.0])
    problem = gordan.Points(X, np.repeat([0, 1], 2000))
    outcome = gordan.solve(problem, solver="smooth-perceptron", goal="decide", max_iter=1)
    assert outcome.kind == "separable"
    assert outcome.support.size > 1000
    assert MarginDisplay.from_outcome(problem, outcome).deciding == tuple(outcome.nearest)


def test_all_rows_are_where_a_picture_of_few_would_have_them() -> None:
    """With all rows picked the strongest direction is that of all, and a row alone in its cell is where it is."""
    X = np.vstack([RNG.normal(size=(40, 4)), RNG.normal(size=(40, 4)) + 9.0])
    problem = gordan.Points(X, np.repeat([0, 1], 40))
    alone, outcome = drawn(problem)
    every = Picked(problem, np.arange(80))
    density = _density(every, every, outcome, alone.points, alone.distances, planar=False)
    single = np.concatenate([p[c == 1] for p, c in zip(density.places, density.counts, strict=True)])
    gaps = np.abs(single[:, None, :] - alone.points).max(axis=2).min(axis=1)
    assert len(single) > 40
    np.testing.assert_allclose(gaps, 0.0, atol=1e-9)


def test_of_many_rows_in_the_space_of_a_kernel_some_are_drawn() -> None:
    X = np.vstack([RNG.normal(size=(1000, 3)), RNG.normal(size=(1000, 3)) + 9.0])
    problem = gordan.Points(X, np.repeat([0, 1], 1000), kernel="rbf", gamma=0.01)
    display, outcome = drawn(problem)
    assert display.density is None
    assert set(outcome.support[:12].tolist()) <= set(display.rows.tolist())
    title = display.ax_.get_title(loc="left").replace("\n", " ")
    assert f"{len(display.rows):,} of 2,000 rows are drawn" in title


def test_numbers_without_squares_are_drawn() -> None:
    small, large = (drawn(gordan.Points(SPACE * 2.0**power, LABELS))[0] for power in (0, 600))
    np.testing.assert_allclose(large.points, small.points * 2.0**600, rtol=1e-5, atol=2.0**580)


def test_names_are_drawn_as_they_are() -> None:
    import pandas as pd

    frame = pd.DataFrame(PLANE, columns=["$\\frac{1}{0}$", "длина"])
    problem = gordan.Points(frame, np.where(LABELS == "low", "_x", "名\u202e"))
    display, outcome = drawn(problem, row_names=RowNames([f"${k}$" for k in range(40)], "patient"))
    display.figure_.draw_without_rendering()  # mathematics that cannot be read would raise here
    assert display.ax_.get_xlabel() == "\\$\\frac{1}{0}\\$"
    assert display.ax_.get_ylabel() == "длина"
    legend = [text.get_text() for text in display.ax_.get_legend().get_texts()]
    assert legend[0] == "“_x: 20 rows”"
    assert "\u202e" not in legend[1]
    assert legend[-1] == "deciding rows, by patient"
    assert {f"\\${row}\\$" for row in outcome.support} == set(names_of(display))


def test_signs_that_no_font_has_are_spelt_out_and_clipped(monkeypatch: pytest.MonkeyPatch) -> None:
    from gordan.show import display as module

    monkeypatch.setattr(module, "_signs", lambda: frozenset(range(128)))
    names = RowNames(["患者" * 9 + str(k) for k in range(40)], "患者")
    display, _ = drawn(gordan.Points(PLANE, np.where(LABELS == "low", "右", "左" * 50)), row_names=names)
    display.figure_.draw_without_rendering()  # a sign that is missing would warn here, and warnings are errors
    legend = [text.get_text() for text in display.ax_.get_legend().get_texts()]
    assert legend[:2] == ["\\u53f3: 20 rows", "\\u5de6" * 6 + "…: 20 rows"]
    assert legend[-1].endswith("by \\u60a3\\u8005")
    assert set(names_of(display)) == {"\\u60a3\\u8005…"}


def test_a_name_from_right_to_left_leaves_its_count_where_it_is() -> None:
    display, _ = drawn(gordan.Points(PLANE, np.where(LABELS == "low", "שלום _x", "b")))
    legend = [text.get_text() for text in display.ax_.get_legend().get_texts()]
    assert legend[:2] == ["b: 20 rows", "\u200eשלום _x\u200e: 20 rows"]


@pytest.mark.parametrize(
    ("problem", "outcome", "sentence"),
    [
        (3, None, "the problem is a int"),
        (gordan.Points(PLANE, LABELS), "separable", "the outcome is a str"),
        (gordan.Points(PLANE[::2], LABELS[::2]), gordan.separate(PLANE, LABELS), "not of this problem"),
    ],
)
def test_what_cannot_be_drawn_is_refused(problem: object, outcome: object, sentence: str) -> None:
    with pytest.raises(gordan.InputError, match=sentence):
        MarginDisplay.from_outcome(problem, outcome)


def test_too_few_names_and_axes_that_are_none_are_refused() -> None:
    problem = gordan.Points(PLANE, LABELS)
    with pytest.raises(gordan.InputError, match="1 names and the problem 40 rows"):
        MarginDisplay.from_outcome(problem, gordan.solve(problem), row_names=RowNames(["a"]))
    with pytest.raises(gordan.InputError, match="ax is a int"):
        MarginDisplay.from_outcome(problem, gordan.solve(problem)).plot(3)
