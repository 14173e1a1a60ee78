"""Models of statsmodels, by stand-ins with the same names and attributes: nothing of statsmodels is needed."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest

import gordan
from gordan.regression.diagnose import diagnose

X = np.column_stack([np.ones(6), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]])
NAMES = ["const", "dose"]


def model(kind: str, y: Any, base: str = "", **more: Any) -> Any:
    """An instance of a class of this name, as statsmodels would have made it."""
    bases = (type(base, (), {}),) if base else ()
    made = type(kind, bases, {})()
    data = SimpleNamespace(row_labels=pd.Index(list("abcdef")))
    made.__dict__.update(exog=X, endog=np.asarray(y), exog_names=NAMES, endog_names="ill", data=data, **more)
    return made


def family(name: str, link: str) -> Any:
    made = type(name, (), {})()
    made.link = type(link, (), {})()
    return made


@pytest.mark.parametrize("kind", ["Logit", "Probit"])
def test_discrete_models(kind: str) -> None:
    found = diagnose(model(kind, [0, 0, 0, 1, 1, 1]))
    assert (found.kind, found.rows) == ("complete", tuple("abcdef"))
    assert found.coefficients == {"const": "-inf", "dose": "+inf"}
    assert found.response == "ill"


def test_results_know_their_model() -> None:
    results = SimpleNamespace(model=model("Logit", [0, 1, 0, 1, 0, 1]), params=[0.1, 0.2])
    assert diagnose(results).kind == "overlap"


def test_generalised_linear_models_bring_their_family() -> None:
    y = [0, 0, 0, 0, 1, 1]
    kinds = {
        "Logit": diagnose(model("GLM", y, family=family("Binomial", "Logit"))).kind,
        "CLogLog": diagnose(model("GLM", y, family=family("Binomial", "CLogLog"))).kind,
        "Log": diagnose(model("GLM", y, family=family("Binomial", "Log"))).kind,
        "Poisson": diagnose(model("GLM", y, family=family("Poisson", "Log"))).kind,
        "NegativeBinomial": diagnose(model("GLM", y, family=family("NegativeBinomial", "Log"))).kind,
    }
    assert kinds == {
        "Logit": "complete",
        "CLogLog": "complete",
        "Log": "overlap",
        "Poisson": "overlap",
        "NegativeBinomial": "overlap",
    }


def test_a_subclass_is_what_its_parent_is() -> None:
    assert diagnose(model("MyLogit", [0, 0, 0, 1, 1, 1], base="Logit")).kind == "complete"


def test_grouped_binomial_models_have_trials() -> None:
    glm = model("GLM", [0.0, 0.5, 1.0, 1.0, 1.0, 1.0], family=family("Binomial", "Logit"), n_trials=np.full(6, 4.0))
    found = diagnose(glm)
    assert (found.kind, found.rows) == ("quasi", tuple("acdef"))


def test_frequencies_of_a_model_count() -> None:
    frequencies = np.array([1, 0, 1, 1, 1, 1])
    found = diagnose(model("GLM", [0, 1, 0, 1, 1, 1], family=family("Binomial", "Logit"), freq_weights=frequencies))
    assert (found.kind, found.n_zero_weight) == ("complete", 1)
    assert "b" not in found.rows


def test_multinomial_and_ordinal() -> None:
    found = diagnose(model("MNLogit", [0, 0, 1, 1, 2, 2]))
    assert list(found.coefficients) == ["1:const", "1:dose", "2:const", "2:dose"]
    ordered = model("OrderedModel", [0, 0, 1, 1, 2, 2])
    ordered.exog, ordered.exog_names = X[:, 1:], ["dose", "0/1", "1/2"]
    assert diagnose(ordered).coefficients == {"0|1": "+inf", "1|2": "+inf", "dose": "+inf"}


def test_conditional_models_keep_their_groups_as_lists() -> None:
    made = model("ConditionalLogit", [1, 0, 1, 0])
    made.exog, made.exog_names = np.array([[1.0], [0.0], [1.0], [1.0]]), ["dose"]
    made._endog_grp = [np.array([1, 0]), np.array([1, 0])]
    made._exog_grp = [made.exog[:2], made.exog[2:]]
    assert diagnose(made).coefficients == {"dose": "+inf"}


def test_other_models_are_refused() -> None:
    with pytest.raises(gordan.InputError, match="the model is a OLS, and its estimates always exist"):
        diagnose(model("OLS", [0, 1, 0, 1, 0, 1]))
    with pytest.raises(gordan.InputError, match="least squares always has an estimate"):
        diagnose(model("GLM", [0, 1, 0, 1, 0, 1], family=family("Gaussian", "Identity")))
    with pytest.raises(gordan.InputError, match="link identity is not known"):
        diagnose(model("GLM", [0, 1, 0, 1, 0, 1], family=family("Poisson", "Identity")))
    with pytest.raises(gordan.InputError, match="brings its own data"):
        diagnose(model("Logit", [0, 1, 0, 1, 0, 1]), [0, 1])


def test_a_transformed_design_with_its_names() -> None:
    """The pattern for a scikit-learn pipeline: what the last step would be given, named."""
    from sklearn.compose import make_column_transformer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import OneHotEncoder, StandardScaler

    columns = {"age": [30.0, 40.0, 35.0, 45.0, 50.0], "site": ["a", "a", "b", "b", "b"]}
    frame = pd.DataFrame(columns, index=list("vwxyz"))
    y = [0, 0, 0, 1, 1]
    encode = make_column_transformer((StandardScaler(), ["age"]), (OneHotEncoder(drop="first"), ["site"]))
    pipe = make_pipeline(encode, LogisticRegression())
    design = pd.DataFrame(pipe[:-1].fit_transform(frame), columns=pipe[:-1].get_feature_names_out(), index=frame.index)
    found = diagnose(design, y)
    assert found.kind == "complete"
    assert list(found.coefficients) == ["Intercept", "standardscaler__age", "onehotencoder__site_b"]
    assert found.rows == tuple("vwxyz")
