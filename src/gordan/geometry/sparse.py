"""Sparse separation of two convex bodies, by the aggressive perceptron on differences of their points.

(`corral` does the same by the min-norm point.)

1. w ← 0, t ← 0
2. repeat: p ← the point of K lowest under w, q ← the point of L highest under w
3.     if w·(p − q) ≥ (ε/3)‖w‖ and t ≤ 3R²/ε²: the hyperplane halfway between w·p and w·q separates; stop
4.     if ‖w‖/t < ε: the means of the p's and of the q's are closer than ε; stop
5.     w ← w + p − q, t ← t + 1

Algorithm 2 with β = R² would update while w·(p − q) < R². Here both ends are measured, so R need not be known: it is
the longest difference that was added.

Guarantee
    Separated: after at most ⌊3R²/ε²⌋ updates, so that w is a sum of at most 6R²/ε² points of K and −L, and both bodies
    keep a distance of ε/6 from the hyperplane. Otherwise two points are closer than ε, after at most one update more.
    `updates_apart` has the proof.
Trusted
    That the oracles give points of their bodies, and of greatest product up to rounding. The margin is what they say
    at w, less the rounding of those products.
Reference
    Moran, Nachum, Panasoff and Yehudayoff, Lemma 1.6, whose (10/ε)² and ε/30 lift both bodies by a coordinate first.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import deadline, now, seconds_left
from gordan.engine.oracle.base import Atom
from gordan.engine.solver import AggressivePerceptron, MinNormPoint
from gordan.errors import InputError
from gordan.geometry.corral import Posed, near_points, proved, separate_by_corral, stop_reason, updates_apart
from gordan.outcome import Bracket, Run
from gordan.outcome.bodies import Near, SparseApart, Undecided
from gordan.problem.bodies import Bodies, Body
from gordan.problem.number import count, extent

__all__ = ["separate_bodies"]

_SOLVERS = (AggressivePerceptron.name, MinNormPoint.name)


def separate_bodies(
    K: Body,
    L: Body,
    *,
    eps: float,
    solver: str = "aggressive-perceptron",
    max_iter: int | None = None,
    max_seconds: float | None = None,
) -> SparseApart | Near | Undecided:
    """A hyperplane with few points in its normal and a margin on both sides, or two points closer than eps.

    Parameters
    ----------
    K, L : bodies, as in `Bodies`
    eps : float
        The distance that matters, in the bodies' own units. Bodies at least so far apart are separated; for closer
        ones either answer may come, and is true.
    solver : {"aggressive-perceptron", "min-norm-point"}
        The paper's, whose normal is a sum of points; or the flagship, whose normal is a mean of at most dimension + 1
        pairs, each named once.
    max_iter : int or None
        A limit for the updates; the lemma's own is ⌊3R²/ε²⌋ for bodies apart, one more for near ones.
    max_seconds : float or None
        A budget, looked at after every update.

    Returns
    -------
    Apart, Near or Undecided
        The last only where `max_iter`, `max_seconds` or rounding ended the run. The others have a verdict, by new
        support points, which are trusted; `gordan.verify(Bodies(K, L), answer)` judges them again.

    Examples
    --------
    >>> from gordan.geometry import Ball, Box
    >>> answer = separate_bodies(Ball([3.0, 0.0], 1.0), Box([-1.0, -1.0], [1.0, 1.0]), eps=0.5)
    >>> answer.kind, answer.margin >= 0.5 / 6, answer.updates <= answer.limit
    ('apart', True, True)
    >>> answer = separate_bodies(Ball([3.0, 0.0], 1.0), Box([-1.0, -1.0], [1.0, 1.0]), eps=0.5, solver="min-norm-point")
    >>> answer.n_points <= answer.allowed, bool(answer.times.sum() == 1.0)
    (True, True)
    >>> answer.verdict.holds
    True
    >>> separate_bodies(Ball([1.0, 0.0], 1.0), Ball([-0.9, 0.0], 1.0), eps=0.1).kind
    'near'
    """
    eps, most = extent("eps", eps), math.inf if max_iter is None else count("max_iter", max_iter)
    if solver not in _SOLVERS:
        raise InputError(f"solver is {solver!r}; give {' or '.join(map(repr, _SOLVERS))}")
    begun = now()
    with deadline(max_seconds):
        bodies = Bodies(K, L)
        answer = (separate_by_corral if solver == MinNormPoint.name else _by_updates)(bodies, eps, most)
        run = Run(solver, n_iter=answer.n_iter, n_passes=answer.n_iter, reason=answer.reason)
        judged = answer if isinstance(answer, Undecided) else proved(bodies, answer, run, bracket=answer.bracket)
    assert judged.run is not None
    return replace(judged, run=replace(run, reason=judged.run.reason, seconds=now() - begun))


def _by_updates(bodies: Bodies, eps: float, most: float) -> SparseApart | Near | Undecided:
    posed = Posed.of(bodies)
    oracle, counts = posed.oracle, Counter[int]()
    w, updates, longest, bracket = oracle.zero(), 0, 0.0, Bracket(0.0)  # 1
    while True:
        [[atom]] = oracle.worst(w)  # 2
        allowed = updates_apart(longest, eps)
        run = Run(AggressivePerceptron.name, n_iter=updates)
        if updates:
            length = oracle.norm(w)
            lower = atom.margin / length - posed.slack if length > 0 else -math.inf
            bracket = bracket.tighten(lower=lower, upper=length / updates + posed.slack)
            if lower >= eps / 3 + 2.0 * posed.slack and updates <= allowed:  # 3
                upper = length / updates + posed.spread(len(counts))
                return _apart(posed, w, atom, counts, margin=0.5 * lower, upper=upper, limit=allowed, run=run)
            if length / updates + posed.spread(len(counts)) < eps:  # 4
                return _near(posed, counts, limit=allowed + 1, run=run)
        if updates >= min(most, allowed + 1) or seconds_left() <= 0.0:
            return Undecided(bracket=bracket, run=replace(run, reason=stop_reason(updates, most)))
        w, updates, longest = w + atom.column, updates + 1, max(longest, oracle.norm(atom.column))  # 5
        counts[atom.key] += 1


def _apart(
    posed: Posed, w: Array, atom: Atom, counts: Counter[int], *, margin: float, upper: float, **known: Any
) -> SparseApart:
    pair, d = posed.oracle.pairs[atom.key], posed.oracle.dimension
    offset = 0.5 * float(w @ pair[:d] + w @ pair[d:])
    pairs, towards, times = _listed(posed, counts)
    margin -= posed.slack  # the halfway point is rounded too
    known |= {"p": pairs[:, :d], "q": pairs[:, d:], "towards": towards, "times": times, "is_sum": True}
    return SparseApart(direction=w, offset=offset, margin=margin, bracket=Bracket(2.0 * margin, upper), **known)


def _near(posed: Posed, counts: Counter[int], *, limit: float, run: Run) -> Near:
    pairs, towards, times = _listed(posed, counts)
    mean = times @ pairs / times.sum()
    return near_points(posed, mean, times, towards, limit=limit, run=run)


def _listed(posed: Posed, counts: Counter[int]) -> tuple[Array, Array, Array]:
    """The pairs, the directions in which they were given, and how often each was added."""
    pairs = np.array([posed.oracle.pairs[key] for key in counts])
    towards = np.array([posed.oracle.towards[key] for key in counts])
    return pairs, towards, np.array(list(counts.values()), dtype=np.float64)
