"""The three answers about points and cones: Separable, Inseparable or Undecided, each with what proves it."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Array, Matrix
from gordan.errors import InputError
from gordan.outcome.answer import Answer
from gordan.outcome.claim import Claim
from gordan.outcome.notebook import Sheet
from gordan.outcome.proof import (
    Cancellation,
    Cancels,
    Domination,
    Enclosure,
    IntegerKernelSeparator,
    IntegerSeparator,
    Interior,
    NullSpaceBall,
    NullSpacePoint,
    Separates,
    Separator,
    evaluate,
)
from gordan.outcome.record import plain_coefficients, plain_proof
from gordan.outcome.run import Run
from gordan.outcome.verdict import Bracket, Verdict, at_most

__all__ = ["Inseparable", "Outcome", "Rows", "Separable", "Separation", "Undecided", "answer_of"]

Rows = npt.NDArray[np.int64]

_TERMS = 8  # coefficients of a hyperplane in a sentence
_ROWS = 12  # of a table
_SMALL = 10**9  # integer weights up to here are read more easily than decimals
_IN_INTEGERS = (Cancellation, Domination)
_BOUNDING = "Rows whose weights bound the margin from above"


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Separation(Answer):
    """What the three share: a claim about the data, whose fields are here by their names.

    `names` are those of the columns, where they have some.
    """

    claim: Claim = field(default_factory=Claim)
    names: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        return type(self).__name__.lower()

    @property
    def bracket(self) -> Bracket:
        return Bracket() if self.claim.bracket is None else self.claim.bracket

    @property
    def proof(self) -> Separates | Cancels | None:
        return self.claim.proof

    @property
    def classes(self) -> tuple[object, ...]:
        return self.claim.classes

    @property
    def coef(self) -> Array | None:
        """The best direction found, in raw units; of a proof in integers rounded, so that it need not separate."""
        return self.claim.coef

    @property
    def dual_coef(self) -> Array | None:
        """The best direction found in a kernel's space: one coefficient for each row; integers are rounded."""
        return self.claim.dual_coef

    @property
    def space(self) -> str:
        return self.claim.space

    @property
    def intercept(self) -> float:
        return self.claim.intercept

    @property
    def centre(self) -> Array | None:
        return self.claim.centre

    @property
    def offset(self) -> float | Fraction:
        return self.claim.offset

    @property
    def weights(self) -> Array | None:
        """One weight for each row."""
        return self.claim.weights

    @property
    def nearest(self) -> tuple[int, ...]:
        """Rows near the hyperplane."""
        return self.claim.nearest

    @property
    def radius(self) -> float:
        """How far every point may move, in any direction, while the answer stands: by less than this.

        It follows from the bracket that the verifier proved: a separable margin of at least ρ, or one of at most −ρ
        where a ball of that radius lies inside the hull. In the units of X, in a kernel's space there, of normalised
        points relative to their length; 0 where nothing of that kind was proved, as of most inseparable data, and for
        cones.

        Examples
        --------
        >>> import gordan
        >>> f"{gordan.separate([[0.0], [1.0], [4.0]], [0, 0, 1]).radius:.6g}"
        '1.5'
        """
        bracket = self.verdict.bracket
        known = self.verdict.holds and isinstance(self.proof, Separator | IntegerSeparator | Cancellation | Enclosure)
        return max(0.0, bracket.lower, -bracket.upper) if known else 0.0

    @property
    def support(self) -> Rows:
        """Row numbers that carry weight."""
        return np.empty(0, np.int64) if self.weights is None else np.flatnonzero(self.weights)

    def decision_function(self, X: Matrix) -> Array:
        """Signed values of the best hyperplane found: positive for the second class.

        Only for `Separable` is it proved to be right on every given point.
        """
        if self.dual_coef is not None:
            raise InputError(
                "the hyperplane lies in a kernel's space and an outcome holds no points; use "
                "gordan.decision_function(problem, outcome, X)"
            )
        if isinstance(self.proof, IntegerSeparator):
            return self.proof.values(X)
        if self.coef is None:
            raise InputError("no direction was found, so there is no hyperplane to evaluate")
        centre = np.zeros_like(self.coef) if self.centre is None else self.centre
        return evaluate(self.coef, self.offset, centre=centre, X=X)

    def lines(self) -> list[str]:
        head, *rest = super().lines()
        margin = [] if self.claim.bracket is None else [f"margin in {self.bracket}"]
        return [head, *margin, *rest]

    def facts(self) -> list[tuple[str, str]]:
        margin = [] if self.claim.bracket is None else [("margin", f"in {self.bracket}")]
        plane = self.equation()
        rounded = " (rounded; the proof has it in integers)" if isinstance(self.proof, IntegerSeparator) else ""
        what = "hyperplane" if self.kind == "separable" else "best found"
        shown = [(what, f"{plane}{rounded}")] if plane else []
        return [*margin, *shown, *super().facts()]

    def equation(self) -> str:
        """The best hyperplane found with the greatest of its coefficients; empty where it has no coordinates.

        Examples
        --------
        >>> Separable(claim=Claim(coef=np.array([2.0, -1.0]), intercept=-3.0), names=("width", "height")).equation()
        '2·width − 1·height − 3'
        """
        if self.coef is None:
            return ""
        used = np.flatnonzero(self.coef)
        heavy = np.sort(used[np.argsort(-np.abs(self.coef[used]), kind="stable")[:_TERMS]]).tolist()
        terms = [
            (float(self.coef[j]), f"·{self.names[j] if len(self.names) == self.coef.size else f'x{j + 1}'}")
            for j in heavy
        ]
        terms += [(float(self.intercept), "")] if self.intercept else []
        signed = [f"{'−' if v < 0 else '+'} {abs(v):.6g}{name}" for v, name in terms]
        if used.size > len(heavy):
            signed.append(f"+ … ({used.size - len(heavy):,} smaller terms)")
        return " ".join(signed).removeprefix("+ ")

    def sheets(self) -> list[Sheet]:
        sheets = [] if self.weights is None else [self._weighted(self.weights)]
        if self.nearest and self.kind != "inseparable":
            rows = [(str(row),) for row in self.nearest]
            sheets.append(Sheet.cut("Rows near the hyperplane", ("row",), rows, _ROWS))
        return sheets

    def _weighted(self, weights: Array) -> Sheet:
        """The heaviest rows; of a proof in integers its integers, as long as they can be read."""
        proof = self.proof
        rows = np.argsort(-weights, kind="stable")[: min(_ROWS, self.support.size)].tolist()
        whole = dict(zip(proof.support, proof.integers, strict=True)) if isinstance(proof, _IN_INTEGERS) else {}
        readable = whole and max(whole.values()) < _SMALL
        shown = tuple((str(row), f"{whole[row]:,}" if readable else f"{weights[row]:.6g}") for row in rows)
        title = "Rows that cancel with these weights" if whole or self.kind == "inseparable" else _BOUNDING
        title = "Rows whose weighted sum is nowhere above zero" if isinstance(proof, Domination) else title
        return Sheet(title, ("row", "weight"), shown, self.support.size - len(rows))

    def _claimed(self) -> dict[str, object]:
        support = self.support
        dual = {} if self.dual_coef is None else {"dual_coef": plain_coefficients(self.dual_coef)}
        return {
            "names": self.names,
            "classes": self.classes,
            "bracket": {"lower": self.bracket.lower, "upper": self.bracket.upper},
            "coef": self.coef,
            "intercept": None if self.coef is None and self.dual_coef is None else self.intercept,
            "nearest": self.nearest,
            "support": support,
            "weights": None if self.weights is None else self.weights[support],
            "proof": plain_proof(self.proof),
            "reason": str(self.reason),
            "reason_code": self.reason.code.value,
            **dual,
            **({} if self.claim.ball is None else {"ball": self.claim.ball.to_dict()}),
        }

    @property
    def _hyperplane(self) -> str:
        return f"hyperplane in the space of {self.space}" if self.space else "hyperplane"


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Separable(Separation):
    """A hyperplane has every point strictly on its own side, or A*y lies inside the cone; `proof` is that direction."""

    def words(self) -> str:
        if isinstance(self.proof, Interior):
            return f"A*y lies inside the cone. {self.reason}".rstrip()
        in_integers = isinstance(self.proof, IntegerSeparator | IntegerKernelSeparator)
        known = ", known in integers: rounded to doubles it need not" if in_integers else ""
        return f"a {self._hyperplane} puts every point on its own side{known}. {self.reason}".rstrip()


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Inseparable(Separation):
    """No hyperplane does: the rows `support` cancel with positive weights, in `proof` as integers or enclosed."""

    def words(self) -> str:
        proof = self.proof
        if isinstance(proof, NullSpaceBall | NullSpacePoint):
            known = f", known to within {proof.radius:.2g}" if isinstance(proof, NullSpaceBall) else ""
            return f"weights in the cone cancel exactly{known}. {self.reason}".rstrip()
        if isinstance(proof, Domination):
            rows = "1 row is" if len(self.support) == 1 else f"{len(self.support):,} rows, weighted, are"
            return f"no hyperplane without negative coefficients can: {rows} nowhere above zero. {self.reason}".rstrip()
        known = ""
        if isinstance(proof, Enclosure):
            known = f", with positive weights known to a relative {at_most(proof.spread, 2)}"
        count = len(self.support)
        rows = "1 row cancels" if count == 1 else f"{count:,} rows cancel"
        return f"no {self._hyperplane} can: {rows} exactly{known}. {self.reason}".rstrip()


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Undecided(Separation):
    """Neither was proved, whatever was asked; of a margin the bracket holds all that is known."""

    @property
    def kind(self) -> str:
        return "undecided"

    def words(self) -> str:
        return f"neither alternative was proved. {self.reason}".rstrip()

    def __repr__(self) -> str:
        return f"<Undecided: {self.words()}>"

    def lines(self) -> list[str]:
        lines = super().lines()
        # The last line is the verdict; where nothing was claimed there is none.
        return lines if self.verdict.checks else lines[:-1]


Outcome = Separable | Inseparable | Undecided

_KINDS: dict[str, type[Separable] | type[Inseparable] | type[Undecided]] = {
    "separable": Separable,
    "inseparable": Inseparable,
    "undecided": Undecided,
}


def answer_of(claim: Claim, verdict: Verdict, run: Run | None = None, *, names: tuple[str, ...] = ()) -> Outcome:
    """The answer that a claim makes: which of the three its proof decides."""
    return _KINDS[claim.kind](claim=claim, verdict=verdict, run=run, names=names)
