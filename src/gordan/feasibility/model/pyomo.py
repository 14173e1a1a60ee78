"""Models of Pyomo."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
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

    if not hasattr(model, "component_data_objects") or not hasattr(model, "is_constructed"):
        raise InputError(
            f"the model is a {type(model).__name__} of Pyomo; give the model or block of pyomo.environ that has it"
        )
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
                place[id(variable)] = _column(draft, variable)
        places = [place[id(variable)] for variable in linear.linear_vars]
        return list(zip(places, linear.linear_coefs, strict=True)), linear.constant

    for row in model.component_data_objects(pyomo.Constraint, active=True, descend_into=True):
        with _evaluating(f"constraint {row.name!r}"):
            draft.rows.append(Row(row.name, *_between(terms(row.body, row.name), row.lb, row.ub)))
    objectives = list(model.component_data_objects(pyomo.Objective, active=True, descend_into=True))
    if len(objectives) > 1:
        draft.notes.append(
            ObjectiveNote(f"{len(objectives)} objectives are active and play no part; leave one active for `optimum`")
        )
    elif objectives and not _is_linear(objectives[0]):
        draft.notes.append(ObjectiveNote(f"the objective {objectives[0].name!r} is not linear and plays no part"))
    elif objectives:
        [only] = objectives
        with _evaluating(f"objective {only.name!r}"):
            draft.objective = Row(only.name, *_between(terms(only.expr, only.name), None, None))
        draft.maximise = only.sense == pyomo.maximize
    return draft


@contextmanager
def _evaluating(what: str) -> Iterator[None]:
    """Refuse with a sentence what Pyomo cannot evaluate: parameters without a value, bounds that are not finite."""
    try:
        yield
    except InputError:
        raise
    except ValueError as error:
        reason = " ".join(str(error).split()).rstrip(".:")
        raise InputError(
            f"Pyomo cannot evaluate the {what}: {reason}; give finite bounds, and parameters and fixed variables values"
        ) from None


def _is_linear(objective: Any) -> bool:
    from pyomo.repn import generate_standard_repn

    with _evaluating(f"objective {objective.name!r}"):
        return bool(generate_standard_repn(objective.expr).is_linear())


def _column(draft: Draft, variable: Any) -> int:
    """Add a variable. Its domain has the step 0 as an interval, and 1 as the whole numbers of one."""
    step = variable.domain.get_interval()[2]
    if step not in (0, 1):
        draft.refuse(f"the variable {variable.name!r} whose domain {variable.domain.name} is no interval")
    return draft.column(variable.name, variable.lb, variable.ub, integer=step == 1)


def _between(expression: tuple[list[tuple[int, Any]], Any], lower: Any, upper: Any) -> tuple[Any, Any, Any, Any]:
    """Terms, sides and constant in the order of a row."""
    terms, constant = expression
    return terms, lower, upper, constant
