"""`Fingerprint`: whether data are still the ones that a fit has seen."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

import numpy as np

from gordan.problem.matrix import is_sparse

__all__ = ["Fingerprint"]

_TOGETHER = 1 << 20  # numbers of scattered storage copied at a time


@dataclass(frozen=True, eq=False)
class Fingerprint:
    """A hash of the numbers as they are stored, and a copy of the labels.

    It tells one matrix at two times apart, and is cheaper than the hash of a certificate, which is the same for every
    way of storing them.

    Examples
    --------
    >>> X, y = np.eye(3), np.array(["a", "b", "a"])
    >>> seen = Fingerprint.of(X, y)
    >>> X[1, 1] = 2.0
    >>> seen.fits(X, y)
    False
    """

    numbers: bytes
    labels: Any

    @classmethod
    def of(cls, X: Any, y: Any) -> Fingerprint:
        return cls(_hashed(X), np.array(y))

    def fits(self, X: Any, y: Any) -> bool:
        """Whether nothing has changed."""
        return np.array_equal(self.labels, np.asarray(y)) and _hashed(X) == self.numbers


def _hashed(X: Any) -> bytes:
    found = hashlib.sha256()
    for part in (X.data, X.indices, X.indptr) if is_sparse(X) else (np.asarray(X),):
        part = part.T if part.flags.f_contiguous else part
        if part.flags.c_contiguous:
            found.update(part.data)
            continue
        step = max(1, _TOGETHER * len(part) // part.size)
        for start in range(0, len(part), step):
            found.update(np.ascontiguousarray(part[start : start + step]).data)
    return found.digest()
