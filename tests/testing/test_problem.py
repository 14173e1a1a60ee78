"""Every form of data keeps the contract of a problem under every question."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

from gordan.problem import Points
from gordan.testing import check_problem
from testing.form import FORMS, QUESTIONS, cloud


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("numbers", ["binary", "decimal"])
def test_problem_keeps_its_contract(form: str, question: str, numbers: Any) -> None:
    X, y = cloud(25, 4, random_state=3)
    check_problem(Points(FORMS[form](X), y, numbers=numbers, **QUESTIONS[question]))


@pytest.mark.parametrize(
    "X",
    [
        np.array([[0.1, -0.0], [1e-300, 3.0], [1e300, 7.25]]),
        np.array([[0.1], [0.2], [0.3]], dtype=np.float32),
        np.array([[True, False], [False, True], [True, True]]),
        np.array([[1, 2], [3, 4], [2**53, -1]]),
        sp.coo_array(([1.0, 2.0, 3.0], ([0, 0, 2], [1, 1, 0])), shape=(3, 2)),
        sp.csr_array(([0.0, 5.0], ([0, 1], [1, 1])), shape=(3, 2)),
    ],
    ids=["wide", "float32", "boolean", "integer", "repeated entries", "stored zero"],
)
@pytest.mark.parametrize("numbers", ["binary", "decimal"])
def test_odd_numbers_keep_it_too(X: Any, numbers: Any) -> None:
    check_problem(Points(X, [0, 1, 0], numbers=numbers))


def test_many_blocks() -> None:
    rng = np.random.default_rng(0)
    y = np.arange(800) % 2
    dense = rng.integers(-1, 2, (800, 700)).astype(np.float64)
    digests = set()
    for X in (dense, sp.csr_array(dense), sp.csc_array(dense)):
        problem = Points(X, y)
        check_problem(problem)
        digests.add(problem.digest())
    assert len(digests) == 1


class ForgetsALabel(Points):
    def digest(self) -> str:
        return Points(self.X, np.r_[0, 1, np.zeros(self.n - 2)], intercept=False).digest()


class DropsTheLastBlock(Points):
    def blocks(self) -> Any:
        yield next(super().blocks())._replace(rows=slice(0, 1), values=self.X[:1])


class Rounds(Points):
    def rows(self, S: Any) -> Any:
        return np.round(super().rows(S), 1)


@pytest.mark.parametrize(
    ("problem", "word"), [(ForgetsALabel, "digest"), (DropsTheLastBlock, "blocks"), (Rounds, "integers|entries")]
)
def test_wrong_problem_is_found_out(problem: Any, word: str) -> None:
    X, y = cloud(10, 3, random_state=4)
    with pytest.raises(AssertionError, match=word):
        check_problem(problem(X, y))
