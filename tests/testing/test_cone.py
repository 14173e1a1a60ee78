"""Every cone keeps its contract, and a cone that does not is found out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gordan.problem.cone import BalancedSimplex, Point, Simplex
from gordan.testing import check_cone

RNG = np.random.default_rng(0)
CONES = [
    *(Simplex(n) for n in (1, 2, 3, 17, 400)),
    *(BalancedSimplex(np.array(members, dtype=bool)) for members in ([1, 0], [0, 1, 1], [1, 0, 1, 0])),
    BalancedSimplex(np.arange(50) == 20),
    BalancedSimplex(RNG.random(400) < 0.3),
]


@pytest.mark.parametrize("cone", CONES, ids=lambda cone: f"{type(cone).__name__}-{cone.size}")
@pytest.mark.parametrize("random_state", range(3))
def test_cone_keeps_its_contract(cone: Any, random_state: int) -> None:
    check_cone(cone, random_state=random_state)


class Wrong(Simplex):
    """A simplex to get things wrong with."""


class LowestIsMean(Wrong):
    def lowest(self, z: Any) -> float:
        return float(z.mean())


class ForgetsToNormalise(Wrong):
    def soften(self, z: Any, mu: float) -> Any:
        return np.exp(-z / mu)


class HalfAStep(Wrong):
    def prox(self, s: Any, z: Any) -> Point:
        return super().prox(s, 0.5 * z)


class TakesLogarithms(Wrong):
    def prox(self, s: Any, z: Any) -> Point:
        point = super().prox(s, z)
        with np.errstate(divide="ignore"):
            return Point(np.log(point.weights), point.weights)


class ClipsInstead(Wrong):
    def project(self, z: Any) -> Any:
        clipped = np.maximum(z, 0.0)
        return clipped / clipped.sum() if clipped.any() else self.centre.weights


class ClearsByTheMean(Wrong):
    def clear(self, z: Any, by: float) -> Any:
        return z - z.mean() + by


class StopsShort(Wrong):
    def room(self, x: Any, change: Any) -> float:
        return 0.9 * super().room(x, change)


class TooNarrow(Wrong):
    theta = 1.0


class KeepsSizes(Wrong):
    def normalise(self, counts: Any) -> Any:
        return counts


@pytest.mark.parametrize(
    ("cone", "word"),
    [
        (LowestIsMean, "lowest"),
        (ForgetsToNormalise, "soften"),
        (HalfAStep, "prox"),
        (ClipsInstead, "project"),
        (TooNarrow, "theta"),
        (KeepsSizes, "normalise"),
        (ClearsByTheMean, "clear"),
        (StopsShort, "room"),
        (TakesLogarithms, "prox"),
    ],
)
@pytest.mark.filterwarnings("ignore:.*encountered:RuntimeWarning")
def test_wrong_cone_is_found_out(cone: Any, word: str) -> None:
    with pytest.raises(AssertionError, match=word):
        check_cone(cone(30))
