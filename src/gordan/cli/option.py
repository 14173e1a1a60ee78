"""Values of options, read with a sentence for what cannot be one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import typer

from gordan.arithmetic.limit import read_size
from gordan.file.table.wording import nearest, shown

__all__ = ["FORMATS", "amount", "count", "one_of", "size"]


def one_of(*choices: str) -> dict[str, Any]:
    """The keywords of an option that takes one of a few words.

    Examples
    --------
    >>> one_of("decide", "margin")["metavar"]
    'decide|margin'
    """

    def parse(given: str) -> str:
        if given not in choices:
            raise typer.BadParameter(f"{shown(given)} is not {' or '.join(choices)}{nearest(given, choices)}")
        return given

    return {"parser": parse, "metavar": "|".join(choices)}


FORMATS = one_of("full", "concise", "json")


def amount(metavar: str) -> dict[str, Any]:
    """The keywords of an option that takes a number greater than 0."""
    return {"parser": _positive(float, "a number greater than 0"), "metavar": metavar}


def count(metavar: str) -> dict[str, Any]:
    """The keywords of an option that takes a whole number greater than 0."""
    return {"parser": _positive(int, "a whole number greater than 0"), "metavar": metavar}


def size(metavar: str) -> dict[str, Any]:
    """The keywords of an option that takes a number of bytes, such as 32GB."""

    def parse(given: int | str) -> int:
        count = given if isinstance(given, int) else read_size(given)
        if not count:
            raise typer.BadParameter(f"{shown(str(given))} is not a size such as 32GB or 500MB")
        return count

    return {"parser": parse, "metavar": metavar}


def _positive(read: Callable[[str | float], float], expected: str) -> Callable[[str | float], float]:
    def parse(given: str | float) -> float:
        # Defaults come through here as well, and are numbers already.
        try:
            value = read(given)
        except ValueError:
            value = 0
        if not value > 0:
            raise typer.BadParameter(f"{shown(str(given))} is not {expected}")
        return value

    return parse
