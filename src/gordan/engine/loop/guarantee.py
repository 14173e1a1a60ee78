"""What the algorithm's theorem promised of a run."""

from __future__ import annotations

import numpy as np

from gordan.engine.loop.known import Known
from gordan.engine.solver import Terms
from gordan.outcome import Guarantee

__all__ = ["guarantee_of"]


def guarantee_of(known: Known, rho: float) -> Guarantee | None:
    """The theorem's bound at the bracket's lower end, or at the level reached; nothing is promised of maximising."""
    if not known.decided:
        return None
    canonical, oracle = known.canonical, known.oracle
    terms = Terms(
        rho=rho,
        eps=max(known.level, known.bracket.upper if np.isfinite(known.bracket.upper) else known.level),
        n=known.problem.n,
        m=known.problem.m,
        reach=canonical.reach,
        radius=canonical.radius,
        theta=canonical.cone.theta,
        spread=canonical.cone.spread,
        spectral=oracle.spectral if known.solver.spectral else np.inf,
        lifted=canonical.intercept,
    )
    try:
        bound = known.solver.bound(terms)
    except (ZeroDivisionError, OverflowError):
        # A margin whose square no double holds allows more iterations than any number.
        return None
    # Where no margin is known to be positive the theorem speaks of the level reached.
    text = known.solver.formula if rho > 0 else known.solver.formula.replace("ρ", "ε")
    return Guarantee(bound, text) if np.isfinite(bound) else None
