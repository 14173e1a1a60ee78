"""The report as plain text, for `print` and for a log."""

from __future__ import annotations

from textwrap import fill

from gordan.regression.diagnose.account import account
from gordan.regression.diagnose.record import Diagnosis

__all__ = ["report"]

_WIDTH = 80
_WORD = 10  # room for the longest word before a fact


def report(found: Diagnosis) -> str:
    """Everything of an account, top to bottom."""
    told = account(found)
    lines = [fill(f"{told.title}: {told.claim}", _WIDTH), ""]
    for word, sentence in told.facts:
        lines.append(fill(sentence, _WIDTH, initial_indent=word.ljust(_WORD), subsequent_indent=" " * _WORD))
    if told.table:
        lines += ["", *_columns(("coefficient", "estimate", "direction", ""), told.table)]
    if told.left_out and told.table:
        lines.append(f"  … and {told.left_out:,} more, all finite" if _all_finite(found, told.left_out) else "  …")
    if told.advice:
        lines += ["", "What is usually done next:"]
        lines += [fill(each, _WIDTH, initial_indent="- ", subsequent_indent="  ") for each in told.advice]
    return "\n".join(line.rstrip() for line in lines)


def _all_finite(found: Diagnosis, left_out: int) -> bool:
    return left_out == sum(state == "finite" for state in found.coefficients.values())


def _columns(head: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    return [
        "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in (head, *rows)
    ]
