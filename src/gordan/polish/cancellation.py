"""Weights that nearly cancel become a proof that some do: integers, or a box that holds them.

The min-norm point of the heaviest rows brings the weights to an affinely independent support; there the cancelling
weights are unique up to scale. One rational solve gives them as integers; these grow with the support, and beyond a
few dozen rows a box around the weights is found and checked a thousand times faster. Truncating to the heaviest rows
without that step would lose true certificates, and reducing tens of thousands of weights one by one does not finish.
Where the heaviest rows turn out separable nothing among them cancels, and the direction that separates them is worth a
look on all rows.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from gordan.array import Array
from gordan.candidate import Candidate
from gordan.oracle.build import build
from gordan.outcome import Cancellation, Enclosure
from gordan.polish.caratheodory import caratheodory
from gordan.polish.enclosure import enclosure
from gordan.polish.equilibrate import equilibrate
from gordan.polish.heaviest import heaviest
from gordan.polish.rational import solve_rationally
from gordan.problem import Points
from gordan.solver import MinNormPoint

__all__ = ["LARGEST", "Polished", "cancellation"]

_TIMES = 4  # m of the heaviest rows: fewer lose certificates, more make the small problem no longer small
_TIMES_AT_LAST = 12  # when there will be no other attempt
_FEW = 40  # rows up to which integers are short enough to be read, and quickly found
_LARGEST = 302  # rows of the rational system that finish in a few seconds
LARGEST = 2002  # rows of the floating one, beyond which there is no proof
_CANCELLED = 1e-9  # relative to what is summed up: weights that leave no more are worth a proof


class Polished(NamedTuple):
    """A proof of inseparability, or else a direction that separates the heaviest rows, or nothing."""

    proof: Cancellation | Enclosure | None = None
    direction: Array | None = None


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
        When to give up, by `time.perf_counter`.
    exact : bool
        Whether only integers will do.
    """
    support = np.flatnonzero(x)
    if support.size == 0:
        # Weights that underflowed altogether say nothing.
        return Polished()
    if support.size <= problem.m + 2:
        # An active-set method hands over the support itself.
        proof = _prove_directly(problem, support, x[support], exact)
        polished = Polished(proof) if proof is not None else _polish(problem, support, deadline, exact)
        if polished.proof is not None:
            return polished
    count = (_TIMES_AT_LAST if last else _TIMES) * min(problem.m + 2, _largest(exact))
    return _polish(problem, heaviest(problem, x, count), deadline, exact)


def _prove_directly(problem: Points, rows: Any, x: Array, exact: bool) -> Cancellation | Enclosure | None:
    """The proof that the rows cancel that carry weight, if the weights nearly cancel as they are."""
    if not 0 < rows.size <= _largest(exact) or not _cancels(problem, rows, x):
        return None

    def independent() -> Any:
        part = equilibrate(problem.subset(rows))
        return caratheodory(part.problem, np.arange(rows.size), x / part.by_row)

    return _prove(problem, rows, independent, exact)


def _polish(problem: Points, rows: Any, deadline: float, exact: bool) -> Polished:
    """The proof that these rows cancel, or the direction that separates them."""
    if problem.intercept and np.unique(problem.signs[rows]).size < 2:
        return Polished()
    part = equilibrate(problem.subset(rows))
    last = _min_norm_point(part.problem, deadline, _largest(exact))
    if last is None or last.weights is None:
        return Polished()
    if last.lowest is not None and last.lowest > 0:
        return Polished(direction=part.direction(last.direction))
    x = last.weights
    support = np.flatnonzero(x)
    proof = _prove(problem, rows[support], lambda: caratheodory(part.problem, support, x[support]), exact)
    return Polished(proof)


def _prove(problem: Points, rows: Any, independent: Callable[[], Any], exact: bool) -> Cancellation | Enclosure | None:
    """The proof that these rows cancel; where they are dependent, that the `independent` ones among them do."""
    if not exact and (box := _box(problem, rows)) is not None:
        return box
    kept = rows[independent()]
    if not exact and kept.size < rows.size and (box := _box(problem, kept)) is not None:
        return box
    return _integers(problem, kept.tolist()) if kept.size <= _LARGEST else None


def _box(problem: Points, rows: Any) -> Enclosure | None:
    """An enclosure, for many rows; where integers could still take its place the verifier is asked right away."""
    return enclosure(problem, rows, checked=rows.size <= _LARGEST) if rows.size > _FEW else None


def _integers(problem: Points, rows: list[int]) -> Cancellation | None:
    weights = solve_rationally(problem, rows)
    if weights is None:
        return None
    positive = [(j, v) for j, v in zip(rows, weights, strict=True) if v > 0]
    return Cancellation(tuple(j for j, _ in positive), tuple(v for _, v in positive))


@np.errstate(over="ignore", invalid="ignore")
def _cancels(problem: Points, rows: Any, x: Array) -> bool:
    """Whether these weights cancel as far as floating point can tell: one product, against much work in vain."""
    signed, values = problem.signs[rows] * x, problem.X[rows]
    if problem.intercept:
        if abs(float(signed.sum())) > _CANCELLED * float(x.sum()):
            return False
        # Far from the origin only differences can tell.
        values = values if hasattr(values, "nnz") else values.astype(np.float64) - values[0]
    return bool((np.abs(values.T @ signed) <= _CANCELLED * (abs(values).T @ x)).all())


def _largest(exact: bool) -> int:
    return _LARGEST if exact else LARGEST


def _min_norm_point(part: Points, deadline: float, largest: int) -> Candidate | None:
    """The last candidate: one that separates these rows, or weights whose image is nothing beyond rounding."""
    oracle = build(part.canonical())
    last: Candidate | None = None
    for last in MinNormPoint().candidates(oracle):
        assert last.weights is not None
        if last.lowest is not None and last.lowest > 0:
            return last
        if time.perf_counter() > deadline or np.count_nonzero(last.weights) > largest:
            return None
    if last is None or last.image is None:
        return None
    # A residual above the rounding of its own computation belongs to rows that do not cancel.
    return last if oracle.norm(last.image) <= 1e3 * oracle.rounding * oracle.reach else None
