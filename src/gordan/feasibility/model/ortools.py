"""Models of OR-tools: `pywraplp.Solver`, `model_builder.Model` and `mathopt.Model`, by their protocol buffers."""

from __future__ import annotations

from typing import Any

from gordan.errors import InputError
from gordan.problem.draft import Draft, ObjectiveNote, Row

__all__ = ["draft_of"]


def draft_of(model: Any) -> Draft:
    """The draft of a linear model of OR-tools."""
    if hasattr(model, "ExportModelToProto"):
        from ortools.linear_solver.linear_solver_pb2 import MPModelProto

        written = MPModelProto()
        model.ExportModelToProto(written)
        return _of_linear_solver(written)
    if hasattr(model, "export_to_proto"):
        return _of_linear_solver(model.export_to_proto())
    if hasattr(model, "export_model"):
        return _of_mathopt(model.export_model())
    raise InputError(
        f"the model is a {type(model).__name__} of OR-tools; give a pywraplp.Solver, a model_builder.Model or a "
        "mathopt.Model; a CpModel asks for whole numbers, which are not decided here"
    )


def _of_linear_solver(written: Any) -> Draft:
    draft = Draft("OR-tools model")
    if written.general_constraint:
        draft.refuse(f"the constraint {written.general_constraint[0].name!r} that is not linear")
    for variable in written.variable:
        draft.column(variable.name, variable.lower_bound, variable.upper_bound, integer=variable.is_integer)
    for row in written.constraint:
        terms = list(zip(row.var_index, row.coefficient, strict=True))
        draft.rows.append(Row(row.name, terms, row.lower_bound, row.upper_bound))
    if written.quadratic_objective.coefficient:
        draft.notes.append(
            ObjectiveNote("the objective has squares or products and plays no part: the constraints are answered for")
        )
    else:
        costs = [variable.objective_coefficient for variable in written.variable]
        draft.objective = Row("objective", list(enumerate(costs)), constant=written.objective_offset)
        draft.maximise = written.maximize
    return draft


def _of_mathopt(written: Any) -> Draft:
    draft = Draft("OR-tools model")
    for part in ("quadratic", "second_order_cone", "sos1", "sos2", "indicator"):
        for each in getattr(written, f"{part}_constraints").values():
            draft.refuse(f"the {part.replace('_', '-')} constraint {each.name!r}")
    columns, rows = written.variables, written.linear_constraints
    names = columns.names or [""] * len(columns.ids)
    place = {}
    for key, name, low, high, whole in zip(
        columns.ids, names, columns.lower_bounds, columns.upper_bounds, columns.integers, strict=True
    ):
        place[key] = draft.column(name, low, high, integer=whole)
    named = rows.names or [""] * len(rows.ids)
    by_key = {}
    for key, name, low, high in zip(rows.ids, named, rows.lower_bounds, rows.upper_bounds, strict=True):
        by_key[key] = Row(name, [], low, high)
    matrix = written.linear_constraint_matrix
    for row, column, value in zip(matrix.row_ids, matrix.column_ids, matrix.coefficients, strict=True):
        by_key[row].terms.append((place[column], value))
    draft.rows = list(by_key.values())
    if written.auxiliary_objectives:
        draft.notes.append("further objectives, of other priorities, play no part")
    goal = written.objective
    if goal.quadratic_coefficients.row_ids:
        draft.notes.append(
            ObjectiveNote("the objective has squares or products and plays no part: the constraints are answered for")
        )
    else:
        linear = goal.linear_coefficients
        terms = [(place[k], v) for k, v in zip(linear.ids, linear.values, strict=True)]
        draft.objective = Row(goal.name or "objective", terms, constant=goal.offset)
        draft.maximise = goal.maximize
    return draft
