"""The report on a model with effects: which levels have no events, which rows, which regressors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gordan.arithmetic.setting import names_options, setting
from gordan.file.table.columns import placed
from gordan.outcome import Code
from gordan.outcome.panel import PanelWeights
from gordan.problem.panel import Panel
from gordan.regression.diagnose.effects import WithEffects
from gordan.regression.diagnose.phrase import LISTED, counted, listing, of_arguments, of_data, of_fit, of_proof
from gordan.regression.diagnose.report import Report

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["report_effects"]


def report_effects(diagnosis: WithEffects, *, file: str | None = None) -> Report:
    """The report on a model with effects."""
    states = diagnosis.coefficients
    table = () if diagnosis.kind == "undecided" else tuple(_table(diagnosis))
    return Report(
        kind=diagnosis.kind,
        title={"overlap": "Overlap", "undecided": "Undecided"}.get(diagnosis.kind, "Separation"),
        claim=_sentence(diagnosis),
        facts=tuple(_facts(diagnosis, file)),
        table=table,
        left_out=len(states) - len(table) if table else 0,
        advice=tuple(_advice(diagnosis)),
    )


def _sentence(diagnosis: WithEffects) -> str:
    if diagnosis.kind == "undecided":
        return "it is not known whether finite maximum-likelihood estimates exist."
    if diagnosis.separated:
        return "finite maximum-likelihood estimates do not exist for all rows."
    if diagnosis.unique:
        unique = ", and those of the regressors are unique" if diagnosis.coefficients else ""
        return f"finite maximum-likelihood estimates exist{unique}."
    return "finite maximum-likelihood estimates exist, but the effects take the place of some regressors."


def _facts(diagnosis: WithEffects, file: str | None) -> Iterator[tuple[str, str]]:
    effects = diagnosis.model.effects
    yield "model", f"{diagnosis.formula} ({diagnosis.study.posed.likelihood})"
    yield "effects", ", ".join(f"{effect.name} ({counted(effect.levels.size, 'level')})" for effect in effects)
    yield from of_data(diagnosis, file)
    yield from of_arguments(diagnosis)
    yield from of_fit(diagnosis)
    if diagnosis.kind == "undecided":
        yield "why", diagnosis.reason
        return
    yield "columns", _regressors(diagnosis)
    if diagnosis.separated:
        rows = f"{len(diagnosis.rows):,} of {diagnosis.n:,} rows are separated{placed(file)}"
        yield "rows", f"{rows} {listing(diagnosis.rows, LISTED)}."
        yield from _causes(diagnosis)
    how = "by the structure of the levels" if isinstance(diagnosis.system, Panel) else "with a column for every level"
    how = "by weights of the rows that cancel" if isinstance(diagnosis.proof, PanelWeights) else how
    yield of_proof(diagnosis, f"the rows of the model, both ways, {how}")


def _regressors(diagnosis: WithEffects) -> str:
    if not diagnosis.coefficients:
        return "none beside the effects"
    finite = [name for name, state in diagnosis.coefficients.items() if state == "finite"]
    text = f"finite estimates of {len(finite):,} of {len(diagnosis.coefficients):,}"
    if diagnosis.aliased:
        text += f"; not estimable beside the effects: {listing(diagnosis.aliased, LISTED)}"
    return text


def _causes(diagnosis: WithEffects) -> Iterator[tuple[str, str]]:
    """The levels that separate by themselves, effect by effect, and how many rows are separated otherwise."""
    levels, event = diagnosis.levels, "success" if diagnosis.family == "binomial" else "positive response"
    if diagnosis.kind == "complete" and not levels["events"].any():
        yield "cause", f"no row has a {event}: the response does not vary"
        return
    for effect in diagnosis.model.effects:
        own = levels[(levels["effect"] == effect.name) & (levels["state"] != "finite")]
        for state, what in (("-inf", f"no {event}"), ("+inf", "successes only")):
            some = own[own["state"] == state]
            if len(some):
                yield "levels", f"{effect.name}: {_levels(some, what, effect.levels.size)}"
    alone, moved = diagnosis.separated_between, _moved(diagnosis)
    if alone:
        rows = "row is" if alone == 1 else "rows are"
        why = "all rows between two groups of levels push the effects of these groups apart"
        if moved:
            why = f"by {listing(moved, LISTED)}, by the levels between which they lie, or by both together"
        word = "beside" if moved else "between"
        yield word, f"{alone:,} more {rows} separated, in levels that have both kinds of responses: {why}"


def _refitted(diagnosis: WithEffects) -> str:
    """The formula for the rows that are left, and why it is another one."""
    refit, gone = diagnosis.refit_formula, diagnosis.absorbed
    formula = "the same formula" if refit == diagnosis.formula else refit
    verb = "is" if len(gone) == 1 else "are"
    return (
        f"{formula} (there {listing(gone, LISTED)} {verb} made up by the effects and the rest)"
        if gone
        else f"{formula}"
    )


def _late(diagnosis: WithEffects) -> bool:
    """Whether the time given was too short."""
    run = diagnosis.run
    return run is not None and run.reason.code in (Code.MAX_SECONDS, Code.NOT_BEGUN)


def _moved(diagnosis: WithEffects) -> list[str]:
    """Regressors that have a part in the separation."""
    return [name for name, state in diagnosis.coefficients.items() if state in ("+inf", "-inf", "unsettled")]


def _levels(some: pd.DataFrame, what: str, total: int) -> str:
    named = [
        f"{_named(level)} ({counted(rows, 'row')})" for level, rows in zip(some["level"], some["rows"], strict=True)
    ]
    verb = "has" if len(some) == 1 else "have"
    return f"{len(some):,} of {total:,} levels {verb} {what}: {listing(named, LISTED)}"


def _named(level: object) -> str:
    """A level as it is read: dates without their midnight, and quoted where blanks at its ends would not be seen."""
    text = str(level).removesuffix(" 00:00:00")
    return text if text == text.strip() else repr(text)


def _table(diagnosis: WithEffects) -> Iterator[tuple[str, str, str, str]]:
    """Regressors that are not finite; the levels stand in the facts and in `levels`."""
    for name, state in diagnosis.coefficients.items():
        if state != "finite":
            remark = "absorbed by the effects" if name in diagnosis.aliased else ""
            yield name, state, f"{diagnosis.direction.get(name, 0.0):.4g}", remark


def _advice(diagnosis: WithEffects) -> Iterator[str]:
    if diagnosis.kind == "undecided":
        more = f"Allow more time with {setting('max_seconds')}, or leave" if _late(diagnosis) else "Leave"
        yield f"{more} out an effect: rows that are separated without it are separated with it too."
        return
    if diagnosis.aliased:
        names = listing(diagnosis.aliased, LISTED)
        yield f"Leave out {names}: what is left of it within the levels of the effects is nothing."
    if not diagnosis.separated:
        return
    if diagnosis.kind == "complete":
        yield "No row is left to fit the formula to: check the response, and the rows that were given."
        return
    limit = "probability is 0 or 1" if diagnosis.family == "binomial" else "mean is 0"
    how = " (--output-format json lists all their lines)" if names_options() else " (answer.keep(data) does)"
    yield (
        f"Leave out the separated rows{how} and fit {_refitted(diagnosis)}: their fitted {limit} in the limit, and all "
        "finite coefficients are estimated as they would be with them."
    )
    moved = _moved(diagnosis)
    names = listing(moved, LISTED)
    what = f"coefficients of {names}, or effects of levels," if moved else "the effects of their levels"
    yield f"A fit that says it converged with these rows has only stopped: {what} have no limit."
