"""The active columns' factorisation where columns are known by their products: R with R'R the matrix of products.

There is no Q. The products of a residual with the active columns are known, so what R alone would lose to its squared
condition is brought back by solving again for what is left of them. Squares near the rounding of what was summed up for
them look like zero, whatever is done: the oracle's `dot` then answers 0, and the column is a dependent one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.oracle.base import Atom
from gordan.engine.oracle.frame import Triangle

__all__ = ["GramFrame"]

_AGAIN = 2  # further solves; the second one finds rounding where R is good for anything
_ROOM = 16  # pairs the storage starts with; it doubles when they are taken


class ActivePairs:
    """Points that join and leave; `G` has their products with one another."""

    def __init__(self, n: int) -> None:
        self.keys: list[int] = []
        self.G: Array = np.empty((0, 0))
        self._heights = np.empty(0)
        # Rows are left where they are when another leaves, and taken again by the next to join.
        self._slots: list[int] = []
        self._free: list[int] = []
        self._products: Array = np.empty((0, n))

    @property
    def size(self) -> int:
        return len(self.keys)

    def append(self, key: int, column: Array) -> None:
        products, own = self.products(column), float(column[0, key] * column[1, key])
        self.G = np.block([[self.G, products[:, None]], [products[None, :], np.array([[own]])]])
        self.keys.append(key)
        self._heights = np.append(self._heights, column[0, key])
        if not self._free:
            self._reserve()
        self._slots.append(self._free.pop())
        self._products[self._slots[-1]] = column[1]

    def drop(self, index: int) -> None:
        self.G = np.delete(np.delete(self.G, index, axis=0), index, axis=1)
        self._heights = np.delete(self._heights, index)
        self._free.append(self._slots[index])
        self._products[self._slots[index]] = 0.0
        del self.keys[index], self._slots[index]

    def products(self, w: Array) -> Array:
        """Products of a pair with the active points."""
        return np.asarray(self._heights * w[1, self.keys])

    def combine(self, r: Array) -> Array:
        """Σ r_j p_j."""
        w = np.zeros((2, self._products.shape[1]))
        np.add.at(w[0], self.keys, r * self._heights)
        shares = np.zeros(self._products.shape[0])
        shares[self._slots] = r
        w[1] = shares @ self._products
        return w

    def _reserve(self) -> None:
        held = self._products
        room = max(_ROOM, 2 * held.shape[0])
        self._products = np.zeros((room, held.shape[1]))
        self._products[: held.shape[0]] = held
        self._free = list(range(room - 1, held.shape[0] - 1, -1))


class GramFrame:
    """The span of the signed columns; with an intercept the affine hull of the unsigned points.

    A pivot below `rank` times the square of what was summed up for it is rounding.
    """

    def __init__(self, n: int, *, affine: bool, rank: float) -> None:
        self._n, self._affine, self._rank = n, affine, rank
        self._active, self._triangle = ActivePairs(n), Triangle()
        self._signs: list[float] = []
        self._recent: tuple[Atom, tuple[Array, Array, Array, float]] | None = None

    def add(self, atom: Atom) -> None:
        if self._signs or not self._affine:
            _, projection, _, square = self._split(atom)
            self._triangle.append(projection, square**0.5)
        self._active.append(atom.key, atom.column * self._unsigned(atom))
        self._signs.append(atom.sign)
        self._recent = None

    def drop(self, index: int) -> None:
        self._active.drop(index)
        del self._signs[index]
        if self._affine and index == 0 and self._signs:
            # The next point becomes the base: taking their difference off every other one changes R's first row alone.
            self._triangle.R[0, 1:] -= self._triangle.R[0, 0]
        if self._signs or not self._affine:
            self._triangle.drop(max(index - self._affine, 0))
        self._recent = None

    def coordinates(self, atom: Atom) -> tuple[Array, Array]:
        r, _, residual, _ = self._split(atom)
        sign = self._unsigned(atom)
        return (r * np.array(self._signs) * sign if self._affine else r), residual * sign

    def load(self, atoms: Sequence[Atom]) -> list[int]:
        self._active, self._signs, self._recent = ActivePairs(self._n), [], None
        for atom in atoms:
            self._active.append(atom.key, atom.column * self._unsigned(atom))
        kept, R = _independent(*self._differences(), self._rank)
        self._triangle.load(R)
        kept = [0, *(j + 1 for j in kept)] if self._affine else kept
        for j in sorted(set(range(len(atoms))) - set(kept), reverse=True):
            self._active.drop(j)
        self._signs = [atoms[j].sign for j in kept]
        return kept

    def solution(self) -> tuple[Array, Array]:
        signs = np.array(self._signs)
        target = signs[1:] - signs[0] if self._affine else np.ones(signs.size)
        r, _ = self._refine(target, np.zeros(signs.size))
        return self._active.combine(r), r * signs if self._affine else r

    def _unsigned(self, atom: Atom) -> float:
        return atom.sign if self._affine else 1.0

    def _split(self, atom: Atom) -> tuple[Array, Array, Array, float]:
        """Coefficients, what of the column lies along R, the residual, and its square; kept for the atom that joins."""
        if self._recent is not None and self._recent[0] is atom:
            return self._recent[1]
        column, k = atom.column * self._unsigned(atom), self._active.size
        start = np.zeros(k)
        start[: int(self._affine)] = 1.0
        r, projection = self._refine(self._across(self._active.products(column)), start)
        residual = column - self._active.combine(r)
        least = self._rank * float(column[0, atom.key] * column[1, atom.key])
        square = max(float(residual[0] @ residual[1]), least) or 1.0
        self._recent = atom, (r, projection, residual, square)
        return self._recent[1]

    def _refine(self, target: Array, start: Array) -> tuple[Array, Array]:
        """r = start + (0 or −Σs, s) for which the products of Σ r_j p_j are the target's, and R s."""
        r, projection = start, np.zeros(target.size)
        for _ in range(1 + _AGAIN):
            along = self._triangle.solve(target - self._across(self._active.G @ r), transposed=True)
            inner = self._triangle.solve(along)
            projection = projection + along
            r = r + (np.concatenate([[-inner.sum()], inner]) if self._affine else inner)
        return r, projection

    def _across(self, products: Array) -> Array:
        """Products with the points as products with what spans the frame.

        Raises FloatingPointError where all points have left: that happens to numbers that overflowed, and to no others.
        """
        if self._affine and not products.size:
            raise FloatingPointError("no point is left to measure differences from")
        return products[1:] - products[0] if self._affine else products

    def _differences(self) -> tuple[Array, Array]:
        """The matrix that R is the factor of, and the lengths that its columns' rounding is relative to."""
        G = self._active.G
        lengths = np.sqrt(np.maximum(np.diag(G), 0.0))
        if not self._affine:
            return G, lengths
        return G[1:, 1:] - G[1:, :1] - G[:1, 1:] + G[0, 0], lengths[1:] + lengths[0]


def _independent(G: Array, lengths: Array, rank: float) -> tuple[list[int], Array]:
    """Positions of as many independent columns as there are, and the factor of their matrix."""
    if lengths.size == 0:
        return [], np.empty((0, 0))
    scale = np.where(lengths > 0, lengths, 1.0)
    scaled = G / scale / scale[:, None]
    try:
        R: Array = np.asarray(np.linalg.cholesky(scaled).T)
        if float(np.diag(R).min()) ** 2 > rank:
            return list(range(scale.size)), R * scale
    except np.linalg.LinAlgError:
        pass
    from scipy.linalg.lapack import dpstrf

    L, pivots, count, _ = dpstrf(scaled, lower=1, tol=rank)
    order = pivots[:count] - 1
    kept = np.sort(order)
    # Put back into the order of the atoms, the factor is a triangle no more.
    R = np.asarray(np.linalg.qr(np.tril(L)[:count, :count].T[:, np.argsort(order)], mode="r"))
    return [int(j) for j in kept], R * scale[kept]
