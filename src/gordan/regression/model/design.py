"""The rows of one model that enter its likelihood: design, response, names, labels, and what was left out."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from gordan.arithmetic.array import Array, Matrix
from gordan.errors import InputError
from gordan.problem.matrix import is_sparse
from gordan.regression.model.column import Column, Mask
from gordan.regression.model.frame import Extra, Labels, placed_at

__all__ = [
    "CONSTANT",
    "AmountsNote",
    "Design",
    "Missing",
    "ModelNote",
    "constant_column",
    "enter",
    "refuse_missing",
]

CONSTANT = "Intercept"


class ModelNote(str):
    """A note that is about the model, whichever rows it is asked about on."""


class AmountsNote(ModelNote):
    """The note that amounts which are no counts are answered for by a pseudo-likelihood."""


@dataclass(frozen=True, eq=False)
class Design:
    """X (float64, dense or CSR, not copied where it was one) with the names of its columns and the labels of its rows.

    `added` says that a column of ones stands before those of X: it is written only when rows are taken, so that X
    itself need not be copied. `constant` is the place of the intercept among `names`, which count the added column.
    `weights` are those of the rows, where some were given. `kept` are the places of the rows in the data that were
    given, and `beside` says which of weights, offset and strata were given with it, with the name of the column, or
    None for an array.
    """

    X: Matrix
    names: tuple[str, ...]
    y: tuple[Column, ...]
    labels: Labels
    response: str
    added: bool = False
    constant: int | None = None
    strata: Column | None = None
    weights: Array | None = None
    n_given: int = 0
    n_missing: int = 0
    n_zero_weight: int = 0
    formula: str | None = None
    kept: NDArray[np.int64] | None = None
    beside: tuple[tuple[str, str | None], ...] = ()
    notes: tuple[str, ...] = field(default=())

    @property
    def n(self) -> int:
        return int(self.X.shape[0])

    @property
    def p(self) -> int:
        return len(self.names)

    def noted(self, *notes: str) -> Design:
        """The design with more notes."""
        return replace(self, notes=(*self.notes, *notes))

    def take(self, which: Mask | NDArray[np.int64], sign: Array | float = 1.0) -> Matrix:
        """The rows `which` (a mask or indices), each times its sign, the added constant included.

        One new array is written, whatever the size of X.
        """
        everything = which.dtype == bool and bool(which.all())
        count = self.n if everything else int(which.sum()) if which.dtype == bool else which.size
        signs = np.broadcast_to(np.asarray(sign, dtype=np.float64), (count,))
        if is_sparse(self.X):
            from scipy.sparse import csr_array, hstack

            rows = csr_array(self.X if everything else self.X[which])
            rows = csr_array(
                (rows.data * np.repeat(signs, np.diff(rows.indptr)), rows.indices, rows.indptr), rows.shape
            )
            return csr_array(hstack([csr_array(signs[:, None]), rows], format="csr")) if self.added else rows
        taken = np.empty((count, self.p))
        np.multiply(self.X if everything else self.X[which], signs[:, None], out=taken[:, int(self.added) :])
        if self.added:
            taken[:, 0] = signs
        return taken


def constant_column(X: Matrix) -> int | None:
    """The index of the first column whose entries are all equal and not 0; None if there is no such column.

    Examples
    --------
    >>> constant_column(np.array([[2.0, 1.0], [3.0, 1.0]]))
    1
    """
    if is_sparse(X):
        by_column = X.tocsc()
        full = np.flatnonzero(np.diff(by_column.indptr) == X.shape[0])
        for j in full.tolist():
            entries = by_column.data[by_column.indptr[j] : by_column.indptr[j + 1]]
            if entries[0] != 0 and (entries == entries[0]).all():
                return int(j)
        return None
    # A few rows rule out nearly every column before a whole one is read.
    candidates = np.flatnonzero((X[:20] == X[0]).all(axis=0) & (X[0] != 0))
    return next((int(j) for j in candidates if (X[:, j] == X[0, j]).all()), None)


Missing = Literal["drop", "raise"]


def enter(
    X: Matrix,
    names: tuple[str, ...],
    y: tuple[Column, ...],
    labels: Labels,
    keep: Mask,
    extra: Extra,
    *,
    add: bool = False,
    formula: str | None = None,
) -> Design:
    """Rows of weight 0 taken out, infinities refused, the intercept found or added."""
    n_given, n_missing = keep.size, int(keep.size - keep.sum())
    if n_missing == n_given:
        raise InputError(f"every one of the {n_given:,} rows has a missing value; nothing is left to diagnose")
    extra.check_offset(keep, labels)
    zero = extra.zero_weight(keep, labels)
    if zero.any():
        counted = ~zero[keep]
        if not counted.any():
            raise InputError("every row has weight 0; nothing is left to diagnose")
        X, y = X[counted], tuple(column.take(counted) for column in y)
        keep = keep & ~zero
    _refuse_infinite(y, labels if keep.all() else labels[keep])
    constant = constant_column(X)
    added = add and constant is None
    design = Design(
        X=X,
        names=(CONSTANT, *names) if added else names,
        y=y,
        labels=labels if keep.all() else labels[keep],
        response=", ".join(column.name for column in y),
        added=added,
        constant=0 if added else constant,
        strata=None if extra.strata is None else extra.strata.take(keep),
        weights=None if extra.weights is None else extra.weights.take(keep).numbers("the column of weights"),
        n_given=n_given,
        n_missing=n_missing,
        n_zero_weight=int(zero.sum()),
        formula=formula,
        kept=np.flatnonzero(keep),
        beside=extra.names,
    )
    return replace(design, notes=_notes(design))


def _refuse_infinite(y: tuple[Column, ...], labels: Labels) -> None:
    for column in y:
        if column.values.dtype == np.float64 and not np.isfinite(column.values).all():
            first = placed_at(labels, int((~np.isfinite(column.values)).argmax()))
            raise InputError(
                f"the response {column.name!r} holds infinite numbers, the first {first}; give finite ones"
            )


def _notes(design: Design) -> tuple[str, ...]:
    notes = []
    if design.n_missing:
        verb = "has" if design.n_missing == 1 else "have"
        notes.append(f"{design.n_missing:,} of {design.n_given:,} rows {verb} a missing value: left out")
    if design.n_zero_weight:
        verb = "row has" if design.n_zero_weight == 1 else "rows have"
        notes.append(f"{design.n_zero_weight:,} {verb} weight 0: no part of the likelihood")
    return tuple(notes)


def refuse_missing(gone: Mask, missing: Missing, labels: Labels) -> None:
    if missing == "raise" and gone.any():
        first = labels[int(gone.argmax())]
        raise InputError(
            f"{int(gone.sum()):,} of {gone.size:,} rows have a missing value (the first is {first!s}); drop or fill "
            'them, or give missing="drop"'
        )
