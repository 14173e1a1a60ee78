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

from gordan.engine.compiled.rule import Rule
from gordan.learn.online.learner import Learner

__all__ = ["OnlinePerceptron"]


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
