"""Answers made by hand, and answers with a field changed: what a liar would hand in."""

from __future__ import annotations

import dataclasses
from dataclasses import fields
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.linear_system import distance_to_solution
from gordan.outcome import (
    Claim,
    Inseparable,
    IntegerKernelSeparator,
    IntegerSeparator,
    KernelSeparator,
    Reason,
    Run,
    Separable,
    Separation,
    Separator,
    Undecided,
)

__all__ = ["enclosed", "inseparable", "integers_of", "kernel_integers_of", "replace", "separable", "undecided"]

_CLAIM = {field.name for field in fields(Claim)}
_RUN = {field.name for field in fields(Run)}


def separable(**given: Any) -> Any:
    return _answer(Separable, given)


def inseparable(**given: Any) -> Any:
    return _answer(Inseparable, given)


def undecided(**given: Any) -> Any:
    return _answer(Undecided, given)


def replace(record: Any, **changes: Any) -> Any:
    """As `dataclasses.replace`; fields of an answer's claim and run can be named as if they were its own."""
    if not isinstance(record, Separation):
        return dataclasses.replace(record, **changes)
    claim, run, own = _sorted(changes)
    if claim:
        own["claim"] = dataclasses.replace(record.claim, **claim)
    if run:
        own["run"] = dataclasses.replace(record.run or Run(), **run)
    return dataclasses.replace(record, **own)


def _answer(kind: Any, given: dict[str, Any]) -> Any:
    claim, run, own = _sorted(given)
    return kind(claim=Claim(**claim), run=Run(**run) if run else None, **own)


def _sorted(given: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    claim = {name: value for name, value in given.items() if name in _CLAIM}
    run = {name: Reason(value) if name == "reason" else value for name, value in given.items() if name in _RUN}
    return claim, run, {name: value for name, value in given.items() if name not in _CLAIM | _RUN}


def integers_of(proof: Separator) -> IntegerSeparator:
    """The same hyperplane times the common denominator of its numbers."""
    w = [Fraction(v) for v in proof.direction.tolist()]
    common = lcm(*(v.denominator for v in w))
    centred = sum((v * Fraction(c) for v, c in zip(w, proof.centre.tolist(), strict=True)), Fraction(0))
    return IntegerSeparator(tuple(int(v * common) for v in w), (Fraction(proof.offset) - centred) * common)


def kernel_integers_of(proof: KernelSeparator) -> IntegerKernelSeparator:
    """The same hyperplane in a kernel's space times the common denominator of its coefficients."""
    rows = np.flatnonzero(proof.coefficients)
    c = [Fraction(v) for v in proof.coefficients[rows].tolist()]
    common = lcm(*(v.denominator for v in c))
    integers = tuple(int(v * common) for v in c)
    return IntegerKernelSeparator(tuple(rows.tolist()), integers, Fraction(proof.offset) * common)


def enclosed(M: Array, centre: Array, radius: Array, widened: float = 0.0) -> Array:
    """Whether M x = (0, …, 0, 1) has exactly one solution, and that within `radius` < `centre` of the centre.

    Stacks (..., k, k) are judged one by one; `widened` says how far, relatively, an entry may be from the number meant.
    """
    sound = (radius >= 0) & (radius < centre) & (distance_to_solution(M, centre, widened) <= radius)
    return np.asarray(sound.all(axis=-1))
