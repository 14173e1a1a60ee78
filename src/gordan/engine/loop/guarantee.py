"""What the algorithm's theorem promises of a run."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from gordan.engine.oracle.build import build
from gordan.engine.solver import Solver, Terms
from gordan.outcome import Guarantee
from gordan.problem import Gram, Points

__all__ = ["guarantee_at", "guarantee_of"]

_WIDE = 10.0  # a margin known to less than this factor gives a number of iterations that helps nobody


def guarantee_of(loop: Any, rho: float) -> Guarantee | None:
    """The theorem's bound at the margin that was proved; where none is known to be positive, at the level reached."""
    upper, level = loop.best.bracket.upper, loop.settings.eps * loop.oracle.reach
    eps = max(level, upper) if np.isfinite(upper) else level
    return _guarantee(loop.problem, loop.oracle, loop.solver, rho, eps, upper)


def guarantee_at(problem: Points | Gram, solver: Solver, *, rho: float, eps: float) -> Guarantee | None:
    """The theorem's bound at a margin, which may be negative, in the units of the data, and a level relative to R.

    Examples
    --------
    >>> from gordan.engine.solver import named
    >>> square = Points([[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]], [1, 1, 1, 1], intercept=False)
    >>> guarantee_at(square, named("iterated-smooth-perceptron-von-neumann"), rho=-1.0, eps=1e-6).iterations < 300
    True
    """
    canonical = problem.canonical()
    oracle = build(canonical, solver.needs)
    return _guarantee(problem, oracle, solver, rho * canonical.scale, eps * oracle.reach, np.inf)


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
    text = _formula(solver, terms)
    # No margin exceeds the length of a point (its greatest entry, where w ≥ 0), also before there are weights.
    if rho > 0 and not min(upper, canonical.reach) <= _WIDE * rho:
        ordinary = Terms(1.0, 1.0, terms.n, terms.m, 1.0, 1.0, 1.0, 1.0, 1.0, terms.lifted)
        return Guarantee(math.inf, text) if math.isfinite(solver.bound(ordinary)) else None
    return Guarantee(bound, f"{text}{_values(text, solver, terms, canonical)}") if math.isfinite(bound) else None


def _formula(solver: Solver, terms: Terms) -> str:
    """The formula of the theorem that applies, for the margin or for the level; lifted points have their own."""
    own = getattr(solver, "promise", None)
    text: str = own(terms) if own is not None else _at_level(solver.formula, terms)
    return text.partition(", θ")[0]


def _at_level(formula: str, terms: Terms) -> str:
    return formula if terms.rho > 0 else formula.replace("ρ₁", "ε").replace("ρ", "ε")


def _values(text: str, solver: Solver, terms: Terms, canonical: Any) -> str:
    """What the symbols of the formula stand for, lengths in the user's units."""
    reach = canonical.margin(terms.reach)
    meanings = {
        "β": _threshold(solver, reach * (math.sqrt(2.0) if terms.lifted else 1.0)),
        "α": getattr(solver, "alpha", 0.0),
        "γ": getattr(solver, "gamma", 0.0),
        "R": reach,
        "L": canonical.margin(terms.radius),
        "E": canonical.margin(terms.radius),
        "θ": terms.theta,
        "λ": _spectrum(solver, terms) / canonical.scale / canonical.scale,
        "d": terms.spread,
        "n": terms.n,
        "m": terms.m,
        "ρ₁" if "ρ₁" in text else "ρ": canonical.margin(terms.rho),
        "ε": canonical.margin(terms.eps),
    }
    symbols = text.replace("ln", "").replace("log", "")
    shown = [f"{symbol} = {value:.3g}" for symbol, value in meanings.items() if symbol in symbols]
    return f" with {', '.join(shown)}" if shown else ""


def _threshold(solver: Solver, reach: float) -> float:
    """β of a rule that has one, in the user's units."""
    own = getattr(solver, "threshold", None)
    return 0.0 if own is None else float(own(reach * reach))


def _spectrum(solver: Solver, terms: Terms) -> float:
    from gordan.engine.solver.smooth_perceptron_von_neumann import spectral_term

    return spectral_term(terms, getattr(solver, "smoothing", "spectral"))
