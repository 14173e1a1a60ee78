"""Bad input and odd input: each has its own sentence or its own honest answer."""

from __future__ import annotations

from datetime import date
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse as sp

import gordan
from gordan.engine.solver import SOLVERS

SQUARE = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]
LABELS = [0, 0, 1, 1]


def sentence(X: Any = SQUARE, y: Any = LABELS, **question: Any) -> str:
    """What a person is told instead of an answer."""
    with pytest.raises(gordan.InputError) as caught:
        gordan.separate(X, y, **question)
    text = str(caught.value)
    assert isinstance(caught.value, gordan.GordanError)
    assert isinstance(caught.value, ValueError)
    assert "\n" not in text
    assert 20 < len(text) < 450
    return text


def decide(X: Any, y: Any, **question: Any) -> Any:
    """The answer, which the verifier must confirm."""
    problem = gordan.Points(X, y, **question)
    outcome = gordan.solve(problem, solver="min-norm-point", max_seconds=20.0)
    assert gordan.verify(problem, outcome).holds
    return outcome


# What is no number.


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("form", [np.array, sp.csr_array, sp.csc_array, sp.coo_array, pd.DataFrame])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_nan_and_infinity_are_named_with_their_place(bad: float, form: Any, dtype: type) -> None:
    X = np.arange(12, dtype=dtype).reshape(4, 3)
    X[2, 1] = bad
    told = sentence(form(X))
    assert f"X[2, 1] is {bad}" in told
    assert "finite" in told


def test_the_first_of_several_is_named() -> None:
    X = np.ones((5, 4))
    X[3, 0] = X[1, 2] = X[1, 3] = np.nan
    assert "X[1, 2] is nan" in sentence(X, [0, 1, 0, 1, 0])


def test_complex_numbers() -> None:
    for form in (np.array, sp.csr_array):
        assert "complex" in sentence(form(np.array([[1.0 + 2.0j], [3.0]])), [0, 1])


def test_text_among_numbers() -> None:
    told = sentence(np.array([[1.0, "red"], [2.0, 3.0]], dtype=object), [0, 1])
    assert "not a number" in told
    assert "red" in told


def test_missing_among_objects() -> None:
    assert "X[1, 0]" in sentence(np.array([[1.0], [None]], dtype=object), [0, 1])


def test_rows_of_different_lengths() -> None:
    assert "different lengths" in sentence([[1.0, 2.0], [3.0]], [0, 1])


def test_one_dimension() -> None:
    told = sentence([1.0, 2.0], [0, 1])
    assert "1 dimension" in told
    assert "rows" in told


def test_three_dimensions() -> None:
    assert "3 dimension" in sentence(np.zeros((2, 2, 2)), [0, 1])


@pytest.mark.parametrize("X", [np.empty((0, 3)), np.empty((3, 0)), sp.csr_array((0, 2)), pd.DataFrame({"a": []})])
def test_nothing_at_all(X: Any) -> None:
    told = sentence(X, [0, 1, 1][: X.shape[0]])
    assert str(X.shape) in told
    assert "at least one row and one column" in told


def test_no_rows_as_a_list() -> None:
    assert sentence([], [])


ONE_APART = [[2**53], [2**53 + 1]]


@pytest.mark.parametrize(
    "X",
    [
        ONE_APART,
        np.array(ONE_APART, dtype=np.uint64),
        np.array(ONE_APART, dtype=object),
        np.array([[1], [1 + np.longdouble(2) ** -60]]),
        sp.csr_array(np.array(ONE_APART)),
        pd.DataFrame(ONE_APART),
        pl.DataFrame({"a": [2**53, 2**53 + 1]}),
    ],
    ids=["list", "unsigned", "object", "long double", "sparse", "pandas", "polars"],
)
def test_numbers_that_no_double_holds(X: Any) -> None:
    """2**53 and 2**53 + 1 differ; as doubles they are twins. A wrong answer is worse than a refusal."""
    try:
        kind = gordan.separate(X, [0, 1], max_seconds=20.0).kind
    except gordan.InputError as told:
        kind = str(told)
    assert kind != "inseparable"


# Labels.


def test_one_class_with_an_intercept() -> None:
    told = sentence(y=["yes"] * 4)
    assert "yes" in told
    assert "two classes" in told
    assert "intercept=False" in told


def test_one_class_without_an_intercept_is_a_question() -> None:
    assert decide([[1.0, 2.0], [1.0, -1.0]], [1, 1], intercept=False).kind == "separable"
    assert decide([[1.0], [-1.0]], [1, 1], intercept=False).kind == "inseparable"


def test_three_classes() -> None:
    told = sentence(y=[0, 1, 2, 1])
    assert "3 classes (0, 1, 2)" in told


def test_many_classes_are_not_all_listed() -> None:
    told = sentence(np.zeros((50, 1)), np.arange(50))
    assert "50 classes (0, 1, 2, 3, 4, …)" in told


@pytest.mark.parametrize("count", [0, 3, 5])
def test_mismatched_lengths(count: int) -> None:
    told = sentence(y=[0, 1, 1, 0, 1][:count])
    assert "4 rows" in told
    assert f"{count} labels" in told


def test_labels_in_a_table() -> None:
    assert "(4, 2)" in sentence(y=np.zeros((4, 2)))


def test_labels_in_a_column_are_taken() -> None:
    problem = gordan.Points(SQUARE, np.array(LABELS)[:, None])
    assert problem.signs.tolist() == [-1.0, -1.0, 1.0, 1.0]


@pytest.mark.parametrize(
    "y",
    [
        [0.0, np.nan, 1.0, 1.0],
        ["a", None, "b", "b"],
        np.array([0, np.nan, 1, 1], dtype=object),
        pd.Series([0, None, 1, 1], dtype="Int64"),
        pd.Series(["a", None, "b", "b"], dtype="string"),
        pd.Series(["a", None, "b", "b"], dtype="category"),
        pl.Series(["a", None, "b", "b"]),
        np.array(["2020-01-01", "NaT", "2021-01-01", "2021-01-01"], dtype="M8[D]"),
    ],
    ids=["float", "none", "object", "Int64", "string", "category", "polars", "date"],
)
def test_missing_labels(y: Any) -> None:
    told = sentence(y=y)
    assert "label of row 1 is missing" in told
    assert "1 in all" in told


def test_mixed_labels() -> None:
    assert "mix types" in sentence(y=np.array(["a", 1, "a", 1], dtype=object))


def test_mixed_labels_in_a_list() -> None:
    """NumPy would silently make text of the numbers: 1 and "1" would become one class."""
    assert "mix types" in sentence(y=["1", 1, "1", 1])


@pytest.mark.parametrize(
    ("y", "classes"),
    [
        (["b", "a", "b", "a"], ("a", "b")),
        ([True, False, True, False], (False, True)),
        ([2.5, -1.0, 2.5, -1.0], (-1.0, 2.5)),
        (np.array([7, 3, 7, 3], dtype=np.uint8), (3, 7)),
        (np.array(["x", "w", "x", "w"], dtype=object), ("w", "x")),
        (pd.Series(["b", "a", "b", "a"], index=[9, 8, 7, 6], dtype="category"), ("a", "b")),
        (pl.Series([1, 0, 1, 0]), (0, 1)),
        ([date(2021, 1, 1), date(2020, 1, 1)] * 2, (date(2020, 1, 1), date(2021, 1, 1))),
    ],
)
def test_any_two_values_are_classes(y: Any, classes: tuple[Any, ...]) -> None:
    problem = gordan.Points(SQUARE, y)
    assert problem.classes == classes
    assert problem.signs.tolist() == [1.0, -1.0, 1.0, -1.0]
    assert gordan.solve(problem, max_seconds=20.0).classes == classes


# Legitimate, if odd.


def test_a_zero_row_is_refused_when_lengths_are_taken_out() -> None:
    X = np.array([[1.0, 2.0], [0.0, 0.0], [3.0, 1.0]])
    for form in (np.array, sp.csr_array, sp.csc_array):
        told = sentence(form(X), [0, 1, 1], intercept=False, normalise=True)
        assert "row 1 is all zeros" in told
        assert "normalise=False" in told


def test_a_zero_row_without_an_intercept_is_a_certificate() -> None:
    for form in (np.array, sp.csr_array, sp.csc_array):
        outcome = decide(form([[1.0, 2.0], [0.0, 0.0], [3.0, 1.0]]), [0, 1, 1], intercept=False)
        assert outcome.kind == "inseparable"
        assert outcome.proof == gordan.outcome.Cancellation((1,), (1,))
        assert outcome.support.tolist() == [1]


def test_a_zero_row_with_an_intercept_is_a_point_like_any_other() -> None:
    assert decide([[0.0, 0.0], [1.0, 1.0]], [0, 1]).kind == "separable"


@pytest.mark.parametrize("solver", ["auto", "min-norm-point", "perceptron", "von-neumann"])
def test_contradictory_twins_are_their_own_witness(solver: str) -> None:
    X = np.array([[0.1, 7.0], [0.3, -1.0], [5.0, 5.0], [0.3, -1.0], [-4.0, 2.0]])
    outcome = gordan.separate(X, [0, 1, 1, 0, 0], solver=solver, max_seconds=20.0)
    assert outcome.kind == "inseparable"
    assert outcome.proof == gordan.outcome.Cancellation((1, 3), (1, 1))
    assert outcome.weights.tolist() == [0.0, 0.5, 0.0, 0.5, 0.0]


def test_normalised_points_refuse_an_intercept() -> None:
    told = sentence(normalise=True)
    assert "intercept=False" in told


@pytest.mark.parametrize("value", [0.0, 1.0, -3.5, 1e12])
def test_a_constant_column_changes_nothing(value: float) -> None:
    X = np.hstack([SQUARE, np.full((4, 1), value)])
    outcome, plain = decide(X, LABELS), decide(SQUARE, LABELS)
    assert outcome.kind == plain.kind == "separable"
    assert outcome.bracket.lower == pytest.approx(0.5, rel=1e-4)
    assert outcome.bracket.lower <= 0.5 <= outcome.bracket.upper


def test_only_constant_columns() -> None:
    outcome = decide(np.full((3, 2), 4.0), [0, 1, 1])
    assert outcome.kind == "inseparable"
    assert len(outcome.proof.support) == 2


@pytest.mark.parametrize("dtype", [np.int8, np.uint16, np.int64, bool, object, np.float16, np.float32, np.longdouble])
def test_other_arrays_of_numbers(dtype: type) -> None:
    X = np.array(SQUARE).astype(dtype)
    problem = gordan.Points(X, LABELS)
    assert problem.X.dtype == (np.float32 if dtype is np.float32 else np.float64)
    assert np.array_equal(problem.X, SQUARE)
    assert decide(X, LABELS).kind == "separable"


@pytest.mark.parametrize("dtype", [np.int32, bool, np.float32])
def test_other_sparse_numbers(dtype: type) -> None:
    problem = gordan.Points(sp.csc_array(np.array(SQUARE).astype(dtype)), LABELS)
    assert problem.X.dtype == (np.float32 if dtype is np.float32 else np.float64)
    assert np.array_equal(problem.X.toarray(), SQUARE)


def test_one_point() -> None:
    assert "two classes" in sentence([[1.0]], [1])
    outcome = decide([[3.0, 4.0]], [1], intercept=False)
    assert outcome.kind == "separable"
    assert outcome.bracket.lower == pytest.approx(5.0)


def test_one_column() -> None:
    assert decide([[1.0], [2.0], [5.0]], [0, 0, 1]).bracket.upper == pytest.approx(1.5)
    assert decide([[1.0], [2.0], [5.0]], [0, 1, 0]).kind == "inseparable"


def test_more_columns_than_rows() -> None:
    X = np.random.default_rng(0).normal(size=(5, 40))
    assert decide(X, [0, 1, 0, 1, 1]).kind == "separable"


@pytest.mark.parametrize("solver", ["auto", "min-norm-point", "perceptron"])
def test_the_largest_doubles(solver: str) -> None:
    """Differences overflow here, which is no reason for a traceback or a warning."""
    largest = np.finfo(np.float64).max
    outcome = gordan.separate([[largest, 1.0], [-largest, 1.0]], [0, 1], solver=solver, max_seconds=20.0)
    assert outcome.kind != "inseparable"
    assert outcome.verdict.holds


@pytest.mark.parametrize("solver", ["auto", "min-norm-point", "perceptron"])
def test_lengths_that_no_common_scale_can_hold(solver: str) -> None:
    X, asked = [[1e200, 0.0], [0.0, 1e-200]], {"intercept": False, "normalise": True}
    outcome = gordan.separate(X, [1, 1], solver=solver, max_iter=200, max_seconds=20.0, **asked)
    assert outcome.kind != "inseparable"
    assert outcome.verdict.holds


# Data frames.


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame])
def test_names_of_columns_are_kept(frame: Any) -> None:
    data = frame({"height": [1.0, 2.0, 3.0], "count": [4, 5, 6], "member": [True, False, True]})
    problem = gordan.Points(data, ["a", "b", "a"])
    assert problem.names == ("height", "count", "member")
    assert problem.X.tolist() == [[1.0, 4.0, 1.0], [2.0, 5.0, 0.0], [3.0, 6.0, 1.0]]


def test_columns_without_names() -> None:
    assert gordan.Points(pd.DataFrame(SQUARE), LABELS).names == ("0", "1")
    assert gordan.Points(SQUARE, LABELS).names == ()


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame])
@pytest.mark.parametrize("column", [["red", "green"], [date(2020, 1, 1), date(2020, 1, 2)]], ids=["text", "dates"])
def test_the_column_without_numbers_is_named(frame: Any, column: list[Any]) -> None:
    told = sentence(frame({"height": [1.0, 2.0], "colour": column}), [0, 1])
    assert "'colour'" in told
    assert "height" not in told


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame])
def test_a_missing_value_in_a_frame(frame: Any) -> None:
    assert "X[1, 1] is nan" in sentence(frame({"a": [1.0, 2.0], "b": [1.0, None]}), [0, 1])
    assert "X[0, 0] is nan" in sentence(pd.DataFrame({"a": pd.array([None, 1], dtype="Int64")}), [0, 1])


def test_two_columns_of_one_name() -> None:
    told = sentence(pd.DataFrame(SQUARE, columns=["size", "size"]), LABELS)
    assert "size" in told


def test_a_frame_with_an_index_of_its_own() -> None:
    frame = pd.DataFrame(SQUARE, index=[10, 3, 7, 5])
    labels = pd.Series(LABELS, index=[10, 3, 7, 5])
    assert gordan.Points(frame, labels).digest() == gordan.Points(SQUARE, LABELS).digest()


# Parameters.


@pytest.mark.parametrize(
    ("parameter", "value", "expected"),
    [
        ("goal", "win", ["'win'", "decide", "margin"]),
        ("goal", 3, ["3", "decide", "margin"]),
        ("proof", "sketch", ["'sketch'", "rounded", "exact"]),
        ("numbers", "roman", ["'roman'", "binary", "decimal"]),
        ("tol", 0.0, ["tol is 0.0", "greater than 0"]),
        ("tol", -1.0, ["-1.0", "greater than 0"]),
        ("tol", np.nan, ["nan", "greater than 0"]),
        ("tol", "small", ["'small'", "greater than 0"]),
        ("tol", None, ["None", "greater than 0"]),
        ("eps", 0, ["eps is 0", "greater than 0"]),
        ("max_iter", 0, ["max_iter is 0", "greater than 0"]),
        ("max_iter", -5, ["-5", "greater than 0"]),
        ("max_iter", "many", ["'many'", "greater than 0"]),
        ("max_seconds", 0.0, ["max_seconds is 0.0", "greater than 0"]),
        ("max_seconds", np.nan, ["nan", "greater than 0"]),
        ("solver", "miror-prox", ["'miror-prox'", "mirror-prox"]),
        ("solver", "simplex", ["'simplex'", "gordan solvers"]),
        ("solver", gordan.solver.MirrorProx, ["MirrorProx", "instance"]),
        ("solver", None, ["None", "gordan solvers"]),
        ("solver", 7, ["7", "gordan solvers"]),
        ("watch", "loud", ["'loud'", "log", "progress"]),
        ("watch", 5, ["5", "log", "progress"]),
        ("watch", [5], ["5", "log", "progress"]),
        ("start", 5, ["start", "5"]),
        ("start", "again", ["start", "'again'"]),
    ],
)
def test_wrong_parameters(parameter: str, value: Any, expected: list[str]) -> None:
    told = sentence(**{parameter: value})
    assert parameter in told or parameter == "solver"
    assert all(word in told for word in expected)


@pytest.mark.parametrize("value", [np.int64(5), np.int32(5), 5])
def test_whole_numbers_of_any_kind_are_numbers(value: Any) -> None:
    assert gordan.separate(SQUARE, LABELS, max_iter=value, max_seconds=np.float32(20)).kind == "separable"


# The user's arrays.


@pytest.mark.parametrize(
    "X",
    [
        np.array(SQUARE),
        np.array(SQUARE, dtype=np.float32),
        np.asfortranarray(SQUARE),
        np.array(SQUARE)[:, ::-1],
        np.arange(24.0).reshape(8, 3)[::2],
    ],
    ids=["c", "float32", "fortran", "reversed", "strided"],
)
def test_dense_arrays_are_neither_copied_nor_changed(X: Any) -> None:
    before, y = X.copy(), np.array(LABELS)
    problem = gordan.Points(X, y)
    assert problem.X is X
    for solver in sorted(SOLVERS):
        gordan.solve(problem, solver=solver, max_iter=20, max_seconds=20.0)
    assert np.array_equal(X, before)
    assert y.tolist() == LABELS


def test_arrays_that_may_not_be_written_to() -> None:
    X, y = np.array(SQUARE), np.array(LABELS)
    X.flags.writeable = y.flags.writeable = False
    for solver in sorted(SOLVERS):
        assert gordan.separate(X, y, solver=solver, max_iter=500, max_seconds=20.0).kind == "separable"


@pytest.mark.parametrize("form", [sp.csr_array, sp.csc_array, sp.csr_matrix])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_sparse_arrays_are_neither_copied_nor_changed(form: Any, dtype: type) -> None:
    """Not even tidied: unsorted columns stay as they were."""
    entries = np.array([2.0, 1.0, 1.0, 3.0, -1.0, 1.0], dtype=dtype)
    places, ends = np.array([1, 0, 2, 2, 1, 1]), np.array([0, 3, 4, 5, 6])
    X = form((entries, places, ends), shape=(4, 3) if form is not sp.csc_array else (3, 4))
    kept = X.data.copy(), X.indices.copy(), X.indptr.copy()
    y = np.array([0, 0, 1, 1][: X.shape[0]])
    problem = gordan.Points(X, y)
    assert np.shares_memory(problem.X.data, X.data)
    for solver in sorted(SOLVERS):
        outcome = gordan.solve(problem, solver=solver, max_iter=20, max_seconds=20.0)
        gordan.verify(problem, outcome)
    problem.digest()
    for now, then in zip((X.data, X.indices, X.indptr), kept, strict=True):
        assert np.array_equal(now, then)


def test_a_frame_of_doubles_is_not_changed() -> None:
    frame = pd.DataFrame(SQUARE, columns=["a", "b"])
    before = frame.copy()
    gordan.separate(frame, LABELS, max_seconds=20.0)
    pd.testing.assert_frame_equal(frame, before)


@pytest.mark.parametrize(
    ("X", "told"),
    [
        (np.ma.array([[0.0], [1.0], [2.0]], mask=[[0], [1], [0]]), "masked"),
        (np.array([["1"], ["2"], ["3"]]), "not numbers"),
        ([[10**400], [0], [1]], "not a number"),
        (pl.DataFrame({"a": [0.0, 1.0, 2.0]}).lazy(), "collect"),
    ],
    ids=["masked", "digits as text", "beyond all doubles", "lazy"],
)
def test_what_is_no_table_of_doubles(X: Any, told: str) -> None:
    assert told in sentence(X, [0, 1, 0])


def test_masked_labels() -> None:
    assert "label of row 3 is missing" in sentence(y=np.ma.array([0, 0, 1, 1], mask=[0, 0, 0, 1]))


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame])
def test_large_integers_beside_a_column_of_floats(frame: Any) -> None:
    """Put together first, both columns would become floats and the integers equal."""
    X = frame({"a": [2**53 + 1, 2**53 + 1, 2**53, 2**53], "b": [0.5] * 4})
    assert "9007199254740993" in sentence(X, [0, 0, 1, 1])


def test_a_sparse_matrix_whose_indices_point_outside() -> None:
    X = sp.csr_array(np.eye(4))
    X.indices[0] = 7
    assert "broken" in sentence(X, [0, 0, 1, 1])


def test_narrow_decimals_cancel_as_decimals() -> None:
    X = np.array([[0.1, 0.3], [0.7, 2.1], [0.4, 1.2]], dtype=np.float32)
    outcome = gordan.separate(X, [0, 0, 1], numbers="decimal")
    assert outcome.kind == "inseparable"
    assert outcome.proof.integers == (1, 1, 2)


def test_points_of_another_width_are_not_evaluated() -> None:
    outcome = gordan.separate([[0.0, 1.0], [1.0, 0.0]], [0, 1])
    with pytest.raises(gordan.InputError, match="2 columns"):
        outcome.decision_function([[1.0, 2.0, 3.0]])


@pytest.mark.parametrize("form", [sp.csr_array, sp.csc_array], ids=["csr", "csc"])
def test_entries_stored_twice_are_one_number(form: Any) -> None:
    """A row of more stored entries than columns would exceed what bounds on rounding count."""
    twice = form((np.array([1.0, 2.0, 5.0, 1.0]), np.array([0, 0, 0, 1]), np.array([0, 3, 4])), shape=(2, 2))
    before = twice.data.copy()
    problem = gordan.Points(twice, [0, 1])
    assert problem.X.nnz == 2
    assert np.array_equal(problem.X.toarray(), twice.toarray())
    assert np.array_equal(twice.data, before)
    assert problem.digest() == gordan.Points(twice.toarray(), [0, 1]).digest()


def test_entries_whose_sum_overflows_are_refused() -> None:
    twice = sp.csr_array((np.array([1e308, 1e308, 1.0]), np.array([0, 0, 0]), np.array([0, 2, 3])), shape=(2, 1))
    with pytest.raises(gordan.InputError, match=r"X\[0, 0\] is inf"):
        gordan.Points(twice, [0, 1])


def test_integers_of_a_program_stay_whole() -> None:
    whole = 2**61 - 1
    for given in ([[whole]], [[whole, 0.5]], np.array([[whole]]), sp.csr_array(np.array([[whole]]))):
        assert gordan.Program(given).A.values[0] == whole
    twice = sp.coo_array((np.array([2**62, 2**62]), ([0, 0], [0, 0])), shape=(1, 1))
    assert gordan.Program(twice).A.values == (2**63,)


def test_a_program_calls_its_matrix_by_name() -> None:
    for given in ([[1j]], [["a"]], [[float("nan")]], np.array([[np.nan]]), np.zeros(3)):
        with pytest.raises(gordan.InputError) as refused:
            gordan.Program(given)
        assert not str(refused.value).startswith("X")


def test_rows_that_say_nothing_are_noted() -> None:
    posed = gordan.Inequalities([[0.0, 0.0], [1.0, 0.0]], [-1.0, 0.0], names=["idle", "busy"])
    assert ["idle" in note for note in gordan.feasible(posed).notes] == [True]
    sparse = sp.csr_array((np.array([0.0, 1.0]), ([0, 1], [0, 0])), shape=(2, 1))
    assert len(gordan.Program(sparse, row_upper=[1, 1]).notes) == 1
    assert gordan.Program([[0], [1]]).notes == gordan.Program([[0]], row_lower=[1]).notes == ()
