"""Weights that nearly cancel become a proof that some do: integers, or a box that holds them.

The min-norm point of the heaviest rows brings the weights to an affinely independent support; there the cancelling
weights are unique up to scale. One rational solve gives them as integers; these grow with the support, and beyond a
few dozen rows a box around the weights is found and checked a hundred times faster. Truncating to the heaviest rows
without that step would lose true certificates, and reducing tens of thousands of weights one by one does not finish.
Where the heaviest rows turn out separable nothing among them cancels, and the direction that separates them is worth a
look on all rows.

The shortest certificates need no weights, but are found by sorting: a zero row, or two rows that cancel each other.
With an intercept equal rows of opposite classes do, and under any kernel. Without either any two rows whose signed
points are opposite do. One product with an arbitrary vector brings such rows next to each other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array, Positions
from gordan.arithmetic.deadline import now
from gordan.engine.candidate import Candidate
from gordan.engine.oracle.base import SupportOracle
from gordan.engine.oracle.build import build
from gordan.engine.polish.enclosure import enclosure
from gordan.engine.polish.lifting import TooLong
from gordan.engine.polish.rational import cancellation_of, solve_rationally
from gordan.engine.polish.support import caratheodory, equilibrate, heaviest, widen
from gordan.engine.solver import MinNormPoint
from gordan.outcome import Cancellation, Cancels, Enclosure
from gordan.problem import Gram, Points

__all__ = ["LARGEST", "Polished", "cancellation", "last_candidate", "twins"]

_TIMES = 4  # m of the heaviest rows: fewer lose certificates, more make the small problem no longer small
_TIMES_AT_LAST = 12  # when there will be no other attempt
_FEW = 40  # rows up to which integers are short enough to be read, and quickly found
LARGEST = 2002  # rows of a support, beyond which its factorisation does not fit a short time and there is no proof
_CANCELLED = 1e-9  # relative to what is summed up: weights that leave no more are worth a proof
_SAME = 1e-9  # products of equal rows agree to rounding; what is closer than this is compared entry by entry
_LOOKED_AT = 100_000  # pairs compared at the most, where thousands of rows agree in the product


class Polished(NamedTuple):
    """A proof of inseparability, or else a direction that separates the heaviest rows, or nothing and perhaps why."""

    proof: Cancels | None = None
    direction: Array | None = None
    reason: str = ""


def cancellation(
    problem: Points, x: Array, *, last: bool = False, deadline: float = np.inf, exact: bool = False
) -> Polished:
    """Polish the raw weights x into a proof that some rows cancel.

    Parameters
    ----------
    problem : Points
        The raw data.
    x : array of n weights
        The weights found, in raw terms. Where they are on few rows and already cancel, those rows are kept.
    last : bool
        Whether this is the last attempt, worth more rows.
    deadline : float
        When to give up, by `gordan.arithmetic.deadline.now`.
    exact : bool
        Whether only integers will do.
    """
    try:
        return _attempt(problem, x, _Way(exact, deadline), _TIMES_AT_LAST if last else _TIMES)
    except TooLong as long:
        return Polished(reason=str(long))


class _Way(NamedTuple):
    """Which proofs will do, and until when to look for them."""

    exact: bool
    deadline: float


def _attempt(problem: Points, x: Array, way: _Way, times: int) -> Polished:
    support = np.flatnonzero(x)
    if support.size == 0:
        # Weights that underflowed altogether say nothing.
        return Polished()
    if support.size <= problem.m + 2:
        # An active-set method hands over the support itself.
        proof = _prove_directly(problem, support, x[support], way)
        polished = Polished(proof) if proof is not None else _polish(problem, support, way)
        if polished.proof is not None:
            return polished
    return _polish(problem, heaviest(problem, x, times * min(problem.m + 2, LARGEST)), way)


def _prove_directly(problem: Points, rows: Positions, x: Array, way: _Way) -> Cancellation | Enclosure | None:
    """The proof that the rows cancel that carry weight, if the weights nearly cancel as they are."""
    if not 0 < rows.size <= LARGEST or not _cancels(problem, rows, x):
        return None

    def independent() -> Positions:
        part = equilibrate(problem.subset(rows.tolist()))
        return caratheodory(part.problem, np.arange(rows.size), x / part.by_row)

    return _prove(problem, rows, independent, way)


def _polish(problem: Points, rows: Positions, way: _Way) -> Polished:
    """The proof that these rows cancel, or the direction that separates them."""
    if problem.intercept and np.unique(problem.signs[rows]).size < 2:
        return Polished()
    part = equilibrate(problem.subset(rows.tolist()))
    last = _min_norm_point(part.problem, way.deadline)
    if last is None or last.weights is None:
        return Polished()
    if last.lowest is not None and last.lowest > 0:
        return Polished(direction=part.direction(last.direction))
    x = last.weights
    support = np.flatnonzero(x)
    proof = _prove(problem, rows[support], lambda: caratheodory(part.problem, support, x[support]), way)
    if proof is None and (wide := widen(part.problem, lambda rest: _min_norm_point(rest, way.deadline))) is not None:
        # The rows cancel up to rounding and not exactly; rows around the origin are not so choosy.
        proof = _prove(problem, rows[wide], lambda: np.arange(wide.size), way)
    return Polished(proof)


def _prove(
    problem: Points, rows: Positions, independent: Callable[[], Positions], way: _Way
) -> Cancellation | Enclosure | None:
    """The proof that these rows cancel; where they are dependent, that the `independent` ones among them do."""
    if not way.exact and (box := _box(problem, rows)) is not None:
        return box
    if rows.size <= _FEW:
        # Of dependent rows there is no unique solution, which shows as soon as it is sought.
        weights = solve_rationally(problem, rows.tolist(), deadline=way.deadline)
        if weights is not None:
            return cancellation_of(rows, weights)
    kept = rows[independent()]
    if not way.exact and kept.size < rows.size and (box := _box(problem, kept)) is not None:
        return box
    return cancellation_of(kept, solve_rationally(problem, kept.tolist(), deadline=way.deadline))


def _box(problem: Points, rows: Positions) -> Enclosure | None:
    """An enclosure, for many rows; as integers could still take its place the verifier is asked right away."""
    return enclosure(problem, rows, checked=True) if rows.size > _FEW else None


@np.errstate(over="ignore", invalid="ignore")
def _cancels(problem: Points, rows: Positions, x: Array) -> bool:
    """Whether these weights cancel as far as floating point can tell: one product, against much work in vain."""
    signed, values = problem.signs[rows] * x, problem.X[rows]
    if problem.intercept:
        if abs(float(signed.sum())) > _CANCELLED * float(x.sum()):
            return False
        # Far from the origin only differences can tell.
        values = values if hasattr(values, "nnz") else values.astype(np.float64) - values[0]
    return bool((np.abs(values.T @ signed) <= _CANCELLED * (abs(values).T @ x)).all())


# A column next to nothing has a reciprocal beyond doubles; what comes of it is no proof, and needs no warning.
@np.errstate(all="ignore")
def _min_norm_point(part: Points, deadline: float) -> Candidate | None:
    """The last candidate: one that separates these rows, or weights whose image is nothing beyond rounding."""
    oracle = build(part.canonical())
    last = last_candidate(oracle, deadline, decide=True)
    if last is None or (last.lowest is not None and last.lowest > 0):
        return last
    if last.image is None:
        return None
    # A residual above the rounding of its own computation belongs to rows that do not cancel.
    return last if oracle.norm(last.image) <= 1e3 * oracle.rounding * oracle.reach else None


def last_candidate(oracle: SupportOracle, deadline: float, *, decide: bool = False) -> Candidate | None:
    """The last step of the min-norm point; to `decide`, the first that separates. None after the deadline."""
    last: Candidate | None = None
    try:
        for last in MinNormPoint().candidates(oracle):
            if decide and last.lowest is not None and last.lowest > 0:
                return last
            if now() > deadline or (last.weights is not None and np.count_nonzero(last.weights) > LARGEST):
                return None
    except FloatingPointError:
        # The numbers overflowed, and nothing is known of these rows.
        return None
    return last


def twins(problem: Points | Gram) -> Cancellation | None:
    """A certificate on one or two rows, if the data hold one."""
    if not problem.intercept:
        zero = np.flatnonzero(problem.canonical().lengths == 0)
        for j in zero[:10].tolist():
            if _is_zero(problem, j):
                return Cancellation((j,), (1,))
    values = _products(problem)
    keys = values if _equal_only(problem) else np.abs(values)
    order = np.argsort(keys, kind="stable")
    near = np.diff(keys[order]) <= _SAME * np.abs(keys[order[1:]])
    # Rows cancel only where their signed products do: most tables have many equal rows of one class.
    signed = (problem.signs if _equal_only(problem) else problem.signs * np.sign(values))[order]
    near &= signed[1:] * signed[:-1] <= 0
    for i in np.flatnonzero(near)[:_LOOKED_AT].tolist():
        first, second = int(order[i]), int(order[i + 1])
        if _cancel_each_other(problem, first, second):
            if not problem.intercept and _is_zero(problem, first):
                # Two zero rows are one too many.
                return Cancellation((first,), (1,))
            return Cancellation((min(first, second), max(first, second)), (1, 1))
    return None


def _is_zero(problem: Points | Gram, j: int) -> bool:
    """Whether a row's image is zero. A length may vanish by underflow; the entries decide, where their kernel does."""
    zero = problem.kernel is None or (problem.kernel.name == "poly" and problem.kernel.coef0 == 0)
    return zero and not problem.rows([j]).any()


def _equal_only(problem: Points | Gram) -> bool:
    """Whether only equal rows are known to cancel: what opposite points have for images is the kernel's secret."""
    return problem.intercept or problem.implicit


def _products(problem: Points | Gram) -> Array:
    """Every raw row times one fixed arbitrary vector."""
    vector = np.random.default_rng(0).standard_normal(problem.m)
    values = np.zeros(problem.n)
    for rows, columns, block in problem.blocks():
        values[rows] += block.astype(np.float64) @ vector[columns]
    return values


def _cancel_each_other(problem: Points | Gram, first: int, second: int) -> bool:
    one, other = problem.rows([first, second])
    opposite = problem.signs[first] != problem.signs[second]
    if _equal_only(problem):
        return bool(opposite and np.array_equal(one, other))
    return bool(np.array_equal(one, other if opposite else -other))
