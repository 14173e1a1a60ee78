"""The answers about constraints: `Feasible`, `Infeasible`, or `Undecided`, of programs and of CVXPY problems alike."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.fraction import spell_fraction, spell_integer
from gordan.outcome.alternative import (
    Contradiction,
    ContradictionBall,
    FaceChain,
    Multipliers,
    Point,
    PointBall,
    PointExact,
)
from gordan.outcome.answer import Answer
from gordan.outcome.blame import Blame
from gordan.outcome.notebook import Sheet
from gordan.outcome.record import plain
from gordan.outcome.separation import Undecided
from gordan.problem.constraints import Constraints

__all__ = [
    "LISTED",
    "Feasibility",
    "Feasible",
    "Infeasible",
    "Member",
    "ProgramAnswer",
    "UndecidedFeasibility",
    "more",
    "short",
]

LISTED = 12  # members or values below the sentence
_LONG = 24  # characters of a number in a table: beyond, its nearest double says more


class Member(NamedTuple):
    """One constraint by name: a side of a row, a bound of a column, or a constraint of CVXPY; `words` spell it out."""

    place: str
    name: str
    side: str
    words: str


class ProgramAnswer(Answer):
    """What the answers about constraints and objectives share: `to_dict` has the seconds, phase by phase."""

    def _effort(self) -> dict[str, object]:
        phases = {} if self.run is None else self.run.phases
        other = max(self.seconds - sum(phases.values()), 0.0)
        return {"seconds": {**phases, "other": other, "total": self.seconds}}


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Feasible(ProgramAnswer):
    """Some point satisfies every constraint, strictly where `strict` was asked: `proof` is it, `x` its nearest doubles.

    Attributes
    ----------
    values : dict
        The point by the names of columns or variables: fractions, of CVXPY's variables arrays.
    implied : tuple of Member or None
        The inequalities that every solution satisfies with equality, where they were asked for.
    unit : Point or None
        The point of a homogeneous system A w > 0 scaled to A w ≥ 1.
    notes : tuple of str
        What a reader should know of how the question was understood.
    system : Constraints or None
        Of a CVXPY problem the equations and cones that it was read as.
    """

    proof: Point | PointBall | PointExact = field(repr=False)
    strict: bool = False
    names: tuple[str, ...] = ()
    variables: tuple[Any, ...] | None = None
    implied: tuple[Member, ...] | None = None
    unit: Point | None = None
    notes: tuple[str, ...] = ()
    system: Constraints | None = None

    @property
    def kind(self) -> str:
        return "feasible"

    @property
    def point(self) -> Point | PointBall | PointExact:
        return self.proof

    @property
    def x(self) -> Array:
        """The point in the nearest doubles."""
        return self.proof.nearest()

    @property
    def values(self) -> dict[str, Any]:
        if self.variables is not None:
            return dict(zip(self.names, self.variables, strict=True))
        return dict(zip(self.names, self.proof.values, strict=True)) if isinstance(self.proof, Point) else {}

    def words(self) -> str:
        kept = " strictly" if self.strict else ""
        if isinstance(self.proof, PointBall) and self.proof.radius > 0.0:
            return f"a point satisfies every constraint{kept}, at most {self.proof.radius:.2g} from the one shown."
        return f"a point satisfies every constraint{kept}, without rounding."

    def lines(self) -> list[str]:
        head, *rest = super().lines()
        shown = [f"{name} = {value}" for name, value in self._shown()]
        return [head, *shown, *more(len(self.names)), *rest]

    def sheets(self) -> list[Sheet]:
        hidden = max(len(self.names) - LISTED, 0)
        sheets = [Sheet("The point", ("name", "value"), tuple(self._shown()), hidden)] if self.names else []
        if self.implied:
            sheets.append(_members("Inequalities that every solution meets with equality", self.implied))
        return sheets

    def _shown(self) -> list[tuple[str, str]]:
        return [(name, short(value)) for name, value in list(self.values.items())[:LISTED]]

    def _claimed(self) -> dict[str, object]:
        fractions = self.variables is None
        return {
            "strict": self.strict,
            "notes": self.notes,
            "point": {name: spell_fraction(v) if fractions else plain(v) for name, v in self.values.items()},
            "implied": None if self.implied is None else [member._asdict() for member in self.implied],
            "reason_code": self.reason.code.value,
        }


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Infeasible(ProgramAnswer):
    """No point does: the constraints `subsystem`, weighted by `proof`, add up to a contradiction.

    Attributes
    ----------
    subsystem : tuple of Member
        The constraints that contradict one another.
    irreducible : bool
        Whether without any one of them the others can be satisfied.
    multipliers : dict
        Of a program the weight of each member, by place, name and side: integers, or doubles near the weights that a
        proof in doubles shows to exist. Of a CVXPY problem arrays by the name of the
        constraint, one for every equation block and cone CVXPY made of it: of equations signed numbers, of `>=` numbers
        that are not negative, of a second-order cone the bound first, of matrices a matrix. Multiplied with left minus
        right side, the greater side first, and added they leave −1. Where the proof is a chain of faces they are those
        of its last step, which leaves −1 on the last face.
    notes : tuple of str
        What a reader should know of how the question was understood.
    system : Constraints or None
        Of a CVXPY problem the equations and cones that the proof is about.
    blame : Blame or None
        Which names are to blame, where it was asked for by `hard`, `groups`, `weights`, `smallest` or `all`.
    others : tuple of Infeasible
        More contradictions, asked for by `all`: no two of them, nor this one, share a name that is to blame.
    """

    proof: Contradiction | ContradictionBall | FaceChain | Multipliers = field(repr=False)
    strict: bool = False
    subsystem: tuple[Member, ...] = ()
    minimal: bool = False
    notes: tuple[str, ...] = ()
    system: Constraints | None = None
    blame: Blame | None = None
    others: tuple[Infeasible, ...] = ()

    @property
    def kind(self) -> str:
        return "infeasible"

    @property
    def irreducible(self) -> bool:
        return self.proof.irreducible if isinstance(self.proof, Contradiction) else self.minimal

    @property
    def multipliers(self) -> dict[Any, Any]:
        if isinstance(self.proof, Contradiction):
            return {m[:3]: term.weight for m, term in zip(self.subsystem, self.proof.terms, strict=True)}
        if isinstance(self.proof, ContradictionBall):
            return {m[:3]: weight for m, weight in zip(self.subsystem, self.proof.weights.tolist(), strict=True)}
        return {} if self.system is None else self.proof.by_name(self.system)

    def words(self) -> str:
        kept = " strictly" if self.strict else ""
        loose = ", perhaps more of them than need be" if isinstance(self.proof, ContradictionBall) else ""
        least = ", and no fewer of them" if self.irreducible else loose
        members = "1 of them contradicts" if len(self.subsystem) == 1 else f"{len(self.subsystem):,} of them contradict"
        each = "itself" if len(self.subsystem) == 1 else "one another"
        return f"no point satisfies every constraint{kept}: {members} {each}{least}."

    def lines(self) -> list[str]:
        head, *rest = super().lines()
        members = [*(member.words for member in self.subsystem[:LISTED]), *more(len(self.subsystem))]
        return [head, *members, *self.blamed(), *rest]

    def facts(self) -> list[tuple[str, str]]:
        return [*super().facts(), *(("blame", line) for line in self.blamed())]

    def blamed(self) -> list[str]:
        """What is to blame here, and in each of the other contradictions."""
        lines = [] if self.blame is None else [self.blame.words()]
        for other in self.others:
            lines += ["and apart from that, " + line for line in other.blamed()]
        if self.others:
            lines.append(f"at least {len(self.others) + 1:,} of the constraints that are not hard have to give way")
        return lines

    def sheets(self) -> list[Sheet]:
        return [_members("The contradiction", self.subsystem, [short(w) for w in self.multipliers.values()])]

    def _claimed(self) -> dict[str, object]:
        weights = self.multipliers.values()
        spelled = [spell_integer(w) if isinstance(w, int) else plain(w) for w in weights]
        return {
            "strict": self.strict,
            "notes": self.notes,
            "irreducible": self.irreducible,
            "subsystem": [{**m._asdict(), "weight": w} for m, w in zip(self.subsystem, spelled, strict=True)],
            "reason_code": self.reason.code.value,
            **self._blame(),
        }

    def _blame(self) -> dict[str, object]:
        if self.blame is None:
            return {}
        lists = [each.blame for each in (self, *self.others) if each.blame is not None]
        least = self.blame.at_least
        return {
            "blame": [{"parts": b.parts, "minimal": b.minimal, "weight": spell_fraction(b.weight)} for b in lists],
            "at_least": None if least is None else spell_fraction(least),
        }


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class UndecidedFeasibility(ProgramAnswer, Undecided):
    """Neither was proved of constraints: no margin is known of them."""

    strict: bool = False
    notes: tuple[str, ...] = ()
    system: Constraints | None = None

    def _claimed(self) -> dict[str, object]:
        return {
            "strict": self.strict,
            "notes": self.notes,
            "reason": str(self.reason),
            "reason_code": self.reason.code.value,
        }


Feasibility = Feasible | Infeasible | UndecidedFeasibility


def more(count: int) -> list[str]:
    """The line that says how many are not shown, if some are not."""
    return [f"… and {count - LISTED:,} more"] if count > LISTED else []


def _members(title: str, members: tuple[Member, ...], weights: list[str] | None = None) -> Sheet:
    said = [(m.words,) if weights is None else (m.words, weights[k]) for k, m in enumerate(members)]
    return Sheet.cut(title, ("constraint",) if weights is None else ("constraint", "weight"), said, LISTED)


def short(value: Any) -> str:
    """A number, or an array, in a few characters."""
    if isinstance(value, int | Fraction):
        text = spell_fraction(Fraction(value))
        return text if len(text) <= _LONG else f"a number of {len(text):,} characters"
    if isinstance(value, list):
        return "; ".join(short(each) for each in value)
    dense = np.asarray(value.toarray() if hasattr(value, "toarray") else value)
    return np.array2string(dense, precision=6, threshold=12, separator=", ").replace("\n", "")
