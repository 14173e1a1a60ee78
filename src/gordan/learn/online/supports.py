"""`Supports`: a direction that is a weighted sum of stored examples, seen through a kernel.

With a budget B the sum is kept short by the self-tuned Forgetron. After a mistake that makes B + 1 examples all
coefficients shrink by one factor φ and the oldest example is dropped. With σ its coefficient, κ its K(x, x) and μ its
margin, both divided by R², dropping costs the proof at most Ψ(φ) = φ²(σ²κ − 2σμ) + 2φσ; φ is the largest number up to 1
for which all costs together stay within 15/32 of the mistakes.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from gordan.arithmetic.array import Array, Matrix
from gordan.errors import InputError
from gordan.learn.online.named import read
from gordan.learn.online.run import Run
from gordan.learn.online.shape import Shape
from gordan.problem.kernel import Kernel, values
from gordan.problem.matrix import is_sparse

__all__ = ["Supports"]

SHARE = 15.0 / 32.0  # of the mistakes, that dropping may cost


@dataclass
class Supports:
    """Stored examples, oldest first, and their coefficients.

    Attributes
    ----------
    run : counts of the examples seen and of the mistakes made.
    kernel : K, which is evaluated at pairs of examples.
    budget : the greatest number of examples that is stored; 0 stores all.
    rows, coef, squares : the examples, their signed coefficients and their K(x, x).
    names : the column of each named feature; None where examples are arrays.
    spent : Σ Ψ over the examples dropped so far.
    room : the array that `rows` is the beginning of, allocated longer so that rows can be added.
    shape : the number of features of arrays.
    """

    run: Run
    kernel: Kernel
    budget: int
    rows: Array = field(default_factory=lambda: np.empty((0, 0)))
    coef: Array = field(default_factory=lambda: np.empty(0))
    squares: Array = field(default_factory=lambda: np.empty(0))
    names: dict[Hashable, int] | None = None
    spent: float = 0.0
    room: Array = field(default_factory=lambda: np.empty((0, 0)), repr=False)
    shape: Shape = field(default_factory=Shape)

    def learn(self, x: object, sign: float) -> None:
        """See one example."""
        row, names = self._row(x)
        self._visit(row, sign, "the example")
        self.names = names
        self.shape.widen(row.size)

    def learn_rows(self, matrix: Matrix, signs: NDArray[np.int8]) -> None:
        """See the rows of a batch in their order; a row that cannot be used leaves everything as it was."""
        before = self.rows, self.coef, self.squares, self.spent, Run(**vars(self.run))
        try:
            for i, sign in enumerate(signs.tolist()):
                row = matrix[[i]].toarray()[0] if is_sparse(matrix) else matrix[i]
                self._visit(self.shape.row(row), float(sign), f"row {i}")
            self.shape.widen(matrix.shape[1])
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
            if square == 0.0:
                raise InputError(
                    f"the image of {what} is all zeros, so no direction classifies it; drop it, or take a kernel such "
                    "as 'rbf' that maps nothing to zero"
                )
            run.refuse_length(square, f"the image of {what}", zero=True)
            run.update(margin, sign, square)
            self._store(row)
            # New arrays, so that those before a batch stay what they were.
            self.coef = np.append(self.coef, sign)
            self.squares = np.append(self.squares, square)
            if self.budget and self.coef.size > self.budget:
                self._forget()
        run.examples += 1

    def _store(self, row: Array) -> None:
        """One more row; the room doubles when it is full, for a copy at every mistake would take quadratic time.

        Rows before a batch stay what they were: only those after them are written to.
        """
        n = self.coef.size
        known = _padded(self.rows, row.size) if n else np.empty((0, row.size))
        if known.base is not self.room or n >= len(self.room):
            self.room = np.zeros((max(2 * n, 8), row.size))
            self.room[:n] = known
        self.room[n] = row
        self.rows = self.room[: n + 1]

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

    def decide(self, x: object) -> float:
        """The signed product of an example, by which it is classified."""
        return self._product(self._row(x)[0])

    def decide_rows(self, matrix: Matrix) -> Array:
        """The signed product of every row."""
        dense = matrix.toarray() if is_sparse(matrix) else matrix
        return np.array([self.decide(row) for row in dense])

    def flip(self) -> None:
        """Let the classes change places."""
        self.run.flip()
        self.coef = -self.coef

    def matrix(self, X: Matrix) -> Matrix:
        """A batch as dense or sparse rows of numbers."""
        if self.names is not None:
            raise InputError("this learner has seen dictionaries; go on with learn_one, or begin a new one for batches")
        return self.shape.matrix(X)

    def _product(self, row: Array) -> float:
        if not self.coef.size:
            return 0.0
        return float(self.coef @ self._values(row, _padded(self.rows, row.size)))

    def _values(self, row: Array, rows: Array) -> Array:
        """The kernel's values between one row and each of several."""
        with np.errstate(over="ignore", invalid="ignore"):
            products = np.asarray(values(self.kernel, row[None], rows)[0], dtype=np.float64)
        if not np.isfinite(products).all():
            raise InputError("a kernel value is not finite; divide all features by one factor")
        return products

    def _row(self, x: object) -> tuple[Array, dict[Hashable, int] | None]:
        """The example as an array of numbers, and the columns by name, new names included."""
        if self.names is None:
            return self.shape.row(x), None
        numbers, names = read(x), self.names
        if not numbers.keys() <= names.keys():
            names = dict(names)
            for name in numbers:
                names.setdefault(name, len(names))
        row = np.zeros(len(names))
        row[[names[name] for name in numbers]] = list(numbers.values())
        return row, names


def _padded(rows: Array, m: int) -> Array:
    """The rows with m columns: features that are new have zeros in all stored examples."""
    return rows if m <= rows.shape[1] else np.pad(rows, ((0, 0), (0, m - rows.shape[1])))
