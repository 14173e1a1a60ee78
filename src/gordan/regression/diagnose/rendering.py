"""The report on a diagnosis as plain text, for `print` and logs, and as HTML, for notebooks."""

from __future__ import annotations

from html import escape
from textwrap import fill

from gordan.regression.diagnose.answer import Diagnosis
from gordan.regression.diagnose.report import report

__all__ = ["as_html", "as_text"]

_WIDTH = 80
_WORD = 10  # room for the longest word before a fact
_HEADINGS = ("coefficient", "estimate", "direction", "")


def as_text(diagnosis: Diagnosis) -> str:
    """The whole report in lines of at most 80 characters."""
    page = report(diagnosis)
    lines = [fill(f"{page.title}: {page.claim}", _WIDTH), ""]
    for word, sentence in page.facts:
        lines.append(fill(sentence, _WIDTH, initial_indent=word.ljust(_WORD), subsequent_indent=" " * _WORD))
    if page.table:
        lines += ["", *_aligned((_HEADINGS, *page.table))]
        if page.left_out:
            finite = sum(state == "finite" for state in diagnosis.coefficients.values())
            lines.append(f"  … and {page.left_out:,} more, all finite" if page.left_out == finite else "  …")
    if page.advice:
        lines += ["", "What is usually done next:"]
        lines += [fill(each, _WIDTH, initial_indent="- ", subsequent_indent="  ") for each in page.advice]
    return "\n".join(line.rstrip() for line in lines)


def as_html(diagnosis: Diagnosis) -> str:
    """The whole report in plain elements that take the notebook's own style."""
    page = report(diagnosis)
    facts = "".join(f"<tr><th>{escape(word)}</th><td>{escape(text)}</td></tr>" for word, text in page.facts)
    parts = [f"<p><strong>{escape(page.title)}:</strong> {escape(page.claim)}</p>", f"<table>{facts}</table>"]
    if page.table:
        head = "".join(f"<th>{heading}</th>" for heading in _HEADINGS)
        rows = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in page.table)
        parts.append(f"<table><tr>{head}</tr>{rows}</table>")
    if page.advice:
        items = "".join(f"<li>{escape(each)}</li>" for each in page.advice)
        parts.append(f"<p>What is usually done next:</p><ul>{items}</ul>")
    return f"<div>{''.join(parts)}</div>"


def _aligned(rows: tuple[tuple[str, ...], ...]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
