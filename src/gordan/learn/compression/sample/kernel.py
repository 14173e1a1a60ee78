"""Compression in the space of a kernel: the rule is a sum of images of examples, so the examples are enough.

The perceptron's updates and the supports of the maximum margin are examples there as well, and no bound of Moran et al.
asks for a dimension. The hyperplane passes through the origin of the kernel's space.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.loop import solve
from gordan.engine.solver import Solver
from gordan.errors import InputError
from gordan.learn.compression.sample.record import Compressed, Scheme
from gordan.learn.compression.sample.updates import replay
from gordan.outcome import Claim, KernelSeparator, Outcome, Separable
from gordan.problem import Points
from gordan.problem.kernel import values
from gordan.verify import verify

__all__ = ["first_kernel_updates", "kernel_rule", "kernel_supports", "kernel_updates", "require_origin"]


def require_origin(problem: Points) -> None:
    """Refuse what no file could hold or no examples could give back."""
    if problem.intercept:
        raise InputError("in the space of a kernel compress needs intercept=False: give a kernel with a constant in it")
    if problem.kernel.function is not None:
        raise InputError("a kernel that is a function cannot be written down; compress takes rbf, laplacian and poly")


def kernel_updates(problem: Points, outcome: Separable, solver: Solver, *, most: float) -> Compressed | None:
    """The updates, if what they make is the outcome's rule bit for bit."""
    kept = _record(problem, replay(problem, solver, most=most).rows, "perceptron", most, solver.formula)
    rule = kernel_rule(kept)
    assert isinstance(outcome.proof, KernelSeparator)
    return kept if np.array_equal(_whole(problem, kept, rule), outcome.proof.coefficients) else None


def first_kernel_updates(problem: Points, solver: Solver, size: int) -> Compressed:
    """The first so many updates, with the errors of the rule that they make."""
    added = replay(problem, solver, most=size).rows[:size]
    kept = _record(problem, added, "perceptron", float(size), "the size given")
    products = values(problem.kernel, problem.X, problem.X[np.array(kept.rows, dtype=np.int64)])
    margins = problem.signs * (np.asarray(products) @ kernel_rule(kept).coefficients)
    return replace(kept, errors=int((~(margins > 0)).sum()))


def kernel_supports(problem: Points, outcome: Separable) -> Compressed:
    """The supports of the maximum margin; the rule is what `solve` makes of them, and is held against the sample."""
    best: Outcome = outcome
    if not outcome.bracket.gap <= 1e-6 or not outcome.support.size:
        best = solve(problem, goal="margin", tol=1e-9, start=outcome)
    if not isinstance(best, Separable):
        raise InputError(f"the maximum margin was not found: {best.reason}")
    by = "the number of examples, for the kernel's space may have as many dimensions"
    kept = _record(problem, tuple(best.support.tolist()), "support", float(problem.n), by)
    rule = _whole(problem, kept, kernel_rule(kept))
    claim = Claim(classes=outcome.classes, dual_coef=rule, offset=0.0, intercept=0.0, proof=KernelSeparator(rule, 0.0))
    if not verify(problem, claim).holds:
        raise InputError("the supports do not determine a rule that is right on the sample; solve with a smaller tol")
    return kept


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
    return KernelSeparator(c / (np.abs(c).max(initial=0.0) or 1.0), 0.0)


def _whole(problem: Points, kept: Compressed, rule: KernelSeparator) -> Array:
    c = np.zeros(problem.n)
    c[list(kept.rows)] = rule.coefficients
    return c


def _record(problem: Points, added: tuple[int, ...], scheme: Scheme, limit: float, by: str) -> Compressed:
    rows = tuple(dict.fromkeys(added))
    place = {row: position for position, row in enumerate(rows)}
    kernel = problem.kernel
    return Compressed(
        scheme=scheme,
        rows=rows,
        examples=tuple(map(tuple, problem.rows(rows).tolist())),
        signs=tuple(int(problem.signs[row]) for row in rows),
        order=tuple(place[row] for row in added),
        offset_from=(),
        centre=(),
        scale=1.0,
        intercept=False,
        normalise=bool(problem.normalise),
        numbers=problem.numbers,
        classes=problem.classes,
        n=problem.n,
        errors=0,
        limit=limit if math.isfinite(limit) else math.inf,
        limited_by=by,
        kernel=(kernel.name, float(kernel.gamma), int(kernel.degree), float(kernel.coef0)),
        sampled=problem.gamma == "scale" and kernel.name != "linear",
    )
