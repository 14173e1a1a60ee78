"""The smooth perceptron – von Neumann algorithm: Euclidean smoothing about given weights, for either answer.

1. q ← centre of the base, or the weights of an earlier answer; α ← q, μ ← 2λ, r ← p_μ(α), p ← r
                                               (p_μ(α) = projection of q − A*Aα/μ on the base; λ ≥ λ_max(A'A))
2. for k = 0, 1, 2, …:
3.     stop if lowest(A*Aα) > 0 (separated); return p if ‖Ap‖ ≤ δ
4.     θ ← 2/(k+3)
5.     α ← (1 − θ)(α + θ p) + θ² r
6.     μ ← (1 − θ) μ,  r ← p_μ(α)
7.     p ← (1 − θ) p + θ r

On its own it runs from the centre with δ = 0: the loop stops it. By default λ is an upper bound of the greatest
eigenvalue, which is what the proof uses. `smoothing="paper"` (SNKPVN) takes the paper's μ = 2n, for unit points: any
λ_max is at most n R², and mostly far below, so that the paper's variant takes more iterations.

Guarantee
    To separate, 2√(2λd)/ρ iterations, d half the squared diameter of the base (1; ½ with an intercept);
    ‖Ap‖ ≤ ε after 2√(2λd)/ε, and where ρ < 0 after min(1, ‖Aq‖/|ρ|) times as many. With smoothing="paper",
    λ = n R² (2n L² with an intercept).
Needs
    Products, and a bound on the spectrum.
Reference
    Soheili and Peña (2013); Ramdas and Peña (2015), Algorithm 6 (SNKPVN on a Gram matrix).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import count
from typing import ClassVar, Literal, NamedTuple, get_args

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.candidate import Candidate, Candidates
from gordan.engine.oracle.base import Oracle
from gordan.engine.solver.base import Solver, Terms, level
from gordan.errors import InputError

__all__ = [
    "SmoothPerceptronVonNeumann",
    "Smoothing",
    "accelerate",
    "begin_about",
    "refuse_smoothing",
    "spectral_term",
    "spectrum",
]

Smoothing = Literal["spectral", "paper"]


class State(NamedTuple):
    """The quantities of Lemma 8: μ, p and r, the margins z of α, the image Aα, and the prox-centre `about`."""

    mu: float
    p: Array
    r: Array
    z: Array
    image: Array
    about: Array


@dataclass(frozen=True)
class SmoothPerceptronVonNeumann(Solver):
    """The smoothed perceptron – von Neumann algorithm.

    Parameters
    ----------
    smoothing : {"spectral", "paper"}
        The first μ: 2λ with an upper bound λ of the spectrum, or 2n as in the paper (times R², for points of any
        length).
    q : tuple of float or None
        The weights about which it smooths, one for each point; None is the centre of the base, or with `start` the
        weights of that.
    delta : float
        It ends as soon as ‖Ap‖ ≤ delta times the longest point; 0 leaves the end to `eps`.
    """

    smoothing: Smoothing = "spectral"
    q: tuple[float, ...] | None = None
    delta: float = 0.0

    name: ClassVar[str] = "smooth-perceptron-von-neumann"
    summary: ClassVar[str] = "Euclidean smoothing about the centre; separates or shrinks ‖Ax‖"
    formula: ClassVar[str] = "2√(2λd)/ρ, to ε 2√(2λd)/ε"
    needs: ClassVar[type] = Oracle
    exact: ClassVar[bool] = False
    spectral: ClassVar[bool] = True

    def __post_init__(self) -> None:
        refuse_smoothing(self.smoothing)
        if self.q is not None and not (min(self.q, default=-1.0) >= 0 and math.isfinite(sum(self.q))):
            raise InputError("q has negative entries, or none; give one weight, 0 or more, for each point")
        if not 0 <= self.delta < math.inf:
            raise InputError(f"delta is {self.delta!r}; give a level, 0 or more, relative to the longest point")

    def candidates(self, oracle: Oracle, start: Candidate | None = None) -> Candidates:
        delta, about = self.delta * oracle.radius, self._about(oracle, start)
        return (yield from accelerate(oracle, about, delta, 0, spectrum=spectrum(oracle, self.smoothing)))

    def _about(self, oracle: Oracle, start: Candidate | None) -> Array:
        if self.q is None:
            return begin_about(oracle, start)
        about = oracle.cone.normalise(np.array(self.q, dtype=np.float64)) if len(self.q) == oracle.size else None
        if about is None:
            raise InputError(
                f"q has {len(self.q)} weights for {oracle.size} points; give one for each, not all 0 in any class"
            )
        return about

    def bound(self, terms: Terms) -> float:
        share = min(1.0, terms.reach / -terms.rho) if terms.rho < 0 else 1.0
        return 2.0 * math.sqrt(2.0 * spectral_term(terms, self.smoothing) * terms.spread) / level(terms) * share

    def promise(self, terms: Terms) -> str:
        if terms.rho < 0:
            return "2√(2λd)/ε·min(1, R/|ρ|)"
        return "2√(2λd)/ρ" if terms.rho > 0 else "2√(2λd)/ε"

    def symbols(self, terms: Terms) -> dict[str, float]:
        return {"λ": spectral_term(terms, self.smoothing) / terms.scale / terms.scale}


def refuse_smoothing(smoothing: object) -> None:
    if smoothing not in get_args(Smoothing):
        raise InputError(f"smoothing is {smoothing!r}; give 'spectral' or 'paper'")


def begin_about(oracle: Oracle, start: Candidate | None) -> Array:
    """The weights of an earlier answer, or the centre of the base."""
    return oracle.cone.centre.weights if start is None or start.weights is None else start.weights


def spectrum(oracle: Oracle, smoothing: Smoothing) -> float:
    """λ: the bound of the spectrum, or as in the paper n R², R the longest point.

    With an intercept R is the greatest distance from a class mean, which is at most √2 L_xy.
    """
    if smoothing == "spectral":
        return oracle.spectral
    return oracle.cone.blocks * oracle.cone.rank * oracle.radius**2


def spectral_term(terms: Terms, smoothing: Smoothing) -> float:
    """The λ of the theorem."""
    return terms.spectral if smoothing == "spectral" else (2.0 if terms.lifted else 1.0) * terms.n * terms.radius**2


def accelerate(
    oracle: Oracle, about: Array, delta: float, before: int, *, spectrum: float, residual: float | None = None
) -> Candidates:
    """Run lines 1–7 about these weights until ‖Ap‖ ≤ delta; iterations are counted on from `before`.

    Candidates have the `residual` given: infinite, they do not end a run.
    """
    cone, mu = oracle.cone, 2.0 * spectrum
    A_alpha = oracle.combine(about)  # 1
    z = oracle.margins(A_alpha)
    r = cone.project(about - z / mu)
    A_r = oracle.combine(r)
    p, A_p = r, A_r
    for k in count():  # 2
        state = State(mu, p, r, z, A_alpha, about)
        candidate = Candidate(A_alpha, p, cone.lowest(z), A_p, before + k, state, residual=residual)
        yield candidate
        if oracle.norm(A_p) <= delta:  # 3
            return candidate
        theta = 2.0 / (k + 3)  # 4
        A_alpha = (1 - theta) * (A_alpha + theta * A_p) + theta**2 * A_r  # 5
        z = oracle.margins(A_alpha)
        mu = (1 - theta) * mu  # 6
        r = cone.project(about - z / mu)
        A_r = oracle.combine(r)
        p, A_p = (1 - theta) * p + theta * r, (1 - theta) * A_p + theta * A_r  # 7
    raise AssertionError("counting never ends")
