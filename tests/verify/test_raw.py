"""The raw rows of a system against fractions: products with their bounds, signs, relations, sums and ranks."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import fmpq, fmpq_mat
from scipy.sparse import csr_array

from gordan.outcome.split import Relation
from gordan.verify import raw
from gordan.verify.raw import RawRows, combine, fold, integers, residues, times_sparsely, vanish_sparsely

PRIME = 2**61 - 1
TABLES = {
    "small": [[1, 0, -2], [0, 3, 0], [2, 0, -4], [5, 1, 1], [0, 0, 0], [-1, 2, 0]],
    "halves": [[0.5, 0, -1], [0.25, 3, -0.5], [2, 0, -4], [0.125, 1, 1], [0, 0, 0], [-1, 0.75, 0]],
    "tenths": [[0.1, 0, -0.2], [0.3, 3, 0.7], [2.5, 0, -4], [0.1, 1e-7, 1], [0, 0, 0], [-1, 0.2, 0]],
    "long": [[1e15, 0, -2e15], [1e17, 3, 0], [2e300, 0, -4], [5, 1, 1e-300], [0, 0, 0], [-1e15, 2, 0]],
}
FACTORS = [(2, 0, 1), (-3, 5, 7), (0, 0, 0), (10**40, 0, 5 * 10**39), (2**61, -(2**61), 3)]


def rows_of(name: str, numbers: str, sparse: bool) -> tuple[RawRows, list[list[Fraction]]]:
    """Four inequalities and two equalities, and what their numbers stand for."""
    table = np.array(TABLES[name], float)
    read = Fraction if numbers == "binary" else lambda v: Fraction(repr(v))
    stored = csr_array if sparse else np.array
    exact = [[read(float(v)) for v in row] for row in table]
    return RawRows(stored(table[:4]), stored(table[4:]), numbers), exact  # type: ignore[arg-type]


def product(row: list[Fraction], v: Any) -> Fraction:
    return sum((a * b for a, b in zip(row, v, strict=True)), Fraction(0))


def sign(value: Any) -> int:
    return (value > 0) - (value < 0)


SOME = [np.arange(6), np.array([1, 3]), np.array([0, 2, 5]), np.array([4]), np.array([], np.int64)]
KINDS = [(name, numbers, sparse) for name in TABLES for numbers in ("binary", "decimal") for sparse in (False, True)]


@pytest.fixture(params=["at once", "in pieces"])
def _pieces(request: Any, monkeypatch: Any) -> None:
    if request.param == "in pieces":
        monkeypatch.setattr(raw, "_NUMBERS", 2)
        monkeypatch.setattr(raw, "_BITS", 1)


@pytest.mark.usefixtures("_pieces")
@pytest.mark.parametrize(("name", "numbers", "sparse"), KINDS)
def test_signs_and_sums(name: str, numbers: str, sparse: bool) -> None:
    rows, exact = rows_of(name, numbers, sparse)
    assert (rows.n, rows.p) == (6, 3)
    for chosen in SOME:
        for v in FACTORS:
            assert rows.signs(chosen, v).tolist() == [sign(product(exact[i], v)) for i in chosen]
        for weights in ([1, 2, 3, 4, 5, 6], [7, 0, -3, 10**50, 1, 1]):
            X = weights[: chosen.size]
            true = [sum((x * exact[i][c] for x, i in zip(X, chosen, strict=True)), Fraction(0)) for c in range(3)]
            assert rows.totals(chosen, X) == [sign(each) for each in true]


@pytest.mark.usefixtures("_pieces")
@pytest.mark.parametrize(("name", "numbers", "sparse"), KINDS)
def test_relations_and_ranks(name: str, numbers: str, sparse: bool) -> None:
    rows, exact = rows_of(name, numbers, sparse)
    relations = [
        Relation((0, 2), (2, 1)),
        Relation((2,), (1,)),
        Relation((1,), (10**30,)),
        Relation((0, 1, 2), (2**61, -(2**61), 2**60)),
    ]
    for chosen in SOME:
        for given in ([], *([each] for each in relations), relations, relations[:2], [relations[1], relations[3]]):
            zero = all(
                sum((v * exact[i][c] for c, v in zip(*each, strict=True)), Fraction(0)) == 0
                for each in given
                for i in chosen
            )
            assert rows.nonvanishing(chosen, given) == (not zero)
        for columns in ([], [0], [2, 0], [0, 1, 2], [1, 2]):
            entries = [fmpq(exact[i][c].numerator, exact[i][c].denominator) for i in chosen for c in columns]
            true = fmpq_mat(chosen.size, len(columns), entries).rank() if entries else 0
            enough = chosen.size >= len(columns)
            assert rows.rank(chosen, columns).value == (true if enough else 0)


@pytest.mark.parametrize("sparse", [False, True])
def test_the_rank_of_many_rows(sparse: bool, monkeypatch: Any) -> None:
    """They are added up into few, all blocks of them."""
    monkeypatch.setattr(raw, "_NUMBERS", 64)
    table = np.zeros((60, 4))
    table[:50, 0], table[50:, 1], table[:, 2] = 0.5, 3.0, 1.0
    stored = csr_array if sparse else np.array
    rows = RawRows(stored(table[:40]), stored(table[40:]), "decimal")
    assert rows.rank(np.arange(60), [0, 1, 2]).value == rows.rank(np.arange(60), [0, 1, 2, 3]).value == 2
    assert rows.rank(np.arange(40), [0, 1]).value == 1
    assert rows.rank(np.arange(45, 60), [0, 1]).value == 2


@pytest.mark.parametrize(("name", "numbers", "sparse"), KINDS)
def test_products_are_within_their_bounds(name: str, numbers: str, sparse: bool) -> None:
    rows, exact = rows_of(name, numbers, sparse)
    for v in ([0.1, -0.3, 1e-3], [-2.0, 1.0, -1.0], [1e-200, -1e-300, 1e-310]):
        value, error = rows.bounded(np.arange(6), np.array(v))
        for i in range(6):
            true = product(exact[i], map(Fraction, v))
            size = product([abs(each) for each in exact[i]], [abs(Fraction(each)) for each in v])
            assert abs(Fraction(float(value[i])) - true) <= Fraction(float(error[i]))
            assert Fraction(float(error[i])) <= size / 10**14 + Fraction(1, 10**300)


def test_products_of_the_smallest_decimals_are_within_their_bounds() -> None:
    """5e-324 is printed so, and stands for more than the double next to it."""
    rows = RawRows(np.full((1, 2), 5e-324), np.empty((0, 2)), "decimal")
    for v in ([1e300, 0.0], [1e300, -1e200], [-1e308, 1.0]):
        value, error = rows.bounded(np.array([0]), np.array(v))
        true = sum(Fraction("5e-324") * Fraction(each) for each in v)
        assert abs(Fraction(float(value[0])) - true) <= Fraction(float(error[0]))


def test_a_product_that_is_no_number_has_no_bound() -> None:
    rows = RawRows(np.array([[1e300, -1e300]]), np.empty((0, 2)), "binary")
    with np.errstate(all="ignore"):
        assert rows.bounded(np.array([0]), np.array([1e300, 1e300]))[1].tolist() == [np.inf]


def test_blocks_are_of_the_columns_asked_for() -> None:
    rows, _ = rows_of("small", "binary", False)
    [(place, values)] = rows.blocks(np.arange(4), [2, 1, 0])
    assert place == slice(0, 4)
    assert values[0].tolist() == [-2.0, 0.0, 1.0]
    assert [values.shape for _, values in rows.blocks(np.arange(6), [])] == [(4, 0), (2, 0)]


def test_fewer_rows_at_once_of_wide_rows_and_long_factors(monkeypatch: Any) -> None:
    rows, _ = rows_of("small", "binary", False)
    for numbers, bits, factors, expected in ((3, 99, [1], 4), (6, 99, [1], 2), (99, 16, [255], 2), (99, 1, [255], 4)):
        monkeypatch.setattr(raw, "_NUMBERS", numbers)
        monkeypatch.setattr(raw, "_BITS", bits)
        assert len(list(rows.blocks(np.arange(4), range(3), factors))) == expected


def test_sums_that_leave_int64_are_not_taken_in_it() -> None:
    def column(*values: int) -> Any:
        return np.array(values, np.int64), 1

    assert combine([column(2**61, 1)], [8]).tolist() == [2**64, 8]
    assert combine([column(-(2**61), -1)], [8]).tolist() == [-(2**64), -8]
    assert combine([column(1), column(0)], [3, 10**40]).tolist() == [3]
    assert combine([column(2**60), column(2**60)], [4, 4]).tolist() == [2**63]
    assert combine([(np.array([3]), 4), (np.array([5]), 6)], [1, 1]).tolist() == [9 + 10]
    assert combine([], []).tolist() == []


def test_sparse_blocks_in_int64() -> None:
    block = csr_array(np.array([[1.0, 0.0], [3.0, 2.0]]))
    assert times_sparsely(block, [2, -3]).tolist() == [2, 0]  # type: ignore[union-attr]
    assert times_sparsely(block, [2**61, 0]) is None
    assert times_sparsely(block, [2**60, 2**60]) is None
    assert times_sparsely(csr_array(np.array([[0.5, 1.0]])), [2, 2]) is None
    assert times_sparsely(csr_array(np.array([[1e15, 1.0]])), [1, 1]) is None
    assert times_sparsely(csr_array((1, 2)), [2**62, 0]) is None
    at, short, long = {0: 0, 1: 1}, Relation((0, 1), (2, -3)), Relation((0,), (2**62,))
    assert vanish_sparsely(csr_array(np.array([[3.0, 2.0]])), at, [short]) is True
    assert vanish_sparsely(block, at, [short]) is False
    assert vanish_sparsely(block, at, [short, long]) is vanish_sparsely(block, at, [long, short]) is None


@pytest.mark.parametrize("stored", [np.array, csr_array])
@pytest.mark.parametrize("table", [[[1.0, 0.5, 0.0], [3.0, 0.1, 1e300]], [[1.0, 5.0, 0.0], [3.0, 7.0, 1e14]]])
def test_residues(stored: Any, table: list[list[float]]) -> None:
    values = stored(np.array(table))
    exact = [[Fraction(repr(v)) for v in row] for row in table]
    modulo = [[v.numerator * pow(v.denominator, -1, PRIME) % PRIME for v in row] for row in exact]
    assert residues(values, "decimal", PRIME).tolist() == modulo
    read = integers(values, "decimal")
    assert [[Fraction(int(c[i]), unit) for c, unit in read] for i in range(2)] == exact
    into, factors = np.array([1, 1]), np.array([5, 7])
    folded = fold(values, "decimal", PRIME, into, factors, 4)
    assert folded.shape == (4, 3)
    assert [v % PRIME for v in folded[1]] == [(5 * a + 7 * b) % PRIME for a, b in zip(*modulo, strict=True)]
    assert not folded[[0, 2, 3]].any()
