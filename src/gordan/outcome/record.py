"""The three answers: Separable, Inseparable or Undecided, each with what proves it."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import ROUND_CEILING, Context, Decimal

from gordan.outcome.answered import Answered
from gordan.outcome.proof import Cancellation, Enclosure, KernelSeparator, Separator

__all__ = ["Inseparable", "Outcome", "Separable", "Undecided"]


@dataclass(frozen=True, eq=False, kw_only=True)
class Separable(Answered):
    """A hyperplane has every point strictly on its own side; `proof` is that hyperplane."""

    proof: Separator | KernelSeparator = field(repr=False)

    def words(self) -> str:
        return f"a {self._hyperplane} puts every point on its own side. {self.reason}".rstrip()


@dataclass(frozen=True, eq=False, kw_only=True)
class Inseparable(Answered):
    """No hyperplane does: the rows `support` cancel with positive weights, in `proof` as integers or in a box."""

    proof: Cancellation | Enclosure = field(repr=False)

    def words(self) -> str:
        known = ""
        if isinstance(self.proof, Enclosure):
            known = f", with positive weights known to a relative {_at_most(self.proof.spread)}"
        count = len(self.proof.support)
        rows = "1 row cancels" if count == 1 else f"{count:,} rows cancel"
        return f"no {self._hyperplane} can: {rows} exactly{known}. {self.reason}".rstrip()


@dataclass(frozen=True, eq=False, kw_only=True)
class Undecided(Answered):
    """Neither was proved; the bracket holds all that is known of the margin."""

    proof: None = field(default=None, repr=False)

    def words(self) -> str:
        return f"neither alternative was proved. {self.reason}"


Outcome = Separable | Inseparable | Undecided


def _at_most(value: float) -> str:
    """Two digits, rounded up."""
    return f"{float(Context(prec=2, rounding=ROUND_CEILING).create_decimal(Decimal(value))):.2g}"
