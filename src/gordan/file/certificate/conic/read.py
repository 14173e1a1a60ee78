"""The certificate of a conic problem, field by field; what is not exactly of the format is refused with its name."""

from __future__ import annotations

from math import inf
from typing import Any

from gordan.arithmetic.array import Array
from gordan.file.certificate import number
from gordan.file.certificate.claimed import read_bracket, read_if_needed
from gordan.file.certificate.conic.face import read_faces
from gordan.file.certificate.section import Section
from gordan.outcome import Cancellation, Enclosure
from gordan.outcome.certificate.conic import ConicProof, ConicQuestion, Integers
from gordan.outcome.certificate.points import Weights
from gordan.outcome.proof import Interior, NullSpaceBall
from gordan.problem.cone_part import FORMS, ConePart

__all__ = ["read_conic"]

_PROOFS = {"separable": ("interior",), "inseparable": ("kernel ball", "kernel point"), "undecided": ()}
_OF_POINTS = ("cancellation", "enclosure")  # of an orthant, whose columns are points


def read_conic(top: Section) -> dict[str, Any]:
    """The fields of a `ConicCertificate`, refused where no conic problem whatever could have them."""
    question, digest = _posed(top.section("problem"))
    told: dict[str, Any] = {"question": question, "digest": digest}
    told["alternative"] = top.text("alternative", *_PROOFS)
    told["arithmetic"] = top.text("arithmetic", "rounded", "exact")
    told["bracket"] = read_bracket(top.section("bracket"))
    decided = told["alternative"] != "undecided"
    told["proof"] = _proof(read_if_needed(top, "proof", decided), told["alternative"], question)
    below = told["alternative"] != "separable" and told["bracket"].lower > -inf
    told["direction"] = _direction(read_if_needed(top, "hyperplane", below), question.m)
    above = told["alternative"] != "inseparable" and told["bracket"].upper < inf
    told["weights"] = _weights(read_if_needed(top, "weights", above), question.n)
    return told


def _posed(section: Section) -> tuple[ConicQuestion, str]:
    kind, m, n = section.text("kind", "conic"), section.count("m"), section.count("n")
    named = section.section("cone")
    forms = named.texts("parts", *FORMS)
    cone = tuple(map(ConePart, forms, named.counts("orders", len(forms))))
    named.end()
    if (total := sum(part.size for part in cone)) != n:
        section.refuse("n", f"is {n}", f"{total}, which the parts of the cone have in all")
    digest = section.hash("digest")
    section.end()
    return ConicQuestion(kind, m, n, cone), digest


def _proof(section: Section | None, alternative: str, question: ConicQuestion) -> ConicProof | None:
    if section is None:
        return None
    more = _OF_POINTS if question.polyhedral and alternative == "inseparable" else ()
    kind = section.text("kind", *_PROOFS[alternative], *more)
    proof: ConicProof
    if kind == "interior":
        proof = Interior(section.doubles("direction", question.m))
    elif kind == "kernel ball":
        faces, size = read_faces(section, question.cone, question.n)
        proof = NullSpaceBall(faces, section.doubles("centre", size), section.number("radius", number.double))
    else:
        proof = _entries(section, kind, question.n)
    section.end()
    return proof


def _entries(section: Section, kind: str, n: int) -> ConicProof:
    """A proof with something for each of its entries."""
    entries = section.rising("entries", 0, n)
    k = len(entries)
    if kind == "kernel point":
        integers = tuple(section.numbers("integers", number.integer, k))
        return Integers(entries, integers, section.number("denominator", number.positive))
    if kind == "cancellation":
        return Cancellation(entries, tuple(section.numbers("integers", number.positive, k)))
    return Enclosure(entries, section.doubles("centre", k), section.doubles("radius", k))


def _direction(section: Section | None, m: int) -> Array | None:
    if section is None:
        return None
    direction = section.doubles("direction", m)
    section.end()
    return direction


def _weights(section: Section | None, n: int) -> Weights | None:
    if section is None:
        return None
    entries = section.rising("entries", 0, n)
    weights = Weights(entries, section.doubles("values", len(entries)))
    section.end()
    return weights
