"""`Claim`: what is said to be true of the data, without a word on how it was found."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from gordan.arithmetic.array import Array
from gordan.outcome.proof import Cancels, Separates
from gordan.outcome.verdict import Bracket

__all__ = ["Claim"]


@dataclass(frozen=True, eq=False, kw_only=True)
class Claim:
    """A bracket on the margin, a proof or none, and the hyperplane and weights that give the ends of the bracket.

    `coef` and `intercept` are the best hyperplane found, in the user's raw units; `centre` and `offset` are the same
    hyperplane as coef·(x − centre) + offset. In the space of a kernel, which `space` names, it has no coordinates:
    `dual_coef` has one coefficient per row. `nearest` are rows near the hyperplane. A bracket of None claims no ends:
    `verify` returns those that it can prove.

    Examples
    --------
    >>> Claim(bracket=Bracket(0.0, 1.0)).kind
    'undecided'
    """

    bracket: Bracket | None = None
    proof: Separates | Cancels | None = field(default=None, repr=False)
    classes: tuple[object, ...] = ()
    coef: Array | None = None
    dual_coef: Array | None = field(default=None, repr=False)
    space: str = ""
    intercept: float = 0.0
    centre: Array | None = field(default=None, repr=False)
    offset: float | Fraction = field(default=0.0, repr=False)
    weights: Array | None = field(default=None, repr=False)
    nearest: tuple[int, ...] = ()

    @property
    def kind(self) -> str:
        """What the proof is one of: "separable", "inseparable", or without a proof "undecided"."""
        if isinstance(self.proof, Separates):
            return "separable"
        return "inseparable" if isinstance(self.proof, Cancels) else "undecided"
