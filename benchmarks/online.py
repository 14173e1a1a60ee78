"""Online learners: batches against scikit-learn's `Perceptron.partial_fit`, single examples against river's perceptron.

Both sides of a comparison see the same examples in the same order, alternately and in one process, so that whatever
else the machine does falls on both. Compiling is done before. river is no dependency of this project: where it is not
installed its rows say so.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.sparse import csr_array
from sklearn.linear_model import Perceptron

import gordan
from benchmarks.result import write

ROUNDS = 5
CLASSES = [0, 1]


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks online", description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=1_000_000, help="dense rows of 50 columns")
    parser.add_argument("--sparse", type=int, default=200_000, help="sparse rows of 47,236 columns, 73 entries each")
    parser.add_argument("--single", type=int, default=20_000, help="dictionaries learned one by one")
    options = parser.parse_args(arguments)
    rng = np.random.default_rng(0)
    dense = _dense(rng, options.rows, 50)
    sparse = _sparse(rng, options.sparse)
    rows = [
        _batches("one batch, dense", *dense, len(dense[1])),
        _batches("batches of 1,000, dense", *dense, 1_000),
        _batches("one batch, sparse", *sparse, len(sparse[1])),
        _batches("batches of 1,000, sparse", *sparse, 1_000),
        *(_single(rng, options.single, m, noise) for m in (20, 50) for noise in (0.5, 20.0)),
    ]
    header = ["examples", "size", "mistakes", "per second", "peer", "peer per second", "ratio"]
    write(
        "online",
        "Online perceptrons: examples learned per second",
        header,
        rows,
        f"Medians of {ROUNDS} alternating rounds; the ratio is ours to the peer's. Both have an intercept and",
        "know the classes. Labels are a hyperplane's with Gaussian noise; `noisy` dictionaries are mistaken often.",
    )


def _dense(rng: Any, n: int, m: int) -> tuple[Any, Any]:
    X = rng.standard_normal((n, m))
    return X, (X @ rng.standard_normal(m) + 0.5 * rng.standard_normal(n) > 0).astype(int)


def _sparse(rng: Any, n: int) -> tuple[Any, Any]:
    """As wide and as full as rcv1: frequent and rare terms, rows of unit length."""
    m, entries = 47_236, 73
    columns = np.minimum((m ** rng.random((n, entries))).astype(np.int32), m - 1)
    ends = np.arange(0, n * entries + 1, entries, dtype=np.int32)
    X = csr_array((rng.random((n, entries)).ravel(), columns.ravel(), ends), (n, m))
    X.sum_duplicates()
    X.data /= np.sqrt(np.asarray(X.multiply(X).sum(axis=1)).ravel()).repeat(np.diff(X.indptr))
    scores = X @ rng.standard_normal(m)
    return X, (scores > np.median(scores) + 0.02 * rng.standard_normal(n)).astype(int)


def _batches(name: str, X: Any, y: Any, size: int) -> list[str]:
    parts = [(X[k : k + size], y[k : k + size]) for k in range(0, len(y), size)]

    def learn(learner: Any) -> Any:
        for part, labels in parts:
            learner.partial_fit(part, labels, classes=CLASSES)
        return learner

    learn(gordan.online.OnlinePerceptron())  # compiles
    ours, theirs, learner = _alternate(
        len(y), lambda: learn(gordan.online.OnlinePerceptron()), lambda: learn(Perceptron(shuffle=False))
    )
    entries = f"{X.shape[0]:,} x {X.shape[1]:,}"
    return _row(name, entries, learner, ours, "scikit-learn", theirs)


def _single(rng: Any, n: int, m: int, noise: float) -> list[str]:
    X = rng.standard_normal((n, m))
    labels = (X @ rng.standard_normal(m) + noise * rng.standard_normal(n) > 0).tolist()
    names = [f"feature {j}" for j in range(m)]
    examples = [dict(zip(names, row, strict=True)) for row in X.tolist()]

    def learn(learner: Any) -> Any:
        for x, y in zip(examples, labels, strict=True):
            learner.learn_one(x, y)
        return learner

    try:
        from river import __version__, linear_model
    except ImportError:
        ours, _, learner = _alternate(n, lambda: learn(gordan.online.OnlinePerceptron()), lambda: None)
        return [*_row(_dictionaries(noise), f"{n:,} x {m}", learner, ours, "river is not installed", ours)[:5], "", ""]
    ours, theirs, learner = _alternate(
        n, lambda: learn(gordan.online.OnlinePerceptron()), lambda: learn(linear_model.Perceptron())
    )
    return _row(_dictionaries(noise), f"{n:,} x {m}", learner, ours, f"river {__version__}", theirs)


def _dictionaries(noise: float) -> str:
    return "dictionaries, noisy" if noise > 1 else "dictionaries"


def _alternate(n: int, ours: Callable[[], Any], theirs: Callable[[], Any]) -> tuple[list[float], list[float], Any]:
    """Examples per second of both in every round, and our learner."""
    rates: tuple[list[float], list[float]] = ([], [])
    learner = None
    for _ in range(ROUNDS):
        for side, run in enumerate((ours, theirs)):
            began = time.perf_counter()
            done = run()
            rates[side].append(n / (time.perf_counter() - began))
            learner = done if side == 0 else learner
    return *rates, learner


def _row(name: str, size: str, learner: Any, ours: list[float], peer: str, theirs: list[float]) -> list[str]:
    ratio = float(np.median(np.array(ours) / np.array(theirs)))
    row = [
        name,
        size,
        f"{learner.mistakes:,}",
        f"{np.median(ours):,.0f}",
        peer,
        f"{np.median(theirs):,.0f}",
        f"{ratio:.1f}",
    ]
    print(row, flush=True)
    return row
