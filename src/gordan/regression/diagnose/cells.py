"""Rows and events of every level of the factors of a model, and of the pairs of levels of its interactions.

A level whose rows are all without events, or all with them, separates these rows by itself: that is what somebody who
has the table in mind wants to read, rather than what it does to the coefficients of a coding.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from gordan.arithmetic.array import Positions
from gordan.errors import InputError
from gordan.problem.description import ColumnOf, Description, Levels
from gordan.problem.matrix import is_sparse
from gordan.regression.model.block import level_places
from gordan.regression.model.column import Mask
from gordan.regression.model.system import Posed

if TYPE_CHECKING:
    from gordan.regression.diagnose.answer import Diagnosis

__all__ = ["Cell", "Factor", "cells_of", "events", "factors_of", "pure_cells", "reference_cell"]

_DUMMIES = 200  # columns of zeros and ones that are looked at
_PAIRED = 100_000  # pairs of levels


@dataclass(frozen=True)
class Cell:
    """One level of a factor, or pair of levels: how many rows it has, with events, and separated."""

    factor: str
    level: str
    rows: int
    events: int
    separated: int

    @property
    def pure(self) -> bool:
        """Whether its rows are separated because all of them, or none, have an event."""
        return self.separated == self.rows > 0 and self.events in (0, self.rows)

    def __str__(self) -> str:
        happened = "0 events" if not self.events else "all with events" if self.events == self.rows else ""
        return f"{self.factor} = {self.level}: {self.rows:,} row{'s' * (self.rows != 1)}, " + (
            happened or f"{self.events:,} with events"
        )


@dataclass(frozen=True, eq=False)
class Factor:
    """The level of each row by number; `columns` are the names of the design's columns that code it."""

    name: str
    codes: Positions
    levels: tuple[str, ...]
    columns: tuple[str, ...] = ()
    crossed: bool = False


def events(posed: Posed) -> Mask | None:
    """Rows with a success or a positive response; None where the family has more than two outcomes."""
    if posed.family in ("multinomial", "ordinal"):
        return None
    if posed.codes is not None:
        return np.asarray(posed.codes.seen[:, 1], dtype=bool)
    happened = np.zeros(posed.design.n, bool)
    happened[posed.rows.owner if posed.family == "gamma" else posed.rows.pinned] = True
    return happened


def cells_of(diagnosis: Diagnosis) -> tuple[tuple[Factor, tuple[Cell, ...]], ...]:
    """The factors of a model with their cells; none where the family has no events."""
    posed = diagnosis.study.posed
    happened = events(posed)
    if happened is None:
        return ()
    separated = np.zeros(posed.design.n, bool)
    separated[diagnosis.separated_places] = True
    return tuple((factor, tuple(_cells(factor, happened, separated))) for factor in factors_of(posed))


def _cells(factor: Factor, happened: Mask, separated: Mask) -> Iterator[Cell]:
    size = len(factor.levels)
    rows = np.bincount(factor.codes, minlength=size)
    yes = np.bincount(factor.codes[happened], minlength=size)
    gone = np.bincount(factor.codes[separated], minlength=size)
    for k, level in enumerate(factor.levels):
        yield Cell(factor.name, level, int(rows[k]), int(yes[k]), int(gone[k]))


def pure_cells(diagnosis: Diagnosis) -> tuple[list[Cell], bool]:
    """Cells that separate by themselves, those of single factors first, and whether they are all that is separated."""
    if diagnosis.family == "gamma":  # one level of zeros alone lets the pseudo-likelihood grow
        every = (cell for factor, cells in diagnosis.factor_cells if not factor.crossed for cell in cells)
        return [cell for cell in every if cell.rows and not cell.events], False
    left = np.zeros(diagnosis.n, bool)
    left[diagnosis.separated_places] = True
    pure = []
    for factor, cells in diagnosis.factor_cells:
        for code, cell in enumerate(cells):
            own = factor.codes == code
            # A pair of levels, or an indicator, is listed only if it has separated rows that no earlier cell has.
            if cell.pure and (left & own).any():
                pure.append(cell)
                left &= ~own
    return pure, not left.any()


def factors_of(posed: Posed) -> list[Factor]:
    """The factors of a model and the pairs of its interactions; columns of zeros and ones beside them."""
    described = _description(posed)
    factors = [] if described is None else _described(described, posed)
    coded = {name for factor in factors for name in factor.columns}
    return [
        *factors,
        *(each for each in _dummies(posed) if each.name not in coded and not (coded & {*each.name.split(":")})),
    ]


def _description(posed: Posed) -> Description | None:
    if posed.description is not None:
        return posed.description
    if posed.python is None:
        return None
    from gordan.regression.model.python.describe import describe_python

    try:
        return describe_python(posed)
    except InputError:  # a formula that cannot be described has columns that can be looked at
        return None


def _described(description: Description, posed: Posed) -> list[Factor]:
    assert posed.frame is not None
    assert posed.design.kept is not None
    n, kept = posed.design.n, posed.design.kept
    table = {name: posed.frame.column(name).take(kept) for name in description.used}
    factors: dict[int, Factor] = {}
    for k, factor in enumerate(description.factors):
        if not isinstance(factor, Levels):
            continue
        name = factor.value.name if isinstance(factor.value, ColumnOf) else factor.names[0].partition("[")[0]
        try:
            codes = level_places(factor.value, factor.levels, table, n)
        except InputError:
            continue
        levels = tuple(_level_name(level) for level in factor.levels)
        factors[k] = Factor(name, codes, levels, factor.names)
    single = list({(f.name, f.levels): f for f in factors.values()}.values())
    crossed: dict[str, Factor] = {}
    for term in description.terms:
        for a, b in combinations([factors[k] for k in term if k in factors], 2):
            if a.name != b.name and len(a.levels) * len(b.levels) <= _PAIRED:
                crossed.setdefault(f"{a.name}:{b.name}", _pair(a, b))
    return [*single, *crossed.values()]


def _level_name(level: object) -> str:
    return str(int(level)) if isinstance(level, float) and level.is_integer() else str(level)


def _pair(a: Factor, b: Factor) -> Factor:
    levels = tuple(f"{x}:{y}" for x in a.levels for y in b.levels)
    return Factor(f"{a.name}:{b.name}", a.codes * len(b.levels) + b.codes, levels, crossed=True)


def _dummies(posed: Posed) -> Iterator[Factor]:
    """Columns of zeros and ones, where nothing is known of factors."""
    design = posed.design
    first = int(design.added)
    if design.p > _DUMMIES:
        return
    for j in range(design.p - first):
        values = design.X[:, [j]].toarray().ravel() if is_sparse(design.X) else design.X[:, j]
        if j + first != design.constant and bool(((values == 0) | (values == 1)).all()):
            name = design.names[j + first]
            yield Factor(name, values.astype(np.int64), ("0", "1"), (name,))


def reference_cell(diagnosis: Diagnosis) -> tuple[Cell, tuple[str, ...]] | None:
    """The reference level of a factor where it alone is separated, and the coefficients that go to infinity for it.

    The intercept goes one way then, and all levels the other: said so, nobody recognises it.
    """
    pure, everything = pure_cells(diagnosis) if diagnosis.separated else ([], False)
    if not everything or len(pure) != 1:
        return None
    factor = next(factor for factor, cells in diagnosis.factor_cells if pure[0] in cells)
    constant = diagnosis.study.posed.design.constant
    base = () if constant is None else (diagnosis.study.posed.design.names[constant],)
    relative = {*base, *factor.columns}
    if len(factor.columns) < 2 or set(diagnosis.infinite) != relative:
        return None
    return pure[0], tuple(relative)
