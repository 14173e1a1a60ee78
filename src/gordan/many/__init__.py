"""Thousands of small problems at once."""

from gordan.many.face import separate_many
from gordan.many.sequence import Many

__all__ = ["Many", "separate_many"]
