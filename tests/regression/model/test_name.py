"""Every coefficient and class has a name of its own, for under one name the other would be lost."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

import gordan
from gordan.regression.diagnose import diagnose

ONE = [1.0, 2, 3, 4, 3, 2]
Y = [0, 0, 1, 1, 0, 1]
LEVELS = pd.Categorical([1, "1", "2", 1, "1", "2"], categories=[1, "1", "2"])

COEFFICIENTS: dict[str, tuple[Any, Any, dict[str, Any], str]] = {
    "the intercept": (pd.DataFrame({"Intercept": ONE}), Y, {}, "'Intercept'; one is the intercept"),
    "a threshold": (pd.DataFrame({"0|1": ONE}), Y, {"family": "ordinal"}, "'0|1'"),
    "classes and columns": (
        pd.DataFrame({"b:c": ONE, "c": [0.0, 1, 1, 0, 1, 0]}),
        ["0", "a", "a:b", "0", "a", "a:b"],
        {"family": "multinomial"},
        "'a:b:c'",
    ),
}


@pytest.mark.parametrize("what", COEFFICIENTS)
def test_one_name_for_two_coefficients_is_refused(what: str) -> None:
    X, y, options, told = COEFFICIENTS[what]
    with pytest.raises(gordan.InputError, match="two coefficients would both be called") as refusal:
        diagnose(X, y, **options)
    assert told in str(refusal.value)
    assert "rename" in str(refusal.value)


def test_the_name_of_the_intercept_is_free_without_one() -> None:
    frame = pd.DataFrame({"Intercept": ONE})
    assert list(diagnose(frame, Y, intercept=False).coefficients) == ["Intercept"]


def test_one_name_for_two_classes_is_refused() -> None:
    with pytest.raises(gordan.InputError, match="two classes of the response are both called '1'"):
        diagnose(pd.DataFrame({"x": ONE}), LEVELS, family="multinomial")
    counts = tuple(pd.Series(each, name="a") for each in ([1, 0], [0, 1]))
    with pytest.raises(gordan.InputError, match="two classes of the response are both called 'a'"):
        diagnose([[1.0], [2.0]], counts)


def test_one_name_for_two_columns_of_a_formula_is_refused() -> None:
    data = pd.DataFrame(
        {"x": LEVELS, "Intercept": ONE, "s": list("ababba"), "s[T.b]": ONE, "a:b": ONE, "a": ONE, "b": Y}
    )
    for terms, told in {
        "C(x)": "levels of the factor C(x) would both be called '1'",
        "Intercept": "columns of the design would both be called 'Intercept'",
        "s + `s[T.b]`": "'s[T.b]'",
        "`a:b` + a:b": "'a:b'",
    }.items():
        with pytest.raises(gordan.InputError, match="give each a name of its own") as refusal:
            diagnose(terms, Y, data=data)
        assert told in str(refusal.value)
