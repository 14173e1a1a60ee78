"""Whether a certificate is about this problem: the same question, asked of the same numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gordan.outcome import Check, Verdict
from gordan.outcome.certificate import Certificate
from gordan.outcome.certificate.points import Question
from gordan.problem import Gram, Points
from gordan.verify.check import fact

__all__ = ["compared", "is_the_data", "is_unaltered", "judge_names", "judge_origin", "named_alike"]

_SHOWN = 16  # digits of a hash that tell any two apart for a reader; all of them are compared


def judge_origin(problem: Points | Gram, certificate: Certificate) -> tuple[Check, ...]:
    """The certificate's own checksum, the question field by field, and the hash of all labels and numbers."""
    claimed, here = certificate.question, Question.of(problem)
    told = (_size(here), _size(claimed)) if claimed == here else compared(here._asdict(), claimed._asdict())
    named = [named_alike(problem.names, certificate.names)] if problem.names else []
    return (
        is_unaltered(certificate.unaltered),
        fact("question is the certificate's", *told, claimed == here),
        *named,
        is_the_data(problem.digest(), certificate.digest),
    )


def is_unaltered(unaltered: bool) -> Check:
    found = "its own checksum" if unaltered else "another checksum"
    return fact("certificate is unaltered", found, "its own checksum", unaltered)


def is_the_data(digest: str, claimed: str, *, rebuilt: bool = False) -> Check:
    """Whether the hashes agree; of rows that were rebuilt from data and a description, it is the rows that do."""
    told = f"SHA-256 {digest[:_SHOWN]}…", f"SHA-256 {claimed[:_SHOWN]}…"
    if digest != claimed:
        told = f"{'rows' if rebuilt else 'data'} have {told[0]}", f"certificate has {told[1]}"
    return fact("rows are the certificate's" if rebuilt else "data are the certificate's", *told, digest == claimed)


def named_alike(here: tuple[str, ...], there: tuple[str, ...]) -> Check:
    """Whether the columns of data and certificate have the same names, where both have some.

    A column without a name is called by its number, which is no name.

    Examples
    --------
    >>> named_alike(("dose", "2"), ("dose", "age")).holds, named_alike(("dose",), ("age",)).quantity
    (True, "data have 'dose'")
    """
    name = "columns are the certificate's"
    if not (here and there):
        return fact(name, "no names to compare", "none", True)
    differ = (pair for pair in zip(here, there, strict=False) if pair[0] != pair[1] and not any(map(_numbered, pair)))
    first = next(differ, None)
    if first is not None:
        return fact(name, f"data have {first[0]!r}", f"certificate has {first[1]!r}", False)
    return fact(name, f"{len(here)} names", f"{len(there)} names", len(here) == len(there))


def judge_names(verdict: Verdict, here: tuple[str, ...], there: tuple[str, ...]) -> Verdict:
    """The verdict with one check more: that the table's columns have the certificate's names."""
    return replace(verdict, checks=(*verdict.checks, named_alike(here, there)))


def compared(here: dict[str, Any], there: dict[str, Any]) -> tuple[str, str]:
    """What differs between two records of the same fields, each side in words."""
    names = [name for name in here if here[name] != there[name]]
    return f"problem has {_told(here, names)}", f"certificate has {_told(there, names)}"


def _numbered(name: str) -> bool:
    return name.isascii() and name.isdecimal()


def _size(question: Question) -> str:
    return f"{question.kind}, {question.n} rows, {question.m} columns"


def _told(fields: dict[str, Any], names: list[str]) -> str:
    return ", ".join(f"{name} {fields[name]}" for name in names)
