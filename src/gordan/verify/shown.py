"""What a claim shows beside its proof: the intercept of its hyperplane, the rows next to it, the space it lies in.

Each is checked where it is false only: of a claim that shows nothing else than its proof there is nothing to say.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Protocol

import numpy as np

from gordan.arithmetic.exact import dot
from gordan.arithmetic.fraction import as_float
from gordan.outcome import Check, Claim, IntegerKernelSeparator, IntegerSeparator, KernelSeparator, Separator
from gordan.verify.check import bounded, fact, is_vector, offset_is_a_number, shown_number

__all__ = ["foreign_fields", "shown_falsely"]


_EMPTY = Claim()
_HYPERPLANES = (Separator, IntegerSeparator, KernelSeparator, IntegerKernelSeparator)


class Question(Protocol):
    """What a claim is compared with here: a problem, or one of a stack of them."""

    @property
    def n(self) -> int: ...
    @property
    def m(self) -> int: ...
    @property
    def intercept(self) -> bool: ...
    @property
    def implicit(self) -> bool: ...
    @property
    def space(self) -> str: ...


def shown_falsely(problem: Question, claim: Claim) -> list[Check]:
    """The checks that fail of what is shown beside a proof, or beside none.

    Which rows are nearest the run says, from rounded products; that they are rows is judged.
    """
    checks = []
    if type(claim.space) is not str or claim.space not in ("", problem.space):  # that names none claims none
        given = repr(claim.space) if type(claim.space) is str else f"a {type(claim.space).__name__}"
        checks.append(fact("space is the problem's", given, repr(problem.space), False))
    checks += foreign_fields(claim, ("coef", "centre") if problem.implicit else ("dual_coef",))
    rows, n = claim.nearest, problem.n
    there = type(rows) is tuple and all(type(j) is int and 0 <= j < n for j in rows)
    if not (there and len(set(rows)) == len(rows)):
        checks.append(bounded("nearest rows exist and differ", _counted(rows), f"among {n}", False))
    if not isinstance(claim.proof, _HYPERPLANES):  # whose hyperplane is its proof
        needed = _intercept(problem, claim)
        if type(claim.intercept) is not float or claim.intercept != needed:
            checks.append(fact("intercept is the hyperplane's", shown_number(claim.intercept), f"{needed}", False))
    return checks


def foreign_fields(claim: Claim, names: Sequence[str]) -> list[Check]:
    """The check that fails where a claim has fields that no answer to such a question has."""
    there = [name for name in names if not _alike(getattr(claim, name), getattr(_EMPTY, name))]
    return [fact("no fields of another question", ", ".join(there), "none", False)] if there else []


def _alike(given: object, expected: object) -> bool:
    """Whether a field is as a claim has it that shows nothing."""
    return type(given) is type(expected) and not isinstance(given, np.ndarray) and given == expected


def _counted(rows: object) -> str:
    return f"{len(rows)} rows" if type(rows) is tuple else f"a {type(rows).__name__}"


def _intercept(problem: Question, claim: Claim) -> float | None:
    """The nearest double to the intercept of the hyperplane that is shown; 0 where there is none, None for no number.

    Without an intercept in the question there is none in the answer.
    """
    if not offset_is_a_number(claim.offset).holds:
        return None
    if not problem.intercept and claim.offset != 0:
        return None
    if problem.implicit:
        coefficients = claim.dual_coef
        sound = coefficients is None or is_vector(coefficients, problem.n)
        return as_float(Fraction(claim.offset)) if sound and claim.coef is None else None
    if claim.coef is None:
        return 0.0 if claim.offset == 0 else None
    centre = np.zeros(problem.m) if claim.centre is None else claim.centre
    if not (is_vector(claim.coef, problem.m) and is_vector(centre, problem.m)) or claim.dual_coef is not None:
        return None
    return as_float(Fraction(claim.offset) - dot(claim.coef, centre))
