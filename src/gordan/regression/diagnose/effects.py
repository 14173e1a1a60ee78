"""Diagnoses of models with effects after a bar: regressors and levels apart, proved by the structure of the levels."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from gordan.arithmetic.array import Array, Positions
from gordan.errors import InputError
from gordan.outcome import Reason
from gordan.outcome.panel import PanelWeights
from gordan.outcome.split import SplitProof
from gordan.regression.diagnose.answer import Kind, PartedDiagnosis, State
from gordan.regression.diagnose.panel_split import Parted, split_or_reason
from gordan.regression.diagnose.remedy import without_columns
from gordan.regression.diagnose.single import Exists, Separated, Undecided, unsettled
from gordan.regression.diagnose.study import Study
from gordan.regression.model.effects import PosedPanel

if TYPE_CHECKING:
    import pandas as pd

    from gordan.regression.diagnose.report import Report

__all__ = ["WithEffects", "answer_panel"]

_NAMED = 12  # levels in a line


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class WithEffects(PartedDiagnosis):
    """What is proved about a model with effects.

    `coefficients` has the regressors, and `levels` a table of the levels. With one or two effects the proof is the
    structure of the levels: which of them the rows join, and in which direction; with more it is a weight for every
    row. `verify()` goes through it on the raw rows once more.
    """

    model: PosedPanel
    parted: Parted | None = None

    @property
    def system(self) -> Any:
        """The panel of the rows, or the system with all levels written out where that was needed for the proof."""
        return self.model.panel if self.parted is None else self.parted.problem

    @property
    def formula(self) -> str:
        bar = " + ".join(effect.name for effect in self.model.effects)
        return f"{self.study.posed.design.formula} | {bar}"

    @property
    def proof(self) -> Any:
        return None if self.parted is None else self.parted.claim.proof

    @property
    def separated_places(self) -> Positions:
        return self.model.rows[self.parted.strict] if self.parted is not None else np.zeros(0, np.int64)

    @property
    def direction(self) -> dict[str, float]:
        """Of the regressors, the greatest of them 1 or −1; all 0 where it is the effects alone that separate."""
        names = tuple(self.coefficients)
        if self.parted is None:
            return {}
        proof = self.parted.claim.proof
        whole = (proof.direction if isinstance(proof, SplitProof) else proof.coefficients)[: len(names)]
        greatest = max(map(abs, whole), default=0) or 1
        values = [float(Fraction(value) / Fraction(greatest)) for value in whole] or [0.0] * len(names)
        return dict(zip(names, values, strict=True))

    @property
    def weights(self) -> Array:
        if isinstance(self.proof, PanelWeights):
            proof, total = self.proof, np.zeros(self.n)
            weights = [proof.factor * weight for weight in proof.weights.tolist()]
            for row, integer in zip(*proof.correction, strict=True):
                weights[row] += integer
            greatest = max(map(abs, weights)) or 1
            signs = np.where(self.model.panel.signs < 0, -1, 1)
            total[self.model.rows] = signs * [weight / greatest for weight in weights]
            return total
        raise InputError(
            "the proof of a model with such effects is the structure of its levels, and has no weights of single rows; "
            "see .proof, or write the effects as C(…) for a model with few levels"
        )

    @property
    def rank(self) -> int:
        return len(self.coefficients) - len(self.aliased)

    @cached_property
    def aliased(self) -> tuple[str, ...]:
        names = tuple(self.coefficients)
        return () if self.parted is None else tuple(names[j] for j in self.parted.aliased if j < len(names))

    @property
    def redundant(self) -> tuple[str, ...]:
        return self.aliased

    @property
    def unique(self) -> bool | None:
        """Whether estimates exist and those of the regressors are the only ones."""
        return None if self.parted is None else not self.separated and not self.aliased

    @cached_property
    def absorbed(self) -> tuple[str, ...]:
        """Regressors without which those left are independent of one another and of the effects on the rows left."""
        if self.parted is None:
            return ()
        proof, names = self.parted.claim.proof, tuple(self.coefficients)
        if isinstance(proof, SplitProof):
            moved = [name for name, state in self.coefficients.items() if state in ("+inf", "-inf")]
            return (*self.aliased, *(moved if len(moved) == 1 else ()))
        return tuple(names[each.columns[-1]] for each in proof.absorbed if each.columns[-1] < len(names))

    @property
    def refit_formula(self) -> str | None:
        """The formula without the regressors that effects and others make up on the rows that `keep` leaves."""
        if self.parted is None or self.kind == "complete":
            return None
        before, _, after = self.formula.rpartition("|")
        return f"{without_columns(before, self.absorbed, tuple(self.coefficients))} |{after}"

    @property
    def singles(self) -> dict[str, str] | None:
        return {}

    @property
    def responsible(self) -> tuple[str, ...] | None:
        return ()

    def columns_of(self, names: Iterable[str]) -> tuple[str, ...]:
        return tuple(names)

    @cached_property
    def levels(self) -> pd.DataFrame:
        """One row for each level: its effect, how many rows it has, how many of them with an event, how many separated.

        An event is a positive response, or a success. `state` is "-inf" or "+inf" for a level all of whose rows are
        separated without or with events, and "finite" for others: relative to the levels that they are compared with.
        """
        import pandas as pd

        panel, strict = self.model.panel, np.zeros(self.model.panel.n, bool)
        strict = strict if self.parted is None else self.parted.strict
        event = panel.signs >= 0
        parts = []
        for effect in self.model.effects:
            size = effect.levels.size
            rows, events = np.bincount(effect.codes, minlength=size), np.bincount(effect.codes[event], minlength=size)
            gone = np.bincount(effect.codes[strict], minlength=size)
            whole = gone == rows
            state = np.where(whole & (events == 0), "-inf", np.where(whole & (events == rows), "+inf", "finite"))
            columns = {"effect": effect.name, "level": effect.levels, "rows": rows, "events": events}
            parts.append(pd.DataFrame({**columns, "separated": gone, "state": state}))
        return pd.concat(parts, ignore_index=True)

    @property
    def named_levels(self) -> list[str]:
        """Levels that separate by themselves, `firm=3 -inf`, the first twelve of them by name."""
        own = self.levels[self.levels["state"] != "finite"]
        shown = own.head(_NAMED)
        named = [
            f"{effect}={level} {state}"
            for effect, level, state in zip(shown["effect"], shown["level"], shown["state"], strict=True)
        ]
        more = len(own) - len(shown)
        return [*named, f"{more:,} more level{'s' * (more != 1)}"] if more else named

    @property
    def separated_between(self) -> int:
        """Separated rows of which no level separates by itself."""
        if self.parted is None:
            return 0
        alone, own = self.parted.strict.copy(), self.levels
        for effect in self.model.effects:
            whole = (own.loc[own["effect"] == effect.name, "state"] != "finite").to_numpy()
            alone &= ~whole[effect.codes]
        return int(alone.sum())

    def page(self, *, file: str | None = None) -> Report:
        from gordan.regression.diagnose.effects_report import report_effects

        return report_effects(self, file=file)

    def to_frame(self) -> pd.DataFrame:
        """One row for each regressor."""
        import pandas as pd

        names = list(self.coefficients)
        columns = {"state": list(self.coefficients.values()), "aliased": [name in self.aliased for name in names]}
        return pd.DataFrame(columns, index=pd.Index(names, name="coefficient"))

    def to_dict(self) -> dict[str, object]:
        """The JSON of `gordan diagnose`; levels that have separated rows are listed, the others counted."""
        from gordan.regression.diagnose.export import ended_dict, plain_label, posed_dict

        concerned = self.levels[self.levels["separated"] > 0]
        return (
            posed_dict(self)
            | {
                "classes": dict(self.classes),
                "effects": {effect.name: int(effect.levels.size) for effect in self.model.effects},
                "coefficients": dict(self.coefficients),
                "aliased": list(self.aliased),
                "rows": [plain_label(each) for each in self.rows],
                "levels": concerned.to_dict(orient="records"),
            }
            | ended_dict(self)
        )

    def __repr__(self) -> str:
        levels = " + ".join(f"{effect.levels.size:,} {effect.name}" for effect in self.model.effects)
        k = len(self.coefficients)
        counts = f"{self.separated_places.size:,} of {self.n:,} rows separated, {k:,} regressor{'s' * (k != 1)}"
        return f"<{type(self).__bases__[1].__name__} ({self.kind}): {self.family}, {counts}, {levels}>"


class _Exists(WithEffects, Exists):
    """Finite estimates exist."""


class _Separated(WithEffects, Separated):
    """No finite estimates exist: some levels, or rows between levels, are separated."""

    @property
    def kind(self) -> Kind:
        assert self.parted is not None
        return "complete" if self.parted.strict.all() else "quasi"


class _Undecided(WithEffects, Undecided):  # type: ignore[misc]  # as its base
    """Neither was proved."""


def answer_panel(model: PosedPanel, *, exact: bool, max_seconds: float | None) -> tuple[type, dict[str, Any], Reason]:
    """The type of the answer, its fields but the run, and why nothing was proved, if so."""
    names = model.panel.names
    study = Study(model.posed, model.panel.numbers)
    parted = split_or_reason(model.panel, exact=exact)
    if isinstance(parted, Reason):
        unknown: dict[str, State] = dict.fromkeys(names, "unsettled")
        return _Undecided, {"study": study, "coefficients": unknown, "model": model}, parted
    states = dict(zip(names, parted.states, strict=False))
    kind = _Separated if parted.strict.any() else _Exists
    fields = {"study": study, "coefficients": states, "model": model, "parted": parted, "verdict": parted.verdict}
    return kind, fields, unsettled(parted.states, max_seconds)
