"""Multinomial logit: P(y = k) ∝ exp(x·b_k), with b of the first class 0.

The term of an observation of class k is −log Σ_j exp(x·b_j − x·b_k), which never falls exactly where
x·b_k − x·b_j ≥ 0 for every other class j. Counts of several classes in one row add up such terms: where both k and j
were counted the two conditions make x·b_k − x·b_j = 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gordan.problem.numbers import Numbers
from gordan.regression.model.design import Design
from gordan.regression.model.rows.base import BASE, Rows

__all__ = ["multinomial_rows"]


def multinomial_rows(design: Design, counted: NDArray[np.bool_], classes: tuple[str, ...], numbers: Numbers) -> Rows:
    """Rows of observations, `counted[i, k]` where class k was seen in row i; class 0 is the baseline."""
    strict, tied, owner, pinned = [], [], [], []
    for k in range(len(classes)):
        for j in range(len(classes)):
            alone = counted[:, k] & ~counted[:, j]
            if j != k and alone.any():
                strict.append(_difference(design, alone, k, j, len(classes)))
                owner.append(np.flatnonzero(alone))
            both = counted[:, k] & counted[:, j]
            if j < k and both.any():
                tied.append(_difference(design, both, k, j, len(classes)))
                pinned.append(np.flatnonzero(both))
    blocks = len(classes) - 1
    column = np.tile(np.arange(design.p, dtype=np.int64), blocks)
    if design.constant is not None:
        column[column == design.constant] = BASE
    return Rows(
        inequalities=_stacked(strict, blocks * design.p),
        equalities=_stacked(tied, blocks * design.p) if tied else None,
        owner=np.concatenate(owner) if owner else np.empty(0, np.int64),
        pinned=np.concatenate(pinned) if pinned else np.empty(0, np.int64),
        names=tuple(f"{each}:{name}" for each in classes[1:] for name in design.names),
        column=column,
        numbers=numbers,
    )


def _difference(design: Design, which: NDArray[np.bool_], k: int, j: int, classes: int) -> Any:
    """x in the block of class k, −x in that of class j; the baseline has no block."""
    from scipy.sparse import csr_array, kron

    place = np.zeros((1, classes))
    place[0, k], place[0, j] = 1.0, -1.0
    return csr_array(kron(csr_array(place[:, 1:]), csr_array(design.take(which)), format="csr"))


def _stacked(parts: list[Any], width: int) -> Any:
    from scipy.sparse import csr_array, vstack

    return csr_array(vstack(parts, format="csr")) if parts else csr_array((0, width), dtype=np.float64)
