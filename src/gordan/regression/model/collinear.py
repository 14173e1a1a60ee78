"""Columns that were computed from others: collinear but for the rounding of the computation.

`change = post - pre` leaves 0.3 - 0.1 = 0.19999999999999998 in the table. Of the doubles the columns are independent,
of the model they are not, and whatever the last digits separate or keep apart is noise. A relation is looked for by
projections in floating point, its coefficients are rounded to small fractions where these do, and it counts when on
every row it leaves no more than rounding.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from gordan.arithmetic.array import Array, Matrix
from gordan.problem.computed import computed_columns
from gordan.problem.matrix import is_sparse
from gordan.problem.numbers import Numbers
from gordan.regression.model.design import Design
from gordan.regression.model.system import Posed, write_down

__all__ = ["Collinear", "collinear_up_to_rounding", "leave_out", "note_rounding", "without_rounding"]

_COLUMNS = 400  # compared with one another
_ROWS = 2_000  # on which a relation is looked for; it is tested on all
_NEAR = 1e-8  # of a column is left where a relation is worth solving for
_NOTHING = 1e-13  # of a column is left where it adds nothing to the others
_ROUNDING = 2.0**-46  # of the terms of a row: some dozens of roundings
_DENOMINATOR = 1_000


@dataclass(frozen=True)
class Collinear:
    """One relation: `column` is, up to rounding, a combination of the columns `others`, and `text` says which.

    `difference` is the largest that it leaves on a row.
    """

    column: str
    others: tuple[str, ...]
    text: str
    difference: float

    def __str__(self) -> str:
        return f"{self.text} (largest difference {self.difference:.2g})"


def collinear_up_to_rounding(design: Design, *, constant: bool = False) -> tuple[Collinear, ...]:
    """The computed columns that depend on others up to rounding, each with its relation.

    `constant` says that the model takes up constants though the design has no column of them.

    Examples
    --------
    >>> from gordan.regression.model.read import read_arrays
    >>> from gordan.regression.model.closed import Beside
    >>> table = {"pre": [0.1, 0.4, 0.2, 0.7], "post": [0.3, 0.5, 0.9, 0.8]}
    >>> table["change"] = [b - a for a, b in zip(*table.values())]
    >>> design = read_arrays(table, [0, 1, 0, 1], Beside(), intercept=True, missing=None)
    >>> [str(each) for each in collinear_up_to_rounding(design)]
    ['change = post - pre (largest difference 5.6e-17)']
    """
    first = int(design.added)
    columns = computed_columns(design.X)
    if not columns or design.n < 2:
        return ()
    names = design.names[first:]
    kept = [j for j in range(len(names)) if j not in columns]
    if len(names) > _COLUMNS:
        kept = [j for j in kept if not _dummy(design.X, j)]
    if len(kept) + len(columns) > _COLUMNS:
        return ()
    # An intercept that is written down is an ordinary column; one that is not comes first.
    constant = design.added or constant
    search = _Search(design.X, names, constant)
    for j in kept:
        search.add(j, computed=False)
    return tuple(
        relation for j in columns if j + first != design.constant and (relation := search.add(j, computed=True))
    )


def without_rounding(posed: Posed, numbers: Numbers) -> tuple[Posed, tuple[Collinear, ...]]:
    """The model without the columns that follow from others up to rounding, and their relations."""
    absorbed = posed.family in ("ordinal", "conditional")  # thresholds and strata take up constants
    relations = collinear_up_to_rounding(posed.design, constant=absorbed)
    if not relations:
        return posed, ()
    design = leave_out(posed.design, [each.column for each in relations])
    # The table and its factors are still what people have in mind; no certificate is written of it.
    left = write_down(design, posed.family, numbers)
    return replace(left, frame=posed.frame, description=posed.description, fit=posed.fit), relations


def note_rounding(posed: Posed) -> Posed:
    """The model of a panel, with a note on each regressor that follows from others up to rounding; it stays in it."""
    notes = tuple(
        f"up to rounding {relation}, so that its estimate means nothing; leave it out"
        for relation in collinear_up_to_rounding(posed.design, constant=True)
    )
    return replace(posed, design=posed.design.noted(*notes)) if notes else posed


def leave_out(design: Design, columns: Sequence[str]) -> Design:
    """The design without some columns."""
    first = int(design.added)
    kept = [j for j, name in enumerate(design.names[first:]) if name not in columns]
    X = design.X[:, kept] if is_sparse(design.X) else np.ascontiguousarray(design.X[:, kept])
    names = tuple(name for name in design.names if name not in columns)
    constant = None if design.constant is None else names.index(design.names[design.constant])
    return replace(design, X=X, names=names, constant=constant)


def _dummy(X: Matrix, j: int) -> bool:
    values = _column(X, j)
    return bool(((values == 0) | (values == 1)).all())


def _column(X: Matrix, j: int) -> Array:
    return np.asarray(X[:, [j]].toarray().ravel() if is_sparse(X) else X[:, j], dtype=np.float64)


class _Search:
    """Columns made orthogonal one after another on some of the rows, −1 being the constant."""

    def __init__(self, X: Matrix, names: Sequence[str], constant: bool) -> None:
        n = int(X.shape[0])
        self.X, self.names = X, names
        self.rows = np.arange(n) if n <= _ROWS else np.unique(np.random.default_rng(0).integers(0, n, _ROWS))
        self.used: list[int] = []
        self.Q = np.empty((self.rows.size, 0))
        if constant:
            self.add(-1, computed=False)

    def values(self, j: int) -> Array:
        return np.ones(self.X.shape[0]) if j < 0 else _column(self.X, j)

    def add(self, j: int, *, computed: bool) -> Collinear | None:
        """Take a column up, or return what it depends on."""
        v = self.values(j)[self.rows]
        size = float(np.linalg.norm(v))
        if not size or not np.isfinite(size):
            return None
        rest = v - self.Q @ (self.Q.T @ v)
        rest -= self.Q @ (self.Q.T @ rest)
        left = float(np.linalg.norm(rest))
        if computed and left < _NEAR * size and (relation := self._relation(j, v)):
            return relation
        if left > _NOTHING * size:
            self.used.append(j)
            self.Q = np.column_stack([self.Q, rest / left])
        return None

    def _relation(self, j: int, v: Array) -> Collinear | None:
        basis = np.column_stack([self.values(c)[self.rows] for c in self.used])
        unit = np.linalg.norm(basis, axis=0)
        support = np.arange(len(self.used))
        for _ in range(2):  # solved again on the columns that matter
            share = np.linalg.lstsq(basis[:, support] / unit[support], v, rcond=None)[0]
            support, kept = support[np.abs(share) > 1e-9 * np.abs(share).max(initial=0.0)], share
        if support.size != kept.size or not support.size:
            return None
        numbers = (kept / unit[support]).tolist()
        columns = [self.used[k] for k in support.tolist()]
        simple = [Fraction(c).limit_denominator(_DENOMINATOR) for c in numbers]
        # With any coefficients, as many columns as rows give every other: half as many are no accident.
        candidates = [[float(c) for c in simple], *([numbers] if 2 * support.size <= self.rows.size else [])]
        for factors in candidates:
            difference = self._difference(j, columns, factors)
            if difference is not None:
                written = _written([self._name(c) for c in columns], simple if factors is not numbers else numbers)
                others = tuple(self._name(c) for c in columns if c >= 0)
                rounded = ", coefficients rounded" if factors is numbers else ""
                return Collinear(self.names[j], others, f"{self.names[j]} = {written}{rounded}", difference)
        return None

    def _name(self, j: int) -> str:
        return "" if j < 0 or bool((self.values(j) == 1.0).all()) else self.names[j]

    def _difference(self, j: int, columns: list[int], factors: list[float]) -> float | None:
        """The largest difference on all rows; None where it is more than rounding on one of them."""
        v = self.values(j)
        total, size = v.astype(np.longdouble), np.abs(v)
        for c, factor in zip(columns, factors, strict=True):
            term = self.values(c).astype(np.longdouble) * np.longdouble(factor)
            total, size = total - term, size + np.abs(term).astype(np.float64)
        apart = np.abs(total)
        return float(apart.max()) if bool((apart <= _ROUNDING * size).all()) else None


def _written(names: list[str], factors: Sequence[Fraction] | Sequence[float]) -> str:
    """The combination as it would be typed, positive terms first and the constant, which has no name, last."""
    terms: list[tuple[str, Fraction | float]] = list(zip(names, factors, strict=True))
    terms.sort(key=lambda term: (term[0] == "", term[1] < 0))
    text = ""
    for name, factor in terms:
        sign = "-" if factor < 0 else "+"
        size = _number(-factor if factor < 0 else factor)
        term = size if not name else name if size == "1" else f"{size} {name}"
        text += (f" {sign} " if text else "-" * (factor < 0)) + term
    return text


def _number(value: Fraction | float) -> str:
    """A fraction as a short decimal where it is one, else as a quotient; other numbers with six digits."""
    if not isinstance(value, Fraction):
        return f"{value:.6g}"
    decimal = f"{float(value):.6g}"
    return decimal if Fraction(decimal) == value else str(value)
