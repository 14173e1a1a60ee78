"""Integer systems solved digit by digit, against a library's elimination; what cannot be lifted is left to others."""

from __future__ import annotations

import time
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from flint import fmpz_mat

from gordan.engine.polish.lifting import TooLong, lift
from gordan.engine.polish.reconstruct import reconstruct


def whole(values: Any) -> Any:
    """An array of the interpreter's integers."""
    array = np.asarray(values)
    return np.array([int(v) for v in array.ravel()] + [None], dtype=object)[:-1].reshape(array.shape)


def system(k: int, bits: int, seed: int) -> tuple[Any, Any]:
    """A x = b with random integers of about so many bits, and all |x_j| below 1."""
    rng = np.random.default_rng(seed)
    A = whole(rng.integers(-(2**20), 2**20, (k, k))) << max(bits - 20, 0)
    A = A + whole(rng.integers(0, 2**20, (k, k))) if bits > 20 else A >> (20 - bits)
    b = (A @ whole(rng.integers(-(2**10), 2**10, k))) >> 11
    return A, b


@pytest.mark.parametrize("bits", [3, 20, 40, 70, 150])
@pytest.mark.parametrize("k", [1, 2, 7, 40, 130])
def test_it_agrees_with_elimination(k: int, bits: int) -> None:
    for seed in range(3):
        A, b = system(k, bits, seed)
        found = lift(A, b)
        try:
            expected, denominator = fmpz_mat(A.tolist()).solve(fmpz_mat(b[:, None].tolist())).numer_denom()
        except ZeroDivisionError:
            assert found is None
            continue
        if found is None:
            # Floating point could not tell the matrix from a singular one.
            assert np.linalg.cond(A.astype(float)) > 1e6
            continue
        for i, value in enumerate(found[0]):
            assert value * denominator == expected[i, 0] * found[1]


def test_a_short_solution_needs_few_digits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Weights of a few digits are recognised long before those of the determinant."""
    A, _ = system(60, 60, 0)
    x = whole(np.random.default_rng(1).integers(-50, 50, 60))
    steps = []
    lifting = import_module("gordan.engine.polish.lifting")
    advance = lifting._advance
    monkeypatch.setattr(lifting, "_advance", lambda *args: steps.append(1) or advance(*args))
    numerators, denominator = lift(A * 50, A @ x)
    assert [v * 50 for v in numerators] == [v * denominator for v in x]
    assert len(steps) < 30


@pytest.mark.parametrize("exponent", [230, 3000])
def test_numbers_of_too_different_sizes_are_left_to_others(exponent: int) -> None:
    A, b = system(5, 20, 0)
    A[0, 0] += 1 << exponent
    assert lift(A, b) is None


def test_singular_and_nearly_singular_systems_are_left_to_others() -> None:
    A, b = system(6, 40, 0)
    A[0] = A[1]
    assert lift(A, b) is None
    A[0, 0] += 1
    assert lift(A, b) is None


def test_the_clock_is_looked_at_on_the_way() -> None:
    A, b = system(130, 60, 0)
    assert lift(A, b) is not None
    with pytest.raises(TooLong, match="s of exact arithmetic are more than max_seconds leaves"):
        lift(A, b, deadline=time.perf_counter() + 1e-3)


@pytest.mark.parametrize("step", [8, 13, 24, 32])
@pytest.mark.parametrize("missing", [0, 1])
def test_fractions_from_their_digits(step: int, missing: int) -> None:
    """Numbers N/D of 100 bits need 200 and a few more; with fewer nothing is made up."""
    rng = np.random.default_rng(step)
    D = int.from_bytes(rng.bytes(12), "big") | 1
    N = [int.from_bytes(rng.bytes(11), "big") * (-1) ** i for i in range(5)]
    count = -(-(2 * 96 + 90) // step) - missing * (96 // step)
    digits = []
    rest = [abs(n) for n in N]
    for _ in range(count):
        rest = [r << step for r in rest]
        digits.append([r // D * (1 if n > 0 else -1) for r, n in zip(rest, N, strict=True)])
        rest = [r % D for r in rest]
    found = reconstruct(np.zeros(5), np.array(digits), step)
    if missing:
        assert found is None
    else:
        assert found is not None
        assert all(v * D == n * found[1] for v, n in zip(found[0], N, strict=True))
