"""Conditional logistic models: strata, pairs, and the likelihood over all subsets."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from scipy.sparse import csr_array

from gordan.regression.diagnose import Diagnosis, diagnose
from gordan.regression.model.pose import pose
from regression.diagnose import likelihood


def instance(seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    strata = np.repeat(np.arange(4), rng.integers(2, 5, 4))
    X = rng.integers(-2, 3, (strata.size, 2)).astype(float)
    y = rng.integers(0, 2, strata.size)
    y[[0, 1]] = [0, 1]  # one stratum at least has both
    return X, y, strata


@pytest.mark.parametrize("seed", range(25))
def test_along_the_direction_no_stratum_loses(seed: int) -> None:
    X, y, strata = instance(seed)
    found = diagnose(X, y, family="conditional", strata=strata)
    direction = np.array(list(found.direction.values()))
    b = np.random.default_rng(seed + 100).standard_normal(2)
    rise = likelihood.conditional(X, y, strata, b + direction) - likelihood.conditional(X, y, strata, b)
    assert (rise >= -1e-12).all()
    gaining = {int(stratum) for stratum in np.flatnonzero(rise > 1e-12)}
    assert {int(strata[row]) for row in found.rows} == gaining


@pytest.mark.parametrize("seed", range(25))
def test_pairs_and_strata_are_the_same_question(seed: int) -> None:
    """Numbers too long to be subtracted without error go the other way, to the same answer."""
    X, y, strata = instance(seed)
    short = diagnose(X, y, family="conditional", strata=strata)
    # Eighteen digits: one column scaled by a number that is no power of ten, in all rows alike.
    long = diagnose(X * 0.12345678901234567, y, family="conditional", strata=strata, numbers="binary")
    assert short.study is not None
    assert long.study is not None
    assert short.study.posed.rows.rival is not None
    if np.unique(np.abs(X)).size > 2:
        assert long.study.posed.rows.hidden > 0
    exact = {-2.0, -1.0, 0.0, 1.0, 2.0}  # of which only these products are exact multiples of one another
    assert set(X.ravel()) <= exact
    assert (short.kind, short.coefficients, short.rank, short.aliased) == (
        long.kind,
        long.coefficients,
        long.rank,
        long.aliased,
    )


def test_decimals_are_subtracted_as_decimals() -> None:
    """0.3 − 0.1 and 0.2 − 0 are one number; as doubles they are two, and the pairs would not cancel."""
    X = [[0.3], [0.1], [0.0], [0.2]]
    found = diagnose(X, [1, 0, 1, 0], family="conditional", strata=[1, 1, 2, 2])
    assert found.kind == "overlap"
    two = np.array([[0.3, 1.0], [0.1, 0.0], [0.0, 0.0], [0.2, 1.0]])
    assert diagnose(two, [1, 0, 1, 0], family="conditional", strata=[1, 1, 2, 2]).rank == 1


def test_one_case_each() -> None:
    X = [[1.0], [0.0], [2.0], [1.0], [1.0], [1.0]]
    found = diagnose(X, [1, 0, 1, 0, 1, 0], family="conditional", strata=list("aabbcc"))
    assert (found.kind, found.rows) == ("quasi", (0, 1, 2, 3))
    assert found.coefficients == {"x1": "+inf"}


def test_strata_of_one_kind_say_nothing_and_are_told() -> None:
    X = [[1.0], [0.0], [5.0], [7.0]]
    found = diagnose(X, [1, 0, 1, 1], family="conditional", strata=[1, 1, 2, 2])
    assert found.rows == (0, 1)
    assert any("1 stratum has only cases" in note for note in found.notes)


def test_what_is_constant_within_strata_is_aliased() -> None:
    X = np.array([[1.0, 4.0], [0.0, 4.0], [0.0, 9.0], [1.0, 9.0]])
    found = diagnose(X, [1, 0, 1, 0], family="conditional", strata=[1, 1, 2, 2])
    assert found.aliased == ("x2",)
    assert found.rank == 1
    assert found.coefficients == {"x1": "finite", "x2": "undetermined"}


def test_the_proof_is_true_in_the_numbers_that_were_given() -> None:
    """Columns of different decimals: the direction is that of the columns as they are, not of whole multiples."""
    X = [[".2", ".004"], [".1", ".004"], [".3", "0"], [".1", ".004"], [".2", "0"], [".3", ".003"]]
    y = [1, 0, 0, 1, 0, 1]
    found = diagnose(np.array(X, dtype=float), y, family="conditional", strata=[0] * 6, proof="exact")
    proof = found.to_dict()["proof"]
    rows = [[Fraction(v) for v in row] for row in X]
    direction = [Fraction(v) for v in proof["direction"]]
    pairs = [(i, j) for i in range(6) for j in range(6) if y[i] > y[j]]
    gains = [sum(b * (u - v) for b, u, v in zip(direction, rows[i], rows[j], strict=True)) for i, j in pairs]
    assert found.kind == "quasi"
    assert min(gains) == 0 < max(gains)
    flat = [pair for pair, gain in zip(pairs, gains, strict=True) if gain == 0]
    weights = [int(v) for v in proof["weights"]]
    assert min(weights) > 0
    for c in range(2):
        assert sum(x * (rows[i][c] - rows[j][c]) for x, (i, j) in zip(weights, flat, strict=True)) == 0


@pytest.mark.parametrize("numbers", ["decimal", "binary"])
def test_differences_are_written_without_loss(numbers: Any) -> None:
    """Of fifteen digits each, with opposite signs: their difference may have sixteen, which a decimal double loses."""
    X = np.array([[0.999999999999999], [-0.999999999999998], [0.5], [0.25]])
    posed = pose(X, [1, 0, 1, 0], family="conditional", strata=[1, 1, 2, 2], numbers=numbers)
    assert posed.rows.rival is None
    short = pose(X[2:] / 8, [1, 0], family="conditional", strata=[1, 1], numbers=numbers)
    assert short.rows.inequalities.tolist() == [[0.03125]]


def forms(X: Any, y: Any, strata: Any) -> list[Diagnosis]:
    """The same model as pairs, and in three forms that have strata: other units, tiny and huge, and sparse."""
    X = np.asarray(X, dtype=float)
    tiny, huge = (np.vectorize(lambda v, p=power: float(f"{v:g}e{p}"))(X) for power in (-20, 16))
    given = [X, tiny, huge, csr_array(X)]
    found = [diagnose(each, y, family="conditional", strata=strata) for each in given]
    assert [each.study.posed.rows.rival is not None for each in found if each.study] == [True, False, False, False]
    return found


def test_rows_are_the_same_in_all_forms() -> None:
    """A case is separated where some control of its stratum falls behind it, though it stays level with another."""
    for found in forms([[0.0], [0.0], [1.0], [1.0], [1.0]], [0, 0, 0, 1, 1], [1] * 5):
        assert found.rows == (0, 1, 3, 4)


def test_redundant_columns_are_the_same_in_all_forms() -> None:
    for found in forms([[1.0, 5.0], [2.0, 5.0], [1.0, 7.0], [3.0, 7.0]], [0, 1, 1, 0], [0, 0, 1, 1]):
        assert (found.redundant, found.aliased, found.rank) == (("x2",), ("x2",), 1)


@pytest.mark.parametrize("seed", range(25))
def test_the_answer_does_not_depend_on_the_form(seed: int) -> None:
    X, y, strata = instance(seed)
    X = np.column_stack([X, X[:, 0] + strata, strata, X[:, 1]])
    seen = {
        (found.kind, found.rows, found.rank, found.aliased, found.redundant, tuple(found.coefficients.values()))
        for found in forms(X, y, strata)
    }
    assert len(seen) == 1
