"""The self-dual central path of Gordan's alternative: candidates that stay as far inside the cone as they can.

For a map A and a cone K with unit e, every θ in (0, 1] has one pair of points inside K with

    Ax = θ Ae,   s = A*y + θe,   x∘s = θe.

At θ = 1 it is x = s = e. Along the path ⟨e, x⟩ + ⟨e, s⟩ = (1 + θ)⟨e, e⟩, so that neither grows, and both cannot vanish.
Towards θ = 0 one has Ax = 0 and s = A*y in K, with as many eigenvalues that do not vanish as any such pair has: in x
they show the least face of K that holds all weights that cancel, and in s the one that holds all images A*y in K.

    1  x = s = e, y = 0, θ = 1
    2  the scaling point w with P(w)s = x (Nesterov and Todd); v = P(w^½)s, B = A P(w^½), c = P(w^½)e
    3  for a target γθ: BBᵀΔy = B(γθ v⁻¹ − v) + (1 − γ)θ(Bc + Ae),
       Δs = BᵀΔy − (1 − γ)θc,  Δx = γθ v⁻¹ − v − Δs, both in the space where x and s are v
    4  first with γ = 0; a step that goes the part a of the way to the boundary sets γ = (1 − a)³, and 3 again
    5  go nearly to the boundary, θ shrinks with the step; back to 2

*Reference*: Nesterov and Todd, Primal-dual interior-point methods for self-scaled cones (1998), on a self-dual model.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import now
from gordan.problem.cone import Product
from gordan.problem.cone.base import Spectrum

__all__ = ["Place", "follow"]

_STEPS = 100  # of some hundred problems the weakly infeasible ones took up to 37, all others up to 17
_NEARLY = 0.9  # of the way to the boundary: who goes all of it has no next step
_LEAST = 1e-12  # of θ: a little further the last digits of x and s are rounding's
_STUCK = 1e-4  # steps so short lead nowhere: rounding's work


class Place(NamedTuple):
    """A point near the path."""

    weights: Array  # x
    margins: Array  # s
    direction: Array  # y
    theta: float


def follow(A: Array, joint: Product, *, until: float = inf) -> Iterator[Place]:
    """Places on the path with ever smaller θ, until rounding ends it, or a time on the monotonic clock."""
    e, Ae, theta = joint.unit, A @ joint.unit, 1.0
    x, s, y = e, e, np.zeros(A.shape[0])  # 1
    for _ in range(_STEPS):
        yield Place(x, s, y, theta)
        if theta <= _LEAST or now() > until:
            return
        try:
            space = _space(A, joint, x, s)  # 2
            straight = space.change(theta, 0.0, Ae)
            gamma = (1.0 - min(straight.step, 1.0)) ** 3  # 4
            if now() > until:
                return
            change = space.change(theta, gamma, Ae)
        except np.linalg.LinAlgError:
            return
        step = min(change.step, 1.0)
        if not step > _STUCK:
            return
        x = x + step * _under(joint, change.x, space.w)  # 5
        s = s + step * _under(joint, change.s, _powered(space.w, -1.0))
        y = y + step * change.y
        theta *= 1.0 - step * (1.0 - gamma)


class _Change(NamedTuple):
    """A change of the place, and how often it may be made before the boundary is too near."""

    x: Array
    s: Array
    y: Array
    step: float


class _Space(NamedTuple):
    """The space where x and s are the same v."""

    joint: Product
    w: list[Spectrum]
    v: Array
    eigen: list[Spectrum]  # of v
    B: Array
    c: Array
    R: Array  # with RᵀR = BBᵀ

    def change(self, theta: float, gamma: float, Ae: Array) -> _Change:
        from scipy.linalg import cho_solve

        aim = gamma * theta * _vector(self.joint, self.eigen, -1.0) - self.v  # 3
        shrink = (1.0 - gamma) * theta
        right = self.B @ aim + shrink * (self.B @ self.c + Ae)
        dy = np.asarray(cho_solve((self.R, False), right, check_finite=False))
        ds = self.B.T @ dy - shrink * self.c
        dx = aim - ds
        if not np.isfinite(dx).all():
            raise np.linalg.LinAlgError
        room = min(_room(self.joint, self.eigen, dx), _room(self.joint, self.eigen, ds))
        return _Change(dx, ds, dy, _NEARLY * room)


def _space(A: Array, joint: Product, x: Array, s: Array) -> _Space:
    root = _inside(_eigenvalues(joint, x))
    between = _inside(_eigenvalues(joint, _under(joint, s, root)))
    w = _inside(_eigenvalues(joint, _under(joint, _vector(joint, between, -0.5), root)))
    v, B, c = _under(joint, s, w), joint.stretch(A, w), _under(joint, joint.unit, w)
    return _Space(joint, w, v, _inside(_eigenvalues(joint, v)), B, c, np.asarray(np.linalg.qr(B.T, mode="r")))


def _eigenvalues(joint: Product, z: Array) -> list[Spectrum]:
    """Of every part, in the order of the product's stacks; all are positive just inside the cone."""
    return [part.meet(z[where]) for part, _, where in joint.stacks]


def _inside(spectra: list[Spectrum]) -> list[Spectrum]:
    if not all(bool((values > 0.0).all() and np.isfinite(values).all()) for values, _ in spectra):
        # Rounding has pushed the place over the boundary.
        raise np.linalg.LinAlgError
    return spectra


def _powered(spectra: list[Spectrum], power: float) -> list[Spectrum]:
    return [Spectrum(values**power, frame) for values, frame in spectra]


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
    least = joint.lowest(_under(joint, change, _powered(spectrum, -1.0)))
    return -1.0 / least if least < -1e-6 else 1e6
