"""Perceptrons that see one example at a time, and differ in the threshold β below which an answer is too narrow.

1. w ← 0, t ← 0
2. for every example as it comes: if y w·x ≤ β (for a fixed β > 0: < β), w ← w + yx, t ← t + 1, and β ← its new value
3.     a mistake is counted if y w·x was not positive

The bounds are for every u with y u·x ≥ 1 on all examples, and R is the greatest length. The first three hold for
every u whatever once 2 Σ hinge is added, the losses summed over the sequence. With an intercept see `Run`. The
algorithms are those of Moran, Nachum, Panasoff and Yehudayoff.

`OnlinePerceptron` (Algorithm 1 and footnote 1): β = 0
    At most R²‖u‖² mistakes. Rosenblatt (1958); Novikoff (1962); Freund and Schapire (1999) for averages and votes.
`OnlineAggressivePerceptron` (Algorithm 2): β is fixed
    At most (2β + R²)‖u‖² updates. If a whole pass over the data makes none the margin is at least ρβ/(2β + R²).
`OnlineRIndependentPerceptron` (Algorithm 3): β ← 4‖x‖² whenever an update on x finds β < ‖x‖²
    At most 9R²‖u‖² updates, for β never exceeds 4R². If a whole pass makes none the margin is at least a third of the
    best one.
`OnlineInfinityPerceptron` (Algorithm 4): β ← ½R²((t+1)^α − t^α − 1), so that ‖w‖ ≤ R t^(α/2)
    R is the length of the longest point that moved the direction: the induction on ‖w‖ holds as well when it grows. At
    most (R‖u‖)^(2/(2−α)) updates. If a whole pass makes none then, with α = 2(1−δ), the margin is at least
    (1−δ)ρ − (R/2)(ρ/R)^((1−δ)/δ); the paper's exponent (2−δ)/δ is a slip.
"""

from __future__ import annotations

from gordan.arithmetic.growth import growth_exponent
from gordan.engine.compiled.rule import Rule
from gordan.errors import InputError
from gordan.learn.online.learner import Learner
from gordan.learn.online.run import LEAST
from gordan.problem.number import real, shown

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
    abstain : bool
        Whether "don't know" (None) is the answer to products within the threshold β, not to zero only. Every update is
        then a mistake or an abstention, so that the bounds above are bounds of both together.

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
    intercept, combine, classes, growing, abstain
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
        The threshold itself, in the units of a squared length, as in `gordan.solver.AggressivePerceptron`. Where
        lengths are not known use `OnlineRIndependentPerceptron`.
    intercept, combine, classes, growing, abstain
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
        classes: object = None,
        growing: bool = False,
        abstain: bool = False,
    ) -> None:
        if not 0 < real(beta) <= LEAST**-2:
            raise InputError(
                f"beta is {shown(beta)}; give a threshold above 0 and up to 2**1000, or use OnlinePerceptron()"
            )
        self.beta = float(beta)
        super().__init__(intercept=intercept, combine=combine, classes=classes, growing=growing, abstain=abstain)

    def _rule(self) -> Rule:
        return Rule.aggressive(self.beta)

    def options(self) -> dict[str, object]:
        return {"beta": self.beta, **super().options()}


class OnlineInfinityPerceptron(Learner):
    """The perceptron whose threshold never stops growing, on a stream.

    Parameters
    ----------
    alpha : float
        Between 1 and 2: the closer to 2, the larger the margin and the more updates.
    delta : float, optional
        In the place of alpha: 0 < delta < 0.5 with alpha = 2(1 − delta).
    intercept, combine, classes, growing, abstain
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
        delta: float | None = None,
        intercept: bool = True,
        combine: str = "last",
        classes: object = None,
        growing: bool = False,
        abstain: bool = False,
    ) -> None:
        self.alpha = growth_exponent(alpha, delta, default=1.25)
        super().__init__(intercept=intercept, combine=combine, classes=classes, growing=growing, abstain=abstain)

    def _rule(self) -> Rule:
        return Rule.infinity(self.alpha, 1.0)

    def options(self) -> dict[str, object]:
        return {"alpha": self.alpha, **super().options()}
