"""Whether a certificate is about this problem: the same question, asked of the same numbers."""

from __future__ import annotations

from gordan.certificate import Certificate
from gordan.certificate.record import Question
from gordan.outcome import Check
from gordan.problem import Points

__all__ = ["judge_origin"]

_SHOWN = 16  # digits of a hash that tell any two apart for a reader; all of them are compared


def judge_origin(problem: Points, certificate: Certificate) -> tuple[Check, ...]:
    """The certificate's own checksum, the question field by field, and the hash of all labels and numbers."""
    claimed, here = certificate.question, Question.of(problem)
    differing = [name for name in Question._fields if getattr(claimed, name) != getattr(here, name)]
    told = _size(here), _size(claimed)
    if differing:
        told = f"here {_told(here, differing)}", f"there {_told(claimed, differing)}"
    digest = problem.digest()
    found = "its own checksum" if certificate.unaltered else "another checksum"
    return (
        Check("certificate is unaltered", found, "its own checksum", "comparison", certificate.unaltered),
        Check("question is the certificate's", *told, "comparison", not differing),
        Check(
            "data are the certificate's",
            f"SHA-256 {digest[:_SHOWN]}…",
            f"SHA-256 {certificate.digest[:_SHOWN]}…",
            "comparison",
            digest == certificate.digest,
        ),
    )


def _size(question: Question) -> str:
    return f"{question.kind}, {question.n} rows, {question.m} columns"


def _told(question: Question, names: list[str]) -> str:
    return ", ".join(f"{name} {getattr(question, name)}" for name in names)
