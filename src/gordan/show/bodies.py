"""`BodiesDisplay`: two convex bodies of the plane or of space, their nearest points, and what is between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from gordan.arithmetic.array import Array
from gordan.errors import InputError
from gordan.outcome.bodies import Apart, BodyAnswer, Touching
from gordan.problem.bodies import Bodies
from gordan.show.display import CLASS_COLOURS, Display, headline, legend_below

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["BodiesDisplay"]

_AROUND = 360  # directions in which an outline is asked for
_SPHERE = 600  # in space
_HATCHES = ("", "///")


@dataclass(eq=False)
class BodiesDisplay(Display):
    """Both bodies by their support points, the points p and q of the answer, and the hyperplane between them.

    Attributes
    ----------
    outlines
        Support points of K and of L: the corners of polygons, or of polyhedra, inside the bodies.
    answer
        What `gordan.distance` returned.

    Examples
    --------
    >>> from gordan import distance
    >>> from gordan.geometry import Ball, Bodies, Box
    >>> bodies = Bodies(Ball([3.0, 3.0], 1.0), Box([-1.0, -1.0], [1.0, 1.0]))
    >>> [len(outline) for outline in BodiesDisplay.from_answer(bodies, distance(bodies.K, bodies.L)).outlines]
    [360, 4]
    """

    outlines: tuple[Array, Array]
    answer: BodyAnswer

    _size: ClassVar[tuple[float, float]] = (6.4, 5.2)

    @classmethod
    def from_answer(cls, bodies: Bodies, answer: BodyAnswer) -> BodiesDisplay:
        """The picture of what `gordan.distance(K, L)` answered of `Bodies(K, L)`, in two or three dimensions."""
        if not isinstance(bodies, Bodies):
            raise InputError(f"bodies is a {type(bodies).__name__}; give gordan.geometry.Bodies(K, L)")
        if not isinstance(answer, BodyAnswer):
            raise InputError(f"the answer is a {type(answer).__name__}; give what gordan.distance(K, L) returned")
        m = bodies.dimension
        if m not in (2, 3):
            raise InputError(f"the bodies have dimension {m}; pictures are of two and three dimensions")
        directions = _around() if m == 2 else _sphere()
        first, second = (_outline(body, directions) for body in bodies.consulted())
        return cls((first, second), answer)

    @property
    def _flat(self) -> bool:
        return int(self.outlines[0].shape[1]) == 2

    def _panels(self, figure: Figure) -> Sequence[Axes]:
        return [figure.add_subplot(**({} if self._flat else {"projection": "3d"}))]

    def _draw(self, axes: Sequence[Axes]) -> None:
        ax = axes[0]
        if not self._flat and not hasattr(ax, "plot_trisurf"):
            raise InputError("bodies of space are drawn on axes with projection='3d'; leave ax out for a new figure")
        draw = _draw_polygon if self._flat else _draw_polyhedron
        handles = [draw(ax, *each) for each in zip(self.outlines, CLASS_COLOURS, _HATCHES, strict=True)]
        labels = ["K", "L"]
        p, q = (getattr(self.answer, name, None) for name in "pq")
        if isinstance(self.answer, Touching):
            handles += ax.plot(
                *([v] for v in self.answer.point), marker="*", markersize=13, color="black", linestyle=""
            )
            labels.append("a common point")
        elif p is not None and q is not None:
            handles += ax.plot(*np.stack([p, q]).T, color="black", marker="o", markersize=4.5, linewidth=1.2)
            labels.append("nearest points found")
        if self._flat:
            points = np.vstack(self.outlines)
            low, high = points.min(axis=0), points.max(axis=0)
            room = 0.1 * float((high - low).max()) or 1.0
            ax.set(xlim=(low[0] - room, high[0] + room), ylim=(low[1] - room, high[1] + room), aspect="equal")
            if isinstance(self.answer, Apart):
                handles.append(_draw_hyperplane(ax, self.answer))
                labels.append("hyperplane")
        else:
            ax.set_aspect("equal")
        names = ("x1", "x2", "x3")[: self.outlines[0].shape[1]]
        ax.set(**{f"{axis}label": name for axis, name in zip("xyz", names, strict=False)})
        bracket = getattr(self.answer, "bracket", None)
        said = "" if bracket is None or isinstance(self.answer, Touching) else f": distance in {bracket}"
        headline(ax, f"{self.answer.kind.capitalize()}{said}")
        legend_below(ax, handles, labels, columns=4)


def _around() -> Array:
    turns = np.linspace(0.0, 2.0 * np.pi, _AROUND, endpoint=False)
    return np.column_stack([np.cos(turns), np.sin(turns)])


def _sphere() -> Array:
    """Directions about evenly apart: a spiral by the golden angle from pole to pole."""
    k = np.arange(_SPHERE) + 0.5
    height, turn = 1.0 - 2.0 * k / _SPHERE, np.pi * (3.0 - np.sqrt(5.0)) * k
    radius = np.sqrt(1.0 - height**2)
    return np.column_stack([radius * np.cos(turn), radius * np.sin(turn), height])


def _outline(body: Any, directions: Array) -> Array:
    """The different support points, in the order of their directions."""
    points = np.array([body.support(direction) for direction in directions])
    _, first = np.unique(points, axis=0, return_index=True)
    return np.asarray(points[np.sort(first)])


def _draw_polygon(ax: Any, outline: Array, colour: str, hatch: str) -> Any:
    if len(outline) < 3:
        ax.plot(*outline.T, color=colour, marker="o" if len(outline) == 1 else None)
    (patch,) = ax.fill(*outline.T, facecolor=f"{colour}40", edgecolor=colour, linewidth=1.5, hatch=hatch)
    return patch


def _draw_polyhedron(ax: Any, outline: Array, colour: str, _: str) -> Any:
    from matplotlib.patches import Patch
    from scipy.spatial import ConvexHull, QhullError

    try:
        triangles = ConvexHull(outline).simplices
        ax.plot_trisurf(*outline.T, triangles=triangles, color=colour, alpha=0.3, shade=False)
    except QhullError:  # a point, a segment or a flat body
        ax.plot(*outline.T, color=colour, marker=".")
    return Patch(facecolor=colour, alpha=0.5)


def _draw_hyperplane(ax: Any, answer: Apart) -> Any:
    """The line direction·x = offset, drawn beyond the axes, whose limits stay."""
    limits = ax.get_xlim(), ax.get_ylim()
    w = answer.direction / np.linalg.norm(answer.direction)
    centre = np.array([0.5 * (low + high) for low, high in limits])
    foot = centre - w * (float(w @ centre) - answer.offset / float(np.linalg.norm(answer.direction)))
    along = np.array([-w[1], w[0]]) * 2.0 * sum(high - low for low, high in limits)
    (line,) = ax.plot(*np.stack([foot - along, foot + along]).T, color="0.3", linestyle="--", linewidth=1.2)
    ax.set(xlim=limits[0], ylim=limits[1])
    return line
