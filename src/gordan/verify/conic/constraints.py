"""Whether constraints have a point, or multipliers that refute every point: recomputed from the raw numbers."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.ball import Ball, distance_to_null_space, exact, frobenius, times
from gordan.arithmetic.quantity import Rounded
from gordan.outcome import Check, Relation, Verdict
from gordan.outcome.alternative import FaceChain, Multipliers, PointBall, PointExact
from gordan.outcome.certificate import ConstraintsCertificate
from gordan.outcome.feasibility import Feasible, Infeasible
from gordan.outcome.proof import NullSpaceBall, NullSpacePoint
from gordan.problem.constraints import Constraints
from gordan.verify.check import compare, every, fact, is_vector, shown_value, true
from gordan.verify.conic.face import judge_chain
from gordan.verify.conic.member import inside, lowest
from gordan.verify.conic.weights import judge_weights

__all__ = ["judge_certified_constraints", "judge_constraint_answer", "judge_constraints"]


def judge_constraint_answer(system: Constraints, answer: Feasible | Infeasible) -> Verdict:
    """The verdict on an answer about constraints: its proof, and that it is shown as what it proves."""
    expected = PointBall | PointExact if isinstance(answer, Feasible) else FaceChain | Multipliers
    proof, own = answer.proof, answer.system
    known = isinstance(proof, expected) and isinstance(proof, PointBall | PointExact | FaceChain | Multipliers)
    same = type(own) is Constraints and _same(own, system)
    checks = [
        fact("proof is of its kind", type(proof).__name__, f"that of {answer.kind} constraints", known),
        true("constraints are the answer's", same),
    ]
    if not known or not same:
        return Verdict(tuple(checks), "rounded")
    assert isinstance(proof, PointBall | PointExact | FaceChain | Multipliers)
    checks += judge_constraints(system, proof).checks
    if all(check.holds for check in checks) and isinstance(proof, FaceChain | Multipliers):
        assert isinstance(answer, Infeasible)
        named = [member.name for member in answer.subsystem] == list(proof.by_name(system))
        checks.append(true("names are the proof's", named))
    return Verdict(tuple(checks), "rounded")


def judge_certified_constraints(system: Constraints, certificate: ConstraintsCertificate) -> list[Check]:
    """The checks of a certificate's proof, which must be of the kind that the certificate calls it."""
    proof = certificate.proof
    points = type(proof) in (PointBall, PointExact)
    kind = "feasible" if points else "infeasible"
    if certificate.alternative != kind or not (points or type(proof) in (Multipliers, FaceChain)):
        shown = f"{certificate.alternative}, by {type(proof).__name__}"
        return [fact("alternative is the proof's", shown, kind, False)]
    return list(judge_constraints(system, proof).checks)


def _same(one: Constraints, other: Constraints) -> bool:
    """Whether two systems have the same numbers, cones and names."""
    arrays = all(np.array_equal(getattr(one, name), getattr(other, name)) for name in ("C", "d", "G", "h"))
    others = (one.names, one.equation_of, one.part_of) == (other.names, other.equation_of, other.part_of)
    return arrays and others and [str(part) for part in one.parts] == [str(part) for part in other.parts]


def judge_constraints(system: Constraints, proof: FaceChain | Multipliers | PointBall | PointExact) -> Verdict:
    """The verdict on what is claimed to prove that the constraints have, or have no, common point."""
    if isinstance(proof, FaceChain):
        return Verdict(tuple(judge_chain(system, proof)), "rounded")
    if isinstance(proof, Multipliers):
        return Verdict(tuple(_multipliers(system, proof)), "rounded")
    return Verdict(tuple(_ball(system, proof) if isinstance(proof, PointBall) else _point(system, proof)), "rounded")


def _multipliers(system: Constraints, proof: Multipliers) -> list[Check]:
    sound = (
        isinstance(proof.kernel, NullSpaceBall | NullSpacePoint)
        and _known(proof.rows, system.n + 1)
        and len(proof.rows) > 0
    )
    checks = [true("conditions are some of all", sound)]
    if not sound:
        return checks
    conic = system.certificate(proof.rows)
    if len(proof.rows) < system.n + 1:
        full = np.asarray(system.certificate(tuple(range(system.n + 1))).A)
        checks.append(_follow("conditions left out follow", full, proof.rows))
    checks += judge_weights(conic, proof.kernel)
    if not all(check.holds for check in checks):
        return checks
    if isinstance(proof.kernel, NullSpacePoint):
        last = Fraction(proof.kernel.integers[-1], proof.kernel.denominator)
        return [*checks, compare("what is left", last, ">", 0, shown=shown_value(last))]
    # All points so near are inside the face, so that each of its entries is positive: the last one, if it has it.
    held = proof.kernel.faces[-1].tolist() == [0]
    return [*checks, true("what is left is part of the face", held)]


def _ball(system: Constraints, proof: PointBall) -> list[Check]:
    x = proof.x
    sound = is_vector(x, system.n) and type(proof.radius) is float and 0.0 <= proof.radius < np.inf
    sound = sound and _known(proof.rows, system.d.size)
    checks = [true("point is finite, equations are some of all", sound)]
    if not sound:
        return checks
    centre, E = np.append(x, 1.0), system.equations
    if len(proof.rows) < system.d.size:
        checks.append(_follow("equations left out follow", E, proof.rows))
    away = distance_to_null_space(exact(E[list(proof.rows)]), centre) if proof.rows else 0.0
    checks.append(compare("equations are solved within", Rounded(away), "<=", proof.radius))
    conic = system.homogeneous()
    z = times(exact(conic.A.T), exact(centre[:, None]))
    # An entry moves by at most the length of its row times the distance.
    lengths = np.array([frobenius(exact(column)) for column in conic.A.T])
    low = lowest(conic, Ball(z.mid[:, 0], (z.rad[:, 0] + lengths * proof.radius) * (1.0 + 2.0**-50)))
    checks.append(compare("all so near are inside the cones", Rounded(low), ">", 0))
    return checks


def _point(system: Constraints, proof: PointExact) -> list[Check]:
    sound = type(proof.integers) is tuple and len(proof.integers) == system.n
    sound = sound and all(type(v) is int for v in (*proof.integers, proof.denominator)) and proof.denominator > 0
    checks = [fact("one number for each unknown", str(len(proof.integers)), str(system.n), sound)]
    if not sound:
        return checks
    x = proof.values()
    # τ = 1 is in the last entry.
    outside = int(not inside(system.homogeneous(), [*_less(system.G, system.h, x), Fraction(1)]))
    return [
        *checks,
        every("equations are solved", _less(system.C, system.d, x), "=", 0),
        compare(
            "the rest is in the cones",
            outside,
            "=",
            0,
            shown=str(not outside),
            needed="True",
            relation_shown=Relation.TRUTH,
        ),
    ]


def _less(A: Array, b: Array, x: list[Fraction]) -> list[Fraction]:
    """b − Ax."""
    rows = zip(A, b.tolist(), strict=True)
    return [
        Fraction(v) - sum((Fraction(float(row[j])) * x[j] for j in np.flatnonzero(row)), Fraction(0)) for row, v in rows
    ]


def _known(rows: tuple[int, ...], count: int) -> bool:
    return type(rows) is tuple and len(set(rows)) == len(rows) and all(type(i) is int and 0 <= i < count for i in rows)


def _follow(name: str, A: Array, rows: tuple[int, ...]) -> Check:
    """Whether all rows of a matrix have the rank of some, in integers: then they are combinations of those."""
    if not np.delete(A, list(rows), axis=0).any():
        return fact(name, "all zero", "zero", True)
    whole, some = _rank(A), _rank(A[list(rows)])
    return compare(name, whole, "=", some, shown=f"rank {whole}", needed=f"rank {some}")


def _rank(A: Array) -> int:
    from flint import fmpz_mat

    rows = [[Fraction(float(v)) for v in row] for row in A if row.any()]
    if not rows:
        return 0
    # Doubles over powers of two: the greatest denominator of a row is a multiple of all.
    tops = [max(v.denominator for v in row) for row in rows]
    return int(fmpz_mat([[int(v * top) for v in row] for row, top in zip(rows, tops, strict=True)]).rank())
