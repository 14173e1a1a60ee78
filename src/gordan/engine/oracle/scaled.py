"""The space where weights and margins are the same vector: Newton steps of the central path are solved there.

For x and s inside a symmetric cone there is one w with P(w)s = x. In the space scaled by P(w^½) both are v = P(w^½)s,
the map is B = A P(w^½), and the unit e becomes c = P(w^½)e.

*Reference*: Nesterov and Todd, Primal-dual interior-point methods for self-scaled cones (1998).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np

from gordan.arithmetic.array import Array
from gordan.problem.cone import Product, Spectrum

__all__ = ["Change", "PathSide", "Scaled", "scaled"]


class Change(NamedTuple):
    """A change of a place on the path, and how often it may be made before the boundary of the cone."""

    w: Array
    x: Array
    z: Array
    room: float


class Scaled(Protocol):
    """The Newton system of Ax = θAe, s = A*y + θe, x∘s = θe, factorised at one place."""

    def change(self, theta: float, gamma: float) -> Change | None:
        """The change from θ towards γθ; None where it is no number."""


class PathSide(Protocol):
    """Orthonormal rows over a cone, as the central path needs them."""

    @property
    def unit(self) -> Array:
        """The unit e of the cone, where the path begins."""

    def zero(self) -> Array:
        """The zero direction."""

    def scaled(self, x: Array, s: Array) -> Scaled | None:
        """The space where x and s are the same; None where rounding has pushed them over the boundary."""


@dataclass(frozen=True, eq=False)
class _Space:
    joint: Product
    A: Array
    w: list[Spectrum]
    v: Array
    eigen: list[Spectrum]  # of v
    B: Array
    c: Array
    R: Array  # with RᵀR = BBᵀ

    def change(self, theta: float, gamma: float) -> Change | None:
        from scipy.linalg import cho_solve

        aim = gamma * theta * _vector(self.joint, self.eigen, -1.0) - self.v
        shrink = (1.0 - gamma) * theta
        right = self.B @ aim + shrink * (self.B @ self.c + self.A @ self.joint.unit)
        dy = np.asarray(cho_solve((self.R, False), right, check_finite=False))
        ds = self.B.T @ dy - shrink * self.c
        dx = aim - ds
        if not np.isfinite(dx).all():
            return None
        room = min(_room(self.joint, self.eigen, dx), _room(self.joint, self.eigen, ds))
        back = [Spectrum(1.0 / values, frame) for values, frame in self.w]
        return Change(dy, _under(self.joint, dx, self.w), _under(self.joint, ds, back), room)


@np.errstate(all="ignore")
def scaled(A: Array, joint: Product, x: Array, s: Array) -> Scaled | None:
    """The space of x and s for a map A; None where rounding has pushed one of them over the boundary."""
    try:
        root = _inside(_eigenvalues(joint, x))
        between = _inside(_eigenvalues(joint, _under(joint, s, root)))
        w = _inside(_eigenvalues(joint, _under(joint, _vector(joint, between, -0.5), root)))
        v, B, c = _under(joint, s, w), joint.stretch(A, w), _under(joint, joint.unit, w)
        eigen = _inside(_eigenvalues(joint, v))
        return _Space(joint, A, w, v, eigen, B, c, np.asarray(np.linalg.qr(B.T, mode="r")))
    except np.linalg.LinAlgError:
        return None


def _eigenvalues(joint: Product, z: Array) -> list[Spectrum]:
    """Of every part, in the order of the product's stacks; all are positive just inside the cone."""
    return [part.meet(z[where]) for part, _, where in joint.stacks]


def _inside(spectra: list[Spectrum]) -> list[Spectrum]:
    if not all(bool((values > 0.0).all() and np.isfinite(values).all()) for values, _ in spectra):
        raise np.linalg.LinAlgError
    return spectra


def _vector(joint: Product, spectra: list[Spectrum], power: float) -> Array:
    """A power of the vector with these eigenvalues."""
    z = np.empty(joint.size)
    for (part, _, where), (values, frame) in zip(joint.stacks, spectra, strict=True):
        z[where] = part.compose(Spectrum(values**power / part.length, frame))
    return z


def _under(joint: Product, z: Array, root: list[Spectrum]) -> Array:
    """P(a^½)z for the vector a with these eigenvalues."""
    return np.asarray(joint.stretch(z[None, :], root)[0])


def _room(joint: Product, spectrum: list[Spectrum], change: Array) -> float:
    """How many times a change may be added to a point inside the cone, up to its boundary; at most 10^6 times."""
    inverse = [Spectrum(1.0 / values, frame) for values, frame in spectrum]
    least = joint.lowest(_under(joint, change, inverse))
    return -1.0 / least if least < -1e-6 else 1e6
