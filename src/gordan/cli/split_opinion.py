"""The answer to `gordan verify` for a split: what its certificate claims of a model, and what the verifier says."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gordan.cli.clean import clean
from gordan.cli.digits import counted
from gordan.cli.judged import compose_record, draw, failed
from gordan.cli.repose import Reposed
from gordan.outcome import Verdict
from gordan.outcome.certificate import SplitCertificate
from gordan.regression.model.family import FAMILIES
from gordan.regression.model.formula.coding import invented_codings

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["SplitOpinion"]

_LISTED = 12  # lines or names in a sentence
_CARRIED = "taken from the certificate, not recomputed"
_FORMULA = {
    "other": "its formula is not confirmed: read on these data it gives other rows",
    "not read": "its formula is not confirmed: the closed grammar cannot read it on these data",
}


@dataclass(frozen=True)
class SplitOpinion:
    """A certificate by its path, the model that it was held against, and the verdict."""

    path: str
    certificate: SplitCertificate
    reposed: Reposed
    verdict: Verdict

    @property
    def lines(self) -> list[int]:
        """The lines of the separated rows; known only where the certificate holds of these data."""
        posed = self.reposed.posed
        marked = posed.rows.separated(self.certificate.strict(), posed.design.n)
        return [int(line) for line in posed.design.labels[marked]]

    @property
    def carried(self) -> tuple[str, ...]:
        """The columns whose numbers are the certificate's own word: carried, or levels in a coding of its own."""
        description = self.reposed.posed.description
        if self.reposed.given or description is None:
            return ()
        return (*description.carried, *invented_codings(description))

    def full(self, width: int) -> Iterable[RenderableType]:
        on = "the rows, of which the certificate gave the carried columns" if self.carried else "the raw rows"
        return draw(self.verdict, self._sentence() if self.verdict.holds else "", self._facts(), width, on=on)

    def _sentence(self) -> str:
        given = f"the certificate proves that {self._claim()}."
        if self.reposed.formula in _FORMULA:
            given = f"{given[:-1]} — of the model that it describes; {_FORMULA[self.reposed.formula]}."
        if not self.carried:
            return given
        return f"{given[:-1]} — with {counted(len(self.carried), 'column')} {_CARRIED}."

    def _claim(self) -> str:
        if self.certificate.alternative == "overlap":
            unique = "and they are unique" if self.certificate.full_rank else "but they are not unique"
            return f"finite maximum-likelihood estimates exist, {unique}: no row is separated"
        separated = f"{len(self.lines):,} of {counted(self.reposed.posed.design.n, 'row')} are separated"
        if self.reposed.posed.family == "log-binomial":  # whose likelihood may still have its maximum
            return separated
        return f"finite maximum-likelihood estimates do not exist: {separated}"

    def _facts(self) -> Iterator[tuple[str, str]]:
        certificate, question, posed = self.certificate, self.certificate.question, self.reposed.posed
        strict = f"{len(certificate.rows):,} of {counted(question.inequalities, 'inequality')} can be strict"
        beside = f", beside {counted(question.equalities, 'equality')}" if question.equalities else ""
        yield "claim", f"{certificate.alternative}: {strict}{beside}"
        told = certificate.model and certificate.model.formula
        yield "model", f"{clean(posed.design.formula or 'described', None)} ({FAMILIES[posed.family]})"
        if self.reposed.given and told != posed.design.formula:
            yield "", "The formula was given here; the certificate has " + ("another." if told else "none.")
        if self.reposed.formula in _FORMULA:
            columns = _listed([clean(name) for name in posed.rows.names])
            yield "", f"This is what the certificate says; {_FORMULA[self.reposed.formula]}. Its columns: {columns}."
        columns_beside = [f"{name} {clean(value)}" for name, value in _beside(certificate)]
        if columns_beside:
            yield "beside", ", ".join(columns_beside)
        if self.carried:
            yield "carried", f"{_listed([clean(name) for name in self.carried])}: {_CARRIED}"
        origin = certificate.model and certificate.model.file
        yield "made from", f"{clean(origin, 60) if origin else 'a table in memory'}, {question.numbers} numbers"
        used = f"{posed.design.n:,} of {counted(posed.design.n_given, 'row')} used"
        yield "data", f"{clean(os.path.basename(self.reposed.frame.source), 60)}: {used}"
        if self.verdict.holds and certificate.rows:
            yield "separated", f"{counted(len(self.lines), 'row')}, on lines {_listed(self.lines)}"
        # Names of columns are the certificate's own where nothing here confirms them.
        if self.verdict.holds and certificate.names and self.reposed.formula != "other":
            finite = certificate.finite
            yield "finite", _listed([clean(name) for name in finite]) if finite else "no coefficient"
        yield (
            "certificate",
            f"{clean(os.path.basename(self.path), 60)}: written by gordan {clean(certificate.gordan)}, in integers",
        )

    def concise(self) -> str:
        if not self.verdict.holds:
            return f"rejected  {failed(self.verdict)}"
        strict = f"{len(self.certificate.rows):,} of {counted(self.certificate.question.inequalities, 'inequality')}"
        carried = f"  {counted(len(self.carried), 'column')} {_CARRIED}" if self.carried else ""
        checks = counted(len(self.verdict.checks), "check")
        formula = "  formula not confirmed" if self.reposed.formula in _FORMULA else ""
        return f"accepted  {self.certificate.alternative}  {strict} strict  {checks}{carried}{formula}"

    def record(self) -> dict[str, Any]:
        certificate = self.certificate
        claimed = {
            "outcome": certificate.alternative,
            "posed": certificate.question._asdict(),
            "digest": certificate.digest,
            "names": list(certificate.names),
            "rows": list(certificate.rows),
            "model": _model(certificate),
            "gordan": certificate.gordan,
        }
        about = {
            "file": self.reposed.frame.source,
            "formula": self.reposed.posed.design.formula,
            "lines": self.lines if self.verdict.holds else None,
            "finite": list(certificate.finite) if self.verdict.holds and self.reposed.formula != "other" else None,
            "carried": list(self.carried),
            "formula_gives": f"{self.reposed.formula} rows" if self.reposed.formula in ("same", "other") else None,
        }
        return compose_record(self.verdict, self.path, claimed=claimed, about=about)


def _beside(certificate: SplitCertificate) -> list[tuple[str, str]]:
    """The columns of weights, offset and strata, by what they are."""
    names = {} if certificate.model is None else certificate.model._asdict()
    return [(name, names[name]) for name in ("weights", "offset", "strata") if names.get(name)]


def _model(certificate: SplitCertificate) -> dict[str, Any] | None:
    """The words of the model; its design is in the certificate itself."""
    if certificate.model is None:
        return None
    return {name: value for name, value in certificate.model._asdict().items() if name != "design"}


def _listed(names: Sequence[object]) -> str:
    shown = ", ".join(str(name) for name in names[:_LISTED])
    return f"{shown} and {len(names) - _LISTED:,} more" if len(names) > _LISTED else shown
