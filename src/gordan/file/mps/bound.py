"""The section BOUNDS: what its two-letter words mean, and what holds where it says nothing."""

from __future__ import annotations

from fractions import Fraction

from gordan.file.mps.line import Line

__all__ = ["Bounds"]

Side = Fraction | float | None

_BARE = ("FR", "MI", "PL", "BV")  # these need no number
_KNOWN = ("LO", "UP", "FX", "LI", "UI", *_BARE)


class Bounds:
    """Bounds of columns: 0 and none at first; for whole numbers between markers 0 and 1, as other readers have it."""

    def __init__(self) -> None:
        self._places: dict[str, int] = {}
        self._lower: list[Side] = []
        self._upper: list[Side] = []
        self._whole: set[int] = set()
        self._unsaid: set[int] = set()  # whole numbers between markers of which no bound is known yet
        self._raised: set[int] = set()  # columns whose lower bound was said
        self._turned: list[str] = []
        self._sets: dict[str, None] = {}  # in the order of the file

    def add(self, name: str, *, whole: bool) -> None:
        j = self._places[name] = len(self._places)
        self._lower.append(Fraction(0))
        self._upper.append(None)
        if whole:
            self._whole.add(j)
            self._unsaid.add(j)

    def read(self, line: Line, fields: tuple[str, ...]) -> None:
        kind = fields[0].upper() if fields else ""
        if kind in ("SC", "SI"):
            name = next((each for each in fields[1:] if each in self._places), "")
            line.refuse(f"{kind} makes the column {name!r} semi-continuous", "a linear program, which has none")
        if kind not in _KNOWN:
            line.refuse(f"{kind!r} is no kind of bound that is known here", "one of " + ", ".join(_KNOWN))
        least, most = (2, 4) if kind in _BARE else (3, 4)
        if not least <= len(fields) <= most:
            line.refuse(f"it has {len(fields)} fields", "a kind, a set, a column and, where it takes one, a number")
        named = len(fields) > least
        chosen, name = (fields[1], fields[2]) if named else ("", fields[1])
        if name not in self._places:
            line.refuse(f"there is no column {name!r}", "a column of the section COLUMNS")
        if line.is_of_first_set(chosen, self._sets):
            self._apply(line, kind, self._places[name], name, None if kind in _BARE else line.bound(fields[-1]))

    def _apply(self, line: Line, kind: str, j: int, name: str, value: Side) -> None:
        self._unsaid.discard(j)
        if kind in ("LI", "UI", "BV"):
            self._whole.add(j)
        if kind in ("LO", "LI", "FX"):
            self._raised.add(j)
            self._lower[j] = _finite(line, value, lower=True)
        if kind in ("UP", "UI", "FX"):
            self._upper[j] = _finite(line, value, lower=False)
            # As most readers have it: a negative upper bound alone takes away the 0 below that nobody wrote.
            if kind != "FX" and value is not None and value < 0 and j not in self._raised:
                self._lower[j] = None
                self._turned.append(name)
        if kind in ("FR", "MI"):
            self._raised.add(j)
            self._lower[j] = None
        if kind in ("FR", "PL"):
            self._upper[j] = None
        if kind == "BV":
            self._raised.add(j)
            self._lower[j], self._upper[j] = Fraction(0), Fraction(1)

    def settle(self) -> tuple[list[Side], list[Side], list[int]]:
        """Lower bounds, upper bounds, and the columns that are to be whole numbers."""
        upper = [Fraction(1) if j in self._unsaid else each for j, each in enumerate(self._upper)]
        return self._lower, upper, sorted(self._whole)

    @property
    def notes(self) -> list[str]:
        notes = []
        if self._turned:
            columns = "column" if len(self._turned) == 1 else "columns"
            notes.append(
                f"{len(self._turned)} {columns}, {self._turned[0]} first, with a negative upper bound and no lower one "
                "may be as low as one likes"
            )
        if self._unsaid:
            notes.append(f"{len(self._unsaid)} of the columns between markers have no bounds and lie between 0 and 1")
        if len(self._sets) > 1:
            notes.append(f"BOUNDS has {len(self._sets)} sets; the first, {next(iter(self._sets))!r}, is used")
        return notes


def _finite(line: Line, value: Side, *, lower: bool) -> Side:
    """The bound; None where it is infinite and leaves the column free."""
    if not isinstance(value, float):
        return value
    if lower and value > 0:
        line.refuse("the lower bound is infinite, which nothing satisfies", "a finite number, or MI for no bound")
    if not lower and value < 0:
        line.refuse("the upper bound is minus infinity, which nothing satisfies", "a finite number, or PL for no bound")
    return None
