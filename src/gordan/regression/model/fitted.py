"""Fits of statsmodels, pyfixest and scikit-learn: what they say of themselves, and where their score vanishes.

At finite maximum-likelihood estimates the score Σ f_i x_i vanishes, with a factor f_i for each row. For rows that make
an inequality |f_i| is positive: weights that prove the estimates to exist, once they are made to cancel exactly.
None of these packages is imported; objects are recognised by what they carry.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.errors import InputError

__all__ = ["Absorbing", "Fit", "Unpenalised", "read_absorbing", "read_fit", "read_unpenalised"]


_REGRESSORS = {"PoissonRegressor": "poisson", "GammaRegressor": "gamma", "TweedieRegressor": "poisson"}


class Fit(NamedTuple):
    """Who made a fit, whether it says that it converged, and the factors of the rows in its score, where known."""

    program: str
    converged: bool | None
    factors: Array | None = None


class Absorbing(NamedTuple):
    """A fit of pyfixest: its formula, the rows that it kept, its family, and columns beside the formula."""

    formula: str
    data: Any
    family: str
    weights: Array | None
    offset: str | None
    left_out: int
    fit: Fit


class Unpenalised(NamedTuple):
    """A fit of scikit-learn without a penalty: its family, and whether it has an intercept."""

    family: str
    intercept: bool
    fit: Fit


def read_fit(given: Any) -> Fit | None:
    """What a result of statsmodels says; None for a model that was not fitted."""
    model, params = getattr(given, "model", None), getattr(given, "params", None)
    if model is None or params is None:
        return None
    converged = getattr(given, "converged", None)
    if converged is None:
        retvals = getattr(given, "mle_retvals", None)
        converged = retvals.get("converged") if isinstance(retvals, dict) else None
    factors = None
    # Beginning from the fit's numbers is worth a try: what is proved does not depend on them.
    with suppress(Exception):
        factors = _one_for_each(model.score_factor(np.asarray(params)), len(model.endog))
    name = type(model).__name__
    return Fit(f"{name} of statsmodels", None if converged is None else bool(converged), factors)


def read_absorbing(given: Any, data: object) -> Absorbing | None:
    """A fit of pyfixest, on its own data or on the `data` given; None for anything else."""
    if hasattr(given, "all_fitted_models"):
        raise InputError("these are several fits of pyfixest; give one of them, as in fits.fetch_model(0)")
    formula, method = getattr(given, "_fml", None), getattr(given, "_method", None)
    if not isinstance(formula, str) or not isinstance(method, str):
        return None
    families = {"fepois": "poisson", "feglm-logit": "binomial", "feglm-probit": "binomial"}
    if method not in families:
        raise InputError(
            f"the fit of pyfixest was made by {method}, which is not a method whose estimates can fail to exist by "
            "separation; give one of fepois, or of feglm with logit or probit"
        )
    frame: Any = getattr(given, "_data", None) if data is None else data
    if frame is None:
        raise InputError(f"the fit of pyfixest ({formula}) did not store its data; give data=, or fit with store_data")
    weights, offset = getattr(given, "_weights_name", None), getattr(given, "_offset_name", None)
    positive = None if weights is None else (np.asarray(frame[weights], dtype=np.float64) > 0).astype(np.float64)
    # What it says of itself is said of the rows that it kept.
    converged = getattr(given, "convergence", None) if data is None else None
    left_out = int(getattr(given, "n_separation_na", None) or 0) if data is None else 0
    fit = Fit(f"{method} of pyfixest", None if converged is None else bool(converged))
    return Absorbing(formula, frame, families[method], positive, offset, left_out, fit)


def read_unpenalised(given: Any, X: object, y: object) -> Unpenalised | None:
    """A fit of scikit-learn, of LogisticRegression or a generalised linear model, with its data; None for others."""
    names = [kind.__name__ for kind in type(given).__mro__]
    known = next((name for name in ("LogisticRegression", *_REGRESSORS) if name in names), None)
    if known is None or not hasattr(given, "coef_"):
        _refuse_estimator(given)
        return None
    if X is None or y is None:
        raise InputError(
            f"a fitted {known} does not keep its data; give them beside it, as in diagnose(fit, y, data=X)"
        )
    penalty = _penalty(given, known)
    if penalty:
        raise InputError(
            f"the {known} was fitted with a penalty ({penalty[0]}), and then estimates always exist; fit it with "
            f"{penalty[1]}, or leave it out to ask about those of maximum likelihood: diagnose(X, y)"
        )
    classes = np.asarray(getattr(given, "classes_", ()))
    factors = None
    with suppress(Exception):
        if known == "PoissonRegressor":
            factors = np.asarray(y, dtype=np.float64) - given.predict(X)
        elif classes.size == 2:
            factors = (np.asarray(y) == classes[1]) - given.predict_proba(X)[:, 1]
    family = _REGRESSORS.get(known, "binomial" if classes.size == 2 else "multinomial")
    if known == "TweedieRegressor":
        family = _tweedie(given)
    steps, most = np.max(getattr(given, "n_iter_", -1)), getattr(given, "max_iter", np.inf)
    fit = Fit(f"{known} of scikit-learn", bool(steps < most) if steps >= 0 else None, factors)
    return Unpenalised(family, bool(getattr(given, "fit_intercept", True)), fit)


def _refuse_estimator(given: Any) -> None:
    """Refuse objects that estimate something, of whatever package, with what to give in their place."""
    name = type(given).__name__
    if name.startswith("Firth"):
        raise InputError(
            f"{name} gives estimates of a penalised likelihood; to ask about those of maximum likelihood give a "
            "formula with data=, or X and y"
        )
    if callable(getattr(given, "fit", None)) and not hasattr(given, "shape"):
        raise InputError(
            f"what a {name} estimates is not known here; give a formula with data=, or X and y, with their family="
        )


def _tweedie(given: Any) -> str:
    """The family of a TweedieRegressor by its power, with a log link."""
    power, link = float(given.power), given.link
    log = link == "log" or (link == "auto" and power > 0)
    if not log or not 1 <= power <= 2:
        raise InputError(
            f"the TweedieRegressor has power={power:g} and link={link!r}; it is answered for with a log link and a "
            "power from 1 to 2: otherwise its log-likelihood is not concave, or it is least squares"
        )
    return "gamma" if power == 2 else "poisson"


def _penalty(given: Any, name: str) -> tuple[str, str] | None:
    """The penalty as it was set, and how to set none; None where there is none."""
    if name in _REGRESSORS:
        return (f"alpha={given.alpha:g}", "alpha=0") if given.alpha else None
    if getattr(given, "penalty", "deprecated") in (None, "none") or np.isinf(given.C):
        return None
    return f"C={given.C:g}", "C=np.inf"


def _one_for_each(values: Any, n: int) -> Array | None:
    factors = np.asarray(values, dtype=np.float64)
    return factors if factors.shape == (n,) and bool(np.isfinite(factors).all()) else None
