"""How far the solution of a system is at most from given numbers: beside the solution in fractions."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from flint import fmpq_mat

from gordan.arithmetic.linear_system import distance_to_solution, inverse, residual, scaled

system = import_module("gordan.arithmetic.linear_system")
RNG = np.random.default_rng(3)


def drawn(k: int, rows: int = 0, columns: int = 0) -> Any:
    """A system whose rows and columns are in units of their own, the last row that of the sum."""
    M = RNG.standard_normal((k, k))
    M = np.ldexp(M, RNG.integers(-rows, rows + 1, (k, 1)) + RNG.integers(-columns, columns + 1, k))
    M[-1] = 1.0
    return M


def solution(M: Any) -> list[Fraction]:
    k = len(M)
    exact = fmpq_mat(k, k, [system_entry(v) for v in M.ravel().tolist()])
    solved = exact.solve(fmpq_mat(k, 1, [0] * (k - 1) + [1]))
    return [Fraction(int(solved[i, 0].p), int(solved[i, 0].q)) for i in range(k)]


def system_entry(value: float) -> Any:
    from flint import fmpq

    return fmpq(*value.as_integer_ratio())


@pytest.mark.parametrize(("rows", "columns"), [(0, 0), (30, 30), (700, 0), (300, 300)])
@pytest.mark.parametrize("k", [1, 2, 3, 5, 8])
def test_the_solution_is_within_its_bound(k: int, rows: int, columns: int) -> None:
    M = drawn(k, rows, columns)
    truth = solution(M)
    nearest = np.array([float(v) for v in truth])
    for off in (0.0, 1e-9, 0.25):
        centre = nearest * (1 + off)
        away = [abs(v - Fraction(c)) for v, c in zip(truth, centre.tolist(), strict=True)]
        bound = distance_to_solution(M, centre)
        assert all(a <= Fraction(b) for a, b in zip(away, bound.tolist(), strict=True) if np.isfinite(b))
        if off:
            assert (bound <= 1.5 * off * np.abs(nearest).max() * 2.0 ** (2 * columns) + 1e-300).all()


@pytest.mark.parametrize("crude", [0.01, 0.1, 0.2])
def test_the_bound_holds_with_any_inverse(monkeypatch: pytest.MonkeyPatch, crude: float) -> None:
    """The better the inverse the narrower the bound, but with none is it wrong."""
    proved = 0
    for _ in range(60):
        k = int(RNG.integers(2, 5))
        M = drawn(k)
        truth = solution(M)
        wrong = 1 + crude * RNG.uniform(-1, 1, (k, k))
        monkeypatch.setattr(system, "inverse", lambda N, wrong=wrong: inverse(N) * wrong)
        centre = np.array([float(v) for v in truth]) + 1e-3 * RNG.standard_normal(k)
        bound = distance_to_solution(M, centre)
        away = [abs(v - Fraction(c)) for v, c in zip(truth, centre.tolist(), strict=True)]
        assert all(a <= Fraction(b) for a, b in zip(away, bound.tolist(), strict=True) if np.isfinite(b))
        proved += bool(np.isfinite(bound).all())
    assert proved > 20


@pytest.mark.parametrize("widened", [1e-7, 1e-3, 0.02])
def test_numbers_that_stand_for_others_widen_the_bound(widened: float) -> None:
    proved = 0
    for _ in range(60):
        M = drawn(3)
        centre = np.array([float(v) for v in solution(M)])
        bound = distance_to_solution(M, centre, np.array([widened]))
        assert np.array_equal(bound, distance_to_solution(M, centre, widened))
        proved += bool(np.isfinite(bound).all())
        other = solution(M * (1 + widened * RNG.choice([-1.0, 1.0], (3, 3))) * 1.0)
        away = [abs(v - Fraction(c)) for v, c in zip(other, centre.tolist(), strict=True)]
        # The corners of the box of systems are among those meant, up to the rounding of the corner itself.
        assert all(
            a <= Fraction(b) * (1 + Fraction(1, 10**9)) for a, b in zip(away, bound, strict=True) if np.isfinite(b)
        )
    assert proved > 20


def test_nothing_is_proved_of_a_singular_system() -> None:
    single = np.array([[1.0, 1.0], [1.0, 1.0]])
    assert np.isinf(distance_to_solution(single, np.array([0.5, 0.5]))).all()
    both = np.stack([single, np.array([[1.0, -3.0], [1.0, 1.0]])])
    bound = distance_to_solution(both, np.array([[0.5, 0.5], [0.75, 0.25]]))
    assert np.isinf(bound[0]).all()
    assert (bound[1] < 1e-15).all()


@pytest.mark.parametrize("reach", [0, 200, 250, 600])
@pytest.mark.parametrize("zeros", [False, True])
def test_units_do_not_round(reach: int, zeros: bool) -> None:
    """The scaled system is the system, in units that are powers of two, its greatest entries near 1."""
    for _ in range(20):
        M = np.ldexp(RNG.uniform(0.5, 1, (4, 4)), RNG.integers(-reach, reach + 1, (4, 1)))
        M[-1] = 1.0
        if zeros:
            M[0, 1] = M[1, 1] = M[2, 1] = 0.0
        N, b, by_column = scaled(M)
        by_row = np.frexp(b[-1])[1] - 1
        for i, j in np.ndindex(4, 4):
            ratio = Fraction(M[i, j]) and Fraction(N[i, j]) / Fraction(M[i, j])
            assert not ratio or {ratio.numerator.bit_count(), ratio.denominator.bit_count()} == {1}
        for j in range(4):
            assert not M[3, j] or Fraction(N[3, j]) == Fraction(M[3, j]) * Fraction(2) ** (by_row - int(by_column[j]))
        assert (b[:-1] == 0).all()
        assert (np.abs(N) <= 1).all()
        assert (np.abs(N).max(axis=1) >= 0.25).all()


def test_residuals_are_within_their_error_and_nearly_exact() -> None:
    for k in (1, 2, 3, 7, 8):
        N, z, b = RNG.standard_normal((5, k, k)), RNG.standard_normal((5, k)), RNG.standard_normal((5, k))
        b = (N @ z[..., None])[..., 0] + 1e-14 * b
        value, error = residual(N, z, b)
        for s, i in np.ndindex(5, k):
            truth = Fraction(b[s, i]) - sum(Fraction(N[s, i, j]) * Fraction(z[s, j]) for j in range(k))
            assert abs(Fraction(value[s, i]) - truth) <= Fraction(error[s, i])
            assert error[s, i] <= 2.0**-50 * abs(float(truth)) + 2.0**-95


def test_stacks_are_bounded_as_their_members_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """With an inverse so crude that rows and columns of what it leaves differ."""
    M = np.stack([drawn(3) for _ in range(8)])
    wrong = 1 + 0.1 * RNG.uniform(-1, 1, (8, 3, 3))
    centre = np.stack([[float(v) for v in solution(each)] for each in M]) + 1e-3
    monkeypatch.setattr(system, "inverse", lambda N: np.linalg.inv(N) * (wrong if N.ndim == 3 else wrong[s]))
    together = distance_to_solution(M, centre)
    for s in range(8):
        assert together[s].tolist() == pytest.approx(distance_to_solution(M[s], centre[s]).tolist(), rel=1e-9)


def test_a_bound_among_the_least_doubles_is_rounded_up() -> None:
    """The solution 1/(1 + a) lies between two of them, nearer to the one that is the centre."""
    for _ in range(40):
        a = float(RNG.uniform(1, 1.99)) * 2.0**1023
        truth = 1 / (1 + Fraction(a))
        below = int(truth * 2**1074)
        centre = np.array([float(Fraction(below, 2**1074)), 1.0])
        bound = distance_to_solution(np.array([[a, -1.0], [1.0, 1.0]]), centre)
        assert abs(truth - Fraction(centre[0])) <= Fraction(bound[0])
