"""Weights that cancel near given ones: bounds compared with fractions, and with the formula for a coarse rounding."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from typing import Any

import flint
import numpy as np
import pytest
import scipy.sparse as sp

from gordan.verify.gram import _normal, contraction, greatest_change, inverse_bound, solution_bound, units
from gordan.verify.raw import RawRows

GRAM = import_module("gordan.verify.gram")


def raw(rows: Any, equal: Any = None, numbers: str = "binary", sparse: bool = False) -> RawRows:
    A = np.array(rows, float)
    E = np.zeros((0, A.shape[1])) if equal is None else np.array(equal, float)
    return RawRows(sp.csr_array(A), sp.csr_array(E), numbers) if sparse else RawRows(A, E, numbers)


def true_change(B: Any, x: Any, flat: Any) -> Fraction:
    """max |B_i y| over the flat rows, for BᵀDB y = Bᵀx, in fractions; D is x, and its greatest for the equalities."""
    top = max(v for v, f in zip(x, flat, strict=True) if f)
    D = [Fraction(float(v if f else top)) for v, f in zip(x, flat, strict=True)]
    rows = [[Fraction(float(v)) for v in row] for row in B]
    k = len(rows[0])

    def entry(i: int, j: int) -> Any:
        total = sum((d * r[i] * r[j] for d, r in zip(D, rows, strict=True)), Fraction(0))
        return flint.fmpq(total.numerator, total.denominator)

    right = [sum((Fraction(float(v)) * r[j] for v, r in zip(x, rows, strict=True)), Fraction(0)) for j in range(k)]
    G = flint.fmpq_mat([[entry(i, j) for j in range(k)] for i in range(k)])
    y = G.solve(flint.fmpq_mat([[flint.fmpq(v.numerator, v.denominator)] for v in right]))
    values = [Fraction(int(y[j, 0].p), int(y[j, 0].q)) for j in range(k)]
    pairs = zip(rows, flat, strict=True)
    return max(sum((abs(a) * abs(v) for a, v in zip(r, values, strict=True)), Fraction(0)) for r, f in pairs if f)


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("equalities", [0, 2])
def test_changes_are_bounds(equalities: int, sparse: bool) -> None:
    """At least the change in fractions, and hardly more; for weights, rows and columns of many sizes."""
    rng = np.random.default_rng(3)
    for _ in range(12):
        n, k = int(rng.integers(5, 9)), int(rng.integers(1, 4))
        A = rng.normal(size=(n, k)) * np.ldexp(1.0, rng.integers(-40, 41, k))
        x = np.ldexp(rng.integers(1, 9, n).astype(float), int(rng.integers(-90, 91)))
        if equalities:
            x[-1] *= -3.0
        system = raw(A[: n - equalities], A[n - equalities :], sparse=sparse)
        flat = np.arange(n) < n - equalities
        value = greatest_change(system, np.arange(n), x, tuple(range(k))).value
        true = true_change(A, x, flat.tolist())
        assert true <= Fraction(value) <= true * (1 + Fraction(1, 10**6)) + Fraction(1, 10**6)


@pytest.mark.parametrize("sparse", [False, True])
def test_what_is_not_proved_is_infinite(sparse: bool) -> None:
    rows, every = [[1.0, 2.0], [-1.0, 3.0], [1.0, 1.0]], np.arange(3)
    system = raw(rows, sparse=sparse)
    assert contraction(system, every, ()).value == greatest_change(system, every, np.ones(3), ()).value == 0.0
    assert contraction(system, every, (0, 1)).value < 1e-12
    assert contraction(raw([[1.0, 2.0], [2.0, 4.0]], sparse=sparse), np.arange(2), (0, 1)).value == np.inf
    assert contraction(raw([[1.0, 0.0], [2.0, 0.0]], sparse=sparse), np.arange(2), (0, 1)).value == np.inf
    near = raw([[1.0, 1.0], [-1.0, -1.0 - 1e-9], [1.0, 1.0 - 1e-9]], sparse=sparse)
    assert greatest_change(near, every, np.array([1.0, 2.0, 3.0]), (0, 1)).value == np.inf
    beside = raw(rows[:2], rows[2:], sparse=sparse)
    assert greatest_change(beside, every, np.array([1.0, 1.0, -(2.0**200)]), (0, 1)).value == np.inf
    assert greatest_change(system, every, np.full(3, 2.0**200), (0, 1)).value == np.inf
    for spoilt in ([1.0, 1.0, 0.0], [1.0, 2.0**-210, 1.0], [2.0**200, 1.0, 1.0], [0.0, 0.0, 0.0]):
        assert greatest_change(system, every, np.array(spoilt), (0, 1)).value == np.inf
    assert greatest_change(system, every, np.array([1.0, 2.0**-180, 1.0]), (0, 1)).value > 0
    for size, holds in ((2.0**199, True), (2.0**200, False), (2.0**-199, True), (2.0**-200, False)):
        for first in (1.0, -1.0):  # of the second column no number is positive, or none negative
            scaled = raw(np.array([[1.0, first], [-1.0, first], [1.0, first]]) * size, sparse=sparse)
            assert (contraction(scaled, every, (0, 1)).value < 1) is holds
            assert (contraction(scaled, every, (1,)).value < 1) is holds
    only = raw(np.zeros((0, 2)), rows, sparse=sparse)
    assert greatest_change(only, every, np.zeros(3), (0, 1)) == contraction(only, every, (0, 1))
    twice = raw([[1.0, 2.0], [-1.0, -2.0]], sparse=sparse)
    assert greatest_change(twice, np.arange(2), np.ones(2), (0, 1)).value == np.inf
    assert greatest_change(twice, np.arange(2), np.ones(2), (0,)).value < 1e-12


def test_units_are_powers_of_two_near_lengths() -> None:
    rows = np.array([[3.0, 2.0**60, 0.5], [-4.0, 0.0, 0.0]])
    for sparse in (False, True):
        system = raw(rows, sparse=sparse)
        assert units(system, np.arange(2), np.ones(2), (0, 1, 2)).tolist() == [8.0, 2.0**61, 1.0]
        assert units(system, np.arange(2), np.array([1.0, 16.0]), (0,)).tolist() == [32.0]
        assert units(system, np.arange(1, 2), np.ones(1), (0, 1)) is None
        assert units(system, np.arange(2), np.array([1.0, 0.0]), (2,)).tolist() == [1.0]


@pytest.fixture
def coarse(monkeypatch: pytest.MonkeyPatch) -> float:
    """A rounding by which every term of a bound shows."""
    monkeypatch.setattr(GRAM, "U", 2.0**-12)
    monkeypatch.setattr(GRAM, "_LOST", 2.0**-9)
    return 2.0**-12


def test_the_bound_of_an_inverse(coarse: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """|CG − I| with its own rounding, and |C| times what k entries of G may be off by, each at most the diagonal's."""
    G, terms, up = np.array([[4.0, -1.0], [-1.0, 3.0]]), 0.125, 1.25
    near = np.array([[0.3, 0.125], [0.0625, 0.375]])  # any matrix will do for C
    monkeypatch.setattr(np.linalg, "inv", lambda M: np.broadcast_to(near, M.shape))
    for stack in (G, np.stack([G, 2 * G, 3 * G])):
        C, bound = inverse_bound(stack, terms, up)
        for M, own, row_bounds in zip(stack.reshape(-1, 2, 2), C.reshape(-1, 2, 2), bound.reshape(-1, 2), strict=True):
            off = up * terms * max(M[0, 0], M[1, 1]) + 2.0**-9
            for i in range(2):
                product = [sum(own[i, j] * M[j, c] for j in range(2)) - (i == c) for c in range(2)]
                rounding = (2 + 4) * coarse * sum(abs(own[i, j]) * abs(M[j]).sum() for j in range(2))
                whole = sum(map(abs, product)) + rounding + abs(own[i]).sum() * 2 * off
                assert row_bounds[i] == pytest.approx(up * whole, rel=1e-12)


def bound_of_solution(
    C: Any, shrinks: Any, left: Any, size: Any, terms: float, up: float, unit: float, lost: float
) -> Any:
    """|C left| with its rounding, and what the contraction spreads of the greatest."""
    k = len(left)
    own = [abs(sum(C[i, j] * left[j] for j in range(k))) for i in range(k)]
    each = [(k + 4) * unit * abs(left[j]) + up * terms * size[j] + lost for j in range(k)]
    d = [up * (own[i] + sum(abs(C[i, j]) * each[j] for j in range(k))) for i in range(k)]
    return [up * (d[i] + shrinks[i] * max(d) / (1 - max(shrinks))) for i in range(k)]


def test_the_bound_of_a_solution(coarse: float) -> None:
    C, shrinks = np.array([[2.0, -1.0], [0.5, 3.0]]), np.array([0.25, 0.5])
    left, size, terms, up = np.array([-1.0, 3.0]), np.array([2.0, 5.0]), 0.125, 1.25
    expected = bound_of_solution(C, shrinks, left, size, terms, up, coarse, 2.0**-9)
    assert solution_bound(C, shrinks, left, size, terms, up) == pytest.approx(expected, rel=1e-12)
    given = [np.stack([part, 3 * part, 2 * part]) for part in (C, left, size)]
    less = np.stack([shrinks, shrinks / 2, shrinks[::-1]])
    stack = solution_bound(given[0], less, given[1], given[2], terms, up)
    for M, own, l, s, bounds in zip(given[0], less, given[1], given[2], stack, strict=True):  # noqa: E741
        assert bounds == pytest.approx(bound_of_solution(M, own, l, s, terms, up, coarse, 2.0**-9), rel=1e-12)


def test_the_change_of_rows_follows(coarse: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """|B_i| times the bound of the solution, for weights of which those of equalities may be negative."""
    A = np.random.default_rng(6).normal(size=(8, 2))
    system, x = raw(A[:6], A[6:]), np.array([1.0, 1.5, 1.25, 1.0, 1.75, 1.0, -1.5, -1.25])
    monkeypatch.setattr(GRAM, "_LOST", 2.0**-20)
    normal = _normal(system, np.arange(8), np.append(x[:6], [1.75, 1.75]) / 2, (0, 1))
    assert normal is not None
    C, shrinks, unit, terms, up = normal
    B, w = A / unit, x / 2
    y = bound_of_solution(C, shrinks, B.T @ w, np.abs(B).T @ np.abs(w), terms, up, coarse, 2.0**-20)
    expected = max(sum(abs(B[i, j]) * y[j] for j in range(2)) for i in range(6)) * up
    assert greatest_change(system, np.arange(8), x, (0, 1)).value == pytest.approx(expected, rel=1e-9)


def test_every_row_of_an_inverse_contracts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GRAM, "inverse_bound", lambda *_: (np.eye(2), np.array([0.5, 1.5])))
    system = raw([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]])
    assert contraction(system, np.arange(4), (0, 1)).value == np.inf
    assert greatest_change(system, np.arange(4), np.ones(4), (0, 1)).value == np.inf


@pytest.mark.parametrize("y", [[np.nan, 0.0], [np.inf, 0.0], [0.0, np.nan], [np.inf, np.inf]])
def test_a_solution_without_bound_proves_nothing(y: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GRAM, "solution_bound", lambda *_: np.array(y))
    system = raw([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]])
    assert greatest_change(system, np.arange(4), np.ones(4), (0, 1)).value == np.inf


@pytest.mark.parametrize("numbers", ["binary", "decimal"])
def test_how_much_sums_may_be_off_by(numbers: str, coarse: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """A unit for every row of a block and for every block, eight to spare, and what misread numbers add."""
    system = raw(np.random.default_rng(1).normal(size=(7, 2)), numbers=numbers)
    blocks = RawRows.blocks
    parts = [slice(0, 3), slice(3, 7)]

    def halves(self: RawRows, rows: Any, columns: Any, *more: Any) -> Any:
        [(_, values)] = blocks(self, rows, columns, *more)
        return [(part, values[part]) for part in parts]

    monkeypatch.setattr(RawRows, "blocks", halves)
    monkeypatch.setattr(GRAM, "_LOST", 2.0**-900)
    normal = _normal(system, np.arange(7), np.ones(7), (0, 1))
    assert normal is not None
    assert normal.terms == (4 + 2 + 8) * coarse + 4.0 * system.misread
    assert normal.up == 1.0 + (8 * 2 + 64) * coarse + 2.0 * normal.terms
    assert (system.misread > 0) == (numbers == "decimal")
    exact = np.array(system.inequalities) / normal.unit
    assert normal.C @ (exact.T @ exact) == pytest.approx(np.eye(2), abs=1e-9)
    value = greatest_change(system, np.arange(7), np.ones(7), (0, 1)).value
    finer = Fraction(value)
    assert finer > true_change(system.inequalities, np.ones(7), [True] * 7)
