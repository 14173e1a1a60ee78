"""From a few examples back to the rule, the same operations in the same order: the same bits."""

from __future__ import annotations

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.oracle.build import build
from gordan.engine.polish.separator import exact_products, separator
from gordan.errors import InputError
from gordan.learn.compression.sample.kernel import kernel_rule
from gordan.learn.compression.sample.record import Compressed
from gordan.learn.compression.sample.support import widest
from gordan.outcome import KernelSeparator, Separable, Separator
from gordan.problem import Points

__all__ = ["linear_rule", "nearest", "points_of", "reconstruct"]

_NEAREST = 6  # rows of a class among which the nearest to the hyperplane is found without rounding


def nearest(problem: Points, outcome: Separable) -> tuple[int, int]:
    """The rows that the offset lies half-way between: the lowest of each class, compared without rounding."""
    assert isinstance(outcome.proof, Separator)  # kernels have been refused
    w, centre = outcome.proof.direction, outcome.proof.centre
    blocks = build(problem.canonical()).worst(w, _NEAREST)
    keys = [[atom.key for atom in block] for block in blocks]
    values = [exact_products(problem, tuple(block), w, centre) for block in keys]
    signs = [1 if problem.signs[block[0]] > 0 else -1 for block in keys]
    first, second = (
        block[min(range(len(block)), key=lambda j, of=of, sign=sign: sign * of[j])]  # type: ignore[misc]
        for block, of, sign in zip(keys, values, signs, strict=True)
    )
    return first, second


def reconstruct(compressed: Compressed) -> Separator | KernelSeparator:
    """The rule that a sample was compressed to.

    A sum of updates is added up in their order, as the perceptron did. A maximum-margin hyperplane is computed in
    rational arithmetic and rounded once. Neither depends on the machine. In the space of a kernel the rule is the
    coefficients of the images of `compressed.examples`; that of supports is what `solve` makes of them.

    Examples
    --------
    >>> import gordan
    >>> problem = gordan.Points([[0.0, 1.0], [2.0, 0.0], [3.0, 3.0]], ["a", "b", "b"])
    >>> outcome = gordan.solve(problem)
    >>> rule = gordan.reconstruct(gordan.compress(problem, outcome))
    >>> bool((abs(rule.direction - outcome.coef) < 1e-9).all())
    True
    """
    if not isinstance(compressed, Compressed):
        raise InputError(f"{compressed!r} is not a compressed sample; give what gordan.compress returned")
    return linear_rule(compressed) if compressed.kernel is None else kernel_rule(compressed)


def linear_rule(compressed: Compressed) -> Separator:
    """The hyperplane of examples with coordinates."""
    points = points_of(compressed)
    if compressed.scheme == "support":
        return widest(points).rule
    w = added_up(compressed, points)
    if not w.any():
        return Separator(w, 0.0, np.zeros(points.m))
    centre = np.array(compressed.centre) / compressed.scale if compressed.centre else np.zeros(points.m)
    return separator(points, w / np.abs(w).max(), centre, compressed.offset_from)


def points_of(compressed: Compressed) -> Points:
    """The examples as a question of their own."""
    kernel, gamma, degree, coef0 = compressed.kernel or (None, 1.0, 3, 0.0)
    points = Points(
        np.array(compressed.examples),
        np.array(compressed.signs),
        intercept=compressed.intercept,
        normalise=compressed.normalise,
        numbers=compressed.numbers,
        kernel=kernel,
        gamma=gamma,
        degree=degree,
        coef0=coef0,
    )
    # Where one class is left it would count as the positive one, whichever it was.
    object.__setattr__(points, "signs", np.array(compressed.signs, dtype=np.float64))
    return points


def added_up(compressed: Compressed, points: Points) -> Array:
    """Σ y_j s_j (x_j − c) over the updates in order."""
    factors = points.canonical().factors if compressed.normalise else None
    centre = np.array(compressed.centre) if compressed.centre else None
    w = np.zeros(points.m)
    for j in compressed.order:
        x = points.X[j] * compressed.scale
        step = points.signs[j] if factors is None else points.signs[j] * factors[j]
        w += step * (x if centre is None else x - centre)
    return w
