"""The dual simplex method on a sparse dictionary, for programs whose numbers have very different sizes.

Every row is one more variable, r_i = Σ a_ij x_j, between its sides. Basic variables are written in terms of the
others, which stand on a bound. The costs draw every column to the bound where it stands, so that the first basis is
dual feasible:

1. choose a basic variable beyond one of its bounds; none is: the basis is that of a point
2. among the others that can move it back choose the one with the least ratio of reduced cost and entry
3. none can: the row of the dictionary is a contradiction
4. exchange the two, and go on

HiGHS compares with tolerances of its own, in which numbers like 1e-20 are nothing, though such may decide. Here a sum
is taken for 0 just if it is that small beside what was added up. That makes it a guess all the same: it returns a
basis, whose point and rows others compute without rounding.

Reference: Lemke (1954); dictionaries as in Chvátal (1983).
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise
from typing import Literal

import numpy as np

from gordan.arithmetic.deadline import now
from gordan.feasibility.program.doubles import Doubles
from gordan.feasibility.program.farkas import Side
from gordan.feasibility.program.highs import BASIC, LOWER, UPPER, Basis
from gordan.problem.program import Program

__all__ = ["DualSimplex", "inward_costs"]

_ROUNDING = 2.0**-40  # what rounding leaves of a sum that is 0, as a share of what was added: some thousand additions
_FREE, _FIXED = 3, 4
_EACH = 20  # exchanges for every row and column, many times what is usual: rounding may make it go in circles
_LOOK = 8  # exchanges between looks at the clock


class DualSimplex:
    """One run: the dictionary, the values of the basic variables, and where the others stand.

    Columns are variables 0 to n − 1, and the rows follow.
    """

    def __init__(self, program: Program) -> None:
        m, n = program.shape
        self._n, self._most = n, _EACH * (m + n)
        # In units that are powers of two, so that products stay among the doubles.
        doubles = Doubles.of(program)
        values, columns, starts = (each.tolist() for each in (doubles.A.data, doubles.A.indices, doubles.A.indptr))
        pairs = [slice(a, b) for a, b in pairwise(starts)]
        # By the number of the basic variable, the entries of the others; and by those the rows that have them.
        self._rows = {n + i: dict(zip(columns[own], values[own], strict=True)) for i, own in enumerate(pairs)}
        self._users: dict[int, set[int]] = {j: set() for j in range(n)}
        for i, row in self._rows.items():
            for j in row:
                self._users[j].add(i)
        self._low = [*doubles.lower.tolist(), *doubles.row_lower.tolist()]
        self._high = [*doubles.upper.tolist(), *doubles.row_upper.tolist()]
        self._stand = [_standing(*ends) for ends in zip(self._low, self._high, strict=True)]
        x = [self._at(j) for j in range(n)]
        self._value = {i: math.fsum(a * x[j] for j, a in row.items()) for i, row in self._rows.items()}
        units = zip(inward_costs(program), doubles.unit.tolist(), strict=True)
        self._cost = {j: float(cost) * unit for j, (cost, unit) in enumerate(units)}
        self.exchanges = 0

    def run(self, until: float) -> tuple[Basis, Side | None] | None:
        """The last basis, and the side that its row of the dictionary contradicts, if any.

        None when time ran out, or it went in circles.
        """
        while (leaving := self._beyond()) is not None:  # 1
            variable, up = leaving
            entering = self._entering(variable, up)  # 2
            if entering is None:  # 3
                return self._basis(), self._side(variable, up)
            self._exchange(variable, entering, self._low[variable] if up else self._high[variable])  # 4
            self._stand[variable] = _FIXED if self._low[variable] == self._high[variable] else LOWER if up else UPPER
            self.exchanges += 1
            if self.exchanges > self._most or (self.exchanges % _LOOK == 0 and now() > until):
                return None
        return self._basis(), None

    def _at(self, j: int) -> float:
        """The value of a variable that is not basic."""
        stand = self._stand[j]
        return 0.0 if stand == _FREE else self._high[j] if stand == UPPER else self._low[j]

    def _beyond(self) -> tuple[int, bool] | None:
        """A basic variable that lies beyond a bound, that with the shortest row, and whether it has to grow."""
        best, fewest = None, math.inf
        for variable, value in self._value.items():
            below = value < self._low[variable]
            if (below or value > self._high[variable]) and (size := len(self._rows[variable])) < fewest:
                best, fewest = (variable, below), size
        return best

    def _entering(self, variable: int, up: bool) -> int | None:
        best, least = None, (math.inf, 0)
        for j, a in self._rows[variable].items():
            stand = self._stand[j]
            if stand == _FREE or (stand == LOWER and (a > 0) == up) or (stand == UPPER and (a < 0) == up):
                ratio = (abs(self._cost[j] / a), len(self._users[j]))
                if ratio < least:
                    best, least = j, ratio
        return best

    def _exchange(self, leaving: int, entering: int, bound: float) -> None:
        row = self._rows.pop(leaving)
        for j in row:
            self._users[j].discard(leaving)
        pivot = row.pop(entering)
        new = {j: -a / pivot for j, a in row.items()}
        new[leaving] = 1.0 / pivot
        step = (bound - self._value.pop(leaving)) / pivot
        self._users[leaving] = set()
        for i in self._users.pop(entering):
            other = self._rows[i]
            factor = other.pop(entering)
            self._value[i] = _sum(self._value[i], factor * step)
            for j, a in new.items():
                total = _sum(other.get(j, 0.0), factor * a)
                if total:
                    other[j] = total
                    self._users[j].add(i)
                elif other.pop(j, None) is not None:
                    self._users[j].discard(i)
        cost = self._cost.pop(entering)
        for j, a in new.items():
            self._cost[j] = _sum(self._cost.get(j, 0.0), cost * a)
        self._value[entering] = self._at(entering) + step
        self._rows[entering] = new
        for j in new:
            self._users[j].add(entering)

    def _basis(self) -> Basis:
        status = [LOWER if stand == _FIXED else stand for stand in self._stand]
        for variable in self._rows:
            status[variable] = BASIC
        whole = np.array(status, dtype=np.int8)
        return Basis(whole[: self._n], whole[self._n :])

    def _side(self, variable: int, up: bool) -> Side:
        which: Literal["lower", "upper"] = "lower" if up else "upper"
        return ("column", variable, which) if variable < self._n else ("row", variable - self._n, which)


def inward_costs(program: Program) -> list[Fraction]:
    """Costs that draw every column to its lower bound or, without one, to its upper one.

    They are whole numbers that seldom agree, so that ties are rare.

    Examples
    --------
    >>> [str(cost) for cost in inward_costs(Program([[1, 1, 1]], lower=[0, None, None], upper=[None, 0, None]))]
    ['128', '-165', '0']
    """
    sizes = (Fraction(128 + 37 * j % 127) for j in range(program.shape[1]))
    ends = zip(program.lower, program.upper, sizes, strict=True)
    return [size if low is not None else -size if high is not None else Fraction(0) for low, high, size in ends]


def _standing(low: float, high: float) -> int:
    """On which bound a variable begins."""
    if low == high:
        return _FIXED
    return LOWER if math.isfinite(low) else UPPER if math.isfinite(high) else _FREE


def _sum(a: float, b: float) -> float:
    total = a + b
    return total if abs(total) > _ROUNDING * (abs(a) + abs(b)) else 0.0
