"""Answers as plain values: what `to_dict` returns and the command line prints as JSON; and the versions."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.fraction import spell_fraction, spell_integer
from gordan.outcome.proof import (
    Cancellation,
    Cancels,
    Domination,
    Enclosure,
    IntegerKernelSeparator,
    IntegerSeparator,
    Interior,
    KernelSeparator,
    NullSpaceBall,
    NullSpacePoint,
    Separates,
    Separator,
)
from gordan.outcome.verdict import Verdict

__all__ = [
    "BALL_VERSION",
    "BLOCKS_VERSION",
    "CERTIFICATE_VERSION",
    "FILES_VERSION",
    "INTEGERS_VERSION",
    "KERNEL_INTEGERS_VERSION",
    "PAIRS_VERSION",
    "__version__",
    "plain",
    "plain_coefficients",
    "plain_proof",
    "plain_verdict",
]

__version__ = "0.1.0"
CERTIFICATE_VERSION = 2  # of the certificates that are written; those of version 1 are read as well
BALL_VERSION = 3  # of those that have a ball inside the hull of the points, and no hashes of blocks
BLOCKS_VERSION = 4  # of those that have the hashes of blocks of rows
INTEGERS_VERSION = 5  # of those whose hyperplane is in integers
FILES_VERSION = 6  # of those that have the hashes of files, or a split that a few rows prove
PAIRS_VERSION = 7  # of those about bodies whose proof is made of pairs of their points
KERNEL_INTEGERS_VERSION = 8  # of those whose hyperplane in a kernel's space is in integers

_OF_A_CHECK = ("name", "quantity", "bound", "arithmetic", "holds")


def plain(value: Any) -> Any:
    """Lists, texts, numbers and None in place of arrays, tuples and what JSON has no number for.

    Examples
    --------
    >>> plain({"ends": (np.float64(1.5), math.inf), "rows": np.array([0, 2])})
    {'ends': [1.5, None], 'rows': [0, 2]}
    """
    if hasattr(value, "toarray"):
        value = value.toarray()
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    if value is None or type(value) in (bool, int, str):
        return value
    return str(value)


def plain_verdict(verdict: Verdict) -> dict[str, object]:
    """Whether every check holds, and the checks."""
    checks = [{key: getattr(check, key) for key in _OF_A_CHECK} for check in verdict.checks]
    return {"holds": verdict.holds, "checks": checks}


def plain_coefficients(c: Array) -> dict[str, object]:
    """The rows that have a coefficient, and these."""
    rows = np.flatnonzero(c)
    return {"rows": rows.tolist(), "values": c[rows].tolist()}


def plain_proof(proof: Separates | Cancels | None) -> dict[str, object] | None:
    """The fields of a proof; integers and fractions as text, for many readers of JSON round numbers to doubles."""
    if proof is None:
        return None
    if isinstance(proof, Enclosure):
        return plain({"support": proof.support, "centre": proof.centre, "radius": proof.radius})  # type: ignore[no-any-return]
    if isinstance(proof, Cancellation | Domination):
        return {"support": list(proof.support), "integers": [spell_integer(v) for v in proof.integers]}
    if isinstance(proof, IntegerSeparator):
        return {"integers": [spell_integer(v) for v in proof.integers], "offset": spell_fraction(proof.offset)}
    if isinstance(proof, IntegerKernelSeparator):
        integers = [spell_integer(v) for v in proof.integers]
        return {"rows": list(proof.support), "integers": integers, "offset": spell_fraction(proof.offset)}
    if isinstance(proof, KernelSeparator):
        return {**plain_coefficients(proof.coefficients), "offset": spell_fraction(Fraction(proof.offset))}
    if isinstance(proof, Interior):
        return {"direction": proof.direction.tolist()}
    if isinstance(proof, NullSpaceBall):
        return {
            "faces": [face.tolist() for face in proof.faces],
            "centre": proof.centre.tolist(),
            "radius": float(proof.radius),
        }
    if isinstance(proof, NullSpacePoint):
        integers = [spell_integer(v) for v in proof.integers]
        return {"integers": integers, "denominator": spell_integer(proof.denominator)}
    assert isinstance(proof, Separator)
    return {
        "direction": proof.direction.tolist(),
        "offset": spell_fraction(Fraction(proof.offset)),
        "centre": proof.centre.tolist(),
    }
