"""The answer to `gordan verify`: what a certificate claims of some data, and what the verifier says to it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gordan.cli.clean import clean
from gordan.cli.digits import counted
from gordan.cli.verification_case import Case
from gordan.file.certificate.format import spell_problem
from gordan.outcome import Verdict
from gordan.outcome.alternative import ContradictionBall
from gordan.outcome.certificate import AnyCertificate, Certificate, ConicCertificate, ConstraintsCertificate
from gordan.outcome.record import __version__, plain_verdict

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["VerificationPage"]


@dataclass(frozen=True)
class VerificationPage:
    """A certificate by its path, the verdict on it, and what its kind has to say."""

    path: str
    certificate: AnyCertificate
    verdict: Verdict
    case: Case

    def full(self, width: int) -> Iterator[RenderableType]:
        from rich.text import Text

        from gordan.cli.grid import checklist, pairs

        sentence, style = self.case.proved, "bold green"
        if not self.verdict.holds:
            sentence = f"the certificate does not prove its claim of these data. Failed: {self._failed()}."
            style = "bold red"
        yield Text.assemble((f"{self._word().capitalize()}: ", style), (sentence, "bold"))
        yield ""
        yield pairs((*self.case.facts, ("certificate", self._written())))
        yield from checklist(self.verdict, "certificate", width, on=self.case.on)

    def concise(self) -> str:
        if not self.verdict.holds:
            return f"rejected  {self._failed()}"
        parts = (*self.case.accepted, counted(len(self.verdict.checks), "check"), *self.case.caveats)
        return "  ".join(("accepted", self.certificate.alternative, *parts))

    def record(self) -> dict[str, object]:
        """The verdict on the certificate, what it claims, about which data, and every check."""
        return {
            "verdict": self._word(),
            "failed": [check.name for check in self.verdict.failed],
            "certificate": self.path,
            "claimed": self._claimed(),
            **self.case.about,
            "checks": plain_verdict(self.verdict)["checks"],
            "gordan": __version__,
        }

    def _claimed(self) -> dict[str, object]:
        certificate, margin = self.certificate, {}
        if isinstance(certificate, Certificate | ConicCertificate):
            bracket = {"lower": certificate.bracket.lower, "upper": certificate.bracket.upper}
            margin = {"arithmetic": certificate.arithmetic, "bracket": bracket}
        posed = {name: v for name, v in spell_problem(certificate).items() if name not in ("digest", "names")}
        if isinstance(certificate, Certificate):
            posed["classes"] = list(certificate.question.classes)
        return {
            "outcome": certificate.alternative,
            **margin,
            "posed": posed,
            "digest": certificate.digest,
            **self.case.claimed,
            "gordan": certificate.gordan,
        }

    def _written(self) -> str:
        arithmetic = "in integers"
        if isinstance(self.certificate, Certificate | ConicCertificate):
            arithmetic = f"{self.certificate.arithmetic} arithmetic"
        elif isinstance(self.certificate, ConstraintsCertificate):
            arithmetic = "with the constraints"
        elif isinstance(getattr(self.certificate, "proof", None), ContradictionBall):
            arithmetic = "in doubles"
        name = clean(os.path.basename(self.path), 60)
        return f"{name}: written by gordan {clean(self.certificate.gordan)}, {arithmetic}"

    def _word(self) -> str:
        return "accepted" if self.verdict.holds else "rejected"

    def _failed(self) -> str:
        return ", ".join(check.name for check in self.verdict.failed)
