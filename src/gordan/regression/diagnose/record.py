"""The answer about one model: whether its maximum-likelihood estimate exists, and what keeps it from existing."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from gordan.arithmetic.array import Array
from gordan.outcome import Bracket, Verdict
from gordan.outcome.split import SplitClaim
from gordan.regression.model.rows.base import BASE

if TYPE_CHECKING:
    import pandas as pd

    from gordan.regression.diagnose.study import Study

__all__ = ["Diagnosis", "Kind", "State"]

Kind = Literal["complete", "quasi", "overlap", "undecided"]
State = Literal["finite", "+inf", "-inf", "undetermined", "unsettled"]


@dataclass(frozen=True, eq=False, repr=False)
class Diagnosis:
    """What is proved about the estimates of one model.

    Parameters
    ----------
    kind
        "overlap": finite maximum-likelihood estimates exist. "quasi": some rows are separated, and no finite estimate
        is best. "complete": all of them are. "undecided": neither was proved; `reason` says why.
    rows
        Labels of the separated rows, in the data's own index: those whose part of the likelihood grows for ever along
        `direction`, while that of no row falls.
    coefficients
        Name → "finite", "+inf", "-inf" or "undetermined": where the coefficient goes as the likelihood tends to its
        supremum. Undetermined are those that go either way, and those that cannot be estimated at all (`aliased`);
        "unsettled" is one whose way was not found, in time or at all: beside a proved kind it is not finite.
    direction
        Name → change along which the likelihood never falls; all 0 where the rows overlap.
    weights
        One number for each row that was used: the weights with which the inequalities and equalities of the model
        cancel, summed over those of each row. They are the proof that nothing is separated beyond what is listed.
        Binomial models and counts have one inequality or equality for each row: there the weight is positive on every
        row that is not separated, of any sign where the response fixes the row's product with `direction` at 0, and 0
        on the separated ones. Multinomial, ordinal and conditional models have several, and a row is separated as soon
        as one of them is strict: its other ones may leave it a weight that is not 0. `to_dict()["proof"]` has them all.
    rank, aliased, redundant
        The rank of the design; the coefficients that are not estimable, because their columns take part in a
        collinearity; and columns without which the rank is full, as R and Stata leave them out. That is another matter
        than separation: it keeps an estimate from being unique, not from existing.
    verdict
        The checks of both halves of the proof on the rows of the model, as they follow from the data.
    family, response, classes, n, n_given, n_missing, n_zero_weight, formula, beside, notes, reason, seconds
        What was asked: the classes of the response and how many rows have each, the second of two being the success;
        the rows that were used and those that were not; which of "weights", "offset" and "strata" were given, with the
        name of the column, or None for an array; what was assumed; and how long it took.
    """

    kind: Kind
    rows: tuple[Any, ...]
    coefficients: dict[str, State]
    direction: dict[str, float]
    weights: Array
    rank: int
    aliased: tuple[str, ...]
    verdict: Verdict
    family: str
    response: str
    n: int
    n_given: int
    n_missing: int = 0
    n_zero_weight: int = 0
    classes: dict[str, int] = field(default_factory=dict)
    formula: str | None = None
    beside: dict[str, str | None] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    reason: str = ""
    seconds: float = 0.0
    split: Any = None
    redundant: tuple[str, ...] = ()
    study: Study | None = None

    @classmethod
    def undecided(cls, names: tuple[str, ...], reason: str, seconds: float, **asked: Any) -> Diagnosis:
        """What is left to say where the split was not settled."""
        return cls(
            kind="undecided",
            rows=(),
            coefficients=dict.fromkeys(names, "unsettled"),
            direction={},
            weights=np.zeros(asked["n"]),
            rank=0,
            aliased=(),
            verdict=Verdict(),
            reason=reason,
            seconds=seconds,
            **asked,
        )

    @property
    def separated(self) -> bool | None:
        """Whether estimates fail to exist; None where that is undecided."""
        return None if self.kind == "undecided" else self.kind != "overlap"

    @property
    def unique(self) -> bool | None:
        """Whether the estimate exists and is the only one; None where that is undecided."""
        return None if self.kind == "undecided" else self.kind == "overlap" and self.rank == len(self.coefficients)

    @property
    def infinite(self) -> tuple[str, ...]:
        """The coefficients that are not finite, aliased ones left out."""
        return tuple(
            name for name, state in self.coefficients.items() if state != "finite" and name not in self.aliased
        )

    @cached_property
    def margin(self) -> Bracket | None:
        """Where a binomial model is completely separated: half the distance between the two groups' convex hulls.

        In the space of the columns beside the intercept and in their units, as `gordan.separate` has it. It says by
        how much the rows would have to move for the estimate to exist; it depends on the units, the rest does not.
        """
        return self.study.margin() if self.study is not None and self.kind == "complete" else None

    @cached_property
    def singles(self) -> dict[str, str] | None:
        """Coefficients of columns that, with the intercept, separate by themselves, and the way they go.

        That is the way in the model of this column and the intercept alone. A multinomial model has a coefficient for
        every class but the first, which it is relative to; those that stay finite are left out. None where it could
        not be found out in reasonable time.
        """
        if self.study is None or not self.separated:
            return {} if self.kind == "overlap" else None
        found = self.study.singles()
        if found is None:
            return None
        return {self.study.posed.rows.names[k]: way for ways in found.values() for k, way in ways.items()}

    def columns_of(self, names: Iterable[str]) -> tuple[str, ...]:
        """The columns of the design that these coefficients belong to; "" for intercepts and thresholds."""
        if self.study is None:
            return tuple(names)
        rows, design = self.study.posed.rows, self.study.posed.design
        column = dict(zip(rows.names, rows.column.tolist(), strict=False))
        return tuple("" if column[name] == BASE else design.names[column[name]] for name in names)

    @cached_property
    def responsible(self) -> tuple[str, ...] | None:
        """Columns that separate together with the intercept, and no longer once one of them is left out.

        There may be other such sets. Empty where the intercept alone is enough, or nothing is separated; None where it
        could not be found out in reasonable time.
        """
        if self.study is None or not self.separated:
            return () if self.kind == "overlap" else None
        found = self.study.responsible(self.split.direction)
        return None if found is None else tuple(self.study.posed.design.names[j] for j in found)

    def words(self) -> str:
        """The report: what is proved, which coefficients and rows it concerns, and what can be done."""
        from gordan.regression.diagnose.words import report

        return report(self)

    def verify(self) -> Verdict:
        """Have both halves of the proof judged once more on the raw rows, every step in integers where it is exact."""
        from gordan.verify import verify

        if self.split is None or self.study is None:
            return Verdict()
        claim = SplitClaim(self.split.strict, self.split.proof)
        return verify(self.study.posed.system, claim, proof="exact" if claim.proof.exact else "rounded")

    def write_certificate(
        self, path: str | os.PathLike[str], *, file: str | None = None, overwrite: bool = False
    ) -> None:
        """Put both halves of an exact proof away, for `gordan verify` or `gordan.verify` to check on the data.

        The file holds no data, only their hash, and is written whole or not at all, once its own bytes were verified.

        Parameters
        ----------
        path
            Where to; usually called .json.
        file : str or None
            The name of the table that the data came from, for people; its folder is left out.
        overwrite : bool
            Whether a file of this name may be replaced.

        Raises
        ------
        InputError
            Nothing was decided, the proof is not exact (`proof="exact"` asks for one), or nothing can be written.
        """
        from gordan.regression.diagnose.archive import archive

        archive(self, path, file=file, overwrite=overwrite)

    def to_frame(self) -> pd.DataFrame:
        """One row for each coefficient: its state, its part in the direction, and its part in the separation."""
        from gordan.regression.diagnose.export import frame

        return frame(self)

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain numbers, text, lists and dicts, under the same names; `proof` has the integers."""
        from gordan.regression.diagnose.export import record

        return record(self)

    def to_json(self, indent: int | None = None) -> str:
        """`to_dict` as JSON; numbers that JSON does not have are null."""
        from gordan.regression.diagnose.export import text

        return text(self, indent)

    def __repr__(self) -> str:
        told = f"{len(self.rows):,} of {self.n:,} rows separated, {len(self.coefficients):,} coefficients"
        return f"<Diagnosis {self.kind}: {self.family}, {told}>"

    def __str__(self) -> str:
        return self.words()

    def _repr_html_(self) -> str:
        from gordan.regression.diagnose.html import page

        return page(self)
