"""Powers and exponentials of numbers known to within an error, against fractions and against their derivation."""

from __future__ import annotations

from fractions import Fraction
from math import inf

import flint
import numpy as np
import pytest

from gordan.verify.kernel.distance import EXP, LEAST, exponentials
from gordan.verify.kernel.power import powers

U = Fraction(1, 2**53)
RNG = np.random.default_rng(11)
DRAWN = [float(v) for v in np.ldexp(RNG.uniform(-1, 1, 12), RNG.integers(-40, 40, 12))]
BASES = [0.0, 1.0, -1.0, 0.1, 1.1, -3.7, 2.0**-540 * 1.4, -(2.0**-1074), 1.3e-162, 1.0 + 2.0**-52, 1e30, *DRAWN]
ERRORS = [0.0, 5e-324, 2.0**-1030, 2.0**-60, 2.0**-20, 0.5, 1.0, 3.0]
DEGREES = [1, 2, 3, 4, 5, 7, 8, 15, 16]


@pytest.mark.parametrize("degree", DEGREES)
@pytest.mark.parametrize("base", BASES)
def test_powers_are_within_their_error(base: float, degree: int) -> None:
    """Both ends of what the base may be; and no less than what was derived, without rounding."""
    value, error = powers(np.full(len(ERRORS), base), np.array(ERRORS), degree)
    for v, bound, e in zip(value.tolist(), error.tolist(), map(Fraction, ERRORS), strict=True):
        q = Fraction(base)
        if bound == inf:
            assert v == 0.0
            assert (abs(q) + e) ** degree * degree > Fraction(10) ** 300
            continue
        assert max(abs((q + e) ** degree - Fraction(v)), abs((q - e) ** degree - Fraction(v))) <= Fraction(bound)
        gamma = (degree - 1) * U / (1 - (degree - 1) * U)
        slope = degree * (abs(q) + e) ** (degree - 1)
        assert slope * e + gamma / (1 - gamma) * abs(Fraction(v)) <= Fraction(bound)
        assert (
            Fraction(bound) <= 2 * slope * e + (2 * degree + 4) * U * abs(q) ** degree + degree * Fraction(2) ** -1060
        )


def test_a_power_that_overflows_is_unknown() -> None:
    value, error = powers(np.array([1e200, 1e200, 2.0, np.inf]), np.array([0.0, 1.0, np.inf, 0.0]), 2)
    assert value.tolist() == [0.0] * 4
    assert error.tolist() == [inf] * 4
    value, error = powers(np.array([1e150]), np.array([1e200]), 2)  # the value is finite, its error is not
    assert (value[0], error[0]) == (0.0, inf)


def exactly(t: Fraction) -> tuple[Fraction, Fraction]:
    """e^−t between two fractions."""
    flint.ctx.prec = 300
    ball = (-flint.arb(flint.fmpq(t.numerator, t.denominator))).exp()
    (mid, two), (rad, power) = ball.mid().man_exp(), ball.rad().man_exp()
    middle, radius = Fraction(int(mid)) * Fraction(2) ** int(two), Fraction(int(rad)) * Fraction(2) ** int(power)
    return middle - radius, middle + radius


@pytest.mark.parametrize("error", [0.0, 2.0**-60, 1e-9, 0.25, 0.999])
def test_exponentials_are_within_their_error(error: float) -> None:
    exponents = [0.0, 1e-300, 2.0**-53, 0.3, 1.0, 20.0, 700.0, 708.5, 740.0, 744.5, 745.2, 746.0, 800.0]
    values, errors = exponentials(np.array(exponents), np.full(13, error), at_least=np.zeros(13))
    for t, value, bound in zip(exponents, map(Fraction, values), map(Fraction, errors), strict=True):
        for end in (Fraction(t) + Fraction(error), max(Fraction(t) - Fraction(error), Fraction(0))):
            low, high = exactly(end)
            assert abs(low - value) <= bound
            assert abs(high - value) <= bound
        wrong = Fraction(error) * (1 + Fraction(error)) + Fraction(EXP)
        # Four units in the last place and what is lost near zero are allowed for whatever this library returned.
        assert (wrong * value if value > 2.0**-960 else 0) + Fraction(LEAST) <= bound
        assert bound <= 2 * wrong * value + 4 * Fraction(LEAST)


def test_exponentials_of_what_is_hardly_known() -> None:
    """A value whose bound says nothing lies between 0 and 1, or next to 0 where its exponent is large enough."""
    errors, at_least = [1.0, inf, np.nan, inf, inf], [0.0, 3.0, 750.0, np.nextafter(750.0, inf), 800.0]
    exponents = [0.0, 3.0, 750.0, 751.0, np.nan]
    value, error = exponentials(np.array(exponents), np.array(errors), at_least=np.array(at_least))
    for k in (0, 1, 2):
        assert value[k] - error[k] <= 0.0
        assert value[k] + error[k] >= 1.0
    assert value[3:].tolist() == [0.0, 0.0]
    assert all(exactly(Fraction(750))[1] <= Fraction(end) <= 2 * Fraction(LEAST) for end in error[3:])
    value, error = exponentials(np.array([0.0, 1.0]), np.array([0.0, 0.0]), at_least=np.full(2, 800.0))
    assert value[0] == 1.0  # what is known is not thrown away
    assert error.max() < 1e-14
