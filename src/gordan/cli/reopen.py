"""A certificate and the data it names, as the question that the certificate was an answer to."""

from __future__ import annotations

from typing import NamedTuple

from gordan.cli.question import pose
from gordan.errors import InputError
from gordan.file.table import Table, read
from gordan.outcome.certificate import Certificate
from gordan.problem import Points
from gordan.problem.numbers import Numbers

__all__ = ["Reopened", "reopen"]


class Reopened(NamedTuple):
    """What is claimed, the file it is claimed of, and the problem made of that file."""

    claimed: Certificate
    table: Table
    problem: Points


def reopen(claimed: Certificate, data: str, *, label: str | None, positive: str | None) -> Reopened:
    """Read the data; what `label` and `positive` leave open is as the certificate says."""
    if claimed.question.kind == "gram":
        raise InputError(
            "the certificate is about a matrix of products, which is no table of points; check it in Python with "
            "gordan.verify(gordan.Gram(K, y), certificate)"
        )
    table = read(data, label=_label(claimed, label), positive=_positive(claimed, label, positive))
    question = claimed.question
    numbers: Numbers = "decimal" if question.numbers == "decimal" else "binary"
    problem = pose(
        table,
        intercept=question.intercept,
        normalise=question.normalise,
        numbers=numbers,
        kernel=question.kernel,
        positive=question.kind == "positive",
    )
    return Reopened(claimed, table, problem)


def _label(claimed: Certificate, label: str | None) -> str | None:
    if label is not None or claimed.source is None or claimed.source.format == "svmlight":
        return label
    return claimed.source.label


def _positive(claimed: Certificate, label: str | None, positive: str | None) -> str | None:
    """The class of the certificate belongs to its own label column."""
    if positive is not None or claimed.source is None or label not in (None, claimed.source.label):
        return positive
    return claimed.source.positive
