"""Constraint systems over cones: a point, multipliers that refute every point, or neither."""

from gordan.feasibility.constraint.answer import answer_cvxpy
from gordan.feasibility.constraint.decide import decide

__all__ = ["answer_cvxpy", "decide"]
