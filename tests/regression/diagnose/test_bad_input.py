"""What cannot be asked: one sentence each, with what was given and what to do."""

from __future__ import annotations

from datetime import date
from typing import Any

import numpy as np
import pandas as pd
import pytest

import gordan
from gordan.regression.diagnose import diagnose

DATA: dict[str, list[Any]] = {
    "y": [0, 1, 0, 1],
    "dose": [1.0, 2.0, 3.0, 4.0],
    "sex": ["m", "f", "f", "m"],
    "one": ["same"] * 4,
    "count": [0, 3, 1, 2],
    "part": [0.5, 1.0, 2.0, 0.0],
    "minus": [1, -2, 3, 4],
    "nothing": [None] * 4,
    "numeral": ["1", "2", "3,5", "4"],
    "weight": [1.0, 0.5, 2.0, 1.0],
    "iso": ["2024-01-01", "2024-01-02 12:30", "2024-01-03", "2024-01-04T01:02:03Z"],
    "body day": ["2024-01-01", "2024-01-02", "2024-01-03", "2024-01-04"],
    "id": [2**53 + 1, 2**53 + 2, 2**53 + 1, 2**53 + 2],
    "day": [date(2024, 1, 1), date(2024, 1, 2), date(2024, 1, 3), date(2024, 1, 4)],
}
X = [[1.0], [2.0], [3.0], [4.0]]

REFUSED: dict[str, tuple[tuple[Any, ...], dict[str, Any], tuple[str, ...]]] = {
    "a missing column": (("y ~ dosse",), {}, ("'dosse'", "did you mean 'dose'?")),
    "a missing response": (("z ~ dose",), {}, ("'z'", "neither a column")),
    "an unknown function": (("y ~ boxcox(dose)",), {}, ("'boxcox'", "function")),
    "dates": (("y ~ day",), {}, ("'day' holds dates", "C(day)")),
    "dates as text": (("y ~ iso",), {}, ("'iso' holds dates", "C(iso)")),
    "dates under a name of two words": (("y ~ `body day`",), {}, ("C(`body day`)",)),
    "a response among its terms": (("y ~ dose + y",), {}, ("response 'y' stands after ~ too",)),
    "a response in an interaction": (("y ~ dose:C(y)",), {}, ("response 'y' stands after ~ too",)),
    "a response in an expression": (("cbind(y, count) ~ I(count > 1)",), {}, ("response 'count' stands after",)),
    "long integers as levels": (("y ~ C(id)",), {}, ("beyond 2**53", "make it text")),
    "no response": (("~ dose",), {}, ("no response",)),
    "no terms": (("y ~ ",), {}, ("nothing after ~",)),
    "a formula that is none": (("y ~ (dose",), {}, ("where ) was expected",)),
    "two tildes": (("y ~ dose ~ sex",), {}, ("cannot be used",)),
    "a bar in brackets": (("y ~ dose + (1 | sex)",), {}, ("random effects", "dose | sex")),
    "no columns at all": (("y ~ 0",), {}, ("make no column",)),
    "one value": (("I(y * 0) ~ dose",), {}, ("one value only (0)", "4 rows")),
    "three values": (("count ~ dose",), {}, ("4 values", 'family="multinomial"')),
    "negative counts": (("minus ~ dose",), {"family": "poisson"}, ("'minus' holds -2", "negative")),
    "fractional counts": (("part ~ dose",), {"family": "negative-binomial"}, ("0.5", "whole number", '"poisson"')),
    "fractional groups": (("part + count ~ dose",), {}, ("0.5", "whole number")),
    "counts of text": (("sex ~ dose",), {"family": "poisson"}, ("'sex' holds text",)),
    "two columns of counts": (("y + count ~ dose",), {"family": "poisson"}, ("2 columns", "takes one")),
    "order of words": (("sex ~ dose",), {"family": "ordinal"}, ("without an order", "write C(sex, levels=['f', 'm'])")),
    "a factor with one level": (("y ~ dose + one",), {}, ("factor one has one level", "'same'")),
    "nothing but missing values": (("y ~ nothing",), {}, ("every one of the 4 rows",)),
    "text as a number": (("y ~ np.log(sex)",), {}, ("np.log(sex)",)),
    "numbers as text": (("y ~ numeral",), {}, ("'numeral'", "'3,5'", "C(numeral)")),
    "negative weights": (("y ~ dose",), {"weights": [1, -1, 1, 1]}, ("-1", "numbers from 0 on")),
    "weights of another length": (("y ~ dose",), {"weights": [1, 1]}, ("2 values for 4 rows",)),
    "infinite weights": (("y ~ dose",), {"weights": [1, np.inf, 1, 1]}, ("weights holds inf", "finite numbers")),
    "weights all 0": (("y ~ dose",), {"weights": [0, 0, 0, 0]}, ("every row has weight 0",)),
    "weights that are no column": (("y ~ dose",), {"weights": "wieght"}, ("weights 'wieght'", "'weight'")),
    "an infinite offset": (("y ~ dose",), {"offset": [0, 1, np.inf, 0]}, ("infinite",)),
    "strata without need": (("y ~ dose",), {"strata": "sex"}, ('family="conditional"',)),
    "no strata": (("y ~ dose",), {"family": "conditional"}, ("needs strata",)),
    "strata that say nothing": (("y ~ dose",), {"family": "conditional", "strata": [1, 2, 3, 4]}, ("no stratum has",)),
    "an intercept only, in an ordinal model": (("count ~ 1",), {"family": "ordinal"}, ("intercept only",)),
    "a family": (("y ~ dose",), {"family": "binomal"}, ("'binomal'", "'binomial'")),
    "an intercept beside a formula": (("y ~ dose",), {"intercept": False}, ("write - 1",)),
    "a proof": (("y ~ dose",), {"proof": "vague"}, ("'vague'", "'exact'")),
    "no time": (("y ~ dose",), {"max_seconds": 0}, ("greater than 0",)),
    "what to do with missing values": (("y ~ dose",), {"missing": "ignore"}, ("'ignore'", "'drop'")),
    "two responses": (("y ~ dose", [0, 1, 0, 1]), {}, ("both the formula and y",)),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_formula_is_refused_in_a_sentence(what: str) -> None:
    given, options, told = REFUSED[what]
    with pytest.raises(gordan.InputError) as refusal:
        diagnose(*given, data=DATA, **options)
    for words in told:
        assert words in str(refusal.value)
    assert "\n" not in str(refusal.value)


ARRAYS: dict[str, tuple[tuple[Any, ...], dict[str, Any], tuple[str, ...]]] = {
    "no response": ((X,), {}, ("no response",)),
    "a short response": ((X, [0, 1]), {}, ("2 values for 4 rows",)),
    "one value": ((X, [1, 1, 1, 1]), {}, ("one value only (1)",)),
    "an infinite number": (([[1.0], [np.inf], [0.0], [2.0]], [0, 1, 0, 1]), {}, ("inf",)),
    "an infinite response": ((X, [0, 1, np.inf, 1]), {"family": "poisson"}, ("infinite",)),
    "three columns": ((X, np.ones((4, 3))), {}, ("3 columns", "successes")),
    "text in a frame": ((pd.DataFrame({"a": ["x", "y", "x", "y"]}), [0, 1, 0, 1]), {}, ("'a' holds text", "formula")),
    "one name twice": ((pd.DataFrame(np.ones((4, 2)), columns=["a", "a"]), [0, 1, 0, 1]), {}, ("two columns", "'a'")),
    "y in another order": (
        (pd.DataFrame({"x": [1.0, 2.0, 3.0, 4.0]}), pd.Series([0, 1, 0, 1], index=[3, 2, 1, 0])),
        {},
        ("index of y", "reindex"),
    ),
    "no design": ((None, [0, 1]), {}, ("no design",)),
    "a formula without data": (("y ~ x",), {}, ("needs data",)),
    "a column without data": ((X, [0, 1, 0, 1]), {"weights": "w"}, ("no data",)),
    "complex numbers": ((np.ones((4, 1)) * 1j, [0, 1, 0, 1]), {}, ("complex",)),
    "no rows": ((np.empty((0, 2)), []), {}, ("shape (0, 2)",)),
    "text and numbers": ((X, [0, "1", 1, 0]), {}, ("mixes text and numbers",)),
    "a ragged response": ((X, [[1, 2], [3], [1, 1], [2, 0]]), {}, ("rows of y", "different lengths")),
    "numbers beside lists": ((X, [1, [2, 3], 0, 1]), {}, ("rows of y", "different lengths")),
    "a ragged design": (([[1.0, 2.0], [3.0]], [0, 1]), {}, ("rows of X", "different lengths")),
    "ragged weights": ((X, [0, 1, 0, 1]), {"weights": [[1], [1, 2], [1], [1]]}, ("'weights'", "different lengths")),
    "data without rows": (("y ~ x",), {"data": pd.DataFrame({"y": [], "x": []})}, ("the data have no rows",)),
    "an identifier": ((X, [2**60, 2**60 + 1, 0, 1]), {}, ("2**53",)),
}


@pytest.mark.parametrize("what", ARRAYS)
def test_arrays_are_refused_in_a_sentence(what: str) -> None:
    given, options, told = ARRAYS[what]
    with pytest.raises(gordan.InputError) as refusal:
        diagnose(*given, **options)
    for words in told:
        assert words in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_one_name_twice_in_the_data_of_a_formula() -> None:
    frame = pd.DataFrame([[0, 1.0, 2.0], [1, 2.0, 3.0]], columns=["y", "a", "a"])
    with pytest.raises(gordan.InputError, match="two columns are named 'a'"):
        diagnose("y ~ a", data=frame)


def test_fractions_are_a_pseudo_likelihood_and_told() -> None:
    found = diagnose("part ~ dose", data=DATA, family="poisson")
    assert found.kind == "overlap" or found.rows == (3,)
    assert any("pseudo-likelihood" in note for note in found.notes)


def test_numerals_may_be_a_factor() -> None:
    assert diagnose("y ~ C(numeral)", data=DATA).kind == "complete"


def test_what_is_quoted_is_no_sign_of_the_formula() -> None:
    """A level may be made of any signs: a tilde, a bar, a dot."""
    groups = ["a ~ b", "c | d", ".", "."]
    for level in ("a ~ b", "c | d", "."):
        found = diagnose(f"y ~ I(g == '{level}')", data={**DATA, "g": groups}, python=False)
        indicator = [float(each == level) for each in groups]
        assert list(found.coefficients) == ["Intercept", f"I(g == '{level}')"]
        assert found.kind == diagnose("y ~ x", data={**DATA, "x": indicator}).kind
    left = diagnose("I(g == 'a ~ b') ~ dose", data={**DATA, "g": groups}, python=False)
    assert left.kind == diagnose("x ~ dose", data={"x": [1, 0, 0, 0], "dose": DATA["dose"]}).kind


def test_dates_and_long_integers_that_are_levels_may_be_used_as_such() -> None:
    for name, values in (("when", ["2024-01-01", "2024-01-02"] * 2), ("id", list(map(str, DATA["id"])))):
        found = diagnose(f"y ~ C({name})", data={"y": [0, 1, 1, 0], name: values}, python=False)
        assert found.kind == "overlap"


def test_columns_that_are_not_used_may_hold_anything() -> None:
    assert diagnose("y ~ dose", data=DATA, python=False).kind == diagnose("y ~ dose", data=DATA).kind == "overlap"


def test_the_order_that_a_categorical_declares_is_advised() -> None:
    size = pd.Categorical(["low", "high", "middle", "low"], categories=["low", "middle", "high"])
    with pytest.raises(gordan.InputError, match=r"write C\(size, levels=\['low', 'middle', 'high'\]\)"):
        diagnose("size ~ dose", data=pd.DataFrame({"size": size, "dose": DATA["dose"]}), family="ordinal")


def test_data_in_the_place_of_the_response() -> None:
    with pytest.raises(gordan.InputError, match="give them as data="):
        gordan.diagnose("y ~ dose", DATA)
