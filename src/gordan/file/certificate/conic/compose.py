"""From an outcome of a conic problem to its certificate."""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np

from gordan.errors import InputError
from gordan.file.certificate.compose import compose, undeciding
from gordan.outcome import (
    Cancellation,
    Enclosure,
    Inseparable,
    Interior,
    NullSpaceBall,
    NullSpacePoint,
    Outcome,
    Separable,
    Separator,
)
from gordan.outcome.certificate.conic import ConicCertificate, ConicProof, ConicQuestion, Integers
from gordan.outcome.certificate.points import Hyperplane, Weights
from gordan.outcome.certificate.version import __version__
from gordan.problem import Conic
from gordan.problem.cone import PSD

__all__ = ["compose_conic"]


def compose_conic(problem: Conic, outcome: Outcome) -> ConicCertificate:
    """The certificate; entries in their order, nothing that the verifier does not check."""
    told: dict[str, Any] = {"gordan": __version__, "question": ConicQuestion.of(problem), "digest": problem.digest()}
    told |= {"alternative": outcome.kind, "arithmetic": outcome.verdict.proof, "bracket": undeciding(outcome)}
    if problem.polyhedral and not isinstance(outcome.proof, Interior | NullSpaceBall | NullSpacePoint):
        return ConicCertificate(**told, **_about_points(problem, outcome))
    below = not isinstance(outcome, Separable) and outcome.bracket.lower > -inf
    above = not isinstance(outcome, Inseparable) and outcome.bracket.upper < inf
    weights = None
    if above and outcome.weights is not None:
        entries = np.flatnonzero(outcome.weights)
        weights = Weights(tuple(entries.tolist()), outcome.weights[entries])
    proof = None if outcome.proof is None else _ordered(problem, outcome.proof)
    return ConicCertificate(**told, proof=proof, direction=outcome.coef if below else None, weights=weights)


def _about_points(problem: Conic, outcome: Outcome) -> dict[str, Any]:
    """What was found of an orthant: of its columns, as points."""
    found = compose(problem.points(), outcome)
    proof: Any = found.proof
    if isinstance(proof, Separator):
        proof = Interior(proof.direction)
    assert proof is None or isinstance(proof, Interior | Cancellation | Enclosure)  # points have no other proofs
    # Without an intercept the centre plays no part.
    direction = found.hyperplane.direction if isinstance(found.hyperplane, Hyperplane) else None
    return {"proof": proof, "direction": direction, "weights": found.weights}


def _ordered(problem: Conic, proof: Any) -> ConicProof:
    if isinstance(proof, NullSpacePoint):
        entries = tuple(j for j, value in enumerate(proof.integers) if value)
        return Integers(entries, tuple(proof.integers[j] for j in entries), proof.denominator)
    if isinstance(proof, NullSpaceBall):
        return _ordered_ball(problem, proof)
    if isinstance(proof, Interior):
        return proof
    raise InputError(f"the proof is a {type(proof).__name__}, which no conic problem has; give what solve returned")


def _ordered_ball(problem: Conic, proof: NullSpaceBall) -> NullSpaceBall:
    """The entries of every face rising, each with its own number of the centre."""
    faces, order, start = [], [], 0
    for part, face in zip(problem.cone.parts, proof.faces, strict=True):
        if isinstance(part, PSD):
            size = face.shape[1] * (face.shape[1] + 1) // 2
            own = np.arange(size)
        else:
            size, own = face.size, np.argsort(face)
            face = face[own]
        faces.append(face)
        order.append(start + own)
        start += size
    return NullSpaceBall(tuple(faces), proof.centre[np.concatenate(order)], proof.radius)
