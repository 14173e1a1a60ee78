"""The report as a notebook shows it."""

from __future__ import annotations

from html import escape

from gordan.regression.diagnose.account import account
from gordan.regression.diagnose.record import Diagnosis

__all__ = ["page"]


def page(found: Diagnosis) -> str:
    """Everything of an account, in plain elements that take the notebook's own style."""
    told = account(found)
    facts = "".join(f"<tr><th>{escape(word)}</th><td>{escape(text)}</td></tr>" for word, text in told.facts)
    parts = [f"<p><strong>{escape(told.title)}:</strong> {escape(told.claim)}</p>", f"<table>{facts}</table>"]
    if told.table:
        rows = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in told.table)
        head = "<tr><th>coefficient</th><th>estimate</th><th>direction</th><th></th></tr>"
        parts.append(f"<table>{head}{rows}</table>")
    if told.advice:
        items = "".join(f"<li>{escape(each)}</li>" for each in told.advice)
        parts.append(f"<p>What is usually done next:</p><ul>{items}</ul>")
    return f"<div>{''.join(parts)}</div>"
