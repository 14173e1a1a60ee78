"""From candidates in floating point to proofs about the raw constraints."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.ball import distance_to_null_space, exact
from gordan.engine.polish.conic import enclosed, rational
from gordan.feasibility.constraint.homogenised import balance
from gordan.feasibility.split import Split, split
from gordan.outcome.alternative import FaceChain, Multipliers, PointBall, PointExact
from gordan.outcome.feasibility import Feasible, Infeasible, Member
from gordan.outcome.proof import NullSpacePoint
from gordan.problem import System
from gordan.problem.constraints import Constraints
from gordan.verify import verify

__all__ = [
    "decide_linear",
    "exact_multipliers",
    "exact_point",
    "infeasible",
    "near_point",
    "rational_multipliers",
    "refute",
    "refute_exactly",
]

_INDEPENDENT = 1e-10  # of rows of unit length: what is left of one beside the others, if it is no combination of them


def refute(system: Constraints, y: Array) -> Infeasible | None:
    """Multipliers within a ball near (y, σ), in coordinates with √2, that refute all points."""
    weights, every = _with_equations(system, y), tuple(range(system.n + 1))
    rows = independent(np.asarray(system.certificate(every).A))
    near = enclosed(system.certificate(rows), weights) if rows else None
    return None if near is None else infeasible(system, Multipliers(rows, near))


def refute_exactly(system: Constraints, y: Array) -> Infeasible | None:
    """Rational multipliers near (y, σ); where cones have but a ray of weight, its short fractions are tried.

    They are looked for in units where no number is huge, and fractions are carried over without loss.
    """
    point = rational_multipliers(system, y)
    return None if point is None else infeasible(system, Multipliers(tuple(range(system.n + 1)), point))


def rational_multipliers(system: Constraints, y: Array) -> NullSpacePoint | None:
    """Rational weights of the certificate near (y, σ), whatever they leave."""
    units = balance(system)
    weights = _with_equations(units.system, units.own(y))
    near = rational(units.system.certificate(tuple(range(system.n + 1))), weights)
    if near is None:
        return None
    powers = np.concatenate([*([units.equations] * 2 if system.d.size else []), units.cones])
    up = (powers - powers.min()).tolist()
    return NullSpacePoint(tuple(v << k for v, k in zip(near.integers, up, strict=True)), near.denominator)


def _with_equations(system: Constraints, y: Array) -> Array:
    """The multipliers of the equations before those of the cones."""
    M, E = system.homogeneous().canonical().A, system.equations.T
    nu = np.linalg.lstsq(E, -(M @ y), rcond=None)[0] if system.d.size else np.zeros(0)
    # Signs of ν are free: a common weight on ν⁺ and ν⁻ keeps both away from zero.
    common = float(np.abs(np.append(nu, y)).max())
    signed = [np.maximum(nu, 0.0) + common, np.maximum(-nu, 0.0) + common] if nu.size else []
    return np.concatenate([*signed, y])


def exact_multipliers(system: Constraints, y: list[Fraction], nu: list[Fraction]) -> Infeasible | None:
    """The proof from fractions (y, σ) and ν, for axes only."""
    low = min([v for v in nu if v < 0], default=Fraction(0))
    signed = [v - low for v in nu] + [-low] * len(nu)
    values = [*signed, *y]
    common = lcm(*(v.denominator for v in values))
    point = NullSpacePoint(tuple(int(v * common) for v in values), common)
    return infeasible(system, Multipliers(tuple(range(system.n + 1)), point))


def infeasible(system: Constraints, proof: Multipliers | FaceChain) -> Infeasible | None:
    """The answer with this proof, where the verifier accepts it."""
    verdict = verify(system, proof)
    if not verdict.holds:
        return None
    members = tuple(Member("constraint", name, "", name) for name in proof.by_name(system))
    return Infeasible(system=system, subsystem=members, proof=proof, verdict=verdict)


def near_point(system: Constraints, x: Array) -> Feasible | None:
    """A point inside the cones near x, where all equations are solved."""
    E = system.equations
    rows = independent(E)
    B = E[list(rows)]
    for _ in range(2):
        # The second correction takes away what rounding left of the first.
        x = x - np.linalg.lstsq(B[:, :-1], B @ np.append(x, 1.0), rcond=None)[0] if rows else x
    if not np.isfinite(x).all():
        return None
    # Four times as far, so that other machines, whose products are rounded otherwise, find it within as well.
    radius = 4.0 * distance_to_null_space(exact(B), np.append(x, 1.0)) if rows else 0.0
    proof = PointBall(x, rows, radius)
    verdict = verify(system, proof)
    return Feasible(system=system, proof=proof, verdict=verdict) if verdict.holds else None


def exact_point(system: Constraints, x: list[Fraction]) -> Feasible | None:
    """The proof from fractions, where they satisfy the constraints."""
    common = lcm(*(v.denominator for v in x))
    proof = PointExact(tuple(int(v * common) for v in x), common)
    verdict = verify(system, proof)
    return Feasible(system=system, proof=proof, verdict=verdict) if verdict.holds else None


def independent(A: Array) -> tuple[int, ...]:
    """Rows that span all others as far as floating point can tell."""
    from scipy.linalg import qr

    lengths = np.linalg.norm(A, axis=1)
    there = np.flatnonzero(lengths > 0.0)
    if there.size == 0:
        return ()
    R, order = qr((A[there] / lengths[there, None]).T, mode="r", pivoting=True)
    rank = int(np.count_nonzero(np.abs(np.diag(R)) > _INDEPENDENT))
    return tuple(sorted(there[order[:rank]].tolist()))


def decide_linear(system: Constraints, max_seconds: float | None = None) -> Feasible | Infeasible | None:
    """A point in fractions, boundary included, or multipliers in fractions; None where the split was not proved.

    Rows are those of hτ − Gx ≥ 0, τ ≥ 0, dτ − Cx = 0: there is a point just where τ can be positive.
    """
    rows = np.asarray(system.homogeneous().A).T
    parted = split(System(rows, system.equations), proof="exact", max_seconds=max_seconds)
    if not isinstance(parted, Split):
        return None
    if parted.strict[-1]:
        *x, tau = parted.proof.direction
        return exact_point(system, [Fraction(int(v), int(tau)) for v in x])
    flat = np.flatnonzero(~parted.strict)
    weights = [Fraction(int(v)) for v in parted.proof.weights]
    y = [Fraction(0)] * rows.shape[0]
    for row, value in zip(flat.tolist(), weights, strict=False):
        y[row] = value
    return exact_multipliers(system, y, weights[flat.size :])
