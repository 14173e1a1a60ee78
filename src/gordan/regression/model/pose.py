"""`pose`: a regression model, in whatever form, as the system whose split says whether its estimates exist."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from gordan.errors import InputError
from gordan.file.table.columns import ColumnBatches, open_columns
from gordan.file.table.frame import Frame as ColumnFrame
from gordan.problem.numbers import Numbers
from gordan.regression.model.closed import Beside
from gordan.regression.model.cox import PosedRisk, Ties
from gordan.regression.model.design import Missing
from gordan.regression.model.effects import (
    ABSORBING,
    PosedPanel,
    absorb_effects,
    read_bar,
    read_factors,
    refuse_unabsorbed,
)
from gordan.regression.model.fitted import Absorbing, read_absorbing, read_fit, read_unpenalised
from gordan.regression.model.formula.sides import cut_bar
from gordan.regression.model.frame import read_frame
from gordan.regression.model.mixture import PosedMixture, pose_mixture
from gordan.regression.model.read import pose_formula, read_arrays
from gordan.regression.model.statsmodel import has_cauchit_link, is_model, read_grouped_counts, read_model
from gordan.regression.model.stream import STREAMED, PosedStream, named_columns, pose_stream
from gordan.regression.model.survival import pose_cox
from gordan.regression.model.system import Posed, as_tweedie, is_tweedie, named_family, write_down

__all__ = ["Reading", "hold_columns", "pose", "pose_any"]

AnyPosed = Posed | PosedPanel | PosedStream | PosedRisk | PosedMixture


class Reading(NamedTuple):
    """How a model is read, by the options of `diagnose`; with `absorb` factors of many levels are effects too."""

    family: object = "binomial"
    intercept: bool = True
    missing: Missing | None = None
    numbers: Numbers = "decimal"
    python: bool = True
    absorb: bool = False
    ties: Ties = "efron"


def pose(
    X: object,
    y: object = None,
    *,
    data: object = None,
    family: object = "binomial",
    weights: object = None,
    offset: object = None,
    strata: object = None,
    intercept: bool = True,
    missing: Missing | None = None,
    numbers: Numbers = "decimal",
    python: bool = True,
) -> Posed:
    """The rows of a regression model, as `gordan.diagnose` asks about them; nothing is decided here.

    With the same arguments as `diagnose`. Its `system` is what a certificate of a split is verified against.

    Examples
    --------
    >>> data = {"dose": [1, 2, 3, 3, 4, 5], "ill": [0, 0, 0, 1, 1, 1]}
    >>> posed = pose("ill ~ dose", data=data)
    >>> posed.system.n_inequalities, posed.system.names
    (6, ('Intercept', 'dose'))
    """
    reading = Reading(family, intercept, missing, numbers, python)
    posed = pose_any(X, y, Beside(weights, offset, strata), data, reading)
    if isinstance(posed, PosedStream):
        raise InputError(
            "the data are read in batches, so the model has no system in memory; ask gordan.diagnose, or give a frame"
        )
    if isinstance(posed, PosedPanel):
        raise InputError(
            "effects after a bar are not written out as columns, so the model has no system; ask gordan.diagnose, or "
            "write them as C(…)"
        )
    if isinstance(posed, PosedMixture):
        raise InputError(
            "a zero-inflated model has no one system; give its parts: exog and endog with their family, and exog_infl "
            'with endog == 0 and family="binomial"'
        )
    if isinstance(posed, PosedRisk):
        raise InputError(
            "the comparisons of a Cox model are never written out, so it has no system; ask gordan.diagnose"
        )
    return posed


def pose_any(X: object, y: object, beside: Beside, data: object, reading: Reading) -> AnyPosed:
    """The rows of a model: a panel where it has effects after a bar, batches where the data come so, or risk sets.

    A zero-inflated model has two.
    """
    posed, family = _pose_given(X, y, beside, data, reading), reading.family
    asked = getattr(getattr(X, "model", X), "family", None) if is_model(X) else X if hasattr(X, "coef_") else family
    if not is_tweedie(asked):
        return posed
    if isinstance(posed, PosedPanel):
        return replace(posed, posed=as_tweedie(posed.posed))
    return as_tweedie(posed) if isinstance(posed, Posed) else posed


def _pose_given(X: object, y: object, beside: Beside, data: object, reading: Reading) -> AnyPosed:
    """The rows of a model of one of these forms, by the family whose rows it has."""
    family, intercept, missing, numbers, python, _, ties = reading
    _refuse_options(intercept=intercept, missing=missing, numbers=numbers)
    survival = pose_cox(
        X, y, beside, data=data, family=family, ties=ties, missing=missing, numbers=numbers, python=python
    )
    if survival is not None:
        return survival
    if is_model(X):
        if y is not None or data is not None:
            raise InputError("a model brings its own data; leave y and data out")
        mixture = pose_mixture(X, beside, missing=missing, numbers=numbers)
        if mixture is not None:
            return mixture
        grouped = read_grouped_counts(X)
        if grouped is not None:
            formula, frame, beside = grouped
            again = Reading("poisson", missing=missing, numbers=numbers, python=False)
            return pose_any(formula, None, beside, frame, again)
        design, family = read_model(X, beside, missing)
        posed = replace(write_down(design, named_family(family), numbers), fit=read_fit(X))
        return replace(posed, concave=not has_cauchit_link(getattr(X, "model", X)))
    absorbing = read_absorbing(X, data)
    if absorbing is not None:
        return _pose_absorbing(absorbing, y, reading)
    estimator = read_unpenalised(X, data, y)
    if estimator is not None:
        design = read_arrays(data, y, beside, intercept=estimator.intercept, missing=missing)
        return replace(write_down(design, estimator.family, numbers), fit=estimator.fit)
    if isinstance(X, str):
        if not intercept:
            raise InputError(
                "a formula says itself whether there is an intercept; write - 1 in it, and leave intercept out"
            )
        return _pose_text(X, y, beside, data, reading)
    if y is None and hasattr(X, "lhs") and hasattr(X, "rhs"):  # both sides, as formulaic returns them
        left: Any = X.lhs
        X, y = X.rhs, getattr(left, "__wrapped__", left)
    design = read_arrays(X, y, beside, data=data, intercept=intercept, missing=missing)
    return write_down(design, named_family(family), numbers)


def _pose_text(
    formula: str, y: object, beside: Beside, data: object, reading: Reading
) -> Posed | PosedPanel | PosedStream:
    """The rows of a formula."""
    named, missing, numbers = named_family(reading.family), reading.missing, reading.numbers
    table = open_columns(data)
    if table is not None:
        if cut_bar(formula) is None and named in STREAMED and y is None:
            return pose_stream(formula, table, named, beside, missing=missing, numbers=numbers)
        data = hold_columns(formula, table, beside)
    frame = None if data is None else read_frame(data)
    bar = None if frame is None else read_bar(formula, frame)
    taken = None
    if reading.absorb and frame is not None and bar is None and named in ABSORBING:
        taken = read_factors(formula, frame)
    effects = bar or taken
    if frame is not None and effects is not None:
        refuse_unabsorbed(named)
        rest, also = effects.model, effects.columns
        posed = pose_formula(
            rest, y, frame, named, beside, missing=missing, numbers=numbers, python=reading.python, also=also
        )
        return absorb_effects(posed, effects.effects, frame, numbers, taken=taken is not None)
    return pose_formula(formula, y, data, named, beside, missing=missing, numbers=numbers, python=reading.python)


def _pose_absorbing(given: Absorbing, y: object, reading: Reading) -> Posed | PosedPanel:
    """The model of a fit of pyfixest, on the rows that it kept; effects after its bar stay effects."""
    if y is not None:
        raise InputError("a fit of pyfixest brings its own response; leave y out")
    beside = Beside(given.weights, given.offset, None)
    again = reading._replace(family=given.family, intercept=True, absorb=False, ties="efron")
    posed = pose_any(given.formula, None, beside, given.data, again)
    assert isinstance(posed, Posed | PosedPanel)  # it has its data in memory, and no Surv()
    model = posed.posed if isinstance(posed, PosedPanel) else posed
    if given.left_out:
        rows = "row is" if given.left_out == 1 else "rows are"
        note = f"{given.left_out:,} {rows} missing here that pyfixest had left out as separated; data= gives all"
        model = replace(model, design=model.design.noted(note))
    model = replace(model, fit=given.fit)
    return replace(posed, posed=model) if isinstance(posed, PosedPanel) else model


def hold_columns(formula: str, table: ColumnBatches, beside: Beside) -> ColumnFrame:
    """The columns that a model names, in memory: effects need the levels of all rows at once."""
    cut = cut_bar(formula)
    schema = read_frame({name: np.zeros(0) for name in table.names})
    bar = None if cut is None else read_bar(formula, schema)
    effects = () if bar is None else tuple(name for effect in bar.effects for name in effect)
    return table.held(named_columns(formula if bar is None else bar.model, table.names, beside, effects))


def _refuse_options(**given: object) -> None:
    allowed = {"missing": (None, "drop", "raise"), "numbers": ("binary", "decimal")}
    for name, choices in allowed.items():
        if given[name] not in choices:
            words = " or ".join(repr(each) for each in choices if each is not None)
            raise InputError(f"{name} is {given[name]!r}; give {words}")
    if not isinstance(given["intercept"], bool | np.bool_):
        raise InputError(f"intercept is {given['intercept']!r}; give True or False")
