"""What is true of the conic problems made for certificates, by code that shares nothing with the verifier."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

import gordan
from file.certificate.conic_made import made_conic
from gordan.cone import PSD, Lorentz
from gordan.outcome import Cancellation, Interior, NullSpaceBall
from gordan.outcome.certificate import ConicCertificate
from gordan.outcome.certificate.conic import Integers

__all__ = ["may_be_true"]


def may_be_true(name: str, claim: ConicCertificate) -> bool:
    """The alternative, the margin to within what is known of it, and what the proof cannot do without."""
    problem, outcome, _ = made_conic(name)
    low, high = _margin(name)
    if claim.bracket.lower > high or claim.bracket.upper < low:
        return False
    if outcome.kind != "undecided" and claim.alternative not in (outcome.kind, "undecided"):
        return False
    proof = claim.proof
    if isinstance(proof, Interior):
        A = _dense(problem)
        return _inside(problem, [_dot(A[:, j], proof.direction) for j in range(problem.n)], strict=True)
    if isinstance(proof, Integers | Cancellation):
        entries = proof.entries if isinstance(proof, Integers) else proof.support
        return _cancels(problem, dict(zip(entries, map(Fraction, proof.integers), strict=True)))
    if isinstance(proof, NullSpaceBall):
        x, A = proof.spread_out(problem.cone), _dense(problem).copy()
        for part, where, plain in zip(problem.cone.parts, problem.cone.slices, problem.plain, strict=True):
            if isinstance(part, PSD) and plain:
                A[:, where] *= np.where(part.places[0] == part.places[1], 1.0, np.sqrt(2.0))
        near = np.linalg.norm(A @ x) <= np.linalg.norm(A) * (proof.radius + 1e-15) * _stretch(proof) + 1e-14
        return bool(near and problem.cone.lowest(x) >= -1e-12 and x.any())
    return True


@cache
def _margin(name: str) -> tuple[float, float]:
    problem, outcome, _ = made_conic(name)
    if outcome.kind != "separable":
        return -np.inf, max(outcome.bracket.upper, 0.0) + 1e-12
    found = gordan.solve(problem, solver="mirror-prox", goal="margin", tol=1e-2, max_iter=300)
    return found.bracket.lower, found.bracket.upper


def _stretch(proof: NullSpaceBall) -> float:
    """How much longer a step may be in the whole cone than on the face."""
    return max(1.0, *(float(np.linalg.norm(face)) ** 2 for face in proof.faces if face.ndim == 2))


def _dense(problem: Any) -> Any:
    return problem.A.toarray() if hasattr(problem.A, "toarray") else problem.A


def _dot(a: Any, b: Any) -> Fraction:
    return sum((Fraction(float(u)) * Fraction(float(v)) for u, v in zip(a, b, strict=True)), Fraction(0))


def _inside(problem: Any, z: list[Fraction], *, strict: bool, plain: bool = False) -> bool:
    """In fractions; of matrices only those of order 2, where √2 off the diagonal meets its own square.

    Weights tell their matrices by plain entries, whatever the map does.
    """
    for part, where, bare in zip(problem.cone.parts, problem.cone.slices, problem.plain, strict=True):
        own = z[where]
        if isinstance(part, PSD):
            assert part.n == 2
            a, b, c = own
            square = b * b if plain or bare else b * b / 2
            least = [a, c, a * c - square]
        elif isinstance(part, Lorentz):
            least = [own[-1], own[-1] ** 2 - sum(v * v for v in own[:-1])]
        else:
            least = own
        if any(v < 0 or (strict and v == 0) for v in least):
            return False
    return True


def _cancels(problem: Any, x: dict[int, Fraction]) -> bool:
    """Plain entries of matrices; √2 in the map and in the coordinates makes 2, or an irrational sum of its own."""
    A = _dense(problem)
    whole = [x.get(j, Fraction(0)) for j in range(problem.n)]
    factor, rooted = [Fraction(1)] * problem.n, [False] * problem.n
    for part, where, plain in zip(problem.cone.parts, problem.cone.slices, problem.plain, strict=True):
        if isinstance(part, PSD):
            for k, (i, j) in enumerate(zip(*part.places, strict=True)):
                factor[where.start + k] = Fraction(2 if i != j and plain else 1)
                rooted[where.start + k] = bool(i != j and not plain)
    for row in A:
        terms = [Fraction(float(v)) * f * w for v, f, w in zip(row, factor, whole, strict=True)]
        if any(
            sum((t for t, r in zip(terms, rooted, strict=True) if r == root), Fraction(0)) for root in (True, False)
        ):
            return False
    return any(whole) and _inside(problem, whole, strict=False, plain=True)
