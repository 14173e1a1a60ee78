"""Models of statsmodels, fitted or not, as designs; recognised by what they carry, and statsmodels is not imported."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array, Matrix
from gordan.errors import InputError
from gordan.regression.model.closed import Beside
from gordan.regression.model.column import Cells
from gordan.regression.model.design import Design, Missing
from gordan.regression.model.frame import model_frame
from gordan.regression.model.read import read_arrays
from gordan.regression.model.system import named_family

__all__ = ["has_cauchit_link", "is_model", "read_grouped_counts", "read_model"]

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


def has_cauchit_link(model: Any) -> bool:
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
        weights = _products(model) if family == "gamma" else _weights(model)
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
        design = design.noted(note)
    if type(getattr(given, "_results", given)).__name__.startswith(("L1", "Regularized")):
        note = "the fit has a penalty, and the answer is about the maximum-likelihood estimates without it"
        design = design.noted(note)
    return design, family


def _family(model: Any) -> str:
    names = [kind.__name__ for kind in type(model).__mro__]
    if hasattr(model, "family") and {"GLM", "GEE"} & {*names}:
        return named_family(model.family)
    if {"OLS", "WLS", "GLS", "QuantReg"} & {*names}:
        raise InputError(
            f"the model is a {type(model).__name__}, and its estimates always exist; they are unique where the columns "
            "of the design are independent"
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
    """Frequencies, set to 0 where another weight of the model is 0: either leaves a row out of the likelihood."""
    frequencies, others = _given(model, "freq_weights"), _given(model, "var_weights")
    if others is None or bool((others == 1).all()):
        return None if frequencies is None or bool((frequencies == 1).all()) else frequencies
    if (others < 0).any():
        raise InputError(f"the var_weights of the model hold {others.min():g}; give numbers from 0 on")
    return np.where(others == 0, 0.0, 1.0 if frequencies is None else frequencies)


def _products(model: Any) -> Array | None:
    """The weights of a family for which their sizes matter: frequencies times the model's other weights."""
    given = [each for name in ("freq_weights", "var_weights") if (each := _given(model, name)) is not None]
    sized = [each for each in given if not bool((each == 1).all())]
    if len(sized) < 2:
        return sized[0] if sized else None
    product = sized[0] * sized[1]
    exact = zip(*(map(Fraction, map(repr, each.tolist())) for each in (*sized, product)), strict=True)
    if not all(a * b == c for a, b, c in exact):
        raise InputError("the model has freq_weights and var_weights whose products are rounded; give weights=")
    return product


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
