"""The limit of a monotone partial likelihood: who is still compared with whom, and the formula that says so.

Along the direction of the proof an event's term tends to that of those at risk with the same value of x·b: all others
fall behind for ever. So the limits of the finite coefficients are the estimates of the model with a stratum for each
value, and rows of strata without an event play no part in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Positions
from gordan.errors import InputError
from gordan.feasibility.risk.ranks import dense, ranks
from gordan.regression.diagnose.cells import Cell, factors_of
from gordan.regression.diagnose.remedy import without_columns
from gordan.regression.model.closed import Beside
from gordan.regression.model.survival import pose_cox

if TYPE_CHECKING:
    from gordan.regression.diagnose.cox import CoxDiagnosis

__all__ = ["columns_left_behind", "levels_left_behind", "limit_formula", "strata_of_limit"]


def strata_of_limit(diagnosis: CoxDiagnosis) -> tuple[Positions, bool]:
    """The stratum of each row of the design, -1 where it has no event; and whether the model's own strata suffice."""
    risk, proof = diagnosis.model.risk, diagnosis.proof
    assert proof is not None
    value = ranks(risk, proof.direction)
    stratum = dense(risk.stratum * (int(value.max(initial=0)) + 1) + value)
    taken = np.unique(stratum[risk.event])
    own = np.unique(risk.stratum[risk.event])
    return np.where(np.isin(stratum, taken), stratum, -1), taken.size == own.size


def levels_left_behind(diagnosis: CoxDiagnosis, gone: npt.NDArray[np.bool_]) -> list[Cell]:
    """The levels of one factor whose rows are those that are left behind; none where no factor has such levels."""
    if not gone.any():
        return []
    event = diagnosis.model.risk.event
    for factor in factors_of(diagnosis.study.posed):
        size = len(factor.levels)
        rows, behind = (np.bincount(factor.codes[chosen], minlength=size) for chosen in (slice(None), gone))
        if ((behind == 0) | (behind == rows)).all():
            happened = np.bincount(factor.codes[event], minlength=size)
            chosen = np.flatnonzero(behind)
            return [Cell(factor.name, factor.levels[k], int(rows[k]), int(happened[k]), int(behind[k])) for k in chosen]
    return []


def columns_left_behind(diagnosis: CoxDiagnosis) -> tuple[str, ...]:
    """Covariates that follow from the others where the limit compares rows, and so have no estimate there."""
    names = tuple(diagnosis.coefficients)
    return () if diagnosis.proof is None else tuple(names[c] for c in sorted(diagnosis.proof.flat.dependent))


def limit_formula(diagnosis: CoxDiagnosis, gone: npt.NDArray[np.bool_]) -> str | None:
    """The formula to fit to the rows that are left; None where none could be written with as many columns as the rank.

    It has the covariates of the model on these rows, so that where their number is the rank there they have estimates.
    """
    posed, formula, proof = diagnosis.study.posed, diagnosis.formula, diagnosis.proof
    if formula is None or posed.frame is None or proof is None or not proof.flat.rank:
        return None
    left = np.ones(diagnosis.n_given, bool)
    left[np.flatnonzero(gone) if posed.design.kept is None else posed.design.kept[gone]] = False
    data = {name: np.asarray(posed.frame.raw(name))[left] for name in dict.fromkeys(posed.frame.names)}
    collinear = tuple(each.column for each in diagnosis.collinear)
    every = (*diagnosis.coefficients, *collinear)
    fewer = (*columns_left_behind(diagnosis), *collinear)
    for written in dict.fromkeys((without_columns(formula, collinear, every), without_columns(formula, fewer, every))):
        try:
            again = pose_cox(
                written,
                None,
                Beside(None, None, None),
                data=data,
                family="cox",
                ties=diagnosis.model.ties,
                missing="drop",
                numbers=diagnosis.study.numbers,
                python=posed.python is not None,
            )
        except InputError:
            continue
        if again is not None and again.risk.m == proof.flat.rank:
            return written
    return None
