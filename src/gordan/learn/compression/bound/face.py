"""`error_bounds`: what a sample and a rule found on it say about the rule's error on examples not seen."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from gordan.engine.loop import solve
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
from gordan.learn.compression.sample.face import compress
from gordan.learn.compression.sample.record import Compressed
from gordan.learn.compression.sample.updates import sequential
from gordan.outcome import Outcome, Separable, Separation
from gordan.problem import Points
from gordan.problem.length import longest_row
from gordan.problem.number import extent

__all__ = ["error_bounds"]

_ALWAYS = 3  # bounds that separable points have without further arguments: 4.1, supports, updates
_DRAWN = Condition("the examples are independent draws of labelled points from one distribution", "assumed")


@dataclass(frozen=True)
class _Considered:
    """A bound before its share of delta is known."""

    name: str
    rule: str
    value: Callable[[float], float]
    conditions: tuple[Condition, ...]


def error_bounds(
    problem: Points,
    outcome: Outcome,
    *,
    delta: float = 0.05,
    eps: float | None = None,
    radius: float = 1.0,
    size: int | None = None,
) -> Bounds:
    """Bounds on the error of the rules found, each with its conditions, and the tightest of them.

    Parameters
    ----------
    problem, outcome
        A sample and what was found of it.
    delta : float
        How likely the bounds may fail. All that could be considered share it: three, one more with `eps` and one more
        with `size`, whatever was found. So the tightest may be picked afterwards, and no share depends on the sample.
    eps : float or None
        A margin, in units of the data, fixed before the sample was seen: adds Theorem 1.1, about the rule that
        solver="perceptron" finds, whichever found the outcome's own.
    radius : float
        A bound of ‖x‖ under the distribution, fixed beforehand; used with `eps`.
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
    if not isinstance(problem, Points) or not isinstance(outcome, Separation):
        raise InputError(
            "error_bounds takes the points and what was found of them: error_bounds(problem, solve(problem))"
        )
    if problem.implicit:
        raise InputError("bound speaks of points with coordinates; in the space of a kernel give explicit features")
    if problem.positive:
        raise InputError("these bounds are of the margin in the Euclidean norm; pose the points without positive=True")
    delta, radius = chance("delta", delta), extent("radius", radius)
    eps = None if eps is None else extent("eps", eps)
    considered, errors = [], 0
    if isinstance(outcome, Separable):
        considered += [_a_priori(problem), _supports(problem, outcome)]
        if sequential_outcome(outcome):
            considered.append(_updates(problem, outcome))
        if eps is not None:
            considered.append(_theorem(problem, outcome, eps, radius))
    if size is not None:
        kept = compress(problem, outcome, size=size)
        considered.append(_first(problem, outcome, kept, int(size)))
        errors = kept.errors
    if not considered:
        raise InputError(
            f"the points are {outcome.kind}, so no rule is right on all of them; give size=, a number of updates fixed "
            "beforehand, for the bound of Theorem 4.1"
        )
    share = delta / (_ALWAYS + (eps is not None) + (size is not None))
    bounds = tuple(Bound(one.name, one.value(share), share, one.rule, one.conditions) for one in considered)
    return Bounds(bounds, delta, problem.n, errors)


def sequential_outcome(outcome: Outcome) -> bool:
    """Whether a sequential perceptron found it, whose updates can be counted."""
    return outcome.solver in SOLVERS and sequential(SOLVERS[outcome.solver]())


def _a_priori(problem: Points) -> _Considered:
    d = problem.m + int(problem.intercept)
    known = Condition(f"the rule needs at most {d} examples, as many as there are coefficients", "checked")
    return _Considered(
        "Theorem 4.1",
        "the maximum-margin rule",
        lambda share: selection_bound(problem.n, d, share),
        (_DRAWN, known, _few(problem, d)),
    )


def _supports(problem: Points, outcome: Separable) -> _Considered:
    d = compress(problem, outcome, scheme="support").size
    known = Condition(f"the rule is a function of {d} examples and right on the other {problem.n - d}", "checked")
    return _Considered(
        "supports", "the maximum-margin rule", lambda share: support_bound(problem.n, d, share), (_DRAWN, known)
    )


def _updates(problem: Points, outcome: Separable) -> _Considered:
    kept = compress(problem, outcome)
    if kept.scheme != "perceptron":
        text = f"running {outcome.solver} again does not give the outcome's rule: it was polished, or visited otherwise"
    elif not kept.selects:
        text = "the points were centred at a mean of the whole sample, which is no example; use intercept=False"
    else:
        text = f"the rule is the sum of {kept.updates} examples in order and right on all {problem.n}"
    return _Considered(
        "updates",
        f"the {outcome.solver}'s rule",
        lambda share: update_bound(problem.n, kept.updates, share),
        (_DRAWN, Condition(text, _checked(kept.scheme == "perceptron" and kept.selects))),
    )


def _theorem(problem: Points, outcome: Separable, eps: float, radius: float) -> _Considered:
    # The points asked about have length 1 where that was asked for, whatever they were given as.
    longest = 1.0 if problem.normalise else longest_row(problem.X)
    inside = Condition(f"‖x‖ ≤ {radius:g}; the longest example has {longest:.4g}", _checked(longest <= radius))
    bracket = outcome.bracket
    if bracket.lower < eps <= bracket.upper:
        # A perceptron's own margin is not the sample's.
        bracket = solve(problem, goal="margin", start=outcome).bracket
    text = f"the sample's margin is at least eps = {eps:g}; it lies in {bracket}"
    reached = Condition(text, _checked(bracket.lower >= eps))
    before = Condition("eps and radius were fixed before the sample was seen", "assumed")
    rare = Condition("the margin of a sample is below eps with a chance below half of this bound's delta", "assumed")
    conditions = [_DRAWN, inside, reached, before, rare]
    if outcome.solver != Perceptron.name:
        text = f'meant is the rule that solver="perceptron" finds here, not the one of {outcome.solver}'
        conditions.append(Condition(text, "assumed"))
    # Lifted by a coordinate `radius` the points are √2 times as long and their margin is 1/√2 of what it was.
    level = eps / radius / (2.0 if problem.intercept else 1.0)
    rule = "the perceptron's rule" + (" on points lifted by a coordinate `radius`" if problem.intercept else "")
    return _Considered(
        "Theorem 1.1",
        rule,
        # No margin exceeds the radius: a level beyond it fails one of the conditions, and bounds nothing.
        lambda share: margin_bound(problem.n, level, share) if level <= 1 else math.inf,
        tuple(conditions),
    )


def _first(problem: Points, outcome: Outcome, kept: Compressed, size: int) -> _Considered:
    """Of the size fixed beforehand: how many updates were made depends on the sample."""
    by = outcome.solver if sequential_outcome(outcome) else Perceptron.name
    rate = kept.errors / problem.n
    before = Condition("size was fixed before the sample was seen", "assumed")
    made = Condition(f"the rule is made of {kept.updates} updates and errs on {kept.errors} of {problem.n}", "checked")
    return _Considered(
        "Theorem 4.1 with errors",
        f"the rule of at most {size} updates of the {by}",
        lambda share: selection_bound(problem.n, size, share, training_error=rate),
        (_DRAWN, before, made, _few(problem, size)),
    )


def _few(problem: Points, d: int) -> Condition:
    text = f"{d} is at most n/e = {problem.n / math.e:.4g}, beyond which the theorem's formula bounds nothing"
    return Condition(text, _checked(selects_few(problem.n, d)))


def _checked(holds: bool) -> Literal["checked", "fails"]:
    return "checked" if holds else "fails"
