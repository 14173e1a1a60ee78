"""The one place that knows which representation serves which data."""

from __future__ import annotations

from typing import Any, overload

import numpy as np

from gordan.canonical import Canonical, GramCanonical
from gordan.errors import InputError
from gordan.kernel import values
from gordan.oracle.columns import Columns
from gordan.oracle.gram import Gram

__all__ = ["build"]

_BUDGET = 2 << 30  # bytes that a matrix of products may take
_TOGETHER = 512  # of its rows computed at a time


@overload
def build(canonical: Canonical, needs: type | None = None) -> Columns: ...
@overload
def build(canonical: GramCanonical, needs: type | None = None) -> Gram: ...


def build(canonical: Canonical | GramCanonical, needs: type | None = None) -> Columns | Gram:
    """An oracle for this canonical form that offers what is needed, where any does."""
    if isinstance(canonical, Canonical):
        return Columns(canonical)
    return Gram(canonical, canonical.data if canonical.kernel is None else _matrix(canonical))


def _matrix(canonical: GramCanonical) -> Any:
    """All products of the points, computed once."""
    X, kernel = canonical.data, canonical.kernel
    assert kernel is not None
    n, size = int(X.shape[0]), X.dtype.itemsize
    if n * n * size > _BUDGET:
        raise InputError(
            f"the matrix of products of {n:,} points takes {n * n * size / 2**30:.1f} GiB; give fewer points, or map "
            "them by Nystroem or RBFSampler features first"
        )
    K = np.empty((n, n), dtype=X.dtype)
    for start in range(0, n, _TOGETHER):
        part = slice(start, min(start + _TOGETHER, n))
        K[part] = values(kernel, X[part], X)
    np.fill_diagonal(K, canonical.diagonal)
    return K
