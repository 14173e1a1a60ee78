"""Models of PuLP."""

from __future__ import annotations

from typing import Any

from gordan.errors import InputError
from gordan.problem.draft import Draft, Row

__all__ = ["draft_of"]


def draft_of(model: Any) -> Draft:
    """The draft of a `pulp.LpProblem`."""
    if not hasattr(model, "constraints"):
        raise InputError(f"the model is a {type(model).__name__} of PuLP; give the LpProblem that it belongs to")
    draft = Draft("PuLP problem")
    if model.sos1 or model.sos2:
        draft.refuse(f"the special ordered set {next(iter({**model.sos1, **model.sos2}))!r}")
    place = {}
    for variable in model.variables():
        whole = variable.cat != "Continuous"
        place[variable] = draft.column(variable.name, variable.lowBound, variable.upBound, integer=whole)
    # A list from 3.3 on, and a dictionary before.
    for row in model.constraints() if callable(model.constraints) else model.constraints.values():
        # PuLP keeps Σ + constant compared with 0: the sense is −1 for ≤, 0 for =, 1 for ≥.
        low, high = (None if row.sense < 0 else 0), (None if row.sense > 0 else 0)
        draft.rows.append(Row(row.name, [(place[v], a) for v, a in row.items()], low, high, row.constant))
    if model.objective is not None:
        terms = [(place[v], a) for v, a in model.objective.items()]
        draft.objective = Row(model.objective.name or "objective", terms, constant=model.objective.constant)
        draft.maximise = model.sense < 0
    return draft
