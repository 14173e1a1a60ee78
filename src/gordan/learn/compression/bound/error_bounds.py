"""`error_bounds`: what a sample and a rule found on it say about the rule's error on examples not seen."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from gordan.engine.loop.separate import solve
from gordan.engine.solver import SOLVERS, Perceptron
from gordan.errors import InputError
from gordan.learn.compression.bound.formula import (
    Condition,
    chance,
    margin_bound,
    selection_bound,
    selects_few,
    support_bound,
    update_bound,
)
from gordan.learn.compression.bound.record import Bound, Bounds
from gordan.learn.compression.sample.compress import compress
from gordan.learn.compression.sample.record import Compressed
from gordan.learn.compression.sample.updates import sequential
from gordan.outcome import Outcome, Separable, Separation
from gordan.problem import Points
from gordan.problem.length import longest_row
from gordan.problem.number import extent

__all__ = [
    "DRAWN",
    "SAMPLED",
    "Considered",
    "checked",
    "error_bounds",
    "longest_image",
    "require_sample",
    "sequence_length",
    "sequential_outcome",
    "updates_bound",
]

_ALWAYS = 3  # bounds that separable points have without further arguments: 4.1, supports, updates
SAMPLED = "gamma was computed from the whole sample, which is no example; give it as a number"
DRAWN = Condition("the examples are independent draws of labelled points from one distribution", "assumed")


@dataclass(frozen=True)
class Considered:
    """A bound before its share of delta is known."""

    name: str
    rule: str
    value: Callable[[float], float]
    conditions: tuple[Condition, ...]
    margin: float = 0.0


def error_bounds(
    problem: Points,
    outcome: Outcome,
    *,
    delta: float = 0.05,
    eps: float | None = None,
    inverse_margin: float | None = None,
    radius: float = 1.0,
    size: int | None = None,
) -> Bounds:
    """Bounds on the error of the rules found, each with its conditions, and the tightest of them.

    Parameters
    ----------
    problem, outcome
        A sample and what was found of it.
    delta : float
        How likely the bounds may fail. All that could be considered share it: three, one more with `eps` or
        `inverse_margin` and one more with `size`, whatever was found. So the tightest may be picked afterwards, and no
        share depends on the sample.
    eps : float or None
        A margin, in units of the data, fixed before the sample was seen: adds Theorem 1.1, about the rule that
        solver="perceptron" finds, whichever found the outcome's own.
    inverse_margin : float or None
        In the place of `eps`: a bound of the mean of 1/margin over samples of this size, fixed beforehand. Margins are
        then seldom below eps = delta/(2·inverse_margin), delta this bound's share.
    radius : float
        A bound of ‖x‖ under the distribution, fixed beforehand; used with `eps`. Points that were brought to this
        length and then rounded satisfy it.
    size : int or None
        A number of updates fixed before the sample was seen: adds Theorem 4.1 for the rule of the first so many, with
        its training error. The only bound there is for inseparable points; without an intercept.

    Examples
    --------
    >>> import gordan
    >>> import numpy as np
    >>> X = np.random.default_rng(0).uniform(-1, 1, (400, 2))
    >>> X = X[abs(X @ [1.0, 2.0]) > 0.3]
    >>> problem = gordan.Points(X, X @ [1.0, 2.0] > 0, intercept=False)
    >>> bounds = gordan.bound.error_bounds(problem, gordan.solve(problem))
    >>> bounds.tightest.name, bounds.tightest.value < 0.1, bounds.bounds[0].vacuous
    ('supports', True, True)
    """
    require_sample("error_bounds", problem, outcome)
    delta, radius = chance("delta", delta), extent("radius", radius)
    if eps is not None and inverse_margin is not None:
        raise InputError("eps and inverse_margin were both given; give the one that was known beforehand")
    share = delta / (_ALWAYS + (eps is not None or inverse_margin is not None) + (size is not None))
    mean = None if inverse_margin is None else extent("inverse_margin", inverse_margin)
    eps = share / (2.0 * mean) if mean is not None else None if eps is None else extent("eps", eps)
    considered, errors = [], 0
    if isinstance(outcome, Separable):
        # A kernel's space may have as many dimensions as there are examples: nothing is known of supports beforehand.
        considered += (
            [_supports(problem, outcome)] if problem.implicit else [_a_priori(problem), _supports(problem, outcome)]
        )
        if sequential_outcome(outcome):
            considered.append(updates_bound(problem, outcome))
        if eps is not None:
            considered.append(_theorem(problem, outcome, eps, radius, mean))
    if size is not None:
        compressed = compress(problem, outcome, size=size)
        considered.append(_first(problem, outcome, compressed, int(size)))
        errors = compressed.errors
    if not considered:
        raise InputError(
            f"the points are {outcome.kind}, so no rule is right on all of them; give size=, a number of updates fixed "
            "beforehand, for the bound of Theorem 4.1"
        )
    bounds = tuple(Bound(one.name, one.value(share), share, one.rule, one.conditions) for one in considered)
    return Bounds(bounds, delta, problem.n, errors)


def require_sample(name: str, problem: object, outcome: object) -> None:
    if not isinstance(problem, Points) or not isinstance(outcome, Separation):
        raise InputError(f"{name} takes the points and what was found of them: {name}(problem, solve(problem))")
    if problem.positive:
        raise InputError("these bounds are of the margin in the Euclidean norm; pose the points without positive=True")


def sequential_outcome(outcome: Outcome) -> bool:
    """Whether a sequential perceptron found it, whose updates can be counted."""
    return outcome.solver in SOLVERS and sequential(SOLVERS[outcome.solver]())


def _a_priori(problem: Points) -> Considered:
    d = problem.m + int(problem.intercept)
    known = Condition(f"the rule needs at most {d} examples, as many as there are coefficients", "checked")
    return Considered(
        "Theorem 4.1",
        "the maximum-margin rule",
        lambda share: selection_bound(problem.n, d, share),
        (DRAWN, known, _few(problem, d)),
    )


def _supports(problem: Points, outcome: Separable) -> Considered:
    compressed = compress(problem, outcome, scheme="support")
    d = compressed.size
    text = f"the rule is a function of {d} examples and right on the other {problem.n - d}"
    if not compressed.selects:
        text = SAMPLED
    known = Condition(text, checked(compressed.selects))
    return Considered(
        "supports", "the maximum-margin rule", lambda share: support_bound(problem.n, d, share), (DRAWN, known)
    )


def sequence_length(compressed: Compressed) -> int:
    """How many examples in order the rule is made of: the updates, and the two that an offset lies between."""
    return compressed.updates + len(compressed.offset_from)


def updates_bound(problem: Points, outcome: Separable) -> Considered:
    compressed = compress(problem, outcome)
    if compressed.scheme != "perceptron":
        text = f"running {outcome.solver} again does not give the outcome's rule: it was polished, or visited otherwise"
    elif not compressed.selects:
        text = "the points were centred at a mean of the whole sample, which is no example; use intercept=False"
        if compressed.sampled:
            text = SAMPLED
    else:
        text = f"the rule is the sum of {compressed.updates} examples in order and right on all {problem.n}"
    return Considered(
        "updates",
        f"the {outcome.solver}'s rule",
        lambda share: update_bound(problem.n, sequence_length(compressed), share),
        (DRAWN, Condition(text, checked(compressed.scheme == "perceptron" and compressed.selects))),
    )


def _theorem(problem: Points, outcome: Separable, eps: float, radius: float, mean: float | None) -> Considered:
    # The points asked about have length 1 where that was asked for, whatever they were given as.
    longest = 1.0 if problem.normalise else longest_image(problem)
    slack = _length_rounding(problem)
    inside = Condition(
        f"‖x‖ ≤ {radius:g} up to rounding; the longest example has {longest:.4g}",
        checked(longest <= radius * (1.0 + slack)),
    )
    bracket = outcome.bracket
    if bracket.lower < eps <= bracket.upper:
        # A perceptron's own margin is not the sample's.
        bracket = solve(problem, goal="margin", start=outcome).bracket
    text = f"the sample's margin is at least eps = {eps:.4g}; it lies in {bracket}"
    reached = Condition(text, checked(bracket.lower >= eps))
    conditions = [DRAWN, inside, reached, *_beforehand(mean), _whose(problem, outcome)]
    # Lifted by a coordinate `radius` the points are √2 times as long and their margin is 1/√2 of what it was.
    level = eps / (radius * (1.0 + 2.0 * slack)) / (2.0 if problem.intercept else 1.0)
    rule = "the perceptron's rule" + (" on points lifted by a coordinate `radius`" if problem.intercept else "")
    return Considered(
        "Theorem 1.1" if mean is None else "Theorem 1.1 by E[1/margin]",
        rule,
        # No margin exceeds the radius: a level beyond it fails one of the conditions, and bounds nothing.
        lambda share: margin_bound(problem.n, level, share) if level <= 1 else math.inf,
        tuple(conditions),
    )


def longest_image(problem: Points) -> float:
    """‖x‖ of the longest point, in the space of a kernel of the longest image."""
    return float(np.sqrt(problem.canonical().diagonal.max())) if problem.implicit else longest_row(problem.X)


def _length_rounding(problem: Points) -> float:
    """Relative error of the length of a row that was divided by its length, in the precision of the points."""
    kind = problem.X.dtype
    unit = float(np.finfo(kind).eps) if kind.kind == "f" else float(np.finfo(np.float64).eps)
    return (problem.m + 4) * unit


def _beforehand(mean: float | None) -> tuple[Condition, ...]:
    if mean is None:
        text = "the margin of a sample is below eps with a chance below half of this bound's delta"
        return Condition("eps and radius were fixed before the sample was seen", "assumed"), Condition(text, "assumed")
    text = f"the mean of 1/margin over samples is at most {mean:g}, so margins are below eps with a chance of delta/2"
    before = Condition("inverse_margin and radius were fixed before the sample was seen", "assumed")
    return before, Condition(text, "assumed")


def _whose(problem: Points, outcome: Separable) -> Condition:
    """Whether the rule that the theorem is about is the outcome's."""
    if problem.intercept:
        text = (
            "meant is the perceptron on the points (x, radius), not the outcome's rule, whose centre and lift come "
            'from the whole sample; give the points that coordinate and intercept=False, and solver="perceptron"'
        )
        return Condition(text, "assumed")
    if outcome.solver != Perceptron.name:
        text = f'meant is the rule that solver="perceptron" finds here, not the one of {outcome.solver}'
        return Condition(text, "assumed")
    compressed = compress(problem, outcome)
    if compressed.scheme == "perceptron":
        return Condition(
            f"the outcome's rule is the perceptron's, the sum of {compressed.updates} examples in order", "checked"
        )
    text = 'meant is the rule that solver="perceptron" finds here as published, not the outcome\'s, which was polished'
    return Condition(text, "assumed")


def _first(problem: Points, outcome: Outcome, compressed: Compressed, size: int) -> Considered:
    """Theorem 4.1 for the size fixed beforehand; the number of updates made depends on the sample."""
    by = outcome.solver if sequential_outcome(outcome) else Perceptron.name
    rate = compressed.errors / problem.n
    before = Condition("size was fixed before the sample was seen", "assumed")
    text = (
        SAMPLED
        if compressed.sampled
        else f"the rule is made of {compressed.updates} updates and errs on {compressed.errors} of {problem.n}"
    )
    made = Condition(text, checked(not compressed.sampled))
    return Considered(
        "Theorem 4.1 with errors",
        f"the rule of at most {size} updates of the {by}",
        lambda share: selection_bound(problem.n, size, share, training_error=rate),
        (DRAWN, before, made, _few(problem, size)),
    )


def _few(problem: Points, d: int) -> Condition:
    text = f"{d} is at most n/e = {problem.n / math.e:.4g}, beyond which the theorem's formula bounds nothing"
    return Condition(text, checked(selects_few(problem.n, d)))


def checked(holds: bool) -> Literal["checked", "fails"]:
    return "checked" if holds else "fails"
