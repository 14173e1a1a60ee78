"""`Supports`: a direction that is a weighted sum of stored examples, seen through a kernel.

With a budget B the sum is kept short by the self-tuned Forgetron. After a mistake that makes B + 1 examples all
coefficients shrink by one factor φ and the oldest example is dropped. With σ its coefficient, κ its K(x, x) and μ its
margin, both divided by R², dropping costs the proof at most Ψ(φ) = φ²(σ²κ − 2σμ) + 2φσ; φ is the largest number up to 1
for which all costs together stay within 15/32 of the mistakes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gordan.array import Array
from gordan.errors import InputError
from gordan.kernel import Kernel, values
from gordan.online.named import read
from gordan.online.run import Run
from gordan.online.shape import Shape
from gordan.problem.matrix import is_sparse

__all__ = ["Supports"]

SHARE = 15.0 / 32.0  # of the mistakes, that dropping may cost


@dataclass
class Supports:
    """Stored examples, oldest first, and their coefficients.

    Attributes
    ----------
    run, kernel, budget : the counts, what compares two examples, and how many are kept (0: all).
    rows, coef, squares : the examples, their signed coefficients and their K(x, x).
    names : columns of named features; None for arrays.
    spent : Σ Ψ so far.
    shape : how many features arrays have.
    """

    run: Run
    kernel: Kernel
    budget: int
    rows: Array = field(default_factory=lambda: np.empty((0, 0)))
    coef: Array = field(default_factory=lambda: np.empty(0))
    squares: Array = field(default_factory=lambda: np.empty(0))
    names: dict[Any, int] | None = None
    spent: float = 0.0
    shape: Shape = field(default_factory=Shape)

    def learn(self, x: Any, sign: float) -> None:
        """See one example."""
        self._visit(self._row(x, grow=True), sign, "the example")

    def learn_rows(self, matrix: Any, signs: NDArray[np.int8]) -> None:
        """See the rows of a batch in their order; a row that cannot be used leaves everything as it was."""
        before = self.rows, self.coef, self.squares, self.spent, Run(**vars(self.run))
        try:
            for i, sign in enumerate(signs.tolist()):
                row = matrix[[i]].toarray()[0] if is_sparse(matrix) else matrix[i]
                self._visit(self._row(row, grow=True), float(sign), f"row {i}")
        except BaseException:
            self.rows, self.coef, self.squares, self.spent, run = before
            vars(self.run).update(vars(run))
            raise

    def _visit(self, row: Array, sign: float, what: str) -> None:
        run = self.run
        margin = sign * self._product(row)
        if not run.passes(margin):
            square = float(self._values(row, row[None])[0])
            if square < 0.0:
                raise InputError(f"the kernel of {what} with itself is {square}, which no kernel gives; check it")
            run.refuse_length(square, f"the image of {what}", zero=True)
            run.update(margin, sign, square)
            # New arrays, so that those before a batch stay what they were.
            self.rows = np.vstack([self.rows, row]) if self.rows.size else row[None].copy()
            self.coef = np.append(self.coef, sign)
            self.squares = np.append(self.squares, square)
            if self.budget and self.coef.size > self.budget:
                self._forget()
        run.examples += 1

    def _forget(self) -> None:
        sigma, reach = abs(float(self.coef[0])), self.run.reach
        margin = float(np.sign(self.coef[0]) * (self.coef @ self._values(self.rows[0], self.rows)))
        slope = sigma * sigma * float(self.squares[0]) / reach - 2.0 * sigma * margin / reach
        left = SHARE * self.run.mistakes - self.spent
        phi = 1.0
        if slope + 2.0 * sigma > left:
            phi = left / (sigma + sqrt(max(sigma * sigma + slope * left, 0.0)))
        self.spent += phi * phi * slope + 2.0 * phi * sigma
        self.rows, self.coef, self.squares = self.rows[1:].copy(), phi * self.coef[1:], self.squares[1:].copy()

    def decide(self, x: Any) -> float:
        """The signed product of an example, by which it is classified."""
        return self._product(self._row(x, grow=False))

    def decide_rows(self, matrix: Any) -> Array:
        """The signed product of every row."""
        dense = matrix.toarray() if is_sparse(matrix) else matrix
        return np.array([self.decide(row) for row in dense])

    def flip(self) -> None:
        """Let the classes change places."""
        self.run.flip()
        self.coef = -self.coef

    def matrix(self, X: Any) -> Any:
        """A batch as dense or sparse rows of numbers."""
        if self.names is not None:
            raise InputError("this learner has seen dictionaries; go on with learn_one, or begin a new one for batches")
        return self.shape.matrix(X)

    def _product(self, row: Array) -> float:
        if not self.coef.size:
            return 0.0
        rows = self.rows
        if row.size > rows.shape[1]:
            # Features nobody has learned from are columns in which all stored examples have zeros.
            rows = np.pad(rows, ((0, 0), (0, row.size - rows.shape[1])))
        return float(self.coef @ self._values(row, rows))

    def _values(self, row: Array, rows: Array) -> Array:
        """The kernel's values between one row and each of several."""
        with np.errstate(over="ignore", invalid="ignore"):
            found = np.asarray(values(self.kernel, row[None], rows)[0], dtype=np.float64)
        if not np.isfinite(found).all():
            raise InputError("a kernel value is not finite; divide all features by one factor")
        return found

    def _row(self, x: Any, *, grow: bool) -> Array:
        if self.names is None:
            row = self.shape.row(x)
            if grow:
                self.shape.widen(row.size)
            return row
        numbers, names = read(x), self.names if grow else dict(self.names)
        for name in numbers:
            names.setdefault(name, len(names))
        if grow and self.coef.size:
            self.rows = np.pad(self.rows, ((0, 0), (0, len(names) - self.rows.shape[1])))
        row = np.zeros(len(names))
        row[[names[name] for name in numbers]] = list(numbers.values())
        return row
