"""How a contract complains."""

from __future__ import annotations

__all__ = ["require"]


def require(condition: bool, sentence: str) -> None:
    """Raise AssertionError with the sentence; unlike the statement it works under `python -O` as well."""
    if not condition:
        raise AssertionError(sentence)
