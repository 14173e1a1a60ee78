"""The closed grammar makes formulaic's designs: the same columns, in the same order, to the last bit."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pandas as pd
import pytest
from formulaic import model_matrix

import gordan
from gordan.problem.description import Description, Response
from gordan.regression.model.closed import whole_columns
from gordan.regression.model.formula import OutsideGrammar, describe, parse_formula
from gordan.regression.model.frame import read_frame
from gordan.regression.model.rebuild import design_matrix, kept_columns

N = 40
DRAW = np.random.default_rng(7)
DATA = pd.DataFrame(
    {
        "x": np.round(DRAW.normal(size=N), 3),
        "z": np.round(10 * DRAW.normal(size=N), 1),
        "k": DRAW.integers(0, 5, N),
        "m": DRAW.integers(-3, 9, N),
        "g": DRAW.choice(list("abc"), N),
        "h": DRAW.choice(["lo", "hi"], N),
        "c d": np.round(DRAW.normal(size=N), 2),
        "cat": pd.Categorical(DRAW.choice(list("pqr"), N), categories=["q", "p", "r", "unused"]),
        "flag": DRAW.random(N) > 0.5,
        "a.b": np.round(DRAW.random(N), 2) + 0.01,
        "y": np.arange(N) % 2,
    }
)
WRITTEN = [
    *("x", "x + z", "0 + x", "-1 + x", "x - 1", "x + 0", "1", "x*z", "x/z", "g", "0 + g", "g:x", "x:g", "0 + g:x"),
    *("g*h", "g:h", "0 + g:h", "g*h - g", "g*h*cat", "g/h", "(x + z + g)**2", "(x + g + h)^3", "x:(g + h)", "`c d`"),
    *("a.b", "flag", "C(k)", "C(flag)", "C(k > 2)", "C(k*2)", "C(x > 0)", "I(x)", "I(g)", "{x + z}", "{x}", "Q('c d')"),
    *("I(x + 1)", "I(x**2)", "I(x ** 0.5 > 0)", "I(-x)", "I((x > 0) * z)", "I((x > 0) & (z < 1))", "I(g == 'a')"),
    *("I(x / (z * k + 10))", "I(2 * k + m)", "np.sqrt(np.abs(x))", "np.floor(x)", "np.sign(z)", "np.square(x)"),
    *("center(x)", "scale(x)", "standardize(k)", "scale(z, center=False)", "scale(x, ddof=0)", "I(center(x) * z)"),
    *("poly(x, 3)", "poly(m, 2):g", "bs(x, df=5)", "bs(x, df=6, degree=2)", "bs(x, df=6, include_intercept=True)"),
    *("0 + bs(x, df=6, include_intercept=True)", "bs(z, knots=[-1, 0.5])", "g + bs(x, df=4):g"),
    *("C(g, Sum)", "C(g, Helmert)", "C(g, Diff)", "C(g, Poly)", "C(g, Treatment('b'))", "C(k, Treatment(3))"),
    *("C(g, contr.treatment(base='c'))", "C(g, contr.SAS)", "C(g, contr.sum):x", "C(m, contr.poly):h"),
    *("C(g, contr.helmert(scale=True))", "C(g, contr.helmert(reverse=False))", "C(g, contr.diff(backward=False))"),
    *("C(g, levels=['c', 'a', 'b'])", "C(flag, Treatment(True))", "C(cat, Sum)", "cat:x", "x + x + z", "x:x", "(x)"),
]


def ours(terms: str, data: pd.DataFrame = DATA) -> tuple[Any, list[str]]:
    frame = read_frame(data)
    parsed = parse_formula(f"y ~ {terms}", frame)
    cells = kept_columns(parsed.needs, frame, np.ones(len(data), bool))
    factors, products = describe(parsed, cells, whole_columns(parsed.needs, frame), len(data))
    nothing = Response("counts", (), ())
    X, names = design_matrix(Description(parsed.needs, nothing, factors, products), cells, len(data))
    return (X.toarray() if hasattr(X, "toarray") else X), list(names)


def theirs(terms: str) -> tuple[Any, list[str]]:
    with np.errstate(all="ignore"):
        matrix = model_matrix(terms, DATA, na_action="ignore", output="sparse", context={"np": np})
    return np.asarray(matrix.toarray(), dtype=float), [str(name) for name in matrix.model_spec.column_names]


@pytest.mark.parametrize("terms", WRITTEN)
def test_formulas_as_people_write_them(terms: str) -> None:
    (X, names), (Y, others) = ours(terms), theirs(terms)
    assert names == others
    assert np.array_equal(X, Y, equal_nan=True)


class Drawn:
    """Formulas by the rules of the grammar, without those that formulaic computes otherwise: powers from 3 on, −0."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def number(self, depth: int = 0) -> str:
        pick = self.random.random()
        if depth > 2 or pick < 0.4:
            return self.random.choice(["x", "z", "k", "m", "`c d`"])
        if pick < 0.5:
            return self.random.choice(["2", "0.5", "10", "1e2", "3.25"])
        left, right = self.number(depth + 1), self.number(depth + 1)
        if pick < 0.9:
            return f"({left} {self.random.choice('+-*')} {right})" if pick < 0.7 else f"{left}{right and '*'}{right}"
        return self.random.choice([f"({left})**2", f"np.sqrt(np.abs({left}))", f"np.ceil({left})"])

    def compared(self) -> str:
        sign = self.random.choice([">", "<", ">=", "<=", "==", "!="])
        return f"x + {self.number(1)} {sign} {self.number(1)}"

    def factor(self) -> str:
        codings = ["", "", ", Sum", ", Helmert", ", Diff", ", Poly", ", contr.SAS", ", contr.helmert(scale=True)"]
        value = self.random.choice(["g", "h", "cat", "k", "m", "flag"])
        return self.random.choice(
            [
                *("x", "z", "`c d`", "flag", "a.b", "g", "h", "cat", "g", "poly(x, 2)", "bs(z, df=4)", "scale(m)"),
                *("bs(x, df=5, include_intercept=True)", f"I(x + {self.number()})", f"I({self.compared()})"),
                *(f"C({value}{self.random.choice(codings)})", f"C({self.random.choice('km')} > 1)"),
                f"I(({self.compared()}) & ({self.compared()}))",
            ]
        )

    def term(self, depth: int = 0) -> str:
        pick = self.random.random()
        if pick < 0.5 or depth > 2:
            return self.factor()
        if pick < 0.8:
            return self.term(depth + 1) + self.random.choice([":", ":", "*", "/"]) + self.factor()
        if pick < 0.9:
            return f"({self.terms(depth + 1)})"
        return f"({self.factor()} + {self.factor()})**{self.random.choice('23')}"

    def terms(self, depth: int = 0) -> str:
        count = self.random.randrange(0, 3)
        return self.term(depth) + "".join(
            self.random.choice([" + ", " + ", " - "]) + self.term(depth) for _ in range(count)
        )

    def formula(self) -> str:
        return self.random.choice(["", "", "0 + ", "-1 + "]) + self.terms() + self.random.choice(["", "", " - 1"])


@pytest.mark.parametrize("seed", range(4))
def test_formulas_drawn_at_random(seed: int) -> None:
    drawn, compared = Drawn(seed), 0
    refused: list[str] = []
    for _ in range(25):
        terms = drawn.formula()
        try:
            X, names = ours(terms)
        except gordan.InputError as error:
            refused.append(str(error))
            continue
        Y, others = theirs(terms)
        assert names == others, terms
        assert np.array_equal(X, Y, equal_nan=True), terms
        compared += 1
    assert compared > 12
    for sentence in refused:
        assert any(told in sentence for told in ("no column", "two columns", "more than"))


@pytest.mark.parametrize("k", [3, 5, -1, -3, 16])
def test_a_power_is_the_nearest_double_of_the_exact_one(k: int) -> None:
    from fractions import Fraction

    X, names = ours(f"0 + I(z**{k})")
    assert names == [f"I(z ** {k})" if k > 0 else f"I(z ** ({k}))"]
    exact = [float(Fraction(v) ** k) for v in DATA["z"].tolist()]
    assert X[:, 0].tolist() == exact


@pytest.mark.parametrize(
    "terms",
    [
        *("np.log(x)", "log(x)", "cr(x, df=4)", "I(x % 2)", "I(x // 2)", "I(x**z)", "I(x**0.3)", "I(1 < x < 2)", "2:x"),
        *("poly(x, 2, raw=True)", "C(g, np.eye(3))", "I(x if z else k)", "x in z", "x %in% z", "I(x[0])", "I(not x)"),
        *("hashed(g, levels=3)", "lag(x)", "I(x, z)", "center(3)", "I(3)", "C(g, Sum, levels=g)", "x z", "x +", "I()"),
    ],
)
def test_what_is_outside_of_the_grammar(terms: str) -> None:
    with pytest.raises(OutsideGrammar, match=r"does not know|check how it is written"):
        ours(terms)


def test_python_reads_the_same_formula_in_the_same_way() -> None:
    """And beyond the grammar it still runs Python, unless that is forbidden."""
    data = {"y": [0, 1, 0, 1, 1, 0], "x": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]}
    assert gordan.diagnose("y ~ np.log(x)", data=data).kind == "overlap"
    with pytest.raises(OutsideGrammar):
        gordan.diagnose("y ~ np.log(x)", data=data, python=False)
    with pytest.raises(gordan.InputError, match="hello from inside"):
        gordan.diagnose("y ~ x + I(x.map(lambda v: {}['hello from inside']))", data=pd.DataFrame(data))
    closed, run = (gordan.pose(f"y ~ {terms}", data=data).system for terms in ("I(x**2)", "{np.power(x, 2)}"))
    assert np.array_equal(closed.inequalities, run.inequalities)
