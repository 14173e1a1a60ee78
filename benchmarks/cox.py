"""Cox models of 100,000 subjects and 20 covariates: is the partial likelihood monotone? Decided and proved.

Covariates are normal numbers with all their digits. No other tool decides the question; five steps of Newton's method
on Breslow's likelihood stand beside.
"""

from __future__ import annotations

import argparse
import statistics
import time
from typing import Any

import numpy as np

from benchmarks.result import write
from gordan.feasibility.risk import RiskSplit, split_risk
from gordan.problem.risk import RiskSets

STEPS = 5


def models(n: int, m: int) -> dict[str, RiskSets]:
    """Overlap with and without late entry; events in one group only; events in the order of a hidden score."""
    rng = np.random.default_rng(0)
    X, stop, event = rng.normal(size=(n, m)), rng.exponential(size=n) + 0.001, rng.random(n) < 0.3
    start, strata = stop * rng.random(n), rng.integers(0, 50, n)
    grouped = X.copy()
    grouped[:, 3] = rng.random(n) < 0.1
    alone = event & (grouped[:, 3] == 0)
    best = np.argsort(-(X @ rng.normal(size=m)))[: 3 * m]
    ordered, seen = stop.copy(), np.zeros(n, bool)
    ordered[best], seen[best] = np.linspace(0.0001, 0.0009, best.size), True
    return {
        "overlap": RiskSets(X, stop, event, numbers="decimal"),
        "overlap, late entry, 50 strata": RiskSets(X, stop, event, start, strata, numbers="decimal"),
        "no event in one group": RiskSets(grouped, stop, alone, numbers="decimal"),
        "no event in one group, late entry": RiskSets(grouped, stop, alone, start, numbers="decimal"),
        f"{3 * m} events in the order of a score": RiskSets(X, ordered, seen, numbers="decimal"),
    }


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks cox", description=__doc__.splitlines()[0])
    parser.add_argument("--subjects", type=int, default=100_000)
    parser.add_argument("--covariates", type=int, default=20)
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args(arguments)
    header = ["model", "answer", "separated events", "ours, s", f"{STEPS} Newton steps, s"]
    cases = models(options.subjects, options.covariates)
    rows = [_measured(name, problem, options.repeats) for name, problem in cases.items()]
    note = f"Processor seconds, medians of {options.repeats} interleaved runs, verification included."
    write("cox", "Cox models", header, rows, f"{options.subjects:,} × {options.covariates}. {note}")


def _measured(name: str, problem: RiskSets, repeats: int) -> list[str]:
    ours, fits = [], []
    for _ in range(repeats):
        begun = time.process_time()
        answer: Any = split_risk(problem)
        ours.append(time.process_time() - begun)
        begun = time.process_time()
        if problem.start is None:
            newton(problem)
        fits.append(time.process_time() - begun)
    assert isinstance(answer, RiskSplit), answer
    fit = f"{statistics.median(fits):.2f}" if problem.start is None else ""
    return [name, answer.kind, f"{int(answer.claim.strict.sum()):,}", f"{statistics.median(ours):.2f}", fit]


def newton(problem: RiskSets) -> Any:
    """Newton's method for Breslow's likelihood without late entry or strata: sums backwards in time."""
    order = np.argsort(-problem.stop, kind="stable")
    X, event = problem.covariates[order], problem.event[order]
    b, m = np.zeros(problem.m), problem.m
    for _ in range(STEPS):
        w = np.exp(X @ b)
        total, first = np.cumsum(w)[event], np.cumsum(w[:, None] * X, axis=0)[event]
        mean = first / total[:, None]
        second = np.array(
            [[(np.cumsum(w * X[:, i] * X[:, j])[event] / total).sum() for i in range(m)] for j in range(m)]
        )
        b = b + np.linalg.lstsq(second - mean.T @ mean, (X[event] - mean).sum(axis=0), rcond=None)[0]
    return b
