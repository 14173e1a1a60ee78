"""What every answer says, whichever of the three it is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Array
from gordan.errors import InputError
from gordan.outcome.bracket import Bracket
from gordan.outcome.guarantee import Guarantee
from gordan.outcome.hyperplane import evaluate
from gordan.outcome.verdict import Verdict

__all__ = ["Answered", "Rows"]

Rows = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False, kw_only=True)
class Answered(ABC):
    """What all outcomes share. `coef` and `intercept` are the best hyperplane found, in the user's raw units.

    In the space of a kernel, which `space` names, it has no coordinates: `dual_coef` has one coefficient per row.
    """

    bracket: Bracket
    reason: str
    n_iter: int
    n_passes: int
    seconds: float
    solver: str
    classes: tuple[Any, ...]
    coef: Array | None = None
    dual_coef: Array | None = field(default=None, repr=False)
    space: str = ""
    intercept: float = 0.0
    centre: Array | None = field(default=None, repr=False)
    offset: float | Fraction = field(default=0.0, repr=False)
    weights: Array | None = field(default=None, repr=False)
    nearest: tuple[int, ...] = ()
    guarantee: Guarantee | None = None
    verdict: Verdict = field(default_factory=Verdict)

    @property
    def kind(self) -> str:
        return type(self).__name__.lower()

    @property
    def support(self) -> Rows:
        """Row numbers that carry weight."""
        return np.empty(0, np.int64) if self.weights is None else np.flatnonzero(self.weights)

    def decision_function(self, X: Any) -> Array:
        """Signed values of the best hyperplane found: positive for the second class.

        Only for `Separable` is it proved to be right on every given point.
        """
        if self.dual_coef is not None:
            raise InputError(
                "the hyperplane lies in a kernel's space and an outcome holds no points; use "
                "gordan.decision_function(problem, outcome, X)"
            )
        if self.coef is None:
            raise InputError("no direction was found, so there is no hyperplane to evaluate")
        centre = np.zeros_like(self.coef) if self.centre is None else self.centre
        return evaluate(self.coef, self.offset, centre=centre, X=X)

    @property
    def _hyperplane(self) -> str:
        return f"hyperplane in the space of {self.space}" if self.space else "hyperplane"

    @abstractmethod
    def words(self) -> str:
        """One sentence that says what was proved."""

    def __str__(self) -> str:
        lines = [
            f"{self.kind.capitalize()}: {self.words()}",
            f"  margin in {self.bracket}",
            f"  {self.solver}: {_count(self.n_iter, 'iteration')}, {_count(self.n_passes, 'pass')}, "
            f"{self.seconds:.3g} s",
            f"  verifier {self.verdict}",
        ]
        if self.guarantee is not None:
            lines.insert(3, f"  {self.guarantee.words(self.n_iter)}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        from html import escape

        head, *rest = str(self).splitlines()
        items = "".join(f"<li>{escape(line.strip())}</li>" for line in rest)
        return f"<div><strong>{escape(head)}</strong><ul>{items}</ul></div>"


def _count(number: int, noun: str) -> str:
    plural = noun if number == 1 else f"{noun}es" if noun.endswith("s") else f"{noun}s"
    return f"{number:,} {plural}"
