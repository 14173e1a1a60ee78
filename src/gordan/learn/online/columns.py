"""`Columns`: weights by the number of a column, for examples that are arrays and for batches, dense or sparse."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from gordan.arithmetic.array import Array, Matrix
from gordan.engine.compiled.rows import DenseRows, Rows, SparseRows
from gordan.engine.compiled.rule import INFINITY
from gordan.errors import InputError
from gordan.learn.online.run import LEAST, Run
from gordan.learn.online.shape import Shape
from gordan.problem.matrix import is_sparse

__all__ = ["Columns", "point", "rows"]

# Examples of one batch, or of the whole run, from which half a second for loading the compiled loop is repaid. Counted,
# not timed, so that a run repeats itself exactly.
BATCH, LONG = 20_000, 50_000
NONE = np.empty(0)

Place = slice | NDArray[np.integer]
# Where a mistaken point has entries, the entries, its sign, its squared lift, the examples before it.
Ballot = tuple[Place, Array, float, float, int]


@dataclass
class Columns:
    """A direction over numbered features.

    >>> from gordan.engine.compiled import Rule
    >>> columns = Columns(Run(Rule.rosenblatt(), False))
    >>> columns.learn_rows(np.array([[2.0, 0.0], [0.0, 1.0]]), np.array([1, -1], dtype=np.int8))
    >>> columns.w
    array([ 2., -1.])
    """

    run: Run
    combine: str = "last"
    shape: Shape = field(default_factory=Shape)
    w: Array = field(default_factory=lambda: NONE)
    weighted: Array = field(default_factory=lambda: NONE)
    ballots: list[Ballot] = field(default_factory=list)

    def learn(self, x: object, sign: float) -> None:
        """See one example."""
        values = self.shape.row(x)
        self._widen(values.size)
        with np.errstate(over="ignore", invalid="ignore"):
            self._visit(slice(None), values, sign, "the example")

    def learn_rows(self, matrix: Matrix, signs: NDArray[np.int8], *, compiled: bool | None = None) -> None:
        """See the rows of a batch in their order; a row that cannot be used leaves everything as it was."""
        n = matrix.shape[0]
        before = self.w, self.weighted, self.ballots, Run(**vars(self.run)), self.shape.width
        self._widen(matrix.shape[1])
        if compiled is None:
            compiled = n >= BATCH or self.run.examples + n >= LONG
        self.w, self.weighted, self.ballots = self.w.copy(), self.weighted.copy(), list(self.ballots)
        try:
            if compiled:
                self._stream(matrix, signs)
            else:
                with np.errstate(over="ignore", invalid="ignore"):
                    for i, sign in enumerate(signs.tolist()):
                        self._visit(*point(matrix, i), float(sign), f"row {i}")
        except BaseException:
            self.w, self.weighted, self.ballots, run, self.shape.width = before
            vars(self.run).update(vars(run))
            raise

    def _visit(self, touched: Place, values: Array, sign: float, what: str) -> None:
        run = self.run
        margin = sign * (float(self.w[touched] @ values) + run.lift * run.b)
        if not run.passes(margin):
            squared = float(values @ values)
            run.refuse_length(squared, what, zero=not values.any())
            run.update(margin, sign, squared)
            self.w[touched] += sign * values
            if self.combine == "averaged":
                self.weighted[touched] += (sign * run.examples) * values
            elif self.combine == "voted":
                self.ballots.append((touched, values.copy(), sign, run.lift * run.lift, run.examples))
        run.examples += 1

    def _stream(self, matrix: Matrix, signs: NDArray[np.int8]) -> None:
        from gordan.engine.compiled.stream import stream

        run, rule = self.run, self.run.rule
        marks = np.full(signs.size if self.combine == "voted" else 0, -1.0)
        alpha = rule.parameters[0] if rule.code == INFINITY else 0.0
        seen = run.examples
        reals, integers, bad = stream(
            rows(matrix, signs),
            (rule.code, rule.inclusive, alpha),
            run.intercept,
            run.abstain,
            LEAST,
            (self.w, self.weighted, marks),
            (run.b, run.weighted_b, run.lift, run.beta, run.reach, run.growth),
            (run.examples, run.mistakes, run.updates, run.balance, run.unknown),
        )
        if bad >= 0:
            values = point(matrix, bad)[1]
            with np.errstate(over="ignore"):
                run.refuse_length(float(values @ values), f"row {bad}", zero=not values.any())
        run.b, run.weighted_b, run.lift, run.beta, run.reach, run.growth = reals
        run.examples, run.mistakes, run.updates, run.balance, run.unknown = integers
        for i in np.flatnonzero(marks >= 0.0).tolist():
            touched, values = point(matrix, i)
            self.ballots.append((touched, values.copy(), float(signs[i]), float(marks[i]), seen + i))

    def decide(self, x: object) -> float:
        """The signed product of an example, by which it is classified."""
        return float(self.decide_rows(self.shape.row(x)[None])[0])

    def decide_rows(self, matrix: Matrix) -> Array:
        """The signed product of every row."""
        run = self.run
        if self.combine == "voted":
            return self._vote(matrix)
        w, b = self.direction(), run.last(averaged=self.combine == "averaged")
        m = matrix.shape[1]
        if m > w.size:
            w = np.append(w, np.zeros(m - w.size))
        with np.errstate(over="ignore", invalid="ignore"):
            decisions = np.asarray(matrix @ w[:m] + run.lift * b, dtype=np.float64)
        _refuse_endless(decisions)
        return decisions

    def direction(self) -> Array:
        """The weights by column, averaged where that is asked."""
        if self.combine == "averaged" and self.run.examples:
            return self.w - self.weighted / self.run.examples
        return self.w.copy()

    def flip(self) -> None:
        """Let the classes change places."""
        self.run.flip()
        self.w, self.weighted = -self.w, -self.weighted
        self.ballots = [(touched, x, -sign, lift, seen) for touched, x, sign, lift, seen in self.ballots]

    def _vote(self, matrix: Matrix) -> Array:
        product, votes = np.zeros(matrix.shape[0]), np.zeros(matrix.shape[0])
        with np.errstate(over="ignore", invalid="ignore"):
            self._count(matrix, product, votes)
        # Once a sum is infinite or NaN it stays so.
        _refuse_endless(product)
        return votes

    def _count(self, matrix: Matrix, product: Array, votes: Array) -> None:
        ends = [ballot[4] for ballot in self.ballots[1:]] + [self.run.examples]
        for (touched, values, sign, lift, seen), end in zip(self.ballots, ends, strict=True):
            point = np.zeros(max(self.w.size, matrix.shape[1]))
            point[touched if not isinstance(touched, slice) else slice(values.size)] = values
            product += sign * (matrix @ point[: matrix.shape[1]] + lift)
            votes += (end - seen) * np.sign(product)

    def matrix(self, X: Matrix) -> Matrix:
        """A batch as dense or sparse rows of numbers, or a sentence about what it is instead."""
        return self.shape.matrix(X)

    def numbers(self, x: object) -> Array:
        """One example as numbers, or a sentence about what it is instead."""
        return self.shape.row(x)

    def _widen(self, m: int) -> None:
        self.shape.widen(m)
        more = np.zeros(max(m - self.w.size, 0))
        self.w = np.append(self.w, more)
        if self.combine == "averaged":
            self.weighted = np.append(self.weighted, more)


def _refuse_endless(products: Array) -> None:
    if not np.isfinite(products).all():
        raise InputError("the product with the weights is no double; divide all features by one factor")


def point(matrix: Matrix, i: int) -> tuple[Place, Array]:
    """Where row i has entries, and the entries."""
    if is_sparse(matrix):
        part = slice(matrix.indptr[i], matrix.indptr[i + 1])
        return matrix.indices[part], matrix.data[part].astype(np.float64, copy=False)
    return slice(None), matrix[i].astype(np.float64, copy=False)


def rows(matrix: Matrix, signs: NDArray[np.int8]) -> Rows:
    """The matrix as compiled loops read it."""
    if is_sparse(matrix):
        # Seen as unsigned, for then no loop asks whether an index counts from the end: half of the time of a pass.
        indices, indptr = (each.view(f"u{each.dtype.itemsize}") for each in (matrix.indices, matrix.indptr))
        return SparseRows(matrix.data, indices, indptr, signs, NONE, 0.0)
    return DenseRows(matrix, signs, NONE, 0.0)
