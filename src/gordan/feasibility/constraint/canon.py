"""The constraints of a CVXPY problem as equations and cones, each with the constraint it came from.

CVXPY reduces every constraint by itself, so that what it adds on the way (new unknowns, and cones that bound them) is
known to belong to that constraint; then all are put together and their matrices read. Those are doubles, and they are
what is decided: CVXPY's own arithmetic in making them is its own. Where no cone is among them, the problem is a linear
program, with its objective.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.errors import InputError
from gordan.problem.cone import PSD, Lorentz, Orthant, Part
from gordan.problem.constraints import Constraints
from gordan.problem.draft import ObjectiveNote
from gordan.problem.program import Program, note_on_integers

if TYPE_CHECKING:
    import cvxpy

    Undo = tuple[dict[int, cvxpy.Variable], dict[int, cvxpy.Variable]]

__all__ = ["Canon", "read_cvxpy", "read_linear"]

_OBJECTIVE = "objective"  # the name of the constraint that bounds an objective which is not affine


class Canon(NamedTuple):
    """The constraints, and the way from their unknowns back to the values of CVXPY's variables.

    `cost` has the coefficients of the objective and its constant, where they were asked for; `columns` the names of
    the unknowns; `notes` says what was relaxed.
    """

    system: Constraints
    values: Callable[[Array], dict[str, Array]]
    cost: tuple[Array, float] | None
    columns: tuple[str, ...]
    integer: tuple[int, ...]
    notes: tuple[str, ...]


def read_linear(problem: cvxpy.Problem) -> Program:
    """The linear program that a problem without cones is, with its objective; doubles stand for their own values.

    Of an objective that is not linear a note says so: `optimum` refuses it, and to other questions it plays no part.
    """
    canon = read_cvxpy(problem, costs=True)
    system = canon.system
    for number, part in zip(system.part_of, system.parts, strict=True):
        if not isinstance(part, Orthant):
            raise InputError(
                f"{system.names[number]} becomes {part} in CVXPY, and optima, repairs, tolerances and blame "
                "are of linear programs; ask gordan.feasible, or leave it out"
            )
    owners = [*system.equation_of]
    for number, part in zip(system.part_of, system.parts, strict=True):
        owners += [number] * part.size
    matrix, right = np.concatenate([system.C, system.G]), np.concatenate([system.d, system.h])
    # CVXPY keeps "1 <= x" of "x >= 1": a row whose first coefficient is negative is turned around.
    first = matrix[np.arange(len(matrix)), np.abs(matrix).astype(bool).argmax(axis=1)] if matrix.size else np.zeros(0)
    signs, equal = np.where(first < 0, -1.0, 1.0), np.arange(len(matrix)) < system.d.size
    sides = (signs * right).tolist()
    return Program(
        signs[:, None] * matrix,
        row_lower=[v if e or s < 0 else None for v, e, s in zip(sides, equal, signs, strict=True)],
        row_upper=[v if e or s > 0 else None for v, e, s in zip(sides, equal, signs, strict=True)],
        row_names=_indexed([system.names[number] for number in owners]),
        column_names=canon.columns,
        objective=None if canon.cost is None else canon.cost[0].tolist(),
        constant=0 if canon.cost is None else canon.cost[1],
        maximise=problem.objective.NAME == "maximize",
        numbers="binary",
        integer=canon.integer,
        notes=canon.notes,
    )


def _indexed(names: list[str]) -> list[str]:
    """Numbers behind the names that several rows have."""
    often, seen = Counter(names), Counter[str]()
    numbered = []
    for name in names:
        numbered.append(f"{name}[{seen[name]}]" if often[name] > 1 else name)
        seen[name] += 1
    return numbered


def read_cvxpy(problem: cvxpy.Problem, *, costs: bool = False) -> Canon:
    """The constraint system of a problem, with its own names.

    The objective counts by its domain, and with `costs` by its coefficients; one that is not affine becomes a
    constraint on its value, which is then the objective, or a note where that is not linear. Integer variables are
    relaxed.
    """
    try:
        import cvxpy as cp
    except ImportError:
        raise InputError("reading a CVXPY problem needs CVXPY; install it with: pip install 'gordan[cvxpy]'") from None
    from cvxpy.reductions.cvx_attr2constr import CvxAttr2Constr
    from cvxpy.reductions.dcp2cone.cone_matrix_stuffing import ConeMatrixStuffing

    _require(problem, cp)
    relaxed, originals = _relaxed(problem, cp)
    domain = _domain(relaxed.objective.args[0])
    names = [_name(each) for each in problem.constraints] + [f"domain of the objective: {_name(e)}" for e in domain]
    constraints, expression = _written(relaxed, domain, cp)
    goal = nothing = cp.Minimize(cp.Variable())
    value, why = cp.Variable(name=_OBJECTIVE), None
    if costs and not expression.is_affine():
        bound = expression <= value if problem.objective.NAME == "minimize" else expression >= value
        if (why := _not_linear(bound, nothing, cp)) is None:
            constraints.append(bound)
            names.append(_OBJECTIVE)
            expression = value
    if costs := costs and why is None:
        # Without any variable there would be no column.
        goal = cp.Minimize(expression if problem.variables() else expression + 0 * value)
    canonical, owner = [], {}
    for number, constraint in enumerate(constraints):
        for each in _reduced(constraint, nothing, cp):
            owner[each.id] = number
            canonical.append(each)
    expand = CvxAttr2Constr(reduce_bounds=True)
    expanded, undo = expand.apply(cp.Problem(goal, canonical))
    names = _distinct(names)
    numbers = {new.id: len(names) + k for k, (new, _) in enumerate(_pairs(undo))}
    names += [_declared(originals.get(old.id, old)) for _, old in _pairs(undo)]
    for each in expanded.constraints:
        if each.id not in owner:
            owner[each.id] = numbers[each.variables()[0].id]
    program, inverse = ConeMatrixStuffing().apply(expanded)
    cost, constant, A, b = program.apply_parameters()
    system = _system(A.toarray(), np.asarray(b), program.constraints, owner, tuple(names))

    def values(x: Array) -> dict[str, Array]:
        raw = {key: x[at : at + _size(inverse, key)].reshape(inverse.var_shapes[key], order="F")
               for key, at in inverse.var_offsets.items()}  # fmt: skip
        solution = cp.reductions.solution.Solution("optimal", 0.0, raw, {}, {})
        primal = expand.invert(solution, undo).primal_vars
        found = [v for v in relaxed.variables() if v.id in primal]
        return dict(zip(_distinct([v.name() for v in found], "variable"), (primal[v.id] for v in found), strict=True))

    own = {value.id, *(v.id for v in relaxed.variables())}
    columns, integer = _columns(expanded, inverse, {new.id: old for new, old in _pairs(undo)}, originals, own)
    whole = sum(len(_whole(v, "boolean")) + len(_whole(v, "integer")) for v in originals.values())
    read = (np.asarray(cost, dtype=np.float64), float(constant)) if costs else None
    notes = (*note_on_integers(whole), *([] if why is None else [ObjectiveNote(why)]))
    return Canon(system, values, read, columns, integer, notes)


def _not_linear(bound: cvxpy.Constraint, nothing: cvxpy.Minimize, cp: ModuleType) -> str | None:
    """Why the objective, whose value is bounded by a variable, is no part of a linear program; None where it is."""
    from cvxpy.reductions.dcp2cone.dcp2cone import Dcp2Cone

    if not bound.is_dcp():
        return "the objective does not follow CVXPY's rules for convex problems (DCP) and plays no part"
    made, _ = Dcp2Cone().apply(cp.Problem(nothing, [bound]))
    cones = (type(each).__name__ for each in made.constraints)
    cone = next((kind for kind in cones if kind not in ("Equality", "Inequality", "Zero", "NonNeg")), None)
    return cone and f"the objective becomes {cone} in CVXPY, which is not linear, and plays no part"


def _relaxed(problem: cvxpy.Problem, cp: ModuleType) -> tuple[cvxpy.Problem, dict[int, cvxpy.Variable]]:
    """The problem with real variables in place of integer ones, and these by the numbers of the new ones."""
    swapped, originals = {}, {}
    for variable in problem.variables():
        boolean = _whole(variable, "boolean")
        if not (boolean or _whole(variable, "integer")):
            continue
        kept = {
            key: value
            for key, value in variable.attributes.items()
            if key not in ("boolean", "integer") and value is not None and value is not False
        }
        if boolean:
            lower, upper = np.full(variable.shape, -np.inf), np.full(variable.shape, np.inf)
            for index in boolean:
                lower[index], upper[index] = 0.0, 1.0
            kept["bounds"] = [lower, upper]
        new = cp.Variable(variable.shape, name=variable.name(), **kept)
        swapped[id(variable)], originals[new.id] = new, variable
    if not swapped:
        return problem, {}
    constraints = [each.tree_copy(swapped) for each in problem.constraints]
    return cp.Problem(problem.objective.tree_copy(swapped), constraints), originals


def _whole(variable: cvxpy.Variable, attribute: str) -> set[tuple[int, ...]]:
    """The entries that are boolean, or integer: all of them, or those listed."""
    declared = variable.attributes[attribute]
    if declared is True:
        return set(np.ndindex(*variable.shape))
    return {tuple(map(int, index)) for index in declared} if declared else set()


def _columns(
    expanded: cvxpy.Problem,
    inverse: cvxpy.reductions.InverseData,
    olds: dict[int, cvxpy.Variable],
    originals: dict[int, cvxpy.Variable],
    own: set[int],
) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The names of all unknowns, entry by entry, and which of them are to be whole.

    CVXPY numbers the variables that it adds anew whenever a problem is read: those that are not the problem's `own`
    are named by their order, so that a certificate fits the same problem read again.
    """
    names, integer, added = [""] * inverse.x_length, [], 0
    known = {v.id: v for v in expanded.variables()}
    for key, at in inverse.var_offsets.items():
        variable = olds.get(key, known[key])
        original = originals.get(variable.id, variable)
        name = variable.name()
        if variable.id not in own:
            added += 1
            name = f"added by CVXPY {added}"
        indices = list(np.ndindex(*inverse.var_shapes[key]))
        indices.sort(key=lambda index: index[::-1])  # CVXPY lists entries column by column
        whole = _whole(original, "boolean") | _whole(original, "integer")
        for k, index in enumerate(indices):
            names[at + k] = f"{name}[{','.join(map(str, index))}]" if index else name
            if index in whole and tuple(inverse.var_shapes[key]) == tuple(original.shape):
                integer.append(at + k)
    often = Counter(names)
    names = [f"{name} (column {k})" if often[name] > 1 else name for k, name in enumerate(names)]
    return tuple(names), tuple(integer)


def _declared(variable: cvxpy.Variable) -> str:
    attributes = [key for key, value in variable.attributes.items() if value is not None and value is not False]
    return f"{variable.name()} is declared with {', '.join(attributes)}"


def _pairs(undo: Undo) -> list[tuple[cvxpy.Variable, cvxpy.Variable]]:
    """New and old variables, where attributes made new ones."""
    return [(new, undo[1][key]) for key, new in undo[0].items()] if undo else []


def _size(inverse: cvxpy.reductions.InverseData, key: int) -> int:
    return int(np.prod(inverse.var_shapes[key], dtype=int))


def _require(problem: cvxpy.Problem, cp: ModuleType) -> None:
    if not isinstance(problem, cp.Problem):
        raise InputError(f"problem is {type(problem).__name__}; give a cvxpy.Problem")
    broken = [_name(each) for each in problem.constraints if not each.is_dcp()]
    if broken:
        others = f", and {len(broken) - 1} more" if len(broken) > 1 else ""
        raise InputError(
            f"{broken[0]}{others}: this does not follow CVXPY's rules for convex problems (DCP); rewrite it with a "
            "convex expression on the smaller side and a concave one on the greater"
        )
    for variable in problem.variables():
        if variable.is_complex():
            raise InputError(f"{variable.name()} is complex; write its real and imaginary parts as two variables")
    for parameter in problem.parameters():
        if parameter.value is None:
            raise InputError(f"the parameter {parameter.name()} has no value; set {parameter.name()}.value first")


def _domain(expression: cvxpy.Expression) -> list[cvxpy.Constraint]:
    """Where an expression is defined, but for what its variables are declared with, which counts by itself."""
    declared = {str(each) for variable in expression.variables() for each in variable.domain}
    return [each for each in expression.domain if str(each) not in declared]


def _written(
    problem: cvxpy.Problem, domain: list[cvxpy.Constraint], cp: ModuleType
) -> tuple[list[cvxpy.Constraint], cvxpy.Expression]:
    """All constraints, and the expression of the objective, without parameters."""
    whole = cp.Problem(problem.objective, [*problem.constraints, *domain])
    if whole.parameters():
        whole, _ = cp.reductions.EvalParams().apply(whole)
    return list(whole.constraints), whole.objective.args[0]


def _name(constraint: cvxpy.Constraint) -> str:
    # Matrices are written over several lines.
    return " ".join(str(getattr(constraint, "label", None) or constraint).split())


def _distinct(names: list[str], kind: str = "constraint") -> list[str]:
    twice = {name for name, count in Counter(names).items() if count > 1}
    return [f"{name} ({kind} {k})" if name in twice else name for k, name in enumerate(names)]


def _reduced(constraint: cvxpy.Constraint, nothing: cvxpy.Minimize, cp: ModuleType) -> list[cvxpy.Constraint]:
    from cvxpy.reductions.dcp2cone.dcp2cone import Dcp2Cone

    made, _ = Dcp2Cone().apply(cp.Problem(nothing, [constraint]))
    known = ("Equality", "Inequality", "Zero", "NonNeg", "SOC", "PSD")
    for each in made.constraints:
        if type(each).__name__ not in known or (type(each).__name__ == "PSD" and len(each.args[0].shape) > 2):
            raise InputError(
                f"{_name(constraint)} becomes {type(each).__name__} in CVXPY; gordan decides linear, second-order and "
                "semidefinite constraints: leave it out, or bound it by such"
            )
    return list(made.constraints)


def _system(
    A: Array, b: Array, constraints: list[cvxpy.Constraint], owner: dict[int, int], names: tuple[str, ...]
) -> Constraints:
    """From rows with Ax + b in the cones, in CVXPY's order, to equations and parts in ours."""
    equations: list[int] = []
    equation_of: list[int] = []
    parts: list[Part] = []
    part_of: list[int] = []
    blocks: list[Array] = [np.zeros((0, A.shape[1] + 1))]
    start, rows = 0, np.column_stack([A, b])
    for each in constraints:
        size = sum(arg.size for arg in each.args)
        own, kind = np.arange(start, start + size), type(each).__name__
        start += size
        if not np.isfinite(rows[own]).all():
            raise InputError(
                f"{names[owner[each.id]]}: this holds NaN or infinity, and gordan decides on finite numbers only; "
                "leave out a side that bounds nothing"
            )
        if kind == "Zero":
            equations += own.tolist()
            equation_of += [owner[each.id]] * size
            continue
        for part, block in _cones(kind, each, rows[own]):
            parts.append(part)
            part_of.append(owner[each.id])
            blocks.append(block)
    inside = np.concatenate(blocks)
    return Constraints(
        A[equations], -b[equations], -inside[:, :-1], inside[:, -1], tuple(parts),
        names=names, equation_of=tuple(equation_of), part_of=tuple(part_of),
    )  # fmt: skip


def _cones(kind: str, constraint: cvxpy.Constraint, rows: Array) -> list[tuple[Part, Array]]:
    if kind == "NonNeg":
        return [(Orthant(len(rows)), rows)] if len(rows) else []
    if kind == "PSD":
        n = int(constraint.args[0].shape[0])
        # CVXPY lists matrices column by column, and means their symmetric part.
        stack = rows.reshape(n, n, -1)
        i, j = PSD(n).places
        return [(PSD(n), 0.5 * stack[i, j] + 0.5 * stack[j, i])]
    count = int(constraint.args[0].size)
    bounds, rest = rows[:count], rows[count:]
    each = len(rest) // count
    return [
        (Lorentz(each + 1), np.concatenate([rest[k * each : (k + 1) * each], bounds[k : k + 1]])) for k in range(count)
    ]
