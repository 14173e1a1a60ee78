"""The page of an answer in a notebook: the sentence, the facts, tables of rows and weights, and the checks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from gordan.outcome.verdict import Check, Verdict

__all__ = ["Sheet", "draw_page"]

_TEXT = 200  # characters of a cell: numbers of a proof may have thousands of digits


class Sheet(NamedTuple):
    """A table of a page; `hidden` says how many rows it would have besides those shown."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    hidden: int = 0


def draw_page(
    kind: str, sentence: str, facts: Iterable[tuple[str, str]], sheets: Iterable[Sheet], verdict: Verdict
) -> str:
    """The parts of the page from top to bottom, every text escaped.

    Examples
    --------
    >>> draw_page("undecided", "1 < 2", [], [], Verdict())
    '<div><p><strong>Undecided: 1 &lt; 2</strong></p></div>'
    """
    parts = [f"<p><strong>{escape(f'{kind.capitalize()}: {sentence}')}</strong></p>"]
    parts.append(_table((), [(word, text) for word, text in facts]))
    for sheet in sheets:
        parts.append(f"<p>{escape(sheet.title)}</p>{_table(sheet.headings, sheet.rows)}")
        if sheet.hidden:
            parts.append(f"<p>… and {sheet.hidden:,} more</p>")
    if verdict.checks:
        parts.append(f"<p>The verifier {escape(str(verdict))}.</p>{_checks(verdict.checks)}")
    return f"<div>{''.join(parts)}</div>"


def _checks(checks: Sequence[Check]) -> str:
    rows = [
        ("✓" if check.holds else "✗", check.name, check.quantity, check.bound, check.arithmetic) for check in checks
    ]
    return _table(("", "check", "computed", "needed", "arithmetic"), rows)


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    if not rows:
        return ""
    head = "".join(f"<th>{_cell(each)}</th>" for each in headings)
    body = "".join(f"<tr>{''.join(f'<td>{_cell(each)}</td>' for each in row)}</tr>" for row in rows)
    return f"<table>{f'<thead><tr>{head}</tr></thead>' if headings else ''}<tbody>{body}</tbody></table>"


def _cell(text: str) -> str:
    return escape(text if len(text) <= _TEXT else f"{text[:_TEXT]}…")
