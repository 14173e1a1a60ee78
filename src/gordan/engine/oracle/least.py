"""The k smallest of many numbers, without ordering or partitioning all of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from gordan.arithmetic.array import Array

__all__ = ["least"]

_SAMPLED = 1 << 12  # numbers looked at to guess a threshold
_GENEROUS = 4  # times as many as wanted are let through by the guess


def least(z: Array, k: int) -> Any:
    """Positions of the k smallest, smallest first, ties by position; infinite ones do not count.

    Examples
    --------
    >>> import numpy as np
    >>> least(np.array([3.0, 1.0, np.inf, 1.0]), 3).tolist()
    [1, 3, 0]
    """
    if k == 1:
        return np.array([int(z.argmin())])
    found = _below_a_guess(z, k) if z.size > 4 * _SAMPLED else np.flatnonzero(z < np.inf)
    values = z[found]
    if found.size > k:
        # Of equal values at the cut those with the lowest positions stay.
        cut = np.partition(values, k - 1)[k - 1]
        found = np.concatenate([found[values < cut], found[values == cut]])[:k]
        values = z[found]
    return found[np.lexsort((found, values))]


def _below_a_guess(z: Array, k: int) -> Any:
    """All positions up to a threshold that an even sample suggests; all finite ones where it suggested too few."""
    sample = np.sort(z[:: z.size // _SAMPLED])
    position = int(_GENEROUS * k * sample.size / z.size) + 8
    if position < sample.size:
        found = np.flatnonzero(z <= sample[position])
        if k <= found.size < z.size and sample[position] < np.inf:
            return found
    return np.flatnonzero(z < np.inf)
