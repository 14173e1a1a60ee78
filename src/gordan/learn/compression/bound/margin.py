"""`margin_bounds`: what the margin of a sample says about the margin of examples not seen."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from gordan.errors import InputError
from gordan.learn.compression.bound.error_bounds import (
    DRAWN,
    SAMPLED,
    Considered,
    checked,
    longest_image,
    require_sample,
    sequence_length,
    sequential_outcome,
    updates_bound,
)
from gordan.learn.compression.bound.formula import Condition, chance, support_bound, update_bound
from gordan.learn.compression.bound.record import Bound, Bounds
from gordan.learn.compression.sample.compress import claim_of, compress
from gordan.learn.compression.sample.kernel import kernel_claim, kernel_rule
from gordan.learn.compression.sample.reconstruct import linear_rule, points_of
from gordan.learn.compression.sample.record import Compressed
from gordan.outcome import Claim, Separable
from gordan.problem import Points
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

    In the space of a kernel margins and lengths are those of the images, and no bound asks for a dimension.

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
    share = chance("delta", delta) / 2.0
    considered = [_wide_supports(problem, outcome)]
    if sequential_outcome(outcome):
        considered.append(_wide_updates(problem, outcome))
    bounds = [Bound(one.name, one.value(share), share, one.rule, one.conditions, one.margin) for one in considered]
    return Bounds(tuple(bounds), delta, problem.n)


def _wide_supports(problem: Points, outcome: Separable) -> Considered:
    compressed = compress(problem, outcome, scheme="support")
    examples = points_of(compressed)
    # Of the examples alone, so that it depends on them alone; the sample is then held against it.
    least = (1.0 - _ROUNDED) * verify(examples, _claim(examples, compressed, range(compressed.size))).bracket.lower
    reached = verify(problem, _claim(problem, compressed, compressed.rows)).bracket.lower >= least > 0
    text = (
        f"the rule is a function of {compressed.size} examples, and none of the {problem.n} is nearer than {least:.4g}"
    )
    return Considered(
        "supports",
        "the maximum-margin rule",
        lambda share: support_bound(problem.n, compressed.size, share),
        (DRAWN, Condition(text if compressed.selects else SAMPLED, checked(reached and compressed.selects))),
        least,
    )


def _claim(problem: Points, compressed: Compressed, rows: Sequence[int]) -> Claim:
    """That the rule of the examples separates points that have them in these rows."""
    if problem.implicit:
        return kernel_claim(problem, rows, kernel_rule(compressed))
    return claim_of(problem.classes, linear_rule(compressed))


def _wide_updates(problem: Points, outcome: Separable) -> Considered:
    compressed = compress(problem, outcome)
    plain = updates_bound(problem, outcome)
    if compressed.scheme != "perceptron" or not compressed.selects:
        return replace(plain, margin=0.0)
    longest = 1.0 if problem.normalise else longest_image(points_of(compressed))
    lower = verify(problem, _claim(problem, compressed, compressed.rows)).bracket.lower
    step = max(1, math.ceil(_STEPS * math.log2(longest / lower) + _ROUNDED)) if lower > 0 else 1
    least = longest * 2.0 ** (-step / _STEPS)
    text = (
        f"the rule is the sum of {compressed.updates} examples in order; none of {problem.n} is nearer than {least:.4g}"
    )
    extra = 2.0 * math.log(step) + math.log(math.pi**2 / 6.0)
    length = sequence_length(compressed)
    return Considered(
        "updates",
        plain.rule,
        lambda share: (
            update_bound(problem.n, length, share) + (extra / (problem.n - length) if length < problem.n else 0)
        ),
        (DRAWN, Condition(text, checked(lower >= least))),
        least,
    )
