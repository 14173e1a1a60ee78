"""`CompressionDisplay`: bounds on the errors of a rule that few examples make, beside one another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from gordan.errors import InputError
from gordan.learn.compression.bound.record import Bounds
from gordan.outcome.verdict import at_most
from gordan.show.display import BLUE, GREY, VERMILLION, Display, headline, plain

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["CompressionDisplay"]


@dataclass(eq=False)
class CompressionDisplay(Display):
    """A bar for each bound that `error_bounds` or `margin_bounds` considered, the tightest of those that apply hatched.

    Bounds of 1 and more say nothing, and are cut there; of those that do not apply there is no bar but a word.

    Examples
    --------
    >>> import gordan
    >>> problem = gordan.Points([[float(k)] for k in range(-50, 51) if k], [k > 0 for k in range(-50, 51) if k])
    >>> bounds = gordan.bound.error_bounds(problem, gordan.solve(problem))
    >>> CompressionDisplay.from_bounds(bounds).bounds.tightest.name
    'supports'
    """

    bounds: Bounds

    _size: ClassVar[tuple[float, float]] = (7.2, 3.6)

    @classmethod
    def from_bounds(cls, bounds: Bounds) -> CompressionDisplay:
        """The picture of what `gordan.bound.error_bounds` or `margin_bounds` returned."""
        if not isinstance(bounds, Bounds):
            raise InputError(
                f"{type(bounds).__name__} has no bounds; give what gordan.bound.error_bounds or margin_bounds returned"
            )
        return cls(bounds)

    def _draw(self, axes: Sequence[Axes]) -> None:
        ax, tightest = axes[0], self.bounds.tightest
        for place, bound in enumerate(self.bounds.bounds):
            if not bound.applies:
                ax.text(0.01, place, "does not apply", va="center", fontsize="small", transform=_across(ax))
                continue
            best = bound is tightest and not bound.vacuous
            colour = VERMILLION if best else GREY if bound.vacuous else BLUE
            hatch = "////" if best else ""
            ax.barh(place, min(bound.value, 1.0), color=colour, hatch=hatch, edgecolor="white", height=0.6)
            word = "says nothing" if bound.vacuous else at_most(bound.value, 2)
            ax.text(min(bound.value, 1.0), place, f" {word}", va="center", fontsize="small", clip_on=False)
        names = [f"{plain(bound.name)}:\n{plain(bound.rule)}" for bound in self.bounds.bounds]
        ax.set_yticks(range(len(names)), names, fontsize="small")
        ax.set(ylim=(len(names) - 0.5, -0.5), xlabel="the error is at most", xlim=self._limits())
        sure = f"with confidence {1 - self.bounds.delta:g}, all bounds at once"
        headline(ax, f"What {self.bounds.n:,} examples say of others", sure)

    def _limits(self) -> tuple[float, float]:
        """Room for the words at the ends of the bars."""
        values = [min(bound.value, 1.0) for bound in self.bounds.bounds if bound.applies]
        return 0.0, 1.2 * float(np.max(values, initial=1e-300))


def _across(ax: Axes) -> Any:
    """Across in parts of the axes, down in bars."""
    return ax.get_yaxis_transform()
