"""Products that are numbers already: the entries of a matrix, or what a function of the user's returns."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.rounding import ETA, U
from gordan.arithmetic.sharp import Sharp
from gordan.errors import InputError
from gordan.problem import Gram, Points
from gordan.verify.kernel.source import AS_GIVEN, AS_RETURNED, Bounded, Rows, Source

__all__ = ["Called", "Matrix"]

_ASKED_ONCE = 1024  # points whose values, 8 MiB, are kept while a claim about them is judged


class Matrix(Source):
    """The entries of K; where (i, j) and (j, i) differ their mean is meant, rounded once."""

    rational = True
    caveat = AS_GIVEN

    def __init__(self, problem: Gram) -> None:
        self.K = problem.K

    def block(self, rows: Rows, S: Rows) -> Bounded:
        there = self.K[np.ix_(rows, S)].astype(np.float64)
        back = self.K[np.ix_(S, rows)].T
        error = np.zeros(there.shape)
        apart = there != back
        if apart.any():
            # Halved first: the sum of two large numbers may overflow. Halving loses a bit of the least numbers, hence
            # a number that equals its mirror image is left as it is.
            mean = 0.5 * there[apart] + 0.5 * back[apart].astype(np.float64)
            there[apart], error[apart] = mean, 2 * U * np.abs(mean) + 2 * ETA
        return Bounded(there, error)

    def diagonal(self, rows: Rows) -> Bounded:
        return Bounded(self.K[rows, rows].astype(np.float64), np.zeros(len(rows)))

    def sharp(self, rows: Rows, S: Rows) -> list[list[Sharp]]:
        there, back = _fractions(self.K[np.ix_(rows, S)]), _fractions(self.K[np.ix_(S, rows)].T)
        return [[(a + b) / 2 for a, b in zip(one, other, strict=True)] for one, other in zip(there, back, strict=True)]

    def sharp_diagonal(self, rows: Rows) -> list[Sharp]:
        return _fractions(self.K[rows, rows][None, :])[0]


class Called(Source):
    """What the user's function returns for the raw points, taken as it is: how well it computes nobody can know.

    Of up to a thousand points it is asked once, so that all checks speak of the same numbers even where it returns
    others every time.
    """

    caveat = AS_RETURNED

    def __init__(self, problem: Points) -> None:
        self.X, self.kernel, self.n = problem.X, problem.kernel, problem.n

    @cached_property
    def _whole(self) -> Array:
        return self._ask(np.arange(self.n), np.arange(self.n))

    def _ask(self, rows: Rows, S: Rows) -> Array:
        """The function's values, as doubles."""
        expected = f"a matrix of {len(rows)} x {len(S)} finite real numbers"
        try:
            returned = self.kernel.function(self.X[rows], self.X[S])
            values = np.asarray(returned.toarray() if hasattr(returned, "nnz") else returned)
        except (IndexError, TypeError, ValueError) as error:
            raise InputError(f"the {self.kernel} failed in the verifier, with {error}; give {expected}") from error
        if values.dtype.kind not in "fiub" or values.shape != (len(rows), len(S)) or not np.isfinite(values).all():
            raise InputError(
                f"the {self.kernel} returned {values.dtype} of shape {values.shape} to the verifier; give {expected}"
            )
        return values.astype(np.float64)

    def block(self, rows: Rows, S: Rows) -> Bounded:
        values = self._whole[np.ix_(rows, S)] if self.n <= _ASKED_ONCE else self._ask(rows, S)
        return Bounded(values, np.zeros(values.shape))

    def diagonal(self, rows: Rows) -> Bounded:
        few = np.array_split(rows, len(rows) // 512 + 1)
        values = np.concatenate([np.diagonal(self.block(part, part).value) for part in few])
        return Bounded(values, np.zeros(values.size))

    def sharp(self, rows: Rows, S: Rows) -> list[list[Sharp]]:
        return _fractions(self.block(rows, S).value)

    def sharp_diagonal(self, rows: Rows) -> list[Sharp]:
        return _fractions(self.diagonal(rows).value[None, :])[0]


def _fractions(values: Array) -> list[list[Sharp]]:
    from flint import fmpq

    return [[fmpq(*float(v).as_integer_ratio()) for v in row] for row in values.tolist()]
