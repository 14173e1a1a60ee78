"""One Lorentz cone or 2 × 2 matrices, where the truth is a quadratic form on the kernel; products with planted truth.

Some x ≠ 0 of the kernel of A is in a Lorentz cone, or minus one, exactly where t² − ‖u‖² is not negative definite on
the kernel; with 2 × 2 matrices the form is the determinant. In products a direction inside, or weights that cancel, are
chosen first and the map is made to fit. Rows, and the columns of each part, are then moved to other exponents, which
changes neither.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import isqrt
from typing import Any, NamedTuple

import numpy as np

import gordan
from campaign.draw import PLACES
from campaign.exact import dot
from campaign.trial import require, require_round_trip
from claimed import replace
from gordan.outcome import Bracket, IntegerSeparator, NullSpacePoint

__all__ = ["answer", "drawn"]

_SECONDS = 1.0


class Map(NamedTuple):
    """Pieces of a map, one for each part of the cone, and whether some A*y is inside it."""

    pieces: list[Any]
    parts: list[Any]
    separable: bool
    coordinates: bool  # matrices are given by √2 times what lies off the diagonal


def drawn(number: int) -> Map:
    """Map `number` with its truth."""
    rng = np.random.default_rng([14, number])
    way, m = rng.integers(5), int(rng.integers(1, 4))
    if way < 2:
        part = gordan.cone.Lorentz(int(rng.integers(2, 5))) if way == 0 else gordan.cone.PSD(2)
        size, coordinates = part.size, bool(way and rng.integers(3) == 0)
        A = rng.integers(-3, 4, (m, size)) if rng.integers(2) else rng.integers(-1, 2, (m, size))
        form = (
            np.diag([-2] * (size - 1) + [2]) if way == 0 else np.array([[0, 0, 1], [0, -2 + coordinates, 0], [1, 0, 0]])
        )
        pairing = A if way == 0 or coordinates else A * [1, 2, 1]
        separable = _negative_definite(pairing, form)
        pieces = [A if way == 0 or coordinates else _matrices(A, 2)]
        parts = [part]
    else:
        parts = [_part(rng) for _ in range(int(rng.integers(1, 4)))]
        separable, coordinates = bool(rng.integers(2)), False
        pieces = _planted(rng, parts, m, separable)
    rows = rng.integers(-30, 31, m) if rng.integers(3) == 0 else np.zeros(m, int)
    if rng.integers(4) == 0:
        rows = np.clip(rng.choice(PLACES, m), -900, 900)
    moved = []
    for piece in pieces:
        whole = np.asarray(piece, dtype=np.float64)
        column = int(rng.integers(-30, 31)) if rng.integers(4) == 0 else 0
        moved.append(np.ldexp(whole, rows.reshape(-1, *[1] * (whole.ndim - 1)) + column))
    return Map(moved, parts, separable, coordinates)


def _part(rng: np.random.Generator) -> Any:
    cone = (gordan.cone.Orthant, gordan.cone.Lorentz, gordan.cone.PSD)[rng.integers(3)]
    return cone(int(rng.integers(1 if cone is gordan.cone.Orthant else 2, 4)))


def _matrices(A: Any, n: int) -> Any:
    """Symmetric matrices from rows of upper triangles."""
    stack = np.zeros((len(A), n, n), dtype=A.dtype)
    for k, (i, j) in enumerate(zip(*np.triu_indices(n), strict=True)):
        stack[:, i, j] = stack[:, j, i] = A[:, k]
    return stack


def _negative_definite(A: Any, form: Any) -> bool:
    """Whether a form is negative on every x ≠ 0 with Ax = 0; true of a map without kernel."""
    kernel = _kernel([[Fraction(int(v)) for v in row] for row in A])
    values = [[-dot(left, [dot(row, right) for row in form.tolist()]) for right in kernel] for left in kernel]
    while values:
        head = values[0][0]
        if head <= 0:
            return False
        values = [[row[j] - row[0] * values[0][j] / head for j in range(1, len(row))] for row in values[1:]]
    return True


def _kernel(rows: list[list[Fraction]]) -> list[list[Fraction]]:
    n, pivots = len(rows[0]), []
    for c in range(n):
        k = next((i for i in range(len(pivots), len(rows)) if rows[i][c]), None)
        if k is None:
            continue
        r = len(pivots)
        rows[r], rows[k] = rows[k], rows[r]
        rows[r] = [v / rows[r][c] for v in rows[r]]
        rows = [
            row if i == r else [a - row[c] * b for a, b in zip(row, rows[r], strict=True)] for i, row in enumerate(rows)
        ]
        pivots.append(c)
    free = [c for c in range(n) if c not in pivots]
    basis = []
    for c in free:
        x = [Fraction(int(j == c)) for j in range(n)]
        for r, p in enumerate(pivots):
            x[p] = -rows[r][c]
        basis.append(x)
    return basis


def _planted(rng: np.random.Generator, parts: list[Any], m: int, separable: bool) -> list[Any]:
    """Integer pieces with A*y inside the cone for some y, or with Ax = 0 for some x ≠ 0 in it."""
    pieces: list[Any] = []
    for part in parts:
        shape = (part.n, part.n) if isinstance(part, gordan.cone.PSD) else (part.size,)
        piece = rng.integers(-3, 4, (m, *shape))
        pieces.append(piece + piece.transpose(0, 2, 1) if len(shape) == 2 else piece)
    if separable:
        y = rng.integers(-2, 3, m)
        y[0] = y[0] or 1
        square = int(y @ y)
        inside = [_inside(rng, part) for part in parts]
        return [
            square * piece + np.multiply.outer(y, z - np.tensordot(y, piece, 1))
            for piece, z in zip(pieces, inside, strict=True)
        ]
    x = [_weight(rng, part) for part in parts]
    if not any(each.any() for each in x):
        x[0] = _inside(rng, parts[0])
    square = sum(int((each * each).sum()) for each in x)
    for i in range(m):
        product = sum(int((piece[i] * each).sum()) for piece, each in zip(pieces, x, strict=True))
        for piece, each in zip(pieces, x, strict=True):
            piece[i] = square * piece[i] - product * each
    return pieces


def _inside(rng: np.random.Generator, part: Any) -> Any:
    if isinstance(part, gordan.cone.Orthant):
        return rng.integers(1, 4, part.n)
    if isinstance(part, gordan.cone.Lorentz):
        u = rng.integers(-3, 4, part.n - 1)
        return np.append(u, isqrt(int(u @ u)) + 1)
    G = rng.integers(-2, 3, (part.n, part.n))
    return G @ G.T + np.eye(part.n, dtype=int)


def _weight(rng: np.random.Generator, part: Any) -> Any:
    """A vector of the cone: inside, on the boundary, or 0."""
    if rng.integers(3) == 0:
        return _inside(rng, part)
    if isinstance(part, gordan.cone.Orthant):
        return rng.integers(0, 3, part.n) * rng.integers(0, 2, part.n)
    if isinstance(part, gordan.cone.Lorentz):
        ends = {2: [1, 1], 3: [3, -4, 5], 4: [1, 2, -2, 3]}
        return np.array(ends[part.n]) * int(rng.integers(0, 2)) if part.n in ends else np.zeros(part.n, int)
    g = rng.integers(-2, 3, part.n)
    return np.outer(g, g)


def answer(number: int) -> Counter[str]:
    """Answer map `number` and compare it with its truth."""
    drawn_map = drawn(number)
    try:
        problem = gordan.Conic(drawn_map.pieces, gordan.cone.Product(drawn_map.parts))
        outcome = gordan.solve(problem, proof="exact" if number % 7 == 0 else "rounded", max_seconds=_SECONDS)
    except gordan.InputError:
        return Counter(["refused"])
    right = "separable" if drawn_map.separable else "inseparable"
    require(outcome.kind in (right, "undecided"), f"{outcome.kind}, but {right} is true")
    require(outcome.verdict.holds, f"the verdict does not hold: {outcome.verdict}")
    require(gordan.verify(problem, outcome).holds, "verified again it does not hold")
    bracket = outcome.bracket
    require(bracket.upper >= 0 and (drawn_map.separable or bracket.lower <= 0), f"bracket {bracket!r}")
    if outcome.kind == "separable":
        _require_margin(drawn_map, outcome)
        require(not gordan.verify(problem, _turned(outcome)).holds, "the opposite direction was accepted")
    elif outcome.kind == "inseparable":
        claimed = replace(outcome, bracket=Bracket(5e-324, max(bracket.upper, 5e-324)))
        require(not gordan.verify(problem, claimed).holds, "a positive margin was accepted")
        if isinstance(outcome.proof, NullSpacePoint):
            _require_changed_refused(problem, outcome)
    if number % 10 == 3:
        require_round_trip(problem, outcome)
    return Counter([outcome.kind])


def _turned(outcome: Any) -> Any:
    proof = outcome.proof
    if isinstance(proof, IntegerSeparator):
        return replace(outcome, proof=replace(proof, integers=tuple(-v for v in proof.integers)))
    return replace(outcome, proof=replace(outcome.proof, direction=-np.asarray(outcome.proof.direction)))


def _require_changed_refused(problem: Any, outcome: Any) -> None:
    """Add 1 to one integer of weights, in a column of A that is not 0: they no longer cancel."""
    if not np.asarray(problem.A).any():
        return
    k = int(np.argmax(np.abs(np.asarray(problem.A)).sum(axis=0)))
    integers = [v + (i == k) for i, v in enumerate(outcome.proof.integers)]
    claim = replace(outcome, proof=replace(outcome.proof, integers=tuple(integers)))
    require(not gordan.verify(problem, claim).holds, "changed weights were accepted")


def _require_margin(drawn_map: Map, outcome: Any) -> None:
    """Check in fractions that A*y − lower·‖y‖ e is in the cone, and that A*y − upper·‖y‖ e is not inside it."""
    proof = outcome.proof
    given = proof.integers if isinstance(proof, IntegerSeparator) else map(float, proof.direction)
    y = [Fraction(v) for v in given]
    square = sum(v * v for v in y)
    # The root to more than 150 bits, whatever the size of the number.
    scale = 1 << (2 * max(0, square.denominator.bit_length() - square.numerator.bit_length() + 320) // 2 * 2)
    length = Fraction(isqrt(int(square * scale)), isqrt(scale))
    low, high = Fraction(outcome.bracket.lower) * length, outcome.bracket.upper
    require(_in_cone(drawn_map, y, low), f"lower end {outcome.bracket.lower!r} above the direction's margin")
    if high < np.inf:
        more = Fraction(high) * length * (1 + Fraction(1, 2**100))
        require(not _in_cone(drawn_map, y, more, strict=True), f"upper end {high!r} below the direction's margin")


def _in_cone(drawn_map: Map, y: list[Fraction], less: Fraction, *, strict: bool = False) -> bool:
    """Whether A*y − less·e is in the cone, or inside it."""
    for piece, part in zip(drawn_map.pieces, drawn_map.parts, strict=True):
        flat = [[Fraction(float(v)) for v in np.ravel(each)] for each in piece]
        z = [dot(y, column) for column in zip(*flat, strict=True)]
        if isinstance(part, gordan.cone.Orthant):
            least = [v - less for v in z]
        elif isinstance(part, gordan.cone.Lorentz):
            t = z[-1] - less
            least = [t, t * t - sum(v * v for v in z[:-1])]
        elif drawn_map.coordinates:
            a, c = z[0] - less, z[2] - less
            least = [a, c, a * c - z[1] ** 2 / 2]
        else:
            n = part.n
            Z = [[z[i * n + j] - (less if i == j else 0) for j in range(n)] for i in range(n)]
            # Definite matrices have positive pivots only; semidefinite ones may have none to begin with.
            least = [_least_pivot(Z)] if strict else [0 if semidefinite(Z) else -1]
        if any(v < 0 or (strict and v == 0) for v in least):
            return False
    return True


def semidefinite(K: list[list[Fraction]]) -> bool:
    """Whether a symmetric matrix has no negative eigenvalue, by symmetric elimination."""
    left = [list(row) for row in K]
    while left:
        k = next((i for i, row in enumerate(left) if row[i]), None)
        if k is None:
            return not any(map(any, left))
        head = left[k][k]
        if head < 0:
            return False
        rest = [i for i in range(len(left)) if i != k]
        left = [[left[i][j] - left[i][k] * left[k][j] / head for j in rest] for i in rest]
    return True


def _least_pivot(Z: list[list[Fraction]]) -> Fraction:
    least = Z[0][0]
    while Z and (head := Z[0][0]) > 0:
        least = min(least, head)
        Z = [[row[j] - row[0] * Z[0][j] / head for j in range(1, len(row))] for row in Z[1:]]
    return min(least, Z[0][0]) if Z else least
