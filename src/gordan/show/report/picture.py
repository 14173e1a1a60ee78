"""`Scatter`: the picture of a report, an SVG whose axes a reader can switch; drawn from what a display computed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.problem import Points
from gordan.show.cancellation import CancellationDisplay
from gordan.show.diagnosis import DiagnosisDisplay
from gordan.show.report.page import embedded, text

__all__ = ["Scatter", "scatter_of"]

_DRAWN = 300  # points: each is about a hundred bytes of the page
_AXES = 10  # columns that can be chosen as axes
_BOX = (70.0, 20.0, 690.0, 390.0)  # left, top, right and bottom of the axes
_MARKS = ('<circle r="4.5"/>', '<path d="M0-6 5.6 4.4H-5.6z"/>')


@dataclass(frozen=True)
class Scatter:
    """Points on two axes, with others to choose from; `shapes` are lines and areas of the first two."""

    rows: Sequence[str]
    positive: Sequence[bool]
    deciding: Sequence[bool]
    axes: Sequence[tuple[str, Array]]
    shapes: Sequence[tuple[str, Array]] = ()
    classes: Sequence[str] = ()
    notes: Sequence[str] = field(default_factory=tuple)

    def ranges(self) -> list[tuple[float, float]]:
        """The limits of each axis, with some room around its numbers."""
        ends = []
        for _, values in self.axes:
            low, high = float(values.min()), float(values.max())
            room = (high - low) * 0.06 or abs(low) * 0.5 or 1.0
            ends.append((low - room, high + room))
        return ends

    def data(self) -> str:
        """What the script switches axes with."""
        axes = [
            {"name": name, "range": ends, "values": [float(f"{v:.6g}") for v in values.tolist()]}
            for (name, values), ends in zip(self.axes, self.ranges(), strict=True)
        ]
        return embedded("picture", json.dumps({"axes": axes, "box": _BOX}, separators=(",", ":")))

    def draw(self) -> str:
        """The figure with its legend and the choices of axes."""
        left, top, right, bottom = _BOX
        at = self._placed(np.column_stack([self.axes[0][1], self.axes[1][1]]))
        marks = "".join(self._mark(k, x, y) for k, (x, y) in enumerate(at.tolist()))
        shapes, middle = "".join(self._shape(*each) for each in self.shapes), (left + right) / 2
        names = [text(name, 60) for name, _ in self.axes[:2]]
        (x0, x1), (y0, y1) = self.ranges()[:2]
        return (
            "".join(
                [
                    "<figure>",
                    self._tools(),
                    f'<svg class="scatter" viewBox="0 0 720 450" role="img" aria-label="{names[0]} and {names[1]}">',
                    f'<defs><clipPath id="inside"><path d="M{left} {top}H{right}V{bottom}H{left}z"/></clipPath></defs>',
                    f'<g class="shapes" clip-path="url(#inside)">{shapes}</g>',
                    f'<path class="axis" d="M{left} {top}V{bottom}H{right}"/>{marks}',
                    f'<text class="tick xt" x="{left}" y="{bottom + 18}">{x0:.4g}</text>',
                    f'<text class="tick xt" x="{right}" y="{bottom + 18}" text-anchor="end">{x1:.4g}</text>',
                    f'<text class="tick yt" x="{left - 6}" y="{bottom}" text-anchor="end">{y0:.4g}</text>',
                    f'<text class="tick yt" x="{left - 6}" y="{top + 10}" text-anchor="end">{y1:.4g}</text>',
                    f'<text class="xname" x="{middle}" y="{bottom + 40}" text-anchor="middle">{names[0]}</text>',
                    f'<text class="yname" x="20" y="{(top + bottom) / 2}" text-anchor="middle" '
                    f'transform="rotate(-90 20 {(top + bottom) / 2})">{names[1]}</text></svg>',
                    self._legend(),
                    "</figure>",
                ]
            )
            .replace("<bdi>", "")
            .replace("</bdi>", "")
        )  # SVG has no such element

    def _placed(self, points: Array) -> Array:
        """Points of the two first axes in the picture's coordinates."""
        left, top, right, bottom = _BOX
        (x0, x1), (y0, y1) = self.ranges()[:2]
        x = left + (points[:, 0] - x0) / (x1 - x0) * (right - left)
        y = bottom - (points[:, 1] - y0) / (y1 - y0) * (bottom - top)
        return np.column_stack([x, y])

    def _mark(self, k: int, x: float, y: float) -> str:
        side = int(self.positive[k])
        name = self.classes[side] if side < len(self.classes) else ""
        kind = f"pt c{side}{' d' if self.deciding[k] else ''}"
        row = text(self.rows[k], 40)
        return (
            f'<g class="{kind}" data-row="{row}" transform="translate({x:.1f} {y:.1f})">'
            f"<title>{row}{': ' if name else ''}{text(name, 40)}</title>{_MARKS[side]}</g>"
        )

    def _shape(self, kind: str, corners: Array) -> str:
        places = self._placed(corners)
        if kind == "mean":
            return "".join(
                f'<path class="mean" d="M{x - 7:.1f} {y - 7:.1f}l14 14m0-14l-14 14"/>' for x, y in places.tolist()
            )
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in places.tolist())
        return f'<path class="{kind}" d="M{path}{"" if kind == "plane" else "z"}"/>'

    def _tools(self) -> str:
        if len(self.axes) < 3:
            chosen = ["", ""]
        else:
            options = [f'<option value="{k}">{text(name, 40)}</option>' for k, (name, _) in enumerate(self.axes)]
            chosen = [
                "".join(o.replace("<option", "<option selected") if k == place else o for k, o in enumerate(options))
                for place in (0, 1)
            ]
        selects = [
            f'<label>{word} <select class="axis">{inside}</select></label>'
            for word, inside in zip(("across", "up"), chosen, strict=True)
        ]
        return f'<div class="tools">{"".join(selects)}</div>' if chosen[0] else ""

    def _legend(self) -> str:
        keys = [
            f'<li><span class="key{k}">{"●▲"[k]}</span> {text(name, 60)}</li>' for k, name in enumerate(self.classes)
        ]
        notes = [f"<li>{text(note)}</li>" for note in self.notes if note]
        return f'<ul class="legend">{"".join([*keys, *notes])}</ul>'


def scatter_of(display: Any, problem: Any, row_name: Any, column_names: Sequence[str] = ()) -> Scatter | None:
    """The picture in a report of what a display shows, or None where there is nothing to see."""
    if isinstance(display, DiagnosisDisplay):
        return _of_diagnosis(display)
    weights = display.weights if isinstance(display, CancellationDisplay) else None
    deciding = set(display.deciding) if weights is None else set(display.rows[weights > 0].tolist())
    order = np.argsort([row not in deciding for row in display.rows.tolist()], kind="stable")
    first, rest = order[: len(deciding)], order[len(deciding) :]
    step = max(1, -(-len(rest) // max(_DRAWN - len(first), 1)))
    kept = np.concatenate([rest[::step], first[:_DRAWN][::-1]]).astype(int)  # deciding rows over the others
    rows = display.rows[kept].tolist()
    axes = [(display.labels[0], display.points[kept, 0]), (display.labels[1], display.points[kept, 1])]
    if isinstance(problem, Points) and not problem.implicit and problem.m != 2:
        values = np.asarray(problem.rows(rows), dtype=np.float64)[:, :_AXES]
        given = column_names or problem.names
        names = given if len(given) == problem.m else [f"x{j + 1}" for j in range(problem.m)]
        axes += [(str(name), values[:, j]) for j, name in enumerate(names[:_AXES])]
    note = f"{len(kept):,} of {problem.n:,} rows are drawn" if len(kept) < problem.n else ""
    meaning = "outlined: the rows that decide it"
    return Scatter(
        rows=[row_name(row) for row in rows],
        positive=display.positive[kept].tolist(),
        deciding=[row in deciding for row in rows],
        axes=axes,
        shapes=_shapes(display),
        classes=[str(name) for name in display.classes] if len(display.classes) == 2 else ["", str(display.classes[0])],
        notes=(meaning, note),
    )


def _shapes(display: Any) -> list[tuple[str, Array]]:
    if isinstance(display, CancellationDisplay):
        hulls = [(f"h{k % 2}", corners) for k, corners in enumerate(display.hulls) if len(corners) > 1]
        return [*hulls, ("mean", display.means[:1] if np.ptp(display.means, axis=0).max() == 0 else display.means)]
    if display.normal is None:
        return []
    low, high = display.points.min(axis=0), display.points.max(axis=0)
    middle = (low + high) / 2.0
    foot = middle - (display.normal @ middle + display.offset) * display.normal
    along = np.array([-display.normal[1], display.normal[0]]) * 3.0 * float(np.hypot(*(high - low)) or 1.0)
    ends = np.array([foot - along, foot + along])
    band = display.band * display.normal
    area = [("band", np.concatenate([ends + band, (ends - band)[::-1]]))] if display.band > 0 else []
    return [*area, ("plane", ends)]


def _of_diagnosis(display: DiagnosisDisplay) -> Scatter | None:
    """Rows at the change of their linear predictor, a line for each class; none where nothing is separated."""
    if not display.separated.any() or len(set(display.lanes.tolist())) > 2:
        return None
    order = np.argsort(~display.separated, kind="stable")[:_DRAWN]
    spread = np.modf(np.arange(len(display.changes)) * 0.6180339887)[0] - 0.5
    lanes = display.lanes[order]
    named = dict(display.names)
    return Scatter(
        rows=[str(named.get(k, "")) for k in order.tolist()],
        positive=[bool(lane) for lane in lanes.tolist()],
        deciding=display.separated[order].tolist(),
        axes=[
            ("change of the linear predictor along the direction", display.changes[order]),
            ("response, spread by hand", lanes + 0.6 * spread[order]),
        ],
        shapes=[("plane", np.array([[0.0, -9.0], [0.0, 9.0]]))],
        classes=display.classes if len(display.classes) == 2 else (),
        notes=("outlined: separated rows", display.note),
    )
