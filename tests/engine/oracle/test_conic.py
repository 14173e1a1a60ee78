"""A map over a cone keeps the part of an oracle's contract that speaks of products, and the solvers run on it as is."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

from gordan.engine.oracle.conic import ConicColumns
from gordan.engine.solver import Terms
from gordan.problem import Conic
from gordan.problem.cone import PSD, Lorentz, Orthant, Product
from gordan.solver import (
    IteratedSmoothPerceptronVonNeumann,
    MirrorProx,
    NormalisedPerceptron,
    SmoothPerceptron,
    SmoothPerceptronVonNeumann,
    VonNeumann,
)
from gordan.testing.product import check_products

CONES = {
    "orthant": Product([Orthant(12)]),
    "lorentz": Product([Lorentz(9)]),
    "psd": Product([PSD(5)]),
    "product": Product([Orthant(3), Lorentz(4), PSD(3), Lorentz(4)]),
}
SOLVERS = [
    MirrorProx(),
    MirrorProx(adaptive=False),
    SmoothPerceptron(),
    SmoothPerceptronVonNeumann(),
    IteratedSmoothPerceptronVonNeumann(),
    VonNeumann(),
    NormalisedPerceptron(),
]


def planted(cone: Product, m: int, seed: int, rho: float = 0.2) -> Conic:
    """Random rows but for the first, rho times the unit: the first axis has the margin rho."""
    rng = np.random.default_rng(seed)
    A = rng.standard_normal((m, cone.size)) / math.sqrt(m)
    A[0] = rho * cone.unit
    return Conic(A, cone)


@pytest.mark.parametrize("name", ["lorentz", "psd", "product"])
@pytest.mark.parametrize("form", [np.asarray, sp.csr_array], ids=["dense", "sparse"])
def test_products_keep_their_contract(name: str, form: Any) -> None:
    cone = CONES[name]
    rng = np.random.default_rng(1)
    oracle = ConicColumns(Conic(form(rng.standard_normal((4, cone.size))), cone).canonical())
    directions = [rng.standard_normal(4) for _ in range(3)]
    base = oracle.cone
    weights = [base.centre.weights, *(base.soften(rng.standard_normal(base.size), mu) for mu in (1.0, 0.2, 0.05))]
    check_products(oracle, directions, weights)


@pytest.mark.parametrize("name", CONES)
@pytest.mark.parametrize("solver", SOLVERS, ids=lambda solver: f"{solver.name}-{getattr(solver, 'adaptive', '')}")
def test_solvers_separate_within_their_bounds(name: str, solver: Any) -> None:
    problem = planted(CONES[name], 4, 3)
    oracle = ConicColumns(problem.canonical())
    terms = Terms(
        rho=0.2,
        eps=1e-3,
        n=problem.n,
        m=problem.m,
        reach=oracle.reach,
        radius=oracle.radius,
        theta=oracle.cone.theta,
        spread=oracle.cone.spread,
        spectral=oracle.spectral,
    )
    for candidate in solver.candidates(oracle):
        if candidate.lowest is not None and candidate.lowest > 0:
            break
        assert candidate.updates <= solver.bound(terms) + 1
    z = oracle.margins(candidate.direction)
    assert oracle.cone.lowest(z) > 0
    assert candidate.updates <= solver.bound(terms) + 1


@pytest.mark.parametrize("name", CONES)
@pytest.mark.parametrize("solver", SOLVERS, ids=lambda solver: f"{solver.name}-{getattr(solver, 'adaptive', '')}")
def test_brackets_hold(name: str, solver: Any) -> None:
    """The lowest product over the length never exceeds the length of an image; weights stay on the base."""
    cone = CONES[name]
    problem = Conic(np.random.default_rng(5).standard_normal((3, cone.size)), cone)
    oracle = ConicColumns(problem.canonical())
    lower, upper = -math.inf, math.inf
    for step, candidate in enumerate(solver.candidates(oracle)):
        if candidate.weights is not None and candidate.image is not None:
            assert oracle.cone.violation(candidate.weights) < 1e-10
            upper = min(upper, float(np.linalg.norm(oracle.combine(candidate.weights))))
        length = float(np.linalg.norm(candidate.direction))
        if length > 0 and candidate.lowest is not None:
            lower = max(lower, oracle.cone.lowest(oracle.margins(candidate.direction)) / length)
        if step == 60:
            break
    assert lower <= upper + 1e-12
