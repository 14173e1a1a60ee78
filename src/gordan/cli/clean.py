"""Text from a file as it may be shown: what could steer a terminal is spelt out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gordan.cli.environment import spelling
from gordan.file.table.wording import visible

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

__all__ = ["clean", "spell"]

_CLIP = 24  # characters of a name; a table of three such columns still fits a terminal


def clean(text: str, clip: int | None = _CLIP) -> str:
    """The text without control characters, and no longer than `clip` unless that is None.

    Examples
    --------
    >>> clean("petal\\x1b[2J"), clean("a" * 30, clip=5)
    ('petal\\\\x1b[2J', 'aaaa…')
    """
    text = visible(text)
    return text if clip is None or len(text) <= clip else text[: clip - 1] + "…"


def spell(part: RenderableType, encoding: str) -> RenderableType:
    """The part with every sign that the encoding can write.

    Examples
    --------
    >>> spell("found ≥ 0", "ascii"), spell("found ≥ 0", "utf-8")
    ('found >= 0', 'found ≥ 0')
    """
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    from gordan.cli.grid import Wide

    if isinstance(part, str):
        return _safe(part, encoding)
    if isinstance(part, Text):
        return _respelt(part, encoding)
    if isinstance(part, Padding):
        part.renderable = spell(part.renderable, encoding)
    elif isinstance(part, Wide):
        part.part = spell(part.part, encoding)
    elif isinstance(part, Table):
        for column in part.columns:
            column.header = spell(column.header, encoding)
            column.footer = spell(column.footer, encoding)
            column._cells[:] = [spell(cell, encoding) for cell in column._cells]  # rich has no public way to them
    return part


def _respelt(text: Text, encoding: str) -> Text:
    """Sign by sign, so that each keeps its style."""
    if _safe(text.plain, encoding) == text.plain:
        return text
    respelt = text.blank_copy()
    for sign in text.divide(range(1, len(text))):
        style = sign.spans[0].style if sign.spans else None
        respelt.append(_safe(sign.plain, encoding), style)
    return respelt


def _safe(text: str, encoding: str) -> str:
    """Line by line, as only pages themselves break lines."""
    return spelling("\n".join(map(visible, text.split("\n"))), encoding)
