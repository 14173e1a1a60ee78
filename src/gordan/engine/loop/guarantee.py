"""What the algorithm's theorem promises of a run."""

from __future__ import annotations

from typing import Any

import numpy as np

from gordan.engine.solver import Terms
from gordan.outcome import Guarantee
from gordan.problem import Conic

__all__ = ["guarantee_of"]


def guarantee_of(loop: Any, rho: float) -> Guarantee | None:
    """The theorem's bound at the margin that was proved; where none is known to be positive, at the level reached."""
    canonical, solver, upper = loop.canonical, loop.solver, loop.best.bracket.upper
    level = loop.settings.eps * loop.oracle.reach
    terms = Terms(
        rho=rho,
        eps=max(level, upper) if np.isfinite(upper) else level,
        n=loop.problem.n,
        m=loop.problem.m,
        reach=canonical.reach,
        radius=canonical.radius,
        theta=canonical.cone.theta,
        spread=canonical.cone.spread,
        spectral=loop.oracle.spectral if solver.spectral else np.inf,
        lifted=canonical.intercept,
    )
    try:
        bound = solver.bound(terms)
    except (ZeroDivisionError, OverflowError):
        # A margin whose square no double holds allows more iterations than any number.
        return None
    text = solver.formula.replace("ln n", "ln(rank)") if isinstance(loop.problem, Conic) else solver.formula
    return Guarantee(bound, text if rho > 0 else text.replace("ρ", "ε")) if np.isfinite(bound) else None
