"""The answer about a linear program: `Feasible`, `Infeasible` or `Undecided`, each with what is proved."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from gordan.arithmetic.array import Array
from gordan.outcome import UNJUDGED, Verdict
from gordan.outcome.alternative import Contradiction, Point

__all__ = ["Answer", "Feasible", "Infeasible", "Member", "Undecided"]


class Member(NamedTuple):
    """One side of a row, or one bound of a column, by name; `words` spell it out."""

    place: str
    name: str
    side: str
    words: str


@dataclass(frozen=True, eq=False, kw_only=True)
class _Answered(ABC):
    """What all answers share. `seconds` are by what they were spent on, `notes` what a reader should know."""

    strict: bool = False
    seconds: dict[str, float] = field(default_factory=dict, repr=False)
    notes: tuple[str, ...] = ()
    verdict: Verdict = UNJUDGED

    @property
    def kind(self) -> str:
        return type(self).__name__.lower()

    @abstractmethod
    def words(self) -> str:
        """One sentence that says what was proved."""

    def __str__(self) -> str:
        return f"{type(self).__name__}: {self.words()}\n  verifier {self.verdict}"


@dataclass(frozen=True, eq=False, kw_only=True)
class Feasible(_Answered):
    """Some point satisfies every constraint: `point` in fractions, `x` in the nearest doubles.

    `implied` are the inequalities that every solution satisfies with equality, where they were asked for. `unit` is the
    point of a homogeneous system A w > 0 scaled to A w ≥ 1.
    """

    point: Point = field(repr=False)
    names: tuple[str, ...] = field(repr=False)
    implied: tuple[Member, ...] | None = None
    unit: Point | None = field(default=None, repr=False)

    @property
    def proof(self) -> Point:
        return self.point

    @property
    def x(self) -> Array:
        return self.point.nearest()

    @property
    def values(self) -> dict[str, Fraction]:
        """The point by the names of the columns."""
        return dict(zip(self.names, self.point.values, strict=True))

    def words(self) -> str:
        kept = " strictly" if self.strict else ""
        return f"a point satisfies every constraint{kept}, without rounding."


@dataclass(frozen=True, eq=False, kw_only=True)
class Infeasible(_Answered):
    """No point does: the inequalities `subsystem`, weighted by `proof`, add up to a contradiction."""

    proof: Contradiction = field(repr=False)
    subsystem: tuple[Member, ...]

    @property
    def irreducible(self) -> bool:
        """Whether the subsystem becomes satisfiable when any one of its members is left out."""
        return self.proof.irreducible

    @property
    def multipliers(self) -> dict[tuple[str, str, str], int]:
        """The weight of each member, by place, name and side."""
        return {m[:3]: term.weight for m, term in zip(self.subsystem, self.proof.terms, strict=True)}

    def words(self) -> str:
        kept = "strictly " if self.strict else ""
        least = ", and no fewer of them" if self.irreducible else ""
        members = "1 of them contradicts" if len(self.subsystem) == 1 else f"{len(self.subsystem):,} of them contradict"
        each = "itself" if len(self.subsystem) == 1 else "one another"
        return f"no point satisfies every constraint {kept}: {members} {each}{least}.".replace(" :", ":")


@dataclass(frozen=True, eq=False, kw_only=True)
class Undecided(_Answered):
    """Neither was proved."""

    reason: str

    def words(self) -> str:
        return f"neither alternative was proved. {self.reason}"

    def __str__(self) -> str:
        return f"{type(self).__name__}: {self.words()}"


Answer = Feasible | Infeasible | Undecided
