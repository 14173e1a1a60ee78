"""Whether the certificate of a conic problem is about this one: the same cone, the same map."""

from __future__ import annotations

from gordan.outcome import Check
from gordan.outcome.certificate.conic import ConicCertificate, ConicQuestion
from gordan.problem import Conic
from gordan.verify.check import fact
from gordan.verify.origin import is_the_data, is_unaltered

__all__ = ["judge_conic_origin"]

_SHOWN = 4  # parts of a cone in a check; all of them are compared


def judge_conic_origin(problem: Conic, certificate: ConicCertificate) -> tuple[tuple[Check, ...], bool]:
    """The checks, and whether the question is the same: only of the problem's own size is an outcome made."""
    claimed, here = certificate.question, ConicQuestion.of(problem)
    same = claimed == here
    return (
        is_unaltered(certificate.unaltered),
        fact("question is the certificate's", *_sizes(here, claimed), same),
        is_the_data(problem.digest(), certificate.digest),
    ), same


def _sizes(here: ConicQuestion, claimed: ConicQuestion) -> tuple[str, str]:
    if here == claimed:
        return _size(here, claimed), _size(claimed, here)
    return f"problem has {_size(here, claimed)}", f"certificate has {_size(claimed, here)}"


def _size(question: ConicQuestion, other: ConicQuestion) -> str:
    """The size and the cone, from the first part that differs."""
    pairs = zip(question.cone, other.cone, strict=False)
    first = next((k for k, (a, b) in enumerate(pairs) if a != b), min(len(question.cone), len(other.cone)))
    start = 0 if question.cone == other.cone else min(first, len(question.cone))
    shown = [str(part) for part in question.cone[start : start + _SHOWN]]
    before, after = "…, " if start else "", ", …" if len(question.cone) > start + _SHOWN else ""
    return f"{question.kind}, {question.m} x {question.n}, {before}{', '.join(shown)}{after}"
