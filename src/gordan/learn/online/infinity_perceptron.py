"""The ∞-perceptron, one example at a time: the threshold grows with the updates.

1. w ← 0, t ← 0, β ← 0
2. for every example as it comes: if y w·x ≤ β:
3.     w ← w + yx, t ← t + 1, R ← max(R, ‖x‖)
4.     β ← ½R²((t+1)^α − t^α − 1), so that ‖w‖ ≤ R t^(α/2)

R is the length of the longest point that moved the direction: the induction on ‖w‖ holds as well when it grows.

Guarantee
    At most (R‖u‖)^(2/(2−α)) updates for every u with y u·x ≥ 1 on all examples. If a whole pass over the data makes no
    update then, with α = 2(1−δ), the margin is at least (1−δ)ρ − (R/2)(ρ/R)^((1−δ)/δ).
Reference
    Moran, Nachum, Panasoff and Yehudayoff, Algorithm 4 (whose exponent (2−δ)/δ is a slip).
"""

from __future__ import annotations

from typing import Any

from gordan.engine.compiled.rule import Rule
from gordan.errors import InputError
from gordan.learn.online.learner import Learner
from gordan.learn.online.number import is_number

__all__ = ["OnlineInfinityPerceptron"]


class OnlineInfinityPerceptron(Learner):
    """The perceptron whose threshold never stops growing, on a stream.

    Parameters
    ----------
    alpha : float
        Between 1 and 2: the closer to 2, the larger the margin and the more updates.
    intercept, combine, classes, growing
        As in `OnlinePerceptron`.

    Examples
    --------
    >>> from gordan.online import OnlineInfinityPerceptron
    >>> learner = OnlineInfinityPerceptron(alpha=1.5, intercept=False)
    >>> for x in [[1.0, 0.0], [1.0, 1.0], [1.0, 1.0]]:
    ...     learner.learn_one(x, "yes")
    >>> learner.mistakes, learner.updates
    (1, 1)
    """

    def __init__(
        self,
        *,
        alpha: float = 1.25,
        intercept: bool = True,
        combine: str = "last",
        classes: Any = None,
        growing: bool = False,
    ) -> None:
        if not is_number(alpha) or not 1 < alpha < 2:
            raise InputError(f"alpha is {alpha!r}; give a number between 1 and 2")
        self.alpha = float(alpha)
        super().__init__(intercept=intercept, combine=combine, classes=classes, growing=growing)

    def _rule(self) -> Rule:
        return Rule.infinity(self.alpha, 1.0)

    def options(self) -> dict[str, Any]:
        return {"alpha": self.alpha, **super().options()}
