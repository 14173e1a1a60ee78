"""`DiagnosisDisplay`: where the coefficients of a regression model go, and which rows draw them there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Array
from gordan.errors import InputError
from gordan.regression.diagnose import Diagnosis
from gordan.regression.diagnose.effects import WithEffects
from gordan.show.display import BLUE, CLASS_COLOURS, CLASS_MARKERS, GREY, VERMILLION, Display, headline, plain
from gordan.show.picked import MOST
from gordan.show.placement import NAMED, name_points

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["DiagnosisDisplay"]

_COEFFICIENTS = 30  # lines of the first panel
_STATES = ("-inf", "finite", "+inf", "undetermined", "unsettled")
_WORDS = ("−∞", "finite", "+∞", "undeter-\nmined", "un-\nsettled")
_SIGNS = ("<", "o", ">", "D", "x")
_COLOURS = (VERMILLION, BLUE, VERMILLION, GREY, GREY)


@dataclass(eq=False)
class DiagnosisDisplay(Display):
    """The states of the coefficients, and the rows along the direction in which the likelihood never falls.

    In the second panel, which is drawn on a figure of its own only, every row stands at the change of its linear
    predictor: along the direction successes are never below 0 and failures never above, and rows that are not at 0
    are separated. Models with other responses have one place for each of their inequalities, never below 0.

    Attributes
    ----------
    states
        Name of the coefficient → "finite", "+inf", "-inf", "undetermined" or "unsettled"; others than finite first.
        Of effects after a bar the levels that separate follow.
    changes, lanes, separated
        For each row that is drawn, or each inequality: where it stands, in which class, and whether it is separated;
        no rows where nothing is separated.

    Examples
    --------
    >>> import gordan
    >>> diagnosis = gordan.diagnose("ill ~ dose", data={"ill": [0, 0, 1, 1], "dose": [1.0, 2.0, 2.0, 3.0]})
    >>> DiagnosisDisplay.from_diagnosis(diagnosis).states
    {'Intercept': '-inf', 'dose': '+inf'}
    """

    states: dict[str, str]
    title: str
    changes: Array
    lanes: npt.NDArray[np.int64]
    separated: npt.NDArray[np.bool_]
    classes: tuple[str, ...]
    response: str = ""
    aliased: tuple[str, ...] = ()
    note: str = ""
    names: tuple[tuple[int, object], ...] = ()  # places among those that are drawn, and what their rows are called

    _size: ClassVar[tuple[float, float]] = (9.6, 4.8)

    @classmethod
    def from_diagnosis(cls, diagnosis: Diagnosis) -> DiagnosisDisplay:
        """The picture of what `gordan.diagnose` returned."""
        if not isinstance(diagnosis, Diagnosis):
            raise InputError(f"{type(diagnosis).__name__} is no diagnosis; give what gordan.diagnose returned")
        changes, lanes, separated, classes = _along(diagnosis)
        note, drawn = "", np.arange(len(changes))
        if len(changes) > MOST:
            # Separated ones first: they are what the picture is about.
            drawn = np.random.default_rng(0).permutation(len(changes))
            drawn = np.sort(drawn[np.argsort(~separated[drawn], kind="stable")][:MOST])
            note = f"{MOST:,} of {len(changes):,} are drawn, separated ones first"
        ordered = sorted(diagnosis.coefficients.items(), key=lambda each: each[1] == "finite")
        return cls(
            states=dict(ordered) | _levels(diagnosis),
            title=_title(diagnosis),
            changes=changes[drawn],
            lanes=lanes[drawn],
            separated=separated[drawn],
            classes=classes,
            response=diagnosis.response,
            aliased=diagnosis.aliased,
            note=note,
            names=_labels(diagnosis, drawn, separated),
        )

    def _panels(self, figure: Figure) -> Sequence[Axes]:
        if not self.separated.any():
            # Long names take room from the right, and would cut the title off.
            longest = max((len(plain(name)) for name in list(self.states)[:_COEFFICIENTS]), default=0)
            figure.set_size_inches(min(5.6 + 0.08 * max(longest - 12, 0), self._size[0]), self._size[1])
            return [figure.add_subplot()]
        left, right = figure.subplots(1, 2)
        return [left, right]

    def _draw(self, axes: Sequence[Axes]) -> None:
        ax, shown = axes[0], list(self.states.items())[:_COEFFICIENTS]
        for state, sign, colour in zip(_STATES, _SIGNS, _COLOURS, strict=True):
            at = [k for k, (_, each) in enumerate(shown) if each == state]
            ax.scatter([_STATES.index(state)] * len(at), at, marker=sign, s=70, color=colour, zorder=2)
        names = [f"{plain(name)}{' (aliased)' if name in self.aliased else ''}" for name, _ in shown]
        last = max([2, *(_STATES.index(state) for _, state in shown)])
        ax.set_yticks(range(len(shown)), names, fontsize="small")
        ax.set_xticks(range(last + 1), _WORDS[: last + 1])
        ax.set(xlim=(-0.5, last + 0.5), ylim=(len(shown) - 0.5, -0.5), xlabel="the coefficient's estimate")
        ax.grid(color="0.9", zorder=0)
        ax.set_axisbelow(True)
        headline(ax, self.title, self._left_out())
        if len(axes) > 1:
            self._draw_rows(axes[1])

    def _draw_rows(self, ax: Axes) -> None:
        spread = 0.6 * (np.modf(np.arange(len(self.changes)) * 0.6180339887)[0] - 0.5)
        for lane in range(max(len(self.classes), 1)):
            here = self.lanes == lane
            colour, marker = CLASS_COLOURS[lane % 2], CLASS_MARKERS[lane % 2]
            for group, face in ((here & self.separated, colour), (here & ~self.separated, "none")):
                ax.scatter(self.changes[group], lane + spread[group], s=26, marker=marker, c=face, edgecolors=colour)
        ax.axvline(0.0, color="black", linewidth=1.2, zorder=0)
        ax.set_ylabel(plain(self.response))
        ax.set_yticks(range(len(self.classes)), [plain(name, 20) for name in self.classes])
        ax.set(ylim=(-0.6, max(len(self.classes), 1) - 0.4), xlabel=self._measured())
        title = "Rows along the direction; filled ones are separated"
        headline(ax, title, self.note)
        places = np.column_stack([self.changes, self.lanes + spread])
        named = [place for place, _ in self.names]
        names = [plain(name, 16) for _, name in self.names]
        zero = np.array([[0.0, -1.0], [0.0, len(self.classes) + 1.0]])
        written = name_points(ax, places[named], names, others=places, lines=[zero])
        if written < len(names):
            headline(ax, title, self.note, f"{written} of the {len(names)} separated rows are named")

    def _measured(self) -> str:
        if len(self.classes) == 2:
            return "change of the linear predictor"
        return "product of each inequality with the direction"

    def _left_out(self) -> str:
        rest = list(self.states.values())[_COEFFICIENTS:]
        if not rest:
            return ""
        finite = sum(state == "finite" for state in rest)
        return f"{len(rest):,} more coefficients, {'all' if finite == len(rest) else f'{finite:,} of them'} finite"


def _along(
    diagnosis: Diagnosis,
) -> tuple[Array, npt.NDArray[np.int64], npt.NDArray[np.bool_], tuple[str, ...]]:
    """Where rows stand along the direction, in which lane, whether they are separated, and what the lanes are."""
    split, posed = diagnosis.split, diagnosis.study.posed
    if split is None or not split.strict.any():
        return np.zeros(0), np.zeros(0, np.int64), np.zeros(0, bool), ()
    rows = posed.rows
    gains = np.asarray(rows.inequalities @ split.direction, dtype=np.float64)[: rows.owner.size]
    separated = np.asarray(split.strict, dtype=bool)[: rows.owner.size]
    # What is proved to be 0 is drawn there, whatever the direction's nearest doubles give.
    gains = np.where(separated, gains, 0.0)
    owners = np.concatenate([rows.owner, rows.pinned]).astype(np.int64)
    gains = np.concatenate([gains, np.zeros(rows.pinned.size)])
    separated = np.concatenate([separated, np.zeros(rows.pinned.size, bool)])
    if posed.codes is None or diagnosis.family != "binomial" or len(posed.codes.classes) != 2:
        return gains, np.zeros(len(gains), np.int64), separated, ()
    lanes = np.asarray(posed.codes.seen[owners, 1], dtype=np.int64)
    return np.where(lanes == 1, gains, -gains), lanes, separated, posed.codes.classes


def _levels(diagnosis: Diagnosis) -> dict[str, str]:
    """The levels of effects after a bar that separate, those with the most rows first."""
    if not isinstance(diagnosis, WithEffects) or not diagnosis.separated:
        return {}
    levels = diagnosis.levels
    some = levels[levels["state"] != "finite"].sort_values("rows", ascending=False, kind="stable")
    names = [f"{effect} = {level}" for effect, level in zip(some["effect"], some["level"], strict=True)]
    return dict(zip(names, some["state"], strict=True))


def _labels(
    diagnosis: Diagnosis, drawn: npt.NDArray[np.int64], separated: npt.NDArray[np.bool_]
) -> tuple[tuple[int, object], ...]:
    """Of few separated rows the labels that they have in the data."""
    posed, places = diagnosis.study.posed, np.flatnonzero(separated[drawn])
    if not 0 < len(places) <= NAMED:
        return ()
    return tuple((int(place), posed.design.labels[posed.rows.owner[drawn[place]]]) for place in places)


def _title(diagnosis: Diagnosis) -> str:
    if diagnosis.separated is None:
        return "Undecided"
    if not diagnosis.separated:
        return "Overlap: finite estimates exist"
    if diagnosis.family == "cox":
        return f"Monotone likelihood: {len(diagnosis.rows):,} events are separated"
    kind = "Complete separation" if diagnosis.kind == "complete" else "Quasi-complete separation"
    return f"{kind}: {len(diagnosis.rows):,} of {diagnosis.n:,} rows"
