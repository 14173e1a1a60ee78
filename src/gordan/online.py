"""Perceptrons that learn from one example at a time."""

from gordan.learn.online import (
    HingeBound,
    OnlineAggressivePerceptron,
    OnlineInfinityPerceptron,
    OnlineKernelPerceptron,
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
