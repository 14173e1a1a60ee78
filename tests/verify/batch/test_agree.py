"""A stack and `verify` agree: what the one accepts the other accepts, check by check."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import gordan
from gordan.outcome import Verdict
from gordan.verify import Claims, Stack, verify_many
from verify.batch.stacked import claim_of, claimed, problem_of

QUESTIONS: list[dict[str, Any]] = [
    {"intercept": True},
    {"intercept": False},
    {"intercept": False, "normalise": True},
    {"intercept": True, "numbers": "decimal"},
    {"intercept": False, "numbers": "decimal"},
]
ROUNDED = "floating point with rounding bounds"


def drawn(seed: int, scale: str, count: int = 40, n: int = 11, m: int = 4) -> tuple[Any, Any]:
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((count, n, m))
    if scale == "columns":
        X = np.ldexp(X, rng.integers(-60, 60, (count, 1, m)))
    elif scale == "rows":
        X = np.ldexp(X, rng.integers(-40, 40, (count, n, 1)))
    elif scale == "extreme":
        X = np.ldexp(X, rng.integers(-1000, 1000, (count, 1, 1)))
    elif scale == "smallest":
        X = np.ldexp(X, -1060)
    elif scale == "integers":
        X = rng.integers(-3, 4, (count, n, m)).astype(float)
        X[~X.any(axis=2)] = 1.0
    Y = rng.integers(0, 2, (count, n))
    Y[:, :2] = 0, 1
    hidden = rng.standard_normal((count, m, 1))
    easy = (X[::2] / np.abs(X[::2]).max(axis=(1, 2), keepdims=True) @ hidden[::2])[..., 0] > 0
    Y[::2] = np.where(easy.all(axis=1, keepdims=True) | (~easy).all(axis=1, keepdims=True), Y[::2], easy)
    return X, Y


def agree(stack: Stack, claims: Claims) -> list[bool]:
    """Which claims the stack accepts; each of its verdicts is compared with that of `verify`."""
    judged = verify_many(stack, claims)
    for i, holds in enumerate(judged.holds.tolist()):
        claim = claim_of(stack, claims, i)
        together: Verdict = judged.verdict(i, claim)
        alone = gordan.verify(problem_of(stack, i), claim)
        assert together.holds == holds, (i, together.failed)
        if holds:
            assert alone.holds, (i, alone.failed)
            assert [check.name for check in together.checks] == [check.name for check in alone.checks]
            assert together.bracket.lower <= alone.bracket.upper
        elif alone.holds:
            # Only where rounding leaves a true claim open: integers go further.
            assert {check.arithmetic for check in together.failed} == {ROUNDED}, (i, together.failed)
    return list(judged.holds.tolist())


@pytest.mark.parametrize("how", QUESTIONS, ids=str)
@pytest.mark.parametrize("scale", ["one", "columns", "rows", "extreme", "smallest", "integers"])
def test_claims_of_the_engine(scale: str, how: dict[str, Any]) -> None:
    stack, claims = claimed(*drawn(1, scale), **how)
    assert all(agree(stack, claims))
    if scale == "one":
        assert {0, 1} <= set(claims.kind.tolist())


@pytest.mark.parametrize("how", QUESTIONS, ids=str)
@pytest.mark.parametrize("scale", ["one", "columns", "extreme", "integers"])
def test_claims_at_random(scale: str, how: dict[str, Any]) -> None:
    """Of every kind, most of them false: directions, weights, radii and ends disturbed here and there."""
    rng = np.random.default_rng(2)
    stack, claims = claimed(*drawn(3, scale, 60), **how)
    assert claims.radius is not None
    assert claims.lower is not None
    assert claims.upper is not None

    def disturbed(values: Any, by: float) -> Any:
        return np.where(rng.random(values.shape) < 0.1, values * (1 + by * rng.standard_normal(values.shape)), values)

    for by in (1e-15, 1e-6, 1.0):
        other = replace(
            claims,
            kind=np.where(rng.random(60) < 0.2, rng.integers(0, 3, 60), claims.kind).astype(np.int8),
            W=disturbed(claims.W, by),
            offset=disturbed(claims.offset, by),
            x=disturbed(claims.x, by),
            radius=np.abs(disturbed(claims.radius, by)),
            lower=disturbed(claims.lower, by),
            upper=disturbed(claims.upper, by),
        )
        accepted = agree(stack, other)
        assert not all(accepted)


def test_points_that_all_share() -> None:
    X, Y = drawn(5, "one", 30)
    stack, claims = claimed(X[0], Y)
    assert stack.X.shape[0] == 1
    assert all(agree(stack, claims))
