"""`coefficients`: which coordinates of an admissible direction can be positive, negative, both or neither.

Along an admissible direction the likelihood of a regression rises or stays: a coefficient whose coordinate is zero in
all of them is finite, one that has a single sign goes to that infinity, and one that has both is undetermined.

* no relation of the flat rows touches the column: finite. It is a statement about integers.
* a relation of all rows touches it: both signs, for a relation and its negative are admissible.
* the split's direction b has b_c = 0: both signs, for b is in the interior.
* else the sign of b_c is possible. The other one is possible if a direction shows it: found by a linear program,
  checked in integers. It is impossible if non-negative weights y on strict rows give the coordinate,
  Σ y_i A_i N = ±N_c: found by a linear program, solved over the rationals on its support, checked in integers.

What could not be shown either way, or not in time, is "unsettled": not finite, for only integers decide that.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import gcd
from typing import Literal

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import current_deadline, now
from gordan.arithmetic.threads import one_thread
from gordan.errors import InputError
from gordan.feasibility.split.coordinates import coordinates
from gordan.feasibility.split.echelon import solve_consistent
from gordan.feasibility.split.exact import products
from gordan.feasibility.split.farkas import farkas
from gordan.feasibility.split.lp import least_combination, least_product, nearest_combination
from gordan.feasibility.split.recession import Recession, recession
from gordan.feasibility.split.split import Split
from gordan.outcome.split import Rows
from gordan.problem.system import System

__all__ = ["Signs", "State", "coefficients"]


def coefficients(
    system: System,
    split: Split,
    columns: Iterable[int] | None = None,
    *,
    max_seconds: float | None = None,
    shown: list[list[int]] | None = None,
) -> list[State]:
    """The state of each coefficient, or of those of the given columns, each proved or "unsettled".

    `max_seconds` bounds the search for signs. It may be 0 or less: then only what needs no search is returned. `shown`
    receives the admissible directions that were found on the way to show a second sign.

    Examples
    --------
    >>> from gordan.feasibility.split import split
    >>> system = System([[1.0, 0.0], [0.0, 1.0], [0.0, -1.0]])
    >>> coefficients(system, split(system))
    ['+inf', 'finite']
    """
    if not isinstance(split, Split):
        raise InputError(f"split is {type(split).__name__}; give the proved Split that `split` returned")
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
    until = min(np.inf if max_seconds is None else now() + max_seconds, current_deadline().until)
    cone: Signs | None = None
    states: list[State] = []
    with one_thread(with_scipy=True), np.errstate(all="ignore"):
        for c in wanted:
            if c not in moving:
                states.append("finite")
            elif c in unseen or proof.direction[c] == 0:
                states.append("undetermined")
            elif now() >= until:
                states.append("unsettled")
            else:
                cone = cone or Signs(recession(coordinates(system), split.strict, proof), proof.direction, until)
                states.append(cone.state(c))
    if shown is not None and cone is not None:
        shown += cone.known
    return states


State = Literal["finite", "+inf", "-inf", "undetermined", "unsettled"]

_FIRST, _NEXT = 10, 5  # rows of the working set per dimension of the cone, at first and in each addition
_ROUNDS = 60  # of additions; each brings in rows that the last direction violated
_BITS = (30, 52, 80)
_REACHED = 1e-9  # of a distance from a vector of length one: rows that come so near are tried in integers
_SMALL = 50_000  # numbers: up to here the simplex method in integers ends within seconds
_PATIENCE = 30.0  # seconds for all coefficients of that kind


class Signs:
    """The working set, shared by all coefficients of a split."""

    def __init__(self, cone: Recession, interior: tuple[int, ...], until: float = np.inf) -> None:
        self.cone, self.interior, self.until = cone, interior, until
        self.patience = min(until, now() + _PATIENCE)
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
        known = self.asked[key]
        return known if known not in ("+inf", "-inf") else "+inf" if sign > 0 else "-inf"

    def _ask(self, c: int, sign: int) -> State:
        if any(sign * b[c] < 0 for b in self.known):
            return "undetermined"
        g = sign * self.cone.gradient(c)
        one: State = "+inf" if sign > 0 else "-inf"
        # A cone of one dimension is a ray.
        if self.M.shape[1] == 1:
            return one
        for program in (self._nearest, self._programs):
            for _ in range(_ROUNDS):
                if now() >= self.until:
                    return "unsettled"
                y, t = program(g)
                if y is not None and self._impossible(c, sign, y):
                    return one
                if t is None:
                    break
                below = self._below(t)
                if not below.size:
                    if self._possible(c, sign, t):
                        return "undetermined"
                    break
                self._take(np.union1d(self.work, below))
        return self._ask_integers(c, sign)

    def _nearest(self, g: Array) -> tuple[Array | None, Array | None]:
        """Both alternatives from one projection: the point of the cone of rows nearest to g.

        It is g itself, or what is missing of it opposes g and no row: the negative is the direction.
        """
        y = nearest_combination(g, self.M)
        if y is None:
            return None, None
        missing = g - self.M.T @ y
        return (y, None) if float(np.linalg.norm(missing)) < _REACHED else (None, -missing)

    def _programs(self, g: Array) -> tuple[Array | None, Array | None]:
        """The same by linear programs: slower, and more accurate where g is hardly outside the cone."""
        y = least_combination(g, self.M, max_seconds=self._left)
        least = least_product(g, self.M, max_seconds=self._left)
        return y, least[0] if least is not None else None

    @property
    def _left(self) -> float | None:
        return None if self.until == np.inf else self.until - now()

    def _ask_integers(self, c: int, sign: int) -> State:
        """The simplex method in integers, for what floating point leaves open in a small cone."""
        rows = self.cone.strict
        if rows.size * self.M.shape[1] > _SMALL:
            return "unsettled"
        target = [Fraction(sign * v) for v in self.cone.exact_gradient(c)]
        y, t = farkas(self.cone.exact_rows(rows), target, until=self.patience)
        if y is not None:
            return "+inf" if sign > 0 else "-inf"
        if t is None:
            return "unsettled"
        self.known.append(self.cone.combined(t))
        return "undetermined"

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
        # A coordinate far below the greatest one is rounded to a multiple of 2^-1074, and its entries may be great.
        lost = np.abs(doubles) * (8.0 * (system.n_columns + 8) * 2.0**-53) + 2.0**-1074
        error = np.concatenate([abs(values) @ lost for _, values in system.blocks(rows)])
        open_ = rows[~(value > error + 2.0**-1000)]
        return not open_.size or not bool(np.any(products(system, open_, b) < 0))

    def _impossible(self, c: int, sign: int, y: Array) -> bool:
        """Whether the strict rows under y combine to the coordinate with weights ≥ 0, over the rationals."""
        support = np.flatnonzero(y > 1e-9 * float(y.max(initial=0.0)))
        A = self.cone.exact_rows(self.work[support])
        target = [Fraction(sign * v) for v in self.cone.exact_gradient(c)]
        weights = solve_consistent(A, target)
        return weights is not None and all(v >= 0 for v in weights)
