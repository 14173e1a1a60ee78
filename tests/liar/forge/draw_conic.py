"""Honest claims about cones, planted at many scales: a map that takes a direction inside, or cancels given weights."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

import claimed
import gordan
from gordan import Conic
from gordan.cone import PSD, Lorentz, Orthant, Product
from gordan.outcome import Interior, NullSpaceBall, NullSpacePoint
from liar.forge.forger import Case
from liar.forge.scale import above, below, fits, root_bounds, scaled_by

__all__ = ["conic_ball", "conic_point", "conic_separable", "conic_undecided", "least_of", "length_of", "mass_of"]

_TOLD = {"reason": "", "n_iter": 0, "n_passes": 0, "seconds": 0.0, "solver": "none", "classes": ()}
_SLACK = Fraction(1, 10**7)  # the verifier's own bounds on a cone are not the sharpest there are


def _parts(rng: Any) -> list[Any]:
    drawn = [Orthant(int(rng.integers(1, 4))), Lorentz(int(rng.integers(2, 5))), PSD(2)]
    kept = [part for part in drawn if rng.integers(3)]
    # A product of orthants is a question about points.
    return kept if any(not isinstance(part, Orthant) for part in kept) else [*kept, Lorentz(3)]


def _inner(part: Any, rng: Any) -> list[int]:
    """Integers inside a cone; of matrices the upper triangle."""
    if isinstance(part, PSD):
        a, b, c = (int(v) for v in rng.integers(1, 6, 3))
        return [a, int(rng.choice([-1, 1])) * (b % 2), a * c + 1]
    if isinstance(part, Lorentz):
        u = [int(v) for v in rng.integers(-3, 4, part.size - 1)]
        return [*u, sum(map(abs, u)) + int(rng.integers(1, 3))]
    return [int(v) for v in rng.integers(1, 9, part.size)]


def _conic(parts: list[Any], rows: list[list[Fraction]], *, plain: bool = True) -> Any:
    """The map in pieces, of matrices as a stack of plain ones; or whole, in the coordinates of the cone."""
    pieces: Any = []
    start = 0
    for part in parts:
        block = np.array([[float(v) for v in row[start : start + part.size]] for row in rows])
        start += part.size
        if isinstance(part, PSD):
            stack = np.zeros((len(rows), part.n, part.n))
            i, j = part.places
            stack[:, i, j] = stack[:, j, i] = block
            block = stack
        pieces.append(block)
    try:
        return Conic(pieces if plain else np.array([[float(v) for v in row] for row in rows]), Product(parts))
    except gordan.InputError:
        return None


def _scaled(rng: Any, rows: list[list[int]]) -> tuple[list[list[Fraction]], list[int]] | None:
    reach = int(rng.choice([0, 30, 450]))
    powers = [int(e) for e in rng.integers(-reach, reach + 1, len(rows))]
    table = [[scaled_by(v, e) for v in row] for row, e in zip(rows, powers, strict=True)]
    return (table, powers) if all(fits(v) for row in table for v in row) else None


def least_of(parts: list[Any], z: list[Fraction], plain: bool) -> tuple[Fraction, Fraction]:
    """The least product with the base of the cone, from below and above.

    Entries of matrices are plain, or those off the diagonal are √2 times as large.
    """
    lows, highs, start = [], [], 0
    for part in parts:
        v = z[start : start + part.size]
        start += part.size
        if isinstance(part, PSD):
            a, b, c = v
            root = root_bounds((a - c) ** 2 + (4 if plain else 2) * b * b)
            low, high = (a + c - root[1]) / 2, (a + c - root[0]) / 2
        elif isinstance(part, Lorentz):
            root = root_bounds(sum((u * u for u in v[:-1]), Fraction(0)))
            low, high = v[-1] - root[1], v[-1] - root[0]
        else:
            low = high = min(v)
        lows.append(low)
        highs.append(high)
    return min(lows), min(highs)


def length_of(values: list[Fraction]) -> tuple[Fraction, Fraction]:
    return root_bounds(sum((v * v for v in values), Fraction(0)))


def mass_of(parts: list[Any], x: Any) -> Fraction:
    total, start = Fraction(0), 0
    for part in parts:
        v = [Fraction(float(each)) for each in x[start : start + part.size]]
        start += part.size
        total += v[0] + v[2] if isinstance(part, PSD) else v[-1] if isinstance(part, Lorentz) else sum(v)
    return total


def conic_separable(rng: Any) -> Case | None:
    parts = _parts(rng)
    m, z = int(rng.integers(1, 4)), [v for part in parts for v in _inner(part, rng)]
    # Of 24 bits, so that a product with a small integer is still a double.
    R = rng.integers(-4, 5, (m, len(z))) * 1 if rng.integers(2) else rng.integers(-(2**24), 2**24, (m, len(z)))
    y = (
        [1, *(int(v) for v in rng.integers(-3, 4, m - 1))]
        if rng.integers(2)
        else [1, *rng.integers(-(2**24), 2**24, m - 1).tolist()]
    )
    R[0] = np.array(z) - sum((v * row for v, row in zip(y[1:], R[1:], strict=True)), np.zeros(len(z), int))
    drawn = _scaled(rng, R.tolist())
    if drawn is None:
        return None
    table, powers = drawn
    top = int(rng.integers(-40, 41))
    exact = [scaled_by(v, top - e) for v, e in zip(y, powers, strict=True)]
    plain = bool(rng.integers(2))
    problem = _conic(parts, table, plain=plain)
    if problem is None or not all(map(fits, exact)):
        return None
    lower = least_of(parts, [scaled_by(v, top) for v in z], plain)[0] / length_of(exact)[1]
    x, upper = _above(rng, parts, table)
    ends = gordan.outcome.Bracket(
        below(lambda d: d <= lower * (1 - _SLACK)), above(lambda d: d >= upper * (1 + _SLACK))
    )
    w = np.array([float(v) for v in exact])
    if not (ends.lower > 0 and np.isfinite(ends.upper) and ends.lower <= ends.upper):
        return None
    claim = claimed.separable(bracket=ends, coef=w, weights=x, proof=Interior(w), **_TOLD)
    return Case(problem, claim)


def _above(rng: Any, parts: list[Any], table: list[list[Fraction]]) -> tuple[Any, Fraction]:
    """Weights inside the cone without entries off a diagonal, and the length that they leave over their mass."""
    x = []
    for part in parts:
        v = rng.integers(1, 6, part.size).astype(float)
        if isinstance(part, PSD):
            v[1] = 0.0
        elif isinstance(part, Lorentz):
            v[-1] = 4 * part.size + v.sum()
        x += v.tolist()
    image = [sum((a * Fraction(v) for a, v in zip(row, x, strict=True)), Fraction(0)) for row in table]
    return np.array(x), length_of(image)[1] / mass_of(parts, x)


def conic_undecided(rng: Any) -> Case | None:
    case = conic_separable(rng)
    if case is None:
        return None
    claim = case.claim
    return case._replace(
        claim=claimed.undecided(bracket=claim.bracket, coef=claim.coef, weights=claim.weights, **_TOLD)
    )


def conic_point(rng: Any) -> Case | None:
    """Integers in the cone, often on its boundary, and rows that cancel them."""
    parts = _parts(rng)
    x, twice = [], []
    for part in parts:
        v = _inner(part, rng)
        if isinstance(part, PSD) and rng.integers(2):
            a, b = (int(each) for each in rng.integers(1, 5, 2))
            v = [a * a, a * b, b * b]
        elif isinstance(part, Lorentz) and part.size == 3 and rng.integers(2):
            v = [3, -4, 5]
        elif isinstance(part, Orthant):
            v[0] = 0
        x += v
        twice += [1, 2, 1] if isinstance(part, PSD) else [1] * part.size
    j = max(k for k, v in enumerate(x) if v)
    R = []
    for _ in range(int(rng.integers(1, 3))):
        row = [int(v) * x[j] * twice[j] for v in rng.integers(-4, 5, len(x))]
        row[j] = 0
        row[j] = -sum(a * f * v for a, f, v in zip(row, twice, x, strict=True)) // (x[j] * twice[j])
        R.append(row)
    drawn = _scaled(rng, R)
    if drawn is None or not any(any(row) for row in R):
        return None
    problem = _conic(parts, drawn[0])
    if problem is None:
        return None
    factor = int(rng.choice([1, 7, 10**50]))
    proof = NullSpacePoint(tuple(v * factor for v in x), int(rng.choice([1, 3])))
    weights = problem.cone.normalise(problem.in_coordinates(np.array(x, dtype=float)))
    bracket = gordan.outcome.Bracket(-np.inf, float(rng.choice([0.0, 1.0])))
    return Case(problem, claimed.inseparable(bracket=bracket, weights=weights, proof=proof, **_TOLD))


def conic_ball(rng: Any) -> Case | None:
    """Weights inside the cone that a map cancels but for rounding."""
    parts: list[Any] = [Lorentz(3), Orthant(int(rng.integers(1, 4)))][:: int(rng.choice([-1, 1]))]
    if rng.integers(2):
        parts.insert(0, PSD(2))
    centre = np.array([float(v) for part in parts for v in _inner(part, rng)])
    N = rng.standard_normal((int(rng.integers(1, 3)), centre.size))
    A = np.ldexp(N - np.outer(N @ centre, centre) / (centre @ centre), int(rng.choice([0, -300, 300])))
    problem = Conic(A, Product(parts))
    faces = tuple(np.eye(part.n) if isinstance(part, PSD) else np.arange(part.size) for part in parts)
    proof = NullSpaceBall(faces, centre, 1e-9)
    weights = problem.cone.normalise(proof.spread_out(problem.cone))
    return Case(
        problem,
        claimed.inseparable(bracket=gordan.outcome.Bracket(-np.inf, 0.0), weights=weights, proof=proof, **_TOLD),
    )
