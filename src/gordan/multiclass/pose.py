"""The one place where the question about two sides is made."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gordan.errors import InputError
from gordan.multiclass.sides import Sides
from gordan.problem import Points

__all__ = ["LINEAR", "Kernel", "pose_sides"]


class Kernel(NamedTuple):
    """In which space the points are separated; the names are scikit-learn's."""

    name: Any = "linear"
    gamma: Any = "scale"
    degree: Any = 3
    coef0: Any = 0.0

    @property
    def linear(self) -> bool:
        """Whether that is the space of the given coordinates."""
        return self.name is None or (isinstance(self.name, str) and self.name == "linear")


LINEAR = Kernel()


def pose_sides(
    X: Any, y: Any, *, codes: Any, n_classes: int, sides: Sides, intercept: bool = True, kernel: Kernel = LINEAR
) -> tuple[Any, Points]:
    """The rows that take part (None for all) and the problem about them.

    Against the rest only labels change, and X is shared: the labels are then `y == class`, so that whoever has the
    data can pose the same question. A pair has its own labels; its rows must be taken out of X unless they are all.

    Parameters
    ----------
    X, y
        Points and labels, as in `Points`.
    codes : array of int
        The number of every row's class, in sorted order.
    n_classes : int
        How many there are.
    sides : Sides
        Who is against whom.
    intercept, kernel
        Whether the hyperplane may miss the origin, and the space it lies in.

    Examples
    --------
    >>> X, y = [[0.0], [1.0], [2.0]], np.array(["a", "b", "c"])
    >>> rows, problem = pose_sides(X, y, codes=np.arange(3), n_classes=3, sides=Sides(None, 2))
    >>> rows, problem.classes, problem.signs.tolist()
    (None, (False, True), [-1.0, -1.0, 1.0])
    """
    if not kernel.linear:
        raise InputError(
            f"kernel is {kernel.name!r}; this version separates in the given coordinates only: pass kernel='linear', "
            "and transform X beforehand where that is not enough"
        )
    if sides.negative is None:
        return None, Points(X, codes == sides.positive, intercept=intercept)
    if n_classes == 2:
        return None, Points(X, y, intercept=intercept)
    rows = sides.rows(codes)
    return rows, Points(X[rows], np.asarray(y)[rows], intercept=intercept)
