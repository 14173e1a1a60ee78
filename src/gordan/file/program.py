"""`read_program(path)`: a linear program in an MPS or LP file, whichever the beginning of the text shows."""

from __future__ import annotations

import os

from gordan.errors import InputError
from gordan.file.lp import is_lp, program_of_lp
from gordan.file.mps import program_of_mps
from gordan.file.table.source import fetch
from gordan.file.table.text import decode
from gordan.problem.program import Program

__all__ = ["read_program"]


def read_program(path: str | os.PathLike[str]) -> Program:
    """Read a linear program from an MPS or LP file, plain or compressed.

    Parameters
    ----------
    path
        The file. One that begins with min, max or a backslash is an LP file, whatever its name.

    Returns
    -------
    Program

    Raises
    ------
    InputError
        The file cannot be used; the sentence names the line.

    Examples
    --------
    >>> from gordan.data import path
    >>> read_program(path("feed.mps")).row_names
    ('amount', 'protein', 'water')
    """
    source = os.fspath(path)
    text = decode(fetch(source), source)
    if not text.raw.strip():
        raise InputError(f"{source} is empty; expected a linear program in an MPS or LP file")
    return program_of_lp(text) if is_lp(text) else program_of_mps(text)
