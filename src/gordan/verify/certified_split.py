"""Whether the certificate of a split proves what it claims of a system: its origin, its kind, and both halves."""

from __future__ import annotations

from dataclasses import replace

from gordan.outcome import Check, Verdict
from gordan.outcome.certificate.split import SplitCertificate, SplitQuestion
from gordan.outcome.split import SplitClaim
from gordan.problem.system import System
from gordan.verify.check import fact
from gordan.verify.origin import compared, is_the_data, is_unaltered
from gordan.verify.split import verify_split

__all__ = ["formula_gives", "judge_formula", "judge_split_certificate"]


def judge_split_certificate(system: System, certificate: SplitCertificate) -> Verdict:
    """Every step in integers: a certificate has nothing else.

    What it is about comes first: marks are made only for as many rows as the system has.
    """
    claimed, here = certificate.question, SplitQuestion.of(system)
    told = (_size(here), _size(claimed)) if claimed == here else compared(here._asdict(), claimed._asdict())
    checks = [
        is_unaltered(certificate.unaltered),
        fact("question is the certificate's", *told, claimed == here),
        _columns(system.names, certificate.names),
        is_the_data(system.digest(), certificate.digest, rebuilt=True),
    ]
    if claimed != here:
        return Verdict(tuple(checks), "exact")
    rows = certificate.rows
    rising = all(type(j) is int and 0 <= j < here.inequalities for j in rows) and list(rows) == sorted(set(rows))
    if not rising:
        return Verdict((*checks, fact("rows exist and rise", f"{len(rows)} rows", "in order", False)), "exact")
    kind = _kind(here, len(rows))
    checks.append(fact("kind is that of the split", certificate.alternative, kind, certificate.alternative == kind))
    split = verify_split(system, SplitClaim(certificate.strict(), certificate.proof), exact=True)
    return Verdict((*checks, *split.checks), "exact")


def formula_gives(rows: str) -> Check:
    """Whether the formula that a certificate shows, read on the data, gives the rows that it is about.

    `rows` are the "same" or "other" ones.

    Examples
    --------
    >>> formula_gives("other").holds
    False
    """
    return fact("formula gives the certificate's rows", f"{rows} rows", "same rows", rows == "same")


def judge_formula(verdict: Verdict, rows: str) -> Verdict:
    """The verdict with one check more: that the formula in the certificate gives its rows."""
    return replace(verdict, checks=(*verdict.checks, formula_gives(rows)))


def _columns(here: tuple[str, ...], there: tuple[str, ...]) -> Check:
    """A system of bare arrays has no names, and a certificate of one claims none."""
    if not (here and there):
        return fact("columns are the certificate's", "no names to compare", "none", True)
    same = here == there
    first = next((k for k, pair in enumerate(zip(here, there, strict=False)) if pair[0] != pair[1]), None)
    found, needed = f"{len(here)} names", f"{len(there)} names"
    if not same and first is not None:
        found, needed = f"model has {here[first]!r}", f"certificate has {there[first]!r}"
    return fact("columns are the certificate's", found, needed, same)


def _kind(question: SplitQuestion, strict: int) -> str:
    """Complete where every row is strict, overlap where none is, quasi between."""
    if not strict:
        return "overlap"
    return "complete" if strict == question.inequalities and not question.equalities else "quasi"


def _size(question: SplitQuestion) -> str:
    rows = f"{question.inequalities} + {question.equalities} rows"
    return f"{question.kind}, {rows}, {question.columns} columns"
