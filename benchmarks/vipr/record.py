"""What a VIPR file says, section by section."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

__all__ = ["Constraint", "Derivation", "File", "Refused", "Terms"]

Terms = dict[int, Fraction]


class Refused(Exception):
    """The file is not of the format, or does not prove what it claims."""


class Constraint(NamedTuple):
    """terms · x ≥, = or ≤ bound, as sense is 1, 0 or −1; only terms that are not zero."""

    name: str
    sense: int
    bound: Fraction
    terms: Terms


class Derivation(NamedTuple):
    """A constraint that follows from earlier ones, and the last index that may refer to it (None: any)."""

    constraint: Constraint
    multipliers: Terms
    last: int | None


class File(NamedTuple):
    """All sections; `lower` and `upper` are None where nothing is claimed, and both are where `infeasible` is."""

    variables: list[str]
    integers: list[int]
    minimise: bool
    objective: Terms
    constraints: list[Constraint]
    infeasible: bool
    lower: Fraction | None
    upper: Fraction | None
    solutions: list[Terms]
    derivations: list[Derivation]
