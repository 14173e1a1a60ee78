"""`SeparabilityDisplay`: which classes a hyperplane tells apart, as a matrix of pairs."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from gordan.errors import InputError
from gordan.show.display import BLUE, GREY, ORANGE, Display, headline, legend_below, plain

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

__all__ = ["Cell", "SeparabilityDisplay"]

_NEEDED = ("first", "second", "against", "verdict", "relative", "errors")
_VERDICTS = ("separable", "inseparable", "undecided")
_STYLES: dict[str, dict[str, Any]] = {
    "separable": {"facecolor": BLUE, "edgecolor": "white"},
    "inseparable": {"facecolor": ORANGE, "edgecolor": "white", "hatch": "///"},
    "undecided": {"facecolor": GREY, "edgecolor": "white", "hatch": "..."},
}
_WRITTEN = 12  # classes up to which every cell has its number
_TICKS = 40  # classes up to which every one is named


class Cell(NamedTuple):
    """One question: its place in the matrix, its answer, and the number that is written there."""

    row: int
    column: int
    verdict: str
    text: str


@dataclass(eq=False)
class SeparabilityDisplay(Display):
    """A cell for each pair of classes, below the diagonal, and a last column for each class against the rest.

    In the cell of a separable pair is its margin relative to the radius of the points, in that of an inseparable one
    how many rows the best hyperplane found has on the wrong side.

    Examples
    --------
    >>> import gordan
    >>> table = gordan.separability([[0.0], [1.0], [4.0], [9.0], [2.0]], ["a", "a", "b", "c", "c"], rest=False)
    >>> [cell.verdict for cell in SeparabilityDisplay.from_frame(table).cells]
    ['separable', 'separable', 'inseparable']
    """

    classes: tuple[object, ...]
    cells: tuple[Cell, ...]
    rest: bool

    @classmethod
    def from_frame(cls, table: pd.DataFrame) -> SeparabilityDisplay:
        """The picture of the data frame that `gordan.separability` returned."""
        missing = [name for name in _NEEDED if name not in getattr(table, "columns", ())]
        if missing:
            raise InputError(
                f"the table has no column {missing[0]!r}; give the data frame that gordan.separability returned"
            )
        if not len(table):
            raise InputError("the table has no rows; give the data frame that gordan.separability returned")
        questions = table.to_dict("records")
        classes = tuple(dict.fromkeys(each[k] for k in ("first", "second") for each in questions if _named(each, k)))
        place = {name: k for k, name in enumerate(classes)}
        cells = []
        for each in questions:
            first = place[each["first"]]
            against = len(classes) if each["against"] == "rest" else place[each["second"]]
            row, column = (first, against) if each["against"] == "rest" else (max(first, against), min(first, against))
            cells.append(Cell(row, column, each["verdict"], _text(each)))
        return cls(classes, tuple(cells), any(each["against"] == "rest" for each in questions))

    def _draw(self, axes: Sequence[Axes]) -> None:
        from matplotlib.patches import Rectangle

        handles: dict[str, Any] = {}
        ax, k = axes[0], len(self.classes)
        size = 8.5 if k <= _WRITTEN // 2 else 6.5
        for cell in self.cells:
            left = cell.column + (0.3 if cell.column == k else 0.0) - 0.5
            patch = ax.add_patch(Rectangle((left, cell.row - 0.5), 1.0, 1.0, linewidth=1.0, **_STYLES[cell.verdict]))
            handles.setdefault(cell.verdict, patch)
            if k <= _WRITTEN:
                beneath = {"facecolor": "white", "edgecolor": "none", "pad": 1.5}
                ax.text(left + 0.5, cell.row, cell.text, ha="center", va="center", fontsize=size, bbox=beneath)
        names, step = [plain(name, 20) for name in self.classes], -(-k // _TICKS)
        pairs = any(cell.column < k for cell in self.cells)
        columns, rows = range(0, k - 1, step) if pairs else range(0), range(0 if self.rest else 1, k, step)
        others = [(k + 0.3, "all others")] if self.rest else []
        ticks, words = zip(*[*((j, names[j]) for j in columns), *others], strict=True)
        ax.set_xticks(ticks, words, rotation=45, ha="right")
        ax.set_yticks(rows, [names[j] for j in rows])
        ax.set(xlim=(-0.5 if pairs else k - 0.7, k - 0.5 + 1.3 * self.rest), ylim=(k - 0.5, -0.5))
        ax.set_aspect("equal")
        for side in ax.spines.values():
            side.set_visible(False)
        counts = {verdict: sum(cell.verdict == verdict for cell in self.cells) for verdict in _VERDICTS}
        headline(ax, ", ".join(f"{count:,} {verdict}" for verdict, count in counts.items() if count))
        if k <= _WRITTEN:
            ax.set_xlabel("separable: margin over radius; inseparable: rows on the wrong side", fontsize="small")
        shown = [verdict for verdict in _VERDICTS if verdict in handles]
        self._legend(ax, [handles[verdict] for verdict in shown], shown)

    def _legend(self, ax: Axes, handles: Sequence[Artist], labels: Sequence[str]) -> None:
        """Above the diagonal, where there are no cells."""
        if len(self.classes) < 3:
            legend_below(ax, handles, labels, columns=3)
        else:
            corner = (1.0 - 1.4 * self.rest / (len(self.classes) + 1.3), 1.0)
            style = {"frameon": False, "fontsize": "small"}
            ax.legend(handles, labels, loc="upper right", bbox_to_anchor=corner, **style)


def _named(question: Mapping[Hashable, Any], side: str) -> bool:
    return side == "first" or question["against"] != "rest"


def _text(question: Mapping[Hashable, Any]) -> str:
    if question["verdict"] == "separable":
        return f"{question['relative']:.1g}"
    return f"{int(question['errors']):,}" if question["verdict"] == "inseparable" else "?"
