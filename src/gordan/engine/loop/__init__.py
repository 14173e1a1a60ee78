"""The loop, and `separate` and `solve`, which begin it."""

from gordan.engine.loop.separate import solve

__all__ = ["solve"]
