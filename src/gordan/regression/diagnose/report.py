"""A diagnosis in words, part by part: the terminal, `print` and notebooks all show this report."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gordan.file.table.columns import placed
from gordan.file.table.wording import visible
from gordan.outcome.verdict import at_least
from gordan.regression.diagnose.advice import advise
from gordan.regression.diagnose.answer import Diagnosis
from gordan.regression.diagnose.cells import Cell, pure_cells, reference_cell
from gordan.regression.diagnose.phrase import (
    FEW,
    LISTED,
    listing,
    of_arguments,
    of_data,
    of_fit,
    of_proof,
    of_relations,
    without_relations,
)

__all__ = ["Report", "report"]

_SHOWN = 24  # coefficients in the table; the rest are counted
_COUNTS = ("poisson", "negative-binomial", "log-binomial", "gamma")


@dataclass(frozen=True)
class Report:
    """A headline, facts under a word each, the coefficients in a table, and what is usually done next."""

    kind: str
    title: str
    claim: str
    facts: tuple[tuple[str, str], ...]
    table: tuple[tuple[str, str, str, str], ...]
    left_out: int
    advice: tuple[str, ...]
    cells: tuple[tuple[str, str, str, str, str], ...] = ()

    def __post_init__(self) -> None:
        # Names of columns, levels and classes come from files: none that could steer a terminal reaches a reader.
        shown = {
            "facts": tuple((word, visible(fact)) for word, fact in self.facts),
            "table": tuple((visible(name), *others) for name, *others in self.table),
            "advice": tuple(map(visible, self.advice)),
            "cells": tuple((visible(factor), visible(level), *counts) for factor, level, *counts in self.cells),
        }
        for name, value in shown.items():
            object.__setattr__(self, name, value)


def report(diagnosis: Diagnosis, *, file: str | None = None) -> Report:
    """The report on a diagnosis; data that came from a `file` are named by it, and the separated rows by its lines."""
    table = tuple(_table(diagnosis))
    return Report(
        kind=diagnosis.kind,
        title=_title(diagnosis),
        claim=_sentence(diagnosis),
        facts=tuple(_facts(diagnosis, file)),
        table=table,
        left_out=_left_out(diagnosis, table),
        advice=advise(diagnosis),
        cells=_cell_table(diagnosis),
    )


def _left_out(diagnosis: Diagnosis, table: tuple[tuple[str, str, str, str], ...]) -> int:
    shown = {name for name, *_ in table}
    reference = reference_cell(diagnosis) if table else None
    said = {*(reference[1] if reference is not None else ()), *(diagnosis.empty if table else ())}
    return sum(name not in shown and name not in said for name in diagnosis.coefficients)


def _title(diagnosis: Diagnosis) -> str:
    if diagnosis.kind == "quasi" or (diagnosis.kind == "complete" and diagnosis.family == "gamma"):
        return "Separation" if diagnosis.family in _COUNTS else "Quasi-complete separation"
    return {"complete": "Complete separation", "overlap": "Overlap", "undecided": "Undecided"}[diagnosis.kind]


def _sentence(diagnosis: Diagnosis) -> str:
    """Whether finite estimates exist, in a sentence; first of all, where that is so, that it rests on last digits."""
    if diagnosis.kind == "undecided":
        claim = "it is not known whether finite maximum-likelihood estimates exist"
    elif diagnosis.separated:
        claim = "finite maximum-likelihood estimates do not exist"
    elif diagnosis.unique:
        given = "for a given dispersion " if diagnosis.family == "negative-binomial" else ""
        claim = f"finite maximum-likelihood estimates exist, and {given}they are unique"
    elif diagnosis.rank == len(diagnosis.coefficients):
        claim = "finite maximum-likelihood estimates exist; with this link they need not be the only ones"
    elif diagnosis.family == "gamma":
        claim = (
            "finite maximum-likelihood estimates exist, but they are not unique: columns are collinear on the positive "
            "amounts and in the sum of all rows"
        )
    else:
        claim = (
            "finite maximum-likelihood estimates exist, but they are not unique: columns of the design are collinear"
        )
    claim = without_relations(diagnosis, "columns", FEW) + claim
    if diagnosis.fragile:
        claim = f"of the last digits of computed numbers only ({listing(diagnosis.study.computed, FEW)}): {claim}"
    return f"{claim}."


def _facts(diagnosis: Diagnosis, file: str | None) -> Iterator[tuple[str, str]]:
    what = diagnosis.formula or f"{diagnosis.response} on {listing(list(diagnosis.coefficients), 6)}"
    yield "model", f"{what} ({diagnosis.study.posed.likelihood})"
    if diagnosis.classes:
        yield "response", _response(diagnosis)
    yield from of_arguments(diagnosis)
    yield from of_data(diagnosis, file)
    yield from of_fit(diagnosis)
    if diagnosis.kind == "undecided":
        yield "why", diagnosis.reason
        return
    yield from of_relations(diagnosis)
    yield "rank", _rank(diagnosis)
    if diagnosis.separated:
        rows = f"{len(diagnosis.rows):,} of {diagnosis.n:,} rows are separated{placed(file)}"
        if diagnosis.family == "gamma":
            yield from _amounts(diagnosis, placed(file))
        else:
            yield "rows", f"{rows} {listing(diagnosis.rows, LISTED)}."
        yield "cause", _cause(diagnosis)
    if diagnosis.margin is not None:
        ends = " to ".join(diagnosis.margin.shown())
        yield "margin", f"{ends}: half the distance between the two groups, in the units of the columns"
    if diagnosis.study.computed and diagnosis.radius is not None:
        yield "radius", _radius(diagnosis)
    yield of_proof(diagnosis, "the rows of the model, both ways")


def _amounts(diagnosis: Diagnosis, where: str) -> Iterator[tuple[str, str]]:
    """What becomes of amounts and zeros in a Gamma model that is separated."""
    assert diagnosis.split is not None
    count, owners = len(diagnosis.rows), diagnosis.study.posed.rows.owner.size
    if count:
        yield (
            "rows",
            f"{count:,} of {owners:,} positive amounts have fitted means that grow without bound, while others shrink "
            f"to 0{where} {listing(diagnosis.rows, LISTED)}.",
        )
    zeros = f"the {diagnosis.n - owners:,} zeros pull fitted means down for ever"
    if diagnosis.split.strict[owners]:
        yield "zeros", f"{zeros}, and the pseudo-likelihood grows without bound"
    else:
        yield "zeros", f"{zeros}; what they gain, the fitted means above lose: the pseudo-likelihood tends to a limit"


def _radius(diagnosis: Diagnosis) -> str:
    """How far computed numbers may move, rounded down to what is true."""
    assert diagnosis.radius is not None
    computed = f"computed numbers ({listing(diagnosis.study.computed, FEW)})"
    if not diagnosis.radius:
        return f"0: for no movement of the {computed} was it proved that the answer stands"
    return (
        f"{at_least(diagnosis.radius, 2)}: the answer stands while {computed} move by at most that part of their size"
    )


def _response(diagnosis: Diagnosis) -> str:
    counts = [f"{name} ({count:,} row{'s' * (count != 1)})" for name, count in diagnosis.classes.items()]
    if diagnosis.family in ("multinomial", "ordinal"):
        return f"{diagnosis.response}: {listing(counts, LISTED)}; {_towards(diagnosis)}"
    return f"{diagnosis.response}: {counts[1]} against {counts[0]}; +inf means towards {list(diagnosis.classes)[1]}"


def _towards(diagnosis: Diagnosis) -> str:
    """What the sign of an infinite coefficient says of the classes."""
    first, second, *_ = diagnosis.classes
    if diagnosis.family == "ordinal":
        return "in this order; +inf of a column means towards the later ones"
    return f"relative to {first}: +inf at {second}:… means towards {second}, away from {first}"


def _rank(diagnosis: Diagnosis) -> str:
    p = len(diagnosis.coefficients)
    if diagnosis.rank == p:
        return f"{p:,} of {p:,} columns: none is collinear with the others"
    rank = f"{diagnosis.rank:,} of {p:,} columns"
    empty = diagnosis.empty
    if empty:
        named = listing(empty, FEW)
        rank += f"; {len(empty):,} {'has' if len(empty) == 1 else 'have'} no rows, so cannot be estimated: {named}"
    aliased = [name for name in diagnosis.aliased if name not in empty]
    if aliased:
        rank += f"; not estimable, because collinear: {listing(aliased, LISTED)}"
    redundant = [name for name in diagnosis.redundant if name not in empty]
    if redundant:
        rank += f" (without {listing(redundant, LISTED)}{' and those' * bool(empty)} the rank is full)"
    return rank


def _cause(diagnosis: Diagnosis) -> str:
    """Why rows are separated: levels without events where that is all, else the columns that separate."""
    pure, everything = pure_cells(diagnosis)
    cells = _cell_words(pure)
    if everything and pure:
        return "; ".join(cells)
    parts = []
    if diagnosis.singles:
        ways = [
            f"{column} ({_ways(diagnosis, column)})"
            for column in dict.fromkeys(diagnosis.columns_of(diagnosis.singles))
        ]
        verb = "separates" if len(ways) == 1 else "separate, each"
        parts.append(f"{listing(ways, LISTED)} {verb} by itself")
        if any(diagnosis.coefficients[name] != way for name, way in diagnosis.singles.items()):
            parts.append("the signs here are those of a model with no other column")
    if diagnosis.responsible is None:
        parts.append("which columns are responsible was not found out in reasonable time")
    elif not diagnosis.responsible:
        parts.append("the intercept alone separates: the response does not vary")
    elif len(diagnosis.responsible) > 1:
        parts.append(f"{listing(diagnosis.responsible, LISTED)} separate together, and no longer once one is left out")
    return "; ".join([*cells, *parts])


def _cell_words(pure: list[Cell]) -> list[str]:
    """One phrase for each cell, or for all of a factor where these are many."""
    words: list[str] = []
    for factor in dict.fromkeys(cell.factor for cell in pure):
        own = [cell for cell in pure if cell.factor == factor]
        if len(own) <= FEW:
            words += map(str, own)
            continue
        for happened, these in (
            ("0 events", [c for c in own if not c.events]),
            ("events only", [c for c in own if c.events]),
        ):
            if these:
                named = listing([f"{cell.level} ({cell.rows:,})" for cell in these], FEW)
                words.append(f"{len(these)} levels of {factor} have {happened}, with their rows: {named}")
    return words


def _ways(diagnosis: Diagnosis, column: str) -> str:
    """How the coefficients of a column that separates by itself go; with several of them, each by its name."""
    assert diagnosis.singles is not None
    owners = zip(diagnosis.singles.items(), diagnosis.columns_of(diagnosis.singles), strict=True)
    ways = [f"{name} {way}" if name != column else way for (name, way), owner in owners if owner == column]
    return listing(ways, LISTED)


def _table(diagnosis: Diagnosis) -> Iterator[tuple[str, str, str, str]]:
    if diagnosis.kind == "undecided" or diagnosis.unique:
        return
    names = list(diagnosis.coefficients)
    reference = reference_cell(diagnosis)
    if reference is not None:
        cell, relative = reference
        way = "+inf" if cell.events else "-inf"
        yield f"{cell.factor} = {cell.level}", way, "", "relative to its other levels"
        names = [name for name in names if name not in relative]
    if len(diagnosis.empty) > 1:
        yield f"{len(diagnosis.empty):,} columns", "undetermined", "", "no rows"
        names = [name for name in names if name not in diagnosis.empty]
    if len(names) > _SHOWN:  # most are finite there, and are counted
        names = [name for name in names if diagnosis.coefficients[name] != "finite"][:_SHOWN]
    pure, everything = pure_cells(diagnosis) if diagnosis.separated else ([], False)
    named = bool(pure) and everything
    for name, column in zip(names, diagnosis.columns_of(names), strict=True):
        state = diagnosis.coefficients[name]
        remark = "no rows" if name in diagnosis.empty else "collinear" if name in diagnosis.aliased else ""
        if not named and diagnosis.separated:
            if name in (diagnosis.singles or {}):
                remark = "separates by itself"
            elif not diagnosis.singles and column and column in (diagnosis.responsible or ()):
                remark = "responsible"
        yield name, state, f"{diagnosis.direction[name] + 0.0:.4g}", remark


def _cell_table(diagnosis: Diagnosis) -> tuple[tuple[str, str, str, str, str], ...]:
    """Levels, rows and events of every factor that has a part in the separation; pairs of levels only where pure."""
    if not diagnosis.separated:
        return ()
    pure, _ = pure_cells(diagnosis)
    lines: list[Cell] = []
    for factor, cells in diagnosis.factor_cells:
        concerned = [cell for cell in cells if cell in pure]
        infinite = any(name in diagnosis.infinite for name in factor.columns)
        if concerned and (factor.crossed or len(cells) > _SHOWN):
            lines += concerned
        elif concerned or (infinite and not factor.crossed):
            lines += [cell for cell in cells if cell.rows]
    return tuple((c.factor, c.level, f"{c.rows:,}", f"{c.events:,}", f"{c.separated:,}") for c in lines)
