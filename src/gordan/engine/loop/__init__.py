"""The loop, and its two faces."""

from gordan.engine.loop.face import separate, solve

__all__ = ["separate", "solve"]
