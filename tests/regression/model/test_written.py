"""Formulas as people write them in R, patsy, pyfixest and pandas: the same model, by whatever name."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import gordan
from gordan.regression.model.block import natural_splines


@pytest.fixture
def data() -> pd.DataFrame:
    rng = np.random.default_rng(1)
    n = 120
    table = pd.DataFrame(
        {"g": rng.integers(0, 4, n), "s": rng.choice(list("abc"), n), "x": rng.integers(1, 100, n) / 10}
    )
    table["day"] = pd.date_range("2020-01-01", periods=n, freq="3D")
    table["y"] = rng.integers(0, 2, n)
    return table


def same(one: gordan.regression.diagnose.Diagnosis, other: gordan.regression.diagnose.Diagnosis) -> bool:
    return one.system.digest() == other.system.digest()


@pytest.mark.parametrize("python", [False, True])
@pytest.mark.parametrize("written", ["factor(g)", "as.factor(g)", "i(g)", "factor(g) + x", "i(g):x"])
def test_factors(data: pd.DataFrame, written: str, python: bool) -> None:
    plain = written.replace("as.factor", "C").replace("factor", "C").replace("i(", "C(")
    assert same(gordan.diagnose(f"y ~ {written}", data=data, python=python), gordan.diagnose(f"y ~ {plain}", data=data))


def test_factors_beside_what_is_run(data: pd.DataFrame) -> None:
    assert same(
        gordan.diagnose("y ~ factor(g) + np.exp(x)", data=data), gordan.diagnose("y ~ C(g) + np.exp(x)", data=data)
    )


@pytest.mark.parametrize("written", ["cut(x, [0, 5, 10])", "pd.cut(x, [0, 5, 10])", "C(pd.cut(x, [0, 5, 10]))"])
def test_intervals(data: pd.DataFrame, written: str) -> None:
    """(0, 5] and (5, 10], as pandas has them."""
    groups = pd.cut(data["x"], [0, 5, 10]).astype(str)
    assert same(
        gordan.diagnose(f"y ~ {written}", data=data, python=False),
        gordan.diagnose("y ~ groups", data=data.assign(groups=groups)),
    )


def test_equal_intervals_are_those_of_pandas(data: pd.DataFrame) -> None:
    codes = pd.cut(data["x"], 3).cat.codes
    assert same(
        gordan.diagnose("y ~ pd.cut(x, 3)", data=data, python=False),
        gordan.diagnose("y ~ C(k)", data=data.assign(k=codes)),
    )


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ("cut(x, [0, 5])", "give further ends"),
        ("cut(x, [5, 0, 10])", "do not rise"),
        ("cut(x)", "write their ends"),
        ("ns(x)", "give it df"),
        ("ns(x, df=99)", "give it df"),
    ],
)
def test_refused(data: pd.DataFrame, written: str, sentence: str) -> None:
    with pytest.raises(gordan.InputError, match=sentence):
        gordan.diagnose(f"y ~ {written}", data=data, python=False)


def test_natural_splines() -> None:
    """Twice differentiable, cubic between the knots and linear beyond: second differences vanish at both ends."""
    x = np.linspace(0.0, 1.0, 4001)
    N = natural_splines(x, knots=[0.3, 0.6])
    bend = np.diff(N, n=2, axis=0) / (x[1] - x[0]) ** 2
    assert N.shape[1] == 3
    assert np.abs(bend[0]).max() < 1e-2
    assert np.abs(bend[-1]).max() < 2e-2
    assert np.abs(np.diff(bend, axis=0)).max() < 1e-1
    assert np.linalg.matrix_rank(np.column_stack([np.ones_like(x), N])) == 4


@pytest.mark.parametrize("terms", ["ns(x, df=4)", "ns(x, 4) + s", "ns(x, df=3) + np.log(x)"])
def test_natural_splines_in_formulas(data: pd.DataFrame, terms: str) -> None:
    answer = gordan.diagnose(f"y ~ {terms}", data=data)
    assert answer.kind == "overlap"
    assert answer.rank == len(answer.coefficients)


def half(values: pd.Series) -> pd.Series:
    return values / 2


def test_functions_of_the_caller(data: pd.DataFrame) -> None:
    def third(values: pd.Series) -> pd.Series:
        return values / 3

    answer = gordan.diagnose("y ~ half(x) + np.log(third(x))", data=data)
    assert list(answer.coefficients) == ["Intercept", "half(x)", "np.log(third(x))"]
    with pytest.raises(gordan.InputError):
        gordan.diagnose("y ~ half(x)", data=data, python=False)


def test_parts_of_dates(data: pd.DataFrame) -> None:
    month = data["day"].dt.month
    by_hand = gordan.diagnose("y ~ C(m) + x", data=data.assign(m=month))
    assert same(gordan.diagnose("y ~ C(day.dt.month) + x", data=data), by_hand)
    assert list(gordan.diagnose("y ~ day.dt.month + s", data=data).coefficients)[1] == "day.dt.month"
    with pytest.raises(gordan.InputError, match="holds dates"):
        gordan.diagnose("y ~ day", data=data)


@pytest.mark.parametrize("family", ["multinomial", "ordinal"])
def test_no_advice_that_the_family_refuses(data: pd.DataFrame, family: str) -> None:
    with pytest.raises(gordan.InputError, match="among the terms") as refused:
        gordan.diagnose("g ~ x | s", data=data, family=family)
    assert "strata" not in str(refused.value)
    assert gordan.diagnose("g ~ x + C(s)", data=data, family=family).kind == "overlap"


def test_names_of_other_matrices(data: pd.DataFrame) -> None:
    formulaic = pytest.importorskip("formulaic")
    X = formulaic.model_matrix("x + s", data)
    assert list(gordan.diagnose(X, data["y"]).coefficients) == ["Intercept", "x", "s[T.b]", "s[T.c]"]
    patsy = pytest.importorskip("patsy")
    assert list(gordan.diagnose(patsy.dmatrix("x + s", data), data["y"]).coefficients) == [
        *("Intercept", "s[T.b]", "s[T.c]", "x"),
    ]


def test_levels_as_r_lists_them(data: pd.DataFrame) -> None:
    answer = gordan.diagnose("y ~ factor(s, levels=c('b', 'a', 'c'))", data=data, python=False)
    assert same(answer, gordan.diagnose("y ~ C(s, levels=['b', 'a', 'c'])", data=data))


def test_both_sides_of_formulaic(data: pd.DataFrame) -> None:
    formulaic = pytest.importorskip("formulaic")
    sides = formulaic.model_matrix("y ~ x + s", data)
    assert list(gordan.diagnose(sides).coefficients) == ["Intercept", "x", "s[T.b]", "s[T.c]"]
