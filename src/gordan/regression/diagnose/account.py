"""What there is to say about a diagnosis, part by part; text, page and notebook are drawn from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from gordan.file.table.wording import visible
from gordan.regression.diagnose.advice import advise
from gordan.regression.diagnose.record import Diagnosis
from gordan.regression.model.family import FAMILIES

__all__ = ["Account", "account", "listing"]

_LISTED = 12  # names or labels in a sentence
_SHOWN = 24  # coefficients in the table; the rest are told by number
_COUNTS = ("poisson", "negative-binomial", "log-binomial")


@dataclass(frozen=True)
class Account:
    """A headline, facts under a word each, the coefficients in a table, and what is usually done next."""

    kind: str
    title: str
    claim: str
    facts: tuple[tuple[str, str], ...]
    table: tuple[tuple[str, str, str, str], ...]
    left_out: int
    advice: tuple[str, ...]


def account(found: Diagnosis, *, on_lines: bool = False) -> Account:
    """Put a diagnosis into words, in which whatever could steer a terminal is spelt out.

    `on_lines` says that the labels of rows are the lines of a file.
    """
    table = tuple(_table(found))
    # Names of columns, levels and classes come from files: none of them reaches a reader as it is.
    return Account(
        kind=found.kind,
        title=_title(found),
        claim=_claim(found),
        facts=tuple((word, visible(sentence)) for word, sentence in _facts(found, on_lines)),
        table=tuple((visible(name), state, direction, remark) for name, state, direction, remark in table),
        left_out=len(found.coefficients) - len(table),
        advice=tuple(map(visible, advise(found))),
    )


def _title(found: Diagnosis) -> str:
    if found.kind == "quasi":
        return "Separation" if found.family in _COUNTS else "Quasi-complete separation"
    return {"complete": "Complete separation", "overlap": "Overlap", "undecided": "Undecided"}[found.kind]


def _claim(found: Diagnosis) -> str:
    if found.kind == "undecided":
        return "it is not known whether finite maximum-likelihood estimates exist."
    if found.separated:
        return "finite maximum-likelihood estimates do not exist."
    if found.unique:
        return "finite maximum-likelihood estimates exist, and they are unique."
    return "finite maximum-likelihood estimates exist, but they are not unique: columns of the design are collinear."


def _facts(found: Diagnosis, on_lines: bool) -> Iterator[tuple[str, str]]:
    what = found.formula or f"{found.response} on {listing(list(found.coefficients), 6)}"
    yield "model", f"{what} ({FAMILIES[found.family]})"
    if found.classes:
        yield "response", _response(found)
    for what, name in found.beside.items():
        yield what, f"{'given as an array' if name is None else f'column {name}'}: {_part(found, what)}"
    yield "data", _data(found)
    for note in found.notes:
        yield "", f"{note[:1].upper()}{note[1:]}."
    if found.kind == "undecided":
        yield "why", found.reason
        return
    yield "rank", _rank(found)
    if found.separated:
        where = ", on lines" if on_lines else ":"
        yield "rows", f"{len(found.rows):,} of {found.n:,} rows are separated{where} {listing(found.rows, _LISTED)}."
        yield "cause", _cause(found)
    if found.margin is not None:
        ends = " to ".join(found.margin.shown())
        yield "margin", f"{ends}: half the distance between the two groups, in the units of the columns"
    holding = sum(check.holds for check in found.verdict.checks)
    yield "proof", f"verified on the rows of the model, both ways: {holding} of {len(found.verdict.checks)} checks hold"


def _response(found: Diagnosis) -> str:
    counts = [f"{name} ({_rows(count)})" for name, count in found.classes.items()]
    if found.family in ("multinomial", "ordinal"):
        return f"{found.response}: {listing(counts, _LISTED)}; {_towards(found)}"
    return f"{found.response}: {counts[1]} against {counts[0]}; +inf means towards {list(found.classes)[1]}"


def _towards(found: Diagnosis) -> str:
    """What the sign of an infinite coefficient says of the classes."""
    first, second, *_ = found.classes
    if found.family == "ordinal":
        return "in this order; +inf of a column means towards the later ones"
    return f"relative to {first}: +inf at {second}:… means towards {second}, away from {first}"


def _rows(count: int) -> str:
    return "1 row" if count == 1 else f"{count:,} rows"


def _part(found: Diagnosis, what: str) -> str:
    """What part weights, an offset or strata have in the answer."""
    if what == "weights":
        return "a row of weight 0 is left out; other sizes do not change the answer"
    if what == "offset":
        return "it moves the estimates, but does not change whether they exist"
    strata = None if found.study is None else found.study.posed.design.strata
    return "rows are compared within them" if strata is None else f"{_strata(strata.values)}, rows compared within each"


def _strata(values: Any) -> str:
    count = len(set(values.tolist()))
    return "1 stratum" if count == 1 else f"{count:,} strata"


def _data(found: Diagnosis) -> str:
    if found.n == found.n_given:
        return f"{found.n:,} rows, all of them used"
    return f"{found.n:,} of {found.n_given:,} rows used"


def _rank(found: Diagnosis) -> str:
    p = len(found.coefficients)
    if found.rank == p:
        return f"{p:,} of {p:,} columns: none is collinear with the others"
    told = f"{found.rank:,} of {p:,} columns"
    if found.aliased:
        told += f"; not estimable, because collinear: {listing(found.aliased, _LISTED)}"
    if found.redundant:
        told += f" (without {listing(found.redundant, _LISTED)} the rank is full)"
    return told


def _cause(found: Diagnosis) -> str:
    parts = []
    if found.singles:
        ways = [f"{column} ({_ways(found, column)})" for column in dict.fromkeys(found.columns_of(found.singles))]
        verb = "separates" if len(ways) == 1 else "separate, each"
        parts.append(f"{listing(ways, _LISTED)} {verb} by itself")
        if any(found.coefficients[name] != way for name, way in found.singles.items()):
            parts.append("the signs here are those of a model with no other column")
    if found.responsible is None:
        parts.append("which columns are responsible was not found out in reasonable time")
    elif not found.responsible:
        parts.append("the intercept alone separates: the response does not vary")
    elif len(found.responsible) > 1:
        parts.append(f"{listing(found.responsible, _LISTED)} separate together, and no longer once one is left out")
    return "; ".join(parts)


def _ways(found: Diagnosis, column: str) -> str:
    """How the coefficients of a column that separates by itself go; with several of them, each by its name."""
    assert found.singles is not None
    owners = zip(found.singles.items(), found.columns_of(found.singles), strict=True)
    ways = [f"{name} {way}" if name != column else way for (name, way), owner in owners if owner == column]
    return listing(ways, _LISTED)


def _table(found: Diagnosis) -> Iterator[tuple[str, str, str, str]]:
    if found.kind == "undecided" or found.unique:
        return
    names = list(found.coefficients)
    if len(names) > _SHOWN:  # what is finite is the rule there, and is told by number
        names = [name for name in names if found.coefficients[name] != "finite"][:_SHOWN]
    for name, column in zip(names, found.columns_of(names), strict=True):
        state = found.coefficients[name]
        remark = "collinear" if name in found.aliased else ""
        if found.responsible and column in found.responsible:
            remark = "responsible"
        yield name, state, f"{found.direction[name] + 0.0:.4g}", remark


def listing(names: Sequence[object], limit: int) -> str:
    """The names after one another, cut with the number of the rest.

    Examples
    --------
    >>> listing(["a", "b", "c"], 2)
    'a, b and 1 more'
    """
    every = [str(name) for name in names]
    if len(every) <= limit:
        return ", ".join(every)
    return f"{', '.join(every[:limit])} and {len(every) - limit:,} more"
