"""Text from a file as it may be shown: what could steer a terminal is spelt out."""

from __future__ import annotations

from gordan.file.table.wording import visible

__all__ = ["clean"]

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
