"""How the threshold β grows with the number of updates.

Constant: β, whatever happens; 0 is the perceptron, 1 the usual hinge loss.
Power: β = c·t^γ after t updates, 0 < γ < 1. Algorithm 4 has ½((t+1)^α − t^α − 1)·R², which for large t is
    (α/2)·t^(α−1)·R²: so γ = α − 1 and c = (1+γ)/2·R².
Adaptive: β starts at 0 and becomes 4‖x‖² whenever an update on x finds β < ‖x‖² (Algorithm 3).

A product equal to the threshold is an error, but not for a constant β > 0: Algorithms 1, 3 and 4 say ≤, Algorithm 2 <.

Reference
    Moran, Nachum, Panasoff and Yehudayoff, table 1 and Algorithms 1 to 4. Their time t is the number of updates.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from gordan.errors import InputError
from gordan.learn.neural.reading import read_number

__all__ = ["BetaSchedule"]

Vector = NDArray[np.float64]
TAKEN = {"constant": ("scale", "inclusive"), "power": ("scale", "gamma"), "adaptive": ()}


@dataclass(frozen=True)
class BetaSchedule:
    """A rule for β; made by `constant`, `power` or `adaptive`. It counts nothing: a `Clock` does.

    `inclusive` says whether a product equal to β is an error.

    Examples
    --------
    >>> import numpy as np
    >>> BetaSchedule.power(0.5, scale=3.0).threshold(np.zeros(2), np.array([4, 9]), np.zeros(2))
    array([6., 9.])
    """

    kind: Literal["constant", "power", "adaptive"]
    scale: float = 1.0
    gamma: float = 0.0
    inclusive: bool = True

    def __post_init__(self) -> None:
        if not isinstance(self.kind, str) or self.kind not in TAKEN:
            raise InputError(f"a schedule is 'constant', 'power' or 'adaptive'; it was given as {self.kind!r}")
        if self.kind == "constant" and not 0 <= read_number(self.scale) < math.inf:
            raise InputError(
                f"beta is {self.scale!r}; give 0 (the perceptron), 1 (the hinge loss) or another number >= 0"
            )
        if self.kind == "power" and not 0 < read_number(self.gamma) < 1:
            raise InputError(
                f"gamma is {self.gamma!r}; give 0 < gamma < 1, or BetaSchedule.constant(beta) for no growth"
            )
        if self.kind == "power" and not 0 < read_number(self.scale) < math.inf:
            raise InputError(f"scale is {self.scale!r}; give a positive number, the threshold after the first update")
        for name, usual in (("scale", 1.0), ("gamma", 0.0), ("inclusive", True)):
            value: object = getattr(self, name)
            if name not in TAKEN[self.kind] and not (isinstance(value, int | float) and value == usual):
                raise InputError(f"{name} is {value!r} and the schedule {self.kind!r} has none; leave it out")
        if not isinstance(self.inclusive, bool) or not (self.inclusive or self.scale > 0):
            raise InputError(
                f"inclusive is {self.inclusive!r}; give True or False, and True for beta = 0, where w = 0 must err"
            )
        object.__setattr__(self, "scale", float(self.scale))
        object.__setattr__(self, "gamma", float(self.gamma))

    @classmethod
    def constant(cls, beta: float, *, inclusive: bool | None = None) -> BetaSchedule:
        """The same β for ever; unless `inclusive` says otherwise, a product equal to it is an error for β = 0 only.

        >>> BetaSchedule.constant(1.0).begin, BetaSchedule.constant(1.0).inclusive
        (1.0, False)
        """
        return cls("constant", beta, inclusive=read_number(beta) == 0 if inclusive is None else inclusive)

    @classmethod
    def power(cls, gamma: float, *, scale: float = 1.0) -> BetaSchedule:
        """β = scale · t^gamma after t updates.

        >>> BetaSchedule.power(0.75).begin
        0.0
        """
        return cls("power", scale, gamma)

    @classmethod
    def adaptive(cls) -> BetaSchedule:
        """β follows the longest input that an update was made on.

        >>> import numpy as np
        >>> BetaSchedule.adaptive().threshold(np.array([0.0, 30.0]), np.array([1, 7]), np.array([25.0, 25.0]))
        array([100.,  30.])
        """
        return cls("adaptive")

    @property
    def begin(self) -> float:
        """The threshold before any update."""
        return self.scale if self.kind == "constant" else 0.0

    @property
    def needs_length(self) -> bool:
        """Whether thresholds depend on how long the inputs are."""
        return self.kind == "adaptive"

    def threshold(self, beta: Vector, updates: NDArray[np.int64], squared: Vector) -> Vector:
        """Thresholds after an update: from those before it, the updates so far, and ‖x‖² of what was learned."""
        if self.kind == "power":
            return np.asarray(self.scale * np.power(updates.astype(np.float64), self.gamma))
        if self.kind == "adaptive":
            return np.where(beta < squared, 4.0 * squared, beta)
        return np.full_like(beta, self.scale)
