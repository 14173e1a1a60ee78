"""Error bounds against what happens: samples are drawn, rules found, and their error counted on fresh points.

The distribution: points uniform in the unit ball of R^m but for a slab around a hyperplane, labelled by its sides; in
the last row a share of the labels is flipped. A bound fails in a draw when the rule's error on the fresh points is
greater, and may fail in a share delta of the draws.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from typing import Any

import numpy as np

import gordan
from benchmarks.result import write
from gordan.arithmetic.threads import one_thread


def main(arguments: list[str]) -> None:
    options = _options(arguments)
    rows = []
    with one_thread():
        for n in options.n:
            for slab in options.slab:
                rows += _rows(n, slab, options, flipped=0.0)
        rows += _rows(options.n[-1], options.slab[-1], options, flipped=0.1)
    header = ["n", "slab", "flipped", "bound", "for", "mean bound", "vacuous", "mean error", "largest error", "failed"]
    title = f"Error bounds in {options.draws:,} draws, m = {options.m}, delta = {options.delta}"
    note = f"Errors are counted on {options.fresh:,} fresh points; all bounds of a draw share delta."
    write("bounds", title, header, rows, note)


def _options(arguments: list[str]) -> Any:
    parser = argparse.ArgumentParser(prog="python -m benchmarks bounds", description=__doc__.splitlines()[0])
    parser.add_argument("--draws", type=int, default=1000)
    parser.add_argument("--n", type=int, nargs="+", default=[200, 10_000], help="sizes of the samples")
    parser.add_argument("--m", type=int, default=5)
    parser.add_argument("--slab", type=float, nargs="+", default=[0.02, 0.4], help="half its width")
    parser.add_argument("--delta", type=float, default=0.05)
    parser.add_argument("--fresh", type=int, default=20_000)
    parser.add_argument("--size", type=int, default=10, help="updates kept where labels are flipped")
    return parser.parse_args(arguments)


def _rows(n: int, slab: float, options: Any, *, flipped: float) -> list[list[str]]:
    generator = np.random.default_rng([n, int(100 * slab), int(100 * flipped)])
    fresh, truth = _draw(generator, options.fresh, options.m, slab)
    truth = _flip(generator, truth, flipped)
    seen: dict[tuple[str, str], list[tuple[float, float]]] = defaultdict(list)
    for _ in range(options.draws):
        X, y = _draw(generator, n, options.m, slab)
        problem = gordan.Points(X, _flip(generator, y, flipped), intercept=False)
        for bound, rule in _bounds(problem, slab, options, flipped):
            error = float(np.mean(np.where(fresh @ rule > 0, 1, -1) != truth))
            seen[bound.name, bound.rule].append((bound.value, error))
    return [
        [
            f"{n:,}",
            f"{slab:g}",
            f"{flipped:g}",
            name,
            rule,
            f"{np.mean([value for value, _ in pairs]):.4f}",
            f"{np.mean([value >= 1 for value, _ in pairs]):.0%}",
            f"{np.mean([error for _, error in pairs]):.4f}",
            f"{max(error for _, error in pairs):.4f}",
            f"{sum(error > value for value, error in pairs)} of {len(pairs):,}",
        ]
        for (name, rule), pairs in seen.items()
    ]


def _bounds(problem: gordan.Points, slab: float, options: Any, flipped: float) -> list[tuple[gordan.bound.Bound, Any]]:
    """Each bound with the direction of the rule that it is about."""
    if flipped:
        outcome = gordan.solve(problem, goal="decide", solver="perceptron", max_iter=options.size + 1)
        found = gordan.bound.error_bounds(problem, outcome, delta=options.delta, size=options.size)
        kept = gordan.compress(problem, outcome, size=options.size)
        return [(found.bounds[-1], gordan.reconstruct(kept).direction)]
    outcome = gordan.solve(problem, solver="perceptron")
    # The slab is known here: no sample has a lesser margin.
    found = gordan.bound.error_bounds(problem, outcome, delta=options.delta, eps=slab)
    widest = gordan.reconstruct(gordan.compress(problem, outcome, scheme="support")).direction
    return [
        (bound, widest if "maximum" in bound.rule else outcome.coef)
        for bound in found.bounds
        if "1.1" not in bound.name
    ] + [(bound, outcome.coef) for bound in found.bounds if "1.1" in bound.name]


def _draw(generator: np.random.Generator, n: int, m: int, slab: float) -> tuple[Any, Any]:
    """Points of the ball outside the slab |x_1| < slab, labelled by the sign of x_1."""
    kept: list[Any] = []
    while sum(map(len, kept)) < n:
        X = generator.standard_normal((2 * n, m))
        X *= (generator.uniform(size=2 * n) ** (1 / m) / np.linalg.norm(X, axis=1))[:, None]
        kept.append(X[np.abs(X[:, 0]) >= slab])
    X = np.concatenate(kept)[:n]
    return X, np.sign(X[:, 0]).astype(int)


def _flip(generator: np.random.Generator, y: Any, share: float) -> Any:
    return np.where(generator.uniform(size=y.size) < share, -y, y)
