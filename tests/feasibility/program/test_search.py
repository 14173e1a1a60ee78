"""Programs on which doubles are not enough, and those of some hundred rows."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse as sp

import gordan
from gordan.feasibility.program.attempt import attempts
from gordan.feasibility.program.farkas import reduce_contradiction
from gordan.outcome.alternative import Contradiction, Point, Term
from gordan.problem import Program
from gordan.problem.exact_matrix import ExactMatrix


def planned(seed: int, m: int = 60, n: int = 90) -> tuple[Program, list[Fraction]]:
    """Decimals of very different sizes, rows that a planted point meets exactly or with room."""
    rng = random.Random(seed)
    point = [Fraction(rng.randint(0, 40), 10) if rng.random() < 0.6 else Fraction(0) for _ in range(n)]
    rows, low, high = [], [], []
    for _ in range(m):
        row = {j: Fraction(rng.randint(-999, 999) or 1, 10 ** rng.randint(0, 6)) for j in rng.sample(range(n), 5)}
        at = sum(a * point[j] for j, a in row.items())
        kind = rng.choice("EGL")
        room = rng.choice((0, 0, 1))
        rows.append(row)
        low.append(at if kind == "E" else at - room if kind == "G" else None)
        high.append(at if kind == "E" else at + room if kind == "L" else None)
    return Program(ExactMatrix.of(rows, n), row_lower=low, row_upper=high, lower=0), point


@pytest.mark.parametrize("seed", range(6))
def test_a_planted_point_is_not_refuted(seed: int) -> None:
    program, _ = planned(seed)
    assert gordan.feasible(program).kind == "feasible"


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("digits", [3, 25])
def test_asking_for_less_than_the_least_is_refuted(seed: int, digits: int) -> None:
    """The least of a sum over the program is attained; a hair below it nothing is left."""
    program, _ = planned(seed)
    cost = {j: Fraction(j % 7 + 1, 10) for j in range(program.shape[1])}
    least = next(
        sum(cost[j] * v for j, v in enumerate(point))
        for point in attempts(program, np.array([float(v) for v in cost.values()]))
        if point is not None and gordan.verify(program, Point(point)).holds
    )
    for hair, kind in ((Fraction(0), "feasible"), (Fraction(1, 10**digits), "infeasible")):
        rows = [dict(row) for row in program.A.rows()] + [cost]
        cut = Program(
            ExactMatrix.of(rows, program.shape[1]),
            row_lower=[*program.row_lower, None],
            row_upper=[*program.row_upper, least - hair],
            lower=0,
        )
        found = gordan.feasible(cut)
        assert found.kind == kind
        assert found.kind == "feasible" or found.irreducible


def test_sparse_and_dense_data_are_the_same_program() -> None:
    A = sp.random_array((20, 30), density=0.2, rng=np.random.default_rng(1), format="csr")
    dense, sparse = Program(A.toarray(), row_lower=1), Program(A, row_lower=1)
    assert dense.digest() == sparse.digest() == Program(sp.csc_array(A), row_lower=1).digest()
    assert gordan.feasible(dense).kind == gordan.feasible(sparse).kind


def test_numbers_say_what_a_double_stands_for() -> None:
    """0.1 + 0.2 is 0.3 in decimals, and more than 0.3 in the doubles' own values."""
    for numbers, kind in (("decimal", "feasible"), ("binary", "infeasible")):
        program = Program([[0.1, 0.2]], row_upper=[0.3], lower=1, numbers=numbers)  # type: ignore[arg-type]
        assert gordan.feasible(program).kind == kind


def test_time_that_runs_out_leaves_it_undecided() -> None:
    program, _ = planned(0)
    found = gordan.feasible(program, max_seconds=1e-9)
    assert found.kind == "undecided"
    assert "time" in str(found)


@pytest.mark.parametrize("size", [Fraction(10) ** 400, Fraction(1, 10**400), Fraction(10) ** 150])
def test_numbers_beyond_the_doubles_are_decided(size: Fraction) -> None:
    A = [[size, 1], [-1, size]]
    fine = Program(A, row_lower=[size, size])
    assert gordan.feasible(fine).kind == "feasible"
    wrong = Program([*A, [-size, -1]], row_lower=[size, size, 1 - size])
    assert gordan.feasible(wrong).kind == "infeasible"


def test_too_many_members_are_reduced() -> None:
    program = Program([[1], [1], [-1]], row_lower=[1, 2, 0])
    loose = Contradiction(tuple(Term("row", i, "lower", w) for i, w in ((0, 1), (1, 1), (2, 2))))
    assert gordan.verify(program, loose).holds
    tight = reduce_contradiction(program, loose)
    assert tight.irreducible
    assert len(tight.terms) == 2
    assert gordan.verify(program, tight).holds


@pytest.mark.parametrize(
    ("program", "kind"),
    [
        (Program(np.zeros((0, 2)), lower=1), "feasible"),
        (Program(np.zeros((0, 2)), lower=1, upper=0), "infeasible"),
        (Program([[0, 0]], row_lower=[-1]), "feasible"),
        (Program([[0, 0]], row_lower=[1]), "infeasible"),
        (Program([[0, 0]], row_upper=[-1]), "infeasible"),
        (Program([[1, 0]], row_lower=[2], row_upper=[1]), "infeasible"),
        (Program([[1, 0]]), "feasible"),
    ],
)
def test_what_is_hardly_a_program_is_decided(program: Program, kind: str) -> None:
    assert gordan.feasible(program).kind == kind


@pytest.mark.parametrize(
    ("make", "word"),
    [
        (lambda: Program([[1, 2], [3]]), "different lengths"),
        (lambda: Program([[1.0, float("nan")]]), "nan"),
        (lambda: Program([[1.0]], row_lower=[1, 2]), "2 numbers where A needs 1"),
        (lambda: Program([[1.0]], row_lower=[float("inf")]), "no number satisfies"),
        (lambda: Program([[1.0]], row_lower="abc"), "row_lower"),
        (lambda: Program([[1.0]], row_names=["a", "b"]), "2 names where A needs 1"),
        (lambda: Program([[1.0], [1.0]], row_names=["a", "a"]), "twice"),
        (lambda: Program([[1.0]], numbers="roman"), "roman"),
        (lambda: Program([[1.0]], lower=[object()]), "no finite number"),
        (lambda: gordan.feasible([[1.0]]), "give Inequalities"),
        (lambda: gordan.feasible(Program([[1.0]]), max_seconds=0), "max_seconds"),
    ],
)
def test_what_cannot_be_used_is_told(make, word: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(gordan.InputError, match=word):
        make()
