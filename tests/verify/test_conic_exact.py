"""Weights in integers: in the cone and cancelling, however long they are and however few of very many."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
import scipy.sparse as sp

from gordan import Conic
from gordan.cone import PSD, Lorentz, Orthant, Product
from gordan.outcome import NullSpaceBall, NullSpacePoint
from gordan.verify.conic.member import cancels, inside
from gordan.verify.conic.weights import judge_weights, on_face


def test_semidefinite_just_where_no_eigenvalue_is_negative() -> None:
    """All symmetric matrices of order 3 with entries from −1 to 1, and each over a denominator."""
    problem = Conic(np.ones((1, 6)), PSD(3))
    for entries in product((-1, 0, 1), repeat=6):
        M = np.zeros((3, 3))
        M[np.triu_indices(3)] = entries
        least = np.linalg.eigvalsh(M + np.triu(M, 1).T)[0]
        expected = bool(least > -1e-9) and any(entries)
        assert inside(problem, entries) == expected
        assert inside(problem, [Fraction(v, 7) for v in entries]) == expected


def test_lorentz_to_the_last_digit() -> None:
    problem = Conic(np.ones((1, 3)), Lorentz(3))
    big = 10**400
    assert inside(problem, [3 * big, 4 * big, 5 * big])
    assert not inside(problem, [3 * big, 4 * big, 5 * big - 1])
    assert not inside(problem, [0, 0, 0])


def test_entries_of_every_size_cancel() -> None:
    """The smallest double and the greatest, weighed against one another."""
    problem = Conic([[5e-324, 2.0**1023, -1.0]], Product([Orthant(2), Lorentz(1)]))
    assert cancels(problem, [2**1074, 1, 1 + 2**1023])
    assert not cancels(problem, [2**1074, 1, 2**1023])


def test_weights_that_do_not_cancel_are_looked_at_no_further() -> None:
    problem = Conic([[1.0, 1.0, 1.0]], PSD(2))
    checks = judge_weights(problem, NullSpacePoint((-1, 5, 3), 1))
    assert [(check.name, check.holds) for check in checks][-1] == ("weights cancel", False)


def test_one_of_ten_million_entries() -> None:
    """Dense, the map or the weights in fractions would take gigabytes."""
    n = 10_000_000
    rows = sp.csr_array((np.ones(2), np.array([0, 1]), np.array([0, 1, 2])), shape=(2, n))
    problem = Conic(rows, Product([Orthant(n - 1), Lorentz(1)]))
    assert np.array_equal(on_face(problem, (np.array([5, 1]), np.array([0]))).mid, [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    proof = NullSpaceBall((np.array([5]), np.array([0])), np.ones(2), 0.0)
    assert judge_weights(problem, proof)[0].holds


@pytest.mark.parametrize("digits", [10, 40_000])
def test_long_weights_are_shown_as_doubles(digits: int) -> None:
    """Of a proof in long integers the weights are those of its leading digits."""
    from gordan.outcome.certificate.conic import Integers, _doubles

    problem = Conic([[1.0, -1.0, 0.0]], Lorentz(3))
    big = 10**digits
    assert _doubles(problem, Integers((0, 1, 2), (big, big, 2 * big), 7)).tolist() == [0.5, 0.5, 1.0]
