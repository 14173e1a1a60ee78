"""The answer to `gordan verify` for a conic problem: what its certificate claims, and what the verifier says."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gordan.cli.clean import clean
from gordan.cli.digits import bracket_ends, bracket_words, brief, counted
from gordan.cli.judged import compose_record, draw, failed
from gordan.outcome import Cancellation, Verdict
from gordan.outcome.certificate import ConicCertificate
from gordan.outcome.certificate.conic import Integers
from gordan.outcome.proof import Interior, NullSpaceBall
from gordan.problem import Conic

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["ConicOpinion"]

_LISTED = 6  # parts of a cone in a line


@dataclass(frozen=True)
class ConicOpinion:
    """A certificate by its path, the map that it was held against and its file, and the verdict."""

    path: str
    certificate: ConicCertificate
    source: str
    problem: Conic
    verdict: Verdict

    def full(self, width: int) -> Iterable[RenderableType]:
        return draw(self.verdict, self._sentence(), self._facts(), width, on="the map")

    def _sentence(self) -> str:
        if self.certificate.alternative == "separable":
            return "the certificate proves that some y has A*y inside the cone."
        if self.certificate.alternative == "inseparable":
            return "the certificate proves that some x ≠ 0 in the cone has Ax = 0."
        return "it is not known whether some y has A*y inside the cone, but the bounds of its margin are proved."

    def _facts(self) -> Iterator[tuple[str, str]]:
        certificate, question = self.certificate, self.certificate.question
        yield "claim", f"{certificate.alternative}, margin {bracket_words(certificate.bracket)}"
        # Whoever wrote the certificate chose the cone: it is part of what is proved.
        yield "cone", _cone(self.certificate)
        if certificate.proof is not None:
            yield "proof", self._proof()
        yield "map", f"{clean(os.path.basename(self.source), 60)}: {question.m:,} x {question.n:,}"
        written = f"written by gordan {clean(certificate.gordan)}, {certificate.arithmetic} arithmetic"
        yield "certificate", f"{clean(os.path.basename(self.path), 60)}: {written}"

    def _proof(self) -> str:
        proof = self.certificate.proof
        if isinstance(proof, Interior):
            return "a direction y"
        if isinstance(proof, NullSpaceBall):
            return f"weights near given ones, within {brief(proof.radius)}"
        if isinstance(proof, Integers | Cancellation):
            return f"weights in integers, {counted(len(proof.integers), 'entry')} not 0"
        return "weights near given ones, each within a radius"

    def concise(self) -> str:
        if not self.verdict.holds:
            return f"rejected  {failed(self.verdict)}"
        margin = f"margin {bracket_ends(self.certificate.bracket)}"
        return f"accepted  {self.certificate.alternative}  {margin}  {counted(len(self.verdict.checks), 'check')}"

    def record(self) -> dict[str, Any]:
        certificate = self.certificate
        bracket = certificate.bracket
        claimed = {
            "outcome": certificate.alternative,
            "arithmetic": certificate.arithmetic,
            "bracket": {"lower": bracket.lower, "upper": bracket.upper},
            "posed": certificate.question.told(),
            "digest": certificate.digest,
            "gordan": certificate.gordan,
        }
        return compose_record(self.verdict, self.path, claimed=claimed, about={"file": self.source})


def _cone(certificate: ConicCertificate) -> str:
    parts = certificate.question.cone
    shown = ", ".join(str(part) for part in parts[:_LISTED])
    return f"{shown} and {counted(len(parts) - _LISTED, 'part')} more" if len(parts) > _LISTED else shown
