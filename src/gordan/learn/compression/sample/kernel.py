"""Compression in the space of a kernel: the rule is a sum of images of examples, so the examples are enough.

The perceptron's updates and the supports of the maximum margin are examples there as well, and no bound of Moran et al.
asks for a dimension. With an intercept the offset of a sum of updates lies half-way between two further examples, the
nearest of each class: its coefficients are the outcome's bit for bit, its offset up to rounding.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.fraction import as_float
from gordan.engine.loop.separate import solve
from gordan.engine.polish.kernel_value import kernel_values
from gordan.engine.polish.separator import kernel_separator
from gordan.engine.solver import Solver
from gordan.errors import InputError
from gordan.learn.compression.sample.record import Compressed
from gordan.learn.compression.sample.updates import replay
from gordan.outcome import Claim, KernelSeparator, Outcome, Separable
from gordan.problem import Points
from gordan.problem.kernel import values
from gordan.verify import verify

__all__ = [
    "first_kernel_updates",
    "kernel_claim",
    "kernel_rule",
    "kernel_supports",
    "kernel_updates",
    "refuse_function",
]


def refuse_function(problem: Points) -> None:
    """Refuse a kernel that no file could hold."""
    if problem.kernel.function is not None:
        raise InputError("a kernel that is a function cannot be written down; compress takes rbf, laplacian and poly")


def kernel_updates(problem: Points, outcome: Separable, solver: Solver, *, most: float) -> Compressed | None:
    """The updates, if the coefficients that they make are the outcome's bit for bit and the rule is right on all."""
    assert isinstance(outcome.proof, KernelSeparator)
    between = _nearest(problem, outcome.proof.coefficients) if problem.intercept else ()
    added = replay(problem, solver, most=most).rows
    compressed = Compressed.of(problem, added, between, limit=most, limited_by=solver.formula)
    rule = kernel_rule(compressed)
    if not np.array_equal(_whole(problem, compressed.rows, rule), outcome.proof.coefficients):
        return None
    return (
        compressed
        if not problem.intercept or verify(problem, kernel_claim(problem, compressed.rows, rule)).holds
        else None
    )


def _nearest(problem: Points, c: Array) -> tuple[int, int]:
    """The rows with the least value of the positive class and with the greatest of the other."""
    images, rows = kernel_values(problem), np.arange(problem.n)
    values = images.sums(c, rows) / images.lengths(rows)
    up = problem.signs > 0
    return int(np.where(up, values, np.inf).argmin()), int(np.where(up, -np.inf, values).argmax())


def first_kernel_updates(problem: Points, solver: Solver, size: int) -> Compressed:
    """The first so many updates, with the errors of the rule that they make."""
    added = replay(problem, solver, most=size).rows[:size]
    compressed = Compressed.of(problem, added, (), limit=size, limited_by="the size given")
    products = values(problem.kernel, problem.X, problem.X[np.array(compressed.rows, dtype=np.int64)])
    margins = problem.signs * (np.asarray(products) @ kernel_rule(compressed).coefficients)
    return replace(compressed, errors=int((~(margins > 0)).sum()))


def kernel_supports(problem: Points, outcome: Separable) -> Compressed:
    """The supports of the maximum margin; the rule is what `solve` makes of them, and is held against the sample."""
    best: Outcome = outcome
    if not outcome.bracket.gap <= 1e-6 or not outcome.support.size:
        best = solve(problem, goal="margin", tol=1e-9, start=outcome)
    if not isinstance(best, Separable):
        raise InputError(f"the maximum margin was not found: {best.reason}")
    by = "the number of examples, for the kernel's space may have as many dimensions"
    rows = tuple(best.support.tolist())
    compressed = Compressed.of(problem, rows, (), limit=problem.n, limited_by=by, scheme="support")
    if not verify(problem, kernel_claim(problem, compressed.rows, kernel_rule(compressed))).holds:
        raise InputError("the supports do not determine a rule that is right on the sample; solve with a smaller tol")
    return compressed


def kernel_rule(compressed: Compressed) -> KernelSeparator:
    """The coefficients of the examples' images."""
    from gordan.learn.compression.sample.reconstruct import points_of

    points = points_of(compressed)
    if compressed.scheme == "support":
        outcome = solve(points, goal="margin", tol=1e-9, solver="min-norm-point")
        if not isinstance(outcome.proof, KernelSeparator):
            raise InputError("these examples are no supports of a hyperplane in the kernel's space")
        return outcome.proof
    factors = points.canonical().factors if compressed.normalise else None
    c = np.zeros(points.n)
    for j in compressed.order:
        c[j] += points.signs[j] if factors is None else points.signs[j] * factors[j]
    c = c / (np.abs(c).max(initial=0.0) or 1.0)
    return kernel_separator(points, c, compressed.offset_from) if compressed.intercept else KernelSeparator(c, 0.0)


def kernel_claim(problem: Points, rows: Sequence[int], rule: KernelSeparator) -> Claim:
    """That a rule separates the sample that has its examples in these rows; the verifier says with which margin."""
    c = _whole(problem, rows, rule)
    shown = as_float(Fraction(rule.offset))
    proof = KernelSeparator(c, rule.offset)
    return Claim(
        classes=problem.classes, dual_coef=c, offset=rule.offset, intercept=shown, proof=proof, space=problem.space
    )


def _whole(problem: Points, rows: Sequence[int], rule: KernelSeparator) -> Array:
    c = np.zeros(problem.n)
    c[list(rows)] = rule.coefficients
    return c
