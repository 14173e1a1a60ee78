"""What proofs cost beyond the floating solve, and a separator's check beside one product with the data.

Inseparable: Gaussian points, five times as many as dimensions. The weights that the solver hands over are polished into
a box or into integers and verified on the raw rows; shown are the seconds of both, after everything is imported.
Separable: `verify` on the maximum margin, timed alternately with a bare product.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import gordan
from benchmarks.result import write
from gordan.engine.oracle.build import build
from gordan.engine.polish import cancellation
from gordan.outcome import Claim
from gordan.testing import instances

FIGURE = {("exact", 100): "0.2", ("exact", 300): "5", ("rounded", 1000): "10", ("exact", 1000): "finishes"}


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks proof", description=__doc__.splitlines()[0])
    parser.add_argument("--m", type=int, nargs="+", default=[100, 300, 1000])
    parser.add_argument("--repeats", type=int, default=15, help="of the separator's check")
    options = parser.parse_args(arguments)
    _warm()
    _inseparable(options.m)
    _separable(options.repeats)


def _warm() -> None:
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(600, 140)), rng.integers(0, 2, 600)
    for proof in ("rounded", "exact"):
        gordan.separate(X, y, proof=proof)


def _inseparable(sizes: list[int]) -> None:
    rows = []
    for m in sizes:
        for intercept in (False, True):
            rng = np.random.default_rng(m)
            problem = gordan.Points(rng.normal(size=(5 * m, m)), rng.integers(0, 2, 5 * m), intercept=intercept)
            seconds, x = _floating(problem)
            for proof in ("rounded", "exact"):
                row = [str(m), "yes" if intercept else "no", proof, f"{seconds:.2f}", *_prove(problem, x, proof)]
                rows.append([*row, FIGURE.get((proof, m), "")])
                print(rows[-1], flush=True)
    header = ["m", "intercept", "proof", "floating solve, s", "rows", "digits", "polish, s", "verify, s", "both, s"]
    title = "Proofs of inseparability beyond the floating solve"
    write("proof", title, [*header, "figure"], rows, "Gaussian points, n = 5m.")


def _prove(problem: gordan.Points, x: Any, proof: str) -> list[str]:
    """Rows and digits of the proof, and the seconds that it takes to find and to verify it."""
    polishing, polished = _timed(lambda: cancellation(problem, x, exact=proof == "exact"))
    assert polished.proof is not None
    claim = Claim(classes=problem.classes, weights=polished.proof.weights(problem.n), proof=polished.proof)
    verifying, verdict = _timed(lambda: gordan.verify(problem, claim, proof=proof))
    assert verdict.holds
    times = [f"{seconds:.3f}" for seconds in (polishing, verifying, polishing + verifying)]
    return [str(len(polished.proof.support)), _digits(polished.proof), *times]


def _floating(problem: gordan.Points) -> tuple[float, Any]:
    """Seconds of the solver alone, and the raw weights that it ends with."""
    canonical = problem.canonical()
    solver = gordan.solver.WorkingSet(gordan.solver.InteriorPoint())

    def run() -> Any:
        *_, last = solver.candidates(build(canonical))
        return last

    seconds, last = _timed(run)
    return seconds, canonical.weights(last.weights)


def _digits(proof: Any) -> str:
    if isinstance(proof, gordan.outcome.Enclosure):
        return "a box"
    return f"{len(f'{max(proof.integers):x}') * 1.204:,.0f}"


def _separable(repeats: int) -> None:
    rows = []
    one = instances.gaussian(100, 50_000, 1.0)
    for intercept in (False, True):
        problem = gordan.Points(one.X, one.y, intercept=intercept)
        checks, products = _pairs(problem, gordan.solve(problem), repeats)
        rows.append(
            [
                "yes" if intercept else "no",
                f"{1e3 * np.median(checks):.2f}",
                f"{1e3 * np.median(products):.2f}",
                f"{np.median(checks / products):.2f}",
                f"{checks.min() / products.min():.2f}",
                "3",
            ]
        )
        print(rows[-1], flush=True)
    header = ["intercept", "verify, ms", "one product, ms", "ratio", "of best times", "figure"]
    note = f"Medians of {repeats} interleaved pairs; the ratio of the best times is what an idle machine would show."
    write("separator", "The check of a separator, 100 x 50,000 float64", header, rows, note)


def _pairs(problem: gordan.Points, outcome: Any, repeats: int) -> tuple[Any, Any]:
    pairs = [
        (_timed(lambda: gordan.verify(problem, outcome))[0], _timed(lambda: problem.X @ outcome.coef)[0])
        for _ in range(repeats)
    ]
    return tuple(np.array(times) for times in zip(*pairs, strict=True))


def _timed(run: Callable[[], Any]) -> tuple[float, Any]:
    began = time.perf_counter()
    found = run()
    return time.perf_counter() - began, found
