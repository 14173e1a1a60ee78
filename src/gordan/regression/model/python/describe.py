"""The description of a model whose formula was run: what the closed grammar says of it, else the numbers it made."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np

from gordan.arithmetic.array import Array
from gordan.errors import InputError
from gordan.problem.description import Carried, ColumnOf, Description, Expression, Factor
from gordan.problem.description.limit import refuse_beyond
from gordan.problem.matrix import is_sparse
from gordan.regression.model.block import factor_block, term_block
from gordan.regression.model.closed import Beside, complete_rows, whole_columns
from gordan.regression.model.column import Column, Mask
from gordan.regression.model.design import Design
from gordan.regression.model.evaluate import evaluate
from gordan.regression.model.formula.advice import columns_in
from gordan.regression.model.formula.node import Call, Name
from gordan.regression.model.formula.sides import bare
from gordan.regression.model.formula.syntax import Reader
from gordan.regression.model.formula.term import FormulaFactor
from gordan.regression.model.formula.translate import Translator
from gordan.regression.model.frame import Frame
from gordan.regression.model.rebuild import kept_columns
from gordan.regression.model.response import describe_response
from gordan.regression.model.system import Posed

__all__ = ["describe_python"]


def describe_python(posed: Posed, *, carry_all: bool = False) -> Description:
    """The description, each term of it held bit by bit against the design; a term that differs carries its numbers."""
    assert posed.python is not None
    assert posed.frame is not None
    assert posed.wording is not None
    sides, structure, design = posed.python
    keep = complete_rows(posed.frame, sides.needs, Beside(*posed.wording[1:])).keep
    work = _Work(design, kept_columns(sides.needs, posed.frame, keep), keep, whole_columns(sides.needs, posed.frame))
    factors: list[Factor] = []
    terms: list[tuple[int, ...]] = []
    first = 0
    for term in structure:
        columns = range(first, first + len(term.columns))
        first += len(term.columns)
        parts = None if carry_all or term.parts is None else work.translated(term.parts, columns)
        for part in [[work.carried(columns)]] if parts is None else parts:
            place = []
            for factor in part:
                if factor not in factors:
                    factors.append(factor)
                place.append(factors.index(factor))
            terms.append(tuple(place))
    values = [work.response(part, column, posed.frame) for part, column in zip(sides.left, design.y, strict=True)]
    total = sum(len(f.values) * work.n for f in factors if isinstance(f, Carried))
    refuse_beyond(total, "CARRIED", "carried values", "write its terms in the grammar of docs/formula.md")
    response = describe_response(posed.family, design.y, values)
    return Description(tuple(sides.needs), response, tuple(factors), tuple(terms))


class _Work:
    """The cells of complete rows, and which of these rows the design has."""

    def __init__(self, design: Design, cells: dict[str, Column], keep: Mask, whole: set[str]) -> None:
        assert design.kept is not None
        self.design, self.cells, self.n = design, cells, int(keep.sum())
        self.rows = np.searchsorted(np.flatnonzero(keep), design.kept)
        self.translator = Translator(cells, whole, self.n)

    def translated(
        self, parts: Sequence[Sequence[tuple[str, bool, bool]]], columns: range
    ) -> list[list[Factor]] | None:
        """The factors of each product of a term, if they make the same columns as the formula did."""
        try:
            described = [[self._factor(*each) for each in part] for part in parts]
            blocks = [term_block([factor_block(f, self.cells, self.n) for f in part], self.n) for part in described]
        except InputError:
            return None
        names = [":".join(reversed(c)) for part in described for c in product(*(f.names for f in reversed(part)))]
        made = np.concatenate([block.toarray()[self.rows] for block in blocks], axis=1)
        if [name or "Intercept" for name in names] != [self.design.names[j] for j in columns]:
            return None
        return described if np.array_equal(made, self._columns(columns)) else None

    def _factor(self, code: str, column: bool, reduced: bool) -> Factor:
        if column:
            factor = FormulaFactor(code, True, Name(code, quoted=True))
        else:
            node = Reader(code).expression()
            columns_in(node)
            factor = FormulaFactor(code, False, node if isinstance(node, Call) else Call("I", (node,)))
        return self.translator.factor(factor, reduced=reduced)

    def _columns(self, columns: range) -> Array:
        X = self.design.X[:, list(columns)]
        return np.asarray(X.toarray() if is_sparse(X) else X)

    def carried(self, columns: range) -> Carried:
        """The numbers of these columns; rows that the design does not have get none."""
        made = self._columns(columns)
        return Carried(tuple(self.design.names[j] for j in columns), tuple(self._spread(v) for v in made.T))

    def _spread(self, values: Array) -> tuple[float | None, ...]:
        spread: list[float | None] = [None] * self.n
        for row, value in zip(self.rows.tolist(), values.tolist(), strict=True):
            spread[row] = float(value)
        return tuple(spread)

    def response(self, part: str, column: Column, frame: Frame) -> Expression | Carried:
        """A part of the left side: a column, an expression with the same values, or the numbers."""
        name = bare(part, frame)
        if name is not None:
            return ColumnOf(name)
        try:
            node = Reader(part).expression()
            columns_in(node)
            value = self.translator.expression(node)
            made = np.broadcast_to(evaluate(value, self.cells).values, (self.n,))[self.rows]
            if made.dtype.kind in "fb" and np.array_equal(made, column.values.astype(made.dtype)):
                return value
        except InputError:
            pass
        return Carried((column.name,), (self._spread(column.values.astype(np.float64)),))
