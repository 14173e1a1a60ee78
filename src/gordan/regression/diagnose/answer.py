"""`Diagnosis`: what is proved about the maximum-likelihood estimates of one model; the base of its three answers."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Array, Positions
from gordan.errors import InputError
from gordan.outcome import Answer, Bracket, Verdict
from gordan.outcome.split import SplitClaim, SplitProof
from gordan.problem.matrix import is_sparse
from gordan.problem.system import System
from gordan.regression.model.rows import BASE

if TYPE_CHECKING:
    import pandas as pd

    from gordan.feasibility.split import Split
    from gordan.regression.diagnose.cells import Cell, Factor
    from gordan.regression.diagnose.report import Report
    from gordan.regression.diagnose.study import Study
    from gordan.regression.model.collinear import Collinear

__all__ = ["Diagnosis", "Kind", "PartedDiagnosis", "State"]

Kind = Literal["complete", "quasi", "overlap", "undecided"]
State = Literal["finite", "+inf", "-inf", "undetermined", "unsettled"]


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Diagnosis(Answer):
    """What is proved about the estimates of one model: the base of `Exists`, `Separated` and its `Undecided`.

    Attributes
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
    mask, keep(data)
        Which rows of the data that were given are separated, by place; and the data without them.
    refit_formula
        The formula whose estimates on `keep(data)` exist and are unique; None where the model has no formula, nothing
        is left, or none could be written.
    cells
        Rows, events and separated rows of every level of the factors of the model, as a frame.
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
    collinear
        Relations of columns that follow from others up to the rounding of their computation, such as `change = post -
        pre`. These columns are left out, and all the rest is about the model without them; `literal=True` keeps them.
    radius
        How far computed numbers, those that need 16 or more digits, may move relative to their size before the answer
        could change, equal ones of a column alike: proved by the verifier, and too small rather than too large. ∞ where
        nothing was computed, 0 where the answer rests on last digits, None where it was not found out.
    proof, verdict
        Both halves of the proof, and the verifier's checks of them on the rows of the model.
    family, response, classes, n, n_given, n_missing, n_zero_weight, formula, beside, notes
        What was asked: the classes of the response and how many rows have each, the second of two being the success;
        the rows that were used and those that were not; which of "weights", "offset" and "strata" were given, with the
        name of the column, or None for an array; and what was assumed.
    run, reason, seconds
        How long it took, and where something was not found, why.
    """

    study: Study
    coefficients: dict[str, State]
    split: Split | None = None

    @property
    def system(self) -> System:
        """The rows of the model, as `gordan.pose` returns them."""
        return self.study.posed.system

    @property
    def proof(self) -> SplitProof | None:
        return None if self.split is None else self.split.proof

    @property
    def family(self) -> str:
        return self.study.posed.family

    @property
    def response(self) -> str:
        return self.study.posed.design.response

    @property
    def classes(self) -> dict[str, int]:
        return self.study.posed.classes

    @property
    def n(self) -> int:
        return self.study.posed.design.n

    @property
    def n_given(self) -> int:
        return self.study.posed.design.n_given

    @property
    def n_missing(self) -> int:
        return self.study.posed.design.n_missing

    @property
    def n_zero_weight(self) -> int:
        return self.study.posed.design.n_zero_weight

    @property
    def formula(self) -> str | None:
        return self.study.posed.design.formula

    @property
    def beside(self) -> dict[str, str | None]:
        return dict(self.study.posed.design.beside)

    @property
    def notes(self) -> tuple[str, ...]:
        return self.study.posed.notes

    @cached_property
    def rows(self) -> tuple[object, ...]:
        labels = self.study.posed.design.labels[self.separated_places]
        return tuple(labels.tolist() if hasattr(labels, "tolist") else labels)

    @property
    def separated_places(self) -> Positions:
        """Places of the separated rows among those that were used."""
        if self.split is None:
            return np.zeros(0, np.int64)
        design = self.study.posed.design
        return np.flatnonzero(self.study.posed.rows.separated(self.split.strict, design.n))

    @cached_property
    def mask(self) -> npt.NDArray[np.bool_]:
        """True at the separated rows, by their place in the data that were given."""
        kept, mask = self.study.posed.design.kept, np.zeros(self.n_given, bool)
        places = self.separated_places
        mask[places if kept is None else kept[places]] = True
        return mask

    def keep(self, data: Any) -> Any:
        """The data without the separated rows: a frame of pandas or polars, a dict of columns, or an array.

        Examples
        --------
        >>> import gordan
        >>> data = {"dose": [1, 2, 3, 3, 4, 5], "ill": [0, 0, 0, 1, 1, 1]}
        >>> gordan.diagnose("ill ~ dose", data=data).keep(data)["dose"].tolist()
        [3, 3]
        """
        if self.family == "gamma" and self.separated:
            raise InputError(
                "the estimates of a Gamma model without its separated rows are not the limits of those with them, for "
                "the zeros count in every direction; choose poisson for amounts with zeros, or leave out what separates"
            )
        return self._left(data, self.mask, self.rows)

    def _left(self, data: Any, gone: npt.NDArray[np.bool_], labels: Sequence[object]) -> Any:
        """The data without some rows, which have these labels in a frame of pandas."""
        if isinstance(data, dict):
            return {name: self._left(np.asarray(column), gone, labels) for name, column in data.items()}
        data = np.asarray(data) if isinstance(data, list | tuple) else data
        n = data.shape[0] if is_sparse(data) else len(data)
        if n != self.n_given:
            raise InputError(f"data have {n:,} rows, and those of the diagnosis {self.n_given:,}; give the same")
        # Labels that are nowhere in the index say nothing: the diagnosis may be one of arrays.
        if hasattr(data, "iloc") and data.index[gone].tolist() != [*labels] and data.index.isin(labels).any():
            raise InputError("data have their rows in another order than those of the diagnosis; give the same")
        if not hasattr(data, "iloc") or not hasattr(data, "columns"):
            return data.filter(~gone) if hasattr(data, "filter") and not hasattr(data, "iloc") else data[~gone]
        left = data[~gone]
        # A level without rows would still be a column of the model, and one that is nothing but zeros.
        coded = [name for name, kind in left.dtypes.items() if str(kind) == "category"]
        if gone.any() and coded and left.columns.is_unique:
            left = left.copy()
            for name in coded:
                left[name] = left[name].cat.remove_unused_categories()
        return left

    @property
    def direction(self) -> dict[str, float]:
        if self.split is None:
            return {}
        return dict(zip(self.study.posed.rows.names, self.split.direction.tolist(), strict=False))

    @cached_property
    def weights(self) -> Array:
        rows, total = self.study.posed.rows, np.zeros(self.n)
        if self.split is None:
            return total
        np.add.at(total, rows.owner, self.split.weights[: rows.owner.size])
        if rows.pinned.size:
            np.add.at(total, rows.pinned, self.split.multipliers)
        if rows.rival is not None:
            np.add.at(total, rows.rival, self.split.weights[: rows.owner.size])
        return total

    @property
    def rank(self) -> int:
        return 0 if self.split is None else self.split.rank - self.study.posed.rows.hidden

    @cached_property
    def aliased(self) -> tuple[str, ...]:
        if self.split is None:
            return ()
        return self._named({c for relation in self.split.proof.table.relations for c in relation.columns})

    @cached_property
    def redundant(self) -> tuple[str, ...]:
        if self.split is None:
            return ()
        return self._named(self.study.posed.rows.redundant(self.split.proof.table.relations, self.split.aliased))

    @cached_property
    def empty(self) -> tuple[str, ...]:
        """The coefficients of columns that are 0 in every row, such as those of combinations of levels without rows."""
        if not self.aliased:
            return ()
        design = self.study.posed.design
        filled = np.asarray((abs(design.X) > 0).sum(axis=0)).ravel() > 0
        names = {name for name, there in zip(design.names[int(design.added) :], filled, strict=True) if not there}
        return tuple(
            name for name, column in zip(self.aliased, self.columns_of(self.aliased), strict=True) if column in names
        )

    def _named(self, columns: Iterable[int]) -> tuple[str, ...]:
        names = self.study.posed.rows.names
        return tuple(names[j] for j in sorted(columns) if j < len(names))

    @property
    def separated(self) -> bool | None:
        """Whether estimates fail to exist; None where that is undecided."""
        return None if self.split is None else self.kind != "overlap"

    @property
    def unique(self) -> bool | None:
        """Whether the estimate exists and is proved to be the only one; None where that is undecided.

        Of a negative binomial it is the only one for each value of the dispersion.
        """
        if self.split is None:
            return None
        return self.kind == "overlap" and self.rank == len(self.coefficients) and self.study.posed.concave

    @property
    def infinite(self) -> tuple[str, ...]:
        """The coefficients that are not finite, aliased ones left out."""
        return tuple(
            name for name, state in self.coefficients.items() if state != "finite" and name not in self.aliased
        )

    @property
    def named_levels(self) -> list[str]:
        """Levels of effects that go to infinity, a few of them by name; models without effects have none."""
        return []

    @property
    def collinear(self) -> tuple[Collinear, ...]:
        return self.study.collinear

    @cached_property
    def radius(self) -> float | None:
        return None if self.split is None else self.study.radius(self.split)

    @property
    def fragile(self) -> bool:
        """Whether the answer was proved only for numbers that are known to more than nine digits."""
        return self.radius is not None and self.radius < 1e-9

    @cached_property
    def margin(self) -> Bracket | None:
        """Where a binomial model is completely separated: half the distance between the two groups' convex hulls.

        In the space of the columns beside the intercept and in their units, as `gordan.separate` has it. It says by
        how much the rows would have to move for the estimate to exist; it depends on the units, the rest does not.
        """
        return self.study.margin() if self.kind == "complete" else None

    @cached_property
    def singles(self) -> dict[str, str] | None:
        """Coefficients of columns that, with the intercept, separate by themselves, and the way they go.

        That is the way in the model of this column and the intercept alone. A multinomial model has a coefficient for
        every class but the first, which it is relative to; those that stay finite are left out. None where it could
        not be found out in reasonable time.
        """
        if not self.separated:
            return None if self.split is None else {}
        by_column = self.study.singles()
        if by_column is None:
            return None
        return {self.study.posed.rows.names[k]: way for ways in by_column.values() for k, way in ways.items()}

    @cached_property
    def factor_cells(self) -> tuple[tuple[Factor, tuple[Cell, ...]], ...]:
        """The factors of the model with their cells."""
        from gordan.regression.diagnose.cells import cells_of

        return () if self.split is None else cells_of(self)

    @property
    def cells(self) -> pd.DataFrame:
        import pandas as pd

        every = [cell for _, cells in self.factor_cells for cell in cells]
        names = ("factor", "level", "rows", "events", "separated")
        return pd.DataFrame({name: [getattr(cell, name) for cell in every] for name in names})

    @cached_property
    def refit_formula(self) -> str | None:
        from gordan.regression.diagnose.remedy import refit_formula

        return refit_formula(self)

    def firth(self, **options: Any) -> Any:
        """Firth's bias-reduced estimates of a binomial model, by the package firthmodels where it is installed.

        Returns its fitted `FirthLogisticRegression`; `options` are those of that class. Columns that are collinear with
        others are left out.

        Raises
        ------
        InputError
            The package is not installed, or the family is another one; the sentence has what to run in R.
        """
        from gordan.regression.diagnose.remedy import firth_fit

        return firth_fit(self, options)

    def rows_frame(self) -> pd.DataFrame:
        """The separated rows: their place in the data that were given, from 0, their label and their response."""
        import pandas as pd

        design, places = self.study.posed.design, self.separated_places
        given = places if design.kept is None else design.kept[places]
        columns = {"position": given, "label": list(self.rows)}
        return pd.DataFrame(columns | {column.name: column.values[places] for column in design.y})

    def coefficients_frame(self) -> pd.DataFrame:
        """The same as `to_frame`."""
        return self.to_frame()

    def columns_of(self, names: Iterable[str]) -> tuple[str, ...]:
        """The columns of the design that these coefficients belong to; "" for intercepts and thresholds."""
        rows, design = self.study.posed.rows, self.study.posed.design
        column = dict(zip(rows.names, rows.column.tolist(), strict=False))
        return tuple("" if column[name] == BASE else design.names[column[name]] for name in names)

    @cached_property
    def responsible(self) -> tuple[str, ...] | None:
        """Columns that separate together with the intercept, and no longer once one of them is left out.

        There may be other such sets. Empty where the intercept alone is enough, or nothing is separated; None where it
        could not be found out in reasonable time.
        """
        if self.split is None or not self.separated:
            return None if self.split is None else ()
        columns = self.study.responsible(self.split.direction)
        return None if columns is None else tuple(self.study.posed.design.names[j] for j in columns)

    def words(self) -> str:
        """One sentence: whether finite estimates exist."""
        return self.page().claim

    def page(self, *, file: str | None = None) -> Report:
        """The report in parts; where the data came from a `file` it is named, and its lines are the rows."""
        from gordan.regression.diagnose.report import report

        return report(self, file=file)

    def lines(self) -> list[str]:
        """The report: what is proved, which coefficients and rows it concerns, and what can be done."""
        from gordan.regression.diagnose.export import as_text

        return as_text(self).splitlines()

    def verify(self) -> Verdict:
        """Have both halves of the proof judged once more on the raw rows, every step in integers where it is exact.

        Where nothing was proved there is nothing to judge: the verdict has no checks, and does not hold.
        """
        from gordan.verify import verify

        if self._claim is None:
            return self.verdict
        exact = getattr(self.proof, "exact", False)
        return verify(self.system, self._claim, proof="exact" if exact else "rounded")

    @property
    def _claim(self) -> Any:
        """What is claimed of `system`; None where nothing was proved."""
        return None if self.split is None else SplitClaim(self.split.strict, self.split.proof)

    def write_certificate(
        self, path: str | os.PathLike[str], *, file: str | None = None, overwrite: bool = False
    ) -> None:
        """Write both halves of an exact proof to a certificate file, as `gordan.certify` does.

        `file` is the name of the table that the data came from, for people; its folder is left out.

        Raises
        ------
        InputError
            Nothing was decided, the proof is not exact (`proof="exact"` asks for one), or nothing can be written.
        """
        from gordan.regression.diagnose.certificate import write_diagnosis

        write_diagnosis(self, path, file=file, overwrite=overwrite)

    def to_frame(self) -> pd.DataFrame:
        """One row for each coefficient: its state, its part in the direction, and its part in the separation."""
        from gordan.regression.diagnose.export import as_frame

        return as_frame(self)

    def to_dict(self) -> dict[str, object]:
        """The JSON of `gordan diagnose`: plain numbers, text, lists and dicts; `proof` has the integers as text."""
        from gordan.regression.diagnose.export import as_dict

        return as_dict(self)

    def _claimed(self) -> dict[str, object]:
        return self.to_dict()

    def to_json(self, indent: int | None = None) -> str:
        """`to_dict` as JSON; numbers that JSON does not have are null."""
        from gordan.regression.diagnose.export import as_json

        return as_json(self, indent)

    def __repr__(self) -> str:
        counts = f"{len(self.rows):,} of {self.n:,} rows separated, {len(self.coefficients):,} coefficients"
        return f"<{type(self).__name__} ({self.kind}): {self.family}, {counts}>"

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _repr_html_(self) -> str:
        from gordan.regression.diagnose.export import as_html

        return as_html(self)


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class PartedDiagnosis(Diagnosis):
    """A diagnosis of rows that are no system in memory: a panel, risk sets, or batches.

    `parted` is what was proved of them, with its `claim`; None where nothing was.
    """

    parted: Any = None

    @property
    def _claim(self) -> Any:
        return None if self.parted is None else self.parted.claim

    @property
    def separated(self) -> bool | None:
        return None if self.parted is None else bool(self.parted.claim.strict.any())

    @property
    def margin(self) -> None:
        """None: no margin is computed for these models."""
        return None
