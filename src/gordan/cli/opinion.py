"""The answer to `gordan verify`: what a certificate claims of a file, and what the verifier says to it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from gordan.cli.claim import said, told
from gordan.cli.clean import clean
from gordan.cli.digits import bracket_ends, bracket_words, counted
from gordan.cli.judged import compose_record, draw, failed
from gordan.cli.sides import Sides, take_sides
from gordan.file.certificate.format import spell_members
from gordan.file.table import Table
from gordan.outcome import Verdict
from gordan.outcome.certificate import Certificate
from gordan.problem import Points

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["Opinion"]


@dataclass(frozen=True)
class Opinion:
    """A certificate by its path, the data it was held against, and the verdict."""

    path: str
    certificate: Certificate
    table: Table
    problem: Points
    verdict: Verdict

    @cached_property
    def sides(self) -> Sides:
        return take_sides(self.table, self.problem)

    def full(self, width: int) -> Iterable[RenderableType]:
        return draw(self.verdict, self._sentence() if self.verdict.holds else "", self._facts(), width)

    def _sentence(self) -> str:
        claim = said(self.certificate.alternative, self.sides, self.problem)
        if self.certificate.alternative == "undecided":
            return f"{claim}, but the bounds of its margin are proved."
        return f"the certificate proves that {claim}."

    def _facts(self) -> Iterator[tuple[str, str]]:
        certificate, question = self.certificate, self.certificate.question
        size = f"{counted(question.n, 'row')}, {counted(question.m, 'column')}"
        origin = "arrays" if certificate.source is None else clean(certificate.source.file, 60)
        yield "claim", f"{certificate.alternative}, margin {bracket_words(certificate.bracket)}"
        yield "made from", f"{origin}: {size}, {certificate.question.numbers} numbers"
        yield "data", told(self.table, self.problem, self.sides)
        written = f"gordan {clean(certificate.gordan)}, {certificate.arithmetic} arithmetic"
        yield "certificate", f"{clean(os.path.basename(self.path), 60)}: written by {written}"

    def concise(self) -> str:
        if not self.verdict.holds:
            return f"rejected  {failed(self.verdict)}"
        margin = f"margin {bracket_ends(self.certificate.bracket)}"
        return f"accepted  {self.certificate.alternative}  {margin}  {counted(len(self.verdict.checks), 'check')}"

    def record(self) -> dict[str, Any]:
        certificate, table = self.certificate, self.table
        bracket = certificate.bracket
        claimed = {
            "outcome": certificate.alternative,
            "arithmetic": certificate.arithmetic,
            "bracket": {"lower": bracket.lower, "upper": bracket.upper},
            "posed": {
                **{k: v for k, v in spell_members(certificate)["problem"].items() if k not in ("digest", "names")},
                "classes": certificate.question.classes,
            },
            "digest": certificate.digest,
            "source": None if certificate.source is None else certificate.source._asdict(),
            "gordan": certificate.gordan,
        }
        about = {"file": table.source, "label": table.label, "positive": table.positive}
        return compose_record(self.verdict, self.path, claimed=claimed, about=about)
