"""A threshold that grows, as a loss for PyTorch."""

from gordan.learn.neural import BetaHinge, BetaSchedule

__all__ = ["BetaHinge", "BetaSchedule"]
