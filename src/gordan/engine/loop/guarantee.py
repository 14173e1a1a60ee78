"""What the algorithm's theorem promises of a run."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from gordan.engine.oracle.build import build
from gordan.engine.solver import Solver, Terms
from gordan.outcome import Guarantee
from gordan.problem import Gram, Points

if TYPE_CHECKING:
    from gordan.engine.loop.evidence import Evidence

__all__ = ["guarantee_at", "guarantee_of"]

_WIDE = 10.0  # a margin known to less than this factor gives a number of iterations that helps nobody
_ORDER = "βαγRLEθλdnm"  # of the symbols whose values follow a formula, before those of the margin and the level


def guarantee_of(known: Evidence, rho: float) -> Guarantee | None:
    """The theorem's bound at the margin that was proved; where none is known to be positive, at the level reached."""
    upper = known.best.bracket.upper
    eps = max(known.level, upper) if np.isfinite(upper) else known.level
    return _guarantee(known.problem, known.oracle, known.solver, rho, eps, upper)


def guarantee_at(problem: Points | Gram, solver: Solver, *, rho: float, eps: float) -> Guarantee | None:
    """The theorem's bound at a margin, which may be negative, in the units of the data, and a level relative to R.

    Examples
    --------
    >>> from gordan.engine.solver import named
    >>> square = Points([[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]], [1, 1, 1, 1], intercept=False)
    >>> guarantee_at(square, named("iterated-smooth-perceptron-von-neumann"), rho=-1.0, eps=1e-6).iterations < 300
    True
    >>> guarantee_at(square, named("normalised-perceptron"), rho=0.1, eps=1e-6).text
    'R²/ρ² with R = 1.41, ρ = 0.1'
    """
    canonical = problem.canonical()
    oracle = build(canonical, solver.needs)
    known = rho * canonical.scale
    return _guarantee(problem, oracle, solver, known, eps * oracle.reach, known if rho > 0 else np.inf)


def _guarantee(problem: Any, oracle: Any, solver: Solver, rho: float, eps: float, upper: float) -> Guarantee | None:
    canonical = problem.canonical()
    terms = Terms(
        rho=rho,
        eps=eps,
        n=problem.n,
        m=problem.n if problem.implicit else problem.m,  # images span as many dimensions as there are points
        reach=canonical.reach,
        radius=canonical.radius,
        theta=canonical.cone.theta,
        spread=canonical.cone.spread,
        spectral=oracle.spectral if solver.spectral else np.inf,
        lifted=canonical.intercept,
        scale=canonical.scale,
    )
    try:
        bound = solver.bound(terms)
    except (ZeroDivisionError, OverflowError):
        # A margin whose square no double holds allows more iterations than any number.
        bound = math.inf
    text = solver.promise(terms).partition(", θ")[0]
    # No margin exceeds the length of a point (its greatest entry, where w ≥ 0), also before there are weights.
    if rho > 0 and not min(upper, canonical.reach) <= _WIDE * rho:
        ordinary = Terms(1.0, 1.0, terms.n, terms.m, 1.0, 1.0, 1.0, 1.0, 1.0, terms.lifted)
        return Guarantee(math.inf, text) if math.isfinite(solver.bound(ordinary)) else None
    return Guarantee(bound, f"{text}{_values(text, solver, terms, canonical)}") if math.isfinite(bound) else None


def _values(text: str, solver: Solver, terms: Terms, canonical: Any) -> str:
    """What the symbols of the formula stand for, lengths in the user's units."""
    rho = "ρ₁" if "ρ₁" in text else "ρ"
    meanings = {
        **solver.symbols(terms),
        "R": canonical.margin(terms.reach),
        "L": canonical.margin(terms.radius),
        "E": canonical.margin(terms.radius),
        "θ": terms.theta,
        "d": terms.spread,
        "n": terms.n,
        "m": terms.m,
        rho: canonical.margin(terms.rho),
        "ε": canonical.margin(terms.eps),
    }
    symbols = text.replace("ln", "").replace("log", "")
    named = (symbol for symbol in (*_ORDER, rho, "ε") if symbol in symbols and symbol in meanings)
    shown = [f"{symbol} = {meanings[symbol]:.3g}" for symbol in named]
    return f" with {', '.join(shown)}" if shown else ""
