"""What is claimed, as a certificate tells it: the bracket, the proof, and what else bounds the margin."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from gordan.file.certificate import number
from gordan.file.certificate.kernel import Coefficients, read_coefficients
from gordan.file.certificate.section import Section
from gordan.outcome import Bracket, Cancellation, Enclosure, Separator
from gordan.outcome.certificate.points import Hyperplane, Question, Weights

__all__ = ["Claimed", "read_bracket", "read_claimed", "read_if_needed"]

_PROOFS = {"separable": ("separator",), "inseparable": ("cancellation", "enclosure"), "undecided": ()}
_IMPLICIT = {"separable": ("kernel separator",), "inseparable": ("cancellation",)}
_LINES = 10**15  # no file has as many


class Claimed(NamedTuple):
    """The fields from "alternative" to "lines"."""

    alternative: str
    arithmetic: str
    bracket: Bracket
    proof: Separator | Coefficients | Cancellation | Enclosure | None
    hyperplane: Hyperplane | Coefficients | None
    weights: Weights | None
    lines: tuple[int, ...] | None


def read_claimed(top: Section, question: Question) -> Claimed:
    """A claim that is whole: every part that its alternative and its bracket need, and none that they do not."""
    alternative = top.text("alternative", *_PROOFS)
    arithmetic = top.text("arithmetic", "rounded", "exact")
    bracket = read_bracket(top.section("bracket"))
    proof = _proof(read_if_needed(top, "proof", alternative != "undecided"), alternative, question)
    below = alternative != "separable" and bracket.lower > -inf
    hyperplane = _hyperplane(read_if_needed(top, "hyperplane", below), question)
    above = alternative != "inseparable" and bracket.upper < inf
    weights = _weights(read_if_needed(top, "weights", above), question.n)
    support = proof.support if isinstance(proof, Cancellation | Enclosure) else weights.rows if weights else ()
    lines = None
    if top.peek("lines") is None:
        top.take("lines", list, type(None))
    else:
        lines = top.rising("lines", 1, _LINES, len(support))
    return Claimed(alternative, arithmetic, bracket, proof, hyperplane, weights, lines)


def read_if_needed(top: Section, name: str, needed: bool) -> Section | None:
    """A section that is there just where something rests on it."""
    section = top.section_or_none(name)
    if needed and section is None:
        top.refuse(name, "is null", "what the alternative and the bracket rest on")
    if section is not None and not needed:
        top.refuse(name, "is given", "null, as the alternative or the bracket does not rest on it")
    return section


def read_bracket(section: Section) -> Bracket:
    """An end that is not known is null, and infinite."""
    lower, upper = section.number_or_none("lower", number.double), section.number_or_none("upper", number.double)
    section.end()
    return Bracket(-inf if lower is None else lower, inf if upper is None else upper)


def _proof(
    section: Section | None, alternative: str, question: Question
) -> Separator | Coefficients | Cancellation | Enclosure | None:
    if section is None:
        return None
    proof: Separator | Coefficients | Cancellation | Enclosure
    kind = section.text("kind", *(_IMPLICIT if question.implicit else _PROOFS)[alternative])
    if kind == "kernel separator":
        proof = read_coefficients(section, question.n)
    elif kind == "separator":
        direction, centre = section.doubles("direction", question.m), section.doubles("centre", question.m)
        proof = Separator(direction, section.number("offset", number.offset), centre)
    else:
        rows = section.rising("rows", 0, question.n)
        if kind == "cancellation":
            proof = Cancellation(rows, tuple(section.numbers("integers", number.positive, len(rows))))
        else:
            proof = Enclosure(rows, section.doubles("centre", len(rows)), section.doubles("radius", len(rows)))
    section.end()
    return proof


def _hyperplane(section: Section | None, question: Question) -> Hyperplane | Coefficients | None:
    if section is None:
        return None
    hyperplane: Hyperplane | Coefficients
    if question.implicit:
        hyperplane = read_coefficients(section, question.n)
    else:
        hyperplane = Hyperplane(section.doubles("direction", question.m), section.doubles("centre", question.m))
    section.end()
    return hyperplane


def _weights(section: Section | None, n: int) -> Weights | None:
    if section is None:
        return None
    rows = section.rising("rows", 0, n)
    weights = Weights(rows, section.doubles("values", len(rows)))
    section.end()
    return weights
