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
from gordan.outcome.certificate.mixture import ColumnSum, ColumnWeights, MixtureCertificate
from gordan.outcome.mixture import SparseRefutation, SparseSolution
from gordan.problem.length import length
from gordan.problem.mixture import Mixture
from gordan.verify.check import bounded, compare, compare_root, every, fact, is_vector

__all__ = ["judge_mixture", "judge_mixture_certificate"]

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
    judge = _solution_answer(problem, claim) if isinstance(claim, SparseSolution) else _refutation(problem, claim)
    return Verdict((check, *judge), "exact")


def judge_mixture_certificate(problem: Mixture, certificate: MixtureCertificate) -> list[Check]:
    """Judge the weights of columns, or the sum of columns, that a certificate has.

    Here y is the sum itself, in fractions, and no rounding of it has to be allowed for.
    """
    proof = certificate.proof
    kind = "solution" if isinstance(proof, ColumnWeights) else "refutation"
    checks = (
        []
        if certificate.alternative == kind
        else [fact("alternative is the proof's", certificate.alternative, kind, False)]
    )
    columns, n = proof.columns, problem.A.shape[1]
    sound = all(a < b for a, b in zip((-1, *columns), (*columns, n), strict=True))
    if isinstance(proof, ColumnWeights):
        sound = sound and is_vector(proof.weights, len(columns)) and 0.0 <= proof.at_most < np.inf
    else:
        sound = sound and len(proof.counts) == len(columns) and min((proof.times, *proof.counts)) > 0
        sound = sound and 0.0 <= proof.at_least < np.inf
    checks.append(fact("vectors in finite numbers", f"{len(columns)} columns", f"rising, below {n}", sound))
    if not all(check.holds for check in checks):
        return checks
    support = np.array(columns, dtype=np.int64)
    if isinstance(proof, ColumnWeights):
        return checks + _solution(problem, support, proof.weights, float(proof.at_most))
    return checks + _beyond(problem, _column_sum(problem, proof), float(proof.at_least), proof.unconditional)


def _column_sum(problem: Mixture, proof: ColumnSum) -> Vector:
    """times·b − mass Σ counts_j a_j."""
    y, mass = [proof.times * v for v in _exact(problem.b)], Fraction(problem.mass)
    for j, often in zip(proof.columns, proof.counts, strict=True):
        check_deadline("adding columns without rounding")
        y = [a - mass * often * v for a, v in zip(y, _exact(problem.A[:, j]), strict=True)]
    return y


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


def _solution_answer(problem: Mixture, claim: SparseSolution) -> list[Check]:
    support = claim.support
    checks = _solution(problem, support, claim.x[support], float(claim.residual))
    return [*checks, _allowed(len(support), claim.limit)]


def _solution(problem: Mixture, support: Positions, weights: Array, residual: float) -> list[Check]:
    x = _exact(weights)
    away = [-v for v in _exact(problem.b)]
    for weight, column in zip(x, problem.A.T[support], strict=True):
        check_deadline("adding columns without rounding")
        away = [a + weight * v for a, v in zip(away, _exact(column), strict=True)]
    square = sum((v * v for v in away), start=Fraction(0))
    total = sum(x, start=Fraction(0))
    return [
        every("weights of columns are not negative", x, ">=", 0),
        compare("weights stay within the mass", total, "<=", Fraction(problem.mass)),
        compare_root("residual at most", square, "<=", residual, root_up),
    ]


def _refutation(problem: Mixture, claim: SparseRefutation) -> list[Check]:
    beyond = _beyond(problem, _exact(claim.y), float(claim.distance), claim.unconditional)
    return [*beyond[:2], _made(problem, claim), _allowed(float(claim.counts.sum()), claim.limit), *beyond[2:]]


def _beyond(problem: Mixture, y: Vector, distance: float, unconditional: bool) -> list[Check]:
    """Whether y shows that no mixture is nearer to b than so much, and whether none of any mass is b."""
    mass = Fraction(problem.mass)
    products, error = _products(problem.A, y)
    high = np.flatnonzero(~(add_up(products, error) < add_down(products, -error).max()))
    greatest = max(_columns(problem.A, y, high))
    gap = _dot(y, _exact(problem.b)) - mass * max(greatest, Fraction(0))
    square = sum((v * v for v in y), start=Fraction(0))
    checks = [
        compare("b lies beyond every mixture", gap, ">", 0),
        compare_root(
            "distance at least", gap * abs(gap) / square if square else Fraction(0), ">=", distance, root_down
        ),
    ]
    if unconditional:
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


def _products(A: Array, y: Vector) -> tuple[Array, Array]:
    """The products of y, rounded to doubles, with the columns, and how far each may be off."""
    try:
        rounded = np.array([float(v) for v in y])
    except OverflowError:
        rounded = np.full(len(y), np.inf)  # nothing is known of any product
    with np.errstate(all="ignore"):
        size = np.abs(A)
        return rounded @ A, sum_error(np.abs(rounded) @ size, len(y), extra=1) + size.sum(axis=0) * 2.0**-1073


def _columns(A: Array, y: Vector, columns: Positions) -> Vector:
    check_deadline("multiplying columns without rounding")
    return [_dot(y, _exact(A[:, j])) for j in columns]


def _lengths(A: Array) -> Array:
    return np.asarray(np.linalg.norm(A, axis=0))


def _dot(v: Vector, w: Vector) -> Fraction:
    return sum((a * b for a, b in zip(v, w, strict=True)), start=Fraction(0))


def _exact(values: Array) -> Vector:
    return [Fraction(float(v)) for v in values]
