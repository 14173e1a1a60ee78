"""Honest claims in kernels' spaces, planted at any scale: labels follow from coefficients, whatever the kernel."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

import numpy as np
import scipy.sparse as sp

import claimed
import gordan
from liar.forge.forger import Case
from liar.forge.scale import above, below, exponent, exponents, fits, mantissas, root_bounds, scaled_by

__all__ = [
    "impossible",
    "kernel_cancelling",
    "kernel_separable",
    "kernel_twins",
    "kernel_undecided",
    "lower_of",
    "products_of",
    "upper_of",
]

_TOLD = {"reason": "", "n_iter": 0, "n_passes": 0, "seconds": 0.0, "solver": "none"}
Matrix = list[list[Fraction]]


def products_of(problem: Any) -> Matrix:
    """Every product of two images, exact but for the exponential, which has 200 digits."""
    if isinstance(problem, gordan.Gram):
        K = [[Fraction(float(v)) for v in row] for row in problem.K]
        return [[(K[i][j] + K[j][i]) / 2 for j in range(len(K))] for i in range(len(K))]
    kernel = problem.kernel
    dense = problem.X.toarray() if hasattr(problem.X, "toarray") else problem.X
    if kernel.name == "callable":
        return [[Fraction(float(v)) for v in row] for row in kernel.function(problem.X, problem.X)]
    read = (lambda v: Fraction(str(v))) if problem.numbers == "decimal" else (lambda v: Fraction(float(v)))
    X = [[read(v) for v in row] for row in dense]
    return [[_value(kernel, a, b) for b in X] for a in X]


def _value(kernel: Any, a: list[Fraction], b: list[Fraction]) -> Fraction:
    gamma = Fraction(kernel.gamma)
    if kernel.name == "poly":
        product = sum((u * v for u, v in zip(a, b, strict=True)), Fraction(0))
        return (gamma * product + Fraction(kernel.coef0)) ** kernel.degree
    power = 2 if kernel.name == "rbf" else 1
    apart = gamma * sum((abs(u - v) ** power for u, v in zip(a, b, strict=True)), Fraction(0))
    with localcontext() as context:
        context.prec, context.Emin, context.Emax = 200, -(10**9), 10**9
        return Fraction((-(Decimal(apart.numerator) / Decimal(apart.denominator))).exp())


def values_of(problem: Any, K: Matrix, c: Any, b: Fraction) -> list[Fraction]:
    """Σ c_i k(x_i, x_j) + b for every row; b is multiplied by the image's length where these are scaled to 1."""
    weights = [Fraction(float(v)) for v in c]
    sums = [sum((v * k for v, k in zip(weights, row, strict=True)), Fraction(0)) for row in K]
    if not problem.normalise or not b:
        return [f + b for f in sums]
    return [f + b * root_bounds(K[j][j])[0] for j, f in enumerate(sums)]


def lower_of(problem: Any, K: Matrix, c: Any, b: Fraction) -> Fraction | None:
    """The margin of the hyperplane, between fractions that agree to hundreds of bits: a number close to it."""
    values = values_of(problem, K, c, b)
    signed = [v if s > 0 else -v for v, s in zip(values, problem.signs, strict=True)]
    if problem.normalise:
        signed = [v / root_bounds(K[j][j])[0] for j, v in enumerate(signed)]
    weights = [Fraction(float(v)) for v in c]
    square = sum((u * v * K[i][j] for i, u in enumerate(weights) for j, v in enumerate(weights)), Fraction(0))
    if square <= 0:
        return None
    if problem.intercept:
        least = sum(min(v for v, s in zip(signed, problem.signs, strict=True) if s == sign) for sign in (1, -1)) / 2
    else:
        least = min(signed)
    return least / root_bounds(square)[0]


def upper_of(problem: Any, K: Matrix, x: Any) -> Fraction | None:
    """The length that weights leave, likewise."""
    n = len(K)
    mass = [Fraction(float(v)) * (root_bounds(K[j][j])[0] if problem.normalise else 1) for j, v in enumerate(x)]
    if problem.intercept:
        total = {sign: sum(v for v, s in zip(mass, problem.signs, strict=True) if s == sign) for sign in (1, -1)}
    else:
        total = dict.fromkeys((1, -1), sum(mass))
    share = [int(s) * Fraction(float(v)) / total[int(s)] for v, s in zip(x, problem.signs, strict=True)]
    square = sum((share[i] * share[j] * K[i][j] for i in range(n) for j in range(n)), Fraction(0))
    if square < 0:
        return None
    return root_bounds(square)[0] / (2 if problem.intercept else 1)


def _posed(rng: Any, n: int) -> Any:
    """What makes a problem of n labels."""
    m = int(rng.integers(1, 3))
    kind = ["poly", "rbf", "laplacian", "gram", "callable", "poly", "gram"][rng.integers(7)]
    X, short = mantissas(rng, (n, m), 4)
    columns = exponents(rng, m) if kind in ("poly", "gram") else [int(rng.integers(-2, 2))] * m
    columns = [c + short for c in columns]
    exact = [[scaled_by(int(v), c) for v, c in zip(row, columns, strict=True)] for row in X]
    if not all(fits(v) for row in exact for v in row):
        return None
    X = np.array([[float(v) for v in row] for row in exact])
    question: dict[str, Any] = {"intercept": bool(rng.integers(2)), "normalise": bool(rng.integers(2))}
    if kind == "gram":
        e = exponent(rng)
        if rng.integers(2):
            Z = rng.standard_normal((n, n + 1))
            with np.errstate(all="ignore"):
                K = np.ldexp(Z @ Z.T, e)
            # Of the smallest doubles rounding leaves no matrix of products.
            return (lambda y: gordan.Gram(K, y, **question)) if np.isfinite(K).all() and e > -1000 else None
        whole = rng.integers(-4, 5, (n, m + 1))
        table = [[scaled_by(int(v), e) for v in row] for row in (whole @ whole.T).tolist()]
        if not all(fits(v) for row in table for v in row):
            return None
        return lambda y: gordan.Gram(np.array([[float(v) for v in row] for row in table]), y, **question)
    gamma = float(np.ldexp(rng.integers(1, 8), int(rng.integers(-3, 3))))
    if kind == "callable":
        return lambda y: gordan.Points(X, y, kernel=lambda A, B: np.tanh(A @ B.T) + 2.0 * (A @ B.T), **question)
    if rng.integers(3) == 0:
        X = sp.csr_array(X)
    question["numbers"] = ["binary", "decimal"][int(rng.integers(4) == 0)]
    coef0 = float(rng.choice([0.0, 1.0, 0.3, 1e-300, 1e20]))
    degree = int(rng.integers(1, 4))
    return lambda y: gordan.Points(X, y, kernel=kind, gamma=gamma, degree=degree, coef0=coef0, **question)


def _labelled(rng: Any) -> tuple[Any, Any, Any, Fraction] | None:
    """A problem, its products, and coefficients with an offset that give its labels."""
    n = int(rng.integers(2, 6))
    posed = _posed(rng, n)
    if posed is None:
        return None
    try:
        first = posed([0] + [1] * (n - 1))
        K = products_of(first)
        whole, fine = mantissas(rng, n, 3)
        c = np.ldexp(whole.astype(float), fine + exponent(rng) // 2)
        b = Fraction(float(c[rng.integers(n)])) * K[0][0] * int(rng.integers(-1, 2)) if first.intercept else Fraction(0)
        b = Fraction(float(b)) if abs(b) < 10**300 else Fraction(0)
        values = values_of(first, K, c, b)
        if not all(values) or not c.any() or len({v > 0 for v in values}) < 2:
            return None
        problem = posed([int(v > 0) for v in values])
    except (gordan.InputError, OverflowError):
        return None
    return problem, K, c, b


def kernel_separable(rng: Any) -> Case | None:
    drawn = _labelled(rng)
    if drawn is None:
        return None
    problem, K, c, b = drawn
    lower = lower_of(problem, K, c, b)
    if lower is None:
        return None
    x = rng.integers(0, 4, problem.n).astype(float)
    for sign in (1, -1):
        x[np.flatnonzero(problem.signs == sign)[0]] += 1.0
    upper = upper_of(problem, K, x)
    ends = gordan.outcome.Bracket(below(lambda d: d <= lower * (1 - Fraction(1, 10**9))), np.inf)
    if upper is not None:
        ends = gordan.outcome.Bracket(ends.lower, above(lambda d: d >= upper * (1 + Fraction(1, 10**9))))
    shown = {"dual_coef": c, "offset": float(b), "intercept": float(b), "space": problem.space}
    weights = x if np.isfinite(ends.upper) else None
    proof = gordan.outcome.KernelSeparator(c, float(b))
    claim = claimed.separable(bracket=ends, classes=problem.classes, proof=proof, weights=weights, **shown, **_TOLD)
    return Case(problem, claim)


def kernel_undecided(rng: Any) -> Case | None:
    case = kernel_separable(rng)
    if case is None:
        return None
    claim = case.claim
    names = ("bracket", "classes", "weights", "dual_coef", "offset", "intercept", "space")
    return case._replace(claim=claimed.undecided(**{name: getattr(claim, name) for name in names}, **_TOLD))


def kernel_cancelling(rng: Any) -> Case | None:
    """Rows that stand on both sides, once each; of a matrix or a polynomial also rows of which one is twice another."""
    case = kernel_separable(rng)
    if case is None:
        return None
    problem = case.problem
    i = int(rng.integers(problem.n))
    if isinstance(problem, gordan.Gram):
        S = [*range(problem.n), i]
        posed: Any = lambda y: gordan.Gram(problem.K[np.ix_(S, S)], y, problem.intercept, problem.normalise)  # noqa: E731
    elif problem.kernel.name == "callable":
        return None
    else:
        X = problem.X[[*range(problem.n), i]]
        posed = lambda y: gordan.Points(X, y, problem.intercept, problem.normalise, problem.numbers, problem.kernel)  # noqa: E731
    y = [*((problem.signs > 0).astype(int).tolist()), int(problem.signs[i] < 0)]
    try:
        other = posed(y)
    except gordan.InputError:
        return None
    weight = int(rng.integers(1, 9)) * int(rng.choice([1, 10**40]))
    proof = gordan.outcome.Cancellation((i, problem.n), (weight, weight))
    weights = proof.weights(other.n)
    bracket = gordan.outcome.Bracket(-np.inf, float(rng.choice([0.0, 1.0])))
    shown = {"weights": weights, "space": other.space}
    return Case(other, claimed.inseparable(bracket=bracket, classes=other.classes, proof=proof, **shown, **_TOLD))


def kernel_twins(rng: Any) -> Case | None:
    """A row on both sides, in a space where the image of 0 is 0."""
    a, other = (float(np.ldexp(rng.integers(1, 2**53), int(rng.integers(-300, 100)))) for _ in range(2))
    kernel = {"kernel": "poly", "degree": int(rng.integers(1, 4)), "gamma": float(rng.integers(1, 5)), "coef0": 0.0}
    try:
        problem = gordan.Points([[a], [a], [other]], [0, 1, 1], **kernel)
    except gordan.InputError:
        return None
    weight = int(rng.integers(1, 9)) ** int(rng.choice([1, 99]))
    proof = gordan.outcome.Cancellation((0, 1), (weight, weight))
    shown = {"weights": proof.weights(3), "space": problem.space, "classes": problem.classes}
    return Case(
        problem, claimed.inseparable(bracket=gordan.outcome.Bracket(-np.inf, 0.0), proof=proof, **shown, **_TOLD)
    )


def impossible(rng: Any) -> Case:
    """A function that is no kernel: both ends of the bracket follow from its values, each by itself."""
    table = np.ldexp(np.array([[1.0, 3.0], [3.0, 1.0]]), 2 * int(rng.integers(-100, 100)))

    def values(A: Any, B: Any) -> Any:
        return table[np.ix_(A[:, 0].astype(int), B[:, 0].astype(int))]

    problem = gordan.Points([[0.0], [1.0]], [1, 1], False, kernel=values)
    c, x, length = np.array([2.4, -0.4]), np.array([1.0, 0.0]), float(np.sqrt(table[0, 0]))
    shown = {"dual_coef": c, "weights": x, "space": problem.space, "classes": problem.classes}
    return Case(
        problem, claimed.undecided(bracket=gordan.outcome.Bracket(0.5 * length, 1.001 * length), **shown, **_TOLD)
    )
