"""Pages in a notebook: sentences, tables and folded checks, in plain elements that take the notebook's own colours."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from gordan.outcome.verdict import Check, Verdict

__all__ = ["Sheet", "draw_checks", "draw_page", "draw_table", "draw_verdict", "enclose", "fold_verdict"]

_TEXT = 600  # characters of a cell: numbers of a proof may have thousands of digits
# Notebooks centre tables and set their cells to the right, which makes sentences in cells hard to read.
_STYLE = (
    "<style>div.gordan{overflow-x:auto}div.gordan table{margin:0 0 .8em}"
    "div.gordan td,div.gordan th{text-align:left;vertical-align:top}</style>"
)


class Sheet(NamedTuple):
    """A table of a page; `hidden` says how many rows it would have besides those shown."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    hidden: int = 0

    @classmethod
    def cut(cls, title: str, headings: tuple[str, ...], rows: Sequence[tuple[str, ...]], most: int) -> Sheet:
        """The table with at most so many of the rows, the others counted."""
        return cls(title, headings, tuple(rows[:most]), max(len(rows) - most, 0))


def enclose(parts: Iterable[str]) -> str:
    """The parts of a page, already escaped, as one element."""
    return f'<div class="gordan">{_STYLE}{"".join(parts)}</div>'


def draw_page(
    kind: str, sentence: str, facts: Iterable[tuple[str, str]], sheets: Iterable[Sheet], verdict: Verdict
) -> str:
    """The parts of the page from top to bottom, every text escaped.

    Examples
    --------
    >>> draw_page("undecided", "1 < 2", [], [], Verdict()).rpartition("</style>")[2]
    '<p><strong>Undecided: 1 &lt; 2</strong></p></div>'
    """
    parts = [f"<p><strong>{escape(f'{kind.capitalize()}: {sentence}')}</strong></p>"]
    parts.append(draw_table((), list(facts)))
    parts += map(_draw_sheet, sheets)
    return enclose([*parts, fold_verdict(verdict)])


def _draw_sheet(sheet: Sheet) -> str:
    """A table below its title; what has one column is a list in the same line."""
    if len(sheet.headings) == 1:
        more = f" and {sheet.hidden:,} more" if sheet.hidden else ""
        return f"<p>{escape(sheet.title)}: {', '.join(_cell(each) for (each,) in sheet.rows)}{more}</p>"
    more = f"<p>… and {sheet.hidden:,} more</p>" if sheet.hidden else ""
    return f"<p>{escape(sheet.title)}</p>{draw_table(sheet.headings, sheet.rows)}{more}"


def draw_verdict(verdict: Verdict) -> str:
    """The page of a verdict by itself: nothing is folded."""
    return enclose([f"<p>The verifier {escape(str(verdict))}.</p>", draw_checks(verdict.checks)])


def fold_verdict(verdict: Verdict) -> str:
    """The verdict in a line, with its checks folded below; unfolded where one of them fails."""
    if not verdict.checks:
        return ""
    opened = "" if verdict.holds else " open"
    summary = f"<summary>The verifier {escape(str(verdict))}.</summary>"
    return f"<details{opened}>{summary}{draw_checks(verdict.checks)}</details>"


def draw_checks(checks: Sequence[Check]) -> str:
    """The checks as a table."""
    rows = [("✓" if check.holds else "✗", check.name, check.compared(), check.arithmetic) for check in checks]
    return draw_table(("", "check", "found and needed", "arithmetic"), rows)


def draw_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of texts, each cut to a bounded length; nothing where it has no rows."""
    if not rows:
        return ""
    head = "".join(f"<th>{_cell(each)}</th>" for each in headings)
    body = "".join(f"<tr>{''.join(f'<td>{_cell(each)}</td>' for each in row)}</tr>" for row in rows)
    return f"<table>{f'<thead><tr>{head}</tr></thead>' if headings else ''}<tbody>{body}</tbody></table>"


def _cell(text: str) -> str:
    return escape(text if len(text) <= _TEXT else f"{text[:_TEXT]}…")
