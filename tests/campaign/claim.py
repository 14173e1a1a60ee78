"""Claims that no solver made, true and false ones, with directions, weights and bounds of every exponent.

About points, polynomial kernels and matrices of products: a hyperplane, a lower end just above or below the margin of
its direction, an upper end just below or above what the weights leave, integers that cancel or nearly do. What is
claimed is computed in fractions; the verifier may refuse what is true, but must accept nothing false.
"""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

import claimed
import gordan
from campaign import exponents, gram, kernel
from campaign.draw import PLACES
from campaign.exact import dot, feasible
from campaign.nearest import products
from campaign.points import cancel
from campaign.trial import above, below, require, root_at_least, root_at_most
from gordan.outcome import Bracket, Cancellation, KernelSeparator, Separator

__all__ = ["answer", "drawn"]


class Space(NamedTuple):
    """A problem and its numbers: `rows` are points or rows of K, whose products with a direction are its values.

    Values of K that are no fractions are known to 400 digits; what is false by less than `slack` counts as true.
    """

    problem: Any
    rows: list[list[Fraction]]
    K: list[list[Fraction]]
    signs: list[int]
    slack: Fraction = Fraction(0)

    def values(self, w: list[Fraction]) -> list[Fraction]:
        """Products of all rows with a direction."""
        return [Fraction(dot(row, w)) for row in self.rows]

    def square(self, w: list[Fraction]) -> Fraction:
        """The squared length of a direction."""
        return Fraction(dot(w, w) if self.rows is not self.K else dot(w, self.values(w)))


def drawn(number: int) -> Space | None:
    """Problem `number`, None where the library refuses it."""
    way = number % 4
    try:
        if way < 2:
            problem: Any = exponents.drawn(10**6 + number)
            rows = exponents.exact_rows(problem)
            return Space(problem, rows, products(rows), _signs(problem))
        if way == 2:
            given = gram.drawn(10**6 + number)
            problem = gordan.Gram(given.K, given.y, intercept=given.intercept, normalise=given.normalise)
            whole = [[Fraction(float(v)) for v in row] for row in given.K]
            K = [[(whole[i][j] + whole[j][i]) / 2 for j in range(len(whole))] for i in range(len(whole))]
        else:
            problem = kernel.drawn(10**6 + number)
            X = problem.X.toarray() if hasattr(problem.X, "toarray") else problem.X
            points = [[Fraction(float(v)) for v in row] for row in X]
            if problem.kernel.name != "poly":
                decimals = kernel.decimal_products(problem.kernel, points)
                if min(v.adjusted() for row in decimals for v in row) < -2000:
                    return None
                K = [[Fraction(v) for v in row] for row in decimals]
                return Space(problem, K, K, _signs(problem), Fraction(1, 10**300))
            gamma, constant = Fraction(problem.kernel.gamma), Fraction(problem.kernel.coef0)
            K = [[(gamma * v + constant) ** problem.kernel.degree for v in row] for row in products(points)]
    except gordan.InputError:
        return None
    return Space(problem, K, K, _signs(problem))


def _signs(problem: Any) -> list[int]:
    return [int(s) for s in problem.signs]


def answer(number: int) -> Counter[str]:
    """Make a few claims about problem `number`."""
    space = drawn(number)
    if space is None:
        return Counter(["refused"])
    rng, counts = np.random.default_rng([16, number]), Counter[str]()
    proof = "exact" if rng.random() < 0.2 else "rounded"
    for make in (_hyperplane, _hyperplane, _lower_end, _upper_end, _integers):
        if (made := make(space, rng)) is None:
            continue
        claim, true = made
        accepted = gordan.verify(space.problem, claim, proof=proof).holds
        if accepted and not true:  # only then are its numbers, which may be very long, written out
            require(False, f"{make.__name__} ({proof}): a false claim was accepted: {claim!r}, {claim.proof!r}")
        counts[f"{'accepted' if accepted else 'turned down'}, {'true' if true else 'false'}"] += 1
    return counts


def _common(space: Space, lower: float = -math.inf, upper: float = math.inf) -> dict[str, Any]:
    told = {"reason": "", "n_iter": 0, "n_passes": 0, "seconds": 0.0, "solver": ""}
    return {"bracket": Bracket(lower, upper), "classes": space.problem.classes, **told}


def _direction(space: Space, rng: np.random.Generator) -> Any:
    """Doubles: a separator if there is one, orthogonal to some rows, or any; of every length."""
    intercept, n = space.problem.intercept, len(space.rows[0])
    signed = [[s * v for v in row] + [s] * intercept for row, s in zip(space.rows, space.signs, strict=True)]
    way = rng.integers(4)
    if way < 3:
        # Some rows are asked for 0 only: where the others allow it, a direction that is not quite one.
        free = rng.random(len(signed)) < (0.0 if way == 0 else 0.3)
        w = feasible([[*row, 0 if f else 1] for row, f in zip(signed, free, strict=True)])
        w = None if w is None else w[:n]
    else:
        w = [
            Fraction(int(v)) * Fraction(2) ** int(e)
            for v, e in zip(rng.integers(-3, 4, n), rng.choice(PLACES, n), strict=True)
        ]
    if w is None or not any(w):
        w = [Fraction(int(v)) for v in rng.integers(-3, 4, n)]
    return _doubles(w, rng)


def _doubles(w: list[Fraction], rng: np.random.Generator) -> Any:
    """The nearest doubles of a multiple by a power of two that has its greatest entry anywhere."""
    top = max(abs(v) for v in w)
    if not top:
        return None
    power = _exponent(top)
    target = int(
        rng.choice([0, int(rng.choice(PLACES)), int(rng.integers(-1074, 1020)), int(rng.integers(-965, -900))])
    )
    scaled = [v * Fraction(2) ** (target - power) for v in w]
    return np.array([float(v) for v in scaled])


def _extremes(space: Space, f: list[Fraction]) -> tuple[Any, Any]:
    """The least value of the positives and the greatest of the negatives; None where there are none."""
    up = [v for v, s in zip(f, space.signs, strict=True) if s > 0]
    down = [v for v, s in zip(f, space.signs, strict=True) if s < 0]
    return min(up, default=None), max(down, default=None)


def _separable(space: Space, w: Any, offset: Any, centre: Any, lower: float) -> Any:
    if space.rows is space.K:
        own = {
            "proof": KernelSeparator(w, offset),
            "dual_coef": w,
            "offset": offset,
            "intercept": as_float(Fraction(offset)),
        }
        return claimed.separable(**_common(space, lower), **own, space=space.problem.space)
    truth = Fraction(offset) - dot([Fraction(float(v)) for v in w], [Fraction(float(v)) for v in centre])
    own = {"proof": Separator(w, offset, centre), "coef": w, "offset": offset, "centre": centre}
    return claimed.separable(**_common(space, lower), **own, intercept=as_float(truth))


def as_float(value: Fraction) -> float:
    """The nearest double, an infinity beyond them."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def _hyperplane(space: Space, rng: np.random.Generator) -> Any:
    """A direction with an offset between the classes, next to an end of the gap, or anywhere."""
    w = _direction(space, rng)
    if w is None or not w.any():
        return None
    exact = [Fraction(float(v)) for v in w]
    kernel_space, intercept = space.rows is space.K, space.problem.intercept
    centre = np.zeros(len(w))
    if intercept and not kernel_space and rng.integers(2):
        centre = np.array([float(v) for v in space.rows[int(rng.integers(len(space.rows)))]])
    shift = dot(exact, [Fraction(float(v)) for v in centre]) if not kernel_space else 0
    f = [v - shift for v in space.values(exact)]
    low, high = _extremes(space, f)
    offset: Any = 0.0
    if intercept:
        middle = -(low + high) / 2 if rng.integers(2) else -(low if rng.integers(2) else high)
        offset = middle if rng.integers(2) or abs(middle) > Fraction(1e300) else float(middle)
    if kernel_space and space.problem.normalise and intercept:
        return None
    room = space.slack * sum(abs(v) for v in exact)
    true = min(s * (v + Fraction(offset)) for v, s in zip(f, space.signs, strict=True)) > -room
    return _separable(space, w, offset, centre, -math.inf), true


def _lower_end(space: Space, rng: np.random.Generator) -> Any:
    """A separator with a lower end next to the margin that its direction has."""
    w = _direction(space, rng)
    if w is None or not w.any() or (space.problem.normalise and space.problem.intercept):
        return None
    if rng.random() < 0.4 and not (w := _towards_the_least(space, w, rng)).any():
        return None
    exact = [Fraction(float(v)) for v in w]
    f, square = space.values(exact), space.square(exact)
    low, high = _extremes(space, f)
    margins = [s * v for v, s in zip(f, space.signs, strict=True)]
    least = (low - high) / 2 if space.problem.intercept else min(margins)
    room = space.slack * sum(abs(v) for v in exact)
    if least <= room or square <= room**2:
        return None
    truth = least**2 / square
    if space.problem.normalise:
        truth = min(v**2 / (space.K[i][i] * square) for i, v in enumerate(margins))
    bound = _next_to(rng, truth, lower=True)
    offset = -(low + high) / 2 if space.problem.intercept else 0.0
    return _separable(space, w, offset, np.zeros(len(w)), bound), below(bound, truth * (1 + space.slack))


def _towards_the_least(space: Space, w: Any, rng: np.random.Generator) -> Any:
    """The direction times a power of two that brings its least product, over the row's length, to the least doubles."""
    sizes = []
    for i, v in enumerate(space.values([Fraction(float(v)) for v in w])):
        unit = space.K[i][i] if space.problem.normalise else Fraction(1)
        if v and unit:
            sizes.append(_exponent(v) - _exponent(unit) // 2)
    with np.errstate(all="ignore"):
        return np.nan_to_num(
            np.ldexp(w, int(rng.integers(-1076, -1040)) - min(sizes, default=0)), posinf=0.0, neginf=0.0
        )


def _exponent(value: Fraction) -> int:
    return value.numerator.bit_length() - value.denominator.bit_length()


def _next_to(rng: np.random.Generator, square: Fraction, *, lower: bool) -> float:
    """A bound of a root: false by a unit, by a little, by a factor; or true."""
    bound = root_at_least(square) if lower else root_at_most(square)
    away = float(rng.choice([1.0, 1.0, 1.0, 1 + 2.0**-52, 1 + 2.0**-48, 1 + 2.0**-30, 1.001, 2.0, 1 - 2.0**-50, 0.999]))
    bound = bound * away if lower else bound / away
    return min(max(bound, 5e-324), 1.7e308)


def _upper_end(space: Space, rng: np.random.Generator) -> Any:
    """Weights of every exponent with an upper end next to the length that they leave."""
    if space.problem.normalise:
        return None
    n = len(space.signs)
    x = np.ldexp(
        rng.integers(0, 4, n).astype(float), np.clip(rng.choice(PLACES, n) * int(rng.integers(2)), -1074, 1020)
    )
    groups = [[i for i, s in enumerate(space.signs) if s == side] for side in (1, -1)]
    groups = groups if space.problem.intercept else [list(range(n))]
    if not all(x[group].any() for group in groups):
        return None
    if space.rows is space.K and x[x > 0].min() < 2.0**-900 * x.max():
        # A share that vanishes beside the others may be left out: the bound is then that of other weights, and true.
        return None
    share = [Fraction(0)] * n
    for group in groups:
        mass = sum(Fraction(float(x[i])) for i in group)
        for i in group:
            share[i] = space.signs[i] * Fraction(float(x[i])) / mass
    square = Fraction(dot(share, [dot(row, share) for row in space.K])) / (4 if space.problem.intercept else 1)
    if square <= space.slack * max(space.K[i][i] for i in range(n)):
        return None
    bound = _next_to(rng, square, lower=False)
    return claimed.undecided(**_common(space, upper=bound), weights=x), above(bound, square * (1 - space.slack))


def _integers(space: Space, rng: np.random.Generator) -> Any:
    """Integers that cancel the rows, or do so but for one unit; of some rows only, or long ones."""
    intercept, n = space.problem.intercept, len(space.signs)
    if space.slack:
        return None
    columns = [[s * v for v in row] + [s] * intercept for row, s in zip(space.rows, space.signs, strict=True)]
    # Weights x ≥ 0 of sum 1 that cancel, as inequalities on x.
    identity = [[int(i == j) for j in range(n)] + [0] for i in range(n)]
    cancelling = [[column[k] for column in columns] + [0] for k in range(len(columns[0]))]
    x = feasible(identity, [*cancelling, [1] * n + [1]])
    if x is None:
        x = [Fraction(int(v)) for v in rng.integers(0, 3, n)]
    scale = math.lcm(*(v.denominator for v in x)) << int(rng.choice([0, 0, 60, 1100]))
    integers = {i: int(v * scale) for i, v in enumerate(x) if v}
    if not integers:
        return None
    if rng.integers(2):
        integers[int(rng.choice(list(integers)))] += 1
    true = cancel(space.rows, space.signs, intercept, integers)
    proof = Cancellation(tuple(integers), tuple(integers.values()))
    return claimed.inseparable(**_common(space, upper=0.0), proof=proof, weights=proof.weights(n)), true
