"""The record every generator returns: a question and its answer."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field

import numpy as np
from numpy.typing import NDArray

from gordan.arithmetic.array import Array
from gordan.errors import InputError
from gordan.problem.cone import Product

__all__ = ["ConicInstance", "Instance"]


# Arrays have no single truth value, so a generated `==` could only raise: identity is the honest comparison.
@dataclass(frozen=True, eq=False)
class Instance:
    """Labelled points, how the question is posed, and its known answer.

    Parameters
    ----------
    name : str
        A short name, for tables and test identifiers.
    X : array of shape (n, m)
        Raw points, one per row.
    y : array of shape (n,)
        Labels, 1 or -1; the signed points are ``y[:, None] * X``.
    intercept : bool
        Whether the hyperplane may miss the origin.
    separable : bool
        The answer.
    normalise : bool
        Whether points are scaled to unit norm before the margin is measured.
    margin : float or None
        The margin as posed, rounded to a double; zero or negative when inseparable, None when not known.
    exact : bool
        Whether `separable` is proved for these very doubles, rather than for the real numbers they were rounded from.
    note : str
        Why the answer is what it is.
    weights : array of shape (n,) or None
        For an inseparable instance, non-negative weights that cancel the signed points (with an intercept: their
        labels too), not scaled to sum to one; they cancel without error when the instance is exact.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[3.0, 4.0]])
    >>> instance = Instance("one point", X, np.array([1]), intercept=False, separable=True, margin=5.0, exact=True)
    >>> instance.margin
    5.0
    """

    name: str
    X: Array = field(repr=False)
    y: NDArray[np.int64] = field(repr=False)
    _: KW_ONLY
    intercept: bool
    separable: bool
    normalise: bool = False
    margin: float | None = None
    exact: bool = False
    note: str = ""
    weights: Array | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if self.X.ndim != 2 or self.y.shape != self.X.shape[:1]:
            raise InputError(f"points of shape {self.X.shape} and labels of shape {self.y.shape}; give (n, m) and (n,)")
        if not np.isin(self.y, (-1, 1)).all():
            raise InputError(f"labels {np.unique(self.y).tolist()} in instance {self.name!r}; use 1 and -1")
        if self.margin is not None and (self.margin > 0.0) != self.separable:
            raise InputError(f"a margin of {self.margin} contradicts separable={self.separable} in {self.name!r}")


@dataclass(frozen=True, eq=False)
class ConicInstance:
    """A map over a cone, and its known answer.

    Parameters
    ----------
    name : str
        A short name, for tables and test identifiers.
    A : array of shape (m, N)
        The map, in the coordinates of the cone.
    cone : Product
        The cone.
    separable : bool
        Whether some A*y is inside it.
    margin : float or None
        The margin, up to the rounding of A; None where it is negative and not known.
    witness : array
        y of length 1 with that margin, or weights on the base that A cancels up to its rounding.
    """

    name: str
    A: Array = field(repr=False)
    cone: Product
    _: KW_ONLY
    separable: bool
    margin: float | None = None
    witness: Array = field(repr=False)
