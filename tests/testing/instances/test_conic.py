"""Planted conic problems have the margin they say, and Mirror Prox stays within its bound on each kind of cone."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import gordan
from gordan import Conic
from gordan.cone import PSD, Lorentz, Orthant, Product
from gordan.engine.oracle.conic import ConicColumns
from gordan.solver import MirrorProx
from gordan.testing.instances import conic_inseparable, conic_separable

CONES = [Lorentz(12), PSD(6), Product([Orthant(5), Lorentz(6), PSD(4), Lorentz(6)])]


@pytest.mark.parametrize("cone", CONES, ids=str)
@pytest.mark.parametrize("random_state", range(3))
def test_the_margin_is_the_planted_one(cone: Any, random_state: int) -> None:
    instance = conic_separable(cone, 5, 0.05, random_state=random_state)
    assert instance.cone.lowest(instance.A.T @ instance.witness) == pytest.approx(0.05)
    outcome = gordan.solve(Conic(instance.A, cone), goal="margin", tol=0.05)
    assert outcome.bracket.lower <= 0.05 * (1 + 1e-9)
    assert outcome.bracket.upper >= 0.05 * (1 - 1e-9)


@pytest.mark.parametrize("cone", CONES, ids=str)
@pytest.mark.parametrize("adaptive", [False, True])
@pytest.mark.parametrize("rho", [0.2, 0.05])
def test_mirror_prox_keeps_its_bound(cone: Any, adaptive: bool, rho: float) -> None:
    """N ≤ L_xy 2√(θ_x θ_y)/ρ + 1 with θ_y = ½: θ_x is ½ on one second-order cone, else the logarithm of the rank."""
    instance = conic_separable(cone, 5, rho)
    oracle = ConicColumns(Conic(instance.A, cone).canonical())
    theta = 0.5 if isinstance(cone, Lorentz) else math.log(instance.cone.rank)
    assert oracle.cone.theta == pytest.approx(theta)
    limit = oracle.radius * 2.0 * math.sqrt(theta * 0.5) / rho + 1.0
    for candidate in MirrorProx(adaptive=adaptive).candidates(oracle):
        assert candidate.updates <= limit
        if candidate.lowest is not None and candidate.lowest > 0:
            break


@pytest.mark.parametrize("cone", CONES, ids=str)
@pytest.mark.parametrize("depth", [1.0, 0.1])
def test_planted_weights_cancel(cone: Any, depth: float) -> None:
    instance = conic_inseparable(cone, 5, depth)
    assert np.abs(instance.A @ instance.witness).max() < 1e-13
    assert instance.cone.violation(instance.witness) < 1e-12
    assert gordan.solve(Conic(instance.A, cone)).kind == "inseparable"


@pytest.mark.parametrize(("m", "value"), [(1, 0.1), (12, 0.1), (3, -1.0)])
def test_impossible_plants_are_refused(m: int, value: float) -> None:
    with pytest.raises(gordan.InputError, match="give"):
        conic_separable(Lorentz(12), m, value)
    with pytest.raises(gordan.InputError, match="give"):
        conic_inseparable(Lorentz(12), m, value)
