"""A threshold that grows, as a loss for PyTorch."""

from gordan.learn.neural import BetaHinge, BetaSchedule, NeuronShift, gather_errors

__all__ = ["BetaHinge", "BetaSchedule", "NeuronShift", "gather_errors"]
