"""How a refusal quotes what it was given: clipped, listed, and with the nearest thing that exists."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

__all__ = ["listed", "nearest", "shown", "visible"]

# A cell of a binary file taken for text can be thousands of characters long; a sentence must stay one.
_CLIP = 40
_MANY = 5_000  # names among which the nearest is looked for: each takes some microseconds


def shown(text: str) -> str:
    """The text in quotation marks, with control characters escaped and the middle of long text left out.

    Examples
    --------
    >>> shown("abc")
    "'abc'"
    """
    if len(text) > _CLIP:
        text = text[: _CLIP // 2] + "…" + text[-_CLIP // 4 :]
    return repr(text)


def visible(text: str) -> str:
    """The text with everything spelt out that could steer a terminal or turn lines around.

    Examples
    --------
    >>> print(visible("petal\\x1b[2J\\u202e\\n"))
    petal\\x1b[2J\\u202e\\n
    """
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)


def listed(names: Iterable[str], limit: int = 8) -> str:
    """The names after one another, cut after `limit` of them with the total told.

    Examples
    --------
    >>> listed(["a", "b", "c"], limit=2)
    "'a', 'b', … (3 in all)"
    """
    every = [shown(name) for name in names]
    if len(every) <= limit:
        return ", ".join(every)
    return f"{', '.join(every[:limit])}, … ({len(every)} in all)"


def nearest(word: str, names: Sequence[str]) -> str:
    """A closing question naming what was probably meant, or nothing when no name is close.

    Examples
    --------
    >>> nearest("Specie", ["species", "petal_width"])
    "; did you mean 'species'?"
    """
    # Capitals are the commonest slip and should not count as distance.
    folded: dict[str, str] = {}
    for name in names[:_MANY]:
        folded.setdefault(name.casefold(), name)
    close = get_close_matches(word.casefold(), list(folded), n=3, cutoff=0.6)
    if not close:
        return ""
    return f"; did you mean {' or '.join(shown(folded[key]) for key in close)}?"
