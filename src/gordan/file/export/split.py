"""What the proof of a split says, as the optimum of one linear program.

How many of the inequalities A_I b ≥ 0 can be strict, beside A_E b = 0? The most that Σ z_j can be, where z_j ≤ A_j b
and 0 ≤ z_j ≤ 1: each strict row brings its z_j to 1 along the direction, and the others have weights x that cancel,
with which Σ x_j z_j ≤ 0. So the best value is the number of strict rows, and which these are the solution says.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from gordan.arithmetic.setting import setting
from gordan.errors import InputError
from gordan.file.export.statement import Constraint, Goal, Statement
from gordan.outcome.split import SplitClaim
from gordan.problem.numbers import exact_rows
from gordan.problem.system import System

__all__ = ["statement_of_split"]

_ENTRIES = 1 << 13  # of a stretch of rows


def statement_of_split(system: System, claim: SplitClaim) -> Statement:
    """The program of a split with its solution and the multipliers that show it to be the best.

    Raises
    ------
    InputError
        The weights of the proof are rounded.
    """
    weights = claim.proof.weights
    if not isinstance(weights, tuple):
        raise InputError(
            f"the weights of the proof are rounded, and fractions are needed here; ask with {setting('proof', 'exact')}"
        )
    p, n = system.n_columns, system.n_inequalities
    strict, one = np.flatnonzero(claim.strict).tolist(), Fraction(1)
    flat = np.flatnonzero(~claim.strict).tolist()
    least = Fraction(min(weights[: len(flat)], default=1))
    weight = {j: x / least for j, x in zip([*flat, *range(n, system.n_rows)], weights, strict=True)}

    def constraints() -> Iterator[Constraint]:
        for j in range(n):
            yield Constraint(f"z{j}_low", "G", Fraction(0), [(p + j, one)])
        for j in range(n):
            yield Constraint(f"z{j}_high", "L", one, [(p + j, one)])
        for j, row in enumerate(_rows(system)):
            own = [(p + j, -one)] if j < n else []
            yield Constraint(f"row{j}", "G" if j < n else "E", Fraction(0), [*row, *own])

    above = [weight[j] - 1 if j in weight else Fraction(0) for j in range(n)]
    ones = [one if claim.strict[j] else Fraction(0) for j in range(n)]
    multipliers = [*(-each for each in above), *ones, *(-weight.get(j, Fraction(0)) for j in range(system.n_rows))]
    return Statement(
        (
            f"Of {n} inequalities A_j b >= 0 beside {system.n_equalities} equations, {len(strict)} can be strict.",
            "z_j is at most A_j b and at most 1: their sum is at most the number of strict rows, and reaches it.",
            f"rowJ is row J of the system, counted from 0; its numbers are taken as {system.numbers}.",
        ),
        (*(f"b{k}" for k in range(p)), *(f"z{j}" for j in range(n))),
        2 * n + system.n_rows,
        constraints,
        single=2 * n,
        goal=Goal([(p + j, one) for j in range(n)], maximise=True, value=Fraction(len(strict))),
        solution=(*_scaled(system, claim, strict), *ones),
        multipliers=tuple(multipliers),
    )


def _rows(system: System, chosen: list[int] | None = None) -> Iterator[list[tuple[int, Fraction]]]:
    """The nonzero entries of every row, or of some, a stretch of rows at a time."""
    for _, part in system.blocks(chosen, size=_ENTRIES):
        exact = exact_rows(part, system.numbers)
        for columns, integers in zip(exact.columns, exact.integers, strict=True):
            yield [(k, Fraction(v, exact.denominator)) for k, v in zip(columns, integers, strict=True)]


def _scaled(system: System, claim: SplitClaim, strict: list[int]) -> list[Fraction]:
    """The direction, so long that every strict row has a product of at least 1."""
    direction = claim.proof.direction
    products = [sum((v * direction[k] for k, v in row), Fraction(0)) for row in _rows(system, strict)]
    least = min(products, default=Fraction(1))
    return [v / least for v in map(Fraction, direction)]
