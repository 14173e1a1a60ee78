"""The contract of a solver: a frozen value that uses nothing but its oracle and cone, and whose candidates are true."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass
from itertools import islice

import numpy as np

from gordan.engine.candidate import Candidate
from gordan.engine.oracle.base import Oracle, offers, vertex
from gordan.engine.solver import Solver, Terms
from gordan.testing.curtain import Curtain
from gordan.testing.opaque import RECORD, reveal
from gordan.testing.support import require

__all__ = ["check_solver"]

_ON_BASE = 1e-9
_KEPT = 1e-9  # what running sums of products may drift from the products of running sums, relative to the data
_NAMES = {"name": str, "summary": str, "formula": str, "exact": bool, "spectral": bool}


def check_solver(solver: Solver, oracle: Oracle, *, steps: int = 30) -> None:
    """Run a solver behind a curtain and hold its candidates to the contract; AssertionError says what is amiss.

    Its directions and weights are opaque there: they add and multiply by numbers, and refuse everything else.

    Parameters
    ----------
    solver : Solver
        The algorithm, as configured.
    oracle : Oracle
        Data that it can work on; candidates are judged by its products.
    steps : int
        How many candidates are looked at.

    Examples
    --------
    >>> from gordan.solver import MirrorProx
    >>> from gordan import Points
    >>> from gordan.engine.oracle.build import build
    >>> check_solver(MirrorProx(), build(Points([[0.0], [1.0], [2.0]], [0, 1, 0]).canonical()))
    """
    _check_value(solver)
    require(offers(oracle, solver.needs), f"{solver.name} needs more than this oracle offers")
    _check_bound(solver, oracle)
    curtained = Curtain(oracle)
    seen = list(islice(_revealed(solver.candidates(curtained)), steps))
    require(bool(seen), f"{solver.name} ends without a single candidate")
    _check_candidates(solver, oracle, seen)
    _check_repeats(solver, curtained, seen)


def _check_value(solver: Solver) -> None:
    kind = type(solver)
    require(is_dataclass(solver), f"{kind.__name__} is not a dataclass")
    require(kind.__dataclass_params__.frozen, f"{kind.__name__} is not frozen")  # type: ignore[attr-defined]
    for parameter in fields(solver):  # type: ignore[arg-type]
        given = parameter.default is not MISSING or parameter.default_factory is not MISSING
        require(given, f"the parameter {parameter.name} of {kind.__name__} has no default")
        require(parameter.name not in _NAMES, f"{kind.__name__}.{parameter.name} belongs to the class, not to a value")
    for name, wanted in _NAMES.items():
        value = getattr(kind, name, None)
        require(isinstance(value, wanted), f"{kind.__name__}.{name} is {value!r}; give a {wanted.__name__}")
    require(isinstance(getattr(kind, "needs", None), type), f"{kind.__name__}.needs is not a kind of oracle")
    require(solver.name == solver.name.lower().replace("_", "-").strip("-"), f"{solver.name!r} is not in kebab case")
    require(solver == type(solver)(**{f.name: getattr(solver, f.name) for f in fields(solver)}), "a copy is not equal")  # type: ignore[arg-type]


def _check_bound(solver: Solver, oracle: Oracle) -> None:
    """A bound is a positive number or none at all, and a smaller margin or level never makes it smaller."""
    spectral = oracle.spectral if solver.spectral else math.inf
    cone = oracle.cone

    def bound(rho: float, eps: float) -> float:
        reach = oracle.radius
        lifted = oracle.blocks == 2
        terms = Terms(rho, eps, oracle.size, 3, reach, oracle.radius, cone.theta, cone.spread, spectral, lifted)
        return solver.bound(terms)

    for levels in ([(rho * oracle.radius, 0.0) for rho in (0.5, 0.1, 1e-3)], [(0.0, eps) for eps in (0.5, 0.1, 1e-3)]):
        bounds = [bound(*pair) for pair in levels]
        require(all(value > 0 for value in bounds), f"{solver.name} promises {bounds} iterations")
        require(bounds == sorted(bounds), f"{solver.name} promises fewer iterations for smaller margins: {bounds}")


def _revealed(candidates: Iterator[Candidate]) -> Iterator[Candidate]:
    for candidate in candidates:
        yield reveal(candidate, RECORD)


def _check_candidates(solver: Solver, oracle: Oracle, seen: list[Candidate]) -> None:
    kept = max(_KEPT, 100.0 * oracle.rounding)
    updates, lower, upper = 0, -math.inf, math.inf
    for k, candidate in enumerate(seen):
        where = f"candidate {k} of {solver.name}"
        require(isinstance(candidate.updates, int | np.integer), f"{where} counts updates by {candidate.updates!r}")
        require(candidate.updates >= updates, f"{where} has {candidate.updates} updates after {updates}")
        updates = candidate.updates
        length = oracle.norm(candidate.direction)
        if candidate.lowest is not None:
            require(isinstance(candidate.lowest, float), f"{where} gives lowest as {type(candidate.lowest).__name__}")
            truth = vertex(oracle.worst(candidate.direction))[1]
            off = abs(candidate.lowest - truth)
            require(off <= kept * oracle.reach * length, f"{where} says lowest = {candidate.lowest!r}; it is {truth!r}")
            lower = max(lower, truth / length) if length > 0 else lower
        if candidate.weights is not None:
            off = oracle.cone.violation(candidate.weights)
            require(off <= _ON_BASE, f"the weights of {where} are {off:.3g} off the base")
            image = oracle.combine(candidate.weights)
            upper = min(upper, oracle.norm(image))
            if candidate.image is not None:
                off = oracle.norm(candidate.image - image)
                require(off <= kept * oracle.reach, f"the image of {where} is {off:.3g} off that of its weights")
        require(candidate.image is None or candidate.weights is not None, f"{where} has an image of no weights")
    slack = 2.0 * kept * oracle.reach
    require(
        lower <= upper + slack, f"{solver.name} bounds the margin from below by {lower!r} and from above by {upper!r}"
    )


def _check_repeats(solver: Solver, oracle: Curtain, seen: list[Candidate]) -> None:
    """A solver has no state: a second run on the same data yields the same candidates."""
    again = list(islice(_revealed(solver.candidates(oracle)), min(3, len(seen))))
    for first, second in zip(seen, again, strict=False):
        same = np.array_equal(first.direction, second.direction) and first.updates == second.updates
        require(same, f"{solver.name} does not repeat itself on the same data")
