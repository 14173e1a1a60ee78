"""The Newton system of an interior point where points are known by their products: n × n, in the weights.

With dz = G dx − P dtau and D = diag(x/z) the step obeys (I + √D G √D) D^−½ dx = D^−½ g + √D P dtau, and the weights of
every block P keep their sum: one multiplier for each, from a Schur complement of one number, or of 2 × 2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.threads import all_threads
from gordan.engine.oracle.base import Step

if TYPE_CHECKING:
    from gordan.engine.oracle.gram import Gram

__all__ = ["GramInterior", "gram_interior"]

_LONG = 500  # points from which a factorisation is worth all threads


def gram_interior(gram: Gram, x: Array, z: Array) -> GramInterior | None:
    """The system at this pair, or None where rounding has made it singular."""
    d = x / z
    if not (np.isfinite(d).all() and (d > 0).all()):
        return None
    try:
        found = GramInterior(gram, x, z)
        return found if found.definite else None
    except np.linalg.LinAlgError:
        return None


class GramInterior:
    """The system at one pair and the steps taken from there."""

    def __init__(self, gram: Gram, x: Array, z: Array) -> None:
        from scipy.linalg import cho_factor

        self._gram, self._x, self._z = gram, x, z
        self._d, self._root = x / z, np.sqrt(x / z)
        scale = gram.signed * self._root
        M = gram.K * scale
        M *= scale[:, None]
        M[np.diag_indices_from(M)] += 1.0
        with all_threads(gram.size > _LONG):
            # Transposed it lies in memory as the routine wants it: no second matrix of this size is made.
            self._factor = cho_factor(M.T, lower=True, overwrite_a=True, check_finite=False)
        # Where a point has little weight against its slack its step is the slack's to tell; elsewhere the system's.
        self._slack = self._d * gram.canonical.reach**2 < 1.0
        self._blocks = np.array(gram.cone.members)
        self._H = self._blocks * self._root
        self._Y = self._solve(self._H)
        self._schur = self._H @ self._Y.T
        self._across = np.linalg.inv(self._schur)

    @property
    def definite(self) -> bool:
        """Whether rounding has left the multipliers' system positive definite, which in exact arithmetic it is."""
        return bool(np.isfinite(self._schur).all() and (np.linalg.eigvalsh(self._schur) > 0).all())

    def step(self, mu: float, second: Step | None = None) -> Step:
        """Towards x∘z = mu."""
        g = (mu if second is None else mu - second.x * second.z) / self._z - self._x
        [q] = self._solve((g / self._root)[None, :])
        tau = -self._across @ (self._H @ q)
        dx = self._root * (q + tau @ self._Y)
        dw = self._gram.combine(dx)
        dz = self._gram.margins(dw) - tau @ self._blocks
        return Step(dw, np.where(self._slack, g - self._d * dz, dx), dz)

    def _solve(self, rows: Array) -> Array:
        from scipy.linalg import cho_solve

        return np.asarray(cho_solve(self._factor, rows.T, check_finite=False).T)
