"""`MarginDisplay`: points on both sides of a hyperplane, the margin between them, and the rows that decide it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Array
from gordan.outcome import Bracket, Inseparable, Outcome, Separable
from gordan.problem import Gram, Points
from gordan.show.density import Density
from gordan.show.display import CLASS_COLOURS, CLASS_MARKERS, Display, headline, legend_below
from gordan.show.names import RowNames, axis_names, class_names
from gordan.show.picked import MOST, Picked, affordable, deciding_rows, pick, require_answer, strongest
from gordan.show.placement import NAMED, name_points

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["MarginDisplay"]

_MARGIN = 0.08  # of the extent of the points, left free around them
_BINS = 40
_RING = 90.0  # square points around a deciding row
_SAMPLE = 500  # rows by which the strongest direction of very many is found


@dataclass(eq=False)
class MarginDisplay(Display):
    """Points, hyperplane and margin.

    Two columns are drawn as they are. Of any other number of columns, and in a kernel's space, points are drawn by
    their signed distance to the hyperplane and their place along the strongest direction orthogonal to it, with a
    histogram of the distances of each class below. Of more than 1,500 rows a sign stands for all that are around it,
    and the deciding rows are drawn besides; in the space of a kernel some rows are drawn, chosen at random.

    Attributes
    ----------
    rows, points, positive
        The rows that are drawn one by one, where, and which are of the second class.
    density
        The signs for all rows, where these are too many to be drawn one by one.
    deciding
        The rows that carry the bounds of the margin, heaviest first, at most 1,500; up to 12 of them are named.
    distances, side
        Signed distances to the hyperplane and classes, for the histogram; None without a hyperplane.
    normal, offset, band
        In the picture's coordinates the hyperplane is normal·x + offset = 0; the margin is `band` on either side,
        0 where points are on the wrong side.

    Examples
    --------
    >>> import gordan
    >>> problem = gordan.Points([[0.0, 0.0], [0.0, 2.0], [4.0, 0.0]], ["a", "a", "b"])
    >>> display = MarginDisplay.from_outcome(problem, gordan.solve(problem))
    >>> round(display.band, 6), display.deciding
    (2.0, (0, 2))
    """

    rows: npt.NDArray[np.int64]
    points: Array
    positive: npt.NDArray[np.bool_]
    planar: bool
    deciding: tuple[int, ...]
    classes: tuple[object, ...]
    counts: tuple[int, ...]
    title: str
    labels: tuple[str, str]
    distances: Array | None = None
    side: npt.NDArray[np.bool_] | None = None
    normal: Array | None = None
    offset: float = 0.0
    band: float = 0.0
    proved: bool = False
    note: str = ""
    density: Density | None = None
    row_names: RowNames = field(default_factory=RowNames)

    _size: ClassVar[tuple[float, float]] = (6.4, 6.0)

    @classmethod
    def from_outcome(
        cls,
        problem: Points | Gram,
        outcome: Outcome,
        *,
        row_names: RowNames | None = None,
        column_names: Sequence[str] = (),
    ) -> MarginDisplay:
        """The picture of an answer to this problem.

        Parameters
        ----------
        problem : Points or Gram
            What was asked.
        outcome : Separable, Inseparable or Undecided
            What `gordan.solve(problem)` returned.
        row_names : RowNames or None
            Names for the rows; None is their numbers.
        column_names : sequence of str
            Names for the columns, where they are not those of the problem.
        """
        require_answer(problem, outcome)
        deciding = tuple(deciding_rows(outcome)[:MOST].tolist())
        of_all = affordable(problem, len(deciding))
        # Where signs stand for all rows, those that are picked only find the direction to draw them along.
        crowded = of_all and problem.n > MOST and not problem.implicit and outcome.coef is not None
        picked = pick(problem, deciding, most=_SAMPLE if crowded else MOST)
        distances = picked.distances(outcome)
        planar = problem.m == 2 and not problem.implicit
        points, labels = _planar(picked, column_names) if planar else _across(picked, distances)
        normal, offset = _plane(outcome, distances, planar)
        every, density, note = picked, None, picked.note
        if distances is not None and of_all and len(picked.rows) < problem.n:
            every = Picked(problem, np.arange(problem.n))
            note += "; all are counted below" if not planar else ""
        of_every = distances if every is picked else every.distances(outcome)
        if crowded:
            density = _density(picked, every, outcome, points, of_every, planar=planar)
            kept = np.isin(picked.rows, deciding)
            picked, points, note = Picked(problem, picked.rows[kept]), points[kept], density.note
        positive = int(np.count_nonzero(problem.signs > 0))
        return cls(
            rows=picked.rows,
            points=points,
            positive=picked.positive,
            planar=planar,
            deciding=deciding,
            classes=problem.classes,
            counts=(problem.n - positive, positive) if len(problem.classes) == 2 else (positive,),
            title=_title(outcome),
            labels=labels,
            distances=of_every,
            side=every.positive,
            normal=normal,
            offset=offset,
            band=_band(problem, outcome),
            proved=isinstance(outcome, Separable),
            note=note,
            density=density,
            row_names=(row_names or RowNames()).require(problem.n),
        )

    def _panels(self, figure: Figure) -> Sequence[Axes]:
        if self.planar or self.distances is None:
            return [figure.add_subplot()]
        above, below = figure.subplots(2, 1, sharex=True, height_ratios=(3, 1))
        return [above, below]

    def _draw(self, axes: Sequence[Any]) -> None:
        ax = axes[0]
        crowd = self.points if self.density is None else np.concatenate([self.points, self.density.points])
        low, high = _view(crowd, self.band)
        ax.update_datalim([low, high])
        ax.margins(_MARGIN)
        handles, labels = self._draw_plane(ax, low, high)
        handles, labels = [*self._draw_points(ax), *handles], [*class_names(self.classes, self.counts), *labels]
        where = {row: place for place, row in enumerate(self.rows.tolist())}
        shown = [where[row] for row in self.deciding if row in where]
        if shown:
            style = {"facecolors": "none", "edgecolors": "black", "linewidths": 1.1, "zorder": 3}
            ring = ax.scatter(*self.points[shown].T, s=_RING, **style)
            handles.append(ring)
            labels.append(f"deciding rows, by {self.row_names.how}")
        headline(ax, self.title, self.note)
        ax.set_ylabel(self.labels[1])
        if self.planar and 0.25 <= np.divide(*(high - low)) <= 4.0:
            ax.set_aspect("equal", adjustable="datalim")
        last = axes[-1]
        last.set_xlabel(self.labels[0])
        if len(axes) > 1:
            self._draw_histogram(axes[1])
        legend_below(last, handles, labels)
        self._name(ax, last.get_legend(), shown, crowd)

    def _name(self, ax: Any, legend: Any, shown: list[int], crowd: Array) -> None:
        """Name the heaviest deciding rows; where some are not named, the last line of the legend counts them."""
        written = name_points(
            ax,
            self.points[shown],
            [self.row_names[int(self.rows[k])] for k in shown[:NAMED]],
            others=crowd,
            radii=np.full(len(shown), np.sqrt(_RING) / 2.0),
            lines=[] if self.normal is None else [self._ends(ax.viewLim.get_points())],
        )
        if written < len(shown):
            few = f"{written:,} of {len(shown):,} named by {self.row_names.how}"
            legend.get_texts()[-1].set_text(f"deciding rows, {few}")

    def _ends(self, corners: Array) -> Array:
        """Two points of the hyperplane, beyond these corners on either side."""
        assert self.normal is not None
        middle = corners.mean(axis=0)
        foot = middle - (self.normal @ middle + self.offset) * self.normal
        along = np.array([-self.normal[1], self.normal[0]]) * 3.0 * float(np.hypot(*np.ptp(corners, axis=0)))
        return np.array([foot - along, foot + along])

    def _draw_points(self, ax: Any) -> list[Any]:
        signs = None if self.density is None else self.density.draw(ax)
        size = 26.0 if len(self.rows) <= 300 else 10.0
        groups = [~self.positive, self.positive] if len(self.classes) == 2 else [self.positive]
        points = [
            ax.scatter(*self.points[group].T, s=size, color=colour, marker=marker, alpha=0.75, linewidths=0.0, zorder=2)
            for group, colour, marker in zip(groups, CLASS_COLOURS, CLASS_MARKERS, strict=False)
        ]
        return signs or points

    def _draw_plane(self, ax: Axes, low: Array, high: Array) -> tuple[list[Any], list[str]]:
        from matplotlib.lines import Line2D
        from matplotlib.patches import Polygon

        if self.normal is None:
            return [], []
        ends = self._ends(np.array([low, high]))
        dash: Any = "-" if self.proved else "--"
        # Added as artists, line and band leave the limits of the axes to the points.
        handles: list[Any] = [ax.add_artist(Line2D(*ends.T, color="black", linewidth=1.4, linestyle=dash, zorder=1))]
        labels = ["hyperplane" if self.proved else "best hyperplane found"]
        if self.band > 0:
            edges = [ends + self.band * self.normal, ends - self.band * self.normal]
            outline = np.concatenate([edges[0], edges[1][::-1]])
            handles.append(ax.add_artist(Polygon(outline, facecolor="0.9", edgecolor="0.5", linewidth=0.8, zorder=0)))
            labels.append(f"margin, {Bracket(self.band).shown()[0]} on either side")
        return handles, labels

    def _draw_histogram(self, ax: Any) -> None:
        assert self.distances is not None
        assert self.side is not None
        groups = [~self.side, self.side] if len(self.classes) == 2 else [self.side]
        bins = _bins(self.distances, self.band)
        for group, colour, hatch in zip(groups, CLASS_COLOURS, ("", "////"), strict=False):
            # Counted here: of a million distances matplotlib would make a copy for each class, and sort it.
            places = np.searchsorted(bins, self.distances[group], side="right") - 1
            counts = np.bincount(np.clip(places, 0, bins.size - 2), minlength=bins.size - 1)
            style = {"color": colour, "alpha": 0.55, "hatch": hatch, "edgecolor": colour}
            ax.hist(bins[:-1], bins=bins, weights=counts, **style)
        ax.axvline(0.0, color="black", linewidth=1.4, linestyle="-" if self.proved else "--")
        ax.set_ylabel("rows")


def _bins(distances: Array, band: float) -> Array:
    """Edges of bars: they begin at the margin on both sides, so that no bar reaches into it."""
    start = band * (1.0 - 1e-6)  # the deciding rows lie on the margin up to rounding
    low, high = min(float(distances.min()), -start), max(float(distances.max()), start)
    width = (high - low) / _BINS or 1.0
    below = -start - width * np.arange(int(np.ceil((-start - low) / width)) + 1)[::-1]
    above = start + width * np.arange(int(np.ceil((high - start) / width)) + 1)
    return np.unique(np.concatenate([below, above]))


def _planar(picked: Picked, names: Sequence[str]) -> tuple[Array, tuple[str, str]]:
    first, second = axis_names(names or picked.problem.names, 2)
    return picked.points(), (first, second)


def _across(picked: Picked, distances: Array | None) -> tuple[Array, tuple[str, str]]:
    """Distance and strongest orthogonal direction; without a hyperplane the two strongest directions."""
    products = picked.products()
    products = products - products.mean(axis=0)
    products = products - products.mean(axis=1)[:, None]
    rows, scale = np.arange(len(picked.rows)), float(np.diagonal(products).max())
    if distances is None:
        first = strongest(products, rows, scale)
        labels = ("strongest direction", "second strongest direction")
    else:
        first, labels = distances, ("signed distance to the hyperplane", "strongest direction along the hyperplane")
    first = np.zeros(len(rows)) if first is None else first
    about = (first - first.mean()) / (1.0 if distances is None else picked.unit)
    second = strongest(products - np.outer(about, about), rows, scale)
    if second is None:  # points on a line: spread, so that they do not cover one another
        spread = np.modf(rows * 0.6180339887)[0] - 0.5
        return np.column_stack([first, spread]), (labels[0], "no other direction: spread by hand")
    return np.column_stack([first if distances is not None else first * picked.unit, second * picked.unit]), labels


def _density(
    picked: Picked, every: Picked, outcome: Outcome, points: Array, distances: Array | None, *, planar: bool
) -> Density:
    """All rows in the coordinates of those that were picked, without a kernel.

    The second coordinate c of the picked rows is R u, with R the rows about their mean less their distances, and u the
    unit direction along the hyperplane in which they differ most, an eigenvector of RᵀR: so u = Rᵀc / ‖c‖².
    """
    if planar:
        places = every.points()
    else:
        problem: Any = picked.problem
        assert distances is not None
        X, unit, c = problem.X, picked.unit, points[:, 1] / picked.unit
        w = np.asarray(outcome.coef, dtype=np.float64)
        w = w / np.abs(w).max()
        w /= float(np.linalg.norm(w))
        about = (points[:, 0] - points[:, 0].mean()) / unit
        shares = (c - c.mean()) / picked.lengths()
        u = np.asarray(X[picked.rows].astype(np.float64).T @ shares).ravel() / unit - w * float(about @ c)
        u /= float(c @ c) or 1.0
        second = np.asarray(X @ u).ravel() / every.lengths()
        places = np.column_stack([distances, second - second[picked.rows].mean()])
    groups = [~every.positive, every.positive] if len(picked.problem.classes) == 2 else [every.positive]
    return Density.of(places, groups)


def _plane(outcome: Outcome, distances: Array | None, planar: bool) -> tuple[Array | None, float]:
    if distances is None:
        return None, 0.0
    if not planar:
        return np.array([1.0, 0.0]), 0.0
    w = np.asarray(outcome.coef, dtype=np.float64)
    scale = float(np.abs(w).max())
    w = w / scale
    length = float(np.linalg.norm(w))
    centre = np.zeros(2) if outcome.centre is None else outcome.centre
    return w / length, float(outcome.offset) / scale / length - float(w @ centre) / length


def _band(problem: Points | Gram, outcome: Outcome) -> float:
    """The margin as a Euclidean distance; over w ≥ 0 it is measured by the sum of the coefficients."""
    lower = outcome.bracket.lower
    if lower <= 0:
        return 0.0
    if isinstance(problem, Points) and problem.positive and outcome.coef is not None:
        w = outcome.coef / np.abs(outcome.coef).max()
        return float(lower * np.abs(w).sum() / np.linalg.norm(w))
    return float(lower)


def _title(outcome: Outcome) -> str:
    if isinstance(outcome, Inseparable):
        short = -outcome.bracket.lower
        beside = f": the best hyperplane found has rows {short:.4g} on the wrong side" if 0 < short < np.inf else ""
        return f"Inseparable{beside}"
    return f"{outcome.kind.capitalize()}: margin in {outcome.bracket}"


def _view(points: Array, band: float) -> tuple[Array, Array]:
    """Opposite corners around all points; a lone point, and points in line with an axis, have room about them."""
    low, high = points.min(axis=0), points.max(axis=0)
    extent = high - low
    room = max(float(extent.max()), 2.0 * band) or max(float(np.abs(low).max()), 1.0)
    return low - (extent == 0) * room / 2.0, high + (extent == 0) * room / 2.0
