"""`pose`: a regression model, in whatever form, as the system whose split says whether its estimates exist.

Models of statsmodels, fitted or not, are recognised by what they carry; statsmodels itself is not imported.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array, Matrix
from gordan.errors import InputError
from gordan.file.table.columns import ColumnBatches, open_columns
from gordan.file.table.frame import Frame as ColumnFrame
from gordan.problem.numbers import Numbers
from gordan.regression.model.closed import Beside
from gordan.regression.model.column import Cells
from gordan.regression.model.cox import PosedRisk, Ties
from gordan.regression.model.design import Design, Missing
from gordan.regression.model.effects import ABSORBING, PosedPanel, pose_effects, read_bar, read_factors
from gordan.regression.model.fitted import Absorbing, read_absorbing, read_fit, read_unpenalised
from gordan.regression.model.formula.sides import cut_bar
from gordan.regression.model.frame import model_frame, read_frame
from gordan.regression.model.read import pose_formula, read_arrays
from gordan.regression.model.stream import STREAMED, PosedStream, named_columns, pose_stream
from gordan.regression.model.survival import pose_cox
from gordan.regression.model.system import Posed, named_family, write_down

__all__ = ["hold_columns", "is_model", "pose", "pose_any", "read_model"]


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
    beside = Beside(weights, offset, strata)
    posed = pose_any(
        X,
        y,
        beside,
        data=data,
        family=family,
        intercept=intercept,
        missing=missing,
        numbers=numbers,
        python=python,
    )
    if isinstance(posed, PosedStream):
        raise InputError(
            "the data are read in batches, so the model has no system in memory; ask gordan.diagnose, or give a frame"
        )
    if isinstance(posed, PosedPanel):
        raise InputError(
            "effects after a bar are not written out as columns, so the model has no system; ask gordan.diagnose, or "
            "write them as C(…)"
        )
    if isinstance(posed, PosedRisk):
        raise InputError(
            "the comparisons of a Cox model are never written out, so it has no system; ask gordan.diagnose"
        )
    return posed


def pose_any(
    X: object,
    y: object,
    beside: Beside,
    *,
    data: object,
    family: object,
    intercept: bool,
    missing: Missing | None,
    numbers: Numbers,
    python: bool,
    absorb: bool = False,
    ties: Ties = "efron",
) -> Posed | PosedPanel | PosedStream | PosedRisk:
    """The rows of a model: a panel where it has effects after a bar, batches where the data come so, or risk sets.

    With `absorb` factors of many levels are effects too.
    """
    _refuse_options(intercept=intercept, missing=missing, numbers=numbers)
    survival = pose_cox(
        X, y, beside, data=data, family=family, ties=ties, missing=missing, numbers=numbers, python=python
    )
    if survival is not None:
        return survival
    if is_model(X):
        if y is not None or data is not None:
            raise InputError("a model brings its own data; leave y and data out")
        grouped = read_grouped_counts(X)
        if grouped is not None:
            formula, frame, beside = grouped
            return pose_any(
                formula,
                None,
                beside,
                data=frame,
                family="poisson",
                intercept=True,
                missing=missing,
                numbers=numbers,
                python=False,
            )
        design, family = read_model(X, beside, missing)
        posed = replace(write_down(design, named_family(family), numbers), fit=read_fit(X))
        return replace(posed, concave=not _cauchit(getattr(X, "model", X)))
    absorbing = read_absorbing(X, data)
    if absorbing is not None:
        return _pose_absorbing(absorbing, y, missing=missing, numbers=numbers, python=python)
    estimator = read_unpenalised(X, data, y)
    if estimator is not None:
        design = read_arrays(data, y, beside, intercept=estimator.intercept, missing=missing)
        return replace(write_down(design, estimator.family, numbers), fit=estimator.fit)
    if isinstance(X, str):
        if not intercept:
            raise InputError(
                "a formula says itself whether there is an intercept; write - 1 in it, and leave intercept out"
            )
        return _pose_text(
            X, y, beside, data, named_family(family), missing=missing, numbers=numbers, python=python, absorb=absorb
        )
    if y is None and hasattr(X, "lhs") and hasattr(X, "rhs"):  # both sides, as formulaic returns them
        left: Any = X.lhs
        X, y = X.rhs, getattr(left, "__wrapped__", left)
    design = read_arrays(X, y, beside, data=data, intercept=intercept, missing=missing)
    return write_down(design, named_family(family), numbers)


def _pose_text(
    formula: str,
    y: object,
    beside: Beside,
    data: object,
    named: str,
    *,
    missing: Missing | None,
    numbers: Numbers,
    python: bool,
    absorb: bool,
) -> Posed | PosedPanel | PosedStream:
    """The rows of a formula."""
    table = open_columns(data)
    if table is not None:
        if cut_bar(formula) is None and named in STREAMED and y is None:
            return pose_stream(formula, table, named, beside, missing=missing, numbers=numbers)
        data = hold_columns(formula, table, beside)
    frame = None if data is None else read_frame(data)
    bar = None if frame is None else read_bar(formula, frame)
    taken = None
    if absorb and frame is not None and bar is None and named in ABSORBING:
        taken = read_factors(formula, frame)
    effects = bar or taken
    if frame is not None and effects is not None:
        return pose_effects(
            effects,
            y,
            frame,
            named,
            beside,
            missing=missing,
            numbers=numbers,
            python=python,
            taken=taken is not None,
        )
    return pose_formula(formula, y, data, named, beside, missing=missing, numbers=numbers, python=python)


def _pose_absorbing(
    given: Absorbing, y: object, *, missing: Missing | None, numbers: Numbers, python: bool
) -> Posed | PosedPanel:
    """The model of a fit of pyfixest, on the rows that it kept; effects after its bar stay effects."""
    if y is not None:
        raise InputError("a fit of pyfixest brings its own response; leave y out")
    beside = Beside(given.weights, given.offset, None)
    posed = pose_any(
        given.formula,
        None,
        beside,
        data=given.data,
        family=given.family,
        intercept=True,
        missing=missing,
        numbers=numbers,
        python=python,
    )
    assert not isinstance(posed, PosedStream | PosedRisk)  # it has its data in memory, and no Surv()
    model = posed.posed if isinstance(posed, PosedPanel) else posed
    if given.left_out:
        rows = "row is" if given.left_out == 1 else "rows are"
        note = f"{given.left_out:,} {rows} missing here that pyfixest had left out as separated; data= gives all"
        model = replace(model, design=replace(model.design, notes=(*model.design.notes, note)))
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


# By the name of the class. GLM has its family with it.
_FAMILIES = {
    "Logit": "binomial",
    "Probit": "binomial",
    "Poisson": "poisson",
    "NegativeBinomial": "negative-binomial",
    "NegativeBinomialP": "negative-binomial",
    "MNLogit": "multinomial",
    "OrderedModel": "ordinal",
    "ConditionalLogit": "conditional",
}


def is_model(given: object) -> bool:
    """Whether this is a model with data inside, or what fitting one has returned."""
    model = getattr(given, "model", given)
    return hasattr(model, "exog") and hasattr(model, "endog")


def read_grouped_counts(given: Any) -> tuple[str, object, Beside] | None:
    """A ConditionalPoisson of statsmodels as the Poisson model with an effect for each group; None for other models.

    Given the total of its group, counts are multinomial with probabilities ∝ exp(x·b): the same directions as with an
    intercept for every group, which takes up the total.
    """
    model = getattr(given, "model", given)
    if "ConditionalPoisson" not in [kind.__name__ for kind in type(model).__mro__]:
        return None
    X, y = np.asarray(model.exog, dtype=np.float64), np.asarray(model.endog)
    if getattr(model, "_endog_grp", None) is None:
        strata, X, y = _grouped(model, X, y)
    else:  # the groups that its likelihood has: those whose counts are all the same are left out
        sizes = [len(part) for part in model._endog_grp]
        strata, y = np.repeat(np.arange(len(sizes)), sizes), np.concatenate(model._endog_grp)
        X = np.vstack(model._exog_grp)
    group = np.unique(strata, return_inverse=True)[1]
    counted = np.bincount(group, weights=y)[group] > 0  # a group without any count says nothing
    if not counted.any():
        raise InputError("no group of the ConditionalPoisson has a count above 0; nothing can be estimated from them")
    strata, X, y = strata[counted], X[counted], y[counted]
    frame = model_frame(model, X)
    names = {f"`{name}`" for name in frame.columns}
    if len(names) < frame.shape[1] or any("`" in name or name in ("_group", "_count") for name in frame.columns):
        raise InputError("the ConditionalPoisson has columns that cannot be named in a formula; give its data with one")
    terms = " + ".join(f"`{name}`" for name in frame.columns)
    table = frame.assign(_group=strata, _count=np.asarray(y, dtype=np.float64))
    return f"`_count` ~ {terms} | `_group`", table, Beside(None, None, None)


def _cauchit(model: Any) -> bool:
    """Whether the link is Cauchy's: 1/2 + arctan(x)/π, whose logarithm is not concave."""
    return type(getattr(getattr(model, "family", None), "link", None)).__name__.casefold() in ("cauchy", "cauchit")


def read_model(given: object, beside: Beside, missing: Missing | None) -> tuple[Design, str]:
    """The design and the family of a model of statsmodels, with the rows that its `fit` would use."""
    weights, offset, strata = beside
    model: Any = getattr(given, "model", given)
    family = _family(model)
    X = np.asarray(model.exog, dtype=np.float64)
    y: Cells = np.asarray(model.endog)
    if family in ("binomial", "log-binomial") and y.ndim == 1 and y.dtype.kind in "iuf":
        _refuse_outside(y)
        trials = _trials(model)
        if trials is not None:  # whether there were any successes and failures is all that matters
            y = np.column_stack([(y > 0) & (trials > 0), (y < 1) & (trials > 0)]).astype(np.float64)
    if strata is None and family == "conditional":
        strata, X, y = _grouped(model, X, y)
    if weights is None:
        weights = _weights(model)
    if offset is None:
        offset = _given(model, "offset")
    frame = model_frame(model, X)
    response: Matrix = y
    name = getattr(model, "endog_names", None)
    if isinstance(name, str) and y.ndim == 1:
        import pandas as pd

        response = pd.Series(y, name=name, index=frame.index)
    design = read_arrays(frame, response, Beside(weights, offset, strata), intercept=False, missing=missing)
    if "GEE" in [kind.__name__ for kind in type(model).__mro__]:
        note = "the estimating equations are answered for as those of independent rows, the GLM of the same family"
        design = replace(design, notes=(*design.notes, note))
    return design, family


def _family(model: Any) -> str:
    names = [kind.__name__ for kind in type(model).__mro__]
    if hasattr(model, "family") and {"GLM", "GEE"} & {*names}:
        return named_family(model.family)
    if any(name.startswith("ZeroInflated") or name == "GenericZeroInflated" for name in names):
        raise InputError(
            f"the model is a {type(model).__name__}: a mixture, whose log-likelihood is not concave, so that no rows "
            'tell whether its estimates exist. Of its parts it can be told: ask with family="poisson" about the '
            'counts, and with family="binomial" about which of them are 0; where either is separated, so may the '
            "mixture be"
        )
    known = next((_FAMILIES[name] for name in names if name in _FAMILIES), None)
    if known is None:
        raise InputError(
            f"the model is a {type(model).__name__}, whose family is not known here; give its exog and endog with "
            f"family=, or one of GLM, {', '.join(_FAMILIES)}"
        )
    return known


def _refuse_outside(y: Array) -> None:
    """What is no proportion would be taken for the name of a class."""
    wrong = (y < 0) | (y > 1)
    if wrong.any():
        raise InputError(
            f"the endog of the binomial model holds {y[int(wrong.argmax())]:g}; its likelihood is defined from 0 to 1: "
            "give proportions, or 0 and 1"
        )


def _weights(model: Any) -> Array | None:
    """Frequencies, 0 where the model's other weights are: either takes a row out of the likelihood."""
    frequencies, others = _given(model, "freq_weights"), _given(model, "var_weights")
    if others is None or bool((others == 1).all()):
        return None if frequencies is None or bool((frequencies == 1).all()) else frequencies
    if (others < 0).any():
        raise InputError(f"the var_weights of the model hold {others.min():g}; give numbers from 0 on")
    return np.where(others == 0, 0.0, 1.0 if frequencies is None else frequencies)


def _trials(model: Any) -> Array | None:
    """How many trials each row of a grouped GLM had; its endog are then proportions."""
    trials = getattr(model, "n_trials", None)
    if trials is None:
        return None
    counts = np.broadcast_to(np.asarray(trials, dtype=np.float64), (len(model.endog),))
    return counts if (counts > 1).any() else None


def _grouped(model: Any, X: Array, y: Cells) -> tuple[Cells, Array, Cells]:
    """The strata of a conditional model: as it was given them, or from the lists in which it keeps its groups."""
    groups = getattr(model, "groups", None)
    if groups is not None and np.size(groups) == len(y):
        return np.asarray(groups), X, y
    parts = getattr(model, "_endog_grp", None)
    if parts is None:
        raise InputError("the conditional model does not show its groups; give strata=")
    sizes = [len(part) for part in parts]
    together = np.concatenate([np.asarray(part) for part in parts])
    return np.repeat(np.arange(len(sizes)), sizes), np.vstack(model._exog_grp), together


def _given(model: Any, name: str) -> Array | None:
    values: Any = getattr(model, name, None)
    if values is None:
        values = getattr(model, "_init_kwds", {}).get(name)
    return None if np.ndim(values) != 1 or np.size(values) != len(model.endog) else np.asarray(values)
