"""What others say of the same data: firthmodels' detection of separation, and whether a statsmodels fit notices."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

import gordan

__all__ = ["detect", "fit"]

ABSENT = "absent"


def detect(
    question: dict[str, Any],
    found: gordan.regression.diagnose.Diagnosis,
    separated: bool,
    known: dict[str, Any] | None = None,
) -> str:
    """firthmodels: binomial models with one row for each trial; each coefficient's status counts too.

    `known` are the coefficients' states where the question has none of its own; shifts move that of the intercept.
    """
    try:
        from firthmodels import detect_separation
    except ImportError:
        return ABSENT
    assert found.study is not None
    posed = found.study.posed
    if question["family"] != "binomial" or len(posed.design.y) > 1:
        return "-"
    X, y = posed.design.take(np.ones(posed.design.n, bool)), posed.codes.seen[:, 1].astype(int)
    try:
        said = detect_separation(X, y, fit_intercept=False)
    except Exception as error:
        return f"refused ({type(error).__name__})"
    if bool(said.separation) != separated:
        return f"WRONG (separation {said.separation})"
    signs = {"+inf": 1, "-inf": -1, "finite": 0}
    states = list((question["coefficients"] or {}).values())
    if known is not None:
        states = [state if name != "Intercept" else found.coefficients[name] for name, state in known.items()]
    wrong = [state for state, way in zip(states, said.directions, strict=False) if signs.get(state) != int(way)]
    return f"WRONG ({len(wrong)} coefficients)" if wrong else "right"


def fit(question: dict[str, Any], found: gordan.regression.diagnose.Diagnosis, separated: bool) -> str:
    """statsmodels: any warning or failure on separated data is taken as noticed, and on others as a false alarm."""
    try:
        import statsmodels.api as sm
        from statsmodels.miscmodels.ordinal_model import OrderedModel
    except ImportError:
        return ABSENT
    assert found.study is not None
    design, codes = found.study.posed.design, found.study.posed.codes
    X = design.take(np.ones(design.n, bool))
    X = X.toarray() if hasattr(X, "toarray") else X
    y = np.column_stack([column.values for column in design.y]) if len(design.y) > 1 else design.y[0].values
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        try:
            if question["family"] == "poisson":
                sm.GLM(y, X, family=sm.families.Poisson()).fit()
            elif question["family"] == "multinomial":
                sm.MNLogit(codes.code, X).fit(disp=0)
            elif question["family"] == "ordinal":
                OrderedModel(codes.code, X, distr="logit").fit(disp=0, method="bfgs")
            else:
                sm.GLM(y, X, family=sm.families.Binomial()).fit()
        except Exception as error:
            told.append(error)  # type: ignore[arg-type]
    noticed = any("onver" in str(each) or "eparation" in str(each) or "ingular" in str(each) for each in told)
    if separated:
        return "warned" if noticed else "silent"
    return "false alarm" if noticed else "quiet"
