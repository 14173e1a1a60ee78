"""A solver by its name, or a sentence with the nearest names."""

from __future__ import annotations

from difflib import get_close_matches

from gordan.cli.automatic import AUTO
from gordan.engine.solver import PAPER_NAMES, SOLVERS
from gordan.errors import InputError
from gordan.file.table.wording import nearest, shown

__all__ = ["refuse_unknown_solver"]


def refuse_unknown_solver(name: str, *, besides: tuple[str, ...] = ()) -> None:
    """A slip of the pen is answered with at most three names, of which there are always some, or one of `besides`.

    Examples
    --------
    >>> refuse_unknown_solver("auto")
    >>> refuse_unknown_solver("ISNKPVN")
    """
    names = (AUTO, *SOLVERS, *besides)
    if name in names or name.upper() in PAPER_NAMES:
        return
    question = nearest(name.replace("_", "-"), names)
    if not question:
        nearer = get_close_matches(name, names, n=3, cutoff=0.0)
        question = f"; the nearest names are {', '.join(nearer)}"
    raise InputError(f"there is no solver {shown(name)}{question} (`gordan solvers` lists them all)")
