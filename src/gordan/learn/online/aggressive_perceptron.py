"""The aggressive perceptron, one example at a time: also narrow answers move the direction.

1. w ← 0
2. for every example as it comes: if y w·x < β, w ← w + yx; a mistake is counted if y w·x was not positive

Guarantee
    At most (2β + R²)‖u‖² updates for every u with y u·x ≥ 1 on all examples; plus 2 Σ hinge for every u whatever. If a
    whole pass over the data makes no update the margin is at least ρβ/(2β + R²).
Reference
    Moran, Nachum, Panasoff and Yehudayoff, Algorithm 2.
"""

from __future__ import annotations

from typing import Any

from gordan.engine.compiled.rule import Rule
from gordan.errors import InputError
from gordan.learn.online.learner import Learner
from gordan.learn.online.number import is_number, shown
from gordan.learn.online.run import LEAST

__all__ = ["OnlineAggressivePerceptron"]


class OnlineAggressivePerceptron(Learner):
    """The perceptron with a threshold on a stream.

    Parameters
    ----------
    beta : float
        The threshold, in the units of a squared length. Where lengths are not known use
        `OnlineRIndependentPerceptron`.
    intercept, combine, classes, growing
        As in `OnlinePerceptron`.

    Examples
    --------
    >>> from gordan.online import OnlineAggressivePerceptron
    >>> learner = OnlineAggressivePerceptron(beta=5.0, intercept=False)
    >>> for x in [[2.0, 0.0], [1.0, 1.0], [2.0, 1.0]]:
    ...     learner.learn_one(x, "yes")
    >>> learner.mistakes, learner.updates, learner.coef_
    (1, 2, array([3., 1.]))
    """

    def __init__(
        self,
        *,
        beta: float = 1.0,
        intercept: bool = True,
        combine: str = "last",
        classes: Any = None,
        growing: bool = False,
    ) -> None:
        if not is_number(beta) or not 0 < beta <= LEAST**-2:
            raise InputError(
                f"beta is {shown(beta)}; give a threshold above 0 and up to 2**1000, or use OnlinePerceptron()"
            )
        self.beta = float(beta)
        super().__init__(intercept=intercept, combine=combine, classes=classes, growing=growing)

    def _rule(self) -> Rule:
        return Rule.aggressive(self.beta)

    def options(self) -> dict[str, Any]:
        return {"beta": self.beta, **super().options()}
