"""Systems over the rationals: every way to solve them gives the one solution."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from gordan.feasibility.program.dixon import TooLong, solve_integers, solves
from gordan.feasibility.program.independent import PRIME, independent
from gordan.feasibility.program.lifting import solve_sparsely
from gordan.feasibility.program.solution import solve_blocks


def drawn(k: int, seed: int, size: int = 50) -> tuple[list[dict[int, int]], list[int]]:
    rng = random.Random(seed)
    K = []
    for i in range(k):
        row = {rng.randrange(k): rng.randint(1, size) for _ in range(3)}
        row[i] = rng.randint(1, size) * rng.choice((-1, 1))
        K.append(row)
    return K, [rng.randint(-size, size) for _ in range(k)]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("size", [50, 10**25])
def test_both_ways_of_lifting_agree(seed: int, size: int) -> None:
    K, b = drawn(60, seed, size)
    b[0] *= 10**60  # what blocks before this one leave may be long
    for solve in (solve_sparsely, solve_integers):
        found = solve(K, b)
        assert found is not None
        assert solves(K, b, *found)


def test_what_doubles_cannot_tell_apart_is_solved_all_the_same() -> None:
    n = 40
    K = [{j: 10**30 + (i + 1) * (j + 2) ** 2 if i != j else 10**30 for j in range(n)} for i in range(n)]
    b = list(range(1, n + 1))
    found = solve_sparsely(K, b) or solve_integers(K, b)
    assert found is not None
    assert solves(K, b, *found)


def test_a_singular_system_has_no_solution_to_tell() -> None:
    K = [{j: (i + 1) * (j + 1) for j in range(30)} for i in range(30)]
    assert solve_integers(K, [1] * 30) is None
    assert solve_sparsely(K, [1] * 30) is None
    one = Fraction(1)
    assert solve_blocks([{0: one, 1: one}, {0: one, 1: one}], [one, one]) is None
    assert solve_blocks([{0: one, 1: one}], [one]) is None


def test_the_clock_is_looked_at() -> None:
    K, b = drawn(120, 1, 10**12)
    with pytest.raises(TooLong):
        solve_integers(K, b, deadline=0.0)
    with pytest.raises(TooLong):
        solve_sparsely(K, b, deadline=0.0)


@pytest.mark.parametrize("seed", range(6))
def test_blocks_together_satisfy_every_equation(seed: int) -> None:
    K, b = drawn(80, seed)
    rows = [{3 * j: Fraction(v, 7) for j, v in row.items()} for row in K]
    x = solve_blocks(rows, [Fraction(v, 3) for v in b])
    assert x is not None
    for row, right in zip(rows, b, strict=True):
        assert sum(v * x[j] for j, v in row.items()) == Fraction(right, 3)


@pytest.mark.parametrize("seed", range(6))
def test_independent_rows_have_the_rank_and_come_in_their_order(seed: int) -> None:
    from flint import nmod_mat

    rng = random.Random(seed)
    rank, m, n = 25, 70, 60
    left = [[rng.choice((0, 0, 0, 1, 2)) for _ in range(rank)] for _ in range(m)]
    right = [[rng.choice((0, 0, 0, 1, -1)) for _ in range(n)] for _ in range(rank)]
    table = nmod_mat(m, rank, [v for row in left for v in row], PRIME) * nmod_mat(
        rank, n, [v % PRIME for row in right for v in row], PRIME
    )
    rows = [{j: int(table[i, j]) for j in range(n) if int(table[i, j])} for i in range(m)]
    found = independent(rows, [0] * m, [m // 2])
    assert len(found.rows) == len(found.columns) == table.rank()
    square = nmod_mat(
        len(found.rows), len(found.rows), [rows[i].get(j, 0) for i in found.rows for j in found.columns], PRIME
    )
    assert square.rank() == len(found.rows)
    upper = nmod_mat(m // 2, n, [rows[i].get(j, 0) for i in range(m // 2) for j in range(n)], PRIME)
    # Rows alone with a column may come from anywhere; they take nothing from the others.
    assert sum(i < m // 2 for i in found.rows) == upper.rank()
    assert found.open == []
