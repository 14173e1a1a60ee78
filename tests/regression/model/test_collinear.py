"""Columns computed from others are found and left out; what is written, or differs by more than rounding, is not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

import gordan


@pytest.fixture
def data() -> pd.DataFrame:
    rng = np.random.default_rng(1)
    n = 80
    table = pd.DataFrame({name: rng.integers(0, 20, n) / 10 for name in ("pre", "post")})
    table["change"] = table.post - table.pre
    table["celsius"] = rng.integers(-10, 35, n)
    table["fahrenheit"] = 1.8 * table.celsius + 32
    table["z"] = (table.pre - table.pre.mean()) / table.pre.std()
    table["share"] = rng.random(n)
    table["rest"] = 100 - 100 * table.share
    table["noise"] = rng.normal(size=n)
    table["ill"] = rng.integers(0, 2, n)
    table["grade"] = rng.integers(0, 3, n)
    table["pair"] = np.arange(n) // 2
    return table


@pytest.mark.parametrize(
    ("terms", "relation"),
    [
        ("pre + post + change", "change = post - pre"),
        ("change + post + pre", "change = post - pre"),
        ("celsius + fahrenheit", "fahrenheit = 1.8 celsius + 32"),
        ("share + rest", "rest = -100 share + 100"),
        ("pre + z", "z = "),
        ("noise + I(noise / 3)", "I(noise / 3) = 1/3 noise"),
        ("pre*C(grade) + I(0.1 * pre):C(grade)", "I(0.1 * pre):C(grade)[0] = 0.1 pre"),
    ],
)
def test_found(data: pd.DataFrame, terms: str, relation: str) -> None:
    answer = gordan.diagnose(f"ill ~ {terms}", data=data)
    assert answer.collinear[0].text.startswith(relation)
    assert answer.collinear[0].difference < 1e-13
    assert answer.collinear[0].column not in answer.coefficients
    assert answer.kind == "overlap"
    assert answer.radius is not None
    assert answer.radius > 1e-6
    literal = gordan.diagnose(f"ill ~ {terms}", data=data, literal=True)
    assert literal.collinear == ()
    assert len(literal.coefficients) == len(answer.coefficients) + len(answer.collinear)


@pytest.mark.parametrize("terms", ["pre + post", "noise + share", "noise + I(noise**2)", "celsius + I(celsius * 2)"])
def test_nothing_to_find(data: pd.DataFrame, terms: str) -> None:
    """The last is collinear as written: that is told by the rank, as ever."""
    assert gordan.diagnose(f"ill ~ {terms}", data=data).collinear == ()


@pytest.mark.parametrize("family", ["ordinal", "multinomial"])
def test_other_families(data: pd.DataFrame, family: str) -> None:
    """Thresholds take the place of the constant in 1.8 c + 32."""
    answer = gordan.diagnose("grade ~ celsius + fahrenheit", data=data, family=family)
    assert [each.column for each in answer.collinear] == ["fahrenheit"]


def test_strata_take_up_the_constant(data: pd.DataFrame) -> None:
    answer = gordan.diagnose("ill ~ celsius + fahrenheit", data=data, family="conditional", strata="pair")
    assert [each.column for each in answer.collinear] == ["fahrenheit"]


def test_the_first_line_says_it(data: pd.DataFrame) -> None:
    answer = gordan.diagnose("ill ~ pre + post + change", data=data)
    assert "without change, which follows from other columns up to rounding" in answer.words()
    assert "collinear up to rounding: change = post - pre (largest difference" in str(answer)
    literal = gordan.diagnose("ill ~ pre + post + change", data=data, literal=True)
    assert literal.fragile
    assert literal.words().startswith("of the last digits of computed numbers only (change): ")
    assert "Do not act on this answer" in str(literal)


def test_noise_does_not_separate() -> None:
    """The seventeenth digit of change - (post - pre) tells the two groups apart; nobody is to be told that."""
    pre = np.array([0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.1, 0.5])
    post = np.array([0.3, 0.7, 0.9, 0.8, 0.9, 0.8, 0.9, 0.6])
    table = pd.DataFrame({"pre": pre, "post": post, "change": post - pre})
    exact = [round(b - a, 1) for a, b in zip(pre, post, strict=True)]
    table["ill"] = [int(c < e) for c, e in zip(table.change, exact, strict=True)]
    literal = gordan.diagnose("ill ~ pre + post + change", data=table, literal=True)
    assert literal.separated
    assert literal.fragile
    answer = gordan.diagnose("ill ~ pre + post + change", data=table)
    without = gordan.diagnose("ill ~ pre + post", data=table)
    assert (answer.kind, answer.rows, answer.coefficients) == (without.kind, without.rows, without.coefficients)


def test_arrays_keep_their_names() -> None:
    rng = np.random.default_rng(0)
    X: Any = rng.normal(size=(40, 2))
    answer = gordan.diagnose(np.column_stack([X, X[:, 0] - X[:, 1] / 3]), rng.integers(0, 2, 40))
    assert answer.collinear[0].text == "x3 = x1 - 1/3 x2"
    assert list(answer.coefficients) == ["Intercept", "x1", "x2"]


def test_certificates_are_of_what_was_asked(data: pd.DataFrame, tmp_path: Any) -> None:
    answer = gordan.diagnose("ill ~ pre + post + change", data=data, proof="exact")
    with pytest.raises(gordan.InputError, match="without change"):
        answer.write_certificate(tmp_path / "c.json")
