"""The bases of second-order cones, of matrices and of products keep the contract, and the laws behind it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gordan.errors import InputError
from gordan.problem.cone import PSD, Ball, Lorentz, Orthant, Product, Simplex, Spectrum
from gordan.testing import check_cone

CONES: list[Any] = [
    *(Ball(n) for n in (1, 2, 3, 30)),
    *(Product([PSD(n)]) for n in (1, 2, 5, 12)),
    *(Product([Lorentz(n)]) for n in (1, 2, 4, 30)),
    Product([Orthant(6)]),
    Product([Orthant(3), Lorentz(4), PSD(3), Lorentz(4), PSD(2), Orthant(1)]),
    Product([Lorentz(3)] * 20),
]
PARTS = [Orthant(4), Lorentz(1), Lorentz(2), Lorentz(5), PSD(1), PSD(2), PSD(4)]
SEEDS = st.integers(0, 2**32 - 1)


@pytest.mark.parametrize("cone", CONES, ids=lambda cone: f"{type(cone).__name__}-{cone.size}")
@pytest.mark.parametrize("random_state", range(2))
def test_cone_keeps_its_contract(cone: Any, random_state: int) -> None:
    check_cone(cone, random_state=random_state)


def test_product_of_axes_is_the_simplex() -> None:
    z = np.random.default_rng(0).standard_normal(7)
    joint, simplex = Product([Orthant(3), Orthant(4)]), Simplex(7)
    np.testing.assert_allclose(joint.soften(z, 0.3), simplex.soften(z, 0.3), rtol=1e-13)
    np.testing.assert_allclose(joint.project(z), simplex.project(z), atol=1e-14)


@pytest.mark.parametrize("part", PARTS, ids=str)
@given(seed=SEEDS)
@settings(max_examples=20, deadline=None)
def test_part_is_a_symmetric_cone(part: Any, seed: int) -> None:
    """Resolving and composing undo each other; rays have mass 1; the frames' products are those of the vectors."""
    rng = np.random.default_rng(seed)
    x, z = rng.standard_normal((2, 3, part.size))
    masses = part.resolve(x)
    np.testing.assert_allclose(part.compose(masses), x, atol=1e-12)
    np.testing.assert_allclose(masses.values.sum(axis=1), x @ part.unit, atol=1e-12)
    values, frame = part.meet(z)
    for k in range(part.rank):
        ones = np.zeros_like(values)
        ones[:, k] = 1.0
        ray = part.compose(Spectrum(ones, frame))
        np.testing.assert_allclose(ray @ part.unit, 1.0, atol=1e-12)
        if part.size > 1 or part.rank == 1:
            np.testing.assert_allclose(np.sum(ray**2, axis=1), part.length, atol=1e-12)
        np.testing.assert_allclose(np.sum(ray * z, axis=1), values[:, k], atol=1e-12)


@pytest.mark.parametrize("part", PARTS, ids=str)
@given(seed=SEEDS)
@settings(max_examples=20, deadline=None)
def test_stretching_keeps_the_cone_and_multiplies_its_rays(part: Any, seed: int) -> None:
    rng = np.random.default_rng(seed)
    values, frame = part.resolve(rng.standard_normal((1, part.size)))
    inside = part.compose(Spectrum(np.exp(values), frame))
    factors = Spectrum(
        np.exp2(np.arange(part.rank, dtype=float)[None, :]), part.resolve(rng.standard_normal((1, part.size))).frame
    )
    image = part.stretch(inside, factors)
    assert part.resolve(image).values.min() > 0
    back = part.stretch(image, Spectrum(1.0 / factors.values, factors.frame))
    np.testing.assert_allclose(back, inside, rtol=1e-9, atol=1e-12)
    for k in range(part.rank if part != Lorentz(1) else 0):
        only = np.zeros((1, part.rank))
        only[0, k] = 1.0
        ray = part.compose(Spectrum(only, factors.frame))
        np.testing.assert_allclose(part.stretch(ray, factors), factors.values[0, k] * ray, atol=1e-10)
    # The map is symmetric, so that it serves margins and weights alike.
    M = part.stretch(np.eye(part.size), factors)
    np.testing.assert_allclose(M, M.T, atol=1e-10)


@given(seed=SEEDS)
@settings(max_examples=20, deadline=None)
def test_lowest_ray_is_lowest(seed: int) -> None:
    z = np.random.default_rng(seed).standard_normal(CONES[-2].size)
    cone = CONES[-2]
    product, part, ray = cone.rays(z)[0]
    assert product == pytest.approx(cone.lowest(z), abs=1e-12)
    several = [one[0] for one in cone.rays(z, 5)]
    assert several == sorted(several)
    assert several[0] == product
    assert z[cone.slices[part]] @ ray == pytest.approx(cone.lowest(z), abs=1e-12)
    assert cone.violation(np.concatenate([r * 0 if i != part else ray for i, r in _pieces(cone)])) < 1e-12


def _pieces(cone: Any) -> Any:
    return enumerate(np.zeros(part.size) for part in cone.parts)


def test_a_product_never_asks_for_weight_in_every_part() -> None:
    """Columns 3 and −1 on the line: no direction has both products positive, whatever parts they belong to."""
    cone = Product([Orthant(1), Orthant(1)])
    assert cone.lowest(np.array([3.0, -1.0])) == -1.0


@pytest.mark.parametrize("make", [lambda: PSD(0), lambda: Lorentz(-1), lambda: Orthant(2.5), lambda: Product([])])  # type: ignore[arg-type]
def test_sizes_that_are_none_are_refused(make: Any) -> None:
    with pytest.raises(InputError, match="give"):
        make()


def test_a_part_that_is_none_is_refused() -> None:
    with pytest.raises(InputError, match="'soc'; give Orthant"):
        Product([Orthant(2), "soc"])
