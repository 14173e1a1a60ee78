"""`coordinates`: units and centres of the columns, from one pass over the rows."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from gordan.partition.coordinates import Coordinates
from gordan.partition.exact import integer_columns
from gordan.partition.system import System

__all__ = ["coordinates"]

_FAR = 64.0  # a centre this many times the spread costs six bits of the fifty-three: not worth the moving below it


def coordinates(system: System) -> Coordinates:
    """Units and centres from one pass over the rows."""
    p = system.n_columns
    largest, smallest = np.zeros(p), np.full(p, np.inf)
    total, count = np.zeros(p), 0
    for part, values in system.blocks():
        size = abs(values)
        if hasattr(values, "nnz"):
            size = size.tocsc()
            largest = np.maximum(largest, size.max(axis=0).toarray().ravel())
            whole = np.diff(size.indptr) == part.size
            smallest = np.minimum(smallest, np.where(whole, size.min(axis=0).toarray().ravel(), 0.0))
            total += np.asarray(size.sum(axis=0)).ravel()
        else:
            largest, smallest = np.maximum(largest, size.max(axis=0)), np.minimum(smallest, size.min(axis=0))
            total += size.sum(axis=0)
        count += part.size
    constant = np.flatnonzero((largest == smallest) & (largest > 0))
    centre = [Fraction(0)] * p
    if constant.size:
        spread = largest - smallest
        # A column that changes sign against the constant has a spread of its own size: it is not moved.
        for j in np.flatnonzero((largest > _FAR * spread) & (spread > 0)).tolist():
            size = integer_columns(system, [0], [int(constant[0])])
            value = abs(Fraction(int(size[0][0][0]), size[1][0]))
            centre[j] = _rounded(_mean(system, j, int(constant[0])), spread[j]) / value
            largest[j] = max(float(spread[j]), abs(float(centre[j] * value)) * 2.0**-40)
    unit = np.ldexp(1.0, np.frexp(np.where(largest > 0, largest, 1.0))[1])
    return Coordinates(system, int(constant[0]) if constant.size else None, tuple(centre), unit)


def _mean(system: System, j: int, constant: int) -> float:
    """The mean of the column in the sign of the constant, over the first rows."""
    values = system.take(np.arange(min(system.n_rows, 1000)))
    picked = values[:, [j, constant]]
    picked = picked.toarray() if hasattr(picked, "nnz") else picked
    return float((picked[:, 0] * np.sign(picked[:, 1])).mean())


def _rounded(mean: float, spread: float) -> Fraction:
    """The mean to a power of ten below the spread: few digits, so that exact arithmetic with it stays short."""
    places = -int(np.floor(np.log10(spread)))
    unit = Fraction(10) ** -places
    return round(Fraction(mean) / unit) * unit
