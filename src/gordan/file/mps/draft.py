"""What the sections of an MPS file say, line by line, until they make a program."""

from __future__ import annotations

from fractions import Fraction

from gordan.file.mps.bound import Bounds
from gordan.file.mps.line import Line
from gordan.problem.draft import ObjectiveNote
from gordan.problem.exact_matrix import ExactMatrix
from gordan.problem.program import Program, note_on_integers

__all__ = ["Draft"]

_KINDS = ("N", "E", "L", "G")


class Draft:
    """Rows by their kind, entries, right-hand sides, ranges and bounds, each as soon as its line is read."""

    def __init__(self) -> None:
        self._kind: dict[str, str] = {}
        self._place: dict[str, int] = {}  # of rows that constrain
        self._entries: list[dict[int, Fraction]] = []
        self._columns: dict[str, int] = {}
        self._right: dict[str, Fraction | float] = {}
        self._range: dict[str, Fraction | float] = {}
        self._sets: dict[str, dict[str, None]] = {"RHS": {}, "RANGES": {}}  # in the order of the file
        self._costs: dict[str, dict[int, Fraction]] = {}  # of the rows N
        self._constants: dict[str, Fraction] = {}
        self._whole = False
        self.maximise = False
        self.named = ""  # the objective that the file asks for; else the first row N is it
        self._unread: dict[str, str] = {}  # why an objective is not read; under no name, why none is
        self.bounds = Bounds()

    def row(self, line: Line, fields: tuple[str, ...]) -> None:
        if len(fields) != 2 or fields[0].upper() not in _KINDS:
            line.refuse(f"{' '.join(fields)!r} is no row", "one of N, E, L, G and a name")
        kind, name = fields[0].upper(), fields[1]
        if name in self._kind:
            line.refuse(f"the row {name!r} is there twice", "every row once")
        self._kind[name] = kind
        if kind == "N":
            self._costs[name] = {}
        else:
            self._place[name] = len(self._place)
            self._entries.append({})

    def column(self, line: Line, fields: tuple[str, ...]) -> None:
        if len(fields) >= 3 and fields[1].strip("'\"").upper() == "MARKER" and fields[1] not in self._kind:
            marker = fields[-1].strip("'\"").upper()
            if marker not in ("INTORG", "INTEND"):
                line.refuse(f"the marker {marker!r} is not known here", "INTORG or INTEND")
            self._whole = marker == "INTORG"
            return
        if len(fields) not in (3, 5):
            line.refuse(f"it has {len(fields)} fields", "a column, and one or two rows each with a number")
        name = fields[0]
        if name not in self._columns:
            self._columns[name] = len(self._columns)
            self.bounds.add(name, whole=self._whole)
        j = self._columns[name]
        for row, text in zip(fields[1::2], fields[2::2], strict=True):
            value = line.value(text)
            cost = self._known(line, row) == "N"
            entries = self._costs[row] if cost else self._entries[self._place[row]]
            if j in entries and cost:
                self._unread[row] = f"the column {name!r} has two entries in it"
            elif j in entries:
                line.refuse(f"the column {name!r} has two entries in the row {row!r}", "one entry")
            entries[j] = value

    def right(self, line: Line, fields: tuple[str, ...]) -> None:
        for row, text in self._pairs(line, fields, "RHS"):
            value = line.bound(text)
            if self._known(line, row) == "N":
                self._constant(row, value)
                continue
            if row in self._right:
                line.refuse(f"the row {row!r} has two right-hand sides", "one")
            if isinstance(value, float) and (self._kind[row], value > 0) not in (("L", True), ("G", False)):
                line.refuse(f"the right-hand side of {row!r} is infinite, which nothing satisfies", "a finite number")
            self._refuse_open(line, row, value, self._range.get(row))
            self._right[row] = value

    def _constant(self, row: str, value: Fraction | float) -> None:
        """The right-hand side of an objective is taken off it, as HiGHS, CPLEX and Gurobi read it."""
        if row in self._constants:
            self._unread[row] = "it has two right-hand sides"
        elif isinstance(value, float):
            self._unread[row] = "its right-hand side is infinite"
        else:
            self._constants[row] = -value

    def sense(self, line: Line, text: str) -> None:
        """MAX or MIN of the section OBJSENSE."""
        word = text.upper()
        if word not in ("MAX", "MAXIMIZE", "MAXIMISE", "MIN", "MINIMIZE", "MINIMISE"):
            line.refuse(f"the objective's sense is {text!r}", "MAX or MIN")
        self.maximise = word.startswith("MAX")

    def range(self, line: Line, fields: tuple[str, ...]) -> None:
        for row, text in self._pairs(line, fields, "RANGES"):
            value = line.bound(text)
            if self._known(line, row) == "N":
                continue
            if row in self._range:
                line.refuse(f"the row {row!r} has two ranges", "one")
            self._refuse_open(line, row, self._right.get(row), value)
            self._range[row] = value

    def _refuse_open(self, line: Line, row: str, right: Fraction | float | None, size: Fraction | float | None) -> None:
        if isinstance(right, float) and isinstance(size, Fraction):
            line.refuse(
                f"the row {row!r} has a range, and an infinite right-hand side to count it from", "a finite one"
            )

    def objective(self, line: Line, section: str, name: str) -> None:
        """Refuse squares and products of a row that constrains."""
        if self._kind.get(name) != "N":
            line.refuse(f"{section} is about {name!r}, which is no objective", "constraints that are linear")

    def squares(self, section: str) -> None:
        """Note that the objective has quadratic terms, so that it is not read."""
        self._unread[""] = f"{section} gives it squares or products"

    def bound(self, line: Line, fields: tuple[str, ...]) -> None:
        self.bounds.read(line, fields)

    def program(self, source: str) -> Program:
        """The program, and notes on what in the file was understood in one of several ways."""
        names = list(self._place)
        sides = [self._sides(name) for name in names]
        kept = self._keep_rows(names, sides)
        lower, upper, whole = self.bounds.settle()
        matrix = ExactMatrix.of([self._entries[k] for k in kept], len(self._columns))
        name, costs = self._objective()
        return Program(
            matrix,
            row_lower=[sides[k][0] for k in kept],
            row_upper=[sides[k][1] for k in kept],
            lower=lower,
            upper=upper,
            row_names=[names[k] for k in kept],
            column_names=list(self._columns),
            numbers="decimal",
            integer=whole,
            source=source,
            notes=[*self._notes(len(whole)), *self.bounds.notes, *self._dropped(names, kept)],
            objective=costs,
            constant=self._constants.get(name, Fraction(0)),
            maximise=self.maximise,
        )

    def _objective(self) -> tuple[str, list[Fraction] | None]:
        """The name and the costs of the objective; none where there is no row for it, or it has squares."""
        name = self.named or next(iter(self._costs), "")
        if name not in self._costs or self._why_unread(name):
            return name, None
        return name, [self._costs[name].get(j, Fraction(0)) for j in range(len(self._columns))]

    def _why_unread(self, name: str) -> str:
        return self._unread.get("") or self._unread.get(name, "")

    def _keep_rows(self, names: list[str], sides: list[tuple[Fraction | None, Fraction | None]]) -> list[int]:
        """All rows but those without entries, or with none but zeros, that 0 satisfies."""
        return [k for k in range(len(names)) if any(self._entries[k].values()) or not _holds_zero(*sides[k])]

    def _dropped(self, names: list[str], kept: list[int]) -> list[str]:
        gone = [names[k] for k in sorted(set(range(len(names))) - set(kept))]
        if not gone:
            return []
        what = f"the row {gone[0]} has" if len(gone) == 1 else f"{len(gone)} rows, {gone[0]} first, have"
        return [f"{what} no entries and 0 satisfies what is left, so nothing is lost by leaving it out"]

    def _sides(self, name: str) -> tuple[Fraction | None, Fraction | None]:
        """Both sides of a row; a range goes from the right-hand side to where the kind of row leaves room."""
        kind, given = self._kind[name], self._right.get(name, Fraction(0))
        if isinstance(given, float):
            return None, None
        size = self._range.get(name)
        if size is None:
            return (None if kind == "L" else given), (None if kind == "G" else given)
        if kind == "L" or (kind == "E" and size < 0):
            return (None if isinstance(size, float) else given - abs(size)), given
        return given, (None if isinstance(size, float) else given + abs(size))

    def _pairs(self, line: Line, fields: tuple[str, ...], section: str) -> list[tuple[str, str]]:
        """Rows and numbers of the first set; a line of another one has none."""
        if len(fields) < 2 or len(fields) > 5:
            line.refuse(f"it has {len(fields)} fields", "a set, and one or two rows each with a number")
        chosen, fields = (fields[0], fields[1:]) if len(fields) % 2 else ("", fields)
        if not line.is_of_first_set(chosen, self._sets[section]):
            return []
        return list(zip(fields[::2], fields[1::2], strict=True))

    def _known(self, line: Line, row: str) -> str:
        if row not in self._kind:
            line.refuse(f"there is no row {row!r}", "a row of the section ROWS")
        return self._kind[row]

    def _notes(self, whole: int) -> list[str]:
        notes = note_on_integers(whole)
        for section, sets in self._sets.items():
            if len(sets) > 1:
                notes.append(f"{section} has {len(sets)} sets; the first, {next(iter(sets))!r}, is used")
        name = self.named or next(iter(self._costs), "")
        if self.named and name not in self._costs:
            notes.append(
                ObjectiveNote(
                    f"OBJNAME is {name!r}, and no row N has that name: the program is read without an objective"
                )
            )
        if why := self._why_unread(name):
            notes.append(ObjectiveNote(f"the objective {name} is not read: {why}"))
        return notes


def _holds_zero(low: Fraction | None, high: Fraction | None) -> bool:
    return (low is None or low <= 0) and (high is None or high >= 0)
