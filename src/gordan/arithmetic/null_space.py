"""How far a vector is, at most, from the null space of a matrix that is known to within a radius.

Let B s be small. Take any C. If ‖I − BC‖ < 1, BC has an inverse, and s − C (BC)⁻¹ B s is cancelled by B exactly: it is
at most ‖C‖ ‖Bs‖ / (1 − ‖I − BC‖) away from s. C is a pseudo-inverse from floating point, of whatever quality.
"""

from __future__ import annotations

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.ball import Ball, exact, frobenius, times

__all__ = ["distance_to_null_space"]


def distance_to_null_space(B: Ball, centre: Array) -> float:
    """A bound on the distance from the centre to the nearest s with B s = 0; infinite where B is not proved to be onto.

    Examples
    --------
    >>> distance_to_null_space(exact(np.array([[1.0, -1.0]])), np.array([1.0, 1.0 + 2.0**-40])) < 2.0**-40
    True
    """
    if B.mid.shape[1] < B.mid.shape[0]:
        return np.inf
    residual = times(B, exact(centre[:, None]))
    length = frobenius(Ball(residual.mid[:, 0], residual.rad[:, 0]))
    # Products of rows are quick; where their squared condition is too bad, singular values take their time.
    for inverse in (_by_products, np.linalg.pinv):
        try:
            C = np.asarray(inverse(B.mid))
        except np.linalg.LinAlgError:
            continue
        G = times(B, exact(C))
        off = frobenius(Ball(G.mid - np.eye(G.mid.shape[0]), G.rad + 2.0**-52 * (1.0 + np.abs(G.mid))))
        if off < 0.5:
            bound = frobenius(exact(C)) * length / (1.0 - off) * (1.0 + 2.0**-48)
            return float(np.nextafter(bound, np.inf))
    return np.inf


def _by_products(B: Array) -> Array:
    return np.asarray(np.linalg.solve(B @ B.T, B).T)
