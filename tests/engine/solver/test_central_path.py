"""The central path: what defines it holds at every place, and its end tells the two alternatives apart."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import gordan
from gordan.arithmetic.array import Array
from gordan.cone import PSD, Lorentz, Orthant, Product
from gordan.engine.oracle.conic import ConicColumns
from gordan.engine.solver.central_path import Place
from gordan.engine.solver.central_path import follow as path
from gordan.testing.instances import conic_inseparable, conic_separable, worst_case


def follow(A: Array, joint: Product) -> Iterator[Place]:
    return path(ConicColumns(gordan.Conic(A, joint).canonical()))


CONES = {
    "axes": Product([Orthant(6)]),
    "second order": Product([Lorentz(3), Lorentz(4), Lorentz(1)]),
    "matrices": Product([PSD(3), PSD(2)]),
    "all": Product([Orthant(2), Lorentz(4), PSD(3), Lorentz(3)]),
}


def inside(joint: Product, rng: np.random.Generator) -> Array:
    """Some vector inside the cone."""
    z = rng.standard_normal(joint.size)
    return np.asarray(z + (0.1 - min(joint.lowest(z), 0.0)) * joint.unit)


def with_rows(rows: Array) -> Array:
    """An orthonormal basis of their span."""
    return np.asarray(np.linalg.qr(rows.T)[0].T)


def cancelling(x: Array, m: int, rng: np.random.Generator) -> Array:
    """A map that cancels x."""
    rows = rng.standard_normal((m, x.size))
    return with_rows(rows - np.outer(rows @ x, x) / (x @ x))


@pytest.mark.parametrize("joint", CONES.values(), ids=CONES)
def test_every_place_is_on_the_two_planes_and_inside(joint: Product) -> None:
    rng = np.random.default_rng(0)
    A = with_rows(rng.standard_normal((3, joint.size)))
    e, theta = joint.unit, 1.0
    for place in follow(A, joint):
        assert place.theta <= theta
        theta = place.theta
        np.testing.assert_allclose(A @ place.weights, theta * (A @ e), atol=1e-9)
        np.testing.assert_allclose(place.margins, A.T @ place.direction + theta * e, atol=1e-9)
        assert joint.lowest(place.weights) > 0.0
        assert joint.lowest(place.margins) > 0.0
        # The masses follow from ⟨x, s⟩ = θ⟨e, e⟩, divided by θ: so is its rounding.
        np.testing.assert_allclose(
            e @ (place.weights + place.margins), (1.0 + theta) * (e @ e), rtol=1e-15 / theta + 1e-9
        )
    assert theta < 1e-10


@pytest.mark.parametrize("joint", CONES.values(), ids=CONES)
def test_weights_that_cancel_inside_are_the_end(joint: Product) -> None:
    rng = np.random.default_rng(1)
    *_, last = follow(cancelling(inside(joint, rng), 3, rng), joint)
    assert joint.lowest(last.weights) > 1e-4
    assert np.abs(last.margins).max() < 1e-6


@pytest.mark.parametrize("joint", CONES.values(), ids=CONES)
def test_an_image_inside_is_the_end(joint: Product) -> None:
    rng = np.random.default_rng(2)
    *_, last = follow(with_rows(np.vstack([inside(joint, rng), rng.standard_normal((2, joint.size))])), joint)
    assert joint.lowest(last.margins) > 1e-4
    assert np.abs(last.weights).max() < 1e-6


def test_a_part_without_weight_is_seen() -> None:
    """The first row is inside the first part and zero on the second, so that no weight of the first part cancels."""
    joint, rng = Product([Lorentz(3), Lorentz(3)]), np.random.default_rng(3)
    x = np.array([0.3, 0.2, 1.0])
    A = np.zeros((3, 6))
    A[0, :3] = 0.1, -0.2, 1.0
    A[1:, :3], A[1:, 3:] = rng.standard_normal((2, 3)), cancelling(x, 2, rng)
    *_, last = follow(with_rows(A), joint)
    assert np.abs(last.weights[:3]).max() < 1e-6
    np.testing.assert_allclose(last.weights[3:] / last.weights[5], x, atol=1e-6)
    assert joint.parts[0].meet(last.margins[None, :3]).values.min() > 1e-4


@pytest.mark.parametrize("cone", [Product([Lorentz(8)]), Product([PSD(6)]), Product([Orthant(3), Lorentz(4), PSD(3)])])
@pytest.mark.parametrize("rho", [1e-2, 1e-5, 1e-8])
def test_thin_cones_are_decided_in_few_steps(cone: Product, rho: float) -> None:
    instance = conic_separable(cone, 4, rho)
    outcome = gordan.solve(gordan.Conic(instance.A, cone))
    assert (outcome.kind, outcome.run.solver) == ("separable", "central-path")
    assert outcome.bracket.lower <= rho * (1 + 1e-9)
    assert outcome.n_iter < 40


@pytest.mark.parametrize("depth", [0.5, 1e-2])
def test_planted_weights_are_found(depth: float) -> None:
    cone = Product([PSD(8)])
    assert gordan.solve(gordan.Conic(conic_inseparable(cone, 12, depth).A, cone)).kind == "inseparable"


@pytest.mark.parametrize("powers", [(0, 0), (-60, 60), (-170, 30)])
def test_rows_may_lie_far_apart(powers: tuple[int, int]) -> None:
    """Beside long rows short ones are no rounding: any units of y will do."""
    rows = np.ldexp([[1.0, 0.0, 1.0, -2.0], [0.0, 1.0, 1.0, 3.0]], np.array(powers)[:, None])
    cone = Product([Lorentz(3), Orthant(1)])
    outcome = gordan.solve(gordan.Conic(rows, cone))
    assert outcome.kind == "separable"
    assert gordan.verify(gordan.Conic(rows, cone), outcome).holds


def test_points_and_kernels_are_served_too() -> None:
    """The lecture's worst case, where a perceptron makes 2K² updates."""
    one = worst_case(1e6)
    outcome = gordan.separate(one.X, one.y, intercept=False, solver="central-path")
    assert outcome.kind == "separable"
    assert outcome.n_iter < 40
    X = [[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]]
    assert gordan.separate(X, [0, 0, 1, 1], solver="central-path").kind == "inseparable"
    assert gordan.separate(X, [0, 0, 1, 1], solver="central-path", kernel="rbf").kind == "separable"
