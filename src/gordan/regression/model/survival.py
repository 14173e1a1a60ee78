"""`pose_cox`: which of the things that can be handed over are Cox models, and the rows of each.

Models of lifelines and statsmodels are recognised by what they carry; neither is imported.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gordan.arithmetic.setting import setting
from gordan.errors import InputError
from gordan.file.table.columns import open_columns
from gordan.problem.numbers import Numbers
from gordan.regression.model.closed import Beside
from gordan.regression.model.cox import PosedRisk, Ties, is_survival, pose_survival, read_survival, survival_of
from gordan.regression.model.design import Missing
from gordan.regression.model.frame import Frame, model_frame, read_frame
from gordan.regression.model.read import pose_formula, read_arrays
from gordan.regression.model.stream import named_columns
from gordan.regression.model.system import Posed, named_family, write_down

__all__ = ["pose_cox"]


def pose_cox(
    X: Any,
    y: object,
    beside: Beside,
    *,
    data: object,
    family: object,
    ties: Ties,
    missing: Missing | None,
    numbers: Numbers,
    python: bool,
) -> PosedRisk | None:
    """The rows of a Cox model: a formula with Surv(), arrays, a model of lifelines or PHReg; None for other models."""
    fitted = read_fitter(X, data)
    if fitted is not None:
        X, data, family, given = fitted
        beside = Beside(*(own if each is None else each for each, own in zip(beside, given, strict=True)))
        ties, missing = "efron", missing or "drop"
    kind = [each.__name__ for each in type(getattr(X, "model", X)).__mro__]
    if "PHReg" in kind:
        if y is not None or data is not None:
            raise InputError("a model brings its own data; leave y and data out")
        return pose_phreg(getattr(X, "model", X), beside, numbers)
    if isinstance(X, str) and data is not None:
        if named_family(family) == "cox":
            if y is not None:
                raise InputError("a Cox formula has its response in Surv(time, event); leave y out")
            frame = read_frame(_held(X, data, beside))

            def pose(model: str, own: Beside, also: tuple[str, ...]) -> Posed:
                return pose_formula(
                    model, None, frame, "cox", own, missing=missing, numbers=numbers, python=python, also=also
                )

            return pose_survival(X, frame, beside, pose, ties=ties, numbers=numbers)
        if is_survival(X):
            raise InputError(f"Surv(…) is the response of a Cox model; give {setting('family', 'cox')} with it")
        return None
    if isinstance(X, str) or hasattr(getattr(X, "model", X), "exog") or named_family(family) != "cox":
        return None
    return pose_arrays(X, y, beside, ties=ties, missing=missing, numbers=numbers, data=data)


def _held(formula: str, data: object, beside: Beside) -> object:
    """The columns that the model names, in memory, of a table in batches: risk sets need all rows at once."""
    table = open_columns(data)
    read = None if table is None else read_survival(formula, read_frame({name: np.zeros(0) for name in table.names}))
    if table is None or read is None:
        return data
    return table.held(named_columns(read.model, table.names, beside, read.strata))


def pose_arrays(
    X: object, y: Any, beside: Beside, *, ties: Ties, missing: Missing | None, numbers: Numbers, data: object
) -> PosedRisk:
    """A matrix or frame with y = (time, event) or (start, stop, event), or a structured array of event and time."""
    fields = getattr(getattr(y, "dtype", None), "names", None)
    if fields is not None and len(fields) == 2:  # as scikit-survival has it: the event first
        y = (y[fields[1]], y[fields[0]])
    design = read_arrays(X, y, beside, data=data, intercept=False, missing=missing)
    return survival_of(write_down(design, "cox", numbers), ties, numbers)


def pose_phreg(model: Any, beside: Beside, numbers: Numbers) -> PosedRisk:
    """A PHReg of statsmodels: its times, events, entries and strata, with its own treatment of ties."""
    import pandas as pd

    time, status = np.asarray(model.endog, dtype=np.float64), np.asarray(model.status, dtype=np.float64)
    entry, strata = (getattr(model, name, None) for name in ("entry", "strata"))
    name = getattr(model, "endog_names", None)
    given = {"entry": entry, name if isinstance(name, str) else "time": time, "status": status}
    strata = beside.strata if beside.strata is not None else None if strata is None else np.asarray(strata)
    frame = model_frame(model, np.asarray(model.exog, dtype=np.float64))
    y = tuple(
        pd.Series(np.asarray(values, dtype=np.float64), frame.index, name=name)
        for name, values in given.items()
        if values is not None
    )
    ties: Any = getattr(model, "ties", "breslow")
    beside = Beside(beside.weights, beside.offset, strata)
    return pose_arrays(frame, y, beside, ties=ties, missing=None, numbers=numbers, data=None)


def _covariates(given: Any, frame: Frame, used: set[Any]) -> list[str]:
    """The columns that a fitter without a formula has coefficients of; the frame may have more of them."""
    index = getattr(getattr(given, "params_", None), "index", None)
    names = [name for name in frame.names if name not in used] if index is None else [str(name) for name in index]
    absent = next((name for name in names if name not in frame.names), None)
    if absent is not None:
        raise InputError(
            f"the CoxPHFitter has a coefficient of {absent!r}, which is not a column of data; give the frame that it "
            "was fitted to"
        )
    return names


def read_fitter(given: Any, data: object) -> tuple[str, object, str, Beside] | None:
    """A CoxPHFitter of lifelines as the formula that it was fitted with; None for anything else.

    It keeps the names of the columns that it was given, but not the data.
    """
    if type(given).__name__ == "CoxTimeVaryingFitter":
        raise InputError(
            "a CoxTimeVaryingFitter is a Cox model of rows with a start and a stop; give a formula, "
            '"Surv(start, stop, event) ~ …", with data= and family="cox"'
        )
    if "CoxPHFitter" not in [kind.__name__ for kind in type(given).__mro__]:
        return None
    time, event = getattr(given, "duration_col", None), getattr(given, "event_col", None)
    if time is None:
        raise InputError("the CoxPHFitter is not fitted, so that its columns are not known; fit it, or give a formula")
    if data is None:
        raise InputError("a CoxPHFitter does not keep its data; give data=, the frame that it was fitted to")
    penalty = np.asarray(getattr(given, "penalizer", 0.0), dtype=np.float64)
    if penalty.any():
        raise InputError(
            f"the CoxPHFitter has the penalizer {penalty.max():g}; penalised estimates are always finite: ask "
            "about the model without it"
        )
    if getattr(given, "baseline_estimation_method", "breslow") not in ("breslow", None):
        raise InputError("the CoxPHFitter has a parametric baseline, which is another likelihood; give Breslow's")
    frame = read_frame(data)
    entry, weights, strata = (getattr(given, name, None) for name in ("entry_col", "weights_col", "strata"))
    strata = [] if strata is None else [strata] if isinstance(strata, str) else list(strata)
    used = {time, event, entry, weights, getattr(given, "cluster_col", None), *strata}
    right = getattr(given, "formula", None) or " + ".join(f"`{name}`" for name in _covariates(given, frame, used))
    if event is None:
        raise InputError("the CoxPHFitter has no event_col; add a column of ones for the events, and fit with it")
    left = ", ".join(f"`{name}`" for name in (entry, time, event) if name is not None)
    groups = "".join(f" + strata(`{name}`)" for name in strata)
    return f"Surv({left}) ~ {right}{groups}", data, "cox", Beside(weights)
