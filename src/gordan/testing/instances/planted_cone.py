"""Maps over cones with a planted answer: a margin, or weights that cancel and keep a distance from the boundary."""

from __future__ import annotations

import numpy as np

from gordan.arithmetic.array import Array
from gordan.problem.cone import Part, Product, Spectrum
from gordan.testing.instances.instance import ConicInstance, require

__all__ = ["conic_inseparable", "conic_separable"]


def conic_separable(cone: Part | Product, m: int, rho: float, *, random_state: int = 0) -> ConicInstance:
    """A map with the margin rho.

    One row, before all are rotated, is a vector z inside the cone whose products with the rays of its frame are rho for
    every other ray and up to 1 more for the rest: its axis has the margin rho. The other rows are random, and cancel
    weights x on the rays of the former kind, so that ‖Ax‖ = rho as well, and no direction is better.

    Parameters
    ----------
    m : int
        Rows of the map, at least 2 and fewer than the cone's dimensions.
    rho : float
        The margin. The images of the rays have lengths about 1.

    Examples
    --------
    >>> from gordan.cone import Lorentz
    >>> instance = conic_separable(Lorentz(5), 3, 0.01)
    >>> z = instance.A.T @ instance.witness
    >>> round(instance.cone.lowest(z), 12)
    0.01
    """
    joint = _joint(cone, m)
    require(0 < rho < np.inf, f"rho = {rho}; give a margin greater than 0")
    rng = np.random.default_rng(random_state)
    z, x = _supported(joint, rng, rho)
    rows = np.vstack([z, _cancelling(rng, m - 1, x)])
    turn = np.linalg.qr(rng.standard_normal((m, m)))[0]
    name = f"cone {m}x{joint.size} rho={rho:g}"
    return ConicInstance(name, turn @ rows, joint, separable=True, margin=rho, witness=turn[:, 0])


def conic_inseparable(cone: Part | Product, m: int, depth: float, *, random_state: int = 0) -> ConicInstance:
    """A map that cancels planted weights, whose mass on any ray of their frame is at least depth/rank.

    Parameters
    ----------
    m : int
        Rows of the map, at least 1 and fewer than the cone's dimensions.
    depth : float
        Between 0 and 1; 1 plants the centre of the base.

    Examples
    --------
    >>> from gordan.cone import PSD
    >>> instance = conic_inseparable(PSD(4), 3, 0.5)
    >>> float(abs(instance.A @ instance.witness).max()) < 1e-14
    True
    """
    joint = _joint(cone, m)
    require(0 < depth <= 1, f"depth = {depth}; give a number greater than 0 and at most 1")
    rng = np.random.default_rng(random_state)
    x = _interior(joint, rng, depth)
    name = f"cone {m}x{joint.size} depth={depth:g}"
    return ConicInstance(name, _cancelling(rng, m, x), joint, separable=False, witness=x)


def _joint(cone: Part | Product, m: int) -> Product:
    joint = cone if isinstance(cone, Product) else Product([cone])
    require(2 <= m < joint.size, f"m = {m} rows over {joint.size} dimensions; give at least 2 and fewer than those")
    return joint


def _supported(joint: Product, rng: np.random.Generator, rho: float) -> tuple[Array, Array]:
    """Margins with the least product rho, on every other ray, and weights on just these rays."""
    start = rng.standard_normal(joint.size)
    z, x, count = np.zeros(joint.size), np.zeros(joint.size), 0
    for part, _, where in joint.stacks:
        values, frame = part.meet(start[where])
        lowest = (count + np.arange(values.size).reshape(values.shape)) % 2 == 0
        count += values.size
        above = np.where(lowest, rho, rho + rng.random(values.shape))
        # Composed as weights, margins count a ray by its squared length.
        z[where] = part.compose(Spectrum(above, frame)) / part.length
        x[where] = part.compose(Spectrum(np.where(lowest, 0.5 + rng.random(values.shape), 0.0), frame))
    return z, x / float(joint.unit @ x)


def _interior(joint: Product, rng: np.random.Generator, depth: float) -> Array:
    """A point between the centre and one near the boundary."""
    centre = joint.centre.weights
    edge = joint.project(centre + rng.standard_normal(joint.size) * 3.0 / joint.rank)
    return depth * centre + (1.0 - depth) * edge


def _cancelling(rng: np.random.Generator, m: int, x: Array) -> Array:
    rows = rng.standard_normal((m, x.size)) / np.sqrt(m)
    return np.asarray(rows - np.outer(rows @ x, x) / (x @ x))
