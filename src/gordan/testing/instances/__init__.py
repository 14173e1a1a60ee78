"""Instances whose truth is known beforehand: what a solver, a test or a benchmark may be held against.

Every generator returns an `Instance`: raw points and labels, how the question is posed, and the answer; those about
cones a `ConicInstance`. `m` and `n` are the dimensions and the points, `intercept` poses the question with an
intercept, and `random_state` is the seed: the same one gives the same doubles.
"""

from __future__ import annotations

from gordan.testing.instances.instance import ConicInstance, Instance
from gordan.testing.instances.planted_cancellation import inseparable, inseparable_integers
from gordan.testing.instances.planted_cone import conic_inseparable, conic_separable
from gordan.testing.instances.planted_separator import gaussian, separable, separable_integers
from gordan.testing.instances.polytope import cross, regular_simplex
from gordan.testing.instances.published import far_pair, moran_two_points, normalised_margin, worst_case
from gordan.testing.instances.repeated import contradictory_twins, duplicates, noise
from gordan.testing.instances.scaled import large_shift, near_parallel, wide_scales

__all__ = [
    "ConicInstance",
    "Instance",
    "conic_inseparable",
    "conic_separable",
    "contradictory_twins",
    "cross",
    "duplicates",
    "far_pair",
    "gaussian",
    "inseparable",
    "inseparable_integers",
    "large_shift",
    "moran_two_points",
    "near_parallel",
    "noise",
    "normalised_margin",
    "regular_simplex",
    "separable",
    "separable_integers",
    "wide_scales",
    "worst_case",
]
