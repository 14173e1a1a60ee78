"""A few points of a kernel as columns of their own: what is said of them is true of the whole."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gordan.engine.candidate import Candidate
from gordan.engine.oracle.gram import LazyGram
from gordan.problem import Points
from gordan.problem.kernel import values

QUESTIONS = {
    "intercept": {"intercept": True},
    "no intercept": {"intercept": False},
    "unit": {"intercept": False, "normalise": True},
    "unit, intercept": {"intercept": True, "normalise": True},
}
KERNELS: dict[str, dict[str, Any]] = {
    "rbf": {"kernel": "rbf", "gamma": 0.4},
    "poly": {"kernel": "poly", "degree": 2, "gamma": 1.0, "coef0": 1.0},
    "laplacian": {"kernel": "laplacian", "gamma": 0.4},
}
ASKED = pytest.mark.parametrize("question", QUESTIONS)
SPACES = pytest.mark.parametrize("kernel", KERNELS)


def whole(kernel: str, question: str, dtype: Any = np.float64) -> tuple[LazyGram, Any]:
    rng = np.random.default_rng(3)
    X = rng.standard_normal((80, 3)).astype(dtype)
    X[70] = X[2]
    problem = Points(X, np.resize([1, -1, -1], 80), **KERNELS[kernel], **QUESTIONS[question])
    oracle = LazyGram(problem.canonical())
    wide = X.astype(np.float64)
    return oracle, values(problem.kernel, wide, wide)


def chosen(oracle: LazyGram, k: int = 12) -> Any:
    blocks = oracle.worst(oracle.begin_with().direction, k)
    return [atom for together in zip(*blocks, strict=True) for atom in together]


@SPACES
@ASKED
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_a_lifted_direction_has_the_margins_of_the_matrix(kernel: str, question: str, dtype: Any) -> None:
    oracle, K = whole(kernel, question, dtype)
    atoms = chosen(oracle)
    inside, keys = oracle.restrict(atoms), [atom.key for atom in atoms]
    precision = 1e-9 if dtype == np.float64 else 1e-4
    rng = np.random.default_rng(0)
    for _ in range(3):
        x = inside.cone.normalise(rng.uniform(0.0, 1.0, len(atoms)))
        w = inside.combine(x)
        # A direction that is no image of weights comes back by its coefficients.
        for candidate in (Candidate(w, x, image=w), Candidate(w)):
            lifted = inside.lift(candidate)
            margins = oracle.signed * (K @ lifted.direction[0])
            assert oracle.margins(lifted.direction) == pytest.approx(margins, abs=precision * oracle.reach)
            assert set(np.flatnonzero(lifted.direction[0])) <= set(keys)
            assert oracle.norm(lifted.direction) == pytest.approx(inside.norm(w), rel=max(precision, 1e-6))
            there, here = inside.cone.lowest(margins[keys]), inside.cone.lowest(inside.margins(w))
            assert there == pytest.approx(here, abs=precision * oracle.reach)
            assert oracle.cone.lowest(margins) <= there + precision * oracle.reach


@SPACES
@ASKED
def test_weights_come_back(kernel: str, question: str) -> None:
    oracle, _ = whole(kernel, question)
    atoms = chosen(oracle)
    inside = oracle.restrict(atoms)
    x = inside.cone.normalise(np.arange(1.0, len(atoms) + 1))
    lifted = inside.lift(Candidate(inside.combine(x), x, image=inside.combine(x)))
    assert lifted.weights is not None
    assert lifted.image is not None
    assert inside.lower(lifted.weights) == pytest.approx(x)
    assert oracle.cone.violation(lifted.weights) <= 1e-12
    assert oracle.norm(lifted.image) == pytest.approx(inside.norm(inside.combine(x)), rel=1e-9)
    nothing = oracle.place([k for k in range(80) if k not in {atom.key for atom in atoms}][:1], [1.0])
    assert inside.lower(nothing) is None


@SPACES
def test_points_that_join_do_not_move_the_others(kernel: str) -> None:
    oracle, _ = whole(kernel, "intercept")
    atoms = chosen(oracle, 20)
    before = oracle.restrict(atoms[:15]).rows(np.arange(15)).copy()
    after = oracle.restrict(atoms).rows(np.arange(15))
    assert (after[:, : before.shape[1]] == before).all()
    assert not after[:, before.shape[1] :].any()


@SPACES
def test_another_set_begins_anew(kernel: str) -> None:
    oracle, K = whole(kernel, "no intercept")
    atoms = chosen(oracle, 20)
    oracle.restrict(atoms)
    some = atoms[7:3:-1]
    points, keys = oracle.restrict(some).rows(np.arange(4)), [atom.key for atom in some]
    signs = oracle.signed[keys]
    assert points @ points.T == pytest.approx(K[np.ix_(keys, keys)] * signs * signs[:, None], abs=1e-12)


def test_only_columns_that_carry_weight_are_computed() -> None:
    oracle, _ = whole("rbf", "intercept")
    atoms = chosen(oracle)
    computed = oracle.entries.computed  # type: ignore[attr-defined]
    inside = oracle.restrict(atoms)
    x = inside.place([0, len(atoms) - 1], [0.5, 0.5])
    inside.glimpse(Candidate(inside.combine(x), x, image=inside.combine(x)))
    assert oracle.entries.computed == computed  # type: ignore[attr-defined]
    inside.lift(Candidate(inside.combine(x), x, image=inside.combine(x)))
    assert oracle.entries.computed <= computed + 2  # type: ignore[attr-defined]
