"""The same model in every form it can come in, and what becomes of the rows that are not used."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy.sparse import csc_matrix, csr_array

import gordan
from gordan.regression.diagnose import diagnose

# Everybody at site c is ill; at the others ages and habits are mixed.
DATA: dict[str, list[Any]] = {
    "ill": [0, 1, 0, 1, 0, 1, 0, 1, 1, 1, 1],
    "age": [30.5, 35.25, 40.0, 33.0, 44.0, 50.5, 52.0, 41.0, 30.0, 60.0, 45.0],
    "site": ["a", "a", "a", "b", "b", "b", "b", "b", "c", "c", "c"],
    "smokes": [False, True, False, True, True, True, False, False, True, False, False],
}
N = 11
LABELS = "mnopqrstuvw"
FORMULA = "ill ~ age + site + smokes"


def design() -> Any:
    columns = [np.ones(N), DATA["age"], [s == "b" for s in DATA["site"]], [s == "c" for s in DATA["site"]]]
    return np.column_stack([*columns, DATA["smokes"]]).astype(float)


def same(one: gordan.regression.diagnose.Diagnosis, other: gordan.regression.diagnose.Diagnosis) -> bool:
    states = list(one.coefficients.values()) == list(other.coefficients.values())
    return (one.kind, one.rows, one.rank) == (other.kind, other.rows, other.rank) and states


def test_formula_array_frame_and_sparse_agree() -> None:
    told = diagnose(FORMULA, data=pd.DataFrame(DATA))
    assert list(told.coefficients) == ["Intercept", "age", "site[T.b]", "site[T.c]", "smokes"]
    assert told.kind == "quasi"
    X, y = design(), DATA["ill"]
    forms = [X, X[:, 1:], pd.DataFrame(X), pl.DataFrame(X), csr_array(X), csc_matrix(X[:, 1:]), X.astype(np.float32)]
    for form in forms:
        assert same(told, diagnose(form, y))
    assert same(told, diagnose(X[:, 1:], pd.Series(y, dtype="Int64")))
    assert same(told, diagnose("age + site + smokes", y, data=DATA))


def test_pandas_polars_and_a_dict_agree() -> None:
    told = diagnose(FORMULA, data=DATA)
    assert same(told, diagnose(FORMULA, data=pd.DataFrame(DATA)))
    assert same(told, diagnose(FORMULA, data=pl.DataFrame(DATA)))
    categorical = pd.DataFrame(DATA).astype({"site": "category"})
    assert same(told, diagnose(FORMULA, data=categorical))
    text = pd.DataFrame(DATA).astype({"site": "string", "age": "Float64", "ill": "boolean"})
    assert same(told, diagnose(FORMULA, data=text))


def test_rows_are_named_by_the_index() -> None:
    frame = pd.DataFrame(DATA, index=list(LABELS))
    assert diagnose(FORMULA, data=DATA).rows == (8, 9, 10)
    assert diagnose(FORMULA, data=frame).rows == ("u", "v", "w")
    at_c = pd.DataFrame({"c": frame["site"] == "c"})
    assert diagnose(at_c, frame["ill"]).rows == ("u", "v", "w")


def test_missing_values_are_dropped_by_formulas_and_counted() -> None:
    frame = pd.DataFrame(DATA, index=range(10, 10 + N))
    frame.loc[11, "age"] = np.nan
    frame.loc[13, "site"] = None
    frame["unused"] = np.nan
    found = diagnose(FORMULA, data=frame)
    assert (found.n, found.n_given, found.n_missing) == (9, 11, 2)
    assert "2 of 11 rows have a missing value" in found.notes[0]
    complete = frame.drop(index=[11, 13])
    assert same(found, diagnose(FORMULA, data=complete))
    assert found.rows == (10, 12, 18, 19, 20)


def test_missing_values_in_arrays_are_refused_or_dropped_on_request() -> None:
    X = design()
    X[2, 1] = np.nan
    with pytest.raises(gordan.InputError, match=r'1 of 11 rows have a missing value .the first is 2.*missing="drop"'):
        diagnose(X, DATA["ill"])
    found = diagnose(X, DATA["ill"], missing="drop")
    assert (found.n, found.n_missing) == (10, 1)
    assert found.rows == (8, 9, 10)
    with pytest.raises(gordan.InputError, match="missing value"):
        diagnose(FORMULA, data={**DATA, "age": [None, *DATA["age"][1:]]}, missing="raise")


def test_a_term_that_is_undefined_in_a_row_drops_it() -> None:
    data = {"y": [0, 1, 0, 1, 0], "x": [-1.0, 2.0, 3.0, 4.0, 5.0]}
    with np.errstate(invalid="ignore"):
        found = diagnose("y ~ np.log(x)", data=data)
    assert (found.n, found.n_missing) == (4, 1)
    assert found.kind == "overlap"


def test_rows_of_weight_zero_drop_out_and_are_counted() -> None:
    X, y = [[1.0], [2.0], [3.0], [4.0]], [0, 1, 0, 1]
    assert diagnose(X, y).kind == "overlap"
    found = diagnose(X, y, weights=[1, 0, 2, 3])
    assert (found.kind, found.rows, found.n, found.n_zero_weight) == ("complete", (0, 2, 3), 3, 1)
    assert any("weight 0" in note for note in found.notes)
    named = diagnose("y ~ x", data={"x": [1, 2, 3, 4], "y": y, "w": [1, 0, 2, 3]}, weights="w")
    assert same(found, named)


def test_an_offset_changes_nothing() -> None:
    found = diagnose(FORMULA, data=DATA, offset=np.arange(float(N)))
    assert same(found, diagnose(FORMULA, data=DATA))


def test_the_intercept_is_found_added_or_left_out() -> None:
    X, y = np.array([[1.0], [2.0], [3.0]]), [0, 1, 1]
    assert list(diagnose(X, y).coefficients) == ["Intercept", "x1"]
    assert list(diagnose(X, y, intercept=False).coefficients) == ["x1"]
    constant = np.column_stack([X, np.full(3, 2.0)])
    assert list(diagnose(constant, y).coefficients) == ["x1", "x2"]
    assert list(diagnose("y ~ 0 + x", data={"x": [1, 2, 3], "y": y}).coefficients) == ["x"]


def test_interactions_and_no_intercept() -> None:
    found = diagnose("ill ~ 0 + site + age:smokes", data=DATA)
    assert list(found.coefficients) == ["site[a]", "site[b]", "site[c]", "age:smokes"]
    assert found.coefficients["site[c]"] == "+inf"
    assert found.coefficients["site[a]"] == "finite"


def test_left_sides_of_counts_and_expressions() -> None:
    data = {"s": [0, 1, 3], "f": [2, 2, 0], "x": [1, 2, 3], "v": [0.5, 1.5, 2.5]}
    one = diagnose("s + f ~ x", data=data)
    assert same(one, diagnose("cbind(s, f) ~ x", data=data))
    assert same(one, diagnose("x", (data["s"], data["f"]), data=data))
    assert diagnose("I(v > 1) ~ x", data=data).kind == "complete"
    assert diagnose("C(v) ~ x", data={**data, "v": ["n", "n", "p"]}).kind == "complete"


def test_a_dot_is_all_other_columns() -> None:
    data = {"y": [0, 1, 0, 1, 0], "a": [1, 2, 3, 4, 5], "b c": [1.5, 0.0, 2.0, 2.0, 1.0]}
    assert list(diagnose("y ~ .", data=data).coefficients) == ["Intercept", "a", "b c"]
    assert list(diagnose("y ~ 0 + .", data=data).coefficients) == ["a", "b c"]


def test_transforms_of_formulaic_and_of_numpy() -> None:
    data = {"y": [0, 1, 0, 1, 0, None], "a": [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], "b": [1.0, None, 2.0, 7.0, 4.0, 5.0]}
    found = diagnose("y ~ scale(a) + np.where(a > 2, b, 0.5)", data=data)
    assert (found.n, found.n_missing) == (4, 2)
    assert list(diagnose("y ~ poly(a, 2)", data=data).coefficients) == ["Intercept", "poly(a, 2)[1]", "poly(a, 2)[2]"]
    assert len(diagnose("y ~ C(a > 2, Treatment(True))", data=data).coefficients) == 2


def test_a_dict_of_columns_is_a_frame() -> None:
    assert list(diagnose({"a": [1, 2, 3], "b": [0.5, 0.0, 2.0]}, [0, 1, 0]).coefficients) == ["Intercept", "a", "b"]


def test_levels_of_a_number_keep_their_names() -> None:
    found = diagnose("y ~ C(group)", data={"y": [0, 1, 0, 1], "group": [1, 1, 2, 2]})
    assert list(found.coefficients) == ["Intercept", "C(group)[T.2]"]


def test_the_second_level_of_a_categorical_is_the_success() -> None:
    y = pd.Categorical(["yes", "yes", "no"], categories=["yes", "no"])
    found = diagnose([[1.0], [2.0], [3.0]], y)
    assert found.coefficients["x1"] == "+inf"


def test_collinear_columns_are_aliased_and_not_separated() -> None:
    X = np.column_stack([np.arange(1.0, 7.0), [0.1, 0.2, 0.3, 0.4, 0.5, 0.6], [1.0, 0.0, 1.0, 1.0, 1.0, 0.0]])
    found = diagnose(X, [0, 1, 1, 0, 1, 0])
    assert found.kind == "overlap"
    assert (found.rank, found.aliased, found.redundant) == (3, ("x1", "x2"), ("x2",))
    assert found.coefficients == {
        "Intercept": "finite",
        "x1": "undetermined",
        "x2": "undetermined",
        "x3": "finite",
    }
    assert found.unique is False
    # As binary fractions 0.3 is not three times 0.1, and the columns are independent.
    assert diagnose(X, [0, 1, 1, 0, 1, 0], numbers="binary").rank == 4


def test_many_dummies_stay_sparse() -> None:
    rng = np.random.default_rng(0)
    data = {"y": rng.integers(0, 2, 2000), "x": rng.integers(0, 100, 2000), "id": np.arange(2000) % 100}
    found = diagnose("y ~ x + C(id)", data=data)
    assert found.study is not None
    assert hasattr(found.study.posed.rows.inequalities, "nnz")
    assert len(found.coefficients) == 101
    assert found.kind in ("overlap", "quasi")


def test_out_of_time_is_undecided() -> None:
    rng = np.random.default_rng(0)
    found = diagnose(rng.standard_normal((4000, 40)), rng.integers(0, 2, 4000), max_seconds=1e-6)
    assert found.kind == "undecided"
    assert found.reason
    assert found.separated is None
    assert set(found.coefficients.values()) == {"unsettled"}
    assert "Undecided" in str(found)
