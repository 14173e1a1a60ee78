"""Random projections that keep margins: how many components they need, and how they are drawn.

Points x with ‖x‖ ≤ 1 go to Ax in R^k, the entries of A independent with mean 0 and variance 1/k: N(0, 1/k), or
±√(3/k) with probability 1/6 each and else 0. For either, and any v, ‖Av‖² exceeds (1 + η)‖v‖² with a chance of at most
exp(−k(η²/2 − η³/3)/2), and falls below (1 − η)‖v‖² with no greater one (Johnson and Lindenstrauss; Achlioptas).

There (ε-partitions stay ε/2-partitions)
    With η = 2ε/5 all products of points with the unit normals of the partitions are kept well enough. There are at most
    (2(n+1))^(1/ε²) normals (Theorem 1.2), or one for the labelling in hand.
Back (ε/2-partitions of the images are ε/4-partitions of the points)
    A labelling with a margin below ε/4 has a point of its hull with a norm below ε/4; by Maurey's argument the mean of
    some T = 64/ε² signed points is within ε/8 of it, hence shorter than 3ε/8. If none of the C(2n + T − 1, T) such
    means grows by more than 4/3 (η = 7/9) the image of this one is shorter than ε/2, which no labelling of margin ε/2
    allows. For the labelling in hand there is one such point.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, cast

import numpy as np

from gordan.arithmetic.array import Matrix
from gordan.engine.loop.separate import separate
from gordan.engine.many.separate_many import separate_many
from gordan.errors import InputError
from gordan.learn.compression.bound.formula import chance, log_choices
from gordan.outcome import Outcome
from gordan.problem.length import longest_row
from gordan.problem.number import count, margin

__all__ = [
    "Compared",
    "Survival",
    "compare_margins",
    "components_needed",
    "draw_projection",
    "eps_kept",
    "read_kind",
    "survival",
]


@dataclass(frozen=True, eq=False)
class Compared:
    """The same labelling before and after, in the points' own units; `radius` is the length of the longest point."""

    before: Outcome
    after: Outcome
    radius: float

    @property
    def kept(self) -> float:
        """At least this share of the margin is left; negative or NaN where a side is not separable."""
        upper = self.before.bracket.upper
        return self.after.bracket.lower / upper if 0 < upper < math.inf else math.nan

    def __str__(self) -> str:
        return (
            f"margin {self.before.bracket} before and {self.after.bracket} after: "
            f"{self.before.kind}, then {self.after.kind}; the longest point has {self.radius:.6g}"
        )


def compare_margins(X: Matrix, Z: Matrix, y: object) -> Compared:
    """The margin of a labelling, by hyperplanes through the origin, on points X and on their images Z."""
    before, after = (separate(data, y, intercept=False, goal="margin") for data in (X, Z))
    return Compared(before, after, longest_row(X))


@dataclass(frozen=True, eq=False)
class Survival:
    """A family of labellings before and after, margins relative to the longest point.

    `asked` are those whose margin before is at least eps for sure; `survived` those of them with at least eps/2 after;
    `returned` those of at least eps/2 after which had eps/4 before; `came` all that have eps/2 after.
    """

    asked: int
    survived: int
    came: int
    returned: int

    @property
    def all_survived(self) -> bool:
        """Whether both halves of Theorem 1.4 hold for these labellings."""
        return self.survived == self.asked and self.returned == self.came


def survival(X: Matrix, Z: Matrix, Y: Matrix, *, eps: float) -> Survival:
    """Which labellings (rows of Y) keep their margins, by hyperplanes through the origin: `separate_many` on both."""
    radius = longest_row(X)
    before, after = (separate_many(data, Y, intercept=False, goal="margin") for data in (X, Z))
    asked, came = before.lower >= eps * radius, after.lower >= eps / 2 * radius
    counts = (asked, asked & came, came, came & (before.lower >= eps / 4 * radius))
    return Survival(*(int(np.count_nonzero(which)) for which in counts))


Family = Literal["all partitions", "labelling"]
Kind = Literal["gaussian", "sparse"]
_GROWTH = 7.0 / 9.0
_LEAST = 1e-50


def components_needed(n: int, eps: float, delta: float, *, family: Family = "all partitions") -> int:
    """Components that keep margins of n points both ways with probability 1 − delta; each way has half of delta.

    >>> components_needed(1000, 0.5, 0.1, family="labelling")
    1350
    """
    n, eps, delta = count("n", n), margin("eps", eps), chance("delta", delta)
    if eps < _LEAST:
        raise InputError(f"eps is {eps!r}, for which no number of components is a double; give at least {_LEAST:g}")
    _require_word("n_components", family, ("all partitions", "labelling"))
    partitions = math.log(2.0 * (n + 1)) / eps**2 if family == "all partitions" else 0.0
    there = 25.0 * (math.log(6.0 * n / (delta / 2)) + partitions) / (eps**2 * (1.0 - 4.0 * eps / 15.0))
    T = math.ceil(64.0 / eps**2)
    means = log_choices(2 * n + T - 1, T) if family == "all partitions" else 0.0
    back = (means + math.log(2.0 / delta)) / (0.5 * (_GROWTH**2 / 2 - _GROWTH**3 / 3))
    return math.ceil(max(there, back))


def eps_kept(n: int, k: int, delta: float, *, family: Family = "all partitions") -> float | None:
    """The least margin that k components are sure enough to keep; None where not even a margin of 1 is.

    >>> round(eps_kept(1000, 1350, 0.1, family="labelling"), 3)
    0.5
    """
    k, low, high = count("k", k), 0.0, 1.0
    if components_needed(n, high, delta, family=family) > k:
        return None
    for _ in range(60):
        middle = 0.5 * (low + high)
        enough = middle > 0 and components_needed(n, max(middle, 1e-9), delta, family=family) <= k
        low, high = (low, middle) if enough else (middle, high)
    return high


def draw_projection(m: int, k: int, *, kind: Kind = "gaussian", seed: int = 0) -> Matrix:
    """The k × m matrix A, the same for the same seed; a sparse matrix for sparse signs.

    >>> draw_projection(50, 10, kind="sparse", seed=1).shape
    (10, 50)
    """
    m, k, kind = count("m", m), count("k", k), read_kind(kind)
    generator = np.random.default_rng(count("seed", seed, least=0))
    if kind == "gaussian":
        return generator.standard_normal((k, m)) / math.sqrt(k)
    from scipy.sparse import csr_array

    face = generator.integers(0, 6, (k, m), dtype=np.int8)
    return csr_array(math.sqrt(3.0 / k) * ((face == 0).astype(np.float64) - (face == 1)))


def read_kind(kind: object) -> Kind:
    """The kind of projection meant, whether or not one will be drawn."""
    return cast("Kind", _require_word("kind", kind, ("gaussian", "sparse")))


def _require_word(name: str, value: object, allowed: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise InputError(f"{name} is {value!r}; give {' or '.join(map(repr, allowed))}")
    return value
