"""Forgers of claims about points: one field made false by as little as can be."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

import gordan
from liar.forge.draw_points import boxed, cancelling, deciding, separable, stopped, undecided
from liar.forge.forger import Case, Forger
from liar.forge.scale import above, below
from liar.forge.truth import lower_square, products, rows_of, solution, upper_square

__all__ = ["POINTS", "change", "no_vector", "odd_integer"]

SIDE = "every point on its side"
BASES = ("weights are non-negative, on both classes", "weights are non-negative, not all zero")


def change(case: Case, **fields: Any) -> Case:
    return case._replace(claim=replace(case.claim, **fields))


def _prove(case: Case, **fields: Any) -> Case:
    return change(case, proof=replace(case.claim.proof, **fields))


DOUBLES = ("bracket is made of doubles",)  # refuses what is no number before any other check looks at it


def _bracket(case: Case, **ends: float) -> Case:
    return change(case, bracket=replace(case.claim.bracket, **ends))


def other_classes(case: Case, rng: Any) -> Case:
    a, b = case.problem.classes
    return change(case, classes=[(b, a), (a,), (), (a, b, b), None, [a, b], "ab"][rng.integers(7)])


def another_kind(case: Case, rng: Any) -> Case:
    proofs = [None, gordan.Separator, gordan.Cancellation((0,), (1,)), case.claim.proof.__dict__, 1]
    if isinstance(case.claim, gordan.Inseparable):
        proofs[2] = gordan.Separator(np.ones(case.problem.m), 0.0, np.zeros(case.problem.m))
    return change(case, proof=proofs[rng.integers(len(proofs))])


def no_vector(v: Any, rng: Any, *, zero: bool = True) -> Any:
    """Something in the place of finite doubles that is none: of another shape, type or value."""
    one = v.copy()
    one[rng.integers(v.size)] = rng.choice([np.nan, np.inf, -np.inf])
    choices = [
        one,
        v[1:],
        np.append(v, 0.0),
        v[:, None],
        v.astype(np.longdouble),
        v.astype(">f8"),
        v.astype(object),
        v.astype(complex),
        list(v),
        tuple(v),
        None,
        np.ma.masked_array(one, np.isnan(one)),
        float(v[0]),
    ]
    if zero:
        choices += [np.zeros(v.size), -np.zeros(v.size)]
    return choices[rng.integers(len(choices))]


def no_direction(case: Case, rng: Any) -> Case:
    w = no_vector(case.claim.proof.direction, rng)
    return _prove(change(case, coef=w), direction=w)


def no_centre(case: Case, rng: Any) -> Case:
    c = no_vector(case.claim.proof.centre, rng, zero=False)
    return _prove(change(case, centre=c), centre=c)


def no_direction_below(case: Case, rng: Any) -> Case | None:
    w = case.claim.coef if case.claim.coef is None else no_vector(case.claim.coef, rng)
    return None if w is None else change(case, coef=w)


def no_number(case: Case, rng: Any) -> Case:
    offset = [np.nan, np.inf, -np.inf, "0", None, 1, True, 0j, np.zeros(1)][rng.integers(9)]
    return _prove(change(case, offset=offset), offset=offset)


def a_point_on_the_wrong_side(case: Case, rng: Any) -> Case | None:
    """One row becomes one of the other class, or a multiple of it that is turned round, or one on the hyperplane."""
    problem, w = case.problem, case.claim.coef
    X = np.array(problem.X.toarray() if hasattr(problem.X, "toarray") else problem.X)
    i, j = rng.permutation(problem.n)[:2]
    if problem.signs[i] == problem.signs[j] and problem.intercept:
        return None
    X[i] = X[j]
    if not problem.intercept:
        way = rng.integers(3)
        factor = -problem.signs[i] * problem.signs[j]
        with np.errstate(all="ignore"):
            X[i] = np.ldexp(factor * X[j], int(rng.integers(-1074, 1024)) if way else 0)
        if way == 2 and problem.m > 1:
            # Orthogonal to w but for rounding: the sign is in the last digits.
            a, b = rng.permutation(problem.m)[:2]
            X[i] = 0.0
            X[i, a], X[i, b] = w[b], -w[a]
        if not np.isfinite(X[i]).all() or (problem.normalise and not X[i].any()):
            return None
    try:
        other = gordan.Points(X, problem.y, problem.intercept, problem.normalise, problem.numbers)
    except gordan.InputError:
        return None
    if lower_square(other, rows_of(other), w, case.claim.centre) > 0:
        return None
    return _bracket(case._replace(problem=other), lower=float(rng.choice([0.0, 5e-324, -1.0])))


def offset_at_the_edge(case: Case, rng: Any) -> Case | None:
    """On the hyperplane of one class's lowest point, or the next double beyond it."""
    if not case.problem.intercept:
        return None
    claim, rows = case.claim, rows_of(case.problem)
    values = products(rows, claim.coef, claim.centre)
    pairs = list(zip(values, case.problem.signs, strict=True))
    edges = min(v for v, s in pairs if s > 0), max(v for v, s in pairs if s < 0)
    edge = -edges[rng.integers(2)]
    outward = edge == -edges[0]
    near = below(lambda d: d <= edge) if outward else above(lambda d: d >= edge)
    tiny = Fraction(1, 3**800) * (-1 if outward else 1)
    offset = [edge, near, edge + tiny][rng.integers(3)]
    if isinstance(offset, float) and not np.isfinite(offset):
        return None
    truth = Fraction(offset) - sum(
        (Fraction(float(a)) * Fraction(float(b)) for a, b in zip(claim.coef, claim.centre, strict=True)), Fraction(0)
    )
    return _prove(change(case, offset=offset, intercept=_nearest(truth)), offset=offset)


def an_offset_uncalled_for(case: Case, rng: Any) -> Case | None:
    if case.problem.intercept:
        return None
    offset = [5e-324, -5e-324, 1.0, Fraction(1, 10**400), Fraction(-(10**400))][rng.integers(5)]
    return _prove(change(case, offset=offset, intercept=_nearest(Fraction(offset))), offset=offset)


def another_hyperplane_shown(case: Case, rng: Any) -> Case | None:
    claim, m = case.claim, case.problem.m
    bit = claim.coef.copy()
    j = rng.integers(m)
    bit[j] = np.nextafter(bit[j], np.inf)
    fields: list[dict[str, Any]] = [
        {"coef": bit},
        {"coef": -claim.coef},
        {"coef": None},
        {"coef": np.append(claim.coef, 0.0)},
        {"intercept": float(np.nextafter(claim.intercept, np.inf))},
        {"intercept": np.nan},
        {"offset": claim.offset + Fraction(1, 10**400)} if isinstance(claim.offset, Fraction) else {"offset": None},
        {"centre": None},
        {"centre": claim.centre + 1.0},
    ]
    lie = fields[rng.integers(len(fields))]
    if np.array_equal(lie.get("centre"), claim.centre) or lie.get("intercept", 0.0) == claim.intercept != 0.0:
        return None
    return change(case, **lie)


def a_lower_end_above(case: Case, rng: Any) -> Case | None:
    claim = case.claim
    if claim.coef is None or not np.isfinite(claim.bracket.lower):
        return None
    square = lower_square(case.problem, rows_of(case.problem), claim.coef, claim.centre)
    lower = above(lambda d: d * abs(d) > square)
    if rng.integers(4) == 0:
        lower = (
            float(rng.choice([2 * lower if lower > 0 else lower / 2, np.inf]))
            if isinstance(claim, gordan.Separable)
            else lower
        )
    return _bracket(case, lower=lower) if lower == np.inf or Fraction(lower) * abs(Fraction(lower)) > square else None


def an_upper_end_below(case: Case, rng: Any) -> Case | None:
    claim = case.claim
    if claim.weights is None or not np.isfinite(claim.bracket.upper):
        return None
    least = upper_square(case.problem, rows_of(case.problem), claim.weights)[0]
    upper = below(lambda d: d < 0 or d * d < least)
    if rng.integers(4) == 0:
        upper = float(rng.choice([upper / 2, -5e-324]))
    return _bracket(case, upper=upper)


def a_lower_end_from_nothing(case: Case, rng: Any) -> Case:
    return change(_bracket(case, lower=float(rng.choice([-1.7e308, -1.0, 0.0, 1.0, np.nan, np.inf]))), coef=None)


def an_upper_end_from_nothing(case: Case, rng: Any) -> Case:
    return change(_bracket(case, upper=float(rng.choice([1.7e308, 1.0, 0.0, np.nan, -np.inf]))), weights=None)


def no_doubles(case: Case, rng: Any) -> Case:
    """An end that is no double: nothing, an integer, a fraction, a text, or a number of another width."""
    value: Any = [None, 0, True, Fraction(1, 2), "0", np.float32(0.5), np.longdouble(0.5), 0j][rng.integers(8)]
    return _bracket(case, **{str(rng.choice(["lower", "upper"])): value})


def a_centre_that_is_none(case: Case, rng: Any) -> Case | None:
    """Beside weights that bound from above; no direction is claimed, nor a lower end."""
    centre = no_vector(np.zeros(case.problem.m), rng, zero=False)
    if centre is None or not case.problem.intercept or case.claim.weights is None:
        return None
    return change(_bracket(case, lower=-np.inf), coef=None, centre=centre)


def no_weights_on_both(case: Case, rng: Any) -> Case | None:
    return _no_weights(case, rng) if case.problem.intercept else None


def no_weights_at_all(case: Case, rng: Any) -> Case | None:
    return None if case.problem.intercept else _no_weights(case, rng)


def _no_weights(case: Case, rng: Any) -> Case | None:
    x = case.claim.weights
    if x is None or not np.isfinite(case.claim.bracket.upper):
        return None
    way = rng.integers(3)
    if way == 0:
        wrong = x.copy()
        wrong[rng.integers(x.size)] = rng.choice([-5e-324, -1.0, -1.7e308])
    elif way == 1 and case.problem.intercept:
        wrong = np.where(case.problem.signs == rng.choice([-1, 1]), 0.0, x)
    else:
        wrong = no_vector(x, rng)
    return None if wrong is None else change(case, weights=wrong)


def odd_integer(value: int, rng: Any) -> Any:
    """What is no positive integer of Python's own."""
    other = [0, -value, float(value) if value < 2**1000 else 0.5, True, str(value), None, Fraction(value), 1.5]
    return [*other, np.int64(value % 2**62 + 1)][rng.integers(9)]


def rows_that_are_none(case: Case, rng: Any) -> Case | None:
    S, n = list(case.claim.proof.support), case.problem.n
    k = rng.integers(len(S))
    S[k] = [n, -1, S[k - 1], True, np.int64(S[k]), float(S[k]), None, "0", 10**30][rng.integers(9)]
    if tuple(S) == case.claim.proof.support and type(S[k]) is int:
        return None
    return _prove(case, support=tuple(S))


def rows_of_nothing(case: Case, rng: Any) -> Case:
    """As issue 16 has it: no rows, and an integer of nothing."""
    integers = [(), (1,), (0,)][rng.integers(3)]
    return change(_prove(case, support=(), integers=integers), weights=np.zeros(case.problem.n))


def integers_that_are_none(case: Case, rng: Any) -> Case:
    X = list(case.claim.proof.integers)
    k = rng.integers(len(X))
    X[k] = odd_integer(X[k], rng)
    return _prove(case, integers=tuple(X[: len(X) - int(rng.integers(2) * rng.integers(2))]))


def integers_that_leave_something(case: Case, rng: Any) -> Case | None:
    """One more of a row; or one digit of one number of the data."""
    problem, proof = case.problem, case.claim.proof
    X = list(proof.integers)
    if rng.integers(2):
        k = rng.integers(len(X))
        if problem.intercept or not any(rows_of(problem)[proof.support[k]]):
            return None
        X[k] += 1
        shown = replace(proof, integers=tuple(X))
        return change(_prove(case, integers=tuple(X)), weights=shown.weights(problem.n))
    dense = np.array(problem.X.toarray() if hasattr(problem.X, "toarray") else problem.X)
    i, j = proof.support[rng.integers(len(X))], rng.integers(problem.m)
    dense[i, j] = np.nextafter(dense[i, j], dense.dtype.type(rng.choice([-np.inf, np.inf])))
    if not np.isfinite(dense[i, j]):
        return None
    try:
        other = gordan.Points(dense, problem.y, problem.intercept, problem.normalise, problem.numbers)
    except gordan.InputError:
        return None
    return change(case._replace(problem=other), bracket=gordan.Bracket(-np.inf, 0.0), coef=None)


def integers_that_leave_labels(case: Case, rng: Any) -> Case | None:
    """A row of zeros takes any weight but for its label."""
    problem, proof = case.problem, case.claim.proof
    if not problem.intercept:
        return None
    dense = np.array(problem.X.toarray() if hasattr(problem.X, "toarray") else problem.X, dtype=np.float64)
    X = np.vstack([dense, np.zeros(problem.m)])
    y = [*problem.y, problem.y[0]]
    other = gordan.Points(X, y, True, False, problem.numbers)
    longer = gordan.Cancellation((*proof.support, problem.n), (*proof.integers, int(rng.integers(1, 9))))
    lie = change(case._replace(problem=other), proof=longer, weights=longer.weights(other.n))
    return change(lie, bracket=gordan.Bracket(-np.inf, 0.0), coef=None)


def other_weights_shown(case: Case, rng: Any) -> Case:
    x = case.claim.weights.copy()
    j = rng.integers(x.size)
    x[j] = np.nextafter(x[j], np.inf)
    return change(case, weights=[x, None, x[1:], list(x), -case.claim.weights][rng.integers(5)])


def an_upper_end_below_zero(case: Case, rng: Any) -> Case:
    return change(case, bracket=gordan.Bracket(-np.inf, float(rng.choice([-5e-324, -1.0, -np.inf, np.nan]))), coef=None)


def no_box(case: Case, rng: Any) -> Case | None:
    which = ["centre", "radius"][rng.integers(2)]
    v = getattr(case.claim.proof, which)
    wrong = [v[1:], np.append(v, 1.0), v.astype(np.longdouble), list(v), None, v[:, None], v.astype(">f8")]
    return _prove(case, **{which: wrong[rng.integers(7)]})


def a_box_that_reaches_zero(case: Case, rng: Any) -> Case:
    proof = case.claim.proof
    radius, j = proof.radius.copy(), rng.integers(proof.radius.size)
    radius[j] = rng.choice([proof.centre[j], np.inf, np.nan, -5e-324, np.nextafter(proof.centre[j], np.inf)])
    return _prove(case, radius=radius)


def too_many_rows(case: Case, rng: Any) -> Case | None:
    """One more row than equations, or one less."""
    proof, n = case.claim.proof, case.problem.n
    if len(proof.support) < 2:
        return None
    box = gordan.Enclosure(proof.support[1:], proof.centre[1:], proof.radius[1:])
    used = [j for j, column in enumerate(zip(*rows_of(case.problem), strict=True)) if any(column)]
    still = [j for j in used if any(rows_of(case.problem)[i][j] for i in box.support)]
    if len(still) < len(used):
        return None
    return change(case, proof=box, weights=box.weights(n))


def a_box_beside_the_truth(case: Case, rng: Any) -> Case | None:
    """A radius that is short of the exact weight by the last digit."""
    problem, proof = case.problem, case.claim.proof
    rows = rows_of(problem)
    signed = [[v * int(problem.signs[i]) for v in rows[i]] for i in proof.support]
    equations = [list(column) for column in zip(*signed, strict=True) if any(column)]
    if problem.intercept:
        equations.append([Fraction(int(problem.signs[i])) for i in proof.support])
    equations.append([Fraction(1)] * len(proof.support))
    exact = solution(equations, [Fraction(0)] * (len(equations) - 1) + [Fraction(1)])
    if exact is None:
        return None
    centre, radius, j = proof.centre.copy(), proof.radius.copy(), int(rng.integers(proof.centre.size))
    if exact[j] == Fraction(float(centre[j])):
        centre[j] = np.nextafter(centre[j], np.inf)
    away = abs(exact[j] - Fraction(float(centre[j])))
    radius[j] = max(below(lambda d: d < away), 0.0)
    lie = replace(proof, centre=centre, radius=radius)
    return change(case, proof=lie, weights=lie.weights(problem.n))


def _nearest(value: Fraction) -> float:
    try:
        return float(value)
    except OverflowError:
        return np.inf if value > 0 else -np.inf


POINTS = [
    Forger("other classes", "classes", deciding, other_classes),
    Forger("another kind of proof", "proof is of its kind", deciding, another_kind),
    Forger("no direction", "direction is finite and not zero", separable, no_direction),
    Forger("no centre", "direction is finite and not zero", separable, no_centre),
    Forger("no direction below", "direction is finite and not zero", undecided, no_direction_below),
    Forger("no offset at all", "offset is a number", separable, no_number),
    Forger("a point on the wrong side", SIDE, separable, a_point_on_the_wrong_side),
    Forger("an offset at the edge", "offset lies between the classes", separable, offset_at_the_edge),
    Forger("an offset uncalled for", "no offset", separable, an_offset_uncalled_for),
    Forger("another hyperplane shown", "coef and intercept are the proof's", separable, another_hyperplane_shown),
    Forger("a lower end above", "margin at least", separable, a_lower_end_above, DOUBLES),
    Forger("a lower end above, undecided", "margin at least", undecided, a_lower_end_above),
    Forger("a lower end above, inseparable", "margin at least", cancelling, a_lower_end_above),
    Forger("an upper end below", "margin at most", separable, an_upper_end_below),
    Forger("an upper end below, undecided", "margin at most", undecided, an_upper_end_below),
    Forger("a lower end from nothing", "no lower bound claimed", undecided, a_lower_end_from_nothing, DOUBLES),
    Forger("a lower end from nothing, inseparable", "no lower bound claimed", cancelling, a_lower_end_from_nothing, DOUBLES),
    Forger("an upper end from nothing", "no upper bound claimed", separable, an_upper_end_from_nothing, DOUBLES),
    Forger("an upper end from nothing, undecided", "no upper bound claimed", stopped, an_upper_end_from_nothing, DOUBLES),
    Forger("no doubles", DOUBLES[0], deciding, no_doubles),
    Forger("a centre that is none", "centre is finite", undecided, a_centre_that_is_none),
    Forger("no weights on both classes", BASES[0], separable, no_weights_on_both),
    Forger("no weights at all", BASES[1], separable, no_weights_at_all),
    Forger("rows that are none", "support rows exist and differ", cancelling, rows_that_are_none),
    Forger("rows of nothing", "support rows exist and differ", cancelling, rows_of_nothing,
           ("weights are positive integers",)),
    Forger("rows that are none, boxed", "support rows exist and differ", boxed, rows_that_are_none),
    Forger("integers that are none", "weights are positive integers", cancelling, integers_that_are_none),
    Forger("integers that leave something", "weighted rows cancel", cancelling, integers_that_leave_something),
    Forger("integers that leave labels", "weighted labels cancel", cancelling, integers_that_leave_labels),
    Forger("other weights shown", "weights are the proof's", cancelling, other_weights_shown),
    Forger("other weights shown, boxed", "weights are the proof's", boxed, other_weights_shown),
    Forger("an upper end below zero", "upper bound of the margin", cancelling, an_upper_end_below_zero, DOUBLES),
    Forger("an upper end below zero, boxed", "upper bound of the margin", boxed, an_upper_end_below_zero, DOUBLES),
    Forger("no box", "a centre and a radius for each row", boxed, no_box),
    Forger("a box that reaches zero", "enclosed weights are positive", boxed, a_box_that_reaches_zero,
           ("a centre and a radius for each row",)),
    Forger("too many rows", "system is square", boxed, too_many_rows),
    Forger("a box beside the truth", "weights are enclosed", boxed, a_box_beside_the_truth),
]  # fmt: skip
