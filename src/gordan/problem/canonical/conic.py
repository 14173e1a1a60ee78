"""The narrow waist for cones: the map in coordinates whose plain product is the cone's own, and its norms."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import repeat
from typing import ClassVar

import numpy as np

from gordan.arithmetic.array import Array, Matrix
from gordan.problem.cone import PSD, Ball, Cone, Lorentz, Orthant, Part, Product, Simplex

__all__ = ["ConicCanonical", "base", "put_conic"]

_SAFE = 200  # exponents whose squares and sums cannot overflow
_ROUNDED = 1.0 + 1e-8  # more than eigenvalue routines and products of a few thousand numbers lose


@dataclass(frozen=True, eq=False)
class ConicCanonical:
    """A map over a cone's base. `scale` divides canonical margins back to the user's units.

    `radius` is L_xy, the norm of A on differences of weights, `reach` bounds ‖A c‖ over the rays, and `frobenius` is
    the root of the sum of all squares, to which rounding is relative.
    """

    A: Matrix
    joint: Product
    cone: Cone
    scale: float
    reach: float
    radius: float
    frobenius: float
    passes: int = 1
    intercept: ClassVar[bool] = False

    def direction(self, w: Array) -> Array:
        """A canonical direction in raw terms: the common scale is no part of it."""
        return w / (np.abs(w).max() or 1.0)

    def weights(self, x: Array) -> Array:
        """Canonical weights in raw terms, which are the same."""
        return x

    def margin(self, value: float) -> float:
        """A canonical margin in the user's units."""
        return value / self.scale


def base(joint: Product) -> Cone:
    """The base that suits a product: points for axes, a ball for one second-order cone, else the joint one."""
    if all(isinstance(part, Orthant) for part in joint.parts):
        return Simplex(joint.size)
    if len(joint.parts) == 1 and isinstance(joint.parts[0], Lorentz):
        return Ball(joint.size)
    return joint


def put_conic(A: Matrix, joint: Product, plain: tuple[bool, ...] = ()) -> ConicCanonical:
    """The canonical form, in one pass over the numbers; `plain` marks the parts whose entries lack the √2."""
    values = A.data if _is_sparse(A) else A
    extent = float(np.abs(values).max(initial=0.0))
    exponent = int(np.frexp(extent)[1])
    scale = 1.0 if abs(exponent) <= _SAFE else 2.0 ** min(max(-exponent, -1000), 1000)
    factors = np.full(joint.size, scale)
    for part, where, unscaled in zip(joint.parts, joint.slices, plain or repeat(False), strict=False):
        if unscaled and isinstance(part, PSD):
            factors[where] *= part.factors
    if (factors != 1.0).any():
        A = A.multiply(factors).tocsr() if _is_sparse(A) else A * factors
    reaches = [_reach(part, A[:, where]) for part, where in zip(joint.parts, joint.slices, strict=True)]
    reach = max(of_rays for of_rays, _ in reaches) or 1.0
    cone = base(joint)
    radius = reaches[0][1] if isinstance(cone, Ball) else reach
    values = A.data if _is_sparse(A) else A
    return ConicCanonical(A, joint, cone, scale, reach, radius or 1.0, float(np.linalg.norm(values)) or 1.0)


def _is_sparse(A: Matrix) -> bool:
    return hasattr(A, "nnz")


def _reach(part: Part, A: Matrix) -> tuple[float, float]:
    """Upper bounds of ‖A c‖ over the rays of a part, and of ‖A(u, 0)‖ over the unit ball of a second-order cone."""
    if isinstance(part, Orthant):
        squares = A.multiply(A).sum(axis=0) if _is_sparse(A) else np.einsum("ij,ij->j", A, A)
        return float(np.sqrt(np.max(squares))) * _ROUNDED, 0.0
    block = A.toarray() if _is_sparse(A) else A
    if isinstance(part, PSD):
        # ‖(vᵀA_i v)_i‖² ≤ vᵀ(Σ A_i²)v; the true maximum is NP-hard to find.
        stack = part.matrix(block).reshape(-1, part.n)
        return float(np.sqrt(_greatest(stack))), 0.0
    across = float(np.sqrt(_greatest(block[:, :-1]))) if block.shape[1] > 1 else 0.0
    # (u, 1) has length √2, which bounds its image as well.
    whole = float(np.sqrt(2.0 * _greatest(block)))
    return min(across + float(np.linalg.norm(block[:, -1])) * _ROUNDED, whole), across


def _greatest(M: Array) -> float:
    """An upper bound of the greatest eigenvalue of M'M."""
    gram = M.T @ M if M.shape[0] >= M.shape[1] else M @ M.T
    return max(float(np.linalg.eigvalsh(gram)[-1]), 0.0) * _ROUNDED
