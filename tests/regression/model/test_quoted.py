"""A column may be called anything; in backticks it is that column."""

from __future__ import annotations

import pytest

import gordan
from gordan.regression.diagnose import diagnose, diagnose_many

NAMES = ["HLA-A", "a.b", "gene(2)", "a[1]", "3", "True", "np.x", "a|b", "a ~ b", "x .", "a + b", "C(q)", "log"]
DATA = {"y": [0, 1, 0, 1, 1], "HLA": [1, 0, 1, 0, 0]} | {name: [1, 2, 3, 4, 2] for name in NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_a_column_in_backticks_is_that_column(name: str) -> None:
    found = diagnose(f"y ~ `{name}`", data=DATA)
    assert list(found.coefficients) == ["Intercept", name]
    assert found.kind == "overlap"


@pytest.mark.parametrize("name", NAMES)
def test_a_response_in_backticks_is_that_column(name: str) -> None:
    found = diagnose(f"`{name}` ~ HLA", data=DATA, family="poisson")
    assert (found.response, found.kind) == (name, "overlap")


def test_a_batch_takes_columns_of_any_name() -> None:
    table = diagnose_many("y ~ {}", data=DATA, columns=NAMES, n_jobs=1, progress=False)
    assert set(table["kind"]) == {"overlap"}


def test_inside_of_functions_and_for_a_dot() -> None:
    assert diagnose("y ~ np.log(`HLA-A`)", data=DATA).kind == "overlap"
    assert len(diagnose("y ~ .", data=DATA).coefficients) == len(DATA)


def test_a_name_that_is_no_column_is_refused() -> None:
    with pytest.raises(gordan.InputError, match="'HLA-B', which is neither a column"):
        diagnose("y ~ `HLA-B`", data=DATA)
    with pytest.raises(gordan.InputError, match=r"'np\.os', which is neither a column"):
        diagnose("y ~ np.os", data=DATA)


@pytest.mark.parametrize(
    "formula", ["y ~ `a ~ b` + np.os.system(1)", "`a ~ b` + np.os.system(1) ~ HLA", "y ~ {np.os}`~`"]
)
def test_backticks_hide_no_code(formula: str) -> None:
    with pytest.raises(gordan.InputError, match=r"does not know|was expected"):
        diagnose(formula, data=DATA, python=False)


@pytest.mark.parametrize("terms", ["`1`", "HLA + `1`", "HLA:`1`", "`1` - 1", "."])
def test_a_column_called_as_a_number_is_that_column(terms: str) -> None:
    data = {"y": [0, 1, 0, 1, 1], "HLA": [1, 2, 1, 2, 2], "1": [5, 4, 1, 1, 7]}
    names = diagnose(f"y ~ {terms}", data=data).coefficients
    assert ("Intercept" in names) == ("- 1" not in terms)
    assert any(name.endswith("1") for name in names)


@pytest.mark.parametrize("terms", ["`1` + np.log(HLA)", "`np.log(HLA)` + np.log( HLA )", "{`7`} + 7:`7`"])
def test_a_column_is_not_mistaken_for_a_number_or_a_term_that_is_spelled_alike(terms: str) -> None:
    """One factor for both would leave the column out, and say nothing."""
    data = {"y": [0, 1, 0, 1, 1], "HLA": [1, 2, 1, 2, 2]} | {
        name: [5, 4, 1, 1, 7] for name in ("1", "7", "np.log(HLA)")
    }
    with pytest.raises(gordan.InputError, match=r"is spelled like .* rename the column"):
        diagnose(f"y ~ {terms}", data=data)
