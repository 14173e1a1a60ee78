"""Cox models: a formula such as `Surv(time, event) ~ age + strata(centre)`, or a design, as rows with risk sets."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import numpy as np

from gordan.arithmetic.array import Array, Mask, Positions
from gordan.arithmetic.setting import setting
from gordan.errors import InputError
from gordan.file.table.wording import shown
from gordan.problem.description import Description
from gordan.problem.matrix import is_sparse
from gordan.problem.numbers import Numbers
from gordan.problem.risk import RiskSets
from gordan.regression.model.closed import Beside, pose_described
from gordan.regression.model.column import Column
from gordan.regression.model.formula.sides import bare, parted
from gordan.regression.model.frame import Frame, Labels, placed_at
from gordan.regression.model.system import Posed

__all__ = [
    "PosedRisk",
    "Ties",
    "is_survival",
    "pose_described_risk",
    "pose_survival",
    "read_survival",
    "survival_of",
]

Ties = Literal["breslow", "efron", "exact"]
_SURV = re.compile(r"\s*Surv\s*\((.*)\)\s*", re.S)
_TERM = re.compile(r"\s*(strata|cluster|frailty|tt|pspline|ridge)\s*\((.*)\)\s*", re.S)
_ENTRIES = 4e8  # of covariates that are held densely


@dataclass(frozen=True, eq=False)
class PosedRisk:
    """A Cox model: its design as `posed` has it, and the rows with their risk sets, in the order of the design.

    `strata` are the columns whose combinations are strata; none where these came as an array, or there are none.
    """

    posed: Posed
    risk: RiskSets
    ties: Ties
    strata: tuple[str, ...] = ()


class SurvivalFormula(NamedTuple):
    """A formula without its Surv() and strata(): the model that is left, and the columns of the strata."""

    model: str
    strata: tuple[str, ...]
    notes: tuple[str, ...]


def is_survival(formula: str) -> bool:
    """Whether the left side of a formula is Surv()."""
    return _SURV.fullmatch(formula.partition("~")[0]) is not None


def read_survival(formula: str, frame: Frame) -> SurvivalFormula | None:
    """The parts of a formula with Surv() on its left side; None where it has none.

    Examples
    --------
    >>> from gordan.regression.model.frame import read_frame
    >>> frame = read_frame({"t": [1], "d": [1], "age": [1], "g": [1]})
    >>> read_survival("Surv(t, d == 1) ~ age + strata(g)", frame)[:2]
    ('t + (d == 1) ~ age', ('g',))
    """
    left, tilde, right = formula.partition("~")
    surv = _SURV.fullmatch(left)
    if surv is None or not tilde:
        return None
    parts = [part.strip() for part in parted(surv[1], ",")]
    if len(parts) not in (2, 3) or any(re.match(r"\w+\s*=[^=]", part) for part in parts):
        raise InputError(
            f"{shown(left.strip())} is not read; write Surv(time, event), or Surv(start, stop, event), with the "
            "columns in this order"
        )
    if parted(right, "|", blank=True)[1:]:
        raise InputError("a Cox model has no effects after a bar; write + strata(…) for groups with a hazard each")
    kept, strata, notes = [], [], []
    for part in parted(right, "+"):
        term = _TERM.fullmatch(part)
        if term is None:
            kept.append(part)
        elif term[1] == "strata":
            strata += [_column(name, frame) for name in parted(term[2], ",")]
        elif term[1] == "cluster":
            notes.append(f"{part.strip()} changes standard errors only, not whether estimates exist")
        else:
            raise InputError(
                f"the term {shown(part.strip())} is not known here; leave it out, or compute its columns and name them"
            )
    if re.search(r"\bstrata\s*\(", "+".join(kept)):
        raise InputError("strata(…) stands inside another term; write it as a term of its own, + strata(…)")
    if not kept:
        raise InputError("the formula has no covariate beside its strata; nothing is estimated: give a term")
    response = " + ".join(part if bare(part, frame) is not None else f"({part})" for part in parts)
    return SurvivalFormula(f"{response} ~{'+'.join(kept).rstrip()}", tuple(strata), tuple(notes))


def _column(part: str, frame: Frame) -> str:
    name = bare(part, frame)
    if name is None:
        raise InputError(f"{shown(part.strip())} is no column; name columns in strata(…)")
    frame.column(name, "the column")  # refused with the nearest name where there is none
    return name


def pose_survival(
    formula: str,
    data: Frame,
    beside: Beside,
    pose: Callable[[str, Beside, tuple[str, ...]], Posed],
    *,
    ties: Ties,
    numbers: Numbers,
) -> PosedRisk:
    """The rows of a formula with Surv().

    `pose` poses what is left of it without Surv() and strata(), given the columns beside it and those of the strata.
    """
    read = read_survival(formula, data)
    if read is None:
        raise InputError(
            f"a Cox model needs times and events; write Surv(time, event) before ~ in place of {shown(formula)}"
        )
    named = (_column(f"`{beside.strata}`", data),) if isinstance(beside.strata, str) else ()
    array = None if named else beside.strata
    if read.strata and array is not None:
        raise InputError(f"both strata(…) and {setting('strata')} are given; leave one out")
    names = tuple(dict.fromkeys((*read.strata, *named)))
    beside = Beside(beside.weights, beside.offset, array)
    posed = pose(read.model, beside, names)
    design = replace(posed.design, formula=formula.strip(), notes=posed.design.notes + read.notes)
    return survival_of(replace(posed, design=design), ties, numbers, names, data)


def pose_described_risk(
    description: Description,
    groups: tuple[str, ...],
    frame: Frame,
    beside: Beside,
    *,
    exact: bool,
    numbers: Numbers,
    formula: str = "",
) -> PosedRisk:
    """The risk sets of a described model, whose description names the columns of the strata among those it uses."""
    unused = next((name for name in groups if name not in description.used), None)
    if unused is not None:
        raise InputError(
            f"the certificate's model has strata by {shown(unused)}, which is not among the columns that it uses; get "
            "the certificate again or write it anew"
        )
    posed = pose_described(description, frame, "cox", beside, numbers=numbers, formula=formula)
    return survival_of(posed, "exact" if exact else "efron", numbers, groups, frame)


def survival_of(
    posed: Posed, ties: Ties, numbers: Numbers, strata: tuple[str, ...] = (), frame: Frame | None = None
) -> PosedRisk:
    """The risk sets of a design whose response is (time, event) or (start, stop, event).

    `strata` are columns of the frame.
    """
    if ties not in ("breslow", "efron", "exact"):
        raise InputError(f"ties is {ties!r}; give 'breslow', 'efron' or 'exact'")
    design = posed.design
    *times, status = design.y
    stop = times[-1].numbers("the time")
    start = times[0].numbers("the start") if len(times) == 2 else None
    _refuse_times(times, start, stop, design.labels)
    event = _events(status)
    if is_sparse(design.X) and design.X.shape[0] * design.X.shape[1] > _ENTRIES:
        raise InputError(f"the covariates have {design.X.shape[1]:,} columns; put the longest factor into strata(…)")
    X = np.ascontiguousarray(design.X.toarray() if is_sparse(design.X) else design.X)
    stratum = np.zeros(event.size, np.int64) if design.strata is None else _coded(design.strata)
    for name in strata:
        assert frame is not None
        assert design.kept is not None
        more = _coded(frame.column(name).take(design.kept))
        stratum = np.asarray(np.unique(stratum * (more.max() + 1) + more, return_inverse=True)[1], dtype=np.int64)
    _refuse_without_events(event, stratum)
    risk = RiskSets(X, stop, event, start, stratum, ties == "exact", numbers, design.names)
    if strata or design.strata is not None:
        silent = int((np.bincount(stratum[event], minlength=int(stratum.max()) + 1) == 0).sum())
        note = f"{silent:,} {'stratum has' if silent == 1 else 'strata have'} no event: nothing is said by them"
        design = design.noted(note) if silent else design
    return PosedRisk(replace(posed, design=design), risk, ties, strata)


def _refuse_times(times: Sequence[Column], start: Array | None, stop: Array, labels: Labels) -> None:
    if start is None:
        if (stop < 0).any():
            first = int(stop.argmin())
            raise InputError(
                f"the time {times[0].name!r} is {stop[first]:g} {placed_at(labels, first)}; times count from 0: give "
                "Surv(start, stop, event) where they do not"
            )
        return
    wrong = start >= stop
    if wrong.any():
        first = int(wrong.argmax())
        raise InputError(
            f"rows stop before they start, or just then ({int(wrong.sum()):,} in all): {placed_at(labels, first)} "
            f"{times[0].name} is {start[first]:g} and {times[1].name} {stop[first]:g}; give start < stop, and leave "
            "out rows without any time at risk"
        )


def _events(column: Column) -> Mask:
    """Whether each row has an event: booleans, or 0 and 1."""
    if column.values.dtype == bool:
        return np.asarray(column.values)
    if column.text:
        words = sorted({str(v) for v in column.values.tolist()})
        raise InputError(
            f"the event {column.name!r} holds text ({', '.join(map(shown, words[:4]))}{', …' * (len(words) > 4)}); say "
            f"which is the event, such as Surv(time, {column.name} == {shown(words[-1])})"
        )
    values = column.numbers("the event")
    wrong = ~np.isin(values, (0.0, 1.0))
    if wrong.any():
        value = values[int(wrong.argmax())]
        raise InputError(
            f"the event {column.name!r} holds {value:g}; give 1 for an event and 0 for a censored row, such as "
            f"Surv(time, {column.name} == {value:g})"
        )
    return np.asarray(values == 1)


def _coded(column: Column) -> Positions:
    values = column.values.astype(str) if column.text else column.values
    return np.asarray(np.unique(values, return_inverse=True)[1], dtype=np.int64)


def _refuse_without_events(event: Mask, stratum: Positions) -> None:
    if not event.any():
        raise InputError(
            f"none of the {event.size:,} rows has an event, so that nothing can be estimated; check the column"
        )
    if not (np.bincount(stratum)[stratum[event]] > 1).any():
        raise InputError("no event has another row at risk at its time, so that nothing can be estimated; check strata")
