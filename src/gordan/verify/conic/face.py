"""Chains of faces, judged in integers: each step is not negative on the face before it, and the last one is left over.

For every x of the constraints let s = h − Gx. A step (ν, y) with Gᵀy + Cᵀν = 0 has ⟨s, y⟩ = h·y + d·ν. If s is in a
face on which y is not negative, that number is not negative; if it is 0, s is in the part of the face that y is
orthogonal to, which is the next face. A step that leaves less than 0 is the contradiction.

The face of an orthant is the entries that are still free, that of a second-order cone the whole, one ray or zero, and
that of matrices V S Vᵀ for a basis V in integers.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from gordan.arithmetic.deadline import check_deadline
from gordan.outcome import Check, Relation
from gordan.outcome.alternative import FaceChain, FaceStep
from gordan.problem.cone import PSD, Lorentz, Orthant, Part
from gordan.problem.constraints import Constraints
from gordan.verify.check import compare, every, shown_value, true
from gordan.verify.conic.member import semidefinite

__all__ = ["judge_chain"]

Vectors = list[list[int]]  # columns


def judge_chain(system: Constraints, proof: FaceChain) -> list[Check]:
    """The checks that make a chain a proof; those of a step that fails are the last."""
    checks = [true("steps are integers, one for each entry", _sound(system, proof))]
    if not checks[0].holds:
        return checks
    faces = [_whole(part) for part in system.parts]
    for number, step in enumerate(proof.steps, start=1):
        last = number == len(proof.steps)
        sums = _sums(system, step)
        checks.append(every(f"step {number}: conditions", sums[:-1], "=", 0))
        left, relation = -sums[-1], ">" if last else "="
        checks.append(compare(f"step {number}: what is left", left, relation, 0, shown=shown_value(left)))
        outside = 0
        for k, (part, where) in enumerate(zip(system.parts, system.slices, strict=True)):
            after = _next_face(part, faces[k], step.cones[where.start : where.stop])
            outside += after is None
            faces[k] = faces[k] if after is None else after
        name = f"step {number}: not negative on the face"
        checks.append(
            compare(name, outside, "=", 0, shown=str(not outside), needed="True", relation_shown=Relation.TRUTH)
        )
        if not all(check.holds for check in checks):
            break
    return checks


def _sound(system: Constraints, proof: FaceChain) -> bool:
    if type(proof.steps) is not tuple or not proof.steps:
        return False
    for step in proof.steps:
        if type(step) is not FaceStep or type(step.equations) is not tuple or type(step.cones) is not tuple:
            return False
        if len(step.equations) != system.d.size or len(step.cones) != system.h.size:
            return False
        if not all(type(v) is int for v in (*step.equations, *step.cones)):
            return False
    return True


def _sums(system: Constraints, step: FaceStep) -> list[Fraction]:
    """Gᵀy + Cᵀν, and h·y + d·ν last; entries of matrices off the diagonal count twice."""
    sums = [Fraction(0)] * (system.n + 1)
    rows = np.vstack([np.column_stack([system.C, system.d]), np.column_stack([system.G, system.h])])
    weights = [*step.equations]
    for part, where in zip(system.parts, system.slices, strict=True):
        own = step.cones[where.start : where.stop]
        if isinstance(part, PSD):
            off = (part.places[0] != part.places[1]).tolist()
            own = tuple(2 * v if twice else v for v, twice in zip(own, off, strict=True))
        weights += own
    for row, weight in zip(rows, weights, strict=True):
        check_deadline("adding up the multipliers of a step")
        if weight:
            for j in np.flatnonzero(row).tolist():
                sums[j] += Fraction(float(row[j])) * weight
    return sums


def _whole(part: Part) -> Vectors:
    """Unit vectors, of matrices those of the space that they act on."""
    size = part.n if isinstance(part, PSD) else part.size
    return [[int(i == j) for i in range(size)] for j in range(size)]


def _next_face(part: Part, face: Vectors, y: Sequence[int]) -> Vectors | None:
    """The part of a face that y is orthogonal to, by vectors that span it; None where y is negative somewhere on it."""
    if not face:
        return face
    if isinstance(part, PSD):
        return _next_of_matrices(part, face, y)
    if isinstance(part, Lorentz) and len(face) > 1:
        return _next_of_lorentz(part, y)
    products = [sum(a * b for a, b in zip(y, vector, strict=True)) for vector in face]
    if any(value < 0 for value in products):
        return None
    return [vector for vector, value in zip(face, products, strict=True) if value == 0]


def _next_of_lorentz(part: Lorentz, y: Sequence[int]) -> Vectors | None:
    """The whole cone, the ray (−u, t) opposite to a y = (u, t) on the boundary, or nothing but zero."""
    *u, t = y
    beyond = t * t - sum(v * v for v in u)
    if t < 0 or beyond < 0:
        return None
    if beyond > 0:
        return []
    return [[*(-v for v in u), t]] if t else _whole(Orthant(part.n))


def _next_of_matrices(part: PSD, face: Vectors, y: Sequence[int]) -> Vectors | None:
    """V N for a basis N of the kernel of VᵀYV, where that is positive semidefinite."""
    from flint import fmpz_mat

    Y = [[0] * part.n for _ in range(part.n)]
    for value, i, j in zip(y, part.places[0].tolist(), part.places[1].tolist(), strict=True):
        Y[i][j] = Y[j][i] = value
    check_deadline("finding the next face")
    basis = fmpz_mat(face)
    W = basis * fmpz_mat(Y) * basis.transpose()
    r = len(face)
    if not semidefinite(PSD(r), [int(W[i, j]) for i in range(r) for j in range(i, r)]):
        return None
    kernel, nullity = W.nullspace()
    spanning = [[int(kernel[i, k]) for i in range(r)] for k in range(int(nullity))]
    return [_short([int(v) for v in (fmpz_mat([c]) * basis).entries()]) for c in spanning]


def _short(vector: list[int]) -> list[int]:
    """The same direction without a common factor."""
    from math import gcd

    common = gcd(*vector)
    return [v // common for v in vector] if common > 1 else vector
