"""Problems and claims about kernels whose numbers lie anywhere between 2^-1074 and 2^1023, with their exact products.

Problem `number` is made from its number alone. `products` has k(x_i, x_j) in fractions, or in balls of several thousand
bits for the rbf and laplacian kernels; whatever the verifier accepts is compared with them.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import frexp, inf, ldexp, nextafter
from typing import Any

import numpy as np
import scipy.sparse as sp
from flint import arb, ctx, fmpq

import claimed
import gordan
from gordan.outcome import IntegerKernelSeparator

__all__ = ["Claim", "claims", "drawn", "products", "true"]

BITS = 6000  # of balls: products of numbers at both ends of the range of doubles keep hundreds
LARGEST = float(np.finfo(np.float64).max)
Claim = Any


def drawn(number: int) -> Any:
    """A problem, or None where the numbers drawn are refused with a sentence."""
    rng = np.random.default_rng([16, number])
    n, m = int(rng.integers(1, 6)), int(rng.integers(1, 3))
    intercept = bool(rng.integers(2)) and n > 1
    y = rng.choice([-1, 1], n)
    if intercept:
        y[:2] = [1, -1]
    elif 1 not in y:
        y[:] = 1
    name = str(rng.choice(["poly", "poly", "poly", "gram", "gram", "rbf", "laplacian"]))
    normalise = bool(rng.random() < 0.2)
    X = _rows(rng, n, m)
    try:
        if name == "gram":
            return gordan.Gram(_matrix(rng, X), y, intercept, normalise)
        options: dict[str, Any] = {"gamma": _number(rng, 0.5)}
        if name == "poly":
            options |= {"degree": int(rng.integers(1, 5)), "coef0": float(rng.choice([0.0, 0.0, _number(rng, 0.5)]))}
        X = sp.csr_array(X) if rng.random() < 0.1 else X
        return gordan.Points(X, y, intercept, normalise, kernel=name, **options)
    except gordan.InputError:
        return None


def _number(rng: Any, ordinary: float) -> float:
    """A positive double: an ordinary one, or one of any size."""
    exponent = int(rng.integers(-3, 4)) if rng.random() < ordinary else int(rng.integers(-1074, 1023))
    return max(ldexp(float(rng.choice([1.0, 0.1 * 8, 1.5, 5 / 8])), exponent), 5e-324)


def _rows(rng: Any, n: int, m: int) -> Any:
    """Small integers, multiples of one another and repeated, in units of any size."""
    X = rng.integers(-3, 4, (n, m)).astype(float)
    for j in range(1, n):
        if rng.random() < 0.5:
            X[j] = X[rng.integers(j)] * rng.choice([1, 1, -1, -5, 2, 3])
    if rng.random() < 0.3:
        X *= 0.1
    way = rng.choice(["alike", "two", "each", "entries"])
    size = (1, 1) if way == "alike" else (n, m) if way == "entries" else (n, 1)
    # Of products and their powers fewer overflow where the largest number is not at the end of the range.
    top = int(rng.choice([60, 120, 250, 510, 1020]))
    exponents = rng.integers(-1074, top, size)
    if way == "two":
        exponents = rng.choice(rng.integers(-1074, top, 2), size)
    return np.ldexp(X, exponents)


def _matrix(rng: Any, X: Any) -> Any:
    """Products of small integers, each row and column in its unit; some are moved by a unit in the last place."""
    B = rng.integers(-3, 4, (X.shape[0], int(rng.integers(1, 4)))).astype(float)
    units = rng.integers(-530, 505, X.shape[0]) if rng.random() < 0.5 else np.full(X.shape[0], rng.integers(-530, 505))
    K = np.ldexp(B @ B.T, units + units[:, None])
    if rng.random() < 0.3:
        i, j = rng.integers(X.shape[0], size=2)
        K[i, j] = np.nextafter(K[i, j], rng.choice([-inf, inf]))
        if rng.random() < 0.5:
            K[j, i] = K[i, j]
    return K


def products(problem: Any) -> list[list[Any]]:
    """k(x_i, x_j), exactly or in balls."""
    if isinstance(problem, gordan.Gram):
        exact = [[fmpq(*float(v).as_integer_ratio()) for v in row] for row in problem.K]
        return [[(exact[i][j] + exact[j][i]) / 2 for j in range(problem.n)] for i in range(problem.n)]
    X = problem.X.toarray() if sp.issparse(problem.X) else problem.X
    rows = [[fmpq(*float(v).as_integer_ratio()) for v in row] for row in X]
    kernel = problem.kernel
    gamma, coef0 = (fmpq(*v.as_integer_ratio()) for v in (kernel.gamma, kernel.coef0))

    def value(x: list[Any], y: list[Any]) -> Any:
        if kernel.name == "poly":
            return (gamma * sum((a * b for a, b in zip(x, y, strict=True)), fmpq(0)) + coef0) ** kernel.degree
        apart = [a - b for a, b in zip(x, y, strict=True)]
        distance = sum((d * d if kernel.name == "rbf" else abs(d) for d in apart), fmpq(0))
        return arb(-gamma * distance).exp()

    with ctx.workprec(BITS):
        return [[value(x, y) for y in rows] for x in rows]


def _sums(K: list[list[Any]], c: Any) -> list[Any]:
    """Σ_i c_i k(x_i, x_j) for every j."""
    return _weighed(K, _fractions(c))


def _fractions(c: Any) -> list[Any]:
    return [v if isinstance(v, fmpq) else fmpq(*float(v).as_integer_ratio()) for v in c]


def _of_claim(problem: Any, claim: Claim) -> list[Any]:
    """The hyperplane that is claimed: in integers it is the proof's, of which doubles show something near."""
    if not isinstance(claim.proof, IntegerKernelSeparator):
        return _fractions(claim.dual_coef)
    c = [fmpq(0)] * problem.n
    for j, value in zip(claim.proof.support, claim.proof.integers, strict=True):
        c[j] = fmpq(value)
    return c


def lowest_and_length(problem: Any, K: list[list[Any]], c: Any) -> tuple[Any, Any]:
    """lowest(A*w) and ‖w‖² of the hyperplane with these coefficients."""
    f = _sums(K, c)
    if problem.normalise:
        f = [v / arb(K[j][j]).sqrt() for j, v in enumerate(f)]
    signed = [v if sign > 0 else -v for v, sign in zip(f, problem.signs, strict=True)]
    sides = [[v for v, sign in zip(signed, problem.signs, strict=True) if sign == s] for s in (1, -1)]
    least = [_least(side) for side in sides if side]
    low = (least[0] + least[1]) / 2 if problem.intercept else _least(least)
    square = sum((v * g for v, g in zip(_fractions(c), _sums(K, c), strict=True)), fmpq(0))
    return low, square


def _least(values: list[Any]) -> Any:
    if all(isinstance(v, fmpq) for v in values):
        return min(values)
    least = arb(values[0])
    for v in values[1:]:
        least = least.min(arb(v))
    return least


def length_of(problem: Any, K: list[list[Any]], x: Any) -> Any:
    """The square of what the weights leave, as an upper bound of the margin's."""
    weights = [fmpq(*float(v).as_integer_ratio()) for v in x]
    masses = [w * arb(K[j][j]).sqrt() if problem.normalise else w for j, w in enumerate(weights)]
    total = [
        sum((m for m, t in zip(masses, problem.signs, strict=True) if t == s or not problem.intercept), fmpq(0))
        for s in problem.signs
    ]
    v = [(w if s > 0 else -w) / t for w, s, t in zip(weights, problem.signs, total, strict=True)]
    square = sum((a * b for a, b in zip(v, _weighed(K, v), strict=True)), fmpq(0))
    return square / 4 if problem.intercept else square


def _weighed(K: list[list[Any]], v: list[Any]) -> list[Any]:
    return [sum((w * k for w, k in zip(v, row, strict=True)), fmpq(0)) for row in K]


def true(problem: Any, K: list[list[Any]], claim: Claim) -> bool:
    """Whether everything a claim says is so; what balls leave open counts as true."""
    with ctx.workprec(BITS):
        parts = [_lower_is_true, _upper_is_true]
        if isinstance(claim, gordan.Separable):
            parts.append(_separates)
        if isinstance(claim, gordan.Inseparable):
            parts.append(_cancels)
        return all(part(problem, K, claim) for part in parts)


def _lower_is_true(problem: Any, K: list[list[Any]], claim: Claim) -> bool:
    if claim.dual_coef is None or claim.bracket.lower <= -LARGEST:
        return True
    low, square = lowest_and_length(problem, K, _of_claim(problem, claim))
    lower = fmpq(*claim.bracket.lower.as_integer_ratio())
    # lower ≤ low/√square, by squares that keep their signs.
    return not (square <= 0 or lower * abs(lower) * square > low * abs(low))


def _upper_is_true(problem: Any, K: list[list[Any]], claim: Claim) -> bool:
    if claim.weights is None or claim.bracket.upper == inf or isinstance(claim, gordan.Inseparable):
        return True
    upper = fmpq(*claim.bracket.upper.as_integer_ratio())
    return not (upper < 0 or upper * upper < length_of(problem, K, claim.weights))


def _separates(problem: Any, K: list[list[Any]], claim: Claim) -> bool:
    b = fmpq(*claim.proof.offset.as_integer_ratio())
    whole = isinstance(claim.proof, IntegerKernelSeparator)
    c = _of_claim(problem, claim) if whole else _fractions(claim.proof.coefficients)
    f = _weighed(K, c)
    if sum((v * each for v, each in zip(c, f, strict=True)), fmpq(0)) <= 0:
        return False
    g = [v + (b * arb(K[j][j]).sqrt() if problem.normalise else b) for j, v in enumerate(f)]
    return not any(v * int(sign) <= 0 for v, sign in zip(g, problem.signs, strict=True))


def _cancels(problem: Any, K: list[list[Any]], claim: Claim) -> bool:
    v = [fmpq(0)] * problem.n
    for j, weight in zip(claim.proof.support, claim.proof.integers, strict=True):
        v[j] = fmpq(weight * int(problem.signs[j]))
    masses = [w * arb(K[j][j]).sqrt() if problem.normalise else w for j, w in enumerate(v)]
    balanced = not problem.intercept or not any(side(sum(masses, fmpq(0))) for side in (_above, _below))
    return balanced and not any(side(each) for each in _weighed(K, v) for side in (_above, _below))


def _above(value: Any) -> bool:
    return bool(value > 0)


def _below(value: Any) -> bool:
    return bool(value < 0)


def claims(problem: Any, K: list[list[Any]], number: int) -> Iterator[Claim]:
    """Claims of every kind, most of them false: some by a hair, at all scales."""
    rng = np.random.default_rng([17, number])
    common = {"reason": "", "n_iter": 0, "n_passes": 0, "seconds": 0.0, "solver": "", "classes": problem.classes}
    c = _coefficients(rng, problem, K)
    x = _coefficients(rng, problem, K)
    x = np.abs(np.where(x == 0, 1.0, x)) if problem.intercept else np.abs(x)
    with ctx.workprec(BITS):
        low, square = lowest_and_length(problem, K, c)
        near = _root(low * abs(low) / square) if square > 0 else _number(rng, 0.3)
        far = _root(length_of(problem, K, x))
        offsets = _offsets(rng, problem, K, c) if problem.intercept else [0.0]
    lowers = [near * (1 + 1e-12), nextafter(near, inf), nextafter(near, -inf), -LARGEST, _number(rng, 0.3)]
    uppers = [far * (1 - 1e-12), nextafter(far, 0.0), nextafter(far, inf), 0.0, _number(rng, 0.3)]
    lower, upper = (min(max(float(rng.choice(ends)), -LARGEST), LARGEST) for ends in (lowers, uppers))
    bracket = gordan.outcome.Bracket(lower, max(upper, 0.0))
    for b in offsets:
        shown: dict[str, Any] = {"dual_coef": c, "offset": b, "intercept": _double(b)}
        proof = gordan.outcome.KernelSeparator(c, b)
        yield claimed.separable(**common, **shown, bracket=gordan.outcome.Bracket(-LARGEST, inf), proof=proof)
        yield claimed.separable(**common, **shown, bracket=gordan.outcome.Bracket(lower, inf), proof=proof)
    yield claimed.undecided(**common, bracket=gordan.outcome.Bracket(-inf, bracket.upper), weights=x)
    yield claimed.undecided(**common, **shown, bracket=bracket, weights=x)
    support = tuple(sorted(rng.choice(problem.n, int(rng.integers(1, problem.n + 1)), replace=False).tolist()))
    integers = tuple(int(v) for v in rng.choice([1, 1, 2, 3, 5], len(support)))
    whole = gordan.outcome.Cancellation(support, integers)
    cancelled = gordan.outcome.Bracket(-inf, 0.0)
    yield claimed.inseparable(**common, bracket=cancelled, proof=whole, weights=whole.weights(problem.n))


def _coefficients(rng: Any, problem: Any, K: list[list[Any]]) -> Any:
    """Small integers, in units of any size, or in those that make the images alike."""
    c = rng.integers(-2, 3, problem.n).astype(float)
    if rng.random() < 0.5:
        c = problem.signs * np.abs(c)
    c = c if c.any() else np.ones(problem.n)
    way = rng.choice(["plain", "alike", "each", "images"])
    if way == "alike":
        c = np.ldexp(c, int(rng.integers(-1074, 1020)))
    if way == "each":
        c = np.ldexp(c, rng.integers(-1074, 1020, problem.n))
    if way == "images":
        sizes = [frexp(_root(K[j][j]))[1] if K[j][j] > 0 else 0 for j in range(problem.n)]
        c = np.ldexp(c, -np.clip(sizes, -1020, 1020))
    return c if c.any() else np.ones(problem.n)


def _offsets(rng: Any, problem: Any, K: list[list[Any]], c: Any) -> list[Any]:
    """The middle between two values, as a double and as a fraction, and any number."""
    f = _sums(K, c)
    i, j = (int(rng.choice(np.flatnonzero(problem.signs == s))) for s in (1, -1))
    middle = -(f[i] + f[j]) / 2
    exact = Fraction(int(middle.p), int(middle.q)) if isinstance(middle, fmpq) else Fraction(_rounded(middle))
    return [_double(exact), exact, float(rng.choice([-1, 1])) * _number(rng, 0.3)]


def _rounded(value: Any) -> float:
    near = float(arb(value).mid())
    return near if np.isfinite(near) else 0.0


def _double(value: Any) -> float:
    """The nearest double, or the one at the end of the range."""
    try:
        return float(value)
    except OverflowError:
        return inf if value > 0 else -inf


def _root(square: Any) -> float:
    """A double next to the root, which keeps the sign of its square."""
    size = arb(square)
    root = _rounded((size if size >= 0 else -size).sqrt())
    return min(root if size >= 0 else -root, LARGEST)
