"""Forgers of claims about points: one field made false by as little as can be."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

import gordan
from claimed import replace
from liar.forge.draw_points import cancelling, deciding, separable, stopped, undecided
from liar.forge.forger import Case, Forger
from liar.forge.scale import above, below
from liar.forge.truth import lower_square, products, rows_of, upper_square

__all__ = ["BASES", "DOUBLES", "FOREIGN", "POINTS", "SIDE", "change", "no_vector", "prove"]

SIDE = "every point on its side"
BASES = ("weights are non-negative, on both classes", "weights are non-negative, not all zero")
FOREIGN = "no fields of another question"
DOUBLES = ("bracket is made of doubles",)  # refuses what is no number before any other check looks at it


def change(case: Case, **fields: Any) -> Case:
    return case._replace(claim=replace(case.claim, **fields))


def prove(case: Case, **fields: Any) -> Case:
    return change(case, proof=replace(case.claim.proof, **fields))


def _bracket(case: Case, **ends: float) -> Case:
    return change(case, bracket=replace(case.claim.bracket, **ends))


def other_classes(case: Case, rng: Any) -> Case:
    a, b = case.problem.classes
    return change(case, classes=[(b, a), (a,), (), (a, b, b), None, [a, b], "ab"][rng.integers(7)])


def another_kind(case: Case, rng: Any) -> Case:
    proofs = [None, gordan.outcome.Separator, gordan.outcome.Cancellation((0,), (1,)), case.claim.proof.__dict__, 1]
    if isinstance(case.claim, gordan.Inseparable):
        proofs[2] = gordan.outcome.Separator(np.ones(case.problem.m), 0.0, np.zeros(case.problem.m))
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
    return prove(change(case, coef=w), direction=w)


def no_centre(case: Case, rng: Any) -> Case:
    c = no_vector(case.claim.proof.centre, rng, zero=False)
    return prove(change(case, centre=c), centre=c)


def no_direction_below(case: Case, rng: Any) -> Case | None:
    w = case.claim.coef if case.claim.coef is None else no_vector(case.claim.coef, rng)
    return None if w is None else change(case, coef=w)


def no_number(case: Case, rng: Any) -> Case:
    offset = [np.nan, np.inf, -np.inf, "0", None, 1, True, 0j, np.zeros(1)][rng.integers(9)]
    return prove(change(case, offset=offset), offset=offset)


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
    return prove(change(case, offset=offset, intercept=_nearest(truth)), offset=offset)


def an_offset_uncalled_for(case: Case, rng: Any) -> Case | None:
    if case.problem.intercept:
        return None
    offset = [5e-324, -5e-324, 1.0, Fraction(1, 10**400), Fraction(-(10**400))][rng.integers(5)]
    return prove(change(case, offset=offset, intercept=_nearest(Fraction(offset))), offset=offset)


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


def _nearest(value: Fraction) -> float:
    try:
        return float(value)
    except OverflowError:
        return np.inf if value > 0 else -np.inf


def another_space(case: Case, rng: Any) -> Case:
    return change(case, space=["the rbf kernel (gamma=7)", f"{case.problem.space}, nearly"][rng.integers(2)])


def no_rows_nearest(case: Case, rng: Any) -> Case:
    n = case.problem.n
    lies: list[Any] = [(n,), (-1,), (0, 0), (True,), [0], (0.0,), None, np.array([0])]
    return change(case, nearest=lies[rng.integers(len(lies))])


def another_intercept(case: Case, rng: Any) -> Case:
    """The next double, or the intercept of no hyperplane."""
    own = case.claim.intercept
    lies: list[Any] = [float(np.nextafter(own, np.inf)), own + 1.0 if abs(own) < 1e9 else -own, np.nan, None, 1]
    return change(case, intercept=lies[rng.integers(len(lies))])


def coefficients_of_rows(case: Case, rng: Any) -> Case:
    """A hyperplane of a kernel's space beside points that have coordinates."""
    n = case.problem.n
    return change(case, dual_coef=[np.zeros(n), np.ones(n), np.full(1, np.nan)][rng.integers(3)])


def any_claim(rng: Any) -> Case | None:
    return (separable, cancelling, undecided)[int(rng.integers(3))](rng)


def unseparated(rng: Any) -> Case | None:
    return (cancelling, undecided)[int(rng.integers(2))](rng)


POINTS = [
    Forger("another space", "space is the problem's", any_claim, another_space),
    Forger("coefficients of rows", FOREIGN, any_claim, coefficients_of_rows, ("intercept is the hyperplane's",)),
    Forger("no rows nearest", "nearest rows exist and differ", any_claim, no_rows_nearest),
    Forger("another intercept beside", "intercept is the hyperplane's", unseparated, another_intercept),
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
    Forger(
        "a lower end from nothing, inseparable", "no lower bound claimed", cancelling, a_lower_end_from_nothing, DOUBLES
    ),
    Forger("an upper end from nothing", "no upper bound claimed", separable, an_upper_end_from_nothing, DOUBLES),
    Forger(
        "an upper end from nothing, undecided", "no upper bound claimed", stopped, an_upper_end_from_nothing, DOUBLES
    ),
    Forger("no doubles", DOUBLES[0], deciding, no_doubles),
    Forger("a centre that is none", "centre is finite", undecided, a_centre_that_is_none),
    Forger("no weights on both classes", BASES[0], separable, no_weights_on_both),
    Forger("no weights at all", BASES[1], separable, no_weights_at_all),
]
