"""A formula outside of the grammar is refused with what to write instead; Python is proposed only where it helps."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from formulaic.transforms import TRANSFORMS

import gordan
from gordan.arithmetic.setting import name_options
from gordan.regression.model.formula.advice import _KNOWN, PYTHON_FUNCTIONS
from gordan.regression.model.formula.coding import _CODINGS

DATA: dict[str, list[Any]] = {
    "y": [0, 1, 0, 1, 1, 0, 0, 1],
    "x": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.25, 0.55],
    "age": [1, 2, 3, 4, 3, 2, 1, 4],
    "site": [*"abababba"],
    "body weight": [1, 2, 3, 1, 2, 3, 2, 1],
}
ADVICE = {
    "x:offset(age)": "write + offset(…) as a term of its own, or give its column with --offset age",
    "x + offset(np.cos(age))": "an offset that is not made of columns, arithmetic and log",
    "x + strata(site)": "give its column with --strata site, and --family conditional",
    "x + strata(`body weight`)": "--strata 'body weight'",
    "weights(age)": "--weights age",
    "(1 | site)": "no random effects",
    "categorical(site)": "write C(site)",
    "ordered(site)": "write C(site, Poly)",
    "relevel(site, ref='b')": "write C(site, Treatment('…'))",
    "s(x)": "write bs(x, df=5)",
    "interaction(x, age)": "write a:b",
    "sqrt(x)": "write np.sqrt(x)",
    "abs(x)": "write np.abs(x)",
    "bs(x, fd=5)": "the argument 'fd' of bs",
    "scale(x, centre=False)": "it takes center, scale, ddof",
    "C(site, Tretment)": "give one of Treatment, Sum",
    "agee": "did you mean 'age'?",
    "Age": "did you mean 'age'?",
    "age(x)": "write age:…",
    "mystery(x)": "use one of C, I, Q, as.factor, bs",
    "scael(x)": "did you mean scale?",
    "x +": "ends where a term was expected",
    "x age": "has 'age' where a sign between terms, such as +, was expected",
    "x + (age": "ends where ) was expected",
    "x)": "a bracket is closed that was not opened",
    "2*x": "such as I(2 * x)",
    "x > 2": "a comparison stands in I( )",
    "I(x^2)": "a power of numbers is written **",
    "df$x": "name the column alone",
    "`age": "close it",
}
RUN = ["np.log(x)", "log(x)", "cr(x, df=4)", "I(age % 2)", "I(age // 2)", "x.clip(0.2)", "I(x ** 0.3)", "np.exp(x)"]


@pytest.mark.parametrize("terms", ADVICE)
def test_the_sentence_says_what_to_write(terms: str) -> None:
    for python in (False, True):
        with name_options(), pytest.raises(gordan.InputError) as refusal:
            gordan.diagnose(f"y ~ {terms}", data=DATA, python=python)
        assert ADVICE[terms] in str(refusal.value)
        assert "--python-formula" not in str(refusal.value)


@pytest.mark.parametrize("terms", RUN)
def test_python_is_proposed_where_it_has_an_answer(terms: str) -> None:
    with name_options(), pytest.raises(gordan.InputError, match="or ask with --python-formula, which runs"):
        gordan.diagnose(f"y ~ {terms}", data=DATA, python=False)
    with pytest.raises(gordan.InputError, match="or ask with python=True, which runs"):
        gordan.diagnose(f"y ~ {terms}", data=DATA, python=False)
    assert gordan.diagnose(f"y ~ {terms}", data=DATA).kind != "undecided"


@pytest.mark.parametrize(
    ("terms", "words"),
    [
        ("lgo(x)", "did you mean log? It needs --python-formula"),
        ("np.lgo(x)", "did you mean np.log? It needs --python-formula"),
        ("log1p(x)", "write np.log1p(x) and ask with --python-formula"),
        ("math.log(x)", "write np.log(x) and ask with --python-formula"),
        ("ln(x)", "write log(x) and ask with --python-formula"),
        ("x %in% age", "write a:b"),
        ("rcs(x, 3)", "write bs(x, df=5), which is a B-spline, or ns(x, df=4), which is a natural one"),
    ],
)
def test_what_has_another_name_in_python(terms: str, words: str) -> None:
    with name_options(), pytest.raises(gordan.InputError) as refusal:
        gordan.diagnose(f"y ~ {terms}", data=DATA, python=False)
    assert words in str(refusal.value)
    # Python's own default runs formulas: there is nothing to ask for.
    with contextlib.suppress(gordan.InputError):
        gordan.diagnose(f"y ~ {terms}", data=DATA)
        return
    with pytest.raises(gordan.InputError) as refusal:
        gordan.diagnose(f"y ~ {terms}", data=DATA)
    assert "python" not in str(refusal.value)
    assert words.split("?")[0].split(" and ask")[0].rstrip(",") in str(refusal.value)


def test_the_list_of_formulaic_s_functions_is_whole() -> None:
    assert set(PYTHON_FUNCTIONS) == set(map(str, TRANSFORMS)) - _KNOWN - set(_CODINGS) - {"np", "contr"}
