"""Which columns: singles against every pair of coefficients, responsible sets against every subset, and the margin."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from scipy.sparse import csr_array

import gordan
from gordan.regression.diagnose import diagnose
from gordan.regression.diagnose.study import smallest


def drawn(seed: int) -> tuple[Any, Any, str]:
    rng = np.random.default_rng(seed)
    n, p = int(rng.integers(5, 10)), int(rng.integers(2, 5))
    family = ("binomial", "poisson", "ordinal", "multinomial")[seed % 4]
    y = rng.integers(0, 2, n) if family != "poisson" else rng.poisson(0.5, n)
    y[:2] = [0, 1]
    return rng.integers(-2, 3, (n, p)).astype(float), y, family


def separates(X: Any, y: Any, family: str, columns: tuple[int, ...]) -> bool:
    kept = X[:, list(columns)] if columns else np.zeros((len(X), 1))
    return diagnose(kept, y, family=family).kind != "overlap"


@pytest.mark.parametrize("seed", range(40))
def test_singles_are_those_that_separate_alone(seed: int) -> None:
    X, y, family = drawn(seed)
    found = diagnose(X, y, family=family)
    alone = {f"x{j + 1}" for j in range(X.shape[1]) if separates(X, y, family, (j,))}
    assert found.singles is not None
    assert {name.rpartition(":")[2] for name in found.singles} == alone
    for name, way in found.singles.items():
        block, _, column = name.rpartition(":")
        only = diagnose(X[:, [int(column[1:]) - 1]], y, family=family)
        assert way == only.coefficients[f"{block}:x1" if block else "x1"]


@pytest.mark.parametrize("seed", range(12))
def test_each_coefficient_of_a_class_has_its_own_way(seed: int) -> None:
    rng = np.random.default_rng(seed)
    X, y = rng.integers(-2, 3, (8, 2)).astype(float), np.array([*"abc", *rng.choice([*"abc"], 5)])
    found = diagnose(X, y, family="multinomial")
    expected = {}
    for j in range(2):
        alone = diagnose(X[:, [j]], y, family="multinomial")
        expected |= {
            name.replace("x1", f"x{j + 1}"): way
            for name, way in alone.coefficients.items()
            if name.endswith("x1") and way != "finite"
        }
    if not separates(X, y, "multinomial", ()):
        assert found.singles == expected
    # A way in the model of one column is one in the larger model too: the two never contradict each other.
    for name, way in expected.items():
        assert found.coefficients[name] in (way, "undetermined")


@pytest.mark.parametrize("seed", range(40))
def test_the_responsible_separate_and_none_of_them_can_be_missed(seed: int) -> None:
    X, y, family = drawn(seed)
    found = diagnose(X, y, family=family)
    assert found.responsible is not None
    columns = tuple(int(name[1:]) - 1 for name in found.responsible)
    if found.kind == "overlap":
        assert columns == ()
        return
    assert columns
    assert separates(X, y, family, columns)
    for fewer in combinations(columns, len(columns) - 1):
        assert not separates(X, y, family, fewer)


def test_the_draws_above_show_both() -> None:
    sizes = {len(diagnose(*drawn(seed)[:2], family=drawn(seed)[2]).responsible or ()) for seed in range(40)}
    assert {0, 1, 2} <= sizes


def test_singles_of_sparse_designs() -> None:
    X, y, _ = drawn(0)
    dense, sparse = diagnose(X, y), diagnose(csr_array(X), y)
    assert dense.singles == sparse.singles
    assert dense.responsible == sparse.responsible


@pytest.mark.parametrize("wanted", [(0,), (3, 7), (1, 2, 8), (0, 4, 5, 9), tuple(range(10))])
def test_a_smallest_set_is_found_whatever_it_is(wanted: tuple[int, ...]) -> None:
    assert smallest(list(range(10)), lambda given: set(wanted) <= set(given)) == list(wanted)


def test_an_intercept_that_separates_alone_is_nobodys_fault() -> None:
    found = diagnose([[1.0], [2.0], [4.0]], [0, 0, 0], family="poisson")
    assert (found.kind, found.singles, found.responsible) == ("complete", {}, ())
    assert "intercept alone" in str(found)


def test_the_margin_of_a_complete_separation_is_that_of_the_points() -> None:
    X = np.array([[0.0, 1.0], [1.0, 0.0], [4.0, 1.0], [5.0, 3.0]])
    found = diagnose(X, [0, 0, 1, 1])
    points = gordan.separate(X, [0, 0, 1, 1], numbers="decimal")
    assert found.margin == points.bracket
    with_constant = diagnose(np.column_stack([np.ones(4), X]), [0, 0, 1, 1])
    assert with_constant.margin == points.bracket
    without = diagnose(X, [0, 0, 1, 1], intercept=False)
    assert without.kind != "complete" or without.margin != points.bracket
    assert diagnose([[0.0], [1.0], [2.0]], [0, 1, 0]).margin is None
