"""Constraint systems over cones: a point, multipliers that refute every point, or neither."""

from gordan.feasibility.constraint.answer import CvxpyAnswer, answer_cvxpy
from gordan.feasibility.constraint.decide import decide

__all__ = ["CvxpyAnswer", "answer_cvxpy", "decide"]
