"""How the threshold β grows with the number of updates.

Constant: β, whatever happens; 0 is the perceptron, 1 the usual hinge loss.
Power: β = c·t^γ after t updates, 0 < γ < 1, as in the paper's table 1.
Infinity: β = ½c((t+1)^α − t^α − 1), 1 < α < 2 (Algorithm 4), with c = R², the squared length of the longest input. For
    large t it is about (α/2)·c·t^(α−1), a power.
Adaptive: β starts at 0 and becomes 4‖x‖² whenever an update on x finds β < ‖x‖² (Algorithm 3).
Function: β = f(t), any f of yours.

β is the threshold itself, in the units of a product w·x; the solvers and the online learners have the same unit.

A product equal to the threshold is an error, but not for a constant β > 0: Algorithms 1, 3 and 4 say ≤, Algorithm 2 <.

Reference
    Moran, Nachum, Panasoff and Yehudayoff, table 1 and Algorithms 1 to 4. Their time t is the number of updates.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import InitVar, dataclass, field, fields
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from gordan.arithmetic.growth import growth_exponent
from gordan.errors import InputError
from gordan.learn.neural.reading import read_number

__all__ = ["BetaSchedule", "Threshold", "read_schedule"]

Vector = NDArray[np.float64]
Threshold = Callable[[int], float]
TAKEN: dict[str, tuple[str, ...]] = {
    "constant": ("scale", "inclusive"),
    "power": ("scale", "gamma"),
    "infinity": ("scale", "alpha"),
    "adaptive": (),
    "function": ("function", "inclusive"),
}
KINDS = f"{', '.join(map(repr, list(TAKEN)[:-1]))} or {list(TAKEN)[-1]!r}"


@dataclass(frozen=True)
class BetaSchedule:
    """A rule for β; made by `constant`, `power`, `infinity`, `adaptive` or `of`. It counts nothing: a `Clock` does.

    `inclusive` says whether a product equal to β is an error. `BetaSchedule("infinity", alpha=1.5)` may also be given
    by `delta`, with alpha = 2(1 − delta).

    Examples
    --------
    >>> import numpy as np
    >>> BetaSchedule.power(0.5, scale=3.0).threshold(np.zeros(2), np.array([4, 9]), np.zeros(2))
    array([6., 9.])
    """

    kind: Literal["constant", "power", "infinity", "adaptive", "function"]
    scale: float = 1.0
    gamma: float = 0.0
    inclusive: bool = True
    alpha: float = 0.0
    function: Threshold | None = field(default=None, repr=False)
    delta: InitVar[float | None] = None

    def __post_init__(self, delta: float | None) -> None:
        if not isinstance(self.kind, str) or self.kind not in TAKEN:
            raise InputError(f"a schedule is {KINDS}; it was given as {self.kind!r}")
        if self.kind == "infinity":
            object.__setattr__(self, "alpha", growth_exponent(self.alpha, delta, default=0.0))
        elif delta is not None:
            raise InputError(f"delta is {delta!r} and the schedule {self.kind!r} has none; leave it out")
        self._check_numbers()
        for name, usual in (("scale", 1.0), ("gamma", 0.0), ("inclusive", True), ("alpha", 0.0), ("function", None)):
            value: object = getattr(self, name)
            same = value is None if usual is None else isinstance(value, int | float) and value == usual
            if name not in TAKEN[self.kind] and not same:
                raise InputError(f"{name} is {value!r} and the schedule {self.kind!r} has none; leave it out")
        if not isinstance(self.inclusive, bool) or not (self.inclusive or self.begin > 0):
            raise InputError(
                f"inclusive is {self.inclusive!r}; give True or False, and True for beta = 0, where w = 0 must err"
            )
        object.__setattr__(self, "scale", float(self.scale))
        object.__setattr__(self, "gamma", float(self.gamma))

    def _check_numbers(self) -> None:
        if self.kind == "constant" and not 0 <= read_number(self.scale) < math.inf:
            raise InputError(
                f"beta is {self.scale!r}; give 0 (the perceptron), 1 (the hinge loss) or another number >= 0"
            )
        if self.kind == "power" and not 0 < read_number(self.gamma) < 1:
            raise InputError(
                f"gamma is {self.gamma!r}; give 0 < gamma < 1, or BetaSchedule.constant(beta) for no growth"
            )
        if self.kind in ("power", "infinity") and not 0 < read_number(self.scale) < math.inf:
            meaning = "the threshold after the first update" if self.kind == "power" else "the longest input's ‖x‖²"
            raise InputError(f"scale is {self.scale!r}; give a positive number, {meaning}")
        if self.kind == "function" and not callable(self.function):
            raise InputError(f"function is {self.function!r}; give one from the number of updates to the threshold")

    @classmethod
    def constant(cls, beta: float, *, inclusive: bool | None = None) -> BetaSchedule:
        """A constant β; unless `inclusive` says otherwise, a product equal to it is an error for β = 0 only.

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
    def infinity(cls, alpha: float | None = None, *, delta: float | None = None, scale: float = 1.0) -> BetaSchedule:
        """Algorithm 4's β = ½ scale ((t+1)^alpha − t^alpha − 1) after t updates; `delta` for alpha = 2(1 − delta).

        >>> import numpy as np
        >>> BetaSchedule.infinity(delta=0.25).threshold(np.zeros(1), np.array([3]), np.zeros(1)).round(3)
        array([0.902])
        """
        if alpha is None and delta is None:
            raise InputError("neither alpha nor delta was given; give 1 < alpha < 2, or delta for alpha = 2(1 - delta)")
        return cls("infinity", scale, alpha=0.0 if alpha is None else alpha, delta=delta)

    @classmethod
    def adaptive(cls) -> BetaSchedule:
        """β follows the longest input that an update was made on.

        >>> import numpy as np
        >>> BetaSchedule.adaptive().threshold(np.array([0.0, 30.0]), np.array([1, 7]), np.array([25.0, 25.0]))
        array([100.,  30.])
        """
        return cls("adaptive")

    @classmethod
    def of(cls, function: Threshold, *, inclusive: bool = True) -> BetaSchedule:
        """β = function(t) after t updates, t = 0 before the first; each value a finite number, 0 or more.

        >>> import numpy as np
        >>> BetaSchedule.of(lambda t: min(t, 3)).threshold(np.zeros(2), np.array([2, 5]), np.zeros(2))
        array([2., 3.])
        """
        return cls("function", inclusive=inclusive, function=function)

    @property
    def begin(self) -> float:
        """The threshold before any update."""
        if self.kind == "function":
            return self._evaluate(0)
        return float(self.scale) if self.kind == "constant" else 0.0

    @property
    def needs_length(self) -> bool:
        """Whether thresholds depend on how long the inputs are."""
        return self.kind == "adaptive"

    def threshold(self, beta: Vector, updates: NDArray[np.int64], squared: Vector) -> Vector:
        """Thresholds after an update: from those before it, the updates so far, and ‖x‖² of what was learned."""
        if self.kind == "power":
            return np.asarray(self.scale * np.power(updates.astype(np.float64), self.gamma))
        if self.kind == "infinity":
            t = updates.astype(np.float64)
            return np.asarray(0.5 * self.scale * (np.power(t + 1.0, self.alpha) - np.power(t, self.alpha) - 1.0))
        if self.kind == "adaptive":
            return np.where(beta < squared, 4.0 * squared, beta)
        if self.kind == "function":
            return np.array([self._evaluate(t) for t in updates.tolist()])
        return np.full_like(beta, self.scale)

    def _evaluate(self, t: int) -> float:
        assert self.function is not None
        value = self.function(t)
        if not 0 <= read_number(value) < math.inf:
            raise InputError(f"the schedule gives {value!r} after {t} updates; let it give a finite number, 0 or more")
        return float(value)

    def to_dict(self) -> dict[str, object]:
        """The schedule in plain values; a function has none, and must be given again on loading."""
        return {each.name: getattr(self, each.name) for each in fields(self) if each.name != "function"}

    def from_dict(self, values: Mapping[str, object]) -> BetaSchedule:
        """The schedule that `to_dict` wrote; where that was a function, with the function of this one."""
        function = self.function if values["kind"] == "function" else None
        return BetaSchedule(**values, function=function)  # type: ignore[arg-type]


def read_schedule(schedule: BetaSchedule | float | Threshold) -> BetaSchedule:
    """A schedule, a constant or a function of the number of updates, as a schedule.

    >>> read_schedule(2.0).kind, read_schedule(lambda t: t**0.5).kind
    ('constant', 'function')
    """
    if isinstance(schedule, BetaSchedule):
        return schedule
    return BetaSchedule.of(schedule) if callable(schedule) else BetaSchedule.constant(schedule)
