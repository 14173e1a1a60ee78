"""The contract of an oracle: its answers agree with one another and with exact arithmetic; its bounds are bounds."""

from __future__ import annotations

from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.oracle.base import Oracle, SupportOracle, offers
from gordan.engine.oracle.sweep import SweepOracle
from gordan.testing.product import check_products
from gordan.testing.require import require
from gordan.testing.support import check_support
from gordan.testing.sweep import check_sweeps

__all__ = ["check_oracle"]


def check_oracle(oracle: Any, *, random_state: int = 0) -> None:
    """Hold an oracle to as much of the contract as it offers; AssertionError says what is amiss.

    Parameters
    ----------
    oracle : SupportOracle, Oracle or SweepOracle
        The data as a solver sees them. A few dozen points are enough; beyond that, exact arithmetic is left out.
    random_state : int
        Seeds the directions and weights it is tried on.

    Examples
    --------
    >>> from gordan import Points
    >>> from gordan.engine.oracle.build import build
    >>> check_oracle(build(Points([[0.0, 1.0], [1.0, 0.0], [3.0, 2.0]], [0, 1, 1]).canonical()))
    """
    rng = np.random.default_rng(random_state)
    require(offers(oracle, SupportOracle), "not even a support oracle: an operation is missing")
    directions = _directions(oracle, rng)
    check_support(oracle, directions)
    if offers(oracle, Oracle):
        check_products(oracle, directions, _weights(oracle, rng))
    if offers(oracle, SweepOracle):
        check_sweeps(oracle)


def _directions(oracle: Any, rng: np.random.Generator) -> list[Array]:
    """Random combinations of the atoms: the only directions an oracle is sure to understand."""
    first = [atom for block in oracle.worst(oracle.zero(), 5) for atom in block]
    directions = []
    for _ in range(3):
        w = oracle.zero()
        for atom in first:
            w = w + atom.column * float(rng.standard_normal())
        directions.append(w)
    return directions


def _weights(oracle: Any, rng: np.random.Generator) -> list[Array]:
    """Points of the base, spread out and concentrated."""
    cone = oracle.cone
    drawn = [cone.soften(rng.standard_normal(cone.size), mu) for mu in (1.0, 0.3, 0.05)]
    return [cone.centre.weights, *drawn]
