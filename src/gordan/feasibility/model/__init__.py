"""`read_model(model)`: the linear program that an object of another package describes, in the modeller's own names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module

from gordan.errors import InputError
from gordan.feasibility.model.linprog import KEYS, draft_of_arrays
from gordan.problem.constraints import Constraints
from gordan.problem.draft import Draft
from gordan.problem.numbers import Numbers
from gordan.problem.program import Inequalities, Program

__all__ = ["is_model", "of_cvxpy", "read_model", "read_program"]

# The package in which an object's class was defined, and the module here that reads it. Nothing of theirs is imported
# before such an object is at hand.
_READERS = {package: package for package in ("highspy", "linopy", "ortools", "pulp", "pyomo")}


def read_model(model: object, *, numbers: Numbers = "decimal", linear: bool = False) -> Program | Constraints:
    """Read the linear program out of a model of Pyomo, linopy, PuLP, OR-tools or HiGHS, or out of `linprog` arrays.

    Of a CVXPY problem, which may have cones, the equations and cones are returned that CVXPY makes of it.

    Names of variables and constraints are the modeller's. Constraints that are switched off are left out, and variables
    that are fixed count as their values. Integer variables are relaxed, and a note says so. What is not linear is
    refused by the name of its constraint.

    Parameters
    ----------
    model : pyomo model or block, linopy.Model, pulp.LpProblem, highspy.Highs, a model of OR-tools, cvxpy.Problem, \
or a mapping
        OR-tools has three kinds of models, and all are taken: `pywraplp.Solver`, `model_builder.Model` and
        `mathopt.Model`. A mapping holds arguments of `scipy.optimize.linprog` by their names: c, A_ub, b_ub, A_eq,
        b_eq, bounds. Data frames for A_ub and A_eq name the columns and rows.
    numbers : {"decimal", "binary"}
        What a double stands for: the shortest decimal that reads back as it, as the modeller wrote it; or its own
        value. The numbers that CVXPY makes are doubles, whose own value counts.
    linear : bool
        Read a CVXPY problem without cones as the linear program that it is, as `optimum`, `repair` and `tolerance` do,
        with its objective.

    Returns
    -------
    Program, of a CVXPY problem Constraints, unless `linear`
        What `feasible` and `optimum` answer, and what `verify` compares an answer or certificate with.

    Raises
    ------
    InputError
        The object is of another kind, or has parts that are no linear program; the sentence names them.

    Examples
    --------
    >>> program = read_model({"A_ub": [[1, 1]], "b_ub": [0.3], "bounds": (0.1, None)})
    >>> program.row_upper, program.lower
    ((Fraction(3, 10),), (Fraction(1, 10), Fraction(1, 10)))
    """
    if of_cvxpy(model) and not linear:
        from gordan.feasibility.constraint.canon import read_cvxpy

        return read_cvxpy(model).system
    return read_program(model, numbers=numbers)


def read_program(model: object, *, numbers: Numbers = "decimal") -> Program:
    """Read a model that is a linear program; refuse any other."""
    if isinstance(model, Program):
        return model
    if isinstance(model, Inequalities):
        return model.program()
    if isinstance(model, Mapping):
        return draft_of_arrays(model, numbers).program(numbers)
    if of_cvxpy(model):
        from gordan.feasibility.constraint.canon import read_linear

        return read_linear(model)
    reader = _reader(model)
    if reader is None:
        raise InputError(
            f"the model is of the type {type(model).__name__}; give a Program, what gordan.file.read_program read from "
            f"a file, a model of Pyomo, linopy, PuLP, OR-tools or HiGHS, or a dictionary with arguments of linprog "
            f"({', '.join(KEYS)})"
        )
    return reader(model).program(numbers)


def is_model(model: object) -> bool:
    """Whether `read_model` takes it, as far as its type tells."""
    return isinstance(model, Mapping) or of_cvxpy(model) or _reader(model) is not None


def of_cvxpy(model: object) -> bool:
    """Whether an object comes from CVXPY, which is not imported to find out."""
    return any(kind.__module__.partition(".")[0] == "cvxpy" for kind in type(model).__mro__)


def _reader(model: object) -> Callable[[object], Draft] | None:
    for kind in type(model).__mro__:
        package = kind.__module__.partition(".")[0]
        if package in _READERS:
            reader: Callable[[object], Draft] = import_module(f"{__name__}.{_READERS[package]}").draft_of
            return reader
    return None
