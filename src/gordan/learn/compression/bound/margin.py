"""`margin_bounds`: what the margin of a sample says about the margin of examples not seen."""

from __future__ import annotations

import math
from dataclasses import replace

from gordan.errors import InputError
from gordan.learn.compression.bound.face import (
    DRAWN,
    Considered,
    checked,
    require_sample,
    sequence_length,
    sequential_outcome,
    updates_bound,
)
from gordan.learn.compression.bound.formula import Condition, chance, support_bound, update_bound
from gordan.learn.compression.bound.record import Bound, Bounds
from gordan.learn.compression.sample.face import claim_of, compress
from gordan.learn.compression.sample.reconstruct import linear_rule, points_of
from gordan.outcome import Separable
from gordan.problem import Points
from gordan.problem.length import longest_row
from gordan.verify import verify

__all__ = ["margin_bounds"]

_ROUNDED = 1e-6  # relative: what the rounding of a rule may take of the margin that it has without
_STEPS = 8  # to a factor of two


def margin_bounds(problem: Points, outcome: Separable, *, delta: float = 0.05) -> Bounds:
    """Bounds on how much of the distribution is nearer than some margin to the hyperplanes found, or beyond them.

    The sample's margin bounds the global one: the examples that a rule is made of also say which points are too near,
    so the bounds on its error hold of that as well.

    supports
        The maximum-margin rule, and the sample's own margin (less a millionth, for rounding).
    updates
        The rule of a sequential perceptron, and its margin rounded down to ℓ·2^(−j/8), ℓ the longest of its examples
        and j = 1, 2, …: naming j costs 2 ln j + ln(π²/6).

    Parameters
    ----------
    problem, outcome
        A sample that is separable, and what was found of it.
    delta : float
        How likely the bounds may fail; the two share it, whatever was found.

    Examples
    --------
    >>> import gordan
    >>> import numpy as np
    >>> X = np.random.default_rng(0).uniform(-1, 1, (400, 2))
    >>> X = X[abs(X @ [1.0, 2.0]) > 0.3]
    >>> problem = gordan.Points(X, X @ [1.0, 2.0] > 0, intercept=False)
    >>> best = gordan.bound.margin_bounds(problem, gordan.solve(problem)).tightest
    >>> best.name, best.value < 0.1, best.margin > 0.13
    ('supports', True, True)
    """
    require_sample("margin_bounds", problem, outcome)
    if not isinstance(outcome, Separable):
        raise InputError(f"the points are {outcome.kind}, so that no rule has a margin on all of them")
    if problem.implicit:
        raise InputError("margin_bounds speaks of points with coordinates; error_bounds holds in a kernel's space too")
    share = chance("delta", delta) / 2.0
    considered = [_wide_supports(problem, outcome)]
    if sequential_outcome(outcome):
        considered.append(_wide_updates(problem, outcome))
    bounds = [Bound(one.name, one.value(share), share, one.rule, one.conditions, one.margin) for one in considered]
    return Bounds(tuple(bounds), delta, problem.n)


def _wide_supports(problem: Points, outcome: Separable) -> Considered:
    kept = compress(problem, outcome, scheme="support")
    rule = linear_rule(kept)
    # Of the examples alone, so that it depends on them alone; the sample is then held against it.
    least = (1.0 - _ROUNDED) * verify(points_of(kept), claim_of(points_of(kept).classes, rule)).bracket.lower
    reached = verify(problem, claim_of(problem.classes, rule)).bracket.lower >= least > 0
    text = f"the rule is a function of {kept.size} examples, and none of the {problem.n} is nearer than {least:.4g}"
    return Considered(
        "supports",
        "the maximum-margin rule",
        lambda share: support_bound(problem.n, kept.size, share),
        (DRAWN, Condition(text, checked(reached))),
        least,
    )


def _wide_updates(problem: Points, outcome: Separable) -> Considered:
    kept = compress(problem, outcome)
    plain = updates_bound(problem, outcome)
    if kept.scheme != "perceptron" or not kept.selects:
        return replace(plain, margin=0.0)
    longest = 1.0 if problem.normalise else longest_row(points_of(kept).X)
    lower = verify(problem, claim_of(problem.classes, linear_rule(kept))).bracket.lower
    step = max(1, math.ceil(_STEPS * math.log2(longest / lower) + _ROUNDED)) if lower > 0 else 1
    least = longest * 2.0 ** (-step / _STEPS)
    text = f"the rule is the sum of {kept.updates} examples in order; none of {problem.n} is nearer than {least:.4g}"
    extra = 2.0 * math.log(step) + math.log(math.pi**2 / 6.0)
    length = sequence_length(kept)
    return Considered(
        "updates",
        plain.rule,
        lambda share: (
            update_bound(problem.n, length, share) + (extra / (problem.n - length) if length < problem.n else 0)
        ),
        (DRAWN, Condition(text, checked(lower >= least))),
        least,
    )
