"""Claims about mixtures of columns: each false in one thing, which one check refuses."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from claimed import replace
from gordan.geometry import Mixture, SparseRefutation, SparseSolution
from gordan.verify.mixture import judge_mixture

mixture = import_module("gordan.verify.mixture")

ATOM = 2.0**-40
NUMBERS = ["vectors in finite numbers"]
NEGATIVE, MASS = ["weights of columns are not negative"], ["weights stay within the mass"]
RESIDUAL, COUNT = ["residual at most"], ["columns of the sum"]
BEYOND, DISTANCE, SUM = "b lies beyond every mixture", "distance at least", "y is the sum of its columns"
SIGN = "no column has a positive product"


def row(*values: float) -> Any:
    return np.array(values, float)


def failing(problem: Mixture, claim: Any, **lie: Any) -> list[str]:
    return [
        check.name
        for check in judge_mixture(problem, replace(claim, **lie) if lie else claim).checks
        if not check.holds
    ]


HALF = SparseSolution(x=row(0.5, 0.0), residual=0.25, limit=1.0)


@pytest.mark.parametrize(
    ("mass", "lie", "wrong"),
    [
        (0.5, {}, []),
        (0.5 - ATOM, {}, MASS),
        (1.0, {"residual": 0.25 - ATOM}, RESIDUAL),
        (1.0, {"limit": 1.0 - ATOM}, COUNT),
        (1.0, {"x": row(0.5, 0.25), "residual": 0.0}, COUNT),
        (1.0, {"x": row(0.5, 0.25), "residual": 0.0, "limit": 2.0}, []),
        (1.0, {"x": row(0.5, -ATOM), "residual": 0.5, "limit": 2.0}, NEGATIVE),
        (1.0, {"x": row(0.5)}, NUMBERS),
        (1.0, {"x": [0.5, 0.0]}, NUMBERS),
        (1.0, {"x": row(0.5, np.nan)}, NUMBERS),
        (1.0, {"residual": np.nan}, NUMBERS),
        (1.0, {"residual": 1}, NUMBERS),
        (1.0, {"limit": np.inf}, NUMBERS),
    ],
)
@pytest.mark.parametrize("side", [1.0, -1.0])
def test_weights_of_few_columns(mass: float, lie: dict[str, Any], wrong: list[str], side: float) -> None:
    problem = Mixture(side * np.eye(2), side * row(0.5, 0.25), mass)
    assert failing(problem, HALF, **lie) == wrong


NONE = SparseRefutation(y=row(-3, -4), times=1.0, counts=row(0, 0), distance=5.0, unconditional=True, limit=0.0)


@pytest.mark.parametrize(
    ("lie", "wrong"),
    [
        ({}, []),
        ({"unconditional": False}, []),
        ({"distance": 5.0 + ATOM}, [DISTANCE]),
        ({"y": row(3, 4), "unconditional": False}, [BEYOND, DISTANCE, SUM]),
        ({"y": row(0, 0)}, [BEYOND, DISTANCE, SUM]),
        ({"y": row(-3, -4 - ATOM), "distance": 4.9}, [SUM]),
        ({"y": row(-3, np.nextafter(-4.0, -5.0)), "distance": 4.9}, []),
        ({"times": -1.0}, [SUM]),
        ({"counts": row(-1, 1)}, [SUM]),
        ({"counts": row(0, 1)}, [SUM, *COUNT]),
        ({"y": row(-3)}, NUMBERS),
        ({"counts": row(0)}, NUMBERS),
        ({"counts": np.array([0, 0])}, NUMBERS),
        ({"y": row(-3, -np.inf)}, NUMBERS),
        ({"times": 1}, NUMBERS),
        ({"distance": np.nan}, NUMBERS),
        ({"unconditional": 1}, NUMBERS),
        ({"unconditional": np.bool_(True)}, NUMBERS),
    ],
)
def test_a_vector_that_refutes(lie: dict[str, Any], wrong: list[str]) -> None:
    assert failing(Mixture(np.eye(2), [-3.0, -4.0], 1.0), NONE, **lie) == wrong


def one(y: float, *, times: float = 1.0, counts: Any = (0.0,), distance: float = 0.0, always: bool = False) -> Any:
    counts = row(*counts)
    return SparseRefutation(
        y=row(y), times=times, counts=counts, distance=distance, unconditional=always, limit=float(counts.sum())
    )


def test_small_gaps_are_gaps() -> None:
    assert failing(Mixture([[1.0]], [-ATOM], 1.0), one(-ATOM, distance=ATOM, always=True)) == []


@pytest.mark.parametrize("size", [1.0, 0.25, ATOM])
def test_a_positive_product_rests_on_the_mass(size: float) -> None:
    problem = Mixture([[size]], [3 * size], 1.0)
    claim = one(2 * size, counts=(1,), distance=2 * size)
    assert failing(problem, claim) == []
    assert failing(problem, claim, unconditional=True) == [SIGN]
    assert failing(problem, claim, distance=2 * size * (1 + ATOM)) == [DISTANCE]


def test_products_next_to_each_other_are_told_apart() -> None:
    """b is the longer of two columns, of which the shorter alone would leave a gap."""
    more = 1.0 + 2.0**-52
    for columns in ([1.0, more], [more, 1.0]):
        problem = Mixture([columns], [more], 1.0)
        counts = [float(each == more) for each in columns]
        assert failing(problem, one(2.0**-50, counts=counts))[0] == BEYOND


def test_a_sum_of_columns_alone() -> None:
    assert failing(Mixture([[1.0]], [-3.0], 1.0), one(-1.0, times=0.0, counts=(1,), distance=3.0)) == []


@pytest.mark.parametrize(("units", "wrong"), [(800, []), (-800, []), (2000, [SUM]), (-2000, [SUM])])
def test_as_much_rounding_as_additions(units: float, wrong: list[str]) -> None:
    y = -1000.0 * (1 + units * 2.0**-51)
    assert failing(Mixture([[1.0]], [-1.0], 1.0), one(y, times=1000.0)) == wrong


def test_rounding_is_measured_by_the_columns_too() -> None:
    problem, small = Mixture([[1.0]], [-1e-10], 1.0), -1.0 - 1e-10
    assert failing(problem, one(float(np.nextafter(small, -2.0)), counts=(1,))) == []
    assert failing(problem, one(-1.0, counts=(1,))) == [SUM]


def test_products_of_entries_that_round_to_nothing_leave_room_for_what_they_lose() -> None:
    """Each is half a unit of the least double, and the columns are large."""
    lost = Fraction(49, 100) * Fraction(2) ** -1074
    value, error = mixture._products(np.full((3, 2), 2.0**500), [lost] * 3)
    assert value.tolist() == [0.0, 0.0]
    assert all(Fraction(each) >= 3 * lost * 2**500 for each in error.tolist())


def test_of_entries_beyond_the_doubles_no_product_is_known() -> None:
    value, error = mixture._products(np.ones((2, 3)), [Fraction(10**400), Fraction(1)])
    assert not np.isfinite(value).any()
    assert not np.isfinite(error).any()
