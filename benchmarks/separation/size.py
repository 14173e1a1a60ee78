"""Systems of the sizes in question, with known kinds: dense designs, and sparse ones with two sets of fixed effects."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import scipy.sparse as sp

from gordan.feasibility.split import System

__all__ = ["sizes"]


def sizes(large: bool) -> Iterator[tuple[str, System, float]]:
    """Name, system, and the seconds allowed for rows, coefficients and rounded proof together."""
    for kind in ("overlap", "quasi", "complete"):
        yield f"200 x 5 dense, {kind}", dense(200, 5, kind), 0.006
        yield f"20,000 x 22 dense, {kind}", dense(20_000, 22, kind), 1.5
    for kind in ("overlap", "quasi"):
        yield f"20,000 x 699 fixed effects, binomial, {kind}", effects(20_000, kind, poisson=False), 1.0
        yield f"20,000 x 699 fixed effects, Poisson, {kind}", effects(20_000, kind, poisson=True), 1.0
    if large:
        for kind in ("overlap", "quasi", "complete"):
            yield f"1,000,000 x 50 dense, {kind}", dense(1_000_000, 50, kind), 60.0


def dense(n: int, p: int, kind: str) -> System:
    """Gaussian columns and a constant; one indicator that goes with one answer where quasi."""
    random = np.random.default_rng(0)
    X = random.normal(size=(n, p))
    X[:, 0] = 1.0
    score = X @ random.normal(size=p)
    y = np.sign(score if kind == "complete" else score + random.logistic(size=n))
    if kind == "quasi":
        X[:, 1] = random.random(n) < 0.1
        y[X[:, 1] == 1] = 1
    X *= y[:, None]
    return System(X, numbers="decimal")


def effects(n: int, kind: str, *, poisson: bool) -> System:
    """500 and 198 groups, the first of each dropped, and two covariates of three decimals."""
    random = np.random.default_rng(0)
    first, second = random.integers(0, 500, n), random.integers(0, 198, n)
    x = np.round(random.normal(size=(n, 2)), 3)
    spread = 3.0 if kind == "quasi" else 0.3
    score = x @ [1.0, -1.0] + spread * random.normal(size=500)[first] + 0.3 * random.normal(size=198)[second]
    blocks = [np.ones((n, 1)), sp.eye_array(500, format="csr")[first][:, 1:], sp.eye_array(198, format="csr")[second]]
    X = sp.csr_array(sp.hstack([sp.csr_array(blocks[0]), blocks[1], blocks[2][:, 1:], sp.csr_array(x)], format="csr"))
    if poisson:
        y = random.poisson(np.exp(np.minimum(score - (3.0 if kind == "quasi" else 0.0), 8.0)))
        return System(-X[y == 0], X[y > 0], numbers="decimal")
    sign = np.where(score + random.logistic(size=n) > 0, 1.0, -1.0)
    if kind == "quasi":
        sign[first < 5] = 1.0
    return System(sp.csr_array(sp.diags_array(sign) @ X), numbers="decimal")
