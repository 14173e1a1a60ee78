"""Splits of a stack: what is proved is true by integers, and what the bounds cannot hold is not proved."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gordan.errors import InputError
from gordan.feasibility.split import stacked_score
from gordan.verify import verify_splits

NONE = np.array([-1])


def overlaps(A: np.ndarray) -> bool:
    """Two columns of integers: no b other than 0 has A b ≥ 0. A cone of such b has an edge at right angles to a row."""
    rows = A.T.astype(int)
    edges = [s * np.array([-v, u]) for u, v in rows.tolist() for s in (1, -1) if (u, v) != (0, 0)]
    return bool(edges) and not any((rows @ b >= 0).all() for b in edges)


def test_overlap_is_that_of_integers() -> None:
    A = np.random.default_rng(0).integers(-3, 4, (2000, 2, 5)).astype(float)
    truth = np.array([overlaps(each) for each in A])
    proved = [verify_splits(A, stacked_score(A, steps), np.full(2000, -1)).proved for steps in (0, 2, 12)]
    assert 300 < truth.sum() < 1900
    for each in proved:
        assert not (each & ~truth).any()
    assert (proved[2] == truth).all()


def test_one_column_separates_the_rows_where_it_is_not_zero() -> None:
    rng = np.random.default_rng(1)
    A = rng.integers(-3, 4, (500, 3, 8)).astype(float)
    A[:, 2] = rng.integers(0, 2, (500, 8)) * rng.choice([1.0, -1.0, 0.0], 500)[:, None]
    flat = A * (A[:, 2:] == 0)
    splits = verify_splits(A, stacked_score(flat, 12), np.full(500, 2))
    assert (splits.strict == (A[:, 2] != 0)).all()
    assert splits.proved.tolist() == [overlaps(each[:2]) for each in flat]
    assert 0 < splits.proved.sum() < 500


def test_numbers_out_of_range_prove_nothing() -> None:
    A = np.array([[[1.0, -1.0, 1.0], [2.0, -1.0, 0.0]]])
    x = np.array([[0.5, 1.0, 0.5]])
    assert verify_splits(A, x, NONE).proved.all()
    for value in (np.nan, np.inf, 1e-300, 1e300, 5e-324):
        changed = A.copy()
        changed[0, 1, 0] = value
        assert not verify_splits(changed, x, NONE).proved.any()
        assert not verify_splits(A, np.where([True, False, False], value, x), NONE).proved.any()


@pytest.mark.parametrize(
    ("shape", "weights", "along", "numbers"),
    [
        ((1, 2, 3), (1, 2), 0, "decimal"),
        ((1, 2, 3), (1, 3), 2, "decimal"),
        ((1, 2, 3), (1, 3), -2, "decimal"),
        ((1, 2, 3), (1, 3), 0, "roman"),
        ((2, 3), (1, 3), 0, "binary"),
        ((1, 0, 3), (1, 3), -1, "binary"),
    ],
)
def test_other_shapes_are_refused(shape: tuple[int, ...], weights: tuple[int, ...], along: int, numbers: str) -> None:
    with pytest.raises(InputError, match="give"):
        verify_splits(np.ones(shape), np.ones(weights), np.array([along]), numbers=numbers)  # type: ignore[arg-type]


@pytest.mark.parametrize("along", [0, 1])
def test_any_column_may_separate(along: int) -> None:
    A = np.array([[[1.0, 0.0, 0.0, 2.0], [5.0, 1.0, -1.0, 0.0]]])[:, [along, 1 - along]]
    splits = verify_splits(A, np.ones((1, 4)), np.array([along]))
    assert splits.strict.tolist() == [[True, False, False, True]]
    assert splits.proved.tolist() == [True]
    assert not verify_splits(-np.abs(A) * [1.0, 1.0, 1.0, -1.0], np.ones((1, 4)), np.array([along])).proved.any()


class Disguised(np.ndarray):
    """An array that may compare as it likes."""


@pytest.mark.parametrize("odd", [0, 1, 2])
def test_only_plain_arrays_of_their_size_are_judged(odd: int) -> None:
    plain: list[Any] = [np.ones((1, 2, 3)), np.ones((1, 3)), np.array([-1])]
    for other in (plain[odd].view(Disguised), plain[odd].tolist()):
        with pytest.raises(InputError, match="give"):
            verify_splits(*[other if i == odd else each for i, each in enumerate(plain)])
    with pytest.raises(InputError, match="give"):
        verify_splits(plain[0], plain[1], np.array([-1, -1]))
    with pytest.raises(InputError, match="64 columns"):
        verify_splits(np.ones((1, 65, 3)), plain[1], plain[2])
