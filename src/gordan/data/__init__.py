"""Small tables that come with gordan."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from gordan.errors import InputError

__all__ = ["path"]


def path(name: str) -> Path:
    """Where the table or program called `name` lies.

    Raises
    ------
    InputError
        No file has this name; the sentence lists those that exist.

    Examples
    --------
    >>> path("iris.csv").name
    'iris.csv'
    """
    here = Path(str(files("gordan.data")))
    names = sorted(entry.name for entry in here.iterdir() if entry.suffix in (".csv", ".mps"))
    if name not in names:
        raise InputError(f"gordan has no data file {name!r}; expected one of: {', '.join(names)}")
    return here / name
