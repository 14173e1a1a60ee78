"""The answer to `gordan verify` for a linear program: what its certificate claims, and what the verifier says."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gordan.cli.clean import clean
from gordan.cli.digits import counted
from gordan.cli.judged import compose_record, draw, failed
from gordan.cli.size import size_of
from gordan.file.certificate import ProgramCertificate
from gordan.outcome import Verdict
from gordan.outcome.alternative import Contradiction
from gordan.problem import Program

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["ProgramOpinion"]

_LISTED = 12  # names in a sentence


@dataclass(frozen=True)
class ProgramOpinion:
    """A certificate by its path, the program that it was held against, and the verdict."""

    path: str
    certificate: ProgramCertificate
    program: Program
    verdict: Verdict

    def full(self, width: int) -> Iterable[RenderableType]:
        return draw(self.verdict, f"the certificate proves that {self._claim()}.", self._facts(), width)

    def _claim(self) -> str:
        kept = " strictly" if self.certificate.question.strict else ""
        if self.certificate.alternative == "feasible":
            return f"a point satisfies every constraint{kept}"
        return f"no point satisfies every constraint{kept}"

    def _facts(self) -> Iterator[tuple[str, str]]:
        certificate = self.certificate
        proof, names = certificate.proof, [clean(name) for name in certificate.names]
        shown = ", ".join(names[:_LISTED]) + (f" and {len(names) - _LISTED:,} more" if len(names) > _LISTED else "")
        if isinstance(proof, Contradiction):
            least = ", irreducible" if proof.irreducible else ""
            yield "claim", f"infeasible: {counted(len(proof.terms), 'inequality')} in contradiction{least}"
        else:
            yield "claim", f"feasible: {counted(len(names), 'column')} not 0"
        yield "names", shown or "none"
        yield "made from", clean(certificate.file or "a program in memory", 60)
        yield "program", f"{clean(os.path.basename(self.program.source), 60)}: {size_of(self.program)}"
        written = f"written by gordan {clean(certificate.gordan)}, in integers"
        yield "certificate", f"{clean(os.path.basename(self.path), 60)}: {written}"

    def concise(self) -> str:
        if not self.verdict.holds:
            return f"rejected  {failed(self.verdict)}"
        return f"accepted  {self.certificate.alternative}  {counted(len(self.verdict.checks), 'check')}"

    def record(self) -> dict[str, Any]:
        certificate = self.certificate
        claimed = {
            "outcome": certificate.alternative,
            "posed": certificate.question._asdict(),
            "digest": certificate.digest,
            "names": list(certificate.names),
            "file": certificate.file,
            "gordan": certificate.gordan,
        }
        return compose_record(self.verdict, self.path, claimed=claimed, about={"file": self.program.source})
