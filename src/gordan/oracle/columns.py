"""Signed columns kept as the user's rows: dense or sparse, float32 or float64, never copied."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from gordan.array import Array
from gordan.canonical import Canonical, row_blocks
from gordan.cone import Cone
from gordan.oracle.base import Atom, Frame
from gordan.oracle.frame import AffineFrame, LinearFrame
from gordan.oracle.rows import begin, sweep
from gordan.oracle.spectral import largest_eigenvalue
from gordan.oracle.sweep import Order, Pass, Rule

__all__ = ["Columns"]

_SUMMED = 1 << 14  # rows whose float32 products are summed before they go to float64: the sum keeps its digits


class Columns:
    """Products with a_j = y_j s_j (x_j − c), the support of their hull, and sweeps through them."""

    def __init__(self, canonical: Canonical, keys: Any = None) -> None:
        self.canonical = canonical
        self.X = canonical.X
        self.size, self._m = (int(length) for length in self.X.shape)
        self.cone: Cone = canonical.cone
        self.blocks = self.cone.blocks
        self.radius = canonical.radius
        self.reach = float(np.hypot(canonical.reach, canonical.lifted))
        self._keys = np.arange(self.size) if keys is None else np.asarray(keys)
        self._total = self.size if keys is None else int(np.max(self._keys)) + 1
        self._signed = canonical.signs if canonical.factors is None else canonical.signs * canonical.factors
        self._narrow = self.X.dtype == np.float32
        self.rounding = _rounding(canonical)

    def margins(self, w: Array) -> Array:
        if self.canonical.shifted:
            z = np.empty(self.size)
            for part in row_blocks(self.X):
                z[part] = self._centred(part) @ w
        elif self._narrow:
            z = (self.X @ w.astype(np.float32)).astype(np.float64)
        else:
            z = self.X @ w
        z *= self._signed
        return np.asarray(z)

    def combine(self, x: Array) -> Array:
        v = self._signed * x
        if self.canonical.shifted:
            image = np.zeros(self._m)
            for part in row_blocks(self.X):
                image += v[part] @ self._centred(part)
            return image
        if hasattr(self.X, "nnz"):
            return np.asarray(self.X.T @ v.astype(self.X.dtype, copy=False), dtype=np.float64)
        if not self._narrow:
            return np.asarray(v @ self.X)
        image, narrow = np.zeros(self._m), v.astype(np.float32)
        for start in range(0, self.size, _SUMMED):
            image += narrow[start : start + _SUMMED] @ self.X[start : start + _SUMMED]
        return image

    def worst(self, w: Array, k: int = 1) -> list[list[Atom]]:
        z = self.margins(w)
        return [self._atoms(z, _least(z + outside, k)) for outside in self.cone.outside]

    def _atoms(self, z: Array, rows: Any) -> list[Atom]:
        columns = self._columns(rows)
        signs = self.canonical.signs[rows]
        return [
            Atom(int(self._keys[j]), float(z[j]), column, float(sign))
            for j, column, sign in zip(rows, columns, signs, strict=True)
        ]

    def _columns(self, rows: Any) -> Array:
        """Signed columns in float64, about the centre where the products are."""
        picked = self.X[rows]
        picked = picked.toarray() if hasattr(picked, "nnz") else picked
        points = picked.astype(np.float64)
        if self.canonical.shifted:
            points -= self.canonical.centre
        return np.asarray(points * self._signed[rows][:, None])

    def _centred(self, part: slice) -> Array:
        return np.asarray(self.X[part] - self.canonical.centre)

    def place(self, keys: Sequence[int], values: Sequence[float]) -> Array:
        x = np.zeros(self._total)
        np.add.at(x, np.asarray(keys, dtype=np.int64), np.asarray(values))
        return x

    def restrict(self, atoms: Sequence[Atom]) -> Columns:
        from gordan.canonical import put

        columns = np.array([atom.column * atom.sign for atom in atoms])
        signs = np.array([atom.sign for atom in atoms])
        extent = float(np.abs(columns).max(initial=0.0))
        inner = put(columns, signs, extent=extent, intercept=self.blocks == 2, normalise=False)
        restricted = Columns(inner, [atom.key for atom in atoms])
        restricted._total = self._total
        return restricted

    def frame(self) -> Frame:
        return LinearFrame(self._m) if self.blocks == 1 else AffineFrame(self._m)

    def zero(self) -> Array:
        return np.zeros(self._m)

    def norm(self, w: Array) -> float:
        return float(np.linalg.norm(w)) * (1.0 + (w.size + 4) * 2.0**-53)

    def dot(self, v: Array, w: Array) -> float:
        return float(v @ w)

    @cached_property
    def spectral(self) -> float:
        return largest_eigenvalue(self.canonical)

    def begin(self) -> Pass:
        return begin(self.canonical)

    def sweep(self, run: Pass, rule: Rule, order: Order) -> Pass:
        return sweep(self.canonical, run, rule, order)


def _rounding(canonical: Canonical) -> float:
    """Error of a margin relative to reach·‖w‖: any order of summation stays within (m+4) units of |a|·|w|.

    Products of points that are not centred err by their distance from the origin, not from the centre.
    """
    dtype = np.float64 if canonical.shifted else canonical.X.dtype
    unit = float((canonical.X.shape[1] + 5) * np.finfo(dtype).eps / 2)
    if canonical.shifted or canonical.centre is None:
        return unit
    return unit * (1.0 + float(np.linalg.norm(canonical.centre)) / canonical.reach)


def _least(z: Array, k: int) -> Any:
    """Positions of the k smallest margins, smallest first, ties by row number; infinite ones are not of this block."""
    if k == 1:
        return np.array([int(z.argmin())])
    count = min(k, int(np.count_nonzero(z < np.inf)))
    found = np.argpartition(z, count - 1)[:count]
    return found[np.lexsort((found, z[found]))]
