"""From the record of a split to the bytes of its certificate: the same record always gives the same ones."""

from __future__ import annotations

from typing import Any

from gordan.file.certificate.number import spell_integer
from gordan.file.certificate.parse import FORMAT
from gordan.file.certificate.spell import lay_out
from gordan.file.certificate.split.design import spell_design
from gordan.outcome.certificate.split import SplitCertificate
from gordan.outcome.split import Dependence

__all__ = ["spell_split"]


def spell_split(certificate: SplitCertificate) -> bytes:
    """One member to a line, lists on one line; the checksum comes last."""
    proof = certificate.proof
    return lay_out(
        {
            "format": FORMAT,
            "version": certificate.version,
            "gordan": certificate.gordan,
            "problem": {
                **certificate.question._asdict(),
                "names": list(certificate.names),
                "digest": certificate.digest,
            },
            "model": _model(certificate),
            "alternative": certificate.alternative,
            "proof": {
                "kind": "halves",
                "rows": list(certificate.rows),
                "direction": _integers(proof.direction),
                "weights": _integers(proof.weights),
                "flat": _dependence(proof.flat),
                "table": _dependence(proof.table),
            },
        }
    )


def _model(certificate: SplitCertificate) -> dict[str, Any] | None:
    if certificate.model is None:
        return None
    members = certificate.model._asdict()
    design = members.pop("design")
    if certificate.version == 1:
        return members
    return {**members, "design": None if design is None else spell_design(design)}


def _dependence(claim: Dependence) -> dict[str, Any]:
    return {
        "pivots": list(claim.pivots),
        "witness": claim.witness.tolist(),
        "relations": [{"columns": list(r.columns), "integers": _integers(r.integers)} for r in claim.relations],
    }


def _integers(values: Any) -> list[str]:
    return [spell_integer(int(v)) for v in values]
