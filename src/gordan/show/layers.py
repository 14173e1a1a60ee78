"""`LayerDisplay`: how separable the classes are from layer to layer of a network, or from one embedding to the next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from gordan.errors import InputError
from gordan.show.display import BLUE, GREY, ORANGE, Display, headline, legend_below, plain
from gordan.show.separability import SeparabilityDisplay

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["LayerDisplay"]

_SHARES = (("separable", BLUE, "o-"), ("inseparable", ORANGE, "s--"), ("undecided", GREY, "^:"))
_NAMED = 24  # layers up to which every one is named


@dataclass(eq=False)
class LayerDisplay(Display):
    """Above, the share of questions with each answer; below, the margins of the separable ones over their radius.

    Attributes
    ----------
    layers
        What they are called, in order.
    shares
        For each answer its share of the questions, layer by layer.
    margins
        Layer by layer the relative margins of the questions that are separable.

    Examples
    --------
    >>> import gordan
    >>> y = ["a", "a", "b", "c"]
    >>> frames = {k: gordan.separability([[0.0], [k], [4.0], [9.0]], y) for k in (1.0, 5.0)}
    >>> LayerDisplay.from_frames(frames).shares["separable"]
    [0.8333333333333334, 0.5]
    """

    layers: tuple[str, ...]
    shares: dict[str, list[float]]
    margins: tuple[tuple[float, ...], ...]

    _size: ClassVar[tuple[float, float]] = (6.4, 5.6)

    @classmethod
    def from_frames(cls, frames: Mapping[Any, pd.DataFrame] | Sequence[pd.DataFrame]) -> LayerDisplay:
        """The picture of what `gordan.separability` returned of each layer, in a dict by name or in a list."""
        named = dict(frames) if isinstance(frames, Mapping) else dict(enumerate(frames, 1))
        if not named:
            raise InputError("there are no layers; give the data frames that gordan.separability returned of each")
        for frame in named.values():
            SeparabilityDisplay.from_frame(frame)  # refuses other tables
        shares = {kind: [float((frame["verdict"] == kind).mean()) for frame in named.values()] for kind, *_ in _SHARES}
        margins = tuple(
            tuple(map(float, frame.loc[frame["verdict"] == "separable", "relative"])) for frame in named.values()
        )
        return cls(tuple(map(str, named)), shares, margins)

    def _panels(self, figure: Figure) -> Sequence[Axes]:
        return list(figure.subplots(2, 1, sharex=True))

    def _draw(self, axes: Sequence[Axes]) -> None:
        at, handles, labels = np.arange(len(self.layers)), [], []
        for kind, colour, form in _SHARES:
            if any(self.shares[kind]):
                handles += axes[0].plot(at, self.shares[kind], form, color=colour, markersize=5.0)
                labels.append(kind)
        axes[0].set(ylabel="share of questions", ylim=(-0.05, 1.05))
        headline(axes[0], "Pairs of classes, and classes against the rest, by layer")
        if len(axes) > 1:
            self._draw_margins(axes[1], at)
        last, step = axes[-1], -(-len(self.layers) // _NAMED)
        turned = max(map(len, self.layers)) > 4
        words = [plain(name, 20) for name in self.layers[::step]]
        last.set_xticks(at[::step], words, rotation=45 if turned else 0, ha="right" if turned else "center")
        if not turned:
            last.set_xlabel("layer")
        if len(axes) > 1:
            axes[0].legend(handles, labels, frameon=False, fontsize="small", loc="best")
        else:
            legend_below(axes[0], handles, labels, columns=3)

    def _draw_margins(self, ax: Axes, at: Any) -> None:
        known = [k for k, margins in enumerate(self.margins) if margins]
        for k in known:
            here = np.asarray(self.margins[k])
            ax.vlines(at[k], here.min(), here.max(), color=BLUE, alpha=0.5, linewidth=3.0)
        if known:
            ax.plot(at[known], [np.median(self.margins[k]) for k in known], "o-", color=BLUE, markersize=5.0)
        ax.set(ylabel="margin over radius")
        headline(ax, "Of the separable ones: median, and from the least to the greatest")
