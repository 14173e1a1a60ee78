"""`Space`: where points are separated, in scikit-learn's words."""

from __future__ import annotations

from typing import Any, NamedTuple

from gordan.problem.kernel import Kernel, read_kernel

__all__ = ["LINEAR", "Space"]


class Space(NamedTuple):
    """The space of the given coordinates, of a kernel, or of points that are given by their products."""

    kernel: Any = "linear"
    gamma: Any = "scale"
    degree: Any = 3
    coef0: Any = 0.0

    @property
    def linear(self) -> bool:
        """Whether that is the space of the given coordinates."""
        return self.kernel is None or (isinstance(self.kernel, str) and self.kernel == "linear")

    @property
    def precomputed(self) -> bool:
        """Whether products take the place of points."""
        return isinstance(self.kernel, str) and self.kernel == "precomputed"

    def read(self, X: Any) -> Kernel | None:
        """The kernel, with the numbers that "scale" and "auto" stand for on these points; None where there is none.

        Examples
        --------
        >>> import numpy as np
        >>> str(Space("rbf").read(np.array([[0.0], [2.0]])))
        'rbf kernel (gamma=1)'
        """
        if self.precomputed:
            return None
        return read_kernel(self.kernel, X, gamma=self.gamma, degree=self.degree, coef0=self.coef0)


LINEAR = Space()
