"""Rows of a sample put on record: their points, their signs, and what their rule needs besides."""

from __future__ import annotations

from typing import Any

from gordan.engine.oracle.build import build
from gordan.engine.polish.separator import exact_products
from gordan.learn.compression.sample.record import Compressed, Scheme
from gordan.outcome import Separable, Separator
from gordan.problem import Points

__all__ = ["nearest", "record"]

_NEAREST = 6  # rows of a class among which the nearest to the hyperplane is found without rounding


def record(
    problem: Points,
    added: tuple[int, ...],
    nearest: tuple[int, ...],
    *,
    limit: float,
    limited_by: str,
    scheme: Scheme = "perceptron",
) -> Compressed:
    """The rows that were added, in order, and those that the offset lies between."""
    rows = tuple(dict.fromkeys((*added, *nearest)))
    place = {row: position for position, row in enumerate(rows)}
    canonical = problem.canonical()
    summed = scheme == "perceptron"
    # A subset has the doubles that narrow decimals stand for; the perceptron added up the narrow numbers themselves.
    values: Any = problem.rows(rows) if summed or not rows else problem.subset(rows).X
    return Compressed(
        scheme=scheme,
        rows=rows,
        examples=tuple(map(tuple, (values.toarray() if hasattr(values, "nnz") else values).tolist())),
        signs=tuple(int(problem.signs[row]) for row in rows),
        order=tuple(place[row] for row in added),
        offset_from=tuple(place[row] for row in nearest),
        centre=tuple(canonical.centre.tolist()) if summed and canonical.centre is not None else (),
        scale=canonical.scale if summed else 1.0,
        intercept=bool(problem.intercept),
        normalise=bool(problem.normalise),
        numbers=problem.numbers,
        classes=problem.classes,
        n=problem.n,
        errors=0,
        limit=float(limit),
        limited_by=limited_by,
    )


def nearest(problem: Points, outcome: Separable) -> tuple[int, int]:
    """The rows that the offset lies half-way between: the lowest of each class, told apart without rounding."""
    assert isinstance(outcome.proof, Separator)  # kernels have been refused
    w, centre = outcome.proof.direction, outcome.proof.centre
    blocks = build(problem.canonical()).worst(w, _NEAREST)
    keys = [[atom.key for atom in block] for block in blocks]
    values = [exact_products(problem, tuple(block), w, centre) for block in keys]
    signs = [1 if problem.signs[block[0]] > 0 else -1 for block in keys]
    first, second = (
        block[min(range(len(block)), key=lambda j, of=of, sign=sign: sign * of[j])]  # type: ignore[misc]
        for block, of, sign in zip(keys, values, signs, strict=True)
    )
    return first, second
