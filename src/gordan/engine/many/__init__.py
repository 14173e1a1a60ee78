"""Thousands of small problems at once."""

from gordan.engine.many.sequence import Many

__all__ = ["Many"]
