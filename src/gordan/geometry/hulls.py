"""Sparse separation of the hulls of two classes, also of their images in the space of a kernel.

Lemma 1.6 of Moran et al. asks for no dimension, and `sparse` has its steps for bodies with coordinates. Here they are
taken on points that are known by their products alone, where a sum of points is a list of rows.

1. w ← 0, t ← 0
2. repeat: p ← the positive point lowest under w, q ← the negative point highest under w
3.     if w·(p − q) ≥ (ε/3)‖w‖ and t ≤ 3R²/ε²: the hyperplane halfway between w·p and w·q separates; stop
4.     if ‖w‖/t < ε: the means of the p's and of the q's are closer than ε; stop
5.     w ← w + p − q, t ← t + 1

A vertex of the balanced base is (p − q)/2, so that everything below is half of what stands here.

Guarantee
    Apart: w is a sum of at most 6R²/ε² points, R the longest difference, and both hulls keep a distance of ε/6 from
    the hyperplane. Otherwise two points of the hulls are closer than ε, after at most ⌊3R²/ε²⌋ + 1 updates.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from gordan.engine.candidate import Candidate, Candidates
from gordan.engine.loop import solve
from gordan.engine.oracle.base import SupportOracle, vertex
from gordan.engine.solver import Solver, Terms
from gordan.errors import InputError
from gordan.geometry.corral import updates_apart
from gordan.outcome import Outcome, Rows
from gordan.problem import Gram, Points
from gordan.problem.number import extent

__all__ = ["SparseHulls", "separate_hulls"]

_ROUNDED = 1e-9  # relative: by how much more than ε/6 is asked for, so that rounding leaves ε/6 to be proved


@dataclass
class _Updates(Solver):
    """Lines 1 to 5 as a solver; it remembers the pairs of rows that were added, how often, and half the longest."""

    eps: float
    pairs: Counter[tuple[int, int]] = field(default_factory=Counter)
    longest: float = 0.0

    name: ClassVar[str] = "sparse-separation"
    summary: ClassVar[str] = "sums of differences of the classes' points"
    formula: ClassVar[str] = "3R²/ε² + 1"
    needs: ClassVar[type] = SupportOracle
    exact: ClassVar[bool] = False

    def candidates(self, oracle: SupportOracle, start: object = None) -> Candidates:
        half = 0.5 * self.eps
        w, x = oracle.zero(), np.zeros(1)  # 1
        for t in range(2**52):
            column, lowest, keys, shares = vertex(oracle.worst(w))  # 2
            if t:
                length, few = oracle.norm(w), t <= updates_apart(self.longest, half)
                candidate = Candidate(w, x / t, None, w / t, t)
                yield candidate
                if lowest >= (1.0 + _ROUNDED) * half / 3.0 * length and few:  # 3
                    return candidate
                if length < half * t or not few:  # 4; without either, rounding is as large as ε
                    return candidate
            w, x = w + column, x + oracle.place(keys, shares)  # 5
            self.longest = max(self.longest, oracle.norm(column))
            self.pairs[keys[0], keys[1]] += 1
        raise AssertionError("no run has as many updates")

    def bound(self, terms: Terms) -> float:
        return math.inf  # it is a bound at ε, and not at a margin: `SparseHulls.limit`


@dataclass(frozen=True, eq=False)
class SparseHulls:
    """What was found of the hulls of two classes, and the verified answer that it rests on.

    The direction of `outcome` is the sum of `times` differences of the rows `positive` and `negative`, scaled.

    Attributes
    ----------
    outcome : Separable, Inseparable or Undecided
        Its bracket holds the margin, half the distance of the hulls.
    positive, negative, times : arrays of int
        The pairs of rows in the sum, and how often each was added.
    eps, limit : float
        What was asked for, and the updates that the lemma allows a run that ends apart, ⌊3R²/ε²⌋.
    """

    outcome: Outcome
    positive: Rows
    negative: Rows
    times: Rows
    eps: float
    limit: float

    @property
    def kind(self) -> str:
        """ "apart", "near" or, where a budget or rounding ended the run, "undecided"."""
        bracket = self.outcome.bracket
        if self.outcome.kind == "separable" and bracket.lower >= self.eps / 6.0 and self.updates <= self.limit:
            return "apart"
        return "near" if 2.0 * bracket.upper < self.eps else "undecided"

    @property
    def updates(self) -> int:
        return int(self.times.sum())

    @property
    def n_points(self) -> int:
        """How many points the sum has, as often as they were added; apart, at most 6R²/ε²."""
        return 2 * self.updates

    def __str__(self) -> str:
        made = f"{self.n_points:,} points, {len(self.times):,} different pairs"
        if self.kind == "apart":
            away = f"both hulls are at least {self.outcome.bracket.lower:.4g} away from a hyperplane"
            return f"apart: {away} whose normal is a sum of {made}"
        within = f"two points of the hulls are at most {2.0 * self.outcome.bracket.upper:.4g} apart"
        return f"{self.kind}: {within}, means of {made}"


def separate_hulls(
    problem: Points | Gram, *, eps: float, max_iter: int | None = None, max_seconds: float | None = None
) -> SparseHulls:
    """A hyperplane between two classes with few points in its normal, or two points of their hulls closer than eps.

    Parameters
    ----------
    problem : Points or Gram
        With an intercept; in the space of a kernel the hulls are those of the images.
    eps : float
        The distance that matters, in units of the data or of the kernel's space. Hulls at least so far apart are
        separated; for closer ones either answer may come, and is verified.
    max_iter, max_seconds : int, float or None
        Budgets; reaching one may leave it undecided.

    Examples
    --------
    >>> import numpy as np
    >>> angle = np.linspace(0, 6, 40)
    >>> X = np.outer(np.r_[np.ones(20), 2 * np.ones(20)], [1, 1]) * np.column_stack([np.cos(angle), np.sin(angle)])
    >>> rings = Points(X, np.arange(40) < 20, kernel="rbf", gamma=1.0)
    >>> answer = separate_hulls(rings, eps=0.2)
    >>> answer.kind, answer.updates <= answer.limit, answer.outcome.verdict.holds
    ('apart', True, True)
    >>> separate_hulls(rings, eps=2.0).kind
    'near'
    """
    if not isinstance(problem, Points | Gram) or not problem.intercept or getattr(problem, "positive", False):
        raise InputError(f"problem is {problem!r}; give Points or Gram with an intercept, whose classes have two hulls")
    level = extent("eps", eps)
    canonical = problem.canonical()
    rule = _Updates(level * canonical.scale)
    # A level below all others: the run ends by its own conditions.
    outcome = solve(
        problem,
        solver=rule,
        goal="decide",
        polish=False,
        eps=1e-300,
        max_iter=max_iter,
        max_seconds=max_seconds,
    )
    pairs = np.array(list(rule.pairs), dtype=np.int64).reshape(-1, 2)
    pairs = np.where(problem.signs[pairs[:, :1]] > 0, pairs, pairs[:, ::-1])
    times = np.array(list(rule.pairs.values()), dtype=np.int64)
    limit = updates_apart(2.0 * canonical.margin(rule.longest), level)
    return SparseHulls(outcome, pairs[:, 0], pairs[:, 1], times, level, limit)
