"""Fractions and balls of FLINT: which of them a number is, and doubles on either side of it."""

from __future__ import annotations

from fractions import Fraction
from math import inf, nextafter

import pytest
from flint import arb, fmpq

from gordan.arithmetic.sharp import are_fractions, ball, down, fraction, kinds_of_roots, least_of, up


def test_a_fraction_is_the_number_itself() -> None:
    assert fraction(0.1) == fmpq(*(0.1).as_integer_ratio())
    assert fraction(Fraction(-1, 3)) == fmpq(-1, 3)
    assert are_fractions([fmpq(1, 3), fmpq(2)])
    assert not are_fractions([fmpq(1, 3), arb(2)])
    assert are_fractions([])


def test_a_ball_holds_the_number() -> None:
    third = ball(fmpq(1, 3))
    assert isinstance(third, arb)
    assert third.contains(fmpq(1, 3))
    assert ball(third) is third


def test_the_least_of_some() -> None:
    assert least_of([fmpq(1, 2), fmpq(1, 3), fmpq(2)]) == fmpq(1, 3)
    for values in ([arb(3), fmpq(1), arb(2)], [fmpq(1), arb(2), arb(3)], [arb(2), arb(3), fmpq(1)]):
        least = least_of(values)
        assert isinstance(least, arb)
        assert least.contains(1)
        assert least < 2


@pytest.mark.parametrize("value", [fmpq(1, 3), fmpq(-1, 3), fmpq(1), fmpq(-1), fmpq(10) ** 400, -(fmpq(10) ** 400)])
def test_doubles_on_either_side(value: fmpq) -> None:
    exact = Fraction(int(value.p), int(value.q))
    low, high = down(value), up(value)
    assert low == -inf or Fraction(low) <= exact
    assert high == inf or Fraction(high) >= exact
    if abs(exact) <= 1:
        assert low < exact < high
        assert nextafter(nextafter(nextafter(low, inf), inf), inf) >= exact
        assert nextafter(nextafter(nextafter(high, -inf), -inf), -inf) <= exact


def test_what_is_not_negative_is_at_least_zero() -> None:
    assert down(fmpq(0)) == up(fmpq(0)) == 0.0
    assert down(fmpq(1, 10**400)) == 0.0
    assert up(fmpq(1, 10**400)) == 5e-324
    assert down(fmpq(-1, 10**400)) == -5e-324
    assert up(fmpq(-1, 10**400)) == 0.0
    assert down(arb(0, 1)) < -1.0
    assert (down(arb("nan")), up(arb("nan"))) == (-inf, inf)


def test_roots_of_one_kind_are_fractions_of_each_other() -> None:
    squares = [fmpq(0), fmpq(2), fmpq(3), fmpq(8), fmpq(4, 9), fmpq(27), fmpq(1, 2), fmpq(1)]
    groups = kinds_of_roots(squares)
    assert sorted(j for group in groups for j, _ in group) == [1, 2, 3, 4, 5, 6, 7]
    assert [[j for j, _ in group] for group in groups] == [[1, 3, 6], [2, 5], [4, 7]]
    for group in groups:
        first = squares[group[0][0]]
        assert all(multiple * multiple * first == squares[j] and multiple > 0 for j, multiple in group)
