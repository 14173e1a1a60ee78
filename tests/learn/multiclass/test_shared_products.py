"""Products of points do not depend on labels: all questions about the same points share them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import gordan
from gordan.engine.oracle import build as building
from gordan.engine.oracle.held import find, hold
from gordan.learn.multiclass import Labelled, Space, Way, separate_classes
from gordan.problem.kernel import Kernel, values

RNG = np.random.default_rng(5)
Y = np.arange(120) % 4
X = np.round(8.0 * (RNG.standard_normal((120, 3)) + 2.0 * np.eye(4)[Y][:, :3])) / 8.0
RBF = Kernel("rbf", gamma=0.5)


class Counted:
    """A kernel that counts its values, which are exact on the points below: who computes them makes no difference."""

    def __init__(self) -> None:
        self.total = 0

    def __call__(self, A: Any, B: Any) -> Any:
        self.total += A.shape[0] * B.shape[0]
        return (A @ B.T + 1.0) ** 3


@pytest.mark.parametrize("scheme", ["ovr", "ovo"])
def test_the_matrix_is_computed_once_for_all_questions(scheme: str) -> None:
    together, alone = Counted(), Counted()
    n, own = len(X), 0
    for contest in separate_classes(Labelled(X, Y, space=Space(together)), scheme=scheme):
        problem = gordan.Points(contest.problem.X, contest.problem.y, kernel=alone)
        own += problem.n**2
        assert gordan.solve(problem).bracket == contest.outcome.bracket
    # The verifier and what is looked at in a function beforehand cost the same in both.
    assert alone.total - together.total == own - n**2


def test_columns_are_kept_from_question_to_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """With no room for a matrix, columns that one class asked for are at hand for the next."""
    monkeypatch.setattr(building, "_COLUMNS", 0)
    labelled = Labelled(X, Y, space=Space("rbf", gamma=0.5))
    seen = []
    for contest in separate_classes(labelled, way=Way(solver="working-set")):
        held = find(labelled.kernel, labelled.X)
        assert held is not None
        seen.append((id(held.columns), held.columns.computed))
        assert contest.outcome.kind == "separable"
    assert len({each for each, _ in seen}) == 1
    assert seen[-1][1] <= len(X)
    del held
    assert find(labelled.kernel, labelled.X) is None


def test_a_part_of_a_whole_that_is_too_large_is_computed_for_itself() -> None:
    rows = np.flatnonzero(Y < 2)
    part = X[rows]
    with hold(RBF, X) as whole, hold(RBF, part, whole, rows) as held:
        assert whole is not None
        assert held is not None
        K = held.matrix(most=part.shape[0] ** 2 * 8)
        assert whole._matrix is None
    assert np.allclose(K, values(RBF, part, part), rtol=1e-13)


@pytest.mark.parametrize("scheme", ["ovr", "ovo"])
@pytest.mark.parametrize("gamma", ["scale", "auto"])
def test_gamma_is_read_off_all_points(scheme: str, gamma: str) -> None:
    (one,) = {
        c.problem.kernel.gamma for c in separate_classes(Labelled(X, Y, space=Space("rbf", gamma)), scheme=scheme)
    }
    assert one == gordan.Points(X, Y == 0, kernel="rbf", gamma=gamma).kernel.gamma


def test_whole_numbers_are_shared_too() -> None:
    whole = np.arange(12).reshape(6, 2) ** 2 % 11
    labelled = Labelled(whole, [0, 1, 2, 0, 1, 2], space=Space("rbf"))
    assert all(contest.problem.X is labelled.X for contest in separate_classes(labelled))
