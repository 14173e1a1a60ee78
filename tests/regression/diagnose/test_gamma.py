"""The Gamma pseudo-likelihood: its rows against the likelihood itself, weights, exact sums, and words."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
import scipy.optimize

import gordan
from gordan.errors import InputError
from gordan.regression.model.system import named_family
from regression.diagnose.likelihood import gamma


def drawn(seed: int) -> tuple[Any, Any, Any]:
    draws = np.random.default_rng(seed)
    n, p = int(draws.integers(3, 10)), int(draws.integers(1, 4))
    X = draws.integers(-2, 3, (n, p)).astype(float)
    if seed % 2:
        X = (X + draws.integers(0, 9, (n, p)) / 10).round(1)
    y = np.where(draws.random(n) < 0.4, 0.0, draws.integers(1, 5, n))
    return X, y, draws.integers(1, 4, n) / (1 if seed % 3 else 10)


@pytest.mark.parametrize("seed", range(60))
def test_the_answer_is_that_of_the_likelihood(seed: int) -> None:
    """Along the direction it never falls and rises in the end; where estimates exist the score vanishes at them."""
    X, y, w = drawn(seed)
    answer = gordan.diagnose(X, y, family="gamma", weights=w, intercept=False)
    assert answer.verify().holds

    def total(b: Any) -> float:
        return float((w * gamma(X, y, b)).sum())

    if answer.separated:
        d = np.array(list(answer.direction.values()))
        for b in np.random.default_rng(seed).normal(size=(4, X.shape[1])):
            steps = [total(b + t * d) for t in (0.0, 0.5, 1.0, 2.0, 4.0)]
            # The sum over all rows rounds; what rises towards a limit has it soon.
            assert all(after > before - 1e-9 for before, after in pairwise(steps))
            assert steps[2] > steps[0]
        return
    best = scipy.optimize.minimize(lambda b: -total(b), np.zeros(X.shape[1]), method="BFGS", options={"gtol": 1e-9}).x
    mu = np.exp(X @ best)
    assert np.abs((w * (y / mu - 1)) @ X).max() < 1e-4
    assert np.abs(best).max() < 1e3


@pytest.mark.parametrize("seed", range(20))
def test_without_zeros_estimates_always_exist(seed: int) -> None:
    X, y, w = drawn(seed)
    assert gordan.diagnose(X, y + 1, family="gamma", weights=w, intercept=False).kind == "overlap"


def test_weights_decide() -> None:
    """z = d for the amount and −d for the zero: with the heavier amount the sum falls one way, otherwise the other."""
    X, y = [[1.0], [-1.0]], [2.0, 0.0]
    assert gordan.diagnose(X, y, family="gamma", weights=[2, 1], intercept=False).kind == "overlap"
    for weights in ([1, 1], [1, 2]):
        assert gordan.diagnose(X, y, family="gamma", weights=weights, intercept=False).separated
    # A hair more than balance, beyond the digits of a double, is enough.
    exact = [1.0, 1e-17, 1.0]
    answer = gordan.diagnose([[1.0], [1.0], [-1.0]], [2.0, 1.0, 0.0], family="gamma", weights=exact, intercept=False)
    assert answer.kind == "overlap"
    assert answer.rank == 1


def test_long_sums_stand_in_columns_of_their_own() -> None:
    X = np.array([[0.1, 1e17], [0.2, 3.0], [1e-9, 5.0], [7.0, 1.0]])
    for numbers in ("decimal", "binary"):
        system = gordan.pose(X, [1, 0, 2, 0], family="gamma", intercept=False, numbers=numbers).system
        last, held = system.inequalities[-1], system.equalities
        meant = {"decimal": lambda v: Fraction(repr(float(v))), "binary": lambda v: Fraction(float(v))}[numbers]
        sums = [meant(v) for v in last[:2]]
        for row in held:
            j, k = int(np.flatnonzero(row[:2])[0]), int(np.flatnonzero(row[2:])[0]) + 2
            assert (row[j], row[k]) == (1.0, -1.0)
            sums[j] += meant(last[k])
        assert sums == [-sum(meant(v) for v in column) for column in X.T]
        assert system.n_columns > 2


def test_sparse_and_dense_have_the_same_rows() -> None:
    import scipy.sparse as sp

    X, y, w = drawn(7)
    dense = gordan.pose(X, y, family="gamma", weights=w).system
    sparse = gordan.pose(sp.csr_array(X), y, family="gamma", weights=w).system
    assert dense.digest() == sparse.digest()


def test_the_page_names_zeros_and_levels() -> None:
    data = {"y": [0, 0, 3.5, 2, 0, 1], "x": [1, 2, 3, 4, 5, 6], "g": list("aabbcc")}
    answer = gordan.diagnose("y ~ C(g)", data=data, family="gamma")
    page = str(answer)
    assert "g = a: 2 rows, 0 events" in page
    assert "3 zeros pull" in page
    assert answer.refit_formula is None
    with pytest.raises(InputError, match="not the limits"):
        answer.keep(data)
    with pytest.raises(InputError, match="cannot be written yet"):
        answer.write_certificate("gamma.json")
    assert "Gamma" in str(gordan.diagnose("y ~ x", data=data, family="gamma", weights="x"))


def family(name: str, link: str = "Log", **fields: float) -> Any:
    """As the families of statsmodels are: told by the names of their classes."""
    return type(name, (), {**fields, "link": type(link, (), {})()})()


def test_names_and_objects_of_the_family() -> None:
    assert named_family("Gamma") == named_family(family("Gamma")) == "gamma"
    assert named_family(family("Tweedie", var_power=2)) == "gamma"
    for other in (family("Tweedie", var_power=2.5), family("InverseGaussian", "InverseSquared")):
        with pytest.raises(InputError, match="not concave"):
            named_family(other)
    with pytest.raises(InputError, match="with the link inversepower"):
        named_family(family("Gamma", "InversePower"))


def test_only_coefficients_that_must_move_are_infinite() -> None:
    """Level b has a zero alone: its coefficient falls, and the others need not do anything."""
    data = {"y": [3.5, 2.0, 0, 1.0, 0.7, 0], "g": list("aabccc")}
    assert gordan.diagnose("y ~ 0 + C(g)", data=data, family="gamma").coefficients == {
        "C(g)[a]": "undetermined",
        "C(g)[b]": "-inf",
        "C(g)[c]": "undetermined",
    }


def test_negative_amounts_are_refused() -> None:
    with pytest.raises(InputError, match="holds -1 in row 1"):
        gordan.diagnose([[1.0], [2.0]], [1.0, -1.0], family="gamma")
