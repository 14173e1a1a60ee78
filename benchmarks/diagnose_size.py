"""Seconds and memory of `diagnose` by size, rows, coefficients and rounded proof included; and of a batch."""

from __future__ import annotations

import resource
import time
from typing import Any

import numpy as np
import pandas as pd

import gordan
from benchmarks.result import write

__all__ = ["sizes"]


def sizes() -> None:
    """Each size once; the largest last, for the greatest memory is remembered by the process."""
    rng = np.random.default_rng(0)
    gordan.diagnose("y ~ x", data={"y": [0, 1, 0], "x": [1, 2, 3]})  # formulaic and scipy are loaded
    rows = [_dense(rng, 20_000, 21, "1.5 s"), _effects(rng), _batch(rng)]
    rows += [_overlap(rng, 5_000, 500), _overlap(rng, 20_000, 1_000, "60 s")]
    rows += [_dense(rng, 1_000_000, 49, "60 s, 4 x data")]
    header = ["question", "answer", "seconds", "of processor", "peak memory / data", "figure"]
    write("diagnose_size", "Separation: seconds by size", header, rows)


def _dense(rng: np.random.Generator, n: int, p: int, figure: str) -> list[str]:
    X = rng.standard_normal((n, p))
    y = (X @ rng.standard_normal(p) + rng.logistic(size=n) > 0).astype(int)
    X[:, 0] = (y == 1) & (rng.random(n) < 200 / n)
    return _timed(f"binomial, {n:,} x {p + 1} dense", lambda: gordan.diagnose(X, y), X.nbytes, figure)


def _overlap(rng: np.random.Generator, n: int, p: int, figure: str = "") -> list[str]:
    """Estimates that exist; without a figure beside the processor seconds of a fit by statsmodels, if installed."""
    X = rng.standard_normal((n, p))
    y = (X @ rng.standard_normal(p) / np.sqrt(p) + rng.logistic(size=n) > 0).astype(int)
    return _timed(f"binomial, {n:,} x {p + 1} dense", lambda: gordan.diagnose(X, y), X.nbytes, figure or _fit(X, y))


def _fit(X: Any, y: Any) -> str:
    try:
        from statsmodels.api import Logit, add_constant
    except ImportError:
        return "a fit (statsmodels is not installed)"
    busy = _processor()
    Logit(y, add_constant(X)).fit(disp=0)
    return f"a fit, {_processor() - busy:.2f} s"


def _effects(rng: np.random.Generator) -> list[str]:
    n = 20_000
    data = pd.DataFrame(
        {"x": rng.standard_normal(n).round(3), "i": rng.integers(0, 350, n), "j": rng.integers(0, 350, n)}
    )
    data["y"] = np.where(np.isin(data["i"], [3, 7]), 0, rng.poisson(np.exp(0.3 * data["x"] - 1)))
    ask = lambda: gordan.diagnose("y ~ x + C(i) + C(j)", data=data, family="poisson")  # noqa: E731
    return _timed("Poisson, 20,000 x 700 fixed effects", ask, 0, "1 s")


def _batch(rng: np.random.Generator, count: int = 10_000) -> list[str]:
    models = []
    for _ in range(count):
        X = rng.standard_normal((200, 5))
        models.append((X, (X @ rng.standard_normal(5) * 3 + rng.logistic(size=200) > 0).astype(int)))
    return _timed(f"{count:,} binomial models, 200 x 5", lambda: gordan.diagnose_many(models), 0, "60 s")


def _timed(what: str, ask: Any, size: int, figure: str) -> list[str]:
    began, busy = time.perf_counter(), _processor()
    found = ask()
    seconds, busy = time.perf_counter() - began, _processor() - busy
    told = (
        found.kind
        if isinstance(found, gordan.regression.diagnose.Diagnosis)
        else str(found["kind"].value_counts().to_dict())
    )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / size if size > 1e8 else np.nan
    return [what, told, f"{seconds:.2f}", f"{busy:.2f}", "-" if np.isnan(peak) else f"{peak:.1f}", figure]


def _processor() -> float:
    """Seconds of processor time, those of child processes included."""
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
