"""How large the description of a model may be; each limit is checked before anything of that size is made."""

from __future__ import annotations

from gordan.arithmetic.setting import names_options
from gordan.errors import InputError

__all__ = [
    "CARRIED",
    "COLUMNS",
    "CROSSED",
    "DEGREE",
    "DEPTH",
    "ENTRIES",
    "FACTORS",
    "LEVELS",
    "PARTS",
    "POWER",
    "TERMS",
    "TERM_FACTORS",
    "TooLarge",
    "refuse_beyond",
]

COLUMNS = 20_000  # of a design
TERMS = 20_000  # of a design
CROSSED = 4_096  # terms that one crossing of a formula may make
FACTORS = 20_000
TERM_FACTORS = 16  # of one interaction
LEVELS = 100_000  # of one factor
DEPTH = 100  # of an expression
PARTS = 1_000  # of an expression
POWER = 16  # exponents from −16 to 16
DEGREE = 16  # of polynomials and splines
CARRIED = 4_000_000  # doubles in a file
ENTRIES = 1 << 28  # numbers other than 0 in a design: 2 GiB of them


class TooLarge(InputError):
    """A model is beyond a limit of its size."""


def refuse_beyond(size: int, limit: str, what: str, instead: str) -> None:
    """Raise TooLarge where a size is beyond the limit of that name.

    Examples
    --------
    >>> try:
    ...     refuse_beyond(20_001, "COLUMNS", "columns", "merge levels")
    ... except TooLarge as refusal:
    ...     print(refusal)
    the model has 20,001 columns, more than 20,000; merge levels, or raise gordan.problem.description.limit.COLUMNS
    """
    most = globals()[limit]
    if size > most:
        shown = f"{size:,}" if size < 10**15 else "more than 10**15"
        raise TooLarge(f"the model has {shown} {what}, more than {most:,}; {instead}, or {_raise(limit)}")


def _raise(limit: str) -> str:
    constant = f"gordan.problem.description.limit.{limit}"
    return f"ask in Python, where {constant} can be raised" if names_options() else f"raise {constant}"
