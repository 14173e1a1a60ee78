"""`coefficients`: which coordinates of an admissible direction can be positive, negative, both or neither.

Along an admissible direction the likelihood of a regression rises or stays: a coefficient whose coordinate is zero in
all of them is finite, one that has a single sign goes to that infinity, and one that has both is undetermined.

* no relation of the flat rows touches the column: finite. It is a statement about integers.
* a relation of all rows touches it: both signs, for a relation and its negative are admissible.
* the split's direction b has b_c = 0: both signs, for b is in the interior.
* else the sign of b_c is possible. The other one is possible if a direction shows it: found by a linear program,
  checked in integers. It is impossible if non-negative weights y on strict rows give the coordinate,
  Σ y_i A_i N = ±N_c: found by a linear program, solved over the rationals on its support, checked in integers.

What could not be shown either way is "unsettled".
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from fractions import Fraction
from math import gcd
from typing import Literal

import numpy as np

from gordan.array import Array
from gordan.errors import InputError
from gordan.halves import Rows
from gordan.partition.centre import coordinates
from gordan.partition.exact import products
from gordan.partition.farkas import farkas
from gordan.partition.lp import least_combination, least_product
from gordan.partition.rational import solve_consistent
from gordan.partition.recession import Recession, recession
from gordan.partition.split import Split
from gordan.problem.system import System
from gordan.threads import one_thread

__all__ = ["State", "coefficients"]

State = Literal["finite", "+inf", "-inf", "undetermined", "unsettled"]

_FIRST, _NEXT = 10, 5  # rows of the working set per dimension of the cone, at first and in each addition
_ROUNDS = 60  # of additions; each brings in rows that the last direction violated
_BITS = (30, 52, 80)
_SMALL = 50_000  # numbers: up to here the simplex method in integers ends within seconds
_PATIENCE = 30.0  # seconds for each coefficient of that kind


def coefficients(system: System, split: Split, columns: Iterable[int] | None = None) -> list[State]:
    """The state of each coefficient, or of those of the given columns, each proved or "unsettled".

    Examples
    --------
    >>> from gordan.partition import split
    >>> system = System([[1.0, 0.0], [0.0, 1.0], [0.0, -1.0]])
    >>> coefficients(system, split(system))
    ['+inf', 'finite']
    """
    if not isinstance(split, Split):
        raise InputError(f"split is {type(split).__name__}; coefficients are told of a proved Split only")
    if (split.strict.size, split.direction.size) != (system.n_inequalities, system.n_columns):
        raise InputError(
            f"the split is of {split.strict.size} inequalities in {split.direction.size} columns and the system has "
            f"{system.n_inequalities} in {system.n_columns}; give the split of this system"
        )
    wanted = list(range(system.n_columns) if columns is None else columns)
    wrong = [c for c in wanted if not 0 <= c < system.n_columns]
    if wrong:
        raise InputError(f"column {wrong[0]} was asked for; give numbers from 0 to {system.n_columns - 1}")
    proof = split.proof
    moving = {c for relation in proof.flat.relations for c in relation.columns}
    unseen = {c for relation in proof.table.relations for c in relation.columns}
    cone: _Search | None = None
    states: list[State] = []
    with one_thread(with_scipy=True), np.errstate(all="ignore"):
        for c in wanted:
            if c not in moving:
                states.append("finite")
            elif c in unseen or proof.direction[c] == 0:
                states.append("undetermined")
            else:
                cone = cone or _Search(recession(coordinates(system), split.strict, proof), proof.direction)
                states.append(cone.state(c))
    return states


class _Search:
    """The working set, shared by all coefficients of a split."""

    def __init__(self, cone: Recession, interior: tuple[int, ...]) -> None:
        self.cone, self.interior = cone, interior
        self.asked: dict[tuple[int, ...], State] = {}
        self.known: list[list[int]] = []  # admissible directions that showed a sign: they may show another's too
        d, n = cone.basis.shape[1], cone.strict.size
        size = _FIRST * d + 100
        some = np.arange(n) if n <= 2 * size else np.random.default_rng(0).choice(n, size, replace=False)
        self._take(cone.strict[np.sort(some)])

    def _take(self, rows: Rows) -> None:
        M, _ = self.cone.rows(rows)
        # Repeated rows only lengthen the program.
        _, first = np.unique(np.round(M, 12), axis=0, return_index=True)
        self.work, self.M = rows[np.sort(first)], M[np.sort(first)]

    def state(self, c: int) -> State:
        """The interior direction's sign, if the other one is impossible. Columns that move alike are asked once."""
        sign = 1 if self.interior[c] > 0 else -1
        gradient = self.cone.exact_gradient(c)
        shared = sign * gcd(*gradient)
        key = tuple(v // shared for v in gradient)
        if key not in self.asked:
            self.asked[key] = self._ask(c, sign)
        found = self.asked[key]
        return found if found not in ("+inf", "-inf") else "+inf" if sign > 0 else "-inf"

    def _ask(self, c: int, sign: int) -> State:
        if any(sign * b[c] < 0 for b in self.known):
            return "undetermined"
        g = sign * self.cone.gradient(c)
        # A cone of one dimension is a ray.
        if self.M.shape[1] == 1 or self._impossible(c, sign, g):
            return "+inf" if sign > 0 else "-inf"
        for _ in range(_ROUNDS):
            found = least_product(g, self.M)
            if found is None:
                break
            below = self._below(found[0])
            if not below.size:
                if found[1] < 0 and self._possible(c, sign, found[0]):
                    return "undetermined"
                break
            self._take(np.union1d(self.work, below))
            if self._impossible(c, sign, g):
                return "+inf" if sign > 0 else "-inf"
        return self._ask_integers(c, sign)

    def _ask_integers(self, c: int, sign: int) -> State:
        """What floating point could not tell, told by the simplex method in integers, if the cone is small."""
        rows = self.cone.strict
        if rows.size * self.M.shape[1] > _SMALL:
            return "unsettled"
        target = [Fraction(sign * v) for v in self.cone.exact_gradient(c)]
        y, t = farkas(self.cone.exact_rows(rows), target, until=time.monotonic() + _PATIENCE)
        if y is not None:
            return "+inf" if sign > 0 else "-inf"
        return "unsettled" if t is None else "undetermined"

    def _below(self, t: Array) -> Rows:
        value, error = self.cone.at.times(self.cone.basis @ t, self.cone.strict)
        below = np.flatnonzero(value < -error - 1e-7 * float(np.abs(value).max(initial=0.0)))
        below = below[~np.isin(self.cone.strict[below], self.work)]
        size = _NEXT * self.cone.basis.shape[1] + 50
        return self.cone.strict[below[np.argsort(value[below], kind="stable")[:size]]]

    def _possible(self, c: int, sign: int, t: Array) -> bool:
        """Whether an admissible direction near t, moved a little inwards, has the other sign at c."""
        for bits in _BITS:
            b = self.cone.exact_point(t, bits)
            top, inner = max(map(abs, b), default=0) or 1, max(map(abs, self.interior))
            for share in (2**10, 2**20, 2**30, 2**40):
                mixed = [v * inner * share + w * top for v, w in zip(b, self.interior, strict=True)]
                if sign * mixed[c] < 0 and self._admissible(mixed):
                    self.known.append(mixed)
                    return True
        return False

    def _admissible(self, b: list[int]) -> bool:
        """A_S b ≥ 0, by doubles where they can tell."""
        top = max(abs(v).bit_length() for v in b)
        doubles = np.array([v / (1 << top) for v in b])
        system, rows = self.cone.at.system, self.cone.strict
        value = system.times(doubles, rows)
        size = np.concatenate([abs(values) @ np.abs(doubles) for _, values in system.blocks(rows)])
        open_ = rows[~(value > 8.0 * (system.n_columns + 8) * 2.0**-53 * size + 2.0**-1000)]
        return not open_.size or not bool(np.any(products(system, open_, b) < 0))

    def _impossible(self, c: int, sign: int, g: Array) -> bool:
        """Whether strict rows combine to the coordinate with weights that are not negative, over the rationals."""
        y = least_combination(g, self.M)
        if y is None:
            return False
        support = np.flatnonzero(y > 1e-9 * float(y.max(initial=0.0)))
        A = self.cone.exact_rows(self.work[support])
        target = [Fraction(sign * v) for v in self.cone.exact_gradient(c)]
        found = solve_consistent(A, target)
        return found is not None and all(v >= 0 for v in found)
