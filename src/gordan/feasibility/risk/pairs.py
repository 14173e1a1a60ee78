"""Pairs of rows as an ordinary system: differences of covariates, in integers that doubles hold.

A difference of two doubles need not be a double. Each column is read as integers; differences of 15 digits or more are
written as d = d₀ + d₁B + … with short d_k, in a column for each, and equalities make the unknown of the next column B
times that of the one before: the sum is then d times the first of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import gcd

import numpy as np

from gordan.arithmetic.array import Array, Positions
from gordan.errors import OverBudget
from gordan.feasibility.split.exact import whole_multiple
from gordan.outcome.split import Dependence, Relation
from gordan.problem.numbers import whole
from gordan.problem.risk import RiskSets
from gordan.problem.system import System

__all__ = ["Pairs", "write_pairs"]

_BASE = 10**14
_PARTS = 8  # columns for one covariate: its numbers then differ by a hundred digits


@dataclass(frozen=True, eq=False)
class Pairs:
    """The system of some pairs; `first` is the column where each covariate begins, `unit` what it was multiplied by."""

    pairs: Positions
    system: System
    first: tuple[int, ...]
    unit: tuple[Fraction, ...]

    def direction(self, b: tuple[int, ...] | list[int]) -> tuple[int, ...]:
        """The direction of the covariates: integers without a common factor."""
        return whole_multiple([b[c] * unit for c, unit in zip(self.first, self.unit, strict=True)])

    def dependence(self, dependence: Dependence, witness: Positions) -> Dependence:
        """The same dependence between the covariates."""
        relations = []
        for relation in dependence.relations:
            v = dict(zip(*relation, strict=True))
            whole = self.direction([v.get(c, 0) for c in range(self.system.n_columns)])
            used = tuple(c for c, each in enumerate(whole) if each)
            relations.append(Relation(used, tuple(whole[c] for c in used)))
        dependent = {relation.columns[-1] for relation in relations}
        pivots = tuple(c for c in range(len(self.first)) if c not in dependent)
        return Dependence(pivots, witness, tuple(relations))


def write_pairs(problem: RiskSets, pairs: Positions) -> Pairs:
    """The comparisons `pairs` of a model as a system of integers."""
    rows, back = np.unique(pairs, return_inverse=True)
    back = back.reshape(pairs.shape)
    columns: list[Array] = []
    first: list[int] = []
    unit: list[Fraction] = []
    tied: list[int] = []
    for c in range(problem.m):
        integers, denominator = whole(problem.covariates[rows, c], problem.numbers)
        difference = integers[back[:, 0]].astype(object) - integers[back[:, 1]].astype(object)
        shared = gcd(*difference.tolist()) or 1
        first.append(len(columns))
        unit.append(Fraction(denominator, shared))
        parts = _parts(difference // shared)
        tied += range(len(columns), len(columns) + len(parts) - 1)
        columns += parts
    inequalities = np.column_stack(columns)
    equalities = np.zeros((len(tied), len(columns)))
    for k, c in enumerate(tied):
        equalities[k, c], equalities[k, c + 1] = -float(_BASE), 1.0
    # Every entry is a whole number below 10¹⁵, which is its own shortest decimal too.
    return Pairs(pairs, System(inequalities, equalities, "binary"), tuple(first), tuple(unit))


def _parts(difference: Array) -> list[Array]:
    """d₀, d₁, … with d = Σ d_k Bᵏ, each of the sign of d."""
    sign = np.where(difference < 0, -1, 1)
    rest = np.abs(difference)
    parts: list[Array] = []
    while not parts or rest.any():
        if len(parts) == _PARTS:
            raise OverBudget("a covariate has numbers that differ by more than a hundred digits")
        if rest.max() < 10 * _BASE:
            parts.append((sign * rest).astype(np.float64))
            break
        parts.append((sign * (rest % _BASE)).astype(np.float64))
        rest = rest // _BASE
    return parts
