"""Models of Pyomo."""

from __future__ import annotations

from typing import Any

from gordan.errors import InputError
from gordan.problem.draft import Draft, ObjectiveNote, Row

__all__ = ["draft_of"]

# Components that are read here, or say nothing of what is feasible. Any other, such as a disjunction, is refused.
_LINEAR = (
    "Block", "BooleanVar", "BuildAction", "BuildCheck", "Constraint", "Expression", "ExternalFunction", "Objective",
    "Param", "RangeSet", "Set", "SetOf", "Suffix", "Var",
)  # fmt: skip


def draft_of(model: Any) -> Draft:
    """The draft of a Pyomo model or block: its active constraints, those of its blocks included."""
    import pyomo.environ as pyomo
    from pyomo.repn import generate_standard_repn

    if not hasattr(model, "component_data_objects"):
        raise InputError(f"the model is a {type(model).__name__} of Pyomo; give the model or block that it belongs to")
    if not model.is_constructed():
        raise InputError("the Pyomo model is abstract; give the instance that model.create_instance() makes")
    draft = Draft("Pyomo model")
    for part in model.component_objects(active=True, descend_into=True):
        if part.ctype.__name__ not in _LINEAR:
            draft.refuse(f"the {part.ctype.__name__} {part.name!r}")
    place: dict[int, int] = {}

    def terms(body: Any, name: str) -> tuple[list[tuple[int, Any]], Any]:
        linear = generate_standard_repn(body)
        if not linear.is_linear():
            draft.refuse(f"the constraint {name!r} that is not linear")
        for variable in linear.linear_vars:
            if id(variable) not in place:
                whole = variable.is_integer() or variable.is_binary()
                place[id(variable)] = draft.column(variable.name, variable.lb, variable.ub, integer=whole)
        places = [place[id(variable)] for variable in linear.linear_vars]
        return list(zip(places, linear.linear_coefs, strict=True)), linear.constant

    for row in model.component_data_objects(pyomo.Constraint, active=True, descend_into=True):
        draft.rows.append(Row(row.name, *_between(terms(row.body, row.name), row.lb, row.ub)))
    objectives = list(model.component_data_objects(pyomo.Objective, active=True, descend_into=True))
    if len(objectives) > 1:
        draft.notes.append(
            ObjectiveNote(f"{len(objectives)} objectives are active and play no part; leave one active for `optimum`")
        )
    elif objectives and not generate_standard_repn(objectives[0].expr).is_linear():
        draft.notes.append(ObjectiveNote(f"the objective {objectives[0].name!r} is not linear and plays no part"))
    elif objectives:
        [only] = objectives
        draft.objective = Row(only.name, *_between(terms(only.expr, only.name), None, None))
        draft.maximise = only.sense == pyomo.maximize
    return draft


def _between(expression: tuple[list[tuple[int, Any]], Any], lower: Any, upper: Any) -> tuple[Any, Any, Any, Any]:
    """Terms, sides and constant in the order of a row."""
    terms, constant = expression
    return terms, lower, upper, constant
