"""Linear programs like those of planning: materials are made, kept and sold over several periods."""

from __future__ import annotations

import math
import random
from fractions import Fraction

from gordan.problem import Program
from gordan.problem.exact_matrix import ExactMatrix

__all__ = ["staircase"]


class _Draft:
    """Rows and columns as they are thought of."""

    def __init__(self) -> None:
        self.rows: list[dict[int, Fraction]] = []
        self.low: list[Fraction | None] = []
        self.high: list[Fraction | None] = []
        self.upper: list[Fraction | None] = []

    def row(self, low: Fraction | None, high: Fraction | None) -> int:
        self.rows.append({})
        self.low.append(low)
        self.high.append(high)
        return len(self.rows) - 1

    def column(self, upper: Fraction | None, *entries: tuple[int, Fraction]) -> int:
        self.upper.append(upper)
        j = len(self.upper) - 1
        for i, value in entries:
            self.rows[i][j] = self.rows[i].get(j, Fraction(0)) + value
        return j


def staircase(
    periods: int,
    materials: int,
    activities: int,
    *,
    seed: int = 0,
    digits: int = 4,
    wide: bool = False,
    demand: float = 1.0,
) -> Program:
    """Balances of materials are equations, capacities and demands inequalities; all numbers are decimals.

    The greater the demand, the sooner it cannot be met; `wide` lets the entries differ by factors of 10⁴.
    """
    rng, draft, one = random.Random(seed), _Draft(), Fraction(1)
    greatest = 1e3 if wide else 10.0
    recipes = []
    for _ in range(activities):
        mixed = rng.sample(range(materials), 5)
        used, made = rng.randint(1, 3), rng.randint(1, 2)
        flows = [(k, -_decimal(rng, 0.05, greatest, digits)) for k in mixed[:used]]
        flows += [(k, _decimal(rng, 0.05, greatest, digits)) for k in mixed[used : used + made]]
        recipes.append((flows, rng.randrange(max(1, materials // 3)), _decimal(rng, 0.1, 5, digits)))
    kept_share = [_decimal(rng, 0.8, 0.999, 3) for _ in range(materials)]
    before: list[int | None] = [None] * materials
    for _ in range(periods):
        balance = [draft.row(Fraction(0), Fraction(0)) for _ in range(materials)]
        capacity = [draft.row(None, _decimal(rng, 50, 500, 3)) for _ in range(max(1, materials // 3))]
        for flows, machine, time in recipes:
            most = _decimal(rng, 20, 200, 2) if rng.random() < 0.3 else None
            draft.column(most, *((balance[k], v) for k, v in flows), (capacity[machine], time))
        for k, row in enumerate(balance):
            kept = draft.column(_decimal(rng, 5, 50, 2), (row, -one))
            last = before[k]
            if last is not None:
                draft.rows[row][last] = kept_share[k]
            before[k] = kept
            if rng.random() < 0.7:
                draft.column(_decimal(rng, 1, 30, 2), (row, one))  # bought
            if rng.random() < 0.4:
                draft.column(None, (row, -one))  # thrown away
            if rng.random() < 0.3:
                sold = draft.row(_decimal(rng, 1, 20, 3) * Fraction(str(demand)), None)
                draft.column(None, (row, -one), (sold, one))
    matrix = ExactMatrix.of(draft.rows, len(draft.upper))
    return Program(matrix, row_lower=draft.low, row_upper=draft.high, lower=0, upper=draft.upper, numbers="decimal")


def _decimal(rng: random.Random, low: float, high: float, digits: int) -> Fraction:
    """A decimal of so many digits, between the two on a scale of powers."""
    value = 10 ** rng.uniform(math.log10(low), math.log10(high))
    return Fraction(f"{value:.{digits - 1}e}")
