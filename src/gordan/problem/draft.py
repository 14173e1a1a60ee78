"""`Draft`: a linear program as another package describes it, before its numbers are exact."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf, isnan
from typing import Any

import numpy as np

from gordan.arithmetic.deadline import check_deadline
from gordan.errors import InputError
from gordan.problem.exact_matrix import ExactMatrix, exact_number
from gordan.problem.numbers import Numbers
from gordan.problem.program import Program, note_on_integers

__all__ = ["Draft", "ObjectiveNote", "Row"]


class ObjectiveNote(str):
    """A note that says why a program has no objective."""


@dataclass
class Row:
    """lower ≤ Σ coefficient · column + constant ≤ upper; None or an infinity where there is no side."""

    name: str
    terms: list[tuple[int, Any]]
    lower: Any = None
    upper: Any = None
    constant: Any = 0


@dataclass
class Draft:
    """Columns, rows and objective of a model, in its own order and with its own names."""

    kind: str  # what the model is called in messages
    names: list[str] = field(default_factory=list)
    lower: list[Any] = field(default_factory=list)
    upper: list[Any] = field(default_factory=list)
    integer: list[int] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    objective: Row | None = None
    maximise: bool = False
    notes: list[str] = field(default_factory=list)

    def column(self, name: str, lower: Any = None, upper: Any = None, *, integer: bool = False) -> int:
        """Add a column and return its place."""
        if integer:
            self.integer.append(len(self.names))
        self.names.append(name)
        self.lower.append(lower)
        self.upper.append(upper)
        return len(self.names) - 1

    def refuse(self, what: str) -> None:
        """Refuse a part of the model that no linear program has."""
        raise InputError(
            f"the {self.kind} has {what}, which no linear program has; take it out, or give the relaxation"
        )

    def program(self, numbers: Numbers, *, source: str = "") -> Program:
        """The program in fractions. A constant beside the terms of a row is subtracted from both sides, exactly."""
        self._refuse_names()
        self._refuse_sides()
        matrix = ExactMatrix.of([self._terms(row, numbers) for row in self.rows], len(self.names))
        return Program(
            matrix,
            row_lower=[_shifted(row, row.lower, numbers) for row in self.rows],
            row_upper=[_shifted(row, row.upper, numbers) for row in self.rows],
            lower=self.lower,
            upper=self.upper,
            row_names=_filled([row.name for row in self.rows], "r"),
            column_names=_filled(self.names, "x"),
            numbers=numbers,
            integer=self.integer,
            source=source,
            notes=[*note_on_integers(len(self.integer)), *self.notes],
            **self._costs(numbers),
        )

    def _refuse_names(self) -> None:
        for what, names in (("columns", self.names), ("rows", [row.name for row in self.rows])):
            twice = next((name for name, often in Counter(names).items() if name and often > 1), None)
            if twice is not None:
                raise InputError(
                    f"the {self.kind} has several {what} called {twice!r}; give every one a name of its own"
                )

    def _refuse_sides(self) -> None:
        """Refuse a side that no number satisfies, by the name of its row or column."""
        columns = zip(self.names, self.lower, self.upper, strict=True)
        known = [(f"column {name or k + 1!r}", low, high) for k, (name, low, high) in enumerate(columns)]
        known += [(f"row {row.name or k + 1!r}", row.lower, row.upper) for k, row in enumerate(self.rows)]
        for name, low, high in known:
            for side, value, wrong in (("lower", low, inf), ("upper", high, -inf)):
                if isinstance(value, float | np.floating) and (isnan(value) or value == wrong):
                    raise InputError(
                        f"the {self.kind} has {value} as the {side} side of the {name}, which no number satisfies; "
                        "give a finite number, or None for none"
                    )

    def _costs(self, numbers: Numbers) -> dict[str, Any]:
        """The objective as a program has it; nothing where there is none."""
        if self.objective is None:
            return {}
        if not _finite(self.objective.constant):
            raise InputError(f"the objective has the constant {self.objective.constant}; give it a finite number")
        terms = self._terms(self.objective, numbers)
        return {
            "objective": [terms.get(j, Fraction(0)) for j in range(len(self.names))],
            "constant": exact_number(self.objective.constant, numbers),
            "maximise": self.maximise,
        }

    def _terms(self, row: Row, numbers: Numbers) -> dict[int, Fraction]:
        check_deadline("turning the numbers of a model into fractions")
        terms: dict[int, Fraction] = {}
        for column, value in row.terms:
            if not _finite(value):
                name = self.names[column] or f"x{column + 1}"
                raise InputError(f"{row.name!r} has the coefficient {value} of {name!r}; give it a finite number")
            terms[column] = terms.get(column, Fraction(0)) + exact_number(value, numbers)
        return terms


def _shifted(row: Row, side: Any, numbers: Numbers) -> Any:
    if side is None or not _finite(side):
        return side
    if not _finite(row.constant):
        raise InputError(f"{row.name!r} has the constant {row.constant}; give it a finite number")
    return exact_number(side, numbers) - exact_number(row.constant, numbers)


def _finite(value: Any) -> bool:
    return not isinstance(value, float | np.floating) or (
        not isnan(value) and value not in (float("inf"), -float("inf"))
    )


def _filled(names: list[str], letter: str) -> list[str]:
    """The names, with r1, r2, … in the place of empty ones."""
    taken = set(names)
    filled = []
    for k, name in enumerate(names):
        default = f"{letter}{k + 1}"
        while not name and default in taken:
            default += "'"
        filled.append(name or default)
    return filled
