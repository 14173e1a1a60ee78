"""Every claim of an outcome about a conic problem, recomputed from the raw numbers and judged by name."""

from __future__ import annotations

from typing import Any

import numpy as np

from gordan.cone import PSD, Lorentz
from gordan.conic_outcome import (
    ConicInseparable,
    ConicSeparable,
    ConicUndecided,
    Interior,
    KernelBall,
    KernelPoint,
)
from gordan.errors import InputError
from gordan.outcome import Answered, Check, Verdict
from gordan.problem import Conic
from gordan.verify.conic.exact import cancels, inside
from gordan.verify.conic.interior import margin_at_least
from gordan.verify.conic.kernel import distance, on_face, room
from gordan.verify.conic.upper import margin_at_most

__all__ = ["judge_conic"]

_COMPARED, _ROUNDED, _FRACTIONS = "comparison", "rounded products, ball arithmetic", "fractions"


# What overflows becomes an infinity or no number, of which no check holds.
@np.errstate(over="ignore", invalid="ignore")
def judge_conic(problem: Conic, outcome: Any, proof: str = "rounded") -> Verdict:
    """The verdict on an outcome of a conic problem."""
    if not isinstance(outcome, Answered):
        raise InputError(f"outcome is {outcome!r}; give what solve returned for this problem")
    kinds = _kinds(outcome, proof)
    claimed = getattr(outcome, "proof", None)
    if not isinstance(claimed, kinds):
        needed = " or ".join(kind.__name__ for kind in kinds) or "that of an answer about a cone"
        kind = Check("proof is of its kind", type(claimed).__name__, needed, _COMPARED, False)
        return Verdict((kind,), proof)
    checks = _judge_proof(problem, outcome)
    if not all(check.holds for check in checks):
        return Verdict(tuple(checks), proof)
    if not isinstance(outcome, ConicSeparable):
        checks += _lower(problem, outcome)
    if not isinstance(outcome, ConicInseparable):
        checks += _upper(problem, outcome)
    return Verdict(tuple(checks), proof)


def _kinds(outcome: Any, proof: str) -> tuple[type, ...]:
    if isinstance(outcome, ConicSeparable):
        return (Interior,)
    if isinstance(outcome, ConicInseparable):
        return (KernelPoint,) if proof == "exact" else (KernelPoint, KernelBall)
    # An answer about points claims what is not judged here, whatever its proof.
    return (type(None),) if isinstance(outcome, ConicUndecided) else ()


def _judge_proof(problem: Conic, outcome: Any) -> list[Check]:
    if isinstance(outcome, ConicSeparable):
        return _interior(problem, outcome)
    if not isinstance(outcome, ConicInseparable):
        return []
    checks = _point(problem, outcome.proof) if isinstance(outcome.proof, KernelPoint) else _near(problem, outcome.proof)
    upper = outcome.bracket.upper
    return [*checks, Check("upper bound of the margin", f"{upper:.17g}", ">= 0", _COMPARED, upper >= 0.0)]


def _interior(problem: Conic, outcome: ConicSeparable) -> list[Check]:
    y = outcome.proof.direction
    checks = [_vector("direction is finite and not zero", y, problem.m)]
    if not checks[0].holds:
        return checks
    same = outcome.coef is not None and np.array_equal(outcome.coef, y)
    checks.append(Check("coef is the proof's", str(same), "True", _COMPARED, same))
    found, arithmetic = margin_at_least(problem, y)
    checks.append(Check("A*y inside the cone", f"{found:.17g}", "> 0", arithmetic, found > 0))
    checks.append(_at_least(found, outcome.bracket.lower, arithmetic))
    return checks


def _near(problem: Conic, proof: KernelBall) -> list[Check]:
    sound = _sound(problem, proof)
    checks = [Check("faces and centre fit the cone", str(sound), "True", _COMPARED, sound)]
    if not sound:
        return checks
    away = distance(on_face(problem, proof.faces), proof.centre)
    within = room(problem, proof.faces, proof.centre)
    radius, shown = proof.radius, f"{proof.radius:.17g}"
    checks.append(Check("weights that cancel are within", f"{away:.17g}", f"<= {shown}", _ROUNDED, away <= radius))
    checks.append(Check("all so near are in the cone", f"{within:.17g}", f"> {shown}", _ROUNDED, within > radius))
    return checks


def _sound(problem: Conic, proof: KernelBall) -> bool:
    """Whether the face is one, and its coordinates are numbers of which some belong to a ray."""
    if not isinstance(proof.faces, tuple) or len(proof.faces) != len(problem.cone.parts):
        return False
    if not isinstance(proof.radius, float) or not 0.0 <= proof.radius < np.inf:
        return False
    size = 0
    for part, face in zip(problem.cone.parts, proof.faces, strict=True):
        if isinstance(part, PSD):
            if not _doubles(face) or face.ndim != 2 or face.shape[0] != part.n:
                return False
            if face.shape[1] and not face.any():
                return False
            size += face.shape[1] * (face.shape[1] + 1) // 2
            continue
        if type(face) is not np.ndarray or face.dtype != np.int64 or face.ndim != 1:
            return False
        entries = face.tolist()
        known = len(set(entries)) == len(entries) and set(entries) <= set(range(part.size))
        if not known or (isinstance(part, Lorentz) and entries not in ([], list(range(part.size)))):
            return False
        size += len(entries)
    return _doubles(proof.centre) and proof.centre.shape == (size,) and size > 0


def _doubles(values: Any) -> bool:
    """Whether these are finite doubles: of other numbers, sums may wrap around or lose a part."""
    return type(values) is np.ndarray and values.dtype == np.float64 and bool(np.isfinite(values).all())


def _point(problem: Conic, proof: KernelPoint) -> list[Check]:
    whole = isinstance(proof.integers, tuple) and all(type(v) is int for v in (*proof.integers, proof.denominator))
    # Integers of a machine's width would wrap around.
    checks = [Check("weights are Python integers", str(whole), "True", _COMPARED, whole)]
    if not whole:
        return checks
    sound = len(proof.integers) == problem.n and proof.denominator > 0
    checks.append(Check("one number for each entry", str(len(proof.integers)), str(problem.n), _COMPARED, sound))
    if not sound:
        return checks
    values = proof.values()
    held = (("weights are in the cone, not zero", inside), ("weights cancel", cancels))
    for name, test in held:
        holds = test(problem, values)
        checks.append(Check(name, str(holds), "True", _FRACTIONS, holds))
    return checks


def _lower(problem: Conic, outcome: Answered) -> list[Check]:
    lower = outcome.bracket.lower
    if outcome.coef is None or not np.isfinite(lower):
        return [Check("no lower bound claimed", str(lower), "-inf", _COMPARED, lower == -np.inf)]
    sound = _vector("direction is finite and not zero", outcome.coef, problem.m)
    if not sound.holds:
        return [sound]
    found, arithmetic = margin_at_least(problem, outcome.coef)
    return [sound, _at_least(found, lower, arithmetic)]


def _upper(problem: Conic, outcome: Answered) -> list[Check]:
    upper = outcome.bracket.upper
    if outcome.weights is None or not np.isfinite(upper):
        return [Check("no upper bound claimed", str(upper), "inf", _COMPARED, upper == np.inf)]
    sound = _vector("weights are finite and not zero", outcome.weights, problem.n)
    if not sound.holds:
        return [sound]
    found = margin_at_most(problem, outcome.weights)
    return [sound, Check("margin at most", f"{found:.17g}", f"<= {upper:.17g}", _ROUNDED, found <= upper)]


def _at_least(found: float, claimed: float, arithmetic: str) -> Check:
    return Check("margin at least", f"{found:.17g}", f">= {claimed:.17g}", arithmetic, found >= claimed)


def _vector(name: str, v: Any, size: int) -> Check:
    sound = _doubles(v) and v.shape == (size,) and bool(v.any())
    shown = f"{v.shape} of {v.dtype}" if isinstance(v, np.ndarray) else type(v).__name__
    return Check(name, shown, f"({size},) of float64", _COMPARED, sound)
