"""What pages are made of: tables, slopes, pictures, and a note on the machine."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from benchmarks.papers.part import Record
from benchmarks.papers.store import PAGES
from benchmarks.result import line

__all__ = ["busy", "draw", "median", "select", "shown", "slope", "table"]

BUSY = 1.5  # load on two cores above which a time says little
PICTURES = True  # False leaves the pictures as they are


def table(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A Markdown table."""
    cells = [[str(cell).replace("|", "\\|") for cell in row] for row in [header, *rows]]
    return "\n".join([line(cells[0]), line(["---"] * len(header)), *map(line, cells[1:])]) + "\n"


def shown(value: float | None, digits: int = 3) -> str:
    """A number as pages show it; a dash where there is none."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return "–"
    if value == int(value) and abs(value) >= 1:
        return f"{int(value):,}"
    return f"{value:,.0f}" if abs(value) >= 10**digits else f"{value:.{digits}g}"


def select(records: Iterable[Record], **wanted: Any) -> list[Record]:
    """The records that have these values."""
    return [record for record in records if all(record.get(name) == value for name, value in wanted.items())]


def median(records: Iterable[Record], name: str) -> float:
    """The median of a value over records that have it; NaN where none has."""
    values = [record[name] for record in records if record.get(name) is not None]
    return float(np.median(values)) if values else math.nan


def slope(x: Sequence[float], y: Sequence[float]) -> float:
    """Least-squares slope of log y on log x over the pairs in which both are positive; NaN for fewer than two."""
    pairs = [(a, b) for a, b in zip(x, y, strict=True) if a and b and a > 0 and b > 0 and a == a and b == b]
    if len({a for a, _ in pairs}) < 2:
        return math.nan
    logs = np.log(np.array(pairs))
    return float(np.polyfit(logs[:, 0], logs[:, 1], 1)[0])


def busy(records: Iterable[Record]) -> str:
    """A sentence about the machine where other work ran beside the measurement."""
    loads = [record["load"] for record in records if record.get("load")]
    if not loads or np.median(loads) <= BUSY:
        return ""
    return (
        f"Seconds were taken while other work ran on the machine (median load {np.median(loads):.1f} on "
        "two cores); "
        "counts do not depend on that.\n"
    )


def _explain(figure: Any, axes: Any) -> None:
    """One legend below several panels that have the same lines, where it covers none; else one in each."""
    named = [ax.get_legend_handles_labels() for ax in axes]
    most = max(named, key=lambda each: len(each[1]))
    if len(named) > 1 and most[1] and all(set(labels) <= set(most[1]) for _, labels in named):
        figure.legend(*most, loc="outside lower center", ncols=min(len(most[1]), 4), frameon=False, fontsize=9)
        return
    for ax, (_, labels) in zip(axes, named, strict=True):
        if labels:
            ax.legend(frameon=False, fontsize=8)


def draw(name: str, alt: str, plot: Any, *, panels: int = 1, height: float = 4.0) -> str:
    """Write docs/papers/NAME.svg, drawn by `plot` on its axes, and return the Markdown that shows it."""
    shown_as = f"![{alt}]({name}.svg)\n"
    if not PICTURES:
        return shown_as
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "gordan"
    import matplotlib.pyplot as plt

    rows, columns = (1, panels) if panels <= 2 else (-(-panels // 2), 2)
    size = 5.2 * columns, height * rows
    figure, grid = plt.subplots(rows, columns, figsize=size, layout="constrained", squeeze=False)
    axes = grid.flat[:panels]
    plot(axes if panels > 1 else axes[0])
    for ax in axes:
        ax.grid(True, which="major", color="#dddddd", linewidth=0.6)
        ax.spines[["top", "right"]].set_visible(False)
    _explain(figure, axes)
    figure.savefig(PAGES / f"{name}.svg", metadata={"Date": None})
    plt.close(figure)
    return shown_as
