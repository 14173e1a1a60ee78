"""Learners that see one example at a time, count their mistakes and know what those cannot exceed."""

from gordan.online.aggressive_perceptron import OnlineAggressivePerceptron
from gordan.online.hinge_bound import HingeBound
from gordan.online.infinity_perceptron import OnlineInfinityPerceptron
from gordan.online.kernel_perceptron import OnlineKernelPerceptron
from gordan.online.perceptron import OnlinePerceptron
from gordan.online.r_independent_perceptron import OnlineRIndependentPerceptron

__all__ = [
    "HingeBound",
    "OnlineAggressivePerceptron",
    "OnlineInfinityPerceptron",
    "OnlineKernelPerceptron",
    "OnlinePerceptron",
    "OnlineRIndependentPerceptron",
]
