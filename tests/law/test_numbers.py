"""The numbers behind the floats: exact integers, a digest that ignores storage, blocks that tile the matrix."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

import gordan
from gordan.problem.numbers import integers
from law.draw import few

WIDE = st.floats(allow_nan=False, allow_infinity=False)
NARROW = st.floats(allow_nan=False, allow_infinity=False, width=32)
FORMS = {
    "dense": np.ascontiguousarray,
    "fortran": np.asfortranarray,
    "csr": sp.csr_array,
    "csc": sp.csc_array,
    "coo": sp.coo_array,
    "matrix": sp.csr_matrix,
    "view": lambda X: np.repeat(np.repeat(X, 2, axis=0), 3, axis=1)[::2, ::3],
}


def quotients(values: Any, numbers: Any) -> list[Fraction]:
    whole, denominator = integers(values, numbers)
    assert all(type(value) is int for value in whole)
    assert denominator > 0
    return [Fraction(value, denominator) for value in whole]


@few(300)
@given(st.lists(WIDE, max_size=6))
def test_binary_numbers_are_their_dyadic_values(values: list[float]) -> None:
    assert quotients(values, "binary") == [Fraction(value) for value in values]


@few(300)
@given(st.lists(WIDE, max_size=6))
def test_decimal_numbers_are_what_is_printed(values: list[float]) -> None:
    assert quotients(values, "decimal") == [Fraction(Decimal(repr(value))) for value in values]


@few(300)
@given(st.lists(NARROW, max_size=6))
def test_narrow_numbers(values: list[float]) -> None:
    narrow = np.array(values, dtype=np.float32)
    assert quotients(narrow, "binary") == [Fraction(value) for value in values]
    assert quotients(narrow, "decimal") == [
        Fraction(np.format_float_positional(value, unique=True)) for value in narrow
    ]


def test_numbers_at_the_ends_of_the_range() -> None:
    edges = [0.0, -0.0, 5e-324, -5e-324, 2.0**-1022, 1.7976931348623157e308, -1.7976931348623157e308, 2.0**53 + 2]
    assert quotients(edges, "binary") == [Fraction(value) for value in edges]
    assert quotients(edges, "decimal") == [Fraction(Decimal(repr(value))) for value in edges]


def test_narrow_decimals_are_those_of_their_own_width() -> None:
    tenth = np.array([0.1, -1.5e-7], dtype=np.float32)
    assert quotients(tenth, "decimal") == [Fraction(1, 10), Fraction(-15, 10**8)]
    assert quotients(tenth.astype(np.float64), "decimal") != [Fraction(1, 10), Fraction(-15, 10**8)]


def test_small_integers_stay_small() -> None:
    assert integers([3.0, -40.0, 0.0], "binary") == ([3, -40, 0], 1)
    assert integers([3e5, -4e22, 0.5], "decimal")[1] == 10


@pytest.mark.parametrize("numbers", ["binary", "decimal"])
def test_nothing_and_zero(numbers: Any) -> None:
    assert integers([], numbers) == ([], 1)
    assert integers([0.0, -0.0], numbers) == ([0, 0], 1)


@st.composite
def tables(draw: st.DrawFn) -> tuple[Any, Any]:
    """A matrix with many zeros, and signs of both kinds."""
    n, m = draw(st.integers(2, 5)), draw(st.integers(1, 4))
    entry = st.one_of(st.just(0.0), st.floats(-1e6, 1e6), st.sampled_from([0.1, -0.3, 1e-300, 2.0**60]))
    X = np.array(draw(st.lists(st.lists(entry, min_size=m, max_size=m), min_size=n, max_size=n)))
    y = np.array([1, -1, *draw(st.lists(st.sampled_from([-1, 1]), min_size=n - 2, max_size=n - 2))])
    return X, y


@few(100)
@given(tables(), st.sampled_from(sorted(FORMS)), st.sampled_from(["binary", "decimal"]), st.data())
def test_exact_rows_are_the_rows(table: Any, form: str, numbers: Any, data: st.DataObject) -> None:
    X, y = table
    problem = gordan.Points(FORMS[form](X), y, numbers=numbers)
    S = data.draw(st.lists(st.integers(0, len(y) - 1), max_size=6))
    rows = problem.exact_rows(S)
    read = Fraction if numbers == "binary" else lambda value: Fraction(repr(float(value)))
    assert len(rows.columns) == len(rows.integers) == len(S)
    for row, columns, whole in zip(S, rows.columns, rows.integers, strict=True):
        found = {j: Fraction(value, rows.denominator) for j, value in zip(columns, whole, strict=True)}
        assert found == {j: read(value) for j, value in enumerate(X[row]) if value}
        assert columns == sorted(columns)


@few(60)
@given(tables(), st.sampled_from(sorted(FORMS)))
def test_the_digest_does_not_see_storage(table: Any, form: str) -> None:
    X, y = table
    digest = gordan.Points(X, y).digest()
    assert len(digest) == 64
    assert gordan.Points(FORMS[form](X), y).digest() == digest
    assert gordan.Points(FORMS[form](X), np.where(y > 0, "up", "down")).digest() == digest
    negative_zeros = np.where(X == 0, -0.0, X)
    assert gordan.Points(FORMS[form](negative_zeros), y).digest() == digest


def test_the_digest_does_not_see_stored_zeros_and_split_entries() -> None:
    X, y = np.array([[3.0, 0.0], [0.0, -1.0]]), [0, 1]
    digest = gordan.Points(X, y).digest()
    parts = np.array([1.0, 2.0, 0.0, -1.0]), np.array([0, 0, 0, 1])
    split = sp.csr_array((*parts, np.array([0, 2, 4])), shape=(2, 2))
    assert gordan.Points(split, y).digest() == digest
    turned = sp.csr_array((parts[0][::-1].copy(), parts[1][::-1].copy(), np.array([0, 2, 4])), shape=(2, 2))
    assert gordan.Points(turned, [1, 0]).digest() == gordan.Points(X[::-1], [1, 0]).digest()


def test_the_digest_does_not_see_width() -> None:
    X = np.array([[0.5, 3.0], [0.0, -1.0]])
    assert gordan.Points(X.astype(np.float32), [0, 1]).digest() == gordan.Points(X, [0, 1]).digest()


@few(100)
@given(tables(), st.data())
def test_the_digest_sees_every_entry_and_every_label(table: Any, data: st.DataObject) -> None:
    X, y = table
    digest = gordan.Points(X, y, intercept=False).digest()
    i = data.draw(st.integers(0, X.shape[0] - 1))
    j = data.draw(st.integers(0, X.shape[1] - 1))
    changed = X.copy()
    changed[i, j] = np.nextafter(X[i, j], np.inf)
    assert gordan.Points(changed, y, intercept=False).digest() != digest
    labels = y.copy()
    labels[i] = -labels[i]
    if len(set(labels)) == 2:
        assert gordan.Points(X, labels, intercept=False).digest() != digest
    assert gordan.Points(np.hstack([X, np.zeros((len(y), 1))]), y).digest() != digest
    assert gordan.Points(np.vstack([X, X[:1]]), [*y, y[0]]).digest() != digest
    swapped = [1, 0, *range(2, len(y))]
    assert gordan.Points(X[swapped], y[swapped]).digest() != digest


def test_the_digest_sees_which_column() -> None:
    """(1, 0) and (0, 1) hold the same values; so do entries that could be read across a row's end."""
    assert (
        gordan.Points([[1.0, 0.0], [2.0, 0.0]], [0, 1]).digest()
        != gordan.Points([[0.0, 1.0], [2.0, 0.0]], [0, 1]).digest()
    )
    wide = gordan.Points([[1.0, 2.0], [0.0, 0.0]], [0, 1]).digest()
    assert gordan.Points([[1.0, 0.0], [0.0, 2.0]], [0, 1]).digest() != wide


LARGE = {
    "tall": (70_000, 3),
    "wide": (3, 70_000),
    "square": (400, 400),
    "small": (2, 1),
}


@pytest.mark.parametrize("form", sorted(FORMS))
@pytest.mark.parametrize("shape", LARGE.values(), ids=LARGE)
def test_blocks_cover_the_matrix_once(shape: tuple[int, int], form: str) -> None:
    rng = np.random.default_rng(3)
    X = rng.integers(-2, 3, shape).astype(np.float64)
    X[0, 0] = 7.0
    y = np.arange(shape[0]) % 2
    covered, rebuilt = np.zeros(shape, dtype=int), np.zeros(shape)
    blocks = list(gordan.Points(FORMS[form](X), y).blocks())
    for rows, columns, values in blocks:
        covered[rows, columns] += 1
        rebuilt[rows, columns] += values.toarray() if sp.issparse(values) else values
    assert (covered == 1).all()
    assert np.array_equal(rebuilt, X)
    if shape == LARGE["tall"] and form == "dense":
        assert len(blocks) > 1


def test_blocks_are_views() -> None:
    """Reading a dense matrix block by block copies nothing."""
    X = np.ones((70_000, 3))
    X[0] = 0.0
    problem = gordan.Points(X, np.arange(70_000) % 2)
    assert all(np.shares_memory(block.values, X) for block in problem.blocks())
