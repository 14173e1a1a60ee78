"""Learners that see one example at a time, count their mistakes and know what those cannot exceed."""

from gordan.learn.online.hinge_bound import HingeBound
from gordan.learn.online.kernel_perceptron import OnlineKernelPerceptron
from gordan.learn.online.perceptron import (
    OnlineAggressivePerceptron,
    OnlineInfinityPerceptron,
    OnlinePerceptron,
    OnlineRIndependentPerceptron,
)

__all__ = [
    "HingeBound",
    "OnlineAggressivePerceptron",
    "OnlineInfinityPerceptron",
    "OnlineKernelPerceptron",
    "OnlinePerceptron",
    "OnlineRIndependentPerceptron",
]
