"""The second opinion on the answers of the sparse Farkas lemma, in fractions.

Columns whose products with y are far from the greatest are ruled out by doubles and a bound on their rounding.
"""

from __future__ import annotations

from fractions import Fraction
from math import isfinite

import numpy as np

from gordan.arithmetic.array import Array, Positions
from gordan.arithmetic.deadline import check_deadline
from gordan.arithmetic.fraction import root_down, root_up
from gordan.arithmetic.quantity import Rounded
from gordan.arithmetic.rounding import add_down, add_up, length_up, sum_error
from gordan.outcome import Check, Verdict
from gordan.outcome.mixture import SparseRefutation, SparseSolution
from gordan.problem.length import length
from gordan.problem.mixture import Mixture
from gordan.verify.check import bounded, compare, compare_root, every, fact, is_vector

__all__ = ["judge_mixture"]

Vector = list[Fraction]
_LARGEST = float(np.finfo(np.float64).max)


def judge_mixture(problem: Mixture, claim: SparseSolution | SparseRefutation) -> Verdict:
    """Judge weights that nearly make b, or a vector that shows that none do.

    Examples
    --------
    >>> half = SparseSolution(x=np.array([0.5, 0.0]), residual=0.25, limit=4.0)
    >>> print(judge_mixture(Mixture([[1.0, 0.0], [0.0, 1.0]], [0.5, 0.25], 1.0), half))
    accepted: 5 checks hold
    >>> print(judge_mixture(Mixture([[1.0, 0.0], [0.0, 1.0]], [0.5, 0.26], 1.0), half))
    refused; these checks fail: residual at most
    """
    check = _numbers(problem, claim)
    if not check.holds:
        return Verdict((check,))
    judge = _solution(problem, claim) if isinstance(claim, SparseSolution) else _refutation(problem, claim)
    return Verdict((check, *judge), "exact")


def _numbers(problem: Mixture, claim: SparseSolution | SparseRefutation) -> Check:
    m, n = problem.A.shape
    single: tuple[float, ...]
    if isinstance(claim, SparseSolution):
        vectors, single = {"x": (claim.x, n)}, (claim.residual, claim.limit)
    else:
        vectors, single = {"y": (claim.y, m), "counts": (claim.counts, n)}, (claim.times, claim.distance, claim.limit)
    sound = all(is_vector(values, size) for values, size in vectors.values())
    sound = sound and all(type(value) in (float, np.float64) and isfinite(value) for value in single)
    sound = sound and (isinstance(claim, SparseSolution) or type(claim.unconditional) is bool)
    shown = ", ".join(f"{name} {np.shape(values)}" for name, (values, _) in vectors.items())
    return fact("vectors in finite numbers", shown, ", ".join(f"{size}" for _, size in vectors.values()), sound)


def _solution(problem: Mixture, claim: SparseSolution) -> list[Check]:
    support = claim.support
    x = _exact(claim.x[support])
    away = [-v for v in _exact(problem.b)]
    for weight, column in zip(x, problem.A.T[support], strict=True):
        check_deadline("adding columns without rounding")
        away = [a + weight * v for a, v in zip(away, _exact(column), strict=True)]
    square = sum((v * v for v in away), start=Fraction(0))
    total = sum(x, start=Fraction(0))
    return [
        every("weights of columns are not negative", x, ">=", 0),
        compare("weights stay within the mass", total, "<=", Fraction(problem.mass)),
        compare_root("residual at most", square, "<=", float(claim.residual), root_up),
        _allowed(len(support), claim.limit),
    ]


def _refutation(problem: Mixture, claim: SparseRefutation) -> list[Check]:
    y, mass = _exact(claim.y), Fraction(problem.mass)
    products, error = _products(problem.A, claim.y)
    high = np.flatnonzero(~(add_up(products, error) < add_down(products, -error).max()))
    greatest = max(_columns(problem.A, y, high))
    gap = _dot(y, _exact(problem.b)) - mass * max(greatest, Fraction(0))
    square = sum((v * v for v in y), start=Fraction(0))
    checks = [
        compare("b lies beyond every mixture", gap, ">", 0),
        compare_root(
            "distance at least", gap * abs(gap) / square if square else Fraction(0), ">=", claim.distance, root_down
        ),
        _made(problem, claim),
        _allowed(float(claim.counts.sum()), claim.limit),
    ]
    if claim.unconditional:
        open_signs = np.flatnonzero(~(add_up(products, error) <= 0))
        checks.append(every("no column has a positive product", _columns(problem.A, y, open_signs), "<=", 0))
    return checks


@np.errstate(over="ignore", invalid="ignore")
def _made(problem: Mixture, claim: SparseRefutation) -> Check:
    """Whether y is the sum it is said to be, but for the rounding of as many additions; not where a sum overflows."""
    terms = int(min(claim.times, 2.0**40)) + int(np.count_nonzero(claim.counts)) + 8
    size = claim.times * length(problem.b) + problem.mass * float(np.abs(claim.counts) @ _lengths(problem.A))
    away = claim.times * problem.b - problem.mass * (problem.A @ claim.counts) - claim.y
    rounding = (terms + problem.b.size) * 2.0**-51 * size
    counted = claim.times >= 0 and bool((claim.counts >= 0).all())
    off = length_up(length(away), away.size) if counted and isfinite(rounding) else np.inf
    return compare("y is the sum of its columns", Rounded(off), "<=", min(rounding, _LARGEST))


def _allowed(number: float, limit: float) -> Check:
    return bounded("columns of the sum", f"{number:.6g}", f"<= {limit:.6g}", number <= limit)


def _products(A: Array, y: Array) -> tuple[Array, Array]:
    """The products of y with the columns, and how far each may be off."""
    with np.errstate(all="ignore"):
        return y @ A, sum_error(np.abs(y) @ np.abs(A), y.size)


def _columns(A: Array, y: Vector, columns: Positions) -> Vector:
    check_deadline("multiplying columns without rounding")
    return [_dot(y, _exact(A[:, j])) for j in columns]


def _lengths(A: Array) -> Array:
    return np.asarray(np.linalg.norm(A, axis=0))


def _dot(v: Vector, w: Vector) -> Fraction:
    return sum((a * b for a, b in zip(v, w, strict=True)), start=Fraction(0))


def _exact(values: Array) -> Vector:
    return [Fraction(float(v)) for v in values]
