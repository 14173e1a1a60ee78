"""The loop, and its two faces."""

from gordan.solve.face import separate, solve

__all__ = ["separate", "solve"]
