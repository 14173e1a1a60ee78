"""`TraceDisplay`: the bracket on the margin as it closes, of one run or of several."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Array
from gordan.engine.race import Race
from gordan.engine.watch import Trace
from gordan.errors import InputError
from gordan.show.display import RUN_COLOURS, Display, headline, legend_below, plain

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["TraceDisplay", "display_of_race"]

Against = Literal["iterations", "passes", "seconds"]

_COLUMNS = {"iterations": "n_iter", "passes": "n_passes", "seconds": "seconds"}
_MOST = 2_000  # steps of a run that are drawn
_WIDE = 50.0  # from this ratio of the ends on a scale is logarithmic
_FAR = 100.0  # a guarantee so many times beyond the last step is said and not drawn
_DASHES = ("-", "--", "-.", (0, (1, 1)), (0, (5, 1, 1, 1, 1, 1)), (0, (8, 2)))


@dataclass(eq=False)
class TraceDisplay(Display):
    """For each run the two ends of the bracket, and what lies between them; the guarantee as a dotted line.

    Attributes
    ----------
    traces
        The runs by their names.
    against
        What the bracket is drawn against: "iterations", "passes" or "seconds".

    Examples
    --------
    >>> import gordan
    >>> trace = gordan.watch.Trace()
    >>> outcome = gordan.separate([[0.0], [1.0], [3.0]], [0, 0, 1], solver="von-neumann", watch=trace)
    >>> list(TraceDisplay.from_traces(trace).traces)
    ['von-neumann']
    """

    traces: dict[str, Trace]
    against: Against = "iterations"

    _size: ClassVar[tuple[float, float]] = (6.4, 4.8)

    @classmethod
    def from_traces(
        cls, traces: Trace | Sequence[Trace] | Mapping[str, Trace], *, against: Against = "iterations"
    ) -> TraceDisplay:
        """The picture of what one or several `gordan.watch.Trace` recorded.

        Parameters
        ----------
        traces : Trace, sequence of them, or dict
            Runs on the same problem; a dict has their names, otherwise they are called by their solvers.
        against : {"iterations", "passes", "seconds"}
            What the theorem counts, products with the data, or time.
        """
        if against not in _COLUMNS:
            raise InputError(f'against is {against!r}; give "iterations", "passes" or "seconds"')
        if isinstance(traces, Mapping):
            runs = {str(name): trace for name, trace in traces.items()}
        else:
            runs = {}
            for trace in [traces] if isinstance(traces, Trace) else traces:
                name = getattr(getattr(trace, "outcome", None), "solver", "") or "run"
                runs[name if name not in runs else f"{name} ({len(runs) + 1})"] = trace
        for name, trace in runs.items():
            if not isinstance(trace, Trace):
                raise InputError(f"{name} is a {type(trace).__name__}; give what gordan.watch.Trace() recorded")
        if not any(len(trace) for trace in runs.values()):
            raise InputError("the traces have no steps; run gordan.separate(X, y, watch=trace) first")
        return cls(runs, against)

    def _draw(self, axes: Sequence[Axes]) -> None:
        ax, handles, labels, notes = axes[0], [], [], []
        drawn_at: list[float] = []  # guarantees
        ended, top = self._extent()
        logarithmic = ended > 0 and top > _WIDE * ended
        for k, (name, trace) in enumerate(self.traces.items()):
            if not len(trace):
                notes.append(f"{plain(name)} has no steps")
                continue
            taken, note = _thinned(len(trace))
            notes += [f"{plain(name)}: {note}"] if note else []
            handle = self._draw_run(ax, trace, taken, RUN_COLOURS[k % 6], _DASHES[(k + k // 6) % 6], logarithmic)
            handles.append(handle)
            labels.append(f"{plain(name)}: upper end ▾, lower end ▴")
            promised = None if trace.outcome is None else getattr(trace.outcome, "guarantee", None)
            if self.against == "iterations" and promised is not None and promised.known is not None:
                words, drawn = self._draw_guarantee(ax, promised.known, trace, RUN_COLOURS[k % 6])
                labels[-1] += words
                drawn_at += [promised.known] if drawn else []
        if logarithmic:
            ax.set_yscale("log")
            notes.append("lower ends that are not positive are left out")
        else:
            self._limit(ax, top)
            ax.axhline(0.0, color="0.6", linewidth=0.8, zorder=0)
        xs = np.concatenate([trace[_COLUMNS[self.against]] for trace in self.traces.values() if len(trace)])
        xs = np.concatenate([xs, drawn_at])
        if (xs > 0).any() and xs.max() > _WIDE * xs[xs > 0].min():
            ax.set_xscale("log")
        ax.set(xlabel=self.against, ylabel="margin")
        headline(ax, "The bracket on the margin as it closes", *notes)
        legend_below(ax, handles, labels, columns=1)

    def _draw_run(
        self, ax: Axes, trace: Trace, taken: npt.NDArray[np.int64], colour: str, dash: Any, logarithmic: bool
    ) -> Any:
        x, lower, upper = (np.asarray(trace[c], float)[taken] for c in (_COLUMNS[self.against], "lower", "upper"))
        lower, upper = (np.where(np.isfinite(end), end, np.nan) for end in (lower, upper))
        if logarithmic:
            lower = np.where(lower > 0, lower, np.nan)
        every = max(1, len(taken) // 12)
        style = {"drawstyle": "steps-post", "color": colour, "linestyle": dash, "linewidth": 1.3, "markersize": 4.5}
        (line,) = ax.plot(x, upper, marker="v", markevery=every, **style)
        ax.plot(x, lower, marker="^", markevery=every, **style)
        ax.vlines(x[-1], lower[-1], upper[-1], color=colour, linewidth=0.8)  # what is left of the bracket
        ax.fill_between(x, lower, upper, step="post", color=colour, alpha=0.1, linewidth=0.0)
        return line

    def _draw_guarantee(self, ax: Axes, known: float, trace: Trace, colour: str) -> tuple[str, bool]:
        if known > _FAR * max(float(trace["n_iter"][-1]), 1.0):
            return f"; guaranteed within {known:,.0f}, beyond the picture", False
        ax.axvline(known, color=colour, linestyle=":", linewidth=1.3)
        return f"; guaranteed within {known:,.0f} (dotted)", True

    def _extent(self) -> tuple[float, float]:
        """The least last lower end of the runs, and the greatest upper end."""
        runs = [trace for trace in self.traces.values() if len(trace)]
        uppers: Array = np.concatenate([trace["upper"] for trace in runs]).astype(float)
        known = uppers[np.isfinite(uppers)]
        return min(float(trace["lower"][-1]) for trace in runs), float(known.max()) if known.size else 1.0

    def _limit(self, ax: Axes, top: float) -> None:
        """Lower ends that begin far below would press everything else together."""
        lowers = np.concatenate([trace["lower"] for trace in self.traces.values() if len(trace)]).astype(float)
        known = lowers[np.isfinite(lowers)]
        last = min(float(trace["lower"][-1]) for trace in self.traces.values() if len(trace))
        bottom = max(float(known.min()), -top, 2.0 * last if last < 0 else -top) if known.size else 0.0
        room = 0.05 * (top - bottom) or 1.0
        ax.set_ylim(bottom - room, top + room)


def _thinned(steps: int) -> tuple[npt.NDArray[np.int64], str]:
    """Numbers of the steps that are drawn, denser at the beginning, and a sentence where some are not."""
    if steps <= _MOST:
        return np.arange(steps), ""
    taken = np.unique(np.concatenate([[0], np.geomspace(1, steps - 1, _MOST).astype(np.int64)]))
    return taken, f"{len(taken):,} of {steps:,} steps are drawn"


def display_of_race(race: Race, *, against: Against = "seconds", most: int = 6) -> TraceDisplay:
    """The picture of a race; of more than `most` algorithms the quickest are drawn.

    Examples
    --------
    >>> import gordan
    >>> ran = gordan.race(gordan.Points([[0.0], [1.0], [3.0]], [0, 0, 1]), ["perceptron", "von-neumann"])
    >>> len(display_of_race(ran).traces)
    2
    """
    traces: dict[str, Any] = {each.name: each.trace for each in race.ranked() if len(each.trace)}
    if not traces:
        raise InputError("no algorithm of the race made a step, so there is nothing to draw; allow more seconds")
    return TraceDisplay.from_traces(dict(list(traces.items())[:most]), against=against)
