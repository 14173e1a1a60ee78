"""Diagnoses of Cox models: is the partial likelihood monotone, and by which covariates?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Array, Positions
from gordan.arithmetic.deadline import current_deadline, deadline, now
from gordan.errors import InputError, OverBudget
from gordan.feasibility.risk import RiskSplit, split_risk
from gordan.feasibility.risk.ranks import dense
from gordan.feasibility.risk.sweep import Sweep
from gordan.outcome import Code, Reason
from gordan.outcome.risk import RiskProof
from gordan.problem.matrix import is_sparse
from gordan.problem.risk import RiskSets
from gordan.regression.diagnose.answer import Kind, PartedDiagnosis, State
from gordan.regression.diagnose.cox_limit import limit_formula, strata_of_limit
from gordan.regression.diagnose.single import Exists, Separated, Undecided
from gordan.regression.diagnose.study import Study, smallest
from gordan.regression.model.collinear import Collinear, collinear_up_to_rounding, leave_out
from gordan.regression.model.cox import PosedRisk
from gordan.regression.model.system import write_down

if TYPE_CHECKING:
    import pandas as pd

    from gordan.regression.diagnose.report import Report

__all__ = ["CoxDiagnosis", "answer_cox"]

_SECONDS = 5.0  # for questions beside the main one


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class CoxDiagnosis(PartedDiagnosis):
    """What is proved about the partial likelihood of a Cox model.

    `rows` are the events that are separated: somebody at risk with them falls behind for ever along `direction`.
    `refit_formula` is the model whose estimates are the limits of the finite coefficients. The proof is a short list of
    pairs, see `gordan.outcome.risk`; `verify()` goes through it, and through all risk sets, once more.
    """

    model: PosedRisk
    parted: RiskSplit | None = None

    @property
    def system(self) -> Any:
        """The rows with their risk sets."""
        return self.model.risk

    @property
    def proof(self) -> RiskProof | None:  # type: ignore[override]
        return None if self.parted is None else self.parted.claim.proof

    @property
    def n_events(self) -> int:
        return int(self.model.risk.event.sum())

    @property
    def separated_places(self) -> Positions:
        return np.zeros(0, np.int64) if self.parted is None else np.flatnonzero(self.parted.claim.strict)

    def keep(self, data: Any) -> Any:
        """The data without the rows that fall behind for ever and have no event: they play no part in the limit.

        Separated events stay, for they are in other risk sets too. Where events have several strata in the limit, no
        rows to leave out make the model that of the limit, and `limit_strata` has to be one of its columns.
        """
        if self.separated and not self._limit[1]:
            raise InputError(
                "leaving out rows does not make this model that of the limit, for its events fall into several strata; "
                "stratify by refit_formula, or by limit_strata as a column of the data"
            )
        behind, kept = self.left_behind, self.study.posed.design.kept
        labels = self.study.posed.design.labels[np.flatnonzero(behind)]
        gone = np.zeros(self.n_given, bool)
        gone[np.flatnonzero(behind) if kept is None else kept[behind]] = True
        return self._left(data, gone, labels.tolist() if hasattr(labels, "tolist") else labels)

    @property
    def left_behind(self) -> npt.NDArray[np.bool_]:
        """True at the rows of the design that play no part in the limit, where leaving them out is all it takes."""
        strata, alone = self._limit
        return np.asarray((strata == -1) & alone, dtype=bool)

    @property
    def limit_strata(self) -> Positions:
        """The stratum of each row of the data in the limit of the likelihood; -1 for rows that play no part in it.

        The estimates of the model with these strata, on the other rows, are the limits of the finite coefficients.
        """
        kept, strata = self.study.posed.design.kept, np.full(self.n_given, -1, np.int64)
        strata[slice(None) if kept is None else kept] = self._limit[0]
        return strata

    @cached_property
    def _limit(self) -> tuple[Positions, bool]:
        if self.proof is None or not self.separated:
            return np.zeros(self.n, np.int64), True
        return strata_of_limit(self)

    @property
    def direction(self) -> dict[str, float]:
        if self.parted is None:
            return {}
        whole = self.parted.claim.proof.direction
        top = max(map(abs, whole), default=0) or 1
        return {name: v / top for name, v in zip(self.coefficients, whole, strict=True)}

    @property
    def weights(self) -> Array:
        raise InputError(
            "the proof of a Cox model has weights of pairs, not of rows; see .proof.pairs and .proof.weights"
        )

    @property
    def rank(self) -> int:
        return 0 if self.proof is None else self.proof.table.rank

    @cached_property
    def aliased(self) -> tuple[str, ...]:
        if self.proof is None:
            return ()
        return self._named({c for relation in self.proof.table.relations for c in relation.columns})

    @cached_property
    def redundant(self) -> tuple[str, ...]:
        return () if self.proof is None else self._named(self.proof.table.dependent)

    @property
    def unique(self) -> bool | None:
        return None if self.parted is None else not self.separated and self.rank == len(self.coefficients)

    @cached_property
    def singles(self) -> dict[str, str] | None:
        """Covariates that separate by themselves: at every event its row has the greatest value, or the least."""
        if not self.separated:
            return None if self.parted is None else {}
        sweep, names = Sweep(self.model.risk), tuple(self.coefficients)
        ways: dict[str, str] = {}
        for c, name in enumerate(names):
            if self.coefficients[name] == "finite" or name in self.aliased:
                continue
            x = dense(self.model.risk.covariates[:, c])
            own, low = x[sweep.events], int(x.max()) - x
            least, most = sweep.greatest(low), sweep.greatest(x)
            there = most >= 0
            below, above = (x[least] < own)[there].any(), (x[most] > own)[there].any()
            if below != above:
                ways[name] = "+inf" if below else "-inf"
        return ways

    @cached_property
    def responsible(self) -> tuple[str, ...] | None:
        if self.parted is None or not self.separated:
            return None if self.parted is None else ()
        if self.singles:
            return (next(iter(self.singles)),)
        used, risk = [c for c, v in enumerate(self.parted.claim.proof.direction) if v], self.model.risk
        names = tuple(self.coefficients)

        def separates(columns: list[int]) -> bool:
            if not columns:
                return False
            few = RiskSets(
                np.ascontiguousarray(risk.covariates[:, columns]),
                *(risk.stop, risk.event, risk.start, risk.stratum, risk.exact, risk.numbers),
            )
            answer = split_risk(few)
            if isinstance(answer, Reason):
                raise OverBudget(str(answer))
            return answer.kind != "overlap"

        try:
            with deadline(max(1e-9, min(_SECONDS, current_deadline().until - now()))):
                return tuple(names[c] for c in smallest(used, separates))
        except OverBudget:
            return None

    @cached_property
    def refit_formula(self) -> str | None:
        """The formula whose estimates on `keep(data)` are the limits of the finite coefficients.

        Stratified by covariates that separate by themselves; the model's own where a factor's levels have no events and
        their rows go. None where nothing is separated, where no formula was given, and where events fall into strata
        that no column has: these are `limit_strata`.
        """
        formula, infinite = self.formula, self.infinite
        if formula is None or not self.separated:
            return None
        left, _, right = formula.partition("~")
        terms = [term.strip() for term in right.split("+")]
        if set(infinite) == set(self.singles or ()) and set(infinite) <= set(terms):
            kept = [term for term in terms if term not in infinite]
            return f"{left.strip()} ~ {' + '.join([*kept, *(f'strata({name})' for name in infinite)])}"
        return limit_formula(self, self.left_behind) if self._limit[1] else None

    def columns_of(self, names: Iterable[str]) -> tuple[str, ...]:
        return tuple(names)

    def page(self, *, file: str | None = None) -> Report:
        from gordan.regression.diagnose.cox_report import report_cox

        return report_cox(self, file=file)

    def to_frame(self) -> pd.DataFrame:
        """One row for each covariate."""
        import pandas as pd

        names = list(self.coefficients)
        columns = {
            "state": list(self.coefficients.values()),
            "direction": [self.direction.get(name, 0.0) for name in names],
            "aliased": [name in self.aliased for name in names],
            "alone": [name in (self.singles or ()) for name in names],
        }
        return pd.DataFrame(columns, index=pd.Index(names, name="coefficient"))

    def to_dict(self) -> dict[str, object]:
        """The JSON of `gordan diagnose`."""
        from gordan.regression.diagnose.export import ended_dict, plain_label, posed_dict

        return (
            posed_dict(self)
            | {
                "events": self.n_events,
                "ties": self.model.ties,
                "coefficients": dict(self.coefficients),
                "direction": self.direction,
                "aliased": list(self.aliased),
                "collinear": [
                    {"column": c.column, "relation": c.text, "difference": c.difference} for c in self.collinear
                ],
                "singles": self.singles,
                "responsible": None if self.responsible is None else list(self.responsible),
                "rows": [plain_label(each) for each in self.rows],
                "refit_formula": self.refit_formula,
            }
            | ended_dict(self)
        )

    def __repr__(self) -> str:
        k = len(self.coefficients)
        counts = (
            f"{self.separated_places.size:,} of {self.n_events:,} events separated, {k:,} covariate{'s' * (k != 1)}"
        )
        return f"<{type(self).__bases__[1].__name__} ({self.kind}): cox, {counts}>"


class _Exists(CoxDiagnosis, Exists):
    """Finite estimates exist."""


class _Separated(CoxDiagnosis, Separated):
    """No finite estimates exist: the partial likelihood is monotone."""

    @property
    def kind(self) -> Kind:
        assert self.parted is not None
        return "complete" if self.parted.claim.complete else "quasi"


class _Undecided(CoxDiagnosis, Undecided):  # type: ignore[misc]  # as its base
    """Neither was proved."""


def _without_rounding(model: PosedRisk) -> tuple[PosedRisk, tuple[Collinear, ...]]:
    """The model without covariates that follow from others up to rounding; the baseline hazard takes up constants."""
    posed = model.posed
    relations = collinear_up_to_rounding(posed.design, constant=True)
    if not relations:
        return model, ()
    design = leave_out(posed.design, [each.column for each in relations])
    left = replace(write_down(design, "cox", model.risk.numbers), frame=posed.frame, fit=posed.fit)
    X = np.ascontiguousarray(design.X.toarray() if is_sparse(design.X) else design.X)
    return replace(model, posed=left, risk=replace(model.risk, covariates=X, names=design.names)), relations


def answer_cox(
    model: PosedRisk, *, max_seconds: float | None, literal: bool = False
) -> tuple[type, dict[str, Any], Reason]:
    """The type of the answer, its fields but the run, and why nothing was proved, if so."""
    model, collinear = (model, ()) if literal else _without_rounding(model)
    names = model.posed.design.names
    fields: dict[str, Any] = {"study": Study(model.posed, model.risk.numbers, collinear), "model": model}
    try:
        parted = split_risk(model.risk)
    except OverBudget as over:
        code = Code.UNAFFORDABLE if max_seconds is None else Code.MAX_SECONDS
        parted = Reason(str(over), code, max_seconds=max_seconds)
    if isinstance(parted, Reason):
        states: dict[str, State] = dict.fromkeys(names, "unsettled")
        return _Undecided, {**fields, "coefficients": states}, parted
    kind = _Separated if parted.claim.strict.any() else _Exists
    states = dict(zip(names, parted.states, strict=True))
    return kind, {**fields, "coefficients": states, "parted": parted, "verdict": parted.verdict}, Reason()
