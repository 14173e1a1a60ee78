"""Whether a certificate is about this problem: the same question, asked of the same numbers."""

from __future__ import annotations

from typing import Any

from gordan.file.certificate import Certificate
from gordan.outcome import Check
from gordan.outcome.certificate.points import Question
from gordan.problem import Gram, Points
from gordan.verify.check import fact

__all__ = ["compared", "is_the_data", "is_unaltered", "judge_origin"]

_SHOWN = 16  # digits of a hash that tell any two apart for a reader; all of them are compared


def judge_origin(problem: Points | Gram, certificate: Certificate) -> tuple[Check, ...]:
    """The certificate's own checksum, the question field by field, and the hash of all labels and numbers."""
    claimed, here = certificate.question, Question.of(problem)
    told = (_size(here), _size(claimed)) if claimed == here else compared(here._asdict(), claimed._asdict())
    return (
        is_unaltered(certificate.unaltered),
        fact("question is the certificate's", *told, claimed == here),
        is_the_data(problem.digest(), certificate.digest),
    )


def is_unaltered(unaltered: bool) -> Check:
    found = "its own checksum" if unaltered else "another checksum"
    return fact("certificate is unaltered", found, "its own checksum", unaltered)


def is_the_data(digest: str, claimed: str) -> Check:
    told = f"SHA-256 {digest[:_SHOWN]}…", f"SHA-256 {claimed[:_SHOWN]}…"
    return fact("data are the certificate's", *told, digest == claimed)


def compared(here: dict[str, Any], there: dict[str, Any]) -> tuple[str, str]:
    """What differs between two records of the same fields, each side in words."""
    names = [name for name in here if here[name] != there[name]]
    return f"here {_told(here, names)}", f"there {_told(there, names)}"


def _size(question: Question) -> str:
    return f"{question.kind}, {question.n} rows, {question.m} columns"


def _told(fields: dict[str, Any], names: list[str]) -> str:
    return ", ".join(f"{name} {fields[name]}" for name in names)
