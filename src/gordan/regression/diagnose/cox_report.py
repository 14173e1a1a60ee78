"""The report on a Cox model: whether its partial likelihood is monotone, by which covariates, at which events."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from gordan.arithmetic.setting import names_options, setting
from gordan.regression.diagnose.cox import CoxDiagnosis
from gordan.regression.diagnose.cox_limit import columns_left_behind, levels_left_behind
from gordan.regression.diagnose.phrase import (
    LISTED,
    counted,
    listing,
    of_data,
    of_proof,
    of_relations,
    without_relations,
)
from gordan.regression.diagnose.report import Report

__all__ = ["report_cox"]

_TIES = {"efron": "Efron", "breslow": "Breslow", "exact": "exact"}


def report_cox(diagnosis: CoxDiagnosis, *, file: str | None = None) -> Report:
    """The report on a Cox model."""
    table = () if diagnosis.kind == "undecided" or diagnosis.unique else tuple(_table(diagnosis))
    return Report(
        kind=diagnosis.kind,
        title={"overlap": "Overlap", "undecided": "Undecided"}.get(diagnosis.kind, "Monotone likelihood"),
        claim=without_relations(diagnosis, "covariates", LISTED) + _sentence(diagnosis),
        facts=tuple(_facts(diagnosis, file)),
        table=table,
        left_out=len(diagnosis.coefficients) - len(table) if table else 0,
        advice=tuple(_advice(diagnosis)),
    )


def _sentence(diagnosis: CoxDiagnosis) -> str:
    if diagnosis.kind == "undecided":
        return "it is not known whether finite maximum partial-likelihood estimates exist."
    if diagnosis.separated:
        return "finite maximum partial-likelihood estimates do not exist."
    if diagnosis.unique:
        return "finite maximum partial-likelihood estimates exist, and they are unique."
    return "finite maximum partial-likelihood estimates exist, but they are not unique: covariates are collinear."


def _facts(diagnosis: CoxDiagnosis, file: str | None) -> Iterator[tuple[str, str]]:
    covariates = listing(list(diagnosis.coefficients), 6)
    yield (
        "model",
        f"{diagnosis.formula or f'{diagnosis.response} on {covariates}'} (Cox, {_TIES[diagnosis.model.ties]} ties)",
    )
    yield "events", f"{diagnosis.n_events:,} among {diagnosis.n:,} rows{_strata(diagnosis)}"
    yield from of_data(diagnosis, file)
    if diagnosis.kind == "undecided":
        yield "why", str(diagnosis.reason)
        return
    yield from of_relations(diagnosis)
    yield "rank", _rank(diagnosis)
    if diagnosis.separated:
        count = f"{len(diagnosis.rows):,} of {diagnosis.n_events:,} events are separated"
        yield "rows", f"{count}{':' if file is None else ', on lines'} {listing(diagnosis.rows, LISTED)}."
        for text in _causes(diagnosis):
            yield "cause", text
    yield of_proof(diagnosis, "all risk sets, both ways")


def _strata(diagnosis: CoxDiagnosis) -> str:
    count = np.unique(diagnosis.model.risk.stratum).size
    grouped = diagnosis.model.strata or diagnosis.study.posed.design.strata is not None
    return f", in {count:,} strata, compared within each" if grouped else ""


def _rank(diagnosis: CoxDiagnosis) -> str:
    p = len(diagnosis.coefficients)
    if diagnosis.rank == p:
        return f"{p:,} of {p:,} covariates: none is collinear with the others"
    collinear = listing(diagnosis.aliased, LISTED)
    return f"{diagnosis.rank:,} of {p:,} covariates; not estimable, because collinear: {collinear}"


def _causes(diagnosis: CoxDiagnosis) -> Iterator[str]:
    cells = levels_left_behind(diagnosis, diagnosis.left_behind)
    if cells and not {cell.factor for cell in cells} <= {*diagnosis.coefficients}:  # levels of a factor, in any coding
        yield "; ".join(map(str, cells))
        return
    for name, way in list((diagnosis.singles or {}).items())[:LISTED]:
        yield f"{name} ({way}) alone: {_single(diagnosis, name, way)}"
    if diagnosis.responsible is None:
        yield "which covariates are responsible was not found out in reasonable time"
    elif len(diagnosis.responsible) > 1:
        parts = [f"{diagnosis.direction[name]:+.3g} {name}" for name in diagnosis.responsible]
        yield (
            f"{listing(diagnosis.responsible, LISTED)} together, and no longer once one is left out: at every event "
            f"some combination of them (such as {' '.join(parts)}) is the greatest of those at risk"
        )


def _single(diagnosis: CoxDiagnosis, name: str, way: str) -> str:
    """What the column has to do with the events: where all of them are, or that it orders them."""
    risk = diagnosis.model.risk
    x = risk.covariates[:, list(diagnosis.coefficients).index(name)]
    values, event = np.unique(x), risk.event
    extreme = values[-1] if way == "+inf" else values[0]
    if (x[event] == extreme).all():
        count, rest = int(event.sum()), int((x != extreme).sum())
        those = f"all {count:,} events are" if count > 1 else "the only event is"
        others = f"{name} = {values[0] if way == '+inf' else values[-1]:g}" if values.size == 2 else f"other {name}"
        return f"{those} in rows with {name} = {extreme:g}, none among the {rest:,} with {others}"
    return f"at every event its row has the {'greatest' if way == '+inf' else 'least'} {name} of all at risk"


def _table(diagnosis: CoxDiagnosis) -> Iterator[tuple[str, str, str, str]]:
    for name, state in diagnosis.coefficients.items():
        remark = "collinear" if name in diagnosis.aliased else ""
        if name in (diagnosis.responsible or ()) or name in (diagnosis.singles or ()):
            remark = "responsible"
        yield name, state, f"{diagnosis.direction[name] + 0.0:.4g}", remark


def _advice(diagnosis: CoxDiagnosis) -> Iterator[str]:
    if diagnosis.kind == "undecided":
        yield f"Allow more time with {setting('max_seconds')}, or ask about fewer covariates."
        return
    if not diagnosis.separated:
        if not diagnosis.unique:
            yield "Leave out collinear covariates until the rank is full: fitted hazards stay the same."
        return
    infinite = listing(diagnosis.infinite, 4)
    one = len(diagnosis.infinite) == 1
    ways = {diagnosis.coefficients[name] for name in diagnosis.infinite}
    limit = "infinite" if ways == {"+inf"} else "zero" if ways == {"-inf"} else "infinite or zero"
    yield (
        f"Report the hazard ratio{'s' * (not one)} of {infinite} as {limit}, with a limit from the profile likelihood "
        "on the other side; the likelihood-ratio test still has a value, its limit."
    )
    yield (
        "Firth's penalised partial likelihood gives finite estimates for every coefficient: coxphf in R, with "
        "profile-likelihood intervals."
    )
    finite = [name for name, state in diagnosis.coefficients.items() if state == "finite"]
    if finite:
        yield (
            f"For the limits of the finite coefficients {_limit(diagnosis)}: events are then compared with those at "
            "risk that do not fall behind for ever. Do not leave out the separated events, which are in other risk "
            "sets too."
        )
    yield (
        f"Do not read anything into the size, standard error or Wald test of {infinite} in a fit that claims to have "
        "converged: they tell where the iteration stopped."
    )


def _limit(diagnosis: CoxDiagnosis) -> str:
    """What to fit for the limits of the finite coefficients."""
    refit, behind = diagnosis.refit_formula, np.flatnonzero(diagnosis.left_behind)
    if refit is not None and all(f"strata({name})" in refit for name in diagnosis.infinite):
        return f"fit {refit}"
    if not behind.size:
        return "make answer.limit_strata (in Python) a column of the data, leave out its rows of -1 and stratify by it"
    cells = levels_left_behind(diagnosis, diagnosis.left_behind)
    rows = f"the {counted(behind.size, 'row')} "
    if cells:
        rows += f"with {cells[0].factor} = {' or '.join(cell.level for cell in cells)}"
    else:
        rows += f"{'on lines ' * names_options()}{listing(list(diagnosis.study.posed.design.labels[behind]), LISTED)}"
    if not names_options():
        rows += " (answer.keep(data) does)"
    if refit is not None:
        return f"leave out {rows} and fit {refit}"
    columns = columns_left_behind(diagnosis)
    return f"leave out {rows} and the column{'s' * (len(columns) != 1)} {listing(columns, LISTED)}"
