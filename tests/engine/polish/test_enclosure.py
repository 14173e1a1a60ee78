"""Weights that nearly cancel become a proof: integers on few rows, a box on many, integers only where asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import pytest

import gordan
from claimed import enclosed
from gordan.engine.polish import cancellation
from gordan.engine.polish.enclosure import enclosure, propose
from verify.system import claim, exact_equations, exactly, inside, planted

# The package's own name for it is the function.
polishing = import_module("gordan.engine.polish.cancellation")


def handed_over(k: int, intercept: bool, seed: int = 0, others: int = 20) -> tuple[gordan.Points, Any]:
    """A problem in which the first k rows cancel, and weights on these as an active set would hand them over."""
    X, y, x = planted(k, intercept, seed)
    rng = np.random.default_rng(seed + 1000)
    X = np.vstack([X, rng.normal(size=(others, X.shape[1])) + 5.0])
    problem = gordan.Points(X, np.append(y, np.ones(others)), intercept=intercept)
    return problem, np.append(x, np.zeros(others))


@pytest.fixture
def never_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """No second search for a support that was handed over."""

    def refuse(*_: Any) -> Any:
        raise AssertionError("the min-norm point was sought again")

    monkeypatch.setattr(polishing, "_min_norm_point", refuse)


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize(("k", "exact", "kind"), [(12, False, "integers"), (60, False, "box"), (60, True, "integers")])
@pytest.mark.usefixtures("never_again")
def test_a_support_handed_over_is_proved_as_it_is(k: int, exact: bool, kind: str, intercept: bool) -> None:
    problem, x = handed_over(k, intercept)
    proof = cancellation(problem, x, exact=exact).proof
    assert proof is not None
    assert proof.support == tuple(range(k))
    assert isinstance(proof, gordan.outcome.Enclosure if kind == "box" else gordan.outcome.Cancellation)


@pytest.mark.usefixtures("never_again")
def test_a_dependent_support_is_reduced_first() -> None:
    """A row more than the equations determine: one of the rows leaves, and the rest is enclosed."""
    X, y, x = planted(60, False, 5)
    # The mean of four rows can take over some of their weight.
    problem = gordan.Points(np.vstack([X, X[:4].mean(axis=0)]), np.append(y, y[0]), intercept=False)
    share = 0.5 * x[:4].min()
    x = np.append(x, 4 * share)
    x[:4] -= share * y[:4] * y[0]
    assert x.min() > 0
    proof = cancellation(problem, x).proof
    assert isinstance(proof, gordan.outcome.Enclosure)
    assert len(proof.support) == 60
    assert gordan.verify(problem, claim(problem, proof)).holds


def test_weights_that_do_not_cancel_are_not_taken_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    problem, x = handed_over(60, True)

    def refuse(*_: Any) -> Any:
        raise AssertionError("these weights do not cancel")

    monkeypatch.setattr(polishing, "_prove", refuse)
    x[:2] = x[1::-1]
    with pytest.raises(AssertionError, match="do not cancel"):
        cancellation(problem, handed_over(60, True)[1])
    monkeypatch.setattr(polishing, "_min_norm_point", lambda *_: None)
    assert cancellation(problem, x).proof is None


def test_a_box_that_is_refused_gives_way_to_integers(monkeypatch: pytest.MonkeyPatch) -> None:
    problem, x = handed_over(50, False)
    monkeypatch.setattr(polishing, "enclosure", lambda *_, **__: None)
    proof = cancellation(problem, x).proof
    assert isinstance(proof, gordan.outcome.Cancellation)


def test_the_verifier_is_asked_where_integers_could_take_the_place() -> None:
    """Rows equal but for rounding are beyond what the box can tell apart; asked or not, no wrong box comes out."""
    X, y, _ = planted(45, False, 2)
    X[:, 0] = X[:, 1] * (1.0 + 2.0**-50)
    assert enclosure(gordan.Points(X, y, intercept=False), range(45), checked=True) is None


@pytest.mark.parametrize("solver", ["auto", "min-norm-point"])
@pytest.mark.parametrize("intercept", [False, True])
def test_gaussian_points_in_fifty_dimensions(intercept: bool, solver: str) -> None:
    """Found from nothing: a box with rounded proofs, integers with exact ones, both verified."""
    rng = np.random.default_rng(3)
    X, y = rng.normal(size=(500, 50)), rng.integers(0, 2, 500)
    boxed = gordan.separate(X, y, intercept=intercept, solver=solver)
    assert isinstance(boxed.proof, gordan.outcome.Enclosure)
    assert boxed.verdict.holds
    assert "rows cancel exactly, with positive weights known to a relative" in boxed.words()
    problem = gordan.Points(X, y, intercept=intercept)
    x = exactly(exact_equations(problem, boxed.proof.support))
    assert x is not None
    assert inside(x, boxed.proof.centre, boxed.proof.radius)
    whole = gordan.separate(X, y, intercept=intercept, solver=solver, proof="exact")
    assert isinstance(whole.proof, gordan.outcome.Cancellation)
    assert whole.verdict.holds
    assert not gordan.verify(problem, boxed, proof="exact").holds


def test_four_hundred_rows_are_no_longer_too_many() -> None:
    problem, x = handed_over(402, True)
    proof = cancellation(problem, x).proof
    assert isinstance(proof, gordan.outcome.Enclosure)
    assert gordan.verify(problem, claim(problem, proof)).holds
    assert cancellation(problem, x, exact=True, deadline=0.0).proof is None


@pytest.mark.parametrize("least", [0.1, 1e-6, 1e-10])
@pytest.mark.parametrize("k", [2, 5, 30, 100])
def test_what_is_proposed_is_accepted(k: int, least: float) -> None:
    """Nothing proposed is refused, and hardly anything is left unproposed."""
    proposed = 0
    for seed in range(10):
        X, y, _ = planted(k, False, seed, least=least)
        M = np.vstack([(X * y[:, None]).T, np.ones(k)])
        centre, radius = propose(M)
        if not np.isnan(centre).any():
            proposed += 1
            assert enclosed(M, centre, radius)
            assert abs(centre.sum() - 1.0) < 1e-9
    assert proposed >= 9


@pytest.mark.parametrize("gap", [30, 36, 40, 44, 46, 48, 50])
def test_what_is_proposed_of_nearly_singular_systems_is_accepted(gap: int) -> None:
    """Two equations that agree but for 2^-gap, with positive weights: proposed as long as they can be proved."""
    proposed = 0
    for seed in range(40):
        X, y, x = planted(6, False, seed)
        M = np.vstack([(X * y[:, None]).T, np.ones(6)])
        slight = np.random.default_rng(seed).normal(size=6)
        M[0] = M[1] + 2.0**-gap * (slight - (slight @ x) / (x @ x) * x)
        centre, radius = propose(M)
        if not np.isnan(centre).any():
            proposed += 1
            assert enclosed(M, centre, radius)
    assert proposed >= 36 if gap <= 36 else proposed < 40


@pytest.mark.parametrize(
    "M",
    [
        [[1.0, 1.0], [1.0, 1.0]],
        [[1.0, 2.0], [1.0, 1.0]],
        [[1.0, 0.0], [1.0, 1.0]],
        [[0.0, 0.0], [1.0, 1.0]],
        [[1.0, 1.0, -2.0], [1.0, 1.0 + 2.0**-52, -2.0], [1.0, 1.0, 1.0]],
    ],
    ids=["singular", "negative", "zero", "no equation", "nearly singular"],
)
def test_nothing_is_proposed(M: Any) -> None:
    centre, radius = propose(np.array(M))
    assert np.isnan(centre).all()
    assert np.isnan(radius).all()
