"""One method's course on all ten classes: the directions it has after so many iterations."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from benchmarks.cifar.together import Shared, run_together
from gordan.engine.oracle.gram import Gram
from gordan.engine.oracle.sweep import Rule
from gordan.problem.canonical import put_gram

__all__ = ["LIMITS", "Course", "Snapshot", "follow"]

LIMITS = (10, 32, 100, 320, 1000)


class Snapshot(NamedTuple):
    """A unit direction's coefficients, whether it separates the training images, and the bracket so far."""

    coefficients: Any
    lower: float
    upper: float


class Course(NamedTuple):
    """Snapshots by class and limit, products with K per class, and seconds for all classes."""

    snapshots: list[list[Snapshot]]
    products: float
    seconds: float


class Joined(Gram):
    """A dense Gram oracle whose products are taken together with those of other runs."""

    def __init__(self, canonical: Any, K: Any, shared: Shared, who: int) -> None:
        super().__init__(canonical, K)
        self._shared, self._who = shared, who
        self.products = 0

    def _product(self, c: Any) -> Any:
        self.products += 1
        return self._shared.product(self._who, c)


def follow(solver: Any, K: Any, y: Any) -> Course:
    """Run the solver on every class against the rest, `None` standing for cyclic updates one at a time."""
    classes = np.unique(y)
    shared = Shared(K, len(classes))
    ones = np.ones(len(y))
    oracles = []
    for who, each in enumerate(classes):
        signs = np.where(y == each, 1.0, -1.0)
        canonical = put_gram(K, None, ones, signs, intercept=False, normalise=False)
        oracles.append(Joined(canonical, K, shared, who))
    begun = time.perf_counter()
    jobs = [lambda oracle=oracle: _run(solver, oracle) for oracle in oracles]
    snapshots = run_together(jobs, shared)
    taken = float(np.mean([oracle.products for oracle in oracles]))
    return Course(snapshots, taken, time.perf_counter() - begun)


def _run(solver: Any, oracle: Joined) -> list[Snapshot]:
    found: list[Snapshot] = []
    lower, upper, last = -np.inf, np.inf, None
    for direction, low, image, updates in _cyclic(oracle) if solver is None else _steps(solver, oracle):
        while len(found) < len(LIMITS) and updates > LIMITS[len(found)] and last is not None:
            found.append(last)
        if len(found) == len(LIMITS):
            break
        length = oracle.norm(direction)
        if low is not None and length > 0:
            lower = max(lower, low / length)
        if image is not None:
            upper = min(upper, oracle.norm(image))
        last = Snapshot(direction[0] / (length or 1.0), lower, upper)
    # A method that ends before a limit keeps its last direction.
    return found + [last] * (len(LIMITS) - len(found))  # type: ignore[list-item]


def _steps(solver: Any, oracle: Any) -> Iterator[tuple[Any, Any, Any, int]]:
    for candidate in solver.candidates(oracle):
        yield candidate.direction, candidate.lowest, candidate.image, candidate.updates


def _cyclic(oracle: Any) -> Iterator[tuple[Any, Any, Any, int]]:
    """Rosenblatt's rule, stopped after every update: whole passes would go beyond the smallest limits."""
    run, position, rule = oracle.begin(), 0, Rule.rosenblatt()
    quiet = 0
    while quiet <= oracle.size:
        before = run.updates
        # One visit at a time while updates are frequent is dear; the next mistake is found by looking ahead.
        margins = oracle.margins(run.direction)
        order = (position + np.arange(oracle.size)) % oracle.size
        wrong = np.flatnonzero(margins[order] <= 0.0)
        if wrong.size == 0:
            return
        run = oracle.sweep(run, rule, order[wrong[0] : wrong[0] + 1])
        position = int(order[wrong[0]]) + 1
        quiet = quiet + 1 if run.updates == before else 0
        yield run.direction, None, None, run.updates
