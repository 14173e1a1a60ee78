"""`Program`, the constraints of a linear program in exact numbers, and `Inequalities`, A w ≥ b."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, cast

import numpy as np

from gordan.errors import InputError
from gordan.problem.exact_matrix import ExactMatrix, exact_number, read_exact
from gordan.problem.matrix import read_matrix
from gordan.problem.numbers import Numbers, refuse_numbers

__all__ = ["Inequalities", "Program", "Sides", "note_on_integers"]

Sides = tuple[Fraction | None, ...]


@dataclass(frozen=True, eq=False)
class Program:
    """row_lower ≤ A x ≤ row_upper, lower ≤ x ≤ upper, and an objective, which only `gordan.optimum` looks at.

    Parameters
    ----------
    A : array, sparse matrix or ExactMatrix, shape (m, n)
        Doubles, integers or fractions.
    row_lower, row_upper, lower, upper : sequence of numbers, or one number, optional
        The sides of the rows and the bounds of the columns; None, or an infinity, where there is none. Without them
        nothing is bounded: a column may be negative. A row with two equal sides is an equality.
    row_names, column_names : sequence of str, optional
        Otherwise r1, r2, … and x1, x2, …
    numbers : {"binary", "decimal"}
        Whether a double stands for its own value or for the shortest decimal that reads back as it.
    integer : sequence of int
        Columns that were asked to be whole numbers, counted from 0. That is not looked at: the relaxation is decided,
        and a note says so.
    source : str
        The file it was read from, or empty.
    notes : sequence of str
        What a reader of the file should know.
    objective : sequence of n numbers, or one number, optional
        The costs of the columns.
    constant : number
        What is added to the objective.
    maximise : bool
        Whether the objective is to be as great as can be, and not as small.

    Examples
    --------
    >>> program = Program([[1, 1], [1, -1]], row_lower=[2, None], row_upper=[None, 0], lower=0)
    >>> program.shape, program.row_lower[0], program.upper
    ((2, 2), Fraction(2, 1), (None, None))
    """

    A: Any
    row_lower: Any = None
    row_upper: Any = None
    lower: Any = None
    upper: Any = None
    row_names: Any = ()
    column_names: Any = ()
    numbers: Numbers = "binary"
    integer: Any = ()
    source: str = ""
    notes: Any = ()
    objective: Any = None
    constant: Any = Fraction(0)
    maximise: bool = False

    def __post_init__(self) -> None:
        refuse_numbers(self.numbers)
        A = read_exact(self.A, self.numbers)
        m, n = A.shape
        for name, count, absent in (
            ("row_lower", m, -np.inf),
            ("row_upper", m, np.inf),
            ("lower", n, -np.inf),
            ("upper", n, np.inf),
        ):
            object.__setattr__(self, name, _sides(getattr(self, name), name, count, absent, self.numbers))
        for name, count, letter in (("row_names", m, "r"), ("column_names", n, "x")):
            object.__setattr__(self, name, _names(getattr(self, name), name, count, letter))
        object.__setattr__(self, "A", A)
        object.__setattr__(self, "objective", _costs(self.objective, n, self.numbers))
        object.__setattr__(self, "constant", exact_number(self.constant, self.numbers))
        object.__setattr__(self, "maximise", bool(self.maximise))
        object.__setattr__(self, "integer", _columns(self.integer, n))
        object.__setattr__(self, "notes", _noted(tuple(self.notes), self))

    @property
    def shape(self) -> tuple[int, int]:
        shape: tuple[int, int] = self.A.shape
        return shape

    def side(self, place: str, index: int, side: str) -> Fraction | None:
        """One side of a row, or one bound of a column."""
        sides: Sides = getattr(self, side if place == "column" else f"row_{side}")
        return sides[index]

    def digest(self, *, objective: bool = False) -> str:
        """SHA-256 of all sides, bounds and entries as text, perhaps with the objective; names play no part."""
        whole = hashlib.sha256("gordan program {} {}\n".format(*self.shape).encode())
        for low, high in (*zip(self.row_lower, self.row_upper, strict=True), *zip(self.lower, self.upper, strict=True)):
            whole.update(f"{low} {high}\n".encode())
        for i in range(self.shape[0]):
            whole.update("".join([f"{i} {j} {v}\n" for j, v in self.A.spelled_row(i)]).encode())
        if objective:
            whole.update(f"{'maximise' if self.maximise else 'minimise'} {self.constant}\n".encode())
            whole.update("".join(f"{j} {v}\n" for j, v in enumerate(self.objective or ()) if v).encode())
        return whole.hexdigest()


def note_on_integers(count: int) -> list[str]:
    """What a reader should know of columns that were asked to be whole numbers, if there are any."""
    if not count:
        return []
    columns = "1 column is" if count == 1 else f"{count} columns are"
    return [f"{columns} to be whole numbers; that is not looked at: the relaxation is decided"]


def _costs(given: object, count: int, numbers: Numbers) -> tuple[Fraction, ...] | None:
    """One cost for each column; None without an objective."""
    if given is None:
        return None
    costs = _sides(given, "objective", count, np.inf, numbers)
    if None in costs:
        raise InputError(
            f"objective[{costs.index(None)}] is None or infinite; give a finite number for every column, or 0"
        )
    return cast(tuple[Fraction, ...], costs)


def _columns(given: Any, count: int) -> tuple[int, ...]:
    """Numbers of columns."""
    columns = tuple(given) if isinstance(given, Iterable) and not isinstance(given, str) else (given,)
    for each in columns:
        if isinstance(each, bool) or not isinstance(each, int | np.integer) or not 0 <= each < count:
            raise InputError(f"integer has {each!r}; give the numbers of columns, from 0 to {count - 1}")
    return tuple(int(each) for each in columns)


def _noted(notes: tuple[str, ...], program: Program) -> tuple[str, ...]:
    """The notes, one on whole numbers, and one on rows such as 0 ≥ −1, which have sides and say nothing."""
    notes = (*(note for note in note_on_integers(len(program.integer)) if note not in notes), *notes)
    empty = np.flatnonzero(np.diff(program.A.starts) == 0).tolist()
    sides = ((i, program.row_lower[i], program.row_upper[i]) for i in empty)
    idle = [
        program.row_names[i]
        for i, low, high in sides
        if (low, high) != (None, None) and (low is None or low <= 0) and (high is None or high >= 0)
    ]
    if not idle:
        return notes
    what = f"the row {idle[0]} has" if len(idle) == 1 else f"{len(idle)} rows, {idle[0]} first, have"
    note = f"{what} no entries other than 0, and 0 satisfies what is left: any point does"
    return notes if note in notes else (*notes, note)


def _sides(given: object, name: str, count: int, absent: float, numbers: Numbers) -> Sides:
    if given is None or isinstance(given, int | float | Fraction):
        given = [given] * count
    if not isinstance(given, Iterable) or isinstance(given, str):
        raise InputError(f"{name} is {given!r}; give {count} numbers, one number, or None")
    values = list(given)
    if len(values) != count:
        raise InputError(f"{name} has {len(values)} numbers where A needs {count}; give one for each, or one for all")
    return tuple(_side(v, name, k, absent, numbers) for k, v in enumerate(values))


def _side(value: object, name: str, k: int, absent: float, numbers: Numbers) -> Fraction | None:
    if type(value) is Fraction:
        return value
    if value is None or (isinstance(value, float | np.floating) and value == absent):
        return None
    if isinstance(value, float | np.floating) and not np.isfinite(value):
        raise InputError(f"{name}[{k}] is {value}, which no number satisfies; give a finite number, or None for none")
    return exact_number(value, numbers)


def _names(given: Iterable[object], name: str, count: int, letter: str) -> tuple[str, ...]:
    names = tuple(str(each) for each in given) or tuple(f"{letter}{k + 1}" for k in range(count))
    if len(names) != count:
        raise InputError(f"{name} has {len(names)} names where A needs {count}; give one for each, or none")
    if len(set(names)) < count:
        twice = next(each for each, times in Counter(names).items() if times > 1)
        raise InputError(f"{name} has {twice!r} twice; give every one a name of its own")
    return names


@dataclass(frozen=True, eq=False)
class Inequalities:
    """A w ≥ b in an unknown w of any sign.

    Parameters
    ----------
    A : array or sparse matrix, shape (m, n)
        One inequality to a row.
    b : sequence of numbers, or one number
        The right-hand sides; 0 asks for the homogeneous system.
    names : sequence of str
        Of the inequalities; otherwise r1, r2, …
    numbers : {"binary", "decimal"}
        Whether a double stands for its own value or for the shortest decimal that reads back as it.

    Examples
    --------
    >>> Inequalities([[1.0, 2.0], [0.0, 1.0]], [1.0, 0.0]).program().shape
    (2, 2)
    """

    A: Any
    b: Any = 0
    names: Any = ()
    numbers: Numbers = "binary"

    def __post_init__(self) -> None:
        # Many doubles take seconds to become fractions: that is part of the answer, within whose budget it is done.
        # What cannot be asked is refused here, and what is asked is kept as it is now.
        many = getattr(getattr(self.A, "dtype", None), "kind", "") == "f" and np.ndim(self.A) == 2
        matrix = read_matrix(self.A, name="A")[0].copy() if many else read_exact(self.A, self.numbers)
        # A sequence without an entry for each row would be taken for one number for all.
        right = self.b if np.ndim(self.b) == 0 else list(self.b)
        right = [right] * matrix.shape[0] if np.ndim(right) == 0 else right
        m, n = matrix.shape
        bare = Program(ExactMatrix.of([{}] * m, n), row_lower=right, row_names=self.names, numbers=self.numbers)
        object.__setattr__(self, "_asked", (matrix, bare))

    def program(self) -> Program:
        """The same as a program whose rows have a lower side only; doubles become fractions when it is asked for."""
        return self._program

    @cached_property
    def _program(self) -> Program:
        matrix, bare = self._asked  # type: ignore[attr-defined]
        exact = read_exact(matrix, self.numbers)
        return Program(exact, row_lower=bare.row_lower, row_names=bare.row_names, numbers=self.numbers)
