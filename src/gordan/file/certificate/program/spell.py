"""From the record of a program's certificate to its bytes: the same record always gives the same ones."""

from __future__ import annotations

from typing import Any

from gordan.file.certificate.number import spell_fraction, spell_integer
from gordan.file.certificate.parse import FORMAT
from gordan.file.certificate.program.read import PARTS
from gordan.file.certificate.spell import lay_out
from gordan.outcome.alternative import Contradiction, Point
from gordan.outcome.certificate.program import ProgramCertificate

__all__ = ["spell_program"]


def spell_program(certificate: ProgramCertificate) -> bytes:
    """One member to a line, lists on one line; the checksum comes last."""
    return lay_out(
        {
            "format": FORMAT,
            "version": certificate.version,
            "gordan": certificate.gordan,
            "problem": {**certificate.question._asdict(), "digest": certificate.digest},
            "file": certificate.file,
            "alternative": certificate.alternative,
            "proof": _proof(certificate.proof, certificate.names),
        }
    )


def _proof(proof: Point | Contradiction, names: tuple[str, ...]) -> dict[str, Any]:
    if isinstance(proof, Point):
        return {
            "kind": "point",
            "columns": [j for j, v in enumerate(proof.values) if v],
            "names": list(names),
            "values": [spell_fraction(v) for v in proof.values if v],
        }
    told: dict[str, Any] = {"kind": "contradiction", "irreducible": proof.irreducible}
    for part, (place, side) in PARTS.items():
        which = [k for k, term in enumerate(proof.terms) if (term.place, term.side) == (place, side)]
        told[part] = {
            "numbers": [proof.terms[k].number for k in which],
            "names": [names[k] for k in which],
            "weights": [spell_integer(proof.terms[k].weight) for k in which],
        }
    return told
