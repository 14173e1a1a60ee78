"""Pose the problem of a table; what cannot be asked is refused in the words of the command line."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from gordan.cli.clean import clean
from gordan.errors import InputError
from gordan.file.table import Table, read
from gordan.file.table.scan import is_long
from gordan.file.table.selection import Selection
from gordan.file.table.source import inner_suffix
from gordan.file.table.svmlight import SVMLIGHT
from gordan.outcome.certificate import Certificate
from gordan.problem import Points
from gordan.problem.batches import is_batches
from gordan.problem.kernel import Kernel
from gordan.problem.numbers import Numbers

__all__ = ["Reopened", "counters", "number_or_word", "place", "pose", "refuse_contradiction", "refuse_idle", "reopen"]

_LISTED = 5
_COUNTED = 10  # rows from which a column that counts them is no coincidence
_IDENTIFIER = re.compile(r"(.*[ _.-])?(id|index|row|rownames|no|nr)|unnamed: 0", re.IGNORECASE)


def refuse_contradiction(
    *, intercept: bool, normalise: bool, kernel: str | None = None, nonnegative: bool = False
) -> None:
    """Options that exclude each other, said before a large file is read."""
    if nonnegative and kernel not in (None, "linear"):
        raise InputError(
            f"--nonnegative asks for coefficients of the columns, and in the space of the {kernel} kernel there are "
            "none; drop one of them"
        )
    if normalise and intercept and kernel in (None, "linear"):
        raise InputError(
            "--normalise needs --no-intercept: unit length depends on the origin, which an intercept leaves open; "
            "add --no-intercept, or drop --normalise for the geometric margin"
        )


def refuse_idle(kernel: str, **parameters: tuple[object, object]) -> None:
    """A parameter that is given, as (value, default), and that the kernel does not have."""
    has = {"linear": (), "poly": ("gamma", "degree", "coef0")}.get(kernel, ("gamma",))
    for name, (value, default) in parameters.items():
        if value != default and name not in has:
            wanted = "poly, rbf or laplacian" if name == "gamma" else "poly"
            raise InputError(
                f"--{name} {value} has no part in the {kernel} kernel; add --kernel {wanted}, or drop --{name}"
            )


def number_or_word(given: str) -> float | str:
    """A number where it is one; what else is a word is for the kernel to say."""
    try:
        return float(given)
    except ValueError:
        return given


def pose(
    table: Table,
    *,
    intercept: bool,
    normalise: bool,
    numbers: Numbers = "decimal",
    kernel: Kernel | str | None = None,
    gamma: float | str = "scale",
    degree: int = 3,
    coef0: float = 0.0,
    positive: bool = False,
    known: tuple[object, ...] = (),
) -> Points:
    """The labelled points of the table; a file's numbers stand for the decimals in it, if no option says otherwise.

    `known` are the classes of a certificate, of whose rows a refusal tells.
    """
    _refuse_classes(table, intercept, known)
    if normalise and kernel in (None, "linear") and not is_batches(table.X):
        _refuse_zero_rows(table)
    asked: dict[str, Any] = {"intercept": intercept, "normalise": normalise, "numbers": numbers}
    asked |= {"kernel": kernel, "gamma": gamma, "degree": degree, "coef0": coef0, "positive": positive}
    problem = Points(table.X, None if is_batches(table.X) else table.y, **asked)
    if positive and table.positive is not None and str(problem.classes[0]) == table.positive:
        first, second = (clean(str(each)) for each in problem.classes)
        raise InputError(
            f"--nonnegative asks that greater values speak for the second class in sorted order, which is {second!r} "
            f"and not {first!r}; rename the class, or choose another one with --positive"
        )
    return problem


def _refuse_classes(table: Table, intercept: bool, known: tuple[object, ...]) -> None:
    """Refuse one class and more than two; `known` are those of a certificate, whose rows --pair would take."""
    labels = table.X.surveyed.labels if is_batches(table.X) else np.unique(table.y).tolist()
    classes = [clean(str(each)) for each in labels]
    where = f"{table.source}: the label column {clean(table.label)!r}"
    if len(classes) == 1 and intercept:
        raise InputError(
            f"{where} has one class only ({classes[0]}); a separation needs two "
            "(rows that carry their own sign are asked about with --no-intercept)"
        )
    if len(classes) > 2:
        if len(known) == 2 and set(map(str, known)) <= set(map(str, labels)):
            first, second = (clean(str(each)) for each in known)
            raise InputError(
                f"{where} has {len(classes):,} classes, and the certificate is about {first!r} and {second!r}; "
                "--pair takes the rows of these two"
            )
        listed = ", ".join(classes[:_LISTED]) + (", …" if len(classes) > _LISTED else "")
        raise InputError(
            f"{where} has {len(classes):,} classes ({listed}); set one against the rest, "
            f"for instance --positive {_quoted(classes[0])}, or choose another column with --label"
        )


def _refuse_zero_rows(table: Table) -> None:
    X: Any = table.X
    filled = X.any(axis=1) if isinstance(X, np.ndarray) else abs(X).sum(axis=1) > 0
    zero = np.flatnonzero(~filled)
    if zero.size:
        raise InputError(
            f"{table.source}, {place(table)} {table.lines[zero[0]]}: all values are zero, and a zero point has "
            "no unit length; drop the row, or leave --normalise out (then it alone proves the points inseparable)"
        )


def counters(table: Table) -> list[str]:
    """A sentence for each coordinate that only counts the rows, or is called an identifier and differs in every one."""
    X: Any = table.X
    if not isinstance(X, np.ndarray) or not table.names or len(X) < _COUNTED:
        return []
    named = [j for j, name in enumerate(table.names) if _IDENTIFIER.fullmatch(name.strip())]
    steps = np.abs(X[-1] - X[0]) == len(X) - 1
    notes = []
    for j in sorted({*named, *np.flatnonzero(steps).tolist()}):
        column = X[:, j]
        if np.unique(column).size == len(column) and (j in named or bool((np.abs(np.diff(column)) == 1).all())):
            said = "is another number in every row and was taken as a coordinate; --drop leaves it out"
            notes.append(f"column {clean(table.names[j])!r} {said}")
    return notes


def place(table: Table) -> str:
    """What the table's places count: lines of a text, rows of an array."""
    return "line" if table.on_lines else "row"


def _quoted(name: str) -> str:
    return f'"{name}"' if " " in name else name


class Reopened(NamedTuple):
    """What is claimed, the file it is claimed of, and the problem made of that file."""

    claimed: Certificate
    table: Table
    problem: Points


def reopen(claimed: Certificate, data: str, *, label: str | None, positive: str | None, pair: bool = False) -> Reopened:
    """Read the data; what `label` and `positive` leave open is as the certificate says.

    With `pair` only the rows of the certificate's two classes are the data.
    """
    if claimed.question.kind == "gram":
        raise InputError(
            "the certificate is about a matrix of products, which is no table of points; check it in Python with "
            "gordan.verify(gordan.Gram(K, y), certificate)"
        )
    question = claimed.question
    # What the first rows alone prove inseparable is inseparable with any others.
    rows = question.n if claimed.alternative == "inseparable" and is_long(data) else None
    chosen = {"label": _label(claimed, label, data), "positive": _positive(claimed, label, positive)}
    named = Selection(columns=claimed.names, lenient=True)
    table = read(data, rows=rows, selection=named, **chosen)
    if pair:
        table = _of_pair(table, question.classes)
    if claimed.alternative == "inseparable" and claimed.blocks is not None:
        table = _first_rows(table, question.n)
    numbers: Numbers = "decimal" if question.numbers == "decimal" else "binary"
    problem = pose(
        table,
        intercept=question.intercept,
        normalise=question.normalise,
        numbers=numbers,
        kernel=question.kernel,
        positive=question.kind == "positive",
        known=() if pair else question.classes,
    )
    return Reopened(claimed, table, problem)


def _of_pair(table: Table, classes: tuple[Any, ...]) -> Table:
    """The rows of the certificate's two classes; whether these are the data it is about, their hash says."""
    if is_batches(table.X):
        raise InputError("--pair is for files that are read at once; write the rows of the two classes to a file")
    rows = np.flatnonzero(np.isin(table.y, list(classes)))
    if not rows.size:
        return table  # refused by the verifier, which names the classes
    note = f"{table.source}: the certificate is about {rows.size:,} of {len(table.y):,} rows, those of its two classes"
    notes = table.notes if rows.size == len(table.y) else (*table.notes, note)
    return replace(table, X=table.X[rows], y=table.y[rows], lines=table.lines[rows], notes=notes)


def _first_rows(table: Table, n: int) -> Table:
    """The first n rows of a table that has more: what a certificate with blocks proves inseparable are these."""
    if table.X.shape[0] <= n:
        return table
    note = f"{table.source}: the certificate is about its first {n:,} rows of {table.X.shape[0]:,}"
    rows = np.arange(n)
    return replace(table, X=table.X[:n], y=table.y[:n], lines=table.lines[rows], notes=(*table.notes, note))


def _label(claimed: Certificate, label: str | None, data: str) -> str | None:
    """The label column that was asked for, or that of the certificate, where the data can have a column of its name."""
    source, suffix = claimed.source, inner_suffix(data)[0]
    if label is not None or source is None or source.format == "svmlight" or suffix in SVMLIGHT:
        return label
    unnamed = suffix in (".npy", ".zarr") or (suffix == ".npz" and source.format != "npz")
    return None if unnamed and not source.label.isdecimal() else source.label


def _positive(claimed: Certificate, label: str | None, positive: str | None) -> str | None:
    """The class of the certificate belongs to its own label column."""
    if positive is not None or claimed.source is None or label not in (None, claimed.source.label):
        return positive
    return claimed.source.positive
