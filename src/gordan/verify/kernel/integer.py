"""A hyperplane in integers in a kernel's space: what it is made of, and what is shown of it.

Where products are fractions so are the values Σ c_i k(x_i, x_j) + b of it, and nothing is rounded. What an answer shows
as its coefficients are the integers divided by a power of two and rounded once. That they are is checked; that they
separate is not claimed.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.fraction import as_float, over
from gordan.outcome import Check, Claim, IntegerKernelSeparator
from gordan.verify.check import fact, is_fraction, offset_is_a_fraction, same_doubles, shown_number
from gordan.verify.inseparable import rows_exist

__all__ = ["coefficients_of", "integers_are_sound", "integers_shown"]


def integers_are_sound(proof: IntegerKernelSeparator, n: int) -> list[Check]:
    """Integers of Python's own for rows that exist and differ, not all of them zero, and a fraction."""
    given, rows = proof.integers, proof.support
    whole = type(given) is tuple and type(rows) is tuple and len(given) == len(rows)
    whole = whole and all(type(value) is int for value in given)
    shown = f"{len(given)} of them" if whole else f"a {type(given).__name__}"
    needed = f"{len(rows)} of them" if type(rows) is tuple else "one for each row"
    sound = fact("coefficients are integers, not all zero", shown, needed, whole and any(given))
    return [rows_exist(n, rows), sound, offset_is_a_fraction(proof.offset)]


def coefficients_of(proof: IntegerKernelSeparator, n: int) -> npt.NDArray[np.object_]:
    """One integer for each of n rows."""
    c = np.zeros(n, dtype=object)
    for j, value in zip(proof.support, proof.integers, strict=True):
        c[j] = value
    return c


def integers_shown(claim: Claim, proof: IntegerKernelSeparator, n: int) -> Check:
    """The hyperplane shown is that of the integers over the least power of two above them, each rounded once."""
    unit = 1 << max(value.bit_length() for value in proof.integers)
    offset, nearest = over(proof.offset, unit), np.zeros(n)
    nearest[list(proof.support)] = [value / unit for value in proof.integers]
    truth = as_float(offset)
    same = (
        same_doubles(claim.dual_coef, nearest)
        and claim.coef is None
        and is_fraction(claim.offset)
        and claim.offset == offset
        and type(claim.intercept) is float
        and claim.intercept == truth
    )
    return fact("dual_coef and intercept are the proof's, rounded", shown_number(claim.intercept), f"{truth:.6g}", same)
