"""`CancellationDisplay`: the weighted rows of two classes, and the point in which their hulls meet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Array
from gordan.errors import InputError
from gordan.outcome import Domination, Inseparable, Outcome
from gordan.problem import Gram, Points
from gordan.show.display import CLASS_COLOURS, CLASS_MARKERS, GREY, Display, headline, legend_below, plain
from gordan.show.names import RowNames, axis_names
from gordan.show.picked import Picked, affordable, pick, require_answer, strongest
from gordan.show.placement import NAMED, name_points

__all__ = ["CancellationDisplay"]

_LIGHT, _HEAVY = 30.0, 420.0  # square points: the areas of the lightest and of the heaviest row


@dataclass(eq=False)
class CancellationDisplay(Display):
    """Rows with weights, drawn as areas, the hulls of the classes, and the weighted mean of each class.

    Of inseparable points both means are the same point: it belongs to both hulls, so no hyperplane parts them. Of
    others they are the nearest points of the two hulls that are known. Without an intercept the rows of the first class
    are mirrored at the origin, and their one weighted mean is the origin itself. Two columns are drawn as they are;
    otherwise everything is projected on the two directions in which the weighted rows differ most, where means that
    agree still agree.

    Attributes
    ----------
    rows, points, positive, weights
        The rows that are drawn, where, which are of the second class, and their weights.
    means
        One weighted mean for each class, or one of all rows without an intercept.
    hulls
        The corners of a hull for each mean, in order: of all rows in two dimensions, else of the weighted ones.

    Examples
    --------
    >>> import gordan
    >>> problem = gordan.Points([[0.0, 0.0], [2.0, 2.0], [0.0, 2.0], [2.0, 0.0]], ["a", "a", "b", "b"])
    >>> display = CancellationDisplay.from_outcome(problem, gordan.solve(problem))
    >>> display.means.tolist()
    [[1.0, 1.0], [1.0, 1.0]]
    """

    rows: npt.NDArray[np.int64]
    points: Array
    positive: npt.NDArray[np.bool_]
    weights: Array
    means: Array
    hulls: tuple[Array, ...]
    classes: tuple[object, ...]
    title: str
    labels: tuple[str, str]
    planar: bool
    mirrored: bool
    note: str = ""
    row_names: RowNames = field(default_factory=RowNames)

    @classmethod
    def from_outcome(
        cls,
        problem: Points | Gram,
        outcome: Outcome,
        *,
        row_names: RowNames | None = None,
        column_names: Sequence[str] = (),
    ) -> CancellationDisplay:
        """The picture of an answer with weights; the parameters are those of `MarginDisplay.from_outcome`."""
        require_answer(problem, outcome)
        if outcome.weights is None or not outcome.support.size:
            raise InputError(
                "the outcome has no weights, so nothing cancels; draw the hyperplane with MarginDisplay.from_outcome"
            )
        names = (row_names or RowNames()).require(problem.n)
        planar = problem.m == 2 and not problem.implicit
        always = outcome.support[np.argsort(-outcome.weights[outcome.support], kind="stable")]
        if planar and problem.n > len(always) and affordable(problem, len(always)):
            whole = Picked(problem, np.arange(problem.n))
            always = np.concatenate([_corner_rows(whole), always])
        picked = pick(problem, always)
        weights = outcome.weights[picked.rows] * picked.lengths()
        weights = weights / weights.sum()
        points, labels = _planar(picked, column_names) if planar else _projected(picked, weights)
        groups = [~picked.positive, picked.positive] if problem.intercept else [np.ones(len(weights), bool)]
        shown = groups if planar else [group & (weights > 0) for group in groups]
        return cls(
            rows=picked.rows,
            points=points,
            positive=picked.positive,
            weights=weights,
            means=np.array([weights[group] @ points[group] / (weights[group].sum() or 1.0) for group in groups]),
            hulls=tuple(points[group][_corners(points[group])] for group in shown),
            classes=problem.classes,
            title=_title(outcome),
            labels=labels,
            planar=planar,
            mirrored=not problem.intercept,
            note="; ".join(
                part for part in (picked.note, _heaviest(weights, outcome), _space(problem, planar)) if part
            ),
            row_names=names,
        )

    def _draw(self, axes: Sequence[Any]) -> None:
        ax = axes[0]
        ax.margins(0.1)
        handles, labels = self._draw_hulls(ax)
        of_points, names = self._draw_points(ax)
        handles, labels = [*of_points, *handles], [*names, *labels]
        first, last = self.means[0], self.means[-1]
        extent = float(np.ptp(self.points, axis=0).max()) or 1.0
        together = bool(np.abs(first - last).max() <= 1e-6 * extent)
        if not together:
            ax.plot(*np.array([first, last]).T, color="black", linewidth=1.0, linestyle=":")
        handles += [ax.scatter(*self.means.T, marker="X", s=110, color="black", edgecolors="white", zorder=5)]
        labels.append(self._meaning(together))
        if self.mirrored:
            handles += ax.plot(0.0, 0.0, marker="+", color="black", markersize=14, linestyle="none", zorder=6)
            labels.append("the origin")
        weighted = int(np.count_nonzero(self.weights))
        headline(ax, f"{self.title}; {self._named(0, weighted)}", self.note)
        ax.set(xlabel=self.labels[0], ylabel=self.labels[1])
        extents = np.ptp(self.points, axis=0)
        if extents.min() > 0 and 0.25 <= extents[0] / extents[1] <= 4.0:
            ax.set_aspect("equal", adjustable="datalim")
        legend_below(ax, handles, labels)
        heavy = np.argsort(-self.weights, kind="stable")[:weighted]
        written = name_points(
            ax,
            self.points[heavy],
            [self.row_names[int(self.rows[k])] for k in heavy[:NAMED]],
            others=np.concatenate([self.points, self.means]),
            radii=np.sqrt(self._areas()[heavy]) / 2.0,
            lines=[] if together else [np.array([first, last])],
        )
        headline(ax, f"{self.title}; {self._named(written, weighted)}", self.note)

    def _named(self, written: int, weighted: int) -> str:
        few = "" if written == weighted else f"{written:,} of them "
        return f"{few}named by {self.row_names.how}"

    def _meaning(self, together: bool) -> str:
        if self.mirrored:
            return "weighted mean of all rows"
        return "weighted mean of both classes" if together else "weighted mean of each class"

    def _areas(self) -> Array:
        return np.asarray(_LIGHT + (_HEAVY - _LIGHT) * self.weights / self.weights.max())

    def _draw_hulls(self, ax: Any) -> tuple[list[Any], list[str]]:
        handles, labels = [], []
        colours = [GREY] if self.mirrored else CLASS_COLOURS
        names = ["all"] if self.mirrored else [plain(name) for name in self.classes]
        what = "" if self.planar else ", weighted rows"
        for corners, colour, name, hatch in zip(self.hulls, colours, names, ("", "...."), strict=False):
            if len(corners) > 1:
                style = {"facecolor": (colour, 0.12), "edgecolor": (colour, 0.5), "hatch": hatch, "linewidth": 1.0}
                handles += ax.fill(*corners.T, zorder=1, **style)
                labels.append(f"hull of {name}{what}")
        return handles, labels

    def _draw_points(self, ax: Any) -> tuple[list[Any], list[str]]:
        groups = [~self.positive, self.positive] if len(self.classes) == 2 else [self.positive]
        area = self._areas()
        handles, labels = [], []
        heavy = self.weights > 0
        for group, name, colour, marker in zip(groups, self.classes, CLASS_COLOURS, CLASS_MARKERS, strict=False):
            ax.scatter(*self.points[group & ~heavy].T, s=9, color=colour, marker=marker, alpha=0.35, linewidths=0)
            both = group & heavy
            style = {"color": colour, "marker": marker, "alpha": 0.85, "edgecolors": "black", "linewidths": 0.8}
            ax.scatter(*self.points[both].T, s=area[both], zorder=4, **style)
            handles.append(ax.scatter([], [], s=60, **style))
            mirror = ", mirrored" if self.mirrored and not group[self.positive].any() else ""
            labels.append(f"{plain(name)}{mirror}; area is weight")
        return handles, labels


def _planar(picked: Picked, names: Sequence[str]) -> tuple[Array, tuple[str, str]]:
    first, second = axis_names(names or picked.problem.names, 2)
    return _signed(picked), (first, second)


def _signed(picked: Picked) -> Array:
    points = picked.points()
    return points if picked.problem.intercept else points * np.where(picked.positive, 1.0, -1.0)[:, None]


def _projected(picked: Picked, weights: Array) -> tuple[Array, tuple[str, str]]:
    """Coordinates along the two directions in which the weighted rows differ most, about their common point."""
    products = picked.products()
    if picked.problem.intercept:
        image = products @ weights
        products = products - image[:, None] - image[None, :] + float(weights @ image)
    else:
        signs = np.where(picked.positive, 1.0, -1.0)
        products = products * np.outer(signs, signs)
    heavy, everything = np.flatnonzero(weights), np.arange(len(weights))
    scale, coordinates = float(np.diagonal(products).max()), []
    for _ in range(2):
        along = strongest(products, heavy, scale)
        along = strongest(products, everything, scale) if along is None else along
        along = np.zeros(len(weights)) if along is None else along
        products = products - np.outer(along, along)
        coordinates.append(along)
    return picked.unit * np.column_stack(coordinates), (
        "strongest direction of the weighted rows",
        "second strongest direction",
    )


def _corners(points: Array) -> npt.NDArray[np.int64]:
    """Positions of the corners of the hull in order; the two ends where the points are on a line."""
    from scipy.spatial import ConvexHull, QhullError

    if len(points) < 3:
        return np.arange(len(points))
    try:
        return np.asarray(ConvexHull(points).vertices, dtype=np.int64)
    except QhullError:
        about = points - points.mean(axis=0)
        along = about @ np.linalg.svd(about, full_matrices=False)[2][0]
        return np.unique([np.argmin(along), np.argmax(along)])


def _corner_rows(whole: Picked) -> npt.NDArray[np.int64]:
    points = _signed(whole)
    groups = [~whole.positive, whole.positive] if whole.problem.intercept else [np.ones(len(points), bool)]
    return np.concatenate([whole.rows[group][_corners(points[group])] for group in groups])


def _title(outcome: Outcome) -> str:
    count = len(outcome.support)
    rows = "1 row" if count == 1 else f"{count:,} rows"
    if isinstance(outcome.proof, Domination):
        return f"Inseparable for w ≥ 0: {rows}, weighted, {'is' if count == 1 else 'are'} nowhere above zero"
    if isinstance(outcome, Inseparable):
        return f"Inseparable: {rows} {'cancels' if count == 1 else 'cancel'}"
    verb = "bounds" if count == 1 else "bound"
    return f"{outcome.kind.capitalize()}: {rows} {verb} the margin by {outcome.bracket.shown()[1]}"


def _heaviest(weights: Array, outcome: Outcome) -> str:
    """A sentence where rows with weights are not drawn."""
    drawn, given = np.count_nonzero(weights), len(outcome.support)
    return "" if drawn == given else f"the means are those of {drawn:,} of {given:,} weighted rows"


def _space(problem: Points | Gram, planar: bool) -> str:
    if planar:
        return ""
    where = f"the space of {problem.space}" if problem.implicit else f"{problem.m:,} dimensions"
    return f"projected from {where}"
