"""What the solver tests share: an instance as its oracle, as an explicit matrix, and as the terms of a theorem."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gordan.engine.oracle.build import build
from gordan.engine.solver import (
    SOLVERS,
    AggressivePerceptron,
    InfinityPerceptron,
    IteratedSmoothPerceptronVonNeumann,
    MirrorProx,
    Perceptron,
    Terms,
)
from gordan.problem import Points
from gordan.testing.instances import Instance

__all__ = ["CONFIGURED", "Setting"]

CONFIGURED = [
    *(solver() for solver in SOLVERS.values()),
    Perceptron(order="shuffled"),
    Perceptron(order="worst"),
    Perceptron(combine="averaged"),
    Perceptron(combine="voted"),
    AggressivePerceptron(beta=0.1),
    AggressivePerceptron(beta=3.0, shuffled=True),
    InfinityPerceptron(alpha=1.1),
    IteratedSmoothPerceptronVonNeumann(gamma=1.3),
    MirrorProx(adaptive=False),
]


@dataclass(frozen=True)
class Setting:
    """One instance seen from all sides. `A` has the signed points as columns, made without any code under test."""

    instance: Instance

    @cached_property
    def problem(self) -> Points:
        one = self.instance
        return Points(one.X, one.y, intercept=one.intercept, normalise=one.normalise)

    @cached_property
    def oracle(self) -> Any:
        return build(self.problem.canonical())

    @cached_property
    def A(self) -> Any:
        return (self.instance.X * self.instance.y[:, None]).T

    @cached_property
    def positive(self) -> Any:
        return self.instance.y > 0

    def lowest(self, w: Any) -> float:
        """Least pairing of the margins of w with weights of the base."""
        z = self.A.T @ w
        if not self.instance.intercept:
            return float(z.min())
        return 0.5 * float(z[self.positive].min() + z[~self.positive].min())

    def off_base(self, x: Any) -> float:
        """How far weights are from the base."""
        sums = [(x.sum(), 1.0)]
        if self.instance.intercept:
            sums = [(x[self.positive].sum(), 0.5), (x[~self.positive].sum(), 0.5)]
        return max(0.0, -float(x.min()), *(abs(float(total) - wanted) for total, wanted in sums))

    def terms(self, oracle: Any, *, rho: float, eps: float) -> Terms:
        canonical = oracle.canonical
        return Terms(
            rho=rho,
            eps=eps,
            n=self.problem.n,
            m=self.problem.m,
            reach=canonical.reach,
            radius=canonical.radius,
            theta=canonical.cone.theta,
            spread=canonical.cone.spread,
            spectral=oracle.spectral,
            lifted=canonical.intercept,
        )
