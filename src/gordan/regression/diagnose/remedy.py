"""What can be done about a diagnosis: the formula to fit to the rows that are left, and Firth's estimates."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from gordan.errors import InputError
from gordan.problem.matrix import is_sparse
from gordan.regression.model.formula.sides import parted
from gordan.regression.model.read import pose_formula

if TYPE_CHECKING:
    from gordan.regression.diagnose.answer import Diagnosis

__all__ = ["columns_to_leave_out", "firth_fit", "firth_in_r", "refit_formula", "without_columns"]

# Families whose rows have several inequalities, are compared in pairs, or have one for all of them.
_LIMIT = ("multinomial", "ordinal", "conditional", "gamma")


def columns_to_leave_out(diagnosis: Diagnosis) -> tuple[str, ...]:
    """Columns without which the rank is full: on all rows, or where some are separated on the others."""
    split, posed = diagnosis.split, diagnosis.study.posed
    if split is None or not diagnosis.separated:
        return diagnosis.redundant
    if posed.family in _LIMIT or diagnosis.kind == "complete":
        return ()
    flat = split.proof.flat
    names = posed.rows.names
    return tuple(names[j] for j in posed.rows.redundant(flat.relations, flat.dependent) if j < len(names))


def refit_formula(diagnosis: Diagnosis) -> str | None:
    """The formula whose estimates on `keep(data)` exist and are unique; None where none could be written."""
    posed, formula = diagnosis.study.posed, diagnosis.formula
    if formula is None or diagnosis.split is None or diagnosis.kind == "complete":
        return None
    if diagnosis.separated and posed.family in _LIMIT:
        return None
    collinear = tuple(each.column for each in diagnosis.collinear)
    gone = (*columns_to_leave_out(diagnosis), *collinear)
    rank, every = diagnosis.split.proof.flat.rank, (*diagnosis.coefficients, *collinear)
    for written in dict.fromkeys((without_columns(formula, collinear, every), without_columns(formula, gone, every))):
        if _columns_of(diagnosis, written) == rank:
            return written
    return None


def without_columns(formula: str, names: tuple[str, ...], every: tuple[str, ...]) -> str:
    """The formula without terms all of whose columns are among the names; others are subtracted by name."""
    left, _, right = formula.partition("~")
    parts = [part.strip() for part in parted(right, "+")]
    bare = {name: name.strip("`") for name in parts}
    kept = [part for part in parts if bare[part] not in names]
    for part in list(kept):
        own = [name for name in every if re.match(re.escape(bare[part]) + r"\[[^:]*\]$", name)]
        if own and set(own) <= set(names):
            kept.remove(part)
    if len(kept) == len(parts) and any(":" in name and "[" not in name for name in names):
        kept += [f"- {name}" for name in names if ":" in name and "[" not in name]
    return f"{left.strip()} ~ {' + '.join(kept) if kept else '1'}".replace("+ - ", "- ")


def _columns_of(diagnosis: Diagnosis, formula: str) -> int | None:
    """How many columns the formula has on the rows that are left; None where it cannot be posed."""
    posed = diagnosis.study.posed
    if posed.frame is None:
        return None
    keep = ~diagnosis.mask
    data = {name: np.asarray(posed.frame.raw(name))[keep] for name in dict.fromkeys(posed.frame.names)}
    beside = {"weights": None, "offset": None, "strata": None} | diagnosis.beside
    from gordan.regression.model.closed import Beside

    try:
        again = pose_formula(
            formula,
            None,
            data,
            posed.family,
            Beside(*(beside[name] for name in ("weights", "offset", "strata"))),
            missing="drop",
            numbers=diagnosis.study.numbers,
            python=posed.python is not None,
        )
    except InputError:
        return None
    X = again.design.X.toarray() if is_sparse(again.design.X) else again.design.X
    columns = len(again.rows.names)
    # In floating point: this is advice, and a diagnosis of the refitted model proves its own answer.
    return columns if int(np.linalg.matrix_rank(X)) + int(again.design.added) >= columns else None


def firth_fit(diagnosis: Diagnosis, options: dict[str, Any]) -> Any:
    """A fitted FirthLogisticRegression of the model, without the columns that cannot be estimated."""
    posed = diagnosis.study.posed
    if posed.family != "binomial" or posed.codes is None or (posed.codes.seen.sum(axis=1) != 1).any():
        raise InputError(
            f"Firth's estimates are computed here for binomial models with one outcome per row; in R:\n"
            f"{firth_in_r(diagnosis)}"
        )
    try:
        from firthmodels import FirthLogisticRegression
    except ImportError:
        raise InputError(
            f"firthmodels is not installed; install it with pip install firthmodels, or in R:\n{firth_in_r(diagnosis)}"
        ) from None
    import pandas as pd

    design = posed.design
    first, constant = int(design.added), design.constant
    names = design.names[first:]
    kept = [j for j, name in enumerate(names) if name not in diagnosis.redundant and (design.added or j != constant)]
    X = design.X[:, kept]
    frame = pd.DataFrame(X.toarray() if is_sparse(X) else X, columns=[names[j] for j in kept])
    model = FirthLogisticRegression(fit_intercept=constant is not None, **options)
    return model.fit(frame, posed.codes.seen[:, 1].astype(np.int64))


def firth_in_r(diagnosis: Diagnosis) -> str:
    """Lines of R that fit the model with a bias-reduced likelihood."""
    formula = diagnosis.formula or "y ~ ."
    if diagnosis.family in ("binomial", "conditional"):
        return f"library(logistf)\nlogistf({formula}, data = data)  # profile-likelihood intervals"
    if diagnosis.family == "multinomial":
        return f"library(brglm2)\nbrmultinom({formula}, data = data)"
    if diagnosis.family == "ordinal":
        return f"library(brglm2)\nbracl({formula}, data = data)"
    family = {"log-binomial": 'binomial("log")', "gamma": 'Gamma("log")'}.get(diagnosis.family, "poisson()")
    return f'library(brglm2)\nglm({formula}, family = {family}, data = data, method = "brglmFit")'
