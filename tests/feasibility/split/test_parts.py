"""The parts: reading decimals, dependences of sparse tables, the simplex method in integers, large sparse systems."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from feasibility.split.draw import few
from gordan.feasibility.split import Split, System, coefficients, split
from gordan.feasibility.split.dependence import dependence
from gordan.feasibility.split.exact import vanish
from gordan.feasibility.split.farkas import farkas
from gordan.outcome.split import Relation
from gordan.problem.numbers import whole
from gordan.verify.raw import RawRows

NUMBERS = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False),
    st.decimals(-1000, 1000, places=4, allow_nan=False).map(float),
    st.integers(-(10**18), 10**18).map(float),
    st.sampled_from([0.1, 5e-324, 1e22, 1e23, -0.0, 123456789.123456789, 0.30000000000000004]),
)


@given(st.lists(NUMBERS, min_size=1, max_size=6))
@few(300)
def test_numbers_are_read_as_what_they_stand_for(values: list[float]) -> None:
    for numbers, read in (("decimal", lambda v: Fraction(repr(v))), ("binary", Fraction)):
        found, denominator = whole(np.array(values), numbers)  # type: ignore[arg-type]
        assert [Fraction(int(v), denominator) for v in found] == [read(v) for v in values]


def test_dependences_of_many_sparse_columns_are_exact() -> None:
    """Two sets of dummies with nothing dropped, and a column of thirds: guessed in doubles, checked in integers."""
    random = np.random.default_rng(0)
    n = 400
    first, second = np.eye(50)[random.integers(0, 50, n)], np.eye(30)[random.integers(0, 30, n)]
    X = np.column_stack([np.ones(n), first, second, first[:, 1] * 2 + second[:, 2]])
    system = System(csr_array(X))
    found = dependence(system, np.arange(n))
    empty = tuple(np.flatnonzero(~X.any(axis=0)).tolist())
    assert found.rank == np.linalg.matrix_rank(X)
    assert set(empty) <= set(found.dependent)
    for relation in found.relations:
        assert not np.any(X[:, list(relation.columns)].astype(int) @ np.array(relation.integers))
        assert list(relation.columns) == sorted(relation.columns)


def test_a_dependence_with_long_fractions_is_solved_for() -> None:
    random = np.random.default_rng(1)
    X = random.integers(-(10**12), 10**12, (40, 5)).astype(float)
    # Exact in doubles: every entry is far below 2**53.
    X[:, 4] = (X[:, 0] // 10**6) * 7 + (X[:, 1] // 10**6) * 3
    X[:, 0], X[:, 1] = X[:, 0] // 10**6, X[:, 1] // 10**6
    found = dependence(System(X), np.arange(40))
    assert found.dependent == (4,)
    assert found.relations[0].columns == (0, 1, 4)


@given(
    st.lists(st.lists(st.integers(-3, 3), min_size=3, max_size=3), max_size=6),
    st.lists(st.integers(-3, 3), min_size=3, max_size=3),
)
@few(150)
def test_the_simplex_method_in_integers_gives_one_of_two(rows: list[list[int]], target: list[int]) -> None:
    R, g = [[Fraction(v) for v in row] for row in rows], [Fraction(v) for v in target]
    y, t = farkas(R, g)
    assert (y is None) != (t is None)
    if y is not None:
        assert all(v >= 0 for v in y)
        assert [sum((v * row[j] for v, row in zip(y, R, strict=True)), Fraction(0)) for j in range(3)] == g
    if t is not None:
        assert all(sum(a * b for a, b in zip(row, t, strict=True)) >= 0 for row in R)
        assert sum(a * b for a, b in zip(g, t, strict=True)) < 0


@pytest.mark.parametrize("poisson", [False, True])
def test_fixed_effects_in_sparse_form(poisson: bool) -> None:
    """Groups whose answers are all alike separate, each in its own column; the others are finite."""
    random = np.random.default_rng(3)
    n, k = 4_000, 90
    group, x = random.integers(0, k, n), np.round(random.normal(size=n), 2)
    X = csr_array(np.column_stack([np.ones(n), np.eye(k)[group][:, 1:], x]))
    y = random.poisson(np.exp(0.3 * x)) if poisson else (x + random.logistic(size=n) > 0).astype(int)
    alike = np.isin(group, [3, 8, 21])
    y[alike] = 0
    if poisson:
        system = System(-X[y == 0], X[y > 0], numbers="decimal")
        marks = alike[y == 0]
    else:
        system = System(csr_array(X.multiply(np.where(y > 0, 1.0, -1.0)[:, None])), numbers="decimal")
        marks = alike
    for proof in ("rounded", "exact"):
        found = split(system, proof=proof)  # type: ignore[arg-type]
        assert isinstance(found, Split)
        assert (found.kind, found.strict.tolist()) == ("quasi", marks.tolist())
        states: list[Any] = list(coefficients(system, found))
        expected = ["-inf" if c in (3, 8, 21) else "finite" for c in range(k)] + ["finite"]
        assert states == expected


@pytest.mark.parametrize("zeros", [np.zeros((2, 2)), np.array([[0.0, 1.0], [0.0, 2.0]])])
def test_long_integers_beside_rows_of_zeros_are_no_obstacle(zeros: Any) -> None:
    """The bound on a sum of int64 is also one on its factors, which zeros do not make any shorter."""
    long = Relation((0, 1), (3**60, 0)) if zeros.any() else Relation((0, 1), (3**60, 1))
    assert vanish(System(csr_array(zeros)), np.arange(2), [long]).all()
    raw = RawRows(csr_array(zeros), np.zeros((0, 2)), "binary")
    assert raw.nonvanishing(np.arange(2), [long]) == 0
    assert raw.signs(np.arange(2), long.integers).tolist() == [0, 0]


def test_storage_does_not_matter_where_columns_differ_by_many_powers_of_ten() -> None:
    X = np.array([[1, -4e14, -4e5, -9], [1, -8e14, -9e5, -6], [1, 6e14, 3e5, 8], [1, 0, 2e5, 9]] + [[1, 0, 0, 0]] * 4)
    A = X * np.where([1, 0, 1, 0, 0, 1, 0, 1], 1.0, -1.0)[:, None]
    dense, sparse = split(System(A, numbers="decimal")), split(System(csr_array(A), numbers="decimal"))
    assert isinstance(dense, Split)
    assert isinstance(sparse, Split)
    assert dense.kind == sparse.kind == "quasi"
    assert dense.strict.tolist() == sparse.strict.tolist()
