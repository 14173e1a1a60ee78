"""Fits handed over: stand-ins with the attributes of pyfixest's and statsmodels', and scikit-learn's own."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression, PoissonRegressor

import gordan
from gordan.regression.diagnose import diagnose
from gordan.regression.model.pose import pose

PANEL = pd.DataFrame(
    {
        "firm": [1, 1, 1, 2, 2, 2, 3, 3, 3],
        "exports": [1, 0, 1, 0, 1, 0, 1, 1, 1],
        "size": [2.0, 3, 4, 4, 4, 5, 2, 2, 3],
        "share": [1.0, 1, 1, 1, 1, 1, 0, 0, 0],
    }
)


def fixest(formula: str = "exports ~ size | firm", **more: Any) -> Any:
    given: dict[str, Any] = {"_fml": formula, "_method": "feglm-logit", "_data": PANEL, "convergence": True, **more}
    return SimpleNamespace(**given)


def facts(answer: Any) -> dict[str, str]:
    return dict(answer.page().facts)


def test_a_fit_of_pyfixest_keeps_its_effects() -> None:
    answer = diagnose(fixest())
    assert (answer.kind, answer.rows) == ("quasi", (6, 7, 8))
    assert facts(answer)["fit"].startswith("feglm-logit of pyfixest says that it converged, but it has only stopped")
    kept = diagnose(fixest(_data=PANEL[:6], n_separation_na=3))
    assert (kept.kind, len(kept.notes)) == ("overlap", 1)
    assert facts(kept)["fit"].endswith("and there is a maximum")


def test_without_effects_and_with_weights() -> None:
    assert diagnose(fixest("exports ~ size")).kind == "overlap"
    answer = diagnose(fixest(_weights_name="share"))
    assert (answer.kind, answer.n_zero_weight) == ("overlap", 3)


def test_data_given_beside_a_fit_are_all_rows_and_the_fit_has_said_nothing_of_them() -> None:
    answer = diagnose(fixest(_data=PANEL[:6], n_separation_na=3), data=PANEL)
    assert (answer.kind, answer.n, "fit" in facts(answer)) == ("quasi", 9, False)


@pytest.mark.parametrize(
    ("fit", "words"),
    [
        (fixest(_method="feols"), "made by feols"),
        (fixest(_data=None), "did not store its data"),
        (SimpleNamespace(all_fitted_models={}), "several fits"),
    ],
)
def test_other_fits_of_pyfixest_are_refused_in_a_sentence(fit: Any, words: str) -> None:
    with pytest.raises(gordan.InputError, match=words):
        diagnose(fit)
    with pytest.raises(gordan.InputError, match="its own response"):
        diagnose(fixest(), [1] * 9)


def test_scikit_learn_without_a_penalty() -> None:
    X, y = PANEL[["size"]], PANEL["exports"]
    fit = LogisticRegression(C=np.inf).fit(X, y)
    answer = diagnose(fit, y, data=X)
    assert (answer.kind, answer.coefficients) == ("overlap", {"Intercept": "finite", "size": "finite"})
    assert "says that it converged" in facts(answer)["fit"]
    counts = PoissonRegressor(alpha=0).fit(X, y)
    assert diagnose(counts, y, data=X).family == "poisson"
    assert diagnose(LogisticRegression(C=np.inf).fit(X, PANEL["firm"]), PANEL["firm"], data=X).family == "multinomial"


def test_scikit_learn_with_a_penalty_or_without_data_is_refused() -> None:
    X, y = PANEL[["size"]], PANEL["exports"]
    for fit in (LogisticRegression().fit(X, y), PoissonRegressor().fit(X, y)):
        with pytest.raises(gordan.InputError, match="with a penalty"):
            diagnose(fit, y, data=X)
        with pytest.raises(gordan.InputError, match="does not keep its data"):
            diagnose(fit)


@pytest.mark.parametrize("wrong", [None, np.zeros(8), np.ones(3), "nothing"])
def test_the_score_of_a_fit_is_where_the_proof_begins_and_need_not_be_right(wrong: Any) -> None:
    X = np.column_stack([np.ones(8), [1.0, 2, 3, 4, 1, 2, 2, 1]])
    y = np.array([0, 1, 0, 1, 1, 1, 0, 1])
    model = type("Logit", (), {})()
    params = np.array([0.6, 0.06])
    for _ in range(20):
        p = 1.0 / (1.0 + np.exp(-X @ params))
        params = params + np.linalg.solve((X * (p * (1.0 - p))[:, None]).T @ X, X.T @ (y - p))
    factors = y - 1.0 / (1.0 + np.exp(-X @ params))
    model.__dict__.update(exog=X, endog=y, score_factor=lambda given: factors if wrong is None else wrong)
    result = SimpleNamespace(model=model, params=params, mle_retvals={"converged": False})
    answer = diagnose(result)
    assert (answer.kind, answer.verdict.holds) == ("overlap", True)
    assert facts(answer)["fit"].endswith("so more steps or another start will find it")
    weights = pose(result).score_weights
    if wrong is None:
        assert weights is not None
        np.testing.assert_allclose(answer.weights, weights, rtol=1e-6)
