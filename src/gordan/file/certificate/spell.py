"""From the record of a certificate to its bytes: the same record always gives the same ones."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.errors import InputError
from gordan.file.certificate.kernel import Coefficients
from gordan.file.certificate.number import spell_double, spell_integer, spell_offset
from gordan.file.certificate.parse import FORMAT
from gordan.file.certificate.seal import checksum
from gordan.outcome import Bracket, Cancellation, Enclosure, Separator
from gordan.outcome.certificate.points import Certificate

__all__ = ["lay_out", "spell", "spell_bracket", "spell_doubles"]


def spell(certificate: Certificate) -> bytes:
    """One member to a line, lists on one line; the checksum comes last."""
    question = certificate.question
    top: dict[str, Any] = {
        "format": FORMAT,
        "version": certificate.version,
        "gordan": certificate.gordan,
        "problem": {
            **question.told(),
            "classes": [_label(each) for each in question.classes],
            "names": list(certificate.names),
            "digest": certificate.digest,
        },
        "source": None if certificate.source is None else certificate.source._asdict(),
        "alternative": certificate.alternative,
        "arithmetic": certificate.arithmetic,
        "bracket": spell_bracket(certificate.bracket),
        "proof": _proof(certificate.proof),
        "hyperplane": None,
        "weights": None,
        "lines": None if certificate.lines is None else list(certificate.lines),
    }
    if isinstance(certificate.hyperplane, Coefficients):
        top["hyperplane"] = _coefficients(certificate.hyperplane)
    elif certificate.hyperplane is not None:
        direction, centre = certificate.hyperplane
        top["hyperplane"] = {"direction": spell_doubles(direction), "centre": spell_doubles(centre)}
    if certificate.weights is not None:
        rows, values = certificate.weights
        top["weights"] = {"rows": list(rows), "values": spell_doubles(values)}
    return lay_out(top)


def lay_out(top: dict[str, Any]) -> bytes:
    """The members with their checksum, one to a line."""
    sealed = {**top, "checksum": checksum(top)}
    members = ",\n".join(_member(name, value, "  ") for name, value in sealed.items())
    return f"{{\n{members}\n}}\n".encode("ascii")


def _member(name: str, value: Any, indent: str) -> str:
    if not isinstance(value, dict):
        return f"{indent}{json.dumps(name)}: {json.dumps(value)}"
    inner = ",\n".join(_member(key, each, indent + "  ") for key, each in value.items())
    return f"{indent}{json.dumps(name)}: {{\n{inner}\n{indent}}}"


def _coefficients(found: Coefficients) -> dict[str, Any]:
    rows, values, offset = found
    return {"rows": list(rows), "coefficients": spell_doubles(values), "offset": spell_offset(offset)}


def _proof(proof: Separator | Coefficients | Cancellation | Enclosure | None) -> dict[str, Any] | None:
    if proof is None:
        return None
    if isinstance(proof, Coefficients):
        return {"kind": "kernel separator", **_coefficients(proof)}
    if isinstance(proof, Separator):
        direction, centre = spell_doubles(proof.direction), spell_doubles(proof.centre)
        return {"kind": "separator", "direction": direction, "offset": spell_offset(proof.offset), "centre": centre}
    rows = list(proof.support)
    if isinstance(proof, Cancellation):
        return {"kind": "cancellation", "rows": rows, "integers": [spell_integer(v) for v in proof.integers]}
    return {
        "kind": "enclosure",
        "rows": rows,
        "centre": spell_doubles(proof.centre),
        "radius": spell_doubles(proof.radius),
    }


def spell_bracket(bracket: Bracket) -> dict[str, str | None]:
    return {"lower": _end(bracket.lower), "upper": _end(bracket.upper)}


def spell_doubles(values: Array) -> list[str]:
    return [spell_double(v) for v in values.tolist()]


def _end(value: float) -> str | None:
    """One end of the bracket; what is infinite is not known."""
    return None if value in (float("-inf"), float("inf")) else spell_double(value)


def _label(label: Any) -> dict[str, Any]:
    """A class under the name of its type; in arrays of objects it may be a number of NumPy's."""
    label = label.item() if isinstance(label, np.generic) else label
    if isinstance(label, bool):
        return {"truth": label}
    if isinstance(label, str):
        return {"text": label}
    if isinstance(label, int):
        return {"whole": spell_integer(label)}
    if isinstance(label, float) and label - label == 0.0:
        return {"number": spell_double(label)}
    raise InputError(
        f"the class {label!r} is of type {type(label).__name__}, which a certificate has no spelling for; "
        "pose the problem with labels that are text or finite numbers"
    )
