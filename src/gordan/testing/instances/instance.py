"""The record every generator returns: a question and its answer."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field

import numpy as np
from numpy.typing import NDArray

from gordan.arithmetic.array import Array
from gordan.errors import InputError
from gordan.problem.cone import Product

__all__ = ["ConicInstance", "Instance", "Seed", "draw_labels", "draw_lattice", "require", "shift_integers", "shuffle"]


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


Seed = int | np.random.Generator
REACH = 9  # largest absolute entry of a random integer: small, so that sums of products stay far below 2**53


def require(condition: bool, sentence: str) -> None:
    """Refuse sizes for which the promised truth would not hold."""
    if not condition:
        raise InputError(sentence)


def draw_labels(rng: np.random.Generator, n: int) -> NDArray[np.int64]:
    """Random signs, the first two of them 1 and -1 so that no class is empty."""
    y = 2 * rng.integers(0, 2, size=n, dtype=np.int64) - 1
    y[:2] = np.array([1, -1])[:n]
    return y


def draw_lattice(rng: np.random.Generator, m: int, n: int) -> tuple[Array, NDArray[np.int64]]:
    """Integer points with first coordinate at least 1 in one class and at most -1 in the other.

    Rows 0 and 1 are (1, t) and (-1, t). They differ by 2 in the first coordinate only, so the class hulls are exactly
    2 apart; their signed forms (1, t) and (1, -t) average to (1, 0), so the margin is 1 without an intercept as well.
    """
    require(m >= 1 and n >= 2, f"n = {n} points in m = {m} dimensions; give n at least 2 and m at least 1")
    y = draw_labels(rng, n)
    height = rng.integers(1, REACH + 1, size=n)
    flat = rng.integers(-REACH, REACH + 1, size=(n, m - 1))
    height[:2] = 1
    flat[1] = flat[0]
    return np.column_stack([y * height, flat]).astype(np.float64), y


def shift_integers(rng: np.random.Generator, X: Array) -> Array:
    """Move all points by one random integer vector, which only a problem with an intercept forgives."""
    return X + rng.integers(-REACH, REACH + 1, size=X.shape[1])


def shuffle(
    rng: np.random.Generator, X: Array, y: NDArray[np.int64], weights: Array | None = None, *, columns: bool = False
) -> tuple[Array, NDArray[np.int64], Array | None]:
    """Permute the rows, and the columns when the hidden direction is an axis; both are exact."""
    order = rng.permutation(len(y))
    if columns:
        X = X[:, rng.permutation(X.shape[1])]
    return np.ascontiguousarray(X[order]), y[order], None if weights is None else weights[order]
