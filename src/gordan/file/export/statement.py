"""`Statement`: what a proof says, as one linear system in named variables, for whatever format it is written in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple

__all__ = ["Constraint", "Goal", "Statement"]


class Constraint(NamedTuple):
    """terms ≥ bound for the sense G, ≤ for L, = for E; > and < where it is strict."""

    name: str
    sense: Literal["G", "L", "E"]
    bound: Fraction
    terms: Sequence[tuple[int, Fraction]]
    strict: bool = False


class Goal(NamedTuple):
    """The sum to be minimised or maximised, without its constant, and the value that is proved to be the best."""

    terms: Sequence[tuple[int, Fraction]]
    maximise: bool
    value: Fraction


@dataclass(frozen=True)
class Statement:
    """Constraints, and what proves something of them.

    With a `solution` alone: they have that solution. With `multipliers` alone, one for each constraint: they have none,
    for the weighted terms cancel and the weighted bounds add up to 1. With both and a `goal`: no solution is better,
    for the weighted constraints add up to terms of the goal compared with its value. A multiplier is not negative where
    the sense is that of the sum, not positive where it is the opposite one, and of any sign for equations.

    `words` say it to a person, in lines of ASCII. The first `single` constraints are bounds of single variables.
    Constraints are made when they are asked for: there may be millions.
    """

    words: tuple[str, ...]
    variables: tuple[str, ...]
    count: int
    constraints: Callable[[], Iterator[Constraint]]
    single: int = 0
    goal: Goal | None = None
    solution: tuple[Fraction, ...] | None = None
    multipliers: tuple[Fraction, ...] | None = None
