"""Newton's method on a panel: weights on all rows that nearly cancel, or a direction in which rows go to infinity.

The function Σ log(1 + exp(−s_i z_i)) over inequalities, plus Σ z_i²/2 over equalities, has a least point just where no
row can be strict. There its gradient vanishes: Σ t_i (x_i, levels) = 0 with t_i = s_i / (1 + exp(s_i z_i)), of the sign
of each inequality, and t_i = −z_i for equalities. Elsewhere the rows that can be strict go on growing, by about 1 in
every step, while the others come to rest. All is in doubles: what is proposed is made exact by others.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array

from gordan.arithmetic.array import Array, Mask, Matrix
from gordan.arithmetic.deadline import check_deadline
from gordan.problem.panel import Panel

__all__ = ["Design", "Iterate", "iterates"]

_STEPS = 60
_FAR = 300.0  # a product with which it is over: its weight is nothing beside others
_LEAST = 1e-12  # second derivative, so that rows far out do not leave the steps to rounding
_INNER = 600  # steps of conjugate gradients for one of Newton's
_NEAR, _ENOUGH = 1e-2, 1e-4  # changes of products: from the one on linear systems are solved well, at the other it ends


class Design:
    """The rows of a panel as a sparse matrix of potentials, with its regressors in units of their own."""

    def __init__(self, panel: Panel) -> None:
        n, count = panel.n, 2 + len(panel.further)
        columns = np.stack([panel.tail, panel.head, *panel.further], axis=1).ravel()
        data = np.tile([1.0, -1.0, *(1.0 for _ in panel.further)], n)
        self.levels: Matrix = csr_array((data, columns, np.arange(0, n * count + 1, count)), shape=(n, panel.vertices))
        X = panel.regressors
        self.centre = X.mean(axis=0)
        spread = np.abs(X - self.centre).max(axis=0, initial=0.0)
        self.unit = np.where(spread > 0, spread, 1.0)
        self.X = (X - self.centre) / self.unit
        self.size = panel.vertices

    def take(self, rows: Mask) -> tuple[Matrix, Matrix, Array]:
        """Some rows, their transpose, and their regressors."""
        D = csr_array(self.levels[np.flatnonzero(rows)])
        return D, csr_array(D.T), self.X[rows]


class Iterate(NamedTuple):
    """Potentials, coefficients in the units of the regressors, products, weights t, and whether they came to rest."""

    potentials: Array
    beta: Array
    z: Array
    weights: Array
    settled: bool


def iterates(panel: Panel, design: Design, flat: Mask) -> Iterator[Iterate]:
    """The steps of Newton's method on the flat rows, each with what it has; ends where nothing improves."""
    D, DT, X = design.take(flat)
    s = panel.signs[flat].astype(np.float64)
    equal = s == 0
    theta, z = np.zeros(design.size + X.shape[1]), np.zeros(s.size)
    largest = 1.0
    for _ in range(_STEPS):
        check_deadline("Newton's method on the effects")
        t, D2 = _weights(s, z, equal)
        gradient = np.concatenate([DT @ t, t @ X])
        share = 1e-8 if largest < _NEAR else 0.01
        delta = _conjugate(D, DT, X, D2, gradient, share)
        if not np.isfinite(delta).all():
            return
        dz = D @ delta[: design.size] + X @ delta[design.size :]
        length, here = 1.0, _value(s, z, equal)
        while _value(s, z + length * dz, equal) > here - 1e-4 * length * float(gradient @ delta) and length > 1e-3:
            length /= 2
        theta, z = theta + length * delta, z + length * dz
        largest = float(np.abs(dz).max(initial=0.0))
        beta, settled = theta[design.size :] / design.unit, largest < _ENOUGH
        yield Iterate(theta[: design.size], beta, z, _weights(s, z, equal)[0], settled)
        if settled or float(np.abs(z).max(initial=0.0)) > _FAR:
            return


def _weights(s: Array, z: Array, equal: Mask) -> tuple[Array, Array]:
    """The t_i, and the second derivatives."""
    share = 1.0 / (1.0 + np.exp(np.minimum(s * z, 700.0)))
    return np.where(equal, -z, s * share), np.where(equal, 1.0, np.maximum(share * (1 - share), _LEAST))


def _value(s: Array, z: Array, equal: Mask) -> float:
    return float(np.logaddexp(0.0, -s[~equal] * z[~equal]).sum() + 0.5 * (z[equal] ** 2).sum())


def _conjugate(D: Matrix, DT: Matrix, X: Array, weights: Array, right: Array, share: float) -> Array:
    """Conjugate gradients with the diagonal, to this share of the right side."""
    size = D.shape[1]
    diagonal = np.concatenate([DT.power(2) @ weights, weights @ X**2])
    diagonal[diagonal <= 0] = 1.0
    x, r = np.zeros_like(right), right.copy()
    y = r / diagonal
    p, rho = y.copy(), float(r @ y)
    enough = share * share * rho
    for _ in range(_INNER):
        check_deadline("Newton's method on the effects")
        v = weights * (D @ p[:size] + X @ p[size:])
        q = np.concatenate([DT @ v, v @ X])
        curvature = float(p @ q)
        if rho <= enough or not 0 < curvature < np.inf:
            break
        alpha = rho / curvature
        x += alpha * p
        r -= alpha * q
        y = r / diagonal
        rho, before = float(r @ y), rho
        p = y + (rho / before) * p
    return x
