"""The constraints of a CVXPY problem as equations and cones, each with the constraint it came from.

CVXPY reduces every constraint by itself, so that what it adds on the way (new unknowns, and cones that bound them) is
known to belong to that constraint; then all are put together and their matrices read. Those are doubles, and they are
what is decided: CVXPY's own arithmetic in making them is its own.
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

if TYPE_CHECKING:
    import cvxpy

    Undo = tuple[dict[int, cvxpy.Variable], dict[int, cvxpy.Variable]]

__all__ = ["Canon", "read_cvxpy"]


class Canon(NamedTuple):
    """The constraints, and the way from their unknowns back to the values of CVXPY's variables."""

    system: Constraints
    values: Callable[[Array], dict[str, Array]]


def read_cvxpy(problem: cvxpy.Problem) -> Canon:
    """The constraint system of a problem, with its own names; the objective counts by its domain alone."""
    try:
        import cvxpy as cp
    except ImportError:
        raise InputError("reading a CVXPY problem needs CVXPY; install it with: pip install 'gordan[cvxpy]'") from None
    from cvxpy.reductions.cvx_attr2constr import CvxAttr2Constr
    from cvxpy.reductions.dcp2cone.cone_matrix_stuffing import ConeMatrixStuffing

    _require(problem, cp)
    constraints, names = _written(problem, cp)
    nothing = cp.Minimize(cp.Variable())
    canonical, owner = [], {}
    for number, constraint in enumerate(constraints):
        for each in _reduced(constraint, nothing, cp):
            owner[each.id] = number
            canonical.append(each)
    expand = CvxAttr2Constr(reduce_bounds=True)
    expanded, undo = expand.apply(cp.Problem(nothing, canonical))
    names = _distinct(names)
    numbers = {new.id: len(names) + k for k, (new, _) in enumerate(_pairs(undo))}
    names += [_declared(old) for _, old in _pairs(undo)]
    for each in expanded.constraints:
        if each.id not in owner:
            owner[each.id] = numbers[each.variables()[0].id]
    program, inverse = ConeMatrixStuffing().apply(expanded)
    _, _, A, b = program.apply_parameters()
    system = _system(A.toarray(), np.asarray(b), program.constraints, owner, tuple(names))

    def values(x: Array) -> dict[str, Array]:
        raw = {key: x[at : at + _size(inverse, key)].reshape(inverse.var_shapes[key], order="F")
               for key, at in inverse.var_offsets.items()}  # fmt: skip
        solution = cp.reductions.solution.Solution("optimal", 0.0, raw, {}, {})
        primal = expand.invert(solution, undo).primal_vars
        return {v.name(): primal[v.id] for v in problem.variables() if v.id in primal}

    return Canon(system, values)


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
        if variable.attributes["boolean"] or variable.attributes["integer"]:
            raise InputError(f"{variable.name()} is an integer variable; declare it without boolean and integer")
        if variable.is_complex():
            raise InputError(f"{variable.name()} is complex; write its real and imaginary parts as two variables")
    for parameter in problem.parameters():
        if parameter.value is None:
            raise InputError(f"the parameter {parameter.name()} has no value; set {parameter.name()}.value first")


def _written(problem: cvxpy.Problem, cp: ModuleType) -> tuple[list[cvxpy.Constraint], list[str]]:
    """All constraints without parameters, and how they were written."""
    domain = problem.objective.args[0].domain
    names = [_name(each) for each in problem.constraints] + [f"domain of the objective: {_name(e)}" for e in domain]
    whole = cp.Problem(cp.Minimize(0), [*problem.constraints, *domain])
    if whole.parameters():
        whole, _ = cp.reductions.EvalParams().apply(whole)
    return list(whole.constraints), names


def _name(constraint: cvxpy.Constraint) -> str:
    # Matrices are written over several lines.
    return " ".join(str(getattr(constraint, "label", None) or constraint).split())


def _distinct(names: list[str]) -> list[str]:
    twice = {name for name, count in Counter(names).items() if count > 1}
    return [f"{name} (constraint {k})" if name in twice else name for k, name in enumerate(names)]


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
