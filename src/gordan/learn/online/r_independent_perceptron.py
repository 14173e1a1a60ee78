"""The R-independent perceptron, one example at a time: aggressive, with a threshold that follows the longest point.

1. w ← 0, β ← 0
2. for every example as it comes: if y w·x ≤ β:
3.     w ← w + yx;  if β < ‖x‖² then β ← 4‖x‖²

Guarantee
    At most 9R²‖u‖² updates for every u with y u·x ≥ 1 on all examples (β never exceeds 4R²), plus 2 Σ hinge for every
    u whatever. If a whole pass over the data makes no update the margin is at least a third of the best one.
Reference
    Moran, Nachum, Panasoff and Yehudayoff, Algorithm 3.
"""

from __future__ import annotations

from gordan.engine.compiled.rule import Rule
from gordan.learn.online.learner import Learner

__all__ = ["OnlineRIndependentPerceptron"]


class OnlineRIndependentPerceptron(Learner):
    """The perceptron that comes within a third of the best margin without knowing how long the points are.

    Parameters
    ----------
    intercept, combine, classes, growing
        As in `OnlinePerceptron`.

    Examples
    --------
    >>> from gordan.online import OnlineRIndependentPerceptron
    >>> learner = OnlineRIndependentPerceptron(intercept=False)
    >>> for x in [[1.0, 0.0], [1.0, 1.0], [1.0, 1.0]]:
    ...     learner.learn_one(x, "yes")
    >>> learner.mistakes, learner.updates
    (1, 3)
    """

    def _rule(self) -> Rule:
        return Rule.r_independent()
