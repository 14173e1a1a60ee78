"""A certificate's page in a notebook: what it claims and of which data, each field that is a word or a number."""

from __future__ import annotations

from dataclasses import fields
from html import escape
from typing import Any

from gordan.outcome.verdict import Bracket

__all__ = ["draw_certificate"]

_CLIP = 120  # characters of a field


def draw_certificate(certificate: Any) -> str:
    """A table of the certificate's fields; of proofs, which may be long, only that they are there.

    Examples
    --------
    >>> from dataclasses import make_dataclass
    >>> draw_certificate(make_dataclass("Certificate", ["kind"])("<b>"))
    '<p><strong>Certificate</strong></p><table><tbody><tr><td>kind</td><td>&lt;b&gt;</td></tr></tbody></table>'
    """
    rows = []
    for each in fields(certificate):
        value = getattr(certificate, each.name)
        if value is None:
            continue
        plain = isinstance(value, str | bool | float | Bracket) or (isinstance(value, int) and abs(value) < 2**63)
        text = str(value) if plain else f"a {type(value).__name__}"
        rows.append(f"<tr><td>{each.name}</td><td>{escape(text[:_CLIP])}</td></tr>")
    name = type(certificate).__name__
    return f"<p><strong>{name}</strong></p><table><tbody>{''.join(rows)}</tbody></table>"
