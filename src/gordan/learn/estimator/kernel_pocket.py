"""A pocket in a kernel's space: of the hyperplanes seen, the one with the fewest errors on the training rows.

1. what the run itself proposes or came by, as it is; all rows on the side of the more frequent class
2. the direction between the class means, and a few shuffled passes of the kernel perceptron: its average, its longest
   survivor and its last direction, each with the best threshold

Where the matrix of products is too large to be formed there is one pass, for every mistake costs a column of it. Once
the time is up there are no more passes, and the one under way ends where it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array, Matrix
from gordan.engine.decision import decision_function, sum_values
from gordan.engine.oracle.build import build
from gordan.engine.oracle.sweep import Rule, SweepOracle
from gordan.learn.estimator.pocket import LOOKS, Allowance, Pocket, choose_threshold, unproved
from gordan.outcome import Outcome
from gordan.problem import Gram, Points

__all__ = ["fewest_kernel_errors", "of_length_one"]

_PARTS = 16  # of a pass, between which the time is looked at


def fewest_kernel_errors(
    problem: Points | Gram,
    outcome: Outcome,
    *,
    seen: Sequence[tuple[Array, float]] = (),
    allowance: Allowance | None = None,
) -> Pocket:
    """The hyperplane with the fewest errors among those looked at; of equally good ones the first.

    `seen` are pairs of coefficients and products, each with an offset.

    >>> import gordan
    >>> problem = gordan.Points([[0.0], [0.0], [0.0], [5.0]], [0, 0, 1, 1], kernel="rbf", gamma=1.0)
    >>> fewest_kernel_errors(problem, gordan.solve(problem)).errors
    1
    """
    best: tuple[int, Array, float] | None = None
    for c, values, offset in _proposed(problem, outcome, seen, allowance or Allowance.of(problem.n)):
        wrong = int(np.count_nonzero((values + offset > 0) != (problem.signs > 0)))
        if np.isfinite(values).all() and (best is None or wrong < best[0]):
            best = wrong, c, offset
    assert best is not None
    hyperplane = of_length_one(problem, unproved(problem.classes, dual_coef=best[1], offset=best[2]))
    # By the very values that predictions are made of; on the hyperplane a row counts as of the first class.
    above = decision_function(problem, hyperplane, _given(problem)) > 0
    return Pocket(hyperplane, int(np.count_nonzero(above != (problem.signs > 0))))


def of_length_one(problem: Points | Gram, outcome: Outcome) -> Outcome:
    """The same hyperplane, claiming nothing, with a direction of length 1 in the kernel's space."""
    c = outcome.dual_coef
    assert c is not None
    S = np.flatnonzero(c)
    if isinstance(problem, Gram):
        products = problem.K[np.ix_(S, S)].astype(np.float64) @ c[S]
    else:
        products = sum_values(problem.kernel, problem.X[S], problem.X[S], c[S])
    # The majority has no direction, so no length: only the sign of its offset counts.
    square = float(c[S] @ products)
    length = float(np.sqrt(square)) if 0.0 < square < np.inf else 1.0
    return unproved(problem.classes, dual_coef=c / length, offset=float(outcome.offset) / length)


def _proposed(
    problem: Points | Gram, outcome: Outcome, seen: Sequence[tuple[Array, float]], allowance: Allowance
) -> Iterator[tuple[Array, Array, float]]:
    """Coefficients, their products with all rows, and an offset."""
    if outcome.dual_coef is not None:
        offset = float(outcome.offset)
        yield outcome.dual_coef, decision_function(problem, outcome, _given(problem)) - offset, offset
    yield from ((pair[0], pair[1], offset) for pair, offset in seen)
    heavier = 1.0 if 2 * np.count_nonzero(problem.signs > 0) >= problem.n else -1.0
    yield np.zeros(problem.n), np.zeros(problem.n), heavier if problem.intercept else 0.0
    even = problem.canonical().cone.centre.weights
    for c, products in _directions(build(problem.canonical(), SweepOracle), even, allowance):
        yield c, products, -choose_threshold(products, problem.signs > 0)[0] if problem.intercept else 0.0


def _directions(oracle: Any, even: Array, allowance: Allowance) -> Iterator[Array]:
    whole = hasattr(oracle, "combine")
    if whole:
        yield oracle.combine(even)
    run, generator = oracle.begin(), np.random.default_rng(0)
    for number in range(1, allowance.passes + 1 if whole else 2):
        before = run.updates
        for part in np.array_split(generator.permutation(oracle.size), _PARTS):
            if allowance.over:
                break
            run = oracle.sweep(run, Rule.rosenblatt(), part)
        if run.updates and (number in LOOKS or allowance.over):
            yield from (run.average, run.survivor, run.direction)
        if run.updates == before or allowance.over:
            return


def _given(problem: Points | Gram) -> Matrix:
    return problem.K if isinstance(problem, Gram) else problem.X
