"""Models in HiGHS, as its Python package holds them."""

from __future__ import annotations

from typing import Any

from gordan.errors import InputError
from gordan.problem.draft import Draft, ObjectiveNote, Row

__all__ = ["draft_of"]


def draft_of(model: Any) -> Draft:
    """The draft of a `highspy.Highs`, or of a `highspy.HighsLp`."""
    if not (hasattr(model, "getLp") or hasattr(model, "a_matrix_")):
        raise InputError(f"the model is a {type(model).__name__} of HiGHS; give the Highs that holds it")
    lp = model.getLp() if hasattr(model, "getLp") else model
    draft = Draft("HiGHS model")
    kinds = [kind.name for kind in lp.integrality_] or ["kContinuous"] * lp.num_col_
    names = list(lp.col_names_) or [""] * lp.num_col_
    for name, low, high, kind in zip(names, lp.col_lower_, lp.col_upper_, kinds, strict=True):
        if kind.startswith("kSemi"):
            draft.refuse(f"the semi-continuous column {name!r}")
        draft.column(name, low, high, integer=kind != "kContinuous")
    row_names = list(lp.row_names_) or [""] * lp.num_row_
    sides = zip(row_names, lp.row_lower_, lp.row_upper_, strict=True)
    draft.rows = [Row(name, [], low, high) for name, low, high in sides]
    matrix = lp.a_matrix_
    by_column = matrix.format_.name == "kColwise"
    for outer in range(len(matrix.start_) - 1):
        part = slice(matrix.start_[outer], matrix.start_[outer + 1])
        for inner, value in zip(matrix.index_[part], matrix.value_[part], strict=True):
            row, column = (inner, outer) if by_column else (outer, inner)
            draft.rows[row].terms.append((int(column), float(value)))
    draft.objective = Row("objective", list(enumerate(map(float, lp.col_cost_))), constant=float(lp.offset_))
    draft.maximise = lp.sense_.name == "kMaximize"
    if hasattr(model, "getModel") and model.getModel().hessian_.dim_:
        draft.objective = None
        draft.notes.append(
            ObjectiveNote("the objective has squares or products and plays no part: the constraints are answered for")
        )
    return draft
