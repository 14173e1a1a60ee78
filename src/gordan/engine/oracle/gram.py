"""Points known by their products: by a matrix in memory, or by columns of a kernel's matrix that is never formed."""

from __future__ import annotations

import math
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from gordan.arithmetic.array import Array, Matrix
from gordan.arithmetic.threads import all_threads
from gordan.engine.candidate import Candidate
from gordan.engine.compiled.numpy_reference import relax_points
from gordan.engine.compiled.relaxation import Relaxed
from gordan.engine.oracle.ascent import FACTOR, Multiplying, Sweeps, afford_factor
from gordan.engine.oracle.entries import MatrixEntries, share_entries
from gordan.engine.oracle.equalised import SupportProducts, equalised
from gordan.engine.oracle.multiplier import Multipliers, Priced
from gordan.engine.oracle.newton import GramInterior, gram_interior
from gordan.engine.oracle.products import Products
from gordan.engine.oracle.sampling import draw_points
from gordan.engine.oracle.span import Spanned
from gordan.engine.oracle.spectral import SMALL
from gordan.problem.canonical import GramCanonical

if TYPE_CHECKING:
    from gordan.engine.oracle.rescaled import RescaledColumns, RescaledKernel, SqueezedColumns

__all__ = ["Gram", "GramMultipliers", "LazyGram"]

_LARGE = 1 << 22  # entries from which one product is worth all threads
_BLOCK = 1 << 19  # entries of a narrow matrix widened at a time: 4 MiB


class Gram(Multiplying, Products):
    """Products with the columns whose products with one another are the entries of K, which is never copied.

    One product with K turns weights into a direction, whose margins cost nothing.
    """

    def __init__(self, canonical: GramCanonical, K: Matrix) -> None:
        entries = MatrixEntries(K)
        super().__init__(canonical, entries)
        self.K = entries.K

    def combine(self, x: Array) -> Array:
        return self.direction(self.signed * x)

    def direction(self, c: Array) -> Array:
        """The direction with these coefficients on the points."""
        return np.stack([c, self._product(c)])

    def _product(self, c: Array) -> Array:
        if self.K.dtype == np.float64:
            with all_threads(self.K.size > _LARGE):
                return np.asarray(self.K @ c)
        # Widened block by block it takes less than twice the time of a product in single precision. That one would be
        # wrong in the eighth digit of a square, and lengths in the fourth.
        f = np.empty(self.size)
        for part in _parts(self.size):
            f[part] = self.K[part].astype(np.float64) @ c
        return f

    def begin_with(self) -> Candidate:
        mean = self.combine(self.cone.centre.weights)
        return Candidate(mean, self.cone.centre.weights, image=mean)

    @cached_property
    def spectral(self) -> float:
        if self.size > SMALL:
            return self._bounded()
        G = self.K * self.signed * self.signed[:, None]
        for block in self.cone.members:
            # Differences of weights add up to nothing on every block.
            share = block / block.sum()
            G -= np.outer(block, share @ G)
            G -= np.outer(G @ share, block)
        # What lengths are rounded up by, and the eigenvalue routine's rounding: far below one part in 10^8.
        slack = max(1e-8, math.sqrt(self.size) * self._lost(self.size))
        return float(np.linalg.eigvalsh(G)[-1]) + slack * self.canonical.reach**2

    def _bounded(self) -> float:
        """The least of the trace, the greatest sum of a row and the Frobenius norm."""
        scale, greatest, squares = np.abs(self.signed), 0.0, 0.0
        for part in _parts(self.size):
            rows = np.abs(self.K[part] * scale) * scale[part, None]
            greatest, squares = max(greatest, float(rows.sum(axis=1).max())), squares + float(np.square(rows).sum())
        trace = float(np.square(scale) @ np.maximum(self.canonical.diagonal, 0.0))
        return min(trace, greatest, math.sqrt(squares)) * (1.0 + 1e-8)

    def draw(self, x: Array, k: int, generator: np.random.Generator) -> Array:
        keys, shares = draw_points(self.cone, x, k, generator)
        return self.image(keys, self.signed[keys] * shares)

    def glance(self, w: Array, k: int, generator: np.random.Generator) -> Array:
        return self.margins(w)

    def share(self, k: int) -> float:
        return self.blocks * k / self.size

    @cached_property
    def _multipliers(self) -> GramMultipliers:
        return GramMultipliers(self)

    def newton(self, x: Array, z: Array) -> GramInterior | None:
        return gram_interior(self, x, z)

    def spans(self) -> tuple[RescaledColumns, RescaledKernel | None]:
        from gordan.engine.oracle.rescaled import spans

        return spans(Spanned(self))

    def squeezable(self) -> SqueezedColumns:
        from gordan.engine.oracle.rescaled import squeezed

        return squeezed(Spanned(self))


class GramMultipliers:
    """Multipliers of points that are known by their products."""

    def __init__(self, gram: Gram) -> None:
        self._gram, canonical = gram, gram.canonical
        squares = np.maximum(canonical.diagonal, 0.0) * gram.signed**2
        self._sweeps = Sweeps(canonical.signs, squares, gram.blocks == 2)
        self.visited = float(gram.size)

    def begin(self, x: Array | None) -> Multipliers:
        w = self._gram.zero() if x is None else self._gram.combine(x)
        return self._sweeps.begin(w, x, self._gram.dot(w, w))

    def price(self, run: Multipliers) -> Priced:
        weights = self._gram.cone.normalise(run.values)
        return Priced(
            self._gram.margins(run.direction), weights, None if weights is None else self._gram.combine(weights)
        )

    def ascend(self, run: Multipliers, margins: Array | None, sweeps: int) -> Multipliers:
        gram, own = self._gram, self._sweeps
        order = own.due(run, None if margins is None else self._products(run, margins))
        begun = run.state
        u, w = begun.u.copy(), begun.w.copy()

        def add(i: int, step: float) -> None:
            w[0, i] += step
            w[1] += step * gram.K[i]

        numbers = (begun.centre, begun.surplus, own.spread, FACTOR)
        centre, surplus, visits, seed = relax_points(
            lambda i: float(w[1, i]), add, gram.signed, own.squares, order, u, numbers, sweeps, begun.seed
        )
        state = Relaxed(u, w, centre, surplus, seed)
        return Multipliers(w, u, run.sweeps + sweeps, run.visits + visits, state)

    def _products(self, run: Multipliers, margins: Array) -> Array:
        offset = run.state.offset(self._sweeps.spread)
        return margins + self._gram.signed * offset if self._sweeps.intercept else margins

    def climb(self, run: Multipliers) -> None:
        """Nothing: where products are known, the support is factorised."""

    def equalise(self, run: Multipliers, margins: Array) -> Multipliers | None:
        gram, own = self._gram, self._sweeps
        S = own.supporting(run, self._products(run, margins))
        if S is None:
            return None
        afford_factor(S.size)
        G = np.asarray(gram.K[np.ix_(S, S)], dtype=np.float64) * np.outer(gram.signed[S], gram.signed[S])
        support = SupportProducts(G, gram.signed[S], intercept=own.intercept, threads=True)
        solved = equalised(support, run.values[S], lambda kept, u: G[np.ix_(kept, kept)] @ u)
        if solved is None:
            return None
        kept, values, b = solved
        u = np.zeros(gram.size)
        u[S[kept]] = values
        w = gram.combine(u)
        return Multipliers(w, u, run.sweeps + 1, run.visits + S.size, Relaxed(u, w, b, 0.0, run.state.seed))


class LazyGram(Products):
    """The support of the hull, by columns of the matrix that are computed when asked for and kept while there is room.

    Parameters
    ----------
    canonical : GramCanonical
        Points and their kernel.
    max_bytes : int or None
        Of the columns kept; None leaves it to the size of the matrix. Problems over the same points and kernel that
        live at the same time share them, within the bound of the first.
    """

    def __init__(self, canonical: GramCanonical, *, max_bytes: int | None = None) -> None:
        assert canonical.kernel is not None
        super().__init__(canonical, share_entries(canonical.data, canonical.kernel, max_bytes=max_bytes))

    @property
    def refusal(self) -> str:
        """Why no product with all points is on offer, and what to do: the end of a sentence."""
        n = self.size
        bytes_ = n * n * self.canonical.data.dtype.itemsize
        return (
            f"one product with all {n:,} points takes {n * n:,} kernel values, {bytes_ / 2**30:.1f} GiB; choose "
            "working-set or one of the perceptrons, or map the points by Nystroem or RBFSampler features first"
        )


def _parts(n: int) -> list[slice]:
    step = max(1, _BLOCK // n)
    return [slice(start, min(start + step, n)) for start in range(0, n, step)]
