"""`Labelled`: points of two or more classes, and the one place where the question about two sides is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Matrix
from gordan.engine.many.batch import fits
from gordan.errors import InputError
from gordan.learn.multiclass.sides import Labels, Rows, Sides
from gordan.problem import Gram, Points
from gordan.problem.kernel import Kernel, read_kernel
from gordan.problem.matrix import is_sparse, read_matrix

__all__ = ["LINEAR", "KernelChoice", "Labelled", "Space"]


KernelChoice = str | Kernel | Callable[[Matrix, Matrix], Matrix] | None


class Space(NamedTuple):
    """The space of the given coordinates, of a kernel, or of points that are given by their products."""

    kernel: KernelChoice = "linear"
    gamma: float | str = "scale"
    degree: int = 3
    coef0: float = 0.0

    @property
    def linear(self) -> bool:
        """Whether that is the space of the given coordinates."""
        return self.kernel is None or (isinstance(self.kernel, str) and self.kernel == "linear")

    @property
    def precomputed(self) -> bool:
        """Whether products take the place of points."""
        return isinstance(self.kernel, str) and self.kernel == "precomputed"

    def read(self, X: Matrix) -> Kernel | None:
        """The kernel, with the numbers that "scale" and "auto" stand for on these points; None where there is none.

        >>> import numpy as np
        >>> str(Space("rbf").read(np.array([[0.0], [2.0]])))
        'rbf kernel (gamma=1)'
        """
        if self.precomputed:
            return None
        return read_kernel(self.kernel, X, gamma=self.gamma, degree=self.degree, coef0=self.coef0)


LINEAR = Space()


@dataclass(frozen=True, eq=False)
class Labelled:
    """Rows of X with their classes y, read once for all questions.

    X may be the matrix of the points' products, where the space says so. A kernel's gamma is taken from all of X: it is
    the same in every question. `intercept` says whether hyperplanes may miss the origin, `positive` whether they must
    do without negative coefficients.

    >>> rows, problem = Labelled([[0.0], [1.0], [2.0]], np.array(["a", "b", "c"])).pose(Sides(None, 2))
    >>> rows, problem.classes, problem.signs.tolist()
    (None, (False, True), [-1.0, -1.0, 1.0])
    """

    X: Matrix
    y: object
    intercept: bool = True
    space: Space = LINEAR
    positive: bool = False

    def __post_init__(self) -> None:
        if len(self.classes) < 2:
            raise InputError(
                f"y has one class only ({self.classes[0]!s}); a separation needs two classes: add rows of another"
            )
        if not self.space.linear and not self.space.precomputed:
            # Numbers of other kinds are widened here, once: who shares products has to know the points again.
            object.__setattr__(self, "X", read_matrix(self.X)[0])

    @cached_property
    def _coded(self) -> tuple[Labels, Rows]:
        labels = np.asarray(self.y)
        if (
            labels.dtype.kind == "i"
            and labels.ndim == 1
            and int(labels.max()) - (least := int(labels.min())) < labels.size
        ):
            # Counted, and not sorted.
            codes = labels.astype(np.int64) - least
            present = np.bincount(codes) > 0
            return (present.nonzero()[0] + least).astype(labels.dtype), (np.cumsum(present) - 1)[codes]
        classes, codes = np.unique(labels, return_inverse=True)
        return classes, codes

    @property
    def codes(self) -> Rows:
        """The number of every row's class."""
        return self._coded[1]

    @property
    def distinct(self) -> Labels:
        """The classes, sorted, as NumPy holds them."""
        return self._coded[0]

    @property
    def classes(self) -> list[object]:
        """What the classes are called, sorted."""
        return list(self._coded[0].tolist())

    @cached_property
    def kernel(self) -> Kernel | None:
        """The kernel with its numbers, where it has a name or is a function."""
        return self.space.read(self.X)

    @cached_property
    def _products(self) -> Gram:
        """The products, looked at once."""
        return Gram(self.X, self._coded[1] == 0, intercept=self.intercept)

    def small(self, scheme: str) -> bool:
        """Whether there are several questions, about coordinates, each small enough to be answered in a stack."""
        counts = np.sort(np.bincount(self._coded[1]))
        if not self.space.linear or self.positive or counts.size < 3 or is_sparse(self.X):
            return False
        n, m = np.shape(self.X)
        return fits(int(counts[-2:].sum()) if scheme == "ovo" else n, m)

    def pose(self, sides: Sides) -> tuple[Rows | None, Points | Gram]:
        """The rows that take part (None for all) and the problem about them.

        Against the rest only labels change, and X is shared: the labels are then `y == class`, so that the same
        question can be posed from the data. A pair has its own labels; its rows must be taken out of X unless they are
        all.
        """
        codes = self._coded[1]
        if sides.negative is None:
            return None, self._posed(None, codes == sides.positive)
        rows = None if len(self.classes) == 2 else sides.rows(codes)
        return rows, self._posed(rows, self.y if rows is None else np.asarray(self.y)[rows])

    def _posed(self, rows: Rows | None, y: object) -> Points | Gram:
        if self.space.precomputed:
            return self._products.relabelled(y, rows)
        X = self.X if rows is None else self.X[rows]
        return Points(X, y, intercept=self.intercept, kernel=self.kernel, positive=self.positive)
