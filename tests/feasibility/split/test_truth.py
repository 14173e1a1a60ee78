"""Rows, coefficients, rank and aliased columns against elimination in fractions, on small and on nasty systems."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from scipy.sparse import csr_array

from feasibility.split.draw import few, systems
from feasibility.split.truth import truth
from gordan.feasibility.split import Split, System, coefficients, split


def check(A: Any, E: Any, numbers: Any, proof: Any, sparse: bool = False) -> None:
    give = csr_array if sparse else np.asarray
    system = System(give(A) if len(A) else A, give(E) if len(E) else None, numbers=numbers)
    found = split(system, proof=proof)
    assert isinstance(found, Split), found.reason
    assert found.verdict.holds
    expected = truth(_fractions(A, numbers), _fractions(E, numbers), A.shape[1])
    assert found.strict.tolist() == expected.strict
    assert (found.rank, found.aliased) == (expected.rank, expected.aliased)
    assert coefficients(system, found) == expected.coefficients


def _fractions(rows: Any, numbers: str) -> list[list[Fraction]]:
    read = (lambda v: Fraction(repr(v))) if numbers == "decimal" else Fraction
    return [[read(v) for v in row] for row in rows.tolist()]


@given(systems())
@few(150)
def test_small_integers_with_rounded_proofs(drawn: tuple[Any, Any]) -> None:
    check(*drawn, "binary", "rounded")


@given(systems())
@few(150)
def test_small_integers_with_exact_proofs(drawn: tuple[Any, Any]) -> None:
    check(*drawn, "decimal", "exact")


@given(systems())
@few(50)
def test_small_integers_in_sparse_form(drawn: tuple[Any, Any]) -> None:
    check(*drawn, "decimal", "rounded", sparse=True)


def nasty(kind: str, seed: int) -> tuple[Any, Any]:
    """Systems on which floating point alone cannot tell: nearly parallel, nearly flat, scaled apart, dependent."""
    random = np.random.default_rng(seed)
    p, n = int(random.integers(2, 5)), int(random.integers(3, 8))
    A = random.integers(-2, 3, (n, p)).astype(float)
    if kind == "near":
        A += random.integers(-1, 2, (n, p)) * 10.0 ** -random.integers(6, 15)
    elif kind == "thin":
        A[:, 0] += random.integers(-1, 2, n) * 2.0 ** -random.integers(20, 45)
    elif kind == "scales":
        A *= 10.0 ** random.integers(-9, 10, (1, p)) * 10.0 ** random.integers(-9, 10, (n, 1))
    elif kind == "dependent":
        A = np.round(random.integers(-3, 4, (n, 2)) @ random.integers(-3, 4, (2, p)) * 0.1, 10)
    elif kind == "thirds":
        A = np.round(A / 3, int(random.integers(1, 16)))
    return A[1:], A[:1] if seed % 2 else A[:0]


@pytest.mark.parametrize("numbers", ["binary", "decimal"])
@pytest.mark.parametrize("kind", ["near", "thin", "scales", "dependent", "thirds"])
@pytest.mark.parametrize("seed", range(8))
def test_nasty_systems_are_settled_and_right(kind: str, seed: int, numbers: str) -> None:
    check(*nasty(kind, seed), numbers, "rounded" if seed < 4 else "exact")
