"""The one place that knows which representation serves which data."""

from __future__ import annotations

from typing import Any, overload

import numpy as np

from gordan.canonical import Canonical, GramCanonical
from gordan.kernel import Evaluator
from gordan.oracle.base import SupportOracle
from gordan.oracle.columns import Columns
from gordan.oracle.gram import Gram
from gordan.oracle.lazy_gram import LazyGram
from gordan.oracle.sweep import SweepOracle

__all__ = ["build"]

# Bytes that a kernel's matrix may take to be computed as a whole: where columns would do, where sweeps come back to
# most of them, and where every product needs all of it.
_COLUMNS, _SWEEPS, _BUDGET = 1 << 25, 1 << 28, 2 << 30
_TOGETHER = 1 << 23  # bytes of its rows computed at a time


@overload
def build(canonical: Canonical, needs: type | None = None) -> Columns: ...
@overload
def build(canonical: GramCanonical, needs: type | None = None) -> Gram | LazyGram: ...


def build(canonical: Canonical | GramCanonical, needs: type | None = None) -> Columns | Gram | LazyGram:
    """An oracle for this canonical form that offers what is needed, where any does."""
    if isinstance(canonical, Canonical):
        return Columns(canonical)
    if canonical.kernel is None:
        return Gram(canonical, canonical.data)
    most = _COLUMNS if needs is SupportOracle else _SWEEPS if needs is SweepOracle else _BUDGET
    fits = canonical.signs.size**2 * canonical.data.dtype.itemsize <= most
    return Gram(canonical, _matrix(canonical)) if fits else LazyGram(canonical)


def _matrix(canonical: GramCanonical) -> Any:
    """All products of the points, computed once."""
    assert canonical.kernel is not None
    evaluator = Evaluator(canonical.kernel, canonical.data)
    n = evaluator.size
    K = np.empty((n, n), dtype=evaluator.dtype)
    step = max(1, _TOGETHER // (n * K.dtype.itemsize))
    for start in range(0, n, step):
        end = min(start + step, n)
        evaluator.columns(np.arange(start, end), out=K[start:end])
        # Symmetric to the last digit, which rounding does not see to.
        K[start:end, :start] = K[:start, start:end].T
        own = np.triu(K[start:end, start:end])
        K[start:end, start:end] = own + np.triu(own, 1).T
    np.fill_diagonal(K, canonical.diagonal)
    return K
