"""Forgers of claims in kernels' spaces."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

import gordan
from claimed import replace
from liar.forge.draw_kernel import (
    impossible,
    kernel_cancelling,
    kernel_separable,
    kernel_twins,
    kernel_undecided,
    lower_of,
    products_of,
    upper_of,
    values_of,
)
from liar.forge.forger import Case, Forger, exactly
from liar.forge.lie_inseparable import (
    an_upper_end_below_zero,
    integers_that_are_none,
    other_weights_shown,
    rows_of_nothing,
    rows_that_are_none,
)
from liar.forge.lie_points import (
    BASES,
    DOUBLES,
    FOREIGN,
    SIDE,
    an_upper_end_from_nothing,
    change,
    no_vector,
    no_weights_at_all,
    no_weights_on_both,
    other_classes,
)
from liar.forge.scale import above, below

__all__ = [
    "EDGE",
    "KERNEL",
    "a_lower_end_above",
    "an_image_on_the_wrong_side",
    "an_upper_end_below",
    "another_hyperplane_shown",
    "images_on_the_wrong_side",
]

_MORE = 1 + Fraction(1, 10**40)  # beyond what the truth itself is not known to


def no_coefficients(case: Case, rng: Any) -> Case:
    c = no_vector(case.claim.dual_coef, rng)
    return change(case, dual_coef=c, proof=replace(case.claim.proof, coefficients=c))


def no_coefficients_below(case: Case, rng: Any) -> Case | None:
    c = no_vector(case.claim.dual_coef, rng)
    return None if c is None else change(case, dual_coef=c)


def no_number(case: Case, rng: Any) -> Case:
    offset = [np.nan, np.inf, "0", None, 1, True][rng.integers(6)]
    return change(case, offset=offset, proof=replace(case.claim.proof, offset=offset))


def an_image_on_the_wrong_side(case: Case, rng: Any) -> Case | None:
    """Labels that the hyperplane does not give: of one row, the one nearest to it."""
    problem, claim = case.problem, case.claim
    values = values_of(problem, products_of(problem), claim.dual_coef, Fraction(claim.offset))
    j = min(range(problem.n), key=lambda i: abs(values[i]))
    y = (problem.signs > 0).astype(int)
    y[j] = 1 - y[j]
    try:
        other = _relabelled(problem, y)
    except gordan.InputError:
        return None
    low = gordan.outcome.Bracket(float(rng.choice([-1.0, 5e-324])), np.inf)
    return change(case._replace(problem=other), bracket=low, weights=None, classes=other.classes)


def images_on_the_wrong_side(case: Case, rng: Any) -> Case | None:
    """All of them: no offset could help."""
    problem = case.problem
    other = _relabelled(problem, (problem.signs < 0).astype(int))
    return change(case._replace(problem=other), bracket=gordan.outcome.Bracket(5e-324, np.inf), weights=None)


def an_offset_at_the_edge(case: Case, rng: Any) -> Case | None:
    """So that the nearest image of a class lies on the hyperplane, or beyond it by the last digit."""
    problem, claim = case.problem, case.claim
    if not problem.intercept or problem.normalise:
        return None
    values = values_of(problem, products_of(problem), claim.dual_coef, Fraction(0))
    pairs = list(zip(values, problem.signs, strict=True))
    edge = -min(v for v, s in pairs if s > 0)
    offset = below(lambda d: d <= edge)
    if not np.isfinite(offset):
        return None
    return change(case, offset=offset, intercept=offset, proof=replace(claim.proof, offset=offset))


def an_offset_uncalled_for(case: Case, rng: Any) -> Case | None:
    if case.problem.intercept:
        return None
    offset = 5e-324
    return change(case, offset=offset, intercept=offset, proof=replace(case.claim.proof, offset=offset))


def another_hyperplane_shown(case: Case, rng: Any) -> Case:
    c = case.claim.dual_coef.copy()
    j = rng.integers(c.size)
    c[j] = np.nextafter(c[j], np.inf)
    moved = float(np.nextafter(float(case.claim.offset), np.inf))
    lies: list[dict[str, Any]] = [
        {"dual_coef": c},
        {"dual_coef": None},
        {"offset": moved},
        {"intercept": moved},
        {"coef": np.ones(1)},
    ]
    return change(case, **lies[rng.integers(5)])


def a_centre_in_no_space(case: Case, rng: Any) -> Case:
    """A kernel's space has no coordinates, and so no point to have them."""
    return change(case, centre=[np.zeros(1), np.ones(3), np.full(2, np.nan)][rng.integers(3)])


def a_lower_end_above(case: Case, rng: Any) -> Case | None:
    claim = case.claim
    truth = lower_of(case.problem, products_of(case.problem), claim.dual_coef, Fraction(claim.offset))
    if truth is None:
        return None
    limit = truth * _MORE if truth > 0 else truth / _MORE
    lower = above(lambda d: d > limit)
    if not np.isfinite(lower):
        return None
    upper = max(lower, claim.bracket.upper) if claim.weights is None or lower <= claim.bracket.upper else None
    if upper is None:
        # Nothing else is to be wrong with it.
        return change(case, bracket=gordan.outcome.Bracket(lower, np.inf), weights=None)
    return change(case, bracket=replace(claim.bracket, lower=lower))


def an_upper_end_below(case: Case, rng: Any) -> Case | None:
    claim = case.claim
    if claim.weights is None:
        return None
    truth = upper_of(case.problem, products_of(case.problem), claim.weights)
    if truth is None:
        return None
    upper = below(lambda d: d < truth / _MORE)
    return change(case, bracket=replace(claim.bracket, upper=upper))


def a_lower_end_from_nothing(case: Case, rng: Any) -> Case:
    lower = float(rng.choice([-1.0, 0.0, np.nan, np.inf]))
    return change(case, bracket=replace(case.claim.bracket, lower=lower), dual_coef=None)


def integers_that_leave_something(case: Case, rng: Any) -> Case | None:
    """One more of an image; or two rows that differ in the last digit of one number."""
    problem, proof = case.problem, case.claim.proof
    i = proof.support[0]
    if isinstance(problem, gordan.Gram):
        K = np.array(problem.K)
        other = rng.integers(problem.n - 1)
        K[i, other] = K[other, i] = np.nextafter(K[i, other], K.dtype.type(np.inf))
        try:
            lie = gordan.Gram(K, (problem.signs > 0).astype(int), problem.intercept, problem.normalise)
        except gordan.InputError:
            return None
    else:
        X = np.array(problem.X.toarray() if hasattr(problem.X, "toarray") else problem.X)
        X[i, 0] = np.nextafter(X[i, 0], X.dtype.type(np.inf))
        if X[i, 0] == X[problem.n - 1, 0]:
            return None
        options = problem.intercept, problem.normalise, problem.numbers, problem.kernel
        try:
            lie = gordan.Points(X, (problem.signs > 0).astype(int), *options)
        except gordan.InputError:
            return None
    table = products_of(lie)
    v = [int(lie.signs[j]) * x for j, x in zip(proof.support, proof.integers, strict=True)]
    left = sum(
        a * b * table[p][q]
        for a, p in zip(v, proof.support, strict=True)
        for b, q in zip(v, proof.support, strict=True)
    )
    return case._replace(problem=lie) if left else None


def integers_that_leave_labels(case: Case, rng: Any) -> Case | None:
    """An image that is zero takes any weight but for its label."""
    problem, proof = case.problem, case.claim.proof
    X = np.vstack([problem.X, np.zeros(problem.m)])
    lie = gordan.Points(X, [0, 1, 1, 1], True, kernel=problem.kernel)
    longer = gordan.outcome.Cancellation((*proof.support, problem.n), (*proof.integers, int(rng.integers(1, 9))))
    return change(case._replace(problem=lie), proof=longer, weights=longer.weights(lie.n))


def another_kind(case: Case, rng: Any) -> Case:
    return change(case, proof=[None, gordan.outcome.Separator(np.ones(1), 0.0, np.zeros(1)), 1][rng.integers(3)])


def transcendent(case: Case, rng: Any) -> Case | None:
    """Values of an exponential called exact."""
    if isinstance(case.problem, gordan.Gram) or case.problem.kernel.name == "poly":
        return None
    return case._replace(judge=exactly)


def a_wrong_side_called_exact(case: Case, rng: Any) -> Case | None:
    forged = an_image_on_the_wrong_side(case, rng)
    rational = isinstance(case.problem, gordan.Gram) or case.problem.kernel.name == "poly"
    return forged._replace(judge=exactly) if forged is not None and rational else None


def a_lower_end_called_exact(case: Case, rng: Any) -> Case | None:
    forged = a_lower_end_above(case, rng)
    rational = isinstance(case.problem, gordan.Gram) or case.problem.kernel.name == "poly"
    return forged._replace(judge=exactly) if forged is not None and rational else None


def ends_that_cross(case: Case, rng: Any) -> Case:
    lower = case.claim.bracket.lower * 4.0
    return change(case, bracket=replace(case.claim.bracket, lower=lower))


def a_normal_without_length(case: Case, rng: Any) -> Case:
    """Coefficients whose square is negative, as a function that is no kernel allows."""
    return change(case, dual_coef=np.array([1.0, -1.0]))


def _relabelled(problem: Any, y: Any) -> Any:
    if isinstance(problem, gordan.Gram):
        return gordan.Gram(problem.K, y, problem.intercept, problem.normalise)
    return gordan.Points(problem.X, y, problem.intercept, problem.normalise, problem.numbers, problem.kernel)


EDGE = "offset lies between the classes"
KERNEL = [
    Forger("kernel: other classes", "classes", kernel_separable, other_classes),
    Forger("kernel: another kind of proof", "proof is of its kind", kernel_separable, another_kind),
    Forger("kernel: no coefficients", "coefficients are finite and not zero", kernel_separable, no_coefficients),
    Forger(
        "kernel: no coefficients below", "coefficients are finite and not zero", kernel_undecided, no_coefficients_below
    ),
    Forger("kernel: no offset at all", "offset is a number", kernel_separable, no_number),
    Forger("kernel: an image on the wrong side", SIDE, kernel_separable, an_image_on_the_wrong_side, (EDGE,)),
    Forger("kernel: images on the wrong side", SIDE, kernel_separable, images_on_the_wrong_side, (EDGE,)),
    Forger("kernel: an offset at the edge", EDGE, kernel_separable, an_offset_at_the_edge, (SIDE,)),
    Forger("kernel: an offset uncalled for", "no offset", kernel_separable, an_offset_uncalled_for, (SIDE,)),
    Forger(
        "kernel: another hyperplane shown",
        "dual_coef and intercept are the proof's",
        kernel_separable,
        another_hyperplane_shown,
    ),
    Forger("kernel: a centre", FOREIGN, kernel_separable, a_centre_in_no_space),
    Forger("kernel: a centre, undecided", FOREIGN, kernel_undecided, a_centre_in_no_space),
    Forger("kernel: a lower end above", "margin at least", kernel_separable, a_lower_end_above),
    Forger("kernel: a lower end above, undecided", "margin at least", kernel_undecided, a_lower_end_above),
    Forger("kernel: an upper end below", "margin at most", kernel_separable, an_upper_end_below),
    Forger("kernel: an upper end below, undecided", "margin at most", kernel_undecided, an_upper_end_below),
    Forger(
        "kernel: a lower end from nothing",
        "no lower bound claimed",
        kernel_undecided,
        a_lower_end_from_nothing,
        DOUBLES,
    ),
    Forger(
        "kernel: an upper end from nothing",
        "no upper bound claimed",
        kernel_separable,
        an_upper_end_from_nothing,
        DOUBLES,
    ),
    Forger("kernel: no weights on both classes", BASES[0], kernel_separable, no_weights_on_both),
    Forger("kernel: no weights at all", BASES[1], kernel_separable, no_weights_at_all),
    Forger("kernel: rows that are none", "support rows exist and differ", kernel_cancelling, rows_that_are_none),
    Forger(
        "kernel: rows of nothing",
        "support rows exist and differ",
        kernel_cancelling,
        rows_of_nothing,
        ("weights are positive integers",),
    ),
    Forger(
        "kernel: integers that are none", "weights are positive integers", kernel_cancelling, integers_that_are_none
    ),
    Forger(
        "kernel: integers that leave something",
        "weighted images cancel",
        kernel_cancelling,
        integers_that_leave_something,
        ("weighted labels cancel",),
    ),
    Forger("kernel: integers that leave labels", "weighted labels cancel", kernel_twins, integers_that_leave_labels),
    Forger("kernel: other weights shown", "weights are the proof's", kernel_cancelling, other_weights_shown),
    Forger(
        "kernel: an upper end below zero",
        "upper bound of the margin",
        kernel_cancelling,
        an_upper_end_below_zero,
        DOUBLES,
    ),
    Forger("kernel: a transcendent value called exact", "products are fractions", kernel_separable, transcendent),
    Forger("kernel: a wrong side called exact", SIDE, kernel_separable, a_wrong_side_called_exact, (EDGE,)),
    Forger("kernel: a lower end called exact", "margin at least", kernel_separable, a_lower_end_called_exact),
    Forger("kernel: ends that cross", "lower bound is not above the upper", impossible, ends_that_cross),
    Forger("kernel: a normal without length", "normal has a length", impossible, a_normal_without_length),
]
