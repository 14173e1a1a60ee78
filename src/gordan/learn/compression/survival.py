"""What became of margins when points were projected: of one labelling, or of a family of them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from gordan.engine.loop import separate
from gordan.engine.many import separate_many
from gordan.geometry.length import longest_row
from gordan.outcome import Outcome

__all__ = ["Compared", "Survival", "compare_margins", "survival"]


@dataclass(frozen=True, eq=False)
class Compared:
    """The same labelling before and after, in the points' own units; `radius` is the length of the longest point."""

    before: Outcome
    after: Outcome
    radius: float

    @property
    def kept(self) -> float:
        """At least this share of the margin is left; negative or NaN where a side is not separable."""
        upper = self.before.bracket.upper
        return self.after.bracket.lower / upper if 0 < upper < math.inf else math.nan

    def __str__(self) -> str:
        return (
            f"margin {self.before.bracket} before and {self.after.bracket} after: "
            f"{self.before.kind}, then {self.after.kind}; the longest point has {self.radius:.6g}"
        )


def compare_margins(X: Any, Z: Any, y: Any) -> Compared:
    """The margin of a labelling, by hyperplanes through the origin, on points X and on their images Z."""
    before, after = (separate(data, y, intercept=False, goal="margin") for data in (X, Z))
    return Compared(before, after, longest_row(X))


@dataclass(frozen=True, eq=False)
class Survival:
    """A family of labellings before and after, margins relative to the longest point.

    `asked` are those whose margin before is at least eps for sure; `survived` those of them with at least eps/2 after;
    `returned` those of at least eps/2 after which had eps/4 before; `came` all that have eps/2 after.
    """

    asked: int
    survived: int
    came: int
    returned: int

    @property
    def all_survived(self) -> bool:
        """Whether both halves of Theorem 1.4 hold for these labellings."""
        return self.survived == self.asked and self.returned == self.came


def survival(X: Any, Z: Any, Y: Any, *, eps: float) -> Survival:
    """Which labellings (rows of Y) keep their margins, by hyperplanes through the origin: `separate_many` on both."""
    radius = longest_row(X)
    before, after = (separate_many(data, Y, intercept=False, goal="margin") for data in (X, Z))
    asked, came = before.lower >= eps * radius, after.lower >= eps / 2 * radius
    counts = (asked, asked & came, came, came & (before.lower >= eps / 4 * radius))
    return Survival(*(int(np.count_nonzero(which)) for which in counts))
