"""The codings of levels: treatment, SAS, sum, Helmert, difference and polynomial, full or with one column less."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gordan.problem.description import Description, Expression, Levels
from gordan.problem.description.design import Level
from gordan.regression.model.block import polynomials

__all__ = ["Coding", "fit_polynomials", "invented_codings"]

_WORDS = {"treatment": "T.", "SAS": "T.", "sum": "S.", "helmert": "H.", "diff": "D.", "poly": ""}
_ORDERS = {1: ".L", 2: ".Q", 3: ".C"}


@dataclass(frozen=True)
class Coding:
    """A coding by name, with its reference level or other option."""

    name: str = "treatment"
    base: Level | None = None
    reverse: bool = True  # of Helmert's; for differences: backward
    scale: bool = False

    def columns(
        self, name: str, value: Expression, levels: tuple[Level, ...], words: Sequence[str], *, reduced: bool
    ) -> Levels:
        """The factor of these levels, whose own names are `words`."""
        n = len(levels)
        if not reduced:
            return Levels(tuple(f"{name}[{word}]" for word in words), value, levels, indicators=tuple(range(n)))
        if self.name in ("treatment", "SAS"):
            base = self._reference(levels)
            kept = tuple(k for k in range(n) if k != base)
            return Levels(tuple(f"{name}[T.{words[k]}]" for k in kept), value, levels, indicators=kept)
        if self.name == "poly":
            words = [_ORDERS.get(k, f"^{k}") for k in range(1, n)]
        elif self.name == "sum" or not self.reverse:
            words = words[:-1]
        else:
            words = words[1:]
        matrix = self._matrix(n)
        coding = tuple(tuple(column) for column in matrix.T.tolist())
        return Levels(tuple(f"{name}[{_WORDS[self.name]}{word}]" for word in words), value, levels, coding=coding)

    def _reference(self, levels: tuple[Level, ...]) -> int:
        if self.base is None:
            return 0 if self.name == "treatment" else len(levels) - 1
        return levels.index(self.base)

    def _matrix(self, n: int) -> NDArray[np.float64]:
        """n rows, one for each level, and a column less."""
        if self.name == "sum":
            matrix = np.eye(n, n - 1)
            matrix[-1, :] = -1
        elif self.name == "helmert":
            matrix = np.zeros((n, n - 1))
            for i in range(n - 1):
                if self.reverse:
                    matrix[: i + 1, i], matrix[i + 1, i] = -1, i + 1
                else:
                    matrix[i + 1 :, i], matrix[i, i] = -1, n - i - 1
                if self.scale:
                    matrix[:, i] /= i + 2 if self.reverse else n - i
        elif self.name == "diff":
            matrix = np.repeat([np.arange(1, n)], n, axis=0) / n
            matrix[np.triu_indices(n, m=n - 1)] -= 1
            matrix = matrix if self.reverse else -matrix
        else:
            x = np.arange(n, dtype=np.float64)
            matrix = polynomials(x, *fit_polynomials(x, n - 1))
        return np.asarray(matrix, dtype=np.float64)


def invented_codings(description: Description) -> tuple[str, ...]:
    """The columns of levels whose coding is none of the standard ones: its numbers are those of whoever wrote it.

    Examples
    --------
    >>> from gordan.problem.description import ColumnOf, Response
    >>> levels = [
    ...     Levels((name,), ColumnOf("g"), ("a", "b"), coding=((1.0, k),)) for name, k in (("s", -1.0), ("t", 7.0))
    ... ]
    >>> invented_codings(Description(("g",), Response("counts", (), ()), tuple(levels), ((0,), (1,))))
    ('t',)
    """
    coded = [factor for factor in description.factors if isinstance(factor, Levels) and factor.coding is not None]
    return tuple(name for factor in coded if not _is_standard(factor.coding or ()) for name in factor.names)


_STANDARD = (
    Coding("sum"),
    *(Coding("helmert", reverse=reverse, scale=scale) for reverse in (True, False) for scale in (False, True)),
    *(Coding("diff", reverse=reverse) for reverse in (True, False)),
    Coding("poly"),
)


def _is_standard(coding: tuple[tuple[float, ...], ...]) -> bool:
    """Whether a standard coding of as many levels has the same doubles, every one of them."""
    given = np.array(coding, dtype=np.float64).T
    if given.shape[0] != given.shape[1] + 1:
        return False
    return any(np.array_equal(each._matrix(given.shape[0]), given) for each in _STANDARD)


def fit_polynomials(x: NDArray[np.float64], degree: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The coefficients of the recurrence whose polynomials are orthogonal on x."""
    before, last = np.zeros_like(x), np.ones_like(x)
    alpha, norms = [], [float(np.sum(last**2))]
    with np.errstate(all="ignore"):
        for k in range(1, degree + 1):
            alpha.append(float(np.sum(x * last**2) / np.sum(last**2)))
            following = (x - alpha[-1]) * last
            if k > 1:
                following -= (norms[k - 1] / norms[k - 2]) * before
            before, last = last, following
            norms.append(float(np.sum(last**2)))
    return tuple(alpha), tuple(norms)
