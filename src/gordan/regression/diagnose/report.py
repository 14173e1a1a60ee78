"""A diagnosis in words, part by part: the terminal, `print` and notebooks all show this report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_FLOOR, Context, Decimal

from gordan.arithmetic.setting import names_options, setting
from gordan.file.table.columns import placed
from gordan.file.table.wording import visible
from gordan.regression.diagnose.answer import Diagnosis
from gordan.regression.diagnose.cells import Cell, pure_cells
from gordan.regression.diagnose.remedy import columns_to_leave_out
from gordan.regression.model.system import FAMILIES

__all__ = [
    "LISTED",
    "Report",
    "advise",
    "counted",
    "data_used",
    "listing",
    "of_arguments",
    "of_fit",
    "report",
    "sentence",
]

LISTED = 12  # names or labels in a sentence
_MANY = 4  # names in the headline
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


def report(diagnosis: Diagnosis, *, file: str | None = None) -> Report:
    """The report on a diagnosis, without characters that could steer a terminal.

    Where the data came from a `file` it is named, and the separated rows are said to be its lines.
    """
    table = tuple(_table(diagnosis))
    # Names of columns, levels and classes come from files: none of them reaches a reader as it is.
    return Report(
        kind=diagnosis.kind,
        title=_title(diagnosis),
        claim=sentence(diagnosis),
        facts=tuple((word, visible(text)) for word, text in _facts(diagnosis, file)),
        table=tuple((visible(name), state, direction, remark) for name, state, direction, remark in table),
        left_out=_left_out(diagnosis, table),
        advice=tuple(map(visible, advise(diagnosis))),
        cells=tuple((visible(row[0]), visible(row[1]), *row[2:]) for row in _cell_table(diagnosis)),
    )


def _left_out(diagnosis: Diagnosis, table: tuple[tuple[str, str, str, str], ...]) -> int:
    shown = {name for name, *_ in table}
    reference = _reference(diagnosis) if table else None
    said = {*(reference[1] if reference is not None else ()), *(diagnosis.empty if table else ())}
    return sum(name not in shown and name not in said for name in diagnosis.coefficients)


def _title(diagnosis: Diagnosis) -> str:
    if diagnosis.kind == "quasi" or (diagnosis.kind == "complete" and diagnosis.family == "gamma"):
        return "Separation" if diagnosis.family in _COUNTS else "Quasi-complete separation"
    return {"complete": "Complete separation", "overlap": "Overlap", "undecided": "Undecided"}[diagnosis.kind]


def sentence(diagnosis: Diagnosis) -> str:
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
    if diagnosis.collinear:
        without = listing([each.column for each in diagnosis.collinear], _MANY)
        verb = "follows" if len(diagnosis.collinear) == 1 else "follow"
        claim = f"without {without}, which {verb} from other columns up to rounding, {claim}"
    if diagnosis.fragile:
        claim = f"of the last digits of computed numbers only ({listing(diagnosis.study.computed, _MANY)}): {claim}"
    return f"{claim}."


def _facts(diagnosis: Diagnosis, file: str | None) -> Iterator[tuple[str, str]]:
    what = diagnosis.formula or f"{diagnosis.response} on {listing(list(diagnosis.coefficients), 6)}"
    yield "model", f"{what} ({FAMILIES[diagnosis.family]})"
    if diagnosis.classes:
        yield "response", _response(diagnosis)
    yield from of_arguments(diagnosis)
    yield "data", data_used(diagnosis) if file is None else f"{file}: {data_used(diagnosis)}"
    for note in diagnosis.notes:
        yield "", f"{note[:1].upper()}{note[1:]}."
    yield from of_fit(diagnosis)
    if diagnosis.kind == "undecided":
        yield "why", diagnosis.reason
        return
    for relation in diagnosis.collinear:
        yield "collinear", f"up to rounding: {relation}; {setting('literal', True)} asks about the numbers as they are"
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
    holding = sum(check.holds for check in diagnosis.verdict.checks)
    yield (
        "proof",
        f"verified on the rows of the model, both ways: {holding} of {len(diagnosis.verdict.checks)} checks hold",
    )


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
    computed = f"computed numbers ({listing(diagnosis.study.computed, _MANY)})"
    if not diagnosis.radius:
        return f"0: for no movement of the {computed} was it proved that the answer stands"
    far = Context(prec=2, rounding=ROUND_FLOOR).create_decimal(Decimal(diagnosis.radius))
    return f"{float(far):g}: the answer stands while {computed} move by at most that part of their size"


def of_fit(diagnosis: Diagnosis) -> Iterator[tuple[str, str]]:
    """What a fit that was handed over says of itself, beside what is proved."""
    fit = diagnosis.study.posed.fit
    if fit is None or fit.converged is None:
        return
    says = f"{fit.program} says that it {'converged' if fit.converged else 'did not converge'}"
    if diagnosis.kind == "undecided":
        yield "fit", says
    elif diagnosis.separated:
        yield "fit", f"{says}{', but it has only stopped: there is' if fit.converged else ': there is'} no maximum"
    else:
        other = "; there is a maximum, so more steps or another start will find it"
        yield "fit", says + (", and there is a maximum" if fit.converged else other)


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


def of_arguments(diagnosis: Diagnosis) -> Iterator[tuple[str, str]]:
    """What weights, an offset and strata that were given beside the formula do."""
    for what, name in diagnosis.beside.items():
        yield what, f"{'given as an array' if name is None else f'column {name}'}: {_part(diagnosis, what)}"


def counted(count: int, noun: str) -> str:
    """The number with its noun, in the singular for one."""
    return f"{count:,} {noun}{'s' * (count != 1)}"


def _part(diagnosis: Diagnosis, what: str) -> str:
    """What part weights, an offset or strata have in the answer."""
    if what == "weights" and diagnosis.family == "gamma":
        return "a row of weight 0 is left out, and the sizes of the others are part of the answer"
    if what == "weights":
        return "a row of weight 0 is left out; other sizes do not change the answer"
    if what == "offset":
        return "it moves the estimates, but does not change whether they exist"
    strata = diagnosis.study.posed.design.strata
    if strata is None:
        return "rows are compared within them"
    count = len(set(strata.values.tolist()))
    return f"{'1 stratum' if count == 1 else f'{count:,} strata'}, rows compared within each"


def data_used(diagnosis: Diagnosis) -> str:
    """How many of the rows were used."""
    if diagnosis.n == diagnosis.n_given:
        return f"{diagnosis.n:,} rows, all of them used"
    return f"{diagnosis.n:,} of {diagnosis.n_given:,} rows used"


def _rank(diagnosis: Diagnosis) -> str:
    p = len(diagnosis.coefficients)
    if diagnosis.rank == p:
        return f"{p:,} of {p:,} columns: none is collinear with the others"
    rank = f"{diagnosis.rank:,} of {p:,} columns"
    empty = diagnosis.empty
    if empty:
        named = listing(empty, _MANY)
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
        if len(own) <= _MANY:
            words += map(str, own)
            continue
        for happened, these in (
            ("0 events", [c for c in own if not c.events]),
            ("events only", [c for c in own if c.events]),
        ):
            if these:
                named = listing([f"{cell.level} ({cell.rows:,})" for cell in these], _MANY)
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
    reference = _reference(diagnosis)
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


def _reference(diagnosis: Diagnosis) -> tuple[Cell, tuple[str, ...]] | None:
    """The reference level of a factor where it alone is separated, and the coefficients that go to infinity for it.

    The intercept goes one way then, and all levels the other: said so, nobody recognises it.
    """
    pure, everything = pure_cells(diagnosis) if diagnosis.separated else ([], False)
    if not everything or len(pure) != 1:
        return None
    factor = next(factor for factor, cells in diagnosis.factor_cells if pure[0] in cells)
    constant = diagnosis.study.posed.design.constant
    base = () if constant is None else (diagnosis.study.posed.design.names[constant],)
    relative = {*base, *factor.columns}
    if len(factor.columns) < 2 or set(diagnosis.infinite) != relative:
        return None
    return pure[0], tuple(relative)


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


def advise(diagnosis: Diagnosis) -> tuple[str, ...]:
    """One sentence for each of the usual ways on."""
    if diagnosis.kind == "undecided":
        return (f"Allow more time with {setting('max_seconds')}, or ask about fewer columns.",)
    if diagnosis.fragile:
        return (
            f"Do not act on this answer: numbers that differ from those of "
            f"{listing(diagnosis.study.computed, _MANY)} in their last digits may have another.",
            "Round computed columns to the digits that mean something, or leave out those that nearly follow from "
            "others, and ask again.",
        )
    if diagnosis.kind == "overlap":
        if diagnosis.unique:
            return ()
        return (
            f"Leave out {_columns(diagnosis.redundant)}: fitted values and tests of estimable combinations stay the "
            f"same.{_refit(diagnosis)}",
        )
    which = _names(diagnosis)
    if diagnosis.family in ("poisson", "negative-binomial"):
        return (
            f"{_drop(diagnosis)}: their fitted mean is 0 in the limit, and the finite coefficients are then "
            f"estimated as they would be with them.{_refit(diagnosis)} Report {which} as infinite.",
            "Check whether the rows or the coding behind them are as they should be; collect more.",
            *_common(which),
        )
    if diagnosis.family == "gamma":
        return (
            f"Amounts with zeros are what the Poisson pseudo-likelihood is for, {setting('family', 'poisson')}: it "
            "asks less of the data, for a zero pulls a fitted mean to 0 and no further. Ask about that model.",
            "A model in two parts, binomial for whether an amount is positive and Gamma for the positive ones, always "
            "has estimates in its second part.",
            f"Do not read anything into the size, standard error or Wald test of {which} in a fit that claims to have "
            "converged: they tell where the iteration stopped.",
        )
    if diagnosis.family in ("multinomial", "ordinal"):
        return (
            "Penalised or bias-reduced likelihood (Firth) gives finite estimates for every coefficient.",
            "Merge sparse classes or levels where that makes sense, or collect more rows.",
            *_common(which),
        )
    firth = "" if names_options() else " (answer.firth() fits it)"
    return (
        f"Firth's bias-reduced likelihood{firth} gives finite estimates for every coefficient; take "
        "profile-likelihood intervals, not Wald's.",
        "Exact (conditional) logistic regression gives median-unbiased estimates where the data are few.",
        *_limit(diagnosis),
        "Merge sparse levels where that makes sense, or collect more rows. Leaving out a column that separates throws "
        "away what may be the strongest effect.",
        *_common(which),
    )


def _limit(diagnosis: Diagnosis) -> tuple[str, ...]:
    """How to have the estimates of the finite coefficients as they are in the limit, where some rows are left."""
    if diagnosis.family != "binomial" or diagnosis.refit_formula is None:
        return ()
    return (
        f"For the finite coefficients as they are in the limit: {_drop(diagnosis, lower=True)}.{_refit(diagnosis)}",
    )


def _drop(diagnosis: Diagnosis, *, lower: bool = False) -> str:
    """To leave out the separated rows, and the columns that the others leave without an estimate."""
    count = len(diagnosis.rows)
    rows = f"the {count:,} separated row{'s' * (count != 1)}"
    if not names_options():
        rows += " (answer.keep(data) does)"
    # The columns of a level go with its rows, where the formula is fitted anew.
    again = diagnosis.refit_formula is not None
    columns = [name for name in columns_to_leave_out(diagnosis) if not (again and "[" in name)]
    verb = "leave out" if lower else "Leave out"
    return f"{verb} {rows}" + (f" and {_columns(columns)}" if columns else "")


def _columns(names: Sequence[str]) -> str:
    return f"column{'s' * (len(names) != 1)} {listing(names, LISTED)}"


def _refit(diagnosis: Diagnosis) -> str:
    formula = diagnosis.refit_formula
    return "" if formula is None else f" Formula to refit: {formula}."


def _common(which: str) -> tuple[str, ...]:
    return (
        f"Do not read anything into the size, standard error or Wald test of {which} in a fit that "
        "claims to have converged: they tell where the iteration stopped. The likelihood ratio still has a value, its "
        "limit.",
    )


def _names(diagnosis: Diagnosis) -> str:
    names = diagnosis.infinite
    reference = _reference(diagnosis)
    if reference is not None:
        return f"{reference[0].factor} = {reference[0].level} (in any coding of {reference[0].factor})"
    if not names or len(names) > _MANY:
        return "the infinite coefficients"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
