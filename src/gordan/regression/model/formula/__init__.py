"""Formulas of a closed grammar, read into the description of a model; no part of them is ever run."""

from gordan.regression.model.formula.describe import describe
from gordan.regression.model.formula.syntax import OutsideGrammar

__all__ = ["OutsideGrammar", "describe"]
