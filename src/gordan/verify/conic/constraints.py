"""Whether constraints have a point, or multipliers that refute every point: recomputed from the raw numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from gordan.conic_outcome import KernelBall, KernelPoint
from gordan.constraint_outcome import Multipliers, PointBall, PointExact
from gordan.outcome import Check, Verdict
from gordan.problem.constraints import Constraints
from gordan.verify.conic.ball import ROUNDED, Ball, exact, frobenius, times
from gordan.verify.conic.exact import inside
from gordan.verify.conic.kernel import distance
from gordan.verify.conic.lowest import lowest
from gordan.verify.conic.weights import judge_weights

__all__ = ["judge_constraints"]

_COMPARED, _FRACTIONS = "comparison", "fractions"


def judge_constraints(system: Constraints, proof: Multipliers | PointBall | PointExact) -> Verdict:
    """The verdict on what is claimed to prove that the constraints have, or have no, common point."""
    if isinstance(proof, Multipliers):
        return Verdict(tuple(_multipliers(system, proof)), "rounded")
    return Verdict(tuple(_ball(system, proof) if isinstance(proof, PointBall) else _point(system, proof)), "rounded")


def _multipliers(system: Constraints, proof: Multipliers) -> list[Check]:
    sound = (
        isinstance(proof.kernel, KernelBall | KernelPoint) and _known(proof.rows, system.n + 1) and len(proof.rows) > 0
    )
    checks = [Check("conditions are some of all", str(sound), "True", _COMPARED, sound)]
    if not sound:
        return checks
    conic = system.certificate(proof.rows)
    if len(proof.rows) < system.n + 1:
        full = np.asarray(system.certificate(tuple(range(system.n + 1))).A)
        checks.append(_follow("conditions left out follow", full, proof.rows))
    checks += judge_weights(conic, proof.kernel)
    if not all(check.holds for check in checks):
        return checks
    if isinstance(proof.kernel, KernelPoint):
        last = Fraction(proof.kernel.integers[-1], proof.kernel.denominator)
        return [*checks, Check("what is left", str(last), "> 0", _FRACTIONS, last > 0)]
    # All points so near are inside the face, so that each of its entries is positive: the last one, if it has it.
    held = proof.kernel.faces[-1].tolist() == [0]
    return [*checks, Check("what is left is part of the face", str(held), "True", _COMPARED, held)]


def _ball(system: Constraints, proof: PointBall) -> list[Check]:
    x = proof.x
    sound = isinstance(x, np.ndarray) and x.dtype == np.float64 and x.shape == (system.n,)
    sound = bool(sound and np.isfinite(x).all() and 0.0 <= proof.radius < np.inf and _known(proof.rows, system.d.size))
    checks = [Check("point is finite, equations are some of all", str(sound), "True", _COMPARED, sound)]
    if not sound:
        return checks
    centre, E = np.append(x, 1.0), system.equations
    if len(proof.rows) < system.d.size:
        checks.append(_follow("equations left out follow", E, proof.rows))
    away = distance(exact(E[list(proof.rows)]), centre) if proof.rows else 0.0
    shown = f"{proof.radius:.17g}"
    checks.append(Check("equations are solved within", f"{away:.17g}", f"<= {shown}", ROUNDED, away <= proof.radius))
    conic = system.homogeneous()
    z = times(exact(conic.A.T), exact(centre[:, None]))
    # An entry moves by at most the length of its row times the distance.
    lengths = np.array([frobenius(exact(column)) for column in conic.A.T])
    low = lowest(conic, Ball(z.mid[:, 0], (z.rad[:, 0] + lengths * proof.radius) * (1.0 + 2.0**-50)))
    checks.append(Check("all so near are inside the cones", f"{low:.17g}", "> 0", ROUNDED, low > 0))
    return checks


def _point(system: Constraints, proof: PointExact) -> list[Check]:
    sound = len(proof.integers) == system.n and proof.denominator > 0
    checks = [Check("one number for each unknown", str(len(proof.integers)), str(system.n), _COMPARED, sound)]
    if not sound:
        return checks
    x = proof.values()
    solved = not any(_less(system.C, system.d, x))
    # τ = 1 is in the last entry.
    held = inside(system.homogeneous(), [*_less(system.G, system.h, x), Fraction(1)])
    checks.append(Check("equations are solved", str(solved), "True", _FRACTIONS, solved))
    checks.append(Check("the rest is in the cones", str(held), "True", _FRACTIONS, held))
    return checks


def _less(A: Any, b: Any, x: list[Fraction]) -> list[Fraction]:
    """b − Ax."""
    rows = zip(A, b.tolist(), strict=True)
    return [
        Fraction(v) - sum((Fraction(float(row[j])) * x[j] for j in np.flatnonzero(row)), Fraction(0)) for row, v in rows
    ]


def _known(rows: tuple[int, ...], count: int) -> bool:
    return len(set(rows)) == len(rows) and all(isinstance(i, int) and 0 <= i < count for i in rows)


def _follow(name: str, A: Any, rows: tuple[int, ...]) -> Check:
    """Whether all rows of a matrix have the rank of some, in integers: then they are combinations of those."""
    if not np.delete(A, list(rows), axis=0).any():
        return Check(name, "all zero", "zero", _COMPARED, True)
    whole, some = _rank(A), _rank(A[list(rows)])
    return Check(name, f"rank {whole}", f"rank {some}", "integers", whole == some)


def _rank(A: Any) -> int:
    from flint import fmpz_mat

    rows = [[Fraction(float(v)) for v in row] for row in A if row.any()]
    if not rows:
        return 0
    # Doubles over powers of two: the greatest denominator of a row is a multiple of all.
    tops = [max(v.denominator for v in row) for row in rows]
    return int(fmpz_mat([[int(v * top) for v in row] for row, top in zip(rows, tops, strict=True)]).rank())
