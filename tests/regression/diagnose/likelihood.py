"""The log-likelihoods themselves, row by row, straight from their definitions; nothing here knows of systems."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np


def binomial(X: Any, y: Any, b: Any) -> Any:
    return -np.logaddexp(0.0, np.where(y > 0, -1.0, 1.0) * (X @ b))


def grouped(X: Any, y: Any, b: Any) -> Any:
    eta = X @ b
    return -y[:, 0] * np.logaddexp(0.0, -eta) - y[:, 1] * np.logaddexp(0.0, eta)


def poisson(X: Any, y: Any, b: Any) -> Any:
    return y * (X @ b) - np.exp(X @ b)


def tweedie(X: Any, y: Any, b: Any) -> Any:
    """With the variance power 1.5."""
    return -2.0 * y * np.exp(-0.5 * (X @ b)) - 2.0 * np.exp(0.5 * (X @ b))


def gamma(X: Any, y: Any, b: Any) -> Any:
    eta = X @ b
    return np.where(y > 0, -y * np.exp(-np.where(y > 0, eta, 0.0)), 0.0) - eta


def cox(X: Any, y: Any, b: Any, ties: str) -> Any:
    """One term for each distinct time of an event, of y = (start, stop, event)."""
    start, stop, event = y
    f, terms = X @ b, []
    for time in np.unique(stop[event]):
        risk, events = (start < time) & (stop >= time), event & (stop == time)
        d, total = int(events.sum()), f[events].sum()
        if ties == "exact":
            sets = [f[list(chosen)].sum() for chosen in combinations(np.flatnonzero(risk).tolist(), d)]
            terms.append(total - np.logaddexp.reduce(sets))
            continue
        share = [k / d if ties == "efron" else 0.0 for k in range(d)]
        others = np.logaddexp.reduce(f[risk & ~events], initial=-np.inf)
        sums = [np.logaddexp(others, np.log1p(-part) + np.logaddexp.reduce(f[events])) for part in share]
        terms.append(total - np.sum(sums))
    return np.array(terms)


def negative_binomial(X: Any, y: Any, b: Any) -> Any:
    return y * (X @ b) - (y + 2.0) * np.logaddexp(0.0, X @ b - np.log(2.0))


def log_binomial(X: Any, y: Any, b: Any) -> Any:
    eta = X @ b
    assert (eta < 0).all()
    return np.where(y > 0, eta, np.log1p(-np.exp(eta)))


def multinomial(X: Any, y: Any, b: Any) -> Any:
    scores = np.column_stack([np.zeros(len(X)), X @ b.reshape(-1, X.shape[1]).T])
    return scores[np.arange(len(X)), y] - np.logaddexp.reduce(scores, axis=1)


def ordinal(X: Any, y: Any, b: Any) -> Any:
    """b are thresholds, then slopes; the difference of two logistic functions, without cancelling."""
    ends = np.concatenate([[-np.inf], b[: y.max()], [np.inf]])
    upper, lower = ends[y + 1] - X @ b[y.max() :], ends[y] - X @ b[y.max() :]
    return _log_sigmoid(upper) + _log_sigmoid(-lower) + np.log1p(-np.exp(lower - upper))


def conditional(X: Any, y: Any, strata: Any, b: Any) -> Any:
    """One term for each stratum: the cases' score against that of every set of as many rows."""
    terms = []
    for stratum in np.unique(strata):
        rows = np.flatnonzero(strata == stratum)
        score, cases = X[rows] @ b, int(y[rows].sum())
        sets = [score[list(chosen)].sum() for chosen in combinations(range(rows.size), cases)]
        terms.append(score[y[rows] > 0].sum() - np.logaddexp.reduce(sets))
    return np.array(terms)


def _log_sigmoid(x: Any) -> Any:
    return -np.logaddexp(0.0, -x)
