"""`StepDisplay`: an algorithm on two columns, step by step, as a picture of one step or as an animation of all."""

from __future__ import annotations

import base64
import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Array
from gordan.engine.steps import Step, Steps
from gordan.errors import InputError
from gordan.file.save import refuse_target
from gordan.file.save import save as save_bytes
from gordan.show.display import CLASS_COLOURS, CLASS_MARKERS, Display, headline, legend_below, plain, require_matplotlib
from gordan.show.names import axis_names, class_names
from gordan.show.picked import pick

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["StepDisplay"]

_ANIMATIONS = ("gif", "mp4", "html")
_DRAWN = 60  # frames: ten seconds at six in a second
_RATE = 6
_DPI = 100
_LARGEST = 320.0  # area of a sign whose row has all the weight of its class


@dataclass(eq=False)
class StepDisplay(Display):
    """The hyperplane of one step among the points, and beside it the bracket up to that step.

    The rows that are lowest under the direction are ringed, and weights are the areas of signs.

    Attributes
    ----------
    steps
        What `gordan.trace` returned.
    step
        Which of its steps `plot` draws; the last one is -1.

    Examples
    --------
    >>> import gordan
    >>> run = gordan.trace(gordan.Points([[0.0, 1.0], [2.0, 0.0], [3.0, 3.0]], [0, 1, 1]), "perceptron")
    >>> StepDisplay.from_steps(run).step
    -1
    """

    steps: Steps
    rows: npt.NDArray[np.int64]
    points: Array
    note: str
    step: int = -1

    _size: ClassVar[tuple[float, float]] = (9.0, 4.6)

    @classmethod
    def from_steps(cls, steps: Steps, *, step: int = -1) -> StepDisplay:
        """The picture of what `gordan.trace` kept, of points with two columns."""
        if not isinstance(steps, Steps):
            raise InputError(f"steps is a {type(steps).__name__}; give what gordan.trace(problem, solver) returned")
        kept = len(steps.steps)
        if steps.problem.m != 2:
            raise InputError(
                f"the points have {steps.problem.m} columns, and steps are drawn of two; choose two columns, or draw "
                "the bracket with gordan.show.TraceDisplay.from_traces(steps)"
            )
        if not kept:
            raise InputError("the run has no steps; allow more time or iterations")
        if not -kept <= step < kept:
            raise InputError(f"step is {step}, and {kept} steps were kept; count from 0, or -1 for the last")
        picked = pick(steps.problem, sorted({row for each in steps.steps for row in each.lowest}))
        return cls(steps, picked.rows, picked.points(), picked.note, step)

    def save(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
        """Draw the step into a PNG, SVG or PDF file, or animate all steps as GIF, MP4 or HTML.

        An HTML file has its pictures within and needs no network; MP4 needs the program ffmpeg. Of more than 60 steps
        some are left out, the more of them the later.

        Raises
        ------
        InputError
            The name ends otherwise, there is such a file already, or ffmpeg is not there.
        """
        path = os.fspath(path)
        kind = os.path.splitext(path)[1].lower().removeprefix(".")
        if kind not in (*_ANIMATIONS, "png", "svg", "pdf"):
            raise InputError(
                f"steps are a .png, .svg, .pdf, .gif, .mp4 or .html file, and {path!r} is none; name it so"
            )
        if kind not in _ANIMATIONS:
            super().save(path, overwrite=overwrite)
            return
        refuse_target(path, overwrite=overwrite, what="animation")
        require_matplotlib()
        save_bytes(path, self._html() if kind == "html" else self._film(kind), overwrite=overwrite, what="animation")

    def frames(self) -> list[int]:
        """The steps that an animation shows: all of few, of many those that are about evenly apart in logarithms."""
        n = len(self.steps.steps)
        if n <= _DRAWN:
            return list(range(n))
        return [int(k) for k in np.unique(np.geomspace(1, n, _DRAWN).round().astype(int) - 1)]

    def _film(self, kind: str) -> bytes:
        from matplotlib.animation import FFMpegWriter, PillowWriter

        if kind == "mp4" and not FFMpegWriter.isAvailable():
            raise InputError("an .mp4 file needs the program ffmpeg, which is not installed; name a .gif or .html file")
        writer: Any = PillowWriter(fps=_RATE) if kind == "gif" else FFMpegWriter(fps=_RATE)
        with tempfile.TemporaryDirectory() as folder:
            target = Path(folder) / f"steps.{kind}"
            figure = self._figure()
            with writer.saving(figure, str(target), dpi=_DPI):
                for k in self.frames():
                    self._redraw(figure, k)
                    writer.grab_frame()
            return target.read_bytes()

    def _html(self) -> bytes:
        figure, pictures = self._figure(), []
        for k in self.frames():
            self._redraw(figure, k)
            buffer = BytesIO()
            figure.savefig(buffer, format="png", dpi=_DPI)
            pictures.append(f'"{base64.b64encode(buffer.getvalue()).decode()}"')
        # The pictures come last: their letters, which are any, may spell one of the other words.
        return _PAGE.replace("RATE", str(_RATE)).replace("PICTURES", ",\n".join(pictures)).encode()

    def _figure(self) -> Figure:
        """A figure with the first step, whose layout then stays."""
        from matplotlib.figure import Figure

        figure = Figure(figsize=self._size, layout="constrained")
        self._fill_with(figure, 0)
        figure.draw_without_rendering()
        figure.set_layout_engine("none")
        return figure

    def _redraw(self, figure: Figure, k: int) -> None:
        places = [ax.get_position() for ax in figure.axes]
        figure.clear()
        self._fill_with(figure, k)
        for ax, place in zip(figure.axes, places, strict=True):
            ax.set_position(place)

    def _fill_with(self, figure: Figure, k: int) -> None:
        shown, self.step = self.step, k
        try:
            self._fill(figure, None)
        finally:
            self.step = shown

    def _panels(self, figure: Figure) -> Sequence[Axes]:
        return list(figure.subplots(1, 2, width_ratios=(1.25, 1.0)))

    def _draw(self, axes: Sequence[Any]) -> None:
        k = self.step % len(self.steps.steps)
        self._draw_points(axes[0], self.steps.steps[k], k)
        if len(axes) > 1:
            self._draw_bracket(axes[1], k)

    def _draw_points(self, ax: Any, step: Step, k: int) -> None:
        problem, points = self.steps.problem, self.points
        positive, handles, counts = problem.signs[self.rows] > 0, [], []
        weights = np.zeros(len(self.rows)) if step.weights is None else np.abs(step.weights[self.rows])
        for side, colour, marker in zip((False, True), CLASS_COLOURS, CLASS_MARKERS, strict=True):
            here = positive == side
            if not here.any():
                continue
            total = float(weights[here].sum()) or 1.0
            style: dict[str, Any] = {"marker": marker, "color": colour, "linewidths": 0.0}
            handles.append(ax.scatter(*points[here].T, s=14, alpha=0.9, **style))
            ax.scatter(*points[here].T, s=_LARGEST * weights[here] / total, alpha=0.25, **style)
            counts.append(int(np.count_nonzero((problem.signs > 0) == side)))
        labels = class_names(problem.classes[-len(counts) :], counts)
        low = points[np.isin(self.rows, step.lowest)]
        handles.append(ax.scatter(*low.T, s=120, facecolors="none", edgecolors="black", linewidths=1.2))
        limits = _limits(points, through_origin=not problem.intercept)
        ax.set(xlim=limits[0], ylim=limits[1])
        _draw_line(ax, step, limits)
        x, y = axis_names(problem.names or (), 2)
        ax.set(xlabel=x, ylabel=y)
        solver = getattr(self.steps.outcome, "solver", "") or "the algorithm"
        headline(ax, f"{plain(solver)}, iteration {step.n_iter:,}: step {k + 1:,} of {len(self.steps.steps):,}")
        legend_below(ax, handles, [*labels, "lowest rows"], columns=3)

    def _draw_bracket(self, ax: Axes, k: int) -> None:
        ends = [np.asarray(self.steps[name], dtype=float) for name in ("lower", "upper")]
        lower, upper = (np.where(np.isfinite(end), end, np.nan) for end in ends)
        at = np.arange(1, len(lower) + 1)
        style: dict[str, Any] = {"color": CLASS_COLOURS[0], "linewidth": 1.4}
        for end, marker in ((upper, "v"), (lower, "^")):
            ax.plot(at, end, color="0.8", linewidth=1.0, drawstyle="steps-post")
            ax.plot(at[: k + 1], end[: k + 1], drawstyle="steps-post", **style)
            ax.plot(at[k : k + 1], end[k : k + 1], marker=marker, **style)
        if np.isfinite(upper).any():
            top = float(np.nanmax(upper))
            bottom = max(float(np.nanmin(lower)) if np.isfinite(lower).any() else 0.0, -top)
            room = 0.05 * (top - bottom) or 1.0
            ax.set_ylim(bottom - room, top + room)
        ax.axhline(0.0, color="0.6", linewidth=0.8, zorder=0)
        ax.set(xlabel="step", ylabel="margin")
        if len(at) > _DRAWN:
            ax.set_xscale("log")
        headline(ax, "The bracket on the margin", *filter(None, (self.steps.note, self.note)))


def _limits(points: Array, *, through_origin: bool) -> list[tuple[float, float]]:
    shown = np.vstack([points, np.zeros((1, 2))]) if through_origin else points
    low, high = shown.min(axis=0), shown.max(axis=0)
    room = np.where(high > low, 0.08 * (high - low), 1.0)
    return list(zip((low - room).tolist(), (high + room).tolist(), strict=True))


def _draw_line(ax: Any, step: Step, limits: Sequence[tuple[float, float]]) -> None:
    """The hyperplane, and an arrow along the direction from where it passes nearest to the middle."""
    w, b = step.coef, step.intercept
    if not np.any(w):
        return
    sizes = np.array([high - low for low, high in limits])
    centre = np.array([0.5 * (low + high) for low, high in limits])
    unit = w / np.linalg.norm(w)
    foot = centre - unit * (float(unit @ centre) + b / float(np.linalg.norm(w)))
    along = np.array([-unit[1], unit[0]]) * 2.0 * float(sizes.sum())
    ax.plot(*np.stack([foot - along, foot + along]).T, color="black", linewidth=1.5)
    arrow = {"arrowstyle": "->", "color": "black", "linewidth": 1.2}
    ax.annotate("", foot + unit * 0.12 * float(sizes.min()), foot, arrowprops=arrow)


_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Step by step</title>
<style>body{font-family:sans-serif;margin:1rem auto;max-width:60rem;background:#fff;color:#222}img{width:100%}
input{width:60%;vertical-align:middle}button{font-size:1rem}</style>
<img id="picture" alt="One step of the algorithm">
<p><button id="play">Pause</button> <input id="at" type="range" min="0" value="0" aria-label="step">
<span id="said"></span></p>
<script>
const pictures = [PICTURES];
const [picture, at, play, said] = ["picture", "at", "play", "said"].map(id => document.getElementById(id));
let running = true;
at.max = pictures.length - 1;
function show() {
  picture.src = "data:image/png;base64," + pictures[at.value];
  said.textContent = (+at.value + 1) + " of " + pictures.length;
}
at.addEventListener("input", () => { running = false; play.textContent = "Play"; show(); });
play.addEventListener("click", () => {
  running = !running;
  if (running && +at.value === pictures.length - 1) at.value = 0;
  play.textContent = running ? "Pause" : "Play";
});
setInterval(() => {
  if (!running) return;
  if (+at.value === pictures.length - 1) { running = false; play.textContent = "Play"; return; }
  at.value = +at.value + 1;
  show();
}, 1000 / RATE);
show();
</script>
</html>
"""
