"""No number can be called by another arithmetic than its type's."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from fractions import Fraction
from typing import Any

import flint
import numpy as np
import pytest

from gordan.arithmetic.quantity import Enclosed, Residue, Rounded, arithmetic_of, least_exact

LABELS = [
    (3, "integers"),
    (Fraction(1, 3), "integers"),
    (np.array([1, 2]), "integers"),
    (np.array([10**30], dtype=object), "integers"),
    (flint.fmpz(3), "fractions"),
    (flint.fmpq(1, 3), "fractions"),
    (flint.arb(1), "ball arithmetic"),
    (Enclosed(1.0), "ball arithmetic"),
    (Residue(3), "modulo a prime"),
    (Rounded(1.0), "floating point with rounding bounds"),
]


@pytest.mark.parametrize(("quantity", "label"), LABELS)
def test_the_type_names_the_arithmetic(quantity: object, label: str) -> None:
    assert arithmetic_of(quantity) == label


class Liar(Fraction):
    """A fraction of a kind that may compare as it likes."""


class Whole(int):
    """Likewise an integer."""


BARE = [
    0.5,
    np.float64(0.5),
    True,
    Whole(3),
    Liar(1, 2),
    np.int64(3),
    np.array([0.5]),
    "3",
    None,
    np.array([0.5], object),
]


@pytest.mark.parametrize("quantity", BARE, ids=lambda each: type(each).__name__)
def test_what_has_no_arithmetic_is_refused(quantity: object) -> None:
    with pytest.raises(TypeError, match="carries no arithmetic"):
        arithmetic_of(quantity)


def test_several_are_as_good_as_the_weakest() -> None:
    assert arithmetic_of(1, Fraction(1), Rounded(1.0)) == "floating point with rounding bounds"
    assert arithmetic_of(1, flint.fmpq(1, 2)) == "fractions"
    assert arithmetic_of(flint.arb(1), 1) == "ball arithmetic"


def test_only_exact_numbers_have_an_exact_minimum() -> None:
    assert least_exact([2, Fraction(1, 2)]) == Fraction(1, 2)
    with pytest.raises(TypeError):
        least_exact([2, Rounded(0.5)])


@pytest.mark.parametrize("quantity", [Rounded(0.5), Enclosed(0.5), Residue(1)])
def test_a_quantity_stays_what_it_is(quantity: Any) -> None:
    with pytest.raises(FrozenInstanceError):
        quantity.value = 2


def test_an_array_of_integers_has_no_other_member() -> None:
    assert arithmetic_of(np.array([1, 10**30], dtype=object)) == "integers"
    for other in ([1, 0.5], [0.5, 1], [1, True]):
        with pytest.raises(TypeError, match="carries no arithmetic"):
            arithmetic_of(np.array(other, dtype=object))
