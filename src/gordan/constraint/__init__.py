"""Constraint systems over cones: a point, multipliers that refute every point, or neither."""

from gordan.constraint.answer import CvxpyAnswer, answer_cvxpy
from gordan.constraint.decide import decide

__all__ = ["CvxpyAnswer", "answer_cvxpy", "decide"]
