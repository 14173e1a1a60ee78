"""Whether weights that cancel are the only ones: ranks compared with fractions, and work that is refused beforehand."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import flint
import numpy as np
import pytest

from gordan.arithmetic.quantity import Residue
from gordan.outcome.alternative import Term
from gordan.verify.irreducible import (
    _PRIMES,
    GCD,
    _common_factor,
    _dense_rank,
    _projected,
    _rank,
    irreducible,
    long_dot,
)

MODULE = import_module("gordan.verify.irreducible")
P, Q = _PRIMES[:2]


def judged(rows: list[Any], columns: tuple[int, ...] = (), used: tuple[int, ...] | None = None) -> Residue:
    """The rows, all once, with bounds of these columns."""
    numbers = tuple(range(len(rows))) if used is None else used
    program: Any = SimpleNamespace(A=SimpleNamespace(row=lambda i: [(j, Fraction(a)) for j, a in rows[i]]))
    terms = [Term("row", i, "lower" if numbers.index(i) == k else "upper", 1) for k, i in enumerate(numbers)]
    return irreducible(program, [*terms, *(Term("column", j, "lower", 1) for j in columns)])


def true_rank(rows: list[Any], n: int) -> int:
    whole = [[sum((Fraction(a) for j, a in row if j == c), Fraction(0)) for c in range(n)] for row in rows]
    return int(flint.fmpq_mat([[flint.fmpq(v.numerator, v.denominator) for v in row] for row in whole]).rank())


def test_the_moduli_are_primes() -> None:
    assert all(flint.fmpz(prime).is_prime() and prime > 2**60 for prime in _PRIMES)


@pytest.mark.parametrize("factor", [1, Fraction(1, 6), P, Fraction(P, 7), P * Q])
def test_ranks_are_those_of_fractions(factor: Any) -> None:
    """0 just where the left sides have one less than their number; entries that a prime divides, and ones twice."""
    rng = np.random.default_rng(4)
    seen = set()
    for _ in range(60):
        k, n = int(rng.integers(1, 5)), int(rng.integers(1, 5))
        rows = [[(int(j), int(rng.integers(-2, 3)) * factor) for j in rng.integers(0, n, n + 1)] for _ in range(k)]
        if rng.integers(2):
            rows.append([(j, -a) for row in rows for j, a in row])
        columns = tuple(range(int(rng.integers(0, 2))))
        left = [*rows, *([(j, 1)] for j in columns)]
        short = abs(len(left) - 1 - true_rank(left, n))
        assert judged(rows, columns) == Residue(short)
        seen.add(short)
    assert {0, 1} <= seen


def test_sides_of_one_row_or_column_cancel_alone() -> None:
    row, other = [(0, 1), (1, 2)], [(0, 1)]
    both: Any = [Term("column", 0, side, 1) for side in ("lower", "upper")]
    program: Any = SimpleNamespace(A=SimpleNamespace(row=lambda i: [(0, Fraction(1))]))
    assert irreducible(program, both) == judged([row], used=(0, 0)) == Residue(0)
    assert irreducible(program, [*both, Term("row", 0, "lower", 1)]) == Residue(1)
    assert irreducible(program, [*both, Term("row", 0, "lower", 1), Term("row", 0, "upper", 1)]) == Residue(1)
    assert judged([row, other], used=(0, 0, 1)) == Residue(1)
    assert judged([[(0, 1), (0, -1)]], used=(0, 0)) == Residue(1)
    assert judged([[(0, 0)]], used=(0, 0)) == Residue(1)


def wide(count: int, columns: int = 300) -> list[dict[int, int]]:
    rng = np.random.default_rng(count)
    return [{j: int(rng.integers(1, 9)) for j in range(columns)} for _ in range(count)]


def test_projected_rows_are_linear_in_the_rows() -> None:
    one, other = wide(2)
    other = {j: value for j, value in other.items() if j % 3}
    both = {j: one[j] + other.get(j, 0) for j in one}
    images = _projected([one, other, both], P)
    assert images is not None
    assert max(j for image in images for j in image) < 2 * 3 + 32
    for j in {j for image in images for j in image}:
        values = [image.get(j, 0) for image in images]
        assert (values[0] + values[1] - values[2]) % P == 0
        assert all(0 <= value < P for value in values)
    assert _dense_rank(images, P) == 2
    assert _projected([dict.fromkeys(range(70), 1), {}], P) is None


def test_ranks_of_wide_rows() -> None:
    rows = wide(4)
    total = {j: -sum(row[j] for row in rows) for j in rows[0]}
    assert _rank([*rows, total], P) == 4
    assert _rank(rows, P) == 4
    assert _rank([*rows, total, rows[0], {}], P) == 4
    assert _rank([*rows, total, {900: 1}], P) == 5
    assert _rank([{900: 1}, {900: 1, 901: 3}, {901: 1, 902: 1}], P) == 3
    assert _rank([{0: 2, 1: 4}, {0: 3, 1: 6}, {2: 1}], P) == 2
    assert _rank([{}], P) == _rank([], P) == 0


def test_what_a_rank_takes_is_known_before(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []
    monkeypatch.setattr(MODULE, "afford", lambda seconds, what: asked.append(seconds))
    _dense_rank([{0: 1, 5: 2, 9: 7}, {5: 1, 9: 1}], P)
    _dense_rank([{0: 1, 5: 2}, {5: 1}, {0: 4}], P)
    assert asked == pytest.approx([1e-7 * 6 + 3e-10 * 6 * 2] * 2, rel=1e-12)


def test_what_common_factors_take_is_known_before(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []
    monkeypatch.setattr(MODULE, "afford", lambda seconds, what: asked.append(seconds))
    long, short = flint.fmpz(1) << ((1 << 22) - 3), flint.fmpz(2)  # 2²² bits together
    assert _common_factor(long, short) == _common_factor(short, long) == 2
    assert asked == []
    assert _common_factor(long * 2, short) == _common_factor(short, long * 2) == 2
    assert asked == [GCD * ((1 << 22) + 1)] * 2
    assert GCD == 4e-7


def test_long_sums_are_those_of_fractions() -> None:
    rng = np.random.default_rng(2)
    for count in (1, 2, 3, 5, 8):
        pairs = [
            (Fraction(int(rng.integers(-9, 10)), int(rng.integers(1, 4))), Fraction(int(rng.integers(1, 99)), 3**k + 1))
            for k in rng.integers(0, 4, count).tolist()
        ]
        assert long_dot(pairs) == sum((a * v for a, v in pairs), Fraction(0))
