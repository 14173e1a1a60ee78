"""`Kernel`: a kernel by name and numbers, or a function of the user's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from numbers import Integral, Real

import numpy as np

from gordan.arithmetic.array import Matrix
from gordan.arithmetic.setting import setting
from gordan.errors import InputError

__all__ = ["Kernel", "read_kernel"]

_NAMES = ("linear", "poly", "rbf", "laplacian")
_LARGEST_DEGREE = 1000  # with which any number above 2.1 overflows


@dataclass(frozen=True)
class Kernel:
    """k(x, x'), with scikit-learn's names and parameters.

    linear: x·x'; poly: (gamma x·x' + coef0)^degree; rbf: exp(−gamma ‖x − x'‖²); laplacian: exp(−gamma ‖x − x'‖₁);
    "callable": a function of two matrices of points that returns the matrix of their products.

    Examples
    --------
    >>> Kernel("rbf", gamma=0.5).strict
    True
    """

    name: str
    gamma: float = 1.0
    degree: int = 3
    coef0: float = 0.0
    function: Callable[[Matrix, Matrix], Matrix] | None = None

    @property
    def strict(self) -> bool:
        """Whether distinct points always have independent images: then every labelling of them is separable."""
        return self.name in ("rbf", "laplacian")

    @property
    def rational(self) -> bool:
        """Whether products of rational points are rational, so that integers can settle everything."""
        return self.name == "poly"

    def __str__(self) -> str:
        if self.name == "callable":
            return f"kernel {getattr(self.function, '__name__', self.function)!s}"
        if self.name == "poly":
            return f"poly kernel (gamma={self.gamma:g}, degree={self.degree}, coef0={self.coef0:g})"
        return f"{self.name} kernel (gamma={self.gamma:g})"


def read_kernel(
    kernel: object, X: Matrix, *, gamma: object = "scale", degree: object = 3, coef0: object = 0.0
) -> Kernel | None:
    """The kernel asked for, with the numbers that "scale" and "auto" stand for on these points; None for linear ones.

    Examples
    --------
    >>> read_kernel("rbf", np.array([[0.0], [2.0]]))
    Kernel(name='rbf', gamma=1.0, degree=3, coef0=0.0, function=None)
    """
    if isinstance(kernel, Kernel):
        # Read before, or made by hand: whichever, only its own numbers count.
        gamma, degree, coef0 = kernel.gamma, kernel.degree, kernel.coef0
        kernel = kernel.function if kernel.name == "callable" else kernel.name
    if kernel is None or (isinstance(kernel, str) and kernel == "linear"):
        return None
    if callable(kernel):
        return Kernel("callable", function=kernel)
    if not isinstance(kernel, str):
        raise InputError(
            f"kernel is a {type(kernel).__name__}; give one of {', '.join(_NAMES)}, or a function of two matrices; a "
            "matrix of products is posed as Gram(K, y)"
        )
    if kernel == "sigmoid":
        raise InputError(
            "the sigmoid kernel is not positive semidefinite, so that its points live in no space with a margin; "
            'choose "rbf", "poly" or "laplacian"'
        )
    if kernel == "precomputed":
        raise InputError('kernel="precomputed" is posed as Gram(K, y), with the matrix of products in place of points')
    if kernel not in _NAMES:
        near = get_close_matches(str(kernel), _NAMES, 1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise InputError(f"kernel is {kernel!r}; give one of {', '.join(_NAMES)}, or a function of two matrices{hint}")
    scale = _read_gamma(gamma, X)
    if not (isinstance(degree, Integral) and not isinstance(degree, bool) and 1 <= int(degree) <= _LARGEST_DEGREE):
        raise InputError(f"degree is {degree!r}; give a whole number from 1 to {_LARGEST_DEGREE}")
    if not 0 <= _number(coef0) < np.inf:
        raise InputError(
            f"coef0 is {_shown(coef0)}; give a number, 0 or more: a negative one makes the kernel indefinite"
        )
    # What a kernel does not depend on is no part of it: two that are equal have equal records.
    return Kernel(kernel, scale, int(degree), _number(coef0)) if kernel == "poly" else Kernel(kernel, scale)


def _read_gamma(gamma: object, X: Matrix) -> float:
    if isinstance(gamma, str) and gamma == "auto":
        return 1.0 / int(X.shape[1])
    if isinstance(gamma, str) and gamma == "scale":
        return _scale(X)
    if not 0 < _number(gamma) < np.inf:
        raise InputError(f'gamma is {_shown(gamma)}; give a positive number, "scale" or "auto"')
    return _number(gamma)


def _number(value: object) -> float:
    """A real number as a double; NaN for what is none, infinity for what is too large."""
    if not isinstance(value, Real) or isinstance(value, bool):
        return np.nan
    try:
        return float(value)
    except OverflowError:
        return np.inf


def _shown(value: object) -> str:
    return "a number beyond all doubles" if _number(value) == np.inf and value != np.inf else repr(value)


def _scale(X: Matrix) -> float:
    """1/(m · variance), or 1 for points that do not vary at all, as scikit-learn has it."""
    with np.errstate(all="ignore"):
        variance = _variance(X)
        gamma = 1.0 / (int(X.shape[1]) * variance) if variance > 0 else 1.0
        if not np.isfinite(variance):
            # Squares overflow: the variance is taken in units of a power of two, and gamma may still be a number.
            shift = int(np.frexp(np.abs(X.data if hasattr(X, "nnz") else X).max())[1])
            variance = _variance(X, shift)
            gamma = float(np.ldexp(1.0 / (int(X.shape[1]) * variance), -2 * shift)) if variance > 0 else 1.0
    if not 0 < gamma < np.inf:
        raise InputError(
            f"{setting('gamma', 'scale')} stands for 1/(columns · variance), which is beyond all doubles for these "
            f"points; scale the points, or give {setting('gamma')} as a number"
        )
    return gamma


def _variance(X: Matrix, shift: int = 0) -> float:
    """The variance of all entries, in units of 2^shift."""
    entries = X.data if hasattr(X, "nnz") else X
    if shift:
        entries = np.ldexp(entries.astype(np.float64), -shift)
    if not hasattr(X, "nnz"):
        return float(np.var(entries, dtype=np.float64))
    entries = entries.astype(np.float64)
    count = float(X.shape[0]) * float(X.shape[1])
    mean = float(entries.sum()) / count
    return float(np.square(entries).sum()) / count - mean * mean
