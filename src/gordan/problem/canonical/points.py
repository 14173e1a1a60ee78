"""The canonical form of points.

All scaling and centring is decided, recorded and undone here. Signed columns are a_j = y_j s_j (x_j − c): with an
intercept the base is balanced and any common shift c leaves every answer alone, so c only serves the arithmetic; the
factors s_j are 1/‖x_j‖ when unit lengths are asked for and absent otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Array, Matrix
from gordan.arithmetic.rounding import length_up
from gordan.problem.cone import BalancedSimplex, Simplex, Simplicial

__all__ = ["Canonical", "put", "row_blocks"]

_BLOCK = 1 << 16  # entries per dense block: 512 KiB of doubles stay in the second-level cache
_OUTWEIGHS = 1e3  # a mean this many times the spread costs three digits of every product: centre block by block
_LARGEST_FACTOR = 1e300  # brings a subnormal row near enough to 1, and its product with any entry is still a number
_NEAR = 0.125  # of the longest row: means so near the origin make a length little more than a distance
_SAFE = {np.dtype(np.float64): 200, np.dtype(np.float32): 40}  # exponents whose squares and sums cannot overflow


class Weighted:
    """Points multiplied by `factors`, and the conversion of weights on them to weights on the raw points and back."""

    cone: Simplicial
    factors: Array | None
    reach: float

    @property
    def intercept(self) -> bool:
        return self.cone.blocks == 2

    @property
    def lifted(self) -> float:
        """The last coordinate that sequential perceptrons add for an intercept; 0 for none."""
        return self.reach if self.intercept else 0.0

    def weights(self, x: Array) -> Array:
        """Canonical weights in raw terms, where they multiply unscaled points; on the base again."""
        raw = x if self.factors is None else self.cone.normalise(x * self.factors)
        return x if raw is None else raw

    def canonical_weights(self, x: Array) -> Array:
        """Raw weights, not necessarily on the base, as they multiply canonical columns; the way back from `weights`."""
        return x if self.factors is None else x / self.factors


@dataclass(frozen=True, eq=False)
class Canonical(Weighted):
    """Columns a_j = y_j s_j (x_j − c) over a cone's base, described without copying X.

    `lengths` are (bounds of) the columns' lengths about their class means; `reach` bounds ‖s_j (x_j − c)‖; `radius`
    is L_xy, the norm of A on differences of weights; `scale` divides
    canonical margins back to the user's units; `positive` says that only directions w ≥ 0 are asked for, and then
    `reach` and `radius` are of greatest entries.
    """

    X: Matrix
    signs: Array
    cone: Simplicial
    factors: Array | None
    centre: Array | None
    shifted: bool
    scale: float
    reach: float
    radius: float
    lengths: Array
    passes: int
    positive: bool = False
    squares: Array | None = None  # ‖x_j‖² of sparse points, which are not centred

    def direction(self, w: Array) -> Array:
        """A canonical direction in raw terms: the same hyperplanes, for no factor depends on the coordinate."""
        return w / (np.abs(w).max() or 1.0)

    @property
    def raw_centre(self) -> Array:
        """The point about which directions are evaluated, in the user's units; the origin where there is none."""
        return np.zeros(self.X.shape[1]) if self.centre is None else self.centre / self.scale

    @property
    def longest_square(self) -> float:
        """The squared length of the longest column through the origin; its root, squared, would have other digits."""
        if self.factors is not None:
            return 1.0
        longest = self.X[np.flatnonzero(self.lengths == self.lengths.max())]
        return float(_squares(longest).max()) or 1.0

    def margin(self, value: float) -> float:
        """A canonical margin in the user's units."""
        return value / self.scale


@np.errstate(over="ignore", under="ignore")
def put(X: Matrix, signs: Array, *, extent: float, intercept: bool, normalise: bool) -> Canonical:
    """The canonical form of labelled points, in two passes over them."""
    cone: Simplicial = BalancedSimplex(signs > 0) if intercept else Simplex(signs.size)
    scale = _common_scale(extent, X.dtype)
    if scale != 1.0:
        # The only copy: data so large or small that squares overflow or vanish pay for it, all others never do.
        X = X.astype(np.float64) * scale
    if not intercept:
        return _through_the_origin(X, signs, cone, scale, normalise)
    of_positive, of_negative = _class_means(X, signs)
    if _is_sparse(X) and _is_shifted(X, of_positive, of_negative):
        # Nearly every entry is stored anyway, and only a dense block can be centred before it is multiplied.
        X = X.toarray()
    squares = _squares(X) if _is_sparse(X) else None
    lengths = _distances(X, of_positive, of_negative, signs, squares)
    to_positive = length_up(float(lengths[signs > 0].max()), X.shape[1])
    to_negative = length_up(float(lengths[signs < 0].max()), X.shape[1])
    apart = length_up(0.5 * float(np.linalg.norm(of_positive - of_negative)), X.shape[1])
    reach = max(to_positive, to_negative) + apart
    centre = None if _is_sparse(X) else 0.5 * (of_positive + of_negative)
    shifted = centre is not None and bool(np.linalg.norm(centre) > _OUTWEIGHS * reach)
    # Identical points everywhere have no radius; the steps divide by it.
    radius = float(np.hypot(to_positive, to_negative) / np.sqrt(2.0)) or 1.0
    return Canonical(X, signs, cone, None, centre, shifted, scale, reach or 1.0, radius, lengths, 2, squares=squares)


def _through_the_origin(X: Matrix, signs: Array, cone: Simplicial, scale: float, normalise: bool) -> Canonical:
    if not normalise:
        squares = _squares(X)
        lengths = np.sqrt(squares)
        reach = length_up(float(lengths.max()), X.shape[1]) or 1.0
        return Canonical(X, signs, cone, None, None, False, scale, reach, reach, lengths, 1, squares=squares)
    # Rounding leaves lengths within a few units of 1.
    reach = length_up(1.0, X.shape[1])
    ones = np.ones(signs.size)
    # The inverse of the smallest lengths overflows; a row that is only nearly scaled up asks the same question.
    factors = np.minimum(1.0 / _lengths_of_any_size(X), _LARGEST_FACTOR)
    return Canonical(X, signs, cone, factors, None, False, 1.0, reach, reach, ones, 1)


def row_blocks(X: Matrix) -> Iterator[slice]:
    """Row ranges whose dense block fits the cache."""
    if hasattr(X, "row_slices"):
        yield from X.row_slices()
        return
    step = max(1, _BLOCK // X.shape[1])
    for start in range(0, X.shape[0], step):
        yield slice(start, min(start + step, X.shape[0]))


def _is_sparse(X: Matrix) -> bool:
    return hasattr(X, "nnz")


def _common_scale(extent: float, dtype: npt.DTypeLike) -> float:
    """A power of two that brings the data near 1 where their squares could overflow or vanish; 1 otherwise."""
    if extent == 0.0:
        return 1.0
    exponent = int(np.frexp(extent)[1])
    return 1.0 if abs(exponent) <= _SAFE[np.dtype(dtype)] else 2.0 ** min(max(-exponent, -1000), 1000)


def _class_means(X: Matrix, signs: Array) -> tuple[Array, Array]:
    """Float64 means of the two classes, summed block by block so that float32 data keep their digits."""
    if (known := getattr(X, "class_means", lambda _: None)(signs)) is not None:
        return known  # type: ignore[no-any-return]
    members = float(np.count_nonzero(signs > 0))
    # Dividing before summing cannot overflow however large the data are.
    shares = np.stack([(signs > 0) / members, (signs < 0) / (signs.size - members)])
    if _is_sparse(X):
        # The product keeps the matrix's own width: a wider vector would make SciPy copy all entries.
        first, second = (np.asarray(X.T @ share.astype(X.dtype), dtype=np.float64) for share in shares)
        return first, second
    means = np.zeros((2, X.shape[1]))
    for part in row_blocks(X):
        means += shares[:, part] @ X[part]
    return means[0], means[1]


def _is_shifted(X: Matrix, of_positive: Array, of_negative: Array) -> bool:
    """Whether a sparse matrix is dense in fact and its mean outweighs its spread, as far as its squares can tell."""
    if X.nnz < 0.5 * X.shape[0] * X.shape[1]:
        return False
    middle = float(np.linalg.norm(0.5 * (of_positive + of_negative)))
    farthest = float(_lengths(X).max())
    return middle > 0 and abs(farthest - middle) < 1e-2 * middle


def _distances(X: Matrix, of_positive: Array, of_negative: Array, signs: Array, squares: Array | None) -> Array:
    """Distances of the rows from their class means; sparse ones have their squared lengths."""
    if squares is not None:
        # Triangle inequality instead of a dense difference: an upper bound is all the steps need.
        return np.sqrt(squares) + np.where(signs > 0, np.linalg.norm(of_positive), np.linalg.norm(of_negative))
    means = max(float(np.linalg.norm(of_positive)), float(np.linalg.norm(of_negative)))
    if (known := _known_squares(X)) is not None and means <= _NEAR * float(np.sqrt(known.max())):
        # The same bound, little above the distances where the means are near the origin, saves reading all rows again.
        return np.sqrt(known) + means
    return np.sqrt(_by_row(X, partial(_squared_distances, of_positive, of_negative), signs))


def _squared_distances(of_positive: Array, of_negative: Array, values: Matrix, signs: Matrix) -> Array:
    # Rows of a table are copied whole, where a choice is made for every entry.
    block = np.stack([of_negative, of_positive])[(signs > 0).astype(np.intp)]
    np.subtract(values, block, out=block)
    return np.asarray(np.einsum("ij,ij->i", block, block))


def _by_row(X: Matrix, function: Callable[[Matrix, Matrix], Array], signs: Matrix) -> Array:
    """A number for every row, computed some rows at a time; by rows that are elsewhere, where they are."""
    if hasattr(X, "by_row"):
        return np.asarray(X.by_row(function, signs))
    values = np.empty(X.shape[0])
    for part in row_blocks(X):
        values[part] = function(X[part], signs[part])
    return values


def _lengths(X: Matrix) -> Array:
    """Lengths of the rows."""
    return np.sqrt(_squares(X))


def _squares(X: Matrix) -> Array:
    """Squared lengths of the rows."""
    if _is_sparse(X):
        return _sparse_squares(X)
    if (known := _known_squares(X)) is not None:
        return known
    return _by_row(X, _squared_rows, np.empty(X.shape[0], dtype=np.int8))


def _known_squares(X: Matrix) -> Array | None:
    """The squared lengths that a first pass over rows in batches has found, if there was one."""
    known: Array | None = getattr(X, "squared_lengths", lambda: None)()
    return known


def _squared_rows(values: Matrix, _: Matrix) -> Array:
    block = values.astype(np.float64, copy=False)
    return np.asarray(np.einsum("ij,ij->i", block, block))


def _lengths_of_any_size(X: Matrix) -> Array:
    """Lengths of rows whose sizes may differ by more than a square can hold: each is measured in its own unit."""
    lengths = _lengths(X)
    doubtful = np.flatnonzero((lengths < 1e-140) | (lengths > 1e140))
    for j in doubtful.tolist():
        row = X[[j]].toarray().ravel() if _is_sparse(X) else X[j]
        unit = float(np.abs(row).max())
        # A row that the common scale sent to zero keeps some length; the verifier sees the raw one.
        lengths[j] = unit * float(np.linalg.norm(row / unit)) if unit > 0 else 1.0
    return lengths


def _sparse_squares(X: Matrix) -> Array:
    """Squared lengths of sparse rows, some entries at a time: squaring all of them at once would copy the matrix."""
    squares, pointers = np.zeros(X.shape[0]), X.indptr
    if X.format == "csc":
        for start in range(0, X.nnz, 4 * _BLOCK):
            part = slice(start, min(start + 4 * _BLOCK, X.nnz))
            entries = X.data[part].astype(np.float64)
            squares += np.bincount(X.indices[part], weights=entries * entries, minlength=X.shape[0])
        return squares
    step = max(1, int(_BLOCK * 4 * X.shape[0] / max(X.nnz, 1)))
    for start in range(0, X.shape[0], step):
        stop = min(start + step, X.shape[0])
        entries = X.data[pointers[start] : pointers[stop]].astype(np.float64)
        # Empty rows have no entry of their own to begin a sum with.
        filled = start + np.flatnonzero(np.diff(pointers[start : stop + 1]))
        if filled.size:
            squares[filled] = np.add.reduceat(entries * entries, pointers[filled] - pointers[start])
    return squares
