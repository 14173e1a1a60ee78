"""A frame for many columns at once, where their products with one another are at hand.

Hundreds of columns that are loaded together are solved for by a Cholesky factor of their products, a small part of the
work of QR. What products of columns lose, half of the digits, is brought back by solving again for what is left. The
frame of single steps, which keeps all digits, is asked only when a step is to be taken or columns are too dependent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.oracle.base import Atom, Frame

__all__ = ["ProductsFrame"]

_MANY = 128  # columns loaded at once from which their products are factorised
_APART = 2.0**-15  # a pivot below it against its column leaves too few digits to bring the others back


class Loaded(NamedTuple):
    """Columns and their solution, without the single steps that lead to it."""

    atoms: list[Atom]
    w: Array
    u: Array


class ProductsFrame:
    """A frame of single steps that works on products, so that columns need not be loaded.

    `products` gives the products of unsigned points of these keys with one another, in an array to be written to,
    `combine` their sum with these coefficients, `multiply` their products with a direction.
    """

    def __init__(
        self,
        single: Frame,
        *,
        affine: bool,
        products: Callable[[list[int]], Array],
        combine: Callable[[list[int], Array], Array],
        multiply: Callable[[list[int], Array], Array],
    ) -> None:
        self._single, self._affine = single, affine
        self._products, self._combine, self._multiply = products, combine, multiply
        self._loaded: Loaded | None = None

    def load(self, atoms: Sequence[Atom]) -> list[int]:
        self._loaded = self._solved(list(atoms)) if len(atoms) > _MANY else None
        return self._single.load(atoms) if self._loaded is None else list(range(len(atoms)))

    def solution(self) -> tuple[Array, Array]:
        return self._single.solution() if self._loaded is None else (self._loaded.w, self._loaded.u)

    def add(self, atom: Atom) -> None:
        self._settled.add(atom)

    def drop(self, index: int) -> None:
        self._settled.drop(index)

    def coordinates(self, atom: Atom) -> tuple[Array, Array]:
        return self._settled.coordinates(atom)

    @property
    def _settled(self) -> Frame:
        if self._loaded is not None:
            (atoms, _, _), self._loaded = self._loaded, None
            self._single.load(atoms)
        return self._single

    def _solved(self, atoms: list[Atom]) -> Loaded | None:
        from scipy.linalg.lapack import dpotrf

        keys, signs = [atom.key for atom in atoms], np.array([atom.sign for atom in atoms])
        G = self._products(keys)
        lengths = np.sqrt(np.diagonal(G))
        # Symmetric: its transpose is itself, in the order that the routine reads, and makes place for the factor.
        factor, failed = dpotrf(G.T, lower=1, clean=0, overwrite_a=1)
        if failed or not (np.diagonal(factor) > _APART * lengths).all():
            return None
        u, b = self._solve(factor, signs, 0.0)
        left = signs - b - self._multiply(keys, self._combine(keys, u))
        u += self._solve(factor, left, float(u.sum()))[0]
        return Loaded(atoms, self._combine(keys, u), u * signs)

    def _solve(self, factor: Array, target: Array, surplus: float) -> tuple[Array, float]:
        """Coefficients u with G u + b = target; affine ones add up to −surplus, others have b = 0."""
        from scipy.linalg.lapack import dpotrs

        sides = np.array([target, np.ones(target.size)] if self._affine else [target]).T
        solved, _ = dpotrs(factor, sides, lower=1)
        if not self._affine:
            return np.asarray(solved[:, 0]), 0.0
        b = float((solved[:, 0].sum() + surplus) / solved[:, 1].sum())
        return np.asarray(solved[:, 0] - b * solved[:, 1]), b
