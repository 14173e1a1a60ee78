"""Formulas are Python: those of a certificate are evaluated only where they can do nothing but make numbers."""

from __future__ import annotations

import pytest

import gordan
from gordan.model.frame import read_frame
from gordan.model.harmless import refuse_harmful

FRAME = read_frame({"y": [0, 1, 1], "a": [1, 2, 3], "b": [2, 5, 6], "c d": [3, 4, 5]})
HARMLESS = [
    *("y ~ a", "y ~ .", "y ~ a*b + C(b) - 1", "y ~ 0 + a:b", "y ~ (a + b)*`c d`", "C(y) ~ a", "y ~ scale(a)"),
    *("I(y > 2) ~ np.log(a) + I(a**2)", "a + b ~ y", "cbind(a, b) ~ `c d`", "y ~ I(`c d` / 10)", "y ~ {a + b}"),
    *("y ~ C(b, contr.treatment('x'))", "y ~ C(b, levels=['x', 'y'])", "y ~ poly(a, 3)", "y ~ I(-a) + I(a**-1)"),
    "y ~ bs(a, df=4, knots=[1.5, 99.0])",
]
HARMFUL = [
    *("y ~ np.os.system('x')", "y ~ __import__('os').system('x')", "y ~ open('x')", "eval(a) ~ b", "y ~ np.load('x')"),
    *("np.os.system(1) ~ a", "y ~ I(a.__class__)", "y ~ {(lambda: 1)()}", "y ~ {[x for x in a]}", "y ~ I(a[0])"),
    *("y ~ I(a == f'{a}')", "y ~ I(1 if a else 2)", "y ~ I(a << 3)", "y ~ lag(a)", "y ~ hashed(a, levels=10000000)"),
    # What ends a quotation for one reader does not for another.
    *('cbind("\\", np.os.system(1), \\"", b) ~ a', 'y ~ I("`" + np.os.system(1) + "`")', "y ~ I(`a)"),
    # Harmless, but without end.
    *("y ~ I(9**9**9)", "y ~ I(a**99)", "y ~ I(a**b)", "y ~ I('ab' * 1000000000)", "y ~ poly(a, 1000000)"),
    *("y ~ poly(a, b)", "y ~ I(1e400 * a)", "y ~ a**5", "y ~ a" + "*b" * 20, "y ~ (a + b)" + ":(a + b)" * 20),
    *("y ~ " + "(" * 100 + "a" + ")" * 100, "y ~ a" + " + a" * 6000, "y ~ a\x00", "y ~ 1234567890"),
    *("y ~ I(a", "y ~ 'a", "y ~ `a"),
]


@pytest.mark.parametrize("formula", HARMLESS)
def test_harmless(formula: str) -> None:
    refuse_harmful(formula, FRAME)


@pytest.mark.parametrize("formula", HARMFUL, ids=lambda formula: formula[:40])
def test_harmful(formula: str) -> None:
    with pytest.raises(gordan.InputError) as caught:
        refuse_harmful(formula, FRAME)
    assert "\n" not in str(caught.value)


def test_a_dot_stands_for_no_column_that_would_end_its_own_quotation() -> None:
    evil = read_frame({"y": [0, 1], "a` + np.os.system(1) + `a": [1, 2]})
    with pytest.raises(gordan.InputError, match="backtick"):
        refuse_harmful("y ~ .", evil)


def test_what_is_refused_would_have_run() -> None:
    """Were it evaluated, a formula could do anything: the test above is about something."""
    with pytest.raises(gordan.InputError, match="hello from inside"):
        gordan.diagnose("y ~ a + I(a.map(lambda v: {}['hello from inside']))", data=_pandas())


def _pandas() -> object:
    import pandas as pd

    return pd.DataFrame({"y": [0, 1, 1], "a": [1, 2, 3]})
