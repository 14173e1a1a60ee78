"""From a model's design and response to the rows of its system, one family per file."""

from gordan.regression.model.rows.base import Rows

__all__ = ["Rows"]
