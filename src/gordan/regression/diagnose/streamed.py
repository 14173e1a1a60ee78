"""Diagnoses of models whose rows are read in batches: proved by the split of a few rows, and one pass over all."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import seconds_left
from gordan.errors import OverBudget
from gordan.feasibility.split import Unsettled
from gordan.feasibility.split.long import LongSplit, split_long
from gordan.outcome import Code, Reason
from gordan.problem.long_system import LongSystem
from gordan.regression.diagnose.answer import PartedDiagnosis, State
from gordan.regression.diagnose.single import Exists, Separated, Undecided, unsettled
from gordan.regression.diagnose.study import Study
from gordan.regression.model.stream import PosedStream

__all__ = ["NO_REPORT", "OfBatches", "answer_stream"]

NO_REPORT = (
    "reports of models whose rows are read in batches cannot be written yet; ask without one, or hold the columns of "
    "the model in memory"
)


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class OfBatches(PartedDiagnosis):
    """What is proved about a model whose rows are read in batches.

    The proof is the split of some thousand rows, its core, by whose direction and relations all others are judged in
    one pass; where the core leaves no direction at all, the others need not be judged. `verify()` does it again.
    """

    model: PosedStream
    parted: LongSplit | None = None

    @property
    def system(self) -> Any:
        """The rows of the model, which are read anew for every pass."""
        return self.model.system

    @property
    def n(self) -> int:
        return self.model.system.n + self.model.n_silent

    @cached_property
    def weights(self) -> Array:
        """The weights of the core's rows; 0 for all others, which lie in the span of these."""
        total = np.zeros(self.model.system.n)
        if self.parted is not None:
            core, kinds = self.parted.claim.core, self.model.system.kinds
            free = kinds[core] != 0
            total[core[free]], total[core[~free]] = self.parted.core.weights, self.parted.core.multipliers
        return total

    @property
    def radius(self) -> None:
        return None

    @property
    def factor_cells(self) -> tuple[Any, ...]:
        """None are counted: that would be another pass."""
        return ()

    @property
    def empty(self) -> tuple[str, ...]:
        return ()

    @property
    def refit_formula(self) -> None:
        return None

    @property
    def singles(self) -> dict[str, str] | None:
        return {} if self.parted is not None and not self.separated else None

    @property
    def responsible(self) -> tuple[str, ...] | None:
        return () if self.parted is not None and not self.separated else None

    def __repr__(self) -> str:
        counts = f"{self.separated_places.size:,} of {self.n:,} rows separated, {len(self.coefficients):,} coefficients"
        return f"<{type(self).__bases__[1].__name__} ({self.kind}): {self.family}, {counts}, read in batches>"


class _Exists(OfBatches, Exists):
    """Finite estimates exist."""


class _Separated(OfBatches, Separated):
    """No finite estimates exist."""


class _Undecided(OfBatches, Undecided):  # type: ignore[misc]  # as its base
    """Neither was proved."""


def answer_stream(model: PosedStream, *, exact: bool, max_seconds: float | None) -> tuple[type, dict[str, Any], Reason]:
    """The type of the answer, its fields but the run, and why something was not proved, if so."""
    system, names = model.system, model.posed.rows.names
    common = {"study": Study(model.posed, system.numbers), "model": model}
    try:
        if max_seconds is not None and seconds_left() <= 0:
            raise OverBudget(f"the {max_seconds:g} s allowed had passed before the rows were looked at")
        parted = split_long(system, proof="exact" if exact else "rounded")
    except OverBudget as over:
        parted = Unsettled(reason=Reason(str(over), Code.MAX_SECONDS, max_seconds=max_seconds))
    if isinstance(parted, Unsettled):
        unknown: dict[str, State] = dict.fromkeys(names, "unsettled")
        return _Undecided, {**common, "coefficients": unknown}, parted.reason
    fields = {
        **common,
        "parted": parted,
        "coefficients": dict(zip(names, parted.states, strict=True)),
        "split": _of_all(system, parted),
        "verdict": parted.verdict,
    }
    return _Separated if parted.strict.any() else _Exists, fields, unsettled(parted.states, max_seconds)


def _of_all(system: LongSystem, parted: LongSplit) -> Any:
    """The core's split with the marks of all inequalities; the weights are those of the core."""
    free = system.kinds != 0
    return replace(parted.core, strict=parted.strict[free], multipliers=np.zeros(int((~free).sum())))
