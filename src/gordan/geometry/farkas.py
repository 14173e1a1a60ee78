"""The sparse Farkas lemma: few columns nearly make b, or a sum of few columns shows that none of that mass do.

Farkas' lemma asks whether A x = b has a solution x ≥ 0. Sparse separation needs bounded bodies, so the mass Σx is
bounded: K = {b}, and L is the hull of 0 and the columns times the mass.

1. w ← 0, t ← 0
2. repeat: q ← the highest of 0 and the columns mass·a_j under w
3.     if w·(b − q) ≥ (ε/3)‖w‖, beyond rounding: no x ≥ 0 with Σx ≤ mass has A x = b, for w·A x ≤ w·q < w·b; stop
4.     if ‖w‖/t < ε: the mean of the q's is A x, ‖A x − b‖ < ε; stop
5.     w ← w + b − q, t ← t + 1

Guarantee
    At most ⌊3R²/ε²⌋ + 1 updates, R the longest b − q: x has at most so many positive entries, and w is t·b less a sum
    of at most so many columns.
Reference
    Moran, Nachum, Panasoff and Yehudayoff, Lemma 1.6 and the remark before it.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from gordan.arithmetic.array import Array, Matrix
from gordan.arithmetic.deadline import deadline, now, seconds_left
from gordan.arithmetic.rounding import length_up
from gordan.geometry.corral import proved, stop_reason, updates_apart
from gordan.outcome import Bracket, Run
from gordan.outcome.bodies import Undecided
from gordan.outcome.mixture import SparseRefutation, SparseSolution
from gordan.problem.length import length
from gordan.problem.mixture import Mixture
from gordan.problem.number import count, extent

__all__ = ["sparse_farkas"]


def sparse_farkas(
    A: Matrix, b: ArrayLike, *, eps: float, mass: float, max_iter: int | None = None, max_seconds: float | None = None
) -> SparseSolution | SparseRefutation | Undecided:
    """Has A x = b a solution x ≥ 0 with Σx ≤ mass? A sparse one to within eps, or a sparse proof that it has none.

    Parameters
    ----------
    A : array, shape (m, n)
    b : array, shape (m,)
    eps : float
        How far A x may be from b; where no x comes so near, the second alternative is found. Between, either is true.
    mass : float
        How large the sum of x may be.
    max_iter : int or None
        A limit for the updates; the lemma's own is ⌊3R²/ε²⌋ + 1. Reaching it leaves the matter `Undecided`.
    max_seconds : float or None
        A budget, looked at after every update; it ends in the same way.

    Examples
    --------
    >>> A = [[1.0, 0.0, 1.0], [0.0, 1.0, 1.0]]
    >>> sparse_farkas(A, [0.5, 0.25], eps=0.01, mass=1.0).kind
    'solution'
    >>> answer = sparse_farkas(A, [-1.0, 1.0], eps=0.1, mass=5.0)
    >>> answer.kind, answer.unconditional
    ('refutation', True)
    """
    problem, eps = Mixture(A, b, mass), extent("eps", eps)
    most = math.inf if max_iter is None else count("max_iter", max_iter)
    begun = now()
    with deadline(max_seconds):
        answer = _by_updates(problem, eps, most)
        assert answer.run is not None
        judged = answer if isinstance(answer, Undecided) else proved(problem, answer, answer.run)
    assert judged.run is not None
    return replace(judged, run=replace(judged.run, seconds=now() - begun))


def _by_updates(problem: Mixture, eps: float, most: float) -> SparseSolution | SparseRefutation | Undecided:
    A, b, mass = problem.A, problem.b, problem.mass
    counts, origin, bracket = np.zeros(A.shape[1]), 0, Bracket()
    w, longest = np.zeros(b.size), 0.0  # 1
    while True:
        updates = int(counts.sum()) + origin
        limit = updates_apart(longest, eps) + 1.0
        z = mass * (w @ A)
        j = int(z.argmax())  # 2
        run = Run("aggressive-perceptron", n_iter=updates, n_passes=updates)
        if updates:
            gap = float(w @ b) - max(float(z[j]), 0.0) - _rounding(A, b, w, mass)
            size = length_up(length(w), b.size)
            if gap >= eps / 3 * size > 0:  # 3
                lost = (b.size + 4) * 2.0**-53 * (np.abs(w) @ np.abs(A)) + b.size * 2.0**-1070
                # A column of zeros refutes nothing and is refuted by nothing.
                unconditional = bool(((w @ A <= -lost) | ~A.any(axis=0)).all())
                return SparseRefutation(
                    y=w,
                    times=float(updates),
                    counts=counts,
                    distance=gap / size,
                    unconditional=unconditional,
                    limit=limit,
                    run=run,
                )
            if size < eps * updates:  # 4
                x = _weights(counts, mass, updates)
                residual = _residual(A, b, x)
                if residual < eps:
                    return SparseSolution(x=x, residual=residual, limit=limit, run=run)
            bracket = bracket.tighten(lower=gap / size if size > 0 else 0.0)
        if updates and (updates >= min(most, limit) or seconds_left() <= 0.0):
            bracket = bracket.tighten(lower=0.0, upper=_residual(A, b, _weights(counts, mass, updates)))
            return Undecided(bracket=bracket, run=replace(run, reason=stop_reason(updates, most)))
        step = b - mass * A[:, j] if z[j] > 0 else b
        w, longest = w + step, max(longest, length_up(length(step), b.size))  # 5
        counts[j], origin = counts[j] + (z[j] > 0), origin + int(z[j] <= 0)


def _rounding(A: Array, b: Array, w: Array, mass: float) -> float:
    """A bound of the error of w·b − w·q, for every column at once: any order of summation, any rounding."""
    size = np.abs(w)
    relative = (b.size + 4) * 2.0**-53 * float(size @ np.abs(b) + mass * (size @ np.abs(A)).max())
    return relative + (1.0 + mass) * b.size * 2.0**-1070  # products that vanish


def _weights(counts: Array, mass: float, updates: int) -> Array:
    """The mean of the columns chosen, as weights; a little less, so that no rounding brings them above the mass."""
    return np.asarray(counts * (mass / updates * (1.0 - 2.0**-51)))


def _residual(A: Array, b: Array, x: Array) -> float:
    """An upper bound of ‖A x − b‖: relative errors of sums in any order, and products that vanish."""
    error = (x.size + 4) * 2.0**-53 * (np.abs(A) @ x + np.abs(b)) + x.size * 2.0**-1070
    return length_up(length(np.abs(A @ x - b) + error), b.size)
