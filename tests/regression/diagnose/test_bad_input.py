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
    "day": [date(2024, 1, 1), date(2024, 1, 2), date(2024, 1, 3), date(2024, 1, 4)],
}
X = [[1.0], [2.0], [3.0], [4.0]]

REFUSED: dict[str, tuple[tuple[Any, ...], dict[str, Any], tuple[str, ...]]] = {
    "a missing column": (("y ~ dosse",), {}, ("'dosse'", "did you mean 'dose'?")),
    "a missing response": (("z ~ dose",), {}, ("'z'", "neither a column")),
    "an unknown function": (("y ~ boxcox(dose)",), {}, ("'boxcox'", "function")),
    "dates": (("y ~ day",), {}, ("'day' holds dates", "C(day)")),
    "no response": (("~ dose",), {}, ("no response",)),
    "no terms": (("y ~ ",), {}, ("nothing after ~",)),
    "a formula that is none": (("y ~ (dose",), {}, ("where ) was expected",)),
    "two tildes": (("y ~ dose ~ sex",), {}, ("cannot be used",)),
    "a bar": (("y ~ dose | sex",), {}, ("bar", "with strata,")),
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
    "weights that are no frequencies": (("y ~ dose",), {"weights": "weight"}, ("0.5", "no frequency", "weights > 0")),
    "negative weights": (("y ~ dose",), {"weights": [1, -1, 1, 1]}, ("-1", "no frequency")),
    "weights of another length": (("y ~ dose",), {"weights": [1, 1]}, ("2 values for 4 rows",)),
    "infinite weights": (("y ~ dose",), {"weights": [1, np.inf, 1, 1]}, ("weights holds inf", "whole numbers")),
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
