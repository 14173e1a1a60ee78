"""`read_mps(path)`: the constraints of a linear program in an MPS file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace

from gordan.errors import InputError
from gordan.file.mps.draft import Draft
from gordan.file.mps.line import Line, Split, WrongLine, by_blanks, by_columns
from gordan.file.table.source import fetch
from gordan.file.table.text import Text, decode, refuse_costly
from gordan.problem.program import Program

__all__ = ["program_of_mps", "read_mps"]

_OBJECTIVE = ("OBJSENSE", "OBJSENSEMAX", "OBJNAME", "OBJECT", "QUADOBJ", "QMATRIX", "QSECTION")
_BEYOND = {
    "SOS": "special ordered sets",
    "SOS1": "special ordered sets",
    "SOS2": "special ordered sets",
    "SETS": "special ordered sets",
    "QCMATRIX": "squares or products in a row",
    "INDICATORS": "rows that hold under a condition",
    "CSECTION": "cones",
}
_SQUARES = ("QUADOBJ", "QMATRIX", "QSECTION")  # where a name follows, of the row that they are about


def read_mps(path: str | os.PathLike[str]) -> Program:
    """Read an MPS file, plain or compressed as .gz, .xz or .bz2; decimals are kept as they are written.

    Free format is tried first, then the fixed one, whose names may have blanks. Columns are not negative unless BOUNDS
    says so. A negative upper bound without a lower one takes the 0 below away. Of several sets of right-hand sides,
    ranges or bounds the first counts. The objective is the first row N, or the one that OBJNAME names; its right-hand
    side is taken off it. That columns be whole numbers is not looked at.

    Parameters
    ----------
    path
        The file.

    Returns
    -------
    Program
        Its `notes` say what in the file was understood in one of several ways.

    Raises
    ------
    InputError
        The file cannot be used; the sentence names the line, and where one is wrong the error has its number as `line`.

    Examples
    --------
    >>> import os, tempfile
    >>> lines = ["ROWS", " N cost", " G r", "COLUMNS", " x r 0.1 cost 1", "RHS", " RHS r 3", "ENDATA"]
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "one.mps")
    ...     with open(path, "w") as file:
    ...         _ = file.write("\\n".join(lines))
    ...     program = read_mps(path)
    >>> program.row_names, program.A.values, program.row_lower
    (('r',), (Fraction(1, 10),), (Fraction(3, 1),))
    """
    source = os.fspath(path)
    return program_of_mps(decode(fetch(source), source))


def program_of_mps(text: Text) -> Program:
    """The program in the text of an MPS file."""
    refuse_costly(text, "mps")
    try:
        return _parse(text, by_blanks)
    except InputError as free:
        try:
            return _parse(text, by_columns)
        except InputError as fixed:
            # The reading that got further is likely the one that was meant.
            raise max((free, fixed), key=_reached) from None


def _reached(error: InputError) -> float:
    """The line, or beyond them all where it is the end of the file that is wrong."""
    return error.line if isinstance(error, WrongLine) else float("inf")


def _parse(text: Text, split: Split) -> Program:
    draft = Draft()
    read = {
        "ROWS": draft.row,
        "COLUMNS": draft.column,
        "RHS": draft.right,
        "RANGES": draft.range,
        "BOUNDS": draft.bound,
    }
    section = ""
    seen: set[str] = set()
    for line, raw in _lines(text):
        if not raw[0].isspace():
            section, *rest = raw.split()
            section = section.upper()
            if rest and (section in read or section == "ENDATA"):
                line.refuse(f"{section} is followed by {rest[0]!r}", "a section by itself, and its lines indented")
            if rest and section in _SQUARES:
                draft.objective(line, section, rest[0])
            if section == "OBJSENSEMAX" or (rest and section == "OBJSENSE"):
                draft.sense(line, "MAX" if section == "OBJSENSEMAX" else rest[0])
            if section == "ENDATA":
                return _finish(draft, text, seen)
            if section not in read and section not in (*_OBJECTIVE, "NAME"):
                if not seen:
                    raise InputError(
                        f"{text.source} does not look like an MPS file: it begins with {raw.split()[0][:40]!r}, where "
                        "NAME or ROWS was expected; give a linear program, or ask about a table with gordan check"
                    )
                if section in _BEYOND:
                    line.refuse(f"the section {section} has {_BEYOND[section]}", "a linear program, which has none")
                line.refuse(f"the section {section!r} is not known here", "NAME, ROWS, COLUMNS, RHS, RANGES, BOUNDS")
            if section in seen and section in read:
                line.refuse(f"the section {section} comes twice", "every section once")
            if section in read and section != "ROWS" and "ROWS" not in seen:
                line.refuse(f"the section {section} comes before ROWS", "ROWS first")
            seen.add(section)
            continue
        if section in _OBJECTIVE:
            _read_objective(draft, line, section, raw.split())
            continue
        if section not in read:
            line.refuse("a line stands outside of any section", "ROWS first")
        fields = split(raw.rstrip("\n"))
        # By columns every line but those of rows and bounds has an empty first field; by blanks it is not there.
        if split is by_columns and section not in ("ROWS", "BOUNDS"):
            fields = tuple(each for k, each in enumerate(fields) if k or each)
            fields = fields[1:] if fields and fields[0] == "" else fields
        read[section](line._replace(fields=fields), fields)
    raise InputError(f"{text.source} has no line ENDATA; expected a whole MPS file, so get it again")


def _read_objective(draft: Draft, line: Line, section: str, words: list[str]) -> None:
    if section == "OBJSENSE":
        draft.sense(line, words[0])
    elif section == "OBJNAME":
        draft.named = words[0]
    elif section in _SQUARES:
        draft.squares(section)


def _lines(text: Text) -> Iterator[tuple[Line, str]]:
    """Every line that is neither blank nor a comment, numbered from 1."""
    for number, raw in enumerate(text.lines(), start=1):
        if raw.strip() and not raw.startswith("*"):
            yield Line(text.source, number, ()), raw


def _finish(draft: Draft, text: Text, seen: set[str]) -> Program:
    for section in ("ROWS", "COLUMNS"):
        if section not in seen:
            raise InputError(f"{text.source} has no section {section}; expected an MPS file, so check which it is")
    program = draft.program(text.source)
    first = next((line.strip() for line in text.lines()), "")
    if program.objective is None or program.maximise or not first.lower().startswith("*sense:max"):
        return program
    # PuLP writes the sense there alone; every reader but its own minimises such a file.
    note = f"{first!r} is a comment, and the objective is minimised; give PuLP's model itself, or write OBJSENSE MAX"
    return replace(program, notes=(*program.notes, note))
