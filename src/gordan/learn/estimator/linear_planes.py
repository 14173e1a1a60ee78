"""`LinearPlanes`: hyperplanes in the space of the given features."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.outcome import Outcome
from gordan.problem.length import length

__all__ = ["LinearPlanes"]


class LinearPlanes:
    """Values are signed distances whose signs are those of exact arithmetic, as the outcomes compute them."""

    def __init__(self, found: Sequence[Outcome]) -> None:
        self._found = found

    @property
    def coef(self) -> Array:
        """Directions of length 1, one per row."""
        return np.stack([np.asarray(each.coef) / _length(each) for each in self._found])

    @property
    def intercept(self) -> Array:
        return np.array([float(each.intercept) / _length(each) for each in self._found])

    def values(self, X: Any) -> Array:
        """One column for each hyperplane."""
        return np.column_stack([each.decision_function(X) / _length(each) for each in self._found])


def _length(found: Outcome) -> float:
    # Where the majority is all there is to go by, no direction has a length, and the sign is all that counts.
    assert found.coef is not None
    return length(found.coef) or 1.0
