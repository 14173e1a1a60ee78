"""Every proof, in every form of the data, is a file that a reader with nothing of ours accepts and finds in them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from benchmarks.vipr.judge import judge
from benchmarks.vipr.reader import read

import gordan
from claimed import replace
from file.certificate.made import CASES, made
from file.certificate.test_positive import QUESTIONS, posed
from file.vipr.stated import proved, text
from gordan.testing.instances import Instance
from zoo import ZOO

PROVED = [case for case in CASES if case[0] in ("separable", "integers", "cancellation")]


@pytest.mark.parametrize("case", PROVED, ids=" ".join)
def test_every_kind_is_accepted(case: tuple[str, str, str, str]) -> None:
    problem, outcome, _ = made(*case)
    content = text(problem, outcome)
    assert proved(content, problem)
    assert read(content).infeasible == (case[0] == "cancellation")


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("decimal", [False, True])
@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("kind", ["separable", "inseparable"])
def test_nonnegative_coefficients_are_constraints(kind: str, question: str, decimal: bool, sparse: bool) -> None:
    problem = posed(kind, question, decimal, sparse)
    content = text(problem, gordan.solve(problem))
    assert proved(content, problem)
    assert read(content).infeasible == (kind == "inseparable")
    plain = gordan.Points(problem.X, problem.y, problem.intercept, problem.normalise, problem.numbers)
    assert not proved(content, plain)  # it speaks of w ≥ 0, which the other question does not have


@pytest.mark.parametrize("instance", ZOO, ids=[instance.name for instance in ZOO])
def test_every_instance_of_the_zoo_is_accepted(instance: Instance) -> None:
    problem = gordan.Points(instance.X, instance.y, instance.intercept, instance.normalise)
    outcome = gordan.solve(problem, solver="min-norm-point", goal="decide", proof="exact", max_seconds=20.0)
    content = text(problem, outcome)
    assert proved(content, problem)
    assert read(content).infeasible != instance.separable


def test_an_inseparable_file_has_the_rows_of_the_proof_alone() -> None:
    problem, outcome, _ = made("cancellation", "intercept", "binary", "dense")
    file = read(text(problem, outcome))
    assert [each.name for each in file.constraints] == [f"row{j}" for j in sorted(outcome.proof.support)]
    assert len(file.constraints) < problem.n
    assert judge(file) == f"{len(file.constraints)} constraints have no solution"


def test_the_order_of_the_support_does_not_matter() -> None:
    problem, outcome, _ = made("cancellation", "intercept", "binary", "dense")
    support, integers = outcome.proof.support, outcome.proof.integers
    assert len(set(integers)) > 1
    turned = replace(outcome, proof=gordan.outcome.Cancellation(support[::-1], integers[::-1]))
    assert text(problem, turned) == text(problem, outcome)


def test_a_zero_row_is_refuted_alone() -> None:
    problem = gordan.Points([[1.0, 2.0], [0.0, 0.0]], [1, 1], intercept=False)
    content = text(problem, gordan.solve(problem))
    assert proved(content, problem)
    assert content.splitlines()[-5:] == ["row1 G 1 0", "RTP infeas", "SOL 0", "DER 1", "end G 1 0 { lin 1 0 1 } -1"]


def test_numbers_stand_for_what_was_said() -> None:
    entries = {}
    for numbers in ("binary", "decimal"):
        problem = gordan.Points([[0.1], [0.7]], [0, 1], numbers=numbers)
        entries[numbers] = text(problem, gordan.solve(problem)).split("row0 G 1 2 0 ")[1].split()[0]
    assert entries == {"binary": "-3602879701896397/36028797018963968", "decimal": "-1/10"}


def test_weights_of_thousands_of_digits() -> None:
    # Row k has −1e-300 in the column before and 1e300 in its own: each weight is 10^600 times the one before it.
    m = 9
    X = np.zeros((m + 1, m))
    X[np.arange(m), np.arange(m)] = 1e300
    X[np.arange(1, m + 1), np.arange(m)] = -1e-300
    problem = gordan.Points(X, [1] * (m + 1), intercept=False, numbers="decimal")
    proof = gordan.outcome.Cancellation(tuple(range(m + 1)), tuple(10 ** (600 * k) for k in range(m + 1)))
    content = text(problem, replace(made("cancellation", "no intercept", "decimal", "dense").outcome, proof=proof))
    assert max(map(len, content.split())) > 4300
    assert proved(content, problem)


def test_the_same_question_gives_the_same_file() -> None:
    rng = np.random.default_rng(3)
    X = rng.integers(-9, 9, (30, 3)) / 10
    for y in (X[:, 0] > 0.05, rng.random(30) > 0.5):
        found: list[Any] = [gordan.Points(X, y, numbers="decimal") for _ in range(2)]
        assert text(found[0], gordan.solve(found[0])) == text(found[1], gordan.solve(found[1]))
