"""Models of linopy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from gordan.errors import InputError
from gordan.problem.draft import Draft, ObjectiveNote, Row

__all__ = ["draft_of"]


def draft_of(model: Any) -> Draft:
    """The draft of a `linopy.Model`. An entry is named by its variable or constraint and its coordinates: x[a,2030]."""
    if not (hasattr(model, "matrices") and hasattr(model, "constraints")):
        raise InputError(f"the model is a {type(model).__name__} of linopy; give the Model that it belongs to")
    draft = Draft("linopy model")
    for part in ("sos", "semi_continuous"):
        if len(special := list(getattr(model.variables, part, ()))):
            draft.refuse(f"the {part.replace('_', '-')} variable {special[0]!r}")
    if len(indicator := list(getattr(model.constraints, "indicator", ()))):
        draft.refuse(f"the indicator constraint {indicator[0]!r}")
    matrices = model.matrices
    names, rows = dict(_labels(model.variables)), dict(_labels(model.constraints))
    kinds = matrices.vtypes
    for label, low, high, kind in zip(matrices.vlabels, matrices.lb, matrices.ub, kinds, strict=True):
        draft.column(names[int(label)], float(low), float(high), integer=kind != "C")
    if matrices.A is not None:
        matrix = matrices.A.tocsr()
        for i, (label, sense, side) in enumerate(zip(matrices.clabels, matrices.sense, matrices.b, strict=True)):
            entries = slice(matrix.indptr[i], matrix.indptr[i + 1])
            terms = list(zip(matrix.indices[entries].tolist(), matrix.data[entries].tolist(), strict=True))
            low, high = (None if sense == "<" else float(side)), (None if sense == ">" else float(side))
            draft.rows.append(Row(rows[int(label)], terms, low, high))
    if getattr(model.objective, "is_quadratic", False):
        draft.notes.append(
            ObjectiveNote("the objective has squares or products and plays no part: the constraints are answered for")
        )
    else:
        draft.objective = Row("objective", list(enumerate(np.asarray(matrices.c, dtype=float).tolist())))
        draft.maximise = model.objective.sense == "max"
    return draft


def _labels(container: Any) -> Iterator[tuple[int, str]]:
    """Every label of linopy's with its name; −1 marks entries that a mask has taken out."""
    for name, each in container.items():
        labels = each.labels
        coordinates = [np.asarray(labels.coords[d].values) if d in labels.coords else None for d in labels.dims]
        for place, label in np.ndenumerate(np.asarray(labels.values)):
            if label >= 0:
                at = [str(k if c is None else c[k]) for c, k in zip(coordinates, place, strict=True)]
                yield int(label), f"{name}[{','.join(at)}]" if at else name
