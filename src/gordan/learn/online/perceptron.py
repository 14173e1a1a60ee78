"""Rosenblatt's perceptron, one example at a time.

1. w ← 0
2. for every example as it comes: if y w·x ≤ 0, count a mistake and w ← w + yx

Guarantee
    At most R²‖u‖² mistakes for every u with y u·x ≥ 1 on all examples, and at most R²‖u‖² + 2 Σ hinge for every u
    whatever, the losses summed over the sequence. With an intercept see `Run`.
Reference
    Rosenblatt (1958); Novikoff (1962); Freund and Schapire (1999) for averages and votes; Moran, Nachum, Panasoff and
    Yehudayoff, Algorithm 1 and footnote 1.
"""

from __future__ import annotations

from typing import Any

from gordan.engine.compiled.rule import Rule
from gordan.errors import InputError
from gordan.learn.online.learner import Learner
from gordan.learn.online.number import is_number, shown
from gordan.learn.online.run import LEAST

__all__ = ["OnlineAggressivePerceptron", "OnlineInfinityPerceptron", "OnlinePerceptron", "OnlineRIndependentPerceptron"]


class OnlinePerceptron(Learner):
    """The classical perceptron on a stream.

    Parameters
    ----------
    intercept : bool
        Whether the hyperplane may miss the origin. No radius is needed: the last coordinate grows with the points.
    combine : {"last", "averaged", "voted"}
        What predicts: the last direction, the mean over all examples of the direction after each, or the vote of all
        directions, each with as many votes as examples it lived for. A vote keeps every mistaken example.
    classes : sequence of two labels, optional
        Otherwise labels are learned as they come. The second in sorted order is positive.
    growing : bool
        Whether sparse batches may have other numbers of columns than those before. Named features always may grow.

    Examples
    --------
    >>> from gordan.online import OnlinePerceptron
    >>> learner = OnlinePerceptron()
    >>> for x, y in [({"height": 3.0}, "tree"), ({"height": 1.0}, "shrub"), ({"height": 4.0}, "tree")]:
    ...     learner.learn_one(x, y)
    >>> learner.mistakes, learner.examples, learner.predict_one({"height": 6.0})
    (2, 3, 'tree')
    """

    def _rule(self) -> Rule:
        return Rule.rosenblatt()


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
