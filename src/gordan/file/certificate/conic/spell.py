"""From the record of a conic certificate to its bytes: the same record always gives the same ones."""

from __future__ import annotations

from typing import Any

from gordan.file.certificate.conic.face import tell_faces
from gordan.file.certificate.number import spell_double, spell_integer
from gordan.file.certificate.parse import FORMAT
from gordan.file.certificate.spell import lay_out, spell_bracket, spell_doubles
from gordan.outcome import Cancellation
from gordan.outcome.certificate.conic import ConicCertificate, ConicProof, ConicQuestion, Integers
from gordan.outcome.proof import Interior, NullSpaceBall

__all__ = ["spell_conic"]


def spell_conic(certificate: ConicCertificate) -> bytes:
    """One member to a line, lists on one line; the checksum comes last."""
    question = certificate.question
    top: dict[str, Any] = {
        "format": FORMAT,
        "version": certificate.version,
        "gordan": certificate.gordan,
        "problem": {**question.told(), "digest": certificate.digest},
        "alternative": certificate.alternative,
        "arithmetic": certificate.arithmetic,
        "bracket": spell_bracket(certificate.bracket),
        "proof": None if certificate.proof is None else _proof(certificate.proof, question),
        "hyperplane": None,
        "weights": None,
    }
    if certificate.direction is not None:
        top["hyperplane"] = {"direction": spell_doubles(certificate.direction)}
    if certificate.weights is not None:
        entries, values = certificate.weights
        top["weights"] = {"entries": list(entries), "values": spell_doubles(values)}
    return lay_out(top)


def _proof(proof: ConicProof, question: ConicQuestion) -> dict[str, Any]:
    if isinstance(proof, Interior):
        return {"kind": "interior", "direction": spell_doubles(proof.direction)}
    if isinstance(proof, NullSpaceBall):
        entries, ranks, bases = tell_faces(question.cone, proof.faces)
        told: dict[str, Any] = {"kind": "kernel ball", "entries": entries, "ranks": ranks}
        told["bases"] = [spell_double(v) for v in bases]
        return {**told, "centre": spell_doubles(proof.centre), "radius": spell_double(proof.radius)}
    if isinstance(proof, Integers):
        integers = [spell_integer(v) for v in proof.integers]
        denominator = spell_integer(proof.denominator)
        entries = list(proof.entries)
        return {"kind": "kernel point", "entries": entries, "integers": integers, "denominator": denominator}
    entries = list(proof.support)
    if isinstance(proof, Cancellation):
        return {"kind": "cancellation", "entries": entries, "integers": [spell_integer(v) for v in proof.integers]}
    centre, radius = spell_doubles(proof.centre), spell_doubles(proof.radius)
    return {"kind": "enclosure", "entries": entries, "centre": centre, "radius": radius}
