"""Sparse separation by the min-norm point: the few pairs of points that its normal is a mean of, by name.

1. the min-norm point of the differences, one pair (p, q) joining at a time; x = Σ weights_j (p_j − q_j) is its mean
2. after each step: if x·(p − q) ≥ (ε/3)‖x‖ for the lowest pair and there are at most 3R²/ε² pairs: apart; stop
3.     if ‖x‖ < ε: the means of the p's and of the q's are closer than ε; stop

With N = ‖x‖² ≤ R² and a pair whose product with x is below (ε/3)‖x‖ ≤ N/3, the best point between x and that pair has a
square of at most N − (2N/3)²/(R² + N/3) ≤ N − N²/(3R²), and the mean of all is no longer. So 1/N grows by 1/(3R²) with
every pair that joins, from 1/R² on, and after k of them N ≤ 3R²/(k + 2): ‖x‖ < ε before there are 3R²/ε² pairs.

Guarantee
    Apart: the normal is a mean of at most 6R²/ε² points of K and −L, and of no more than dimension + 1 pairs, for a
    corral is independent. The number is counted, not taken from the argument above: points may leave as others join.
Reference
    Wolfe (1976); Moran, Nachum, Panasoff and Yehudayoff, Lemma 1.6.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import current_deadline, overtime, seconds_left
from gordan.arithmetic.threads import one_thread
from gordan.engine.oracle.support import Differences
from gordan.engine.solver import MinNormPoint
from gordan.errors import OverBudget
from gordan.outcome import UNJUDGED, Bracket, Code, Reason, Run
from gordan.outcome.bodies import Apart, Near, SparseApart, Undecided
from gordan.outcome.mixture import SparseRefutation, SparseSolution
from gordan.problem.bodies import Bodies, Consulted
from gordan.problem.mixture import Mixture
from gordan.verify import verify

__all__ = ["Corral", "Posed", "proved", "separate_by_corral", "stop_reason", "updates_apart"]

_UNKNOWN = Bracket()
Proved = TypeVar("Proved", bound=Apart | Near | SparseSolution | SparseRefutation)


@dataclass(frozen=True, eq=False)
class Posed:
    """Both bodies, watched, and the oracle of their differences."""

    K: Consulted
    L: Consulted
    oracle: Differences

    @classmethod
    def of(cls, bodies: Bodies, oracle: type[Differences] = Differences) -> Posed:
        """The bodies as an oracle of their differences; a fresh one."""
        K, L = bodies.consulted()
        return cls(K, L, oracle(K, L, bodies.dimension))

    @property
    def slack(self) -> float:
        """By how much a difference of support values may be wrong for a direction of length 1."""
        return self.K.slack + self.L.slack

    def spread(self, pairs: int) -> float:
        """By how much the distance of two means of so many points may be wrong, however it is summed up."""
        return 3.0 * self.slack + pairs * 2.0**-50 * (self.K.extent + self.L.extent)


def near_points(posed: Posed, mean: Array, times: Array, towards: Array, *, limit: float, run: Run) -> Near:
    """The answer that the two halves of a mean of pairs are near, with what makes them."""
    p, q = np.split(mean, 2)
    distance = posed.oracle.norm(p - q) + posed.spread(len(times))
    ends = Bracket(0.0, distance)
    return Near(p=p, q=q, times=times, towards=towards, distance=distance, bracket=ends, limit=limit, run=run)


def updates_apart(longest: float, eps: float) -> float:
    """The updates after which a sum of differences separates: ⌊3R²/ε²⌋, rounding aside; infinite past all doubles.

    w_t is the sum of t differences a_1, …, a_t of points of K and L, R_t the longest of them. The next one, a, is the
    lowest under w_t. The run ends "near" where ‖w_t‖/t < ε, for that is the distance of two means; else it ends
    "apart" where w_t·a ≥ (ε/3)‖w_t‖; else a is added.

    As long as it has not ended, ‖w_t‖² ≤ 3 R_t² t. That is so for t = 1. If it is so for t, then t ≤ 3R_t²/ε², for the
    run did not end near; and as it did not end apart,

        w_t·a < (ε/3)‖w_t‖ ≤ (ε/3) R_t √(3t) ≤ R_t²,   hence ‖w_{t+1}‖² ≤ 3R_t² t + 2R_t² + ‖a‖² ≤ 3 R_{t+1}² (t + 1).

    So a run that is apart has made at most ⌊3R²/ε²⌋ updates: w is a sum of at most 6R²/ε² points, as many of K as of
    −L. One update more, and it has ended near. Where both ends are open after so few updates, apart may be preferred.

    >>> updates_apart(1.0, 0.5)
    12.0
    """
    ratio = longest / eps
    allowed = 3.0 * ratio * ratio
    return allowed if allowed >= 2.0**52 else float(int(allowed))


def stop_reason(updates: int, most: float) -> Reason:
    """Why a run ended that proved neither alternative: its budget, or else rounding."""
    if seconds_left() <= 0.0:
        limit = current_deadline()
        return Reason(f"Stopped because {limit.words} was reached.", Code.MAX_SECONDS, max_seconds=limit.seconds)
    if updates >= most:
        return Reason(f"Stopped because max_iter = {most:.0f} was reached.", Code.MAX_ITER, max_iter=most)
    return Reason("Stopped because rounding is as large as what was asked for.", Code.ENDED)


def proved(
    problem: Bodies | Mixture, answer: Proved, run: Run, *, bracket: Bracket = _UNKNOWN, pair: Array | None = None
) -> Proved | Undecided:
    """The answer with its run and its verdict.

    Where the verifier refuses it, or has no time for it, what is left is undecided: this bracket, and the points.
    """
    try:
        with overtime(anew=True):
            verdict = verify(problem, answer)
    except OverBudget as over:
        verdict, why = UNJUDGED, f"There was no time to verify an answer: {over.why}."
    else:
        if verdict.holds:
            return replace(answer, verdict=verdict, run=run)
        why = f"The verifier {verdict}."
    p, q = (None, None) if pair is None else np.split(pair, 2)
    refused = replace(run, reason=Reason(why, Code.UNPROVED))
    return Undecided(bracket=bracket, p=p, q=q, verdict=verdict, run=refused)


class Corral(Differences):
    """Differences that remember which pairs the last mean was made of, and with which weights."""

    keys: Sequence[int] = ()
    weights: Array = np.empty(0)

    def place(self, keys: Sequence[int], values: Sequence[float]) -> Array:
        carried = np.asarray(values, dtype=np.float64)
        self.keys = [key for key, value in zip(keys, carried, strict=True) if value > 0]
        self.weights = carried[carried > 0] / carried[carried > 0].sum()
        return super().place(keys, values)


def separate_by_corral(bodies: Bodies, eps: float, most: float) -> SparseApart | Near | Undecided:
    """Few pairs that make a normal, or two points closer than eps."""
    posed = Posed.of(bodies, Corral)
    corral = posed.oracle
    assert isinstance(corral, Corral)
    steps, bracket = 0, Bracket(0.0)
    with np.errstate(all="ignore"), one_thread(bodies.dimension > 24):
        for candidate in MinNormPoint().candidates(corral):  # 1
            steps += 1
            allowed = updates_apart(corral.reach, eps)
            pairs = np.array([corral.pairs[key] for key in corral.keys])
            mean = corral.weights @ pairs
            distance = corral.norm(corral.difference(mean)) + posed.spread(len(pairs))
            bracket = bracket.tighten(upper=distance)
            if candidate.lowest is not None and candidate.lowest > 0:
                lower = candidate.lowest / corral.norm(candidate.direction) - posed.slack
                bracket = bracket.tighten(lower=lower)
                if lower >= eps / 3 + 2.0 * posed.slack and len(pairs) <= allowed:  # 2
                    answer = _apart(posed, pairs, eps, allowed, _run(steps))
                    if answer is not None:
                        return answer
            if distance < eps:  # 3
                towards = np.array([corral.towards[key] for key in corral.keys])
                return near_points(posed, mean, corral.weights, towards, limit=allowed + 1, run=_run(steps))
            if steps >= most or seconds_left() <= 0.0:
                break
    return Undecided(bracket=bracket, run=_run(steps, stop_reason(steps, most)))


def _run(steps: int, reason: Reason | None = None) -> Run:
    return Run(MinNormPoint.name, n_iter=steps, reason=Reason() if reason is None else reason)


def _apart(posed: Posed, pairs: Array, eps: float, limit: float, run: Run) -> SparseApart | None:
    """The hyperplane whose normal is the mean of the corral, asked about once more; None where it falls short."""
    assert isinstance(posed.oracle, Corral)
    times = posed.oracle.weights
    x = posed.oracle.difference(times @ pairs)
    [[atom]] = posed.oracle.worst(x)
    pair, d = posed.oracle.pairs[atom.key], posed.oracle.dimension
    margin = 0.5 * (atom.margin / posed.oracle.norm(x) - posed.slack) - posed.slack
    if not margin >= eps / 6:
        return None
    offset = 0.5 * math.fsum((float(x @ pair[:d]), float(x @ pair[d:])))
    return SparseApart(
        direction=x,
        offset=offset,
        margin=margin,
        p=pairs[:, :d],
        q=pairs[:, d:],
        times=times,
        towards=np.array([posed.oracle.towards[key] for key in posed.oracle.keys]),
        bracket=Bracket(2.0 * margin, posed.oracle.norm(x) + posed.spread(len(times))),
        limit=limit,
        is_sum=False,
        run=run,
    )
