"""A certificate's page in a notebook: what it claims and of which data, each field that is a word or a number."""

from __future__ import annotations

from dataclasses import dataclass, fields

from gordan.outcome.notebook import draw_table, enclose
from gordan.outcome.verdict import Bracket

__all__ = ["CertificatePage"]


@dataclass(frozen=True, eq=False)
class CertificatePage:
    """A record whose page is a table of its fields; of proofs, which may be long, only that they are there.

    Examples
    --------
    >>> from dataclasses import make_dataclass
    >>> record = make_dataclass("Certificate", ["kind"], bases=(CertificatePage,), frozen=True)("<b>")
    >>> record._repr_html_().rpartition("</style>")[2]
    '<p><strong>Certificate</strong></p><table><tbody><tr><td>kind</td><td>&lt;b&gt;</td></tr></tbody></table></div>'
    """

    def _repr_html_(self) -> str:
        values = ((each.name, getattr(self, each.name)) for each in fields(self))
        rows = [(name, _shown(value)) for name, value in values if not _is_nothing(value)]
        return enclose([f"<p><strong>{type(self).__name__}</strong></p>", draw_table((), rows)])


def _shown(value: object) -> str:
    """A word or a number as it is, a few of them side by side, and of anything else what it is called."""
    if _is_plain(value):
        return str(value)
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        parts = zip(value._fields, value, strict=True)
        return ", ".join(f"{name} {_shown(part)}" for name, part in parts if not _is_nothing(part))
    if isinstance(value, tuple) and all(map(_is_plain, value)):
        return ", ".join(map(str, value))
    return f"a {type(value).__name__}"


def _is_plain(value: object) -> bool:
    return isinstance(value, str | bool | float | Bracket) or (isinstance(value, int) and abs(value) < 2**63)


def _is_nothing(value: object) -> bool:
    return value is None or (isinstance(value, tuple) and not value)
