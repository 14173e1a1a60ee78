"""Thousands of small problems at once."""

from gordan.engine.many.face import separate_many
from gordan.engine.many.sequence import Many

__all__ = ["Many", "separate_many"]
