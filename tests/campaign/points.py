"""Points with small integer coordinates: the problems of the million, alone and together, with their margins."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from typing import Any

import gordan
from campaign.exact import dot
from campaign.nearest import margin_square, products
from campaign.trial import require_bracket, require_refusals, require_right, require_round_trip
from law.test_million import drawn

__all__ = ["answer", "drawn"]

_TOGETHER = 50  # problems in one run of `separate_many`


@lru_cache(maxsize=1)
def _together(batch: int) -> Any:
    return gordan.separate_many([drawn(batch * _TOGETHER + k) for k in range(_TOGETHER)])


def answer(number: int) -> Counter[str]:
    """Answer problem `number` by itself and among others."""
    counts: Counter[str] = Counter()
    problem = drawn(number)
    rows, signs = [[int(v) for v in row] for row in problem.X], [int(s) for s in problem.signs]
    square = margin_square(products(rows), signs, problem.intercept)
    alone = gordan.solve(problem, proof="exact" if number % 7 == 0 else "rounded")
    among = _together(number // _TOGETHER)[number % _TOGETHER]
    for way, outcome in (("together", among), ("alone", alone)):
        counts[f"{require_right(problem, outcome, square > 0)} {way}"] += 1
        require_bracket(outcome.bracket, square)
    if number % 10 == 3:
        require_round_trip(problem, alone)
    if number % 10 == 1 and alone.kind != "undecided":
        require_refusals(problem, alone, square, lambda w: cancel(rows, signs, problem.intercept, w))
    return counts


def cancel(rows: list[list[Fraction]], signs: list[int], intercept: bool, weights: dict[int, int]) -> bool:
    """Whether weights, by row, cancel the signed rows, and the labels with an intercept."""
    share = [signs[i] * weights.get(i, 0) for i in range(len(rows))]
    if intercept and sum(share):
        return False
    return all(dot(share, column) == 0 for column in zip(*rows, strict=True))
