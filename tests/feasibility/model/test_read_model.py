"""The same two programs written in every package that is read: one program each, with the modeller's names."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import gordan
from gordan.errors import InputError
from gordan.problem.draft import Draft, Row
from gordan.problem.program import Program

# At least 10 of feed with 2.5 of protein and at most 2 of water: feed.mps with a price.
COSTS = {"hay": 2, "soy": 3, "straw": Fraction(1, 2)}
ROWS: dict[str, tuple[dict[str, Any], Any, Any]] = {
    "amount": ({"hay": 1, "soy": 1, "straw": 1}, 10, None),
    "protein": ({"hay": Fraction(1, 10), "soy": Fraction(2, 5), "straw": Fraction(1, 25)}, Fraction(5, 2), None),
    "water": ({"hay": Fraction(1, 5), "soy": Fraction(3, 10), "straw": Fraction(3, 10)}, None, 2),
}


def as_pyomo() -> Any:
    pyomo = pytest.importorskip("pyomo.environ")
    model = pyomo.ConcreteModel()
    for name in COSTS:
        setattr(model, name, pyomo.Var(domain=pyomo.NonNegativeReals))
    model.one = pyomo.Var()
    model.one.fix(1)  # a fixed variable is its value
    model.amount = pyomo.Constraint(expr=model.hay + model.soy + model.straw - model.one >= 9)
    model.protein = pyomo.Constraint(expr=0.1 * model.hay + 0.4 * model.soy + 0.04 * model.straw >= 2.5)
    model.water = pyomo.Constraint(expr=0.2 * model.hay + 0.3 * model.soy + 0.3 * model.straw <= 2)
    model.off = pyomo.Constraint(expr=model.hay >= 100)
    model.off.deactivate()
    model.price = pyomo.Objective(expr=2 * model.hay + 3 * model.soy + 0.5 * model.straw + 7)
    return model


def as_pulp() -> Any:
    pulp = pytest.importorskip("pulp")
    model = pulp.LpProblem("feed", pulp.LpMinimize)
    hay, soy, straw = (pulp_variable(model, name, 0) for name in COSTS)
    model += 2 * hay + 3 * soy + 0.5 * straw + 7
    model += hay + soy + straw >= 10, "amount"
    model += 0.1 * hay + 0.4 * soy + 0.04 * straw >= 2.5, "protein"
    model += 0.2 * hay + 0.3 * soy + 0.3 * straw <= 2, "water"
    return model


def pulp_variable(model: Any, name: str, *bounds: float, cat: str = "Continuous") -> Any:
    """As PuLP 4 has it, or as those before."""
    if hasattr(model, "add_variable"):
        return model.add_variable(name, *bounds, cat=cat)
    return pytest.importorskip("pulp").LpVariable(name, *bounds, cat=cat)


def as_linopy() -> Any:
    linopy = pytest.importorskip("linopy")
    model = linopy.Model()
    hay, soy, straw = (model.add_variables(lower=0, name=name) for name in COSTS)
    model.add_constraints(hay + soy + straw >= 10, name="amount")
    model.add_constraints(0.1 * hay + 0.4 * soy + 0.04 * straw >= 2.5, name="protein")
    model.add_constraints(0.2 * hay + 0.3 * soy + 0.3 * straw <= 2, name="water")
    model.add_objective(2 * hay + 3 * soy + 0.5 * straw)
    return model


def as_highs() -> Any:
    highspy = pytest.importorskip("highspy")
    model = highspy.Highs()
    model.silent()
    hay, soy, straw = (model.addVariable(lb=0, name=name) for name in COSTS)
    model.addConstr(hay + soy + straw >= 10, name="amount")
    model.addConstr(0.1 * hay + 0.4 * soy + 0.04 * straw >= 2.5, name="protein")
    model.addConstr(0.2 * hay + 0.3 * soy + 0.3 * straw <= 2, name="water")
    model.changeColsCost(3, [0, 1, 2], [2.0, 3.0, 0.5])
    model.changeObjectiveOffset(7)
    return model


def as_arrays() -> Any:
    A = pd.DataFrame([[-1, -1, -1], [-0.1, -0.4, -0.04], [0.2, 0.3, 0.3]], columns=list(COSTS), index=list(ROWS))
    return {"c": [2, 3, 0.5], "A_ub": A, "b_ub": [-10, -2.5, 2]}


@pytest.mark.parametrize("build", [as_pyomo, as_pulp, as_linopy, as_highs])
def test_the_same_program_from_every_package(build: Any) -> None:
    assert_feed(gordan.read_model(build()), constant=0 if build is as_linopy else 7)


def assert_feed(program: Program, constant: int) -> None:
    columns = program.column_names
    assert sorted(columns) == sorted(COSTS)
    assert sorted(program.row_names) == sorted(ROWS)
    for name, row, low, high in zip(
        program.row_names, program.A.rows(), program.row_lower, program.row_upper, strict=True
    ):
        assert ({columns[j]: v for j, v in row}, low, high) == ROWS[name]
    assert set(program.lower) == {0}
    assert set(program.upper) == {None}
    assert dict(zip(columns, program.objective, strict=True)) == COSTS
    assert (program.constant, program.maximise) == (constant, False)


@pytest.mark.parametrize("build", [as_pyomo, as_pulp, as_linopy, as_highs, as_arrays])
def test_a_contradiction_names_the_constraints_of_the_model(build: Any) -> None:
    answer = gordan.feasible(build())
    assert answer.kind == "infeasible"
    assert answer.verdict.holds
    assert {member.words.split()[0] for member in answer.subsystem} == {"amount", "protein", "water", "straw"}


OR_TOOLS = """
from fractions import Fraction
import gordan
from feasibility.model.test_read_model import assert_feed
from ortools.linear_solver import pywraplp
from ortools.linear_solver.python import model_builder
from ortools.math_opt.python import mathopt

solver = pywraplp.Solver.CreateSolver("GLOP")
hay, soy, straw = (solver.NumVar(0, solver.infinity(), name) for name in ("hay", "soy", "straw"))
solver.Add(hay + soy + straw >= 10, "amount")
solver.Add(0.1 * hay + 0.4 * soy + 0.04 * straw >= 2.5, "protein")
solver.Add(0.2 * hay + 0.3 * soy + 0.3 * straw <= 2, "water")
solver.Minimize(2 * hay + 3 * soy + 0.5 * straw + 7)

builder = model_builder.Model()
hay, soy, straw = (builder.new_num_var(0, float("inf"), name) for name in ("hay", "soy", "straw"))
builder.add(hay + soy + straw >= 10, name="amount")
builder.add(0.1 * hay + 0.4 * soy + 0.04 * straw >= 2.5, name="protein")
builder.add(0.2 * hay + 0.3 * soy + 0.3 * straw <= 2, name="water")
builder.minimize(2 * hay + 3 * soy + 0.5 * straw + 7)

third = mathopt.Model()
hay, soy, straw = (third.add_variable(lb=0, name=name) for name in ("hay", "soy", "straw"))
third.add_linear_constraint(hay + soy + straw >= 10, name="amount")
third.add_linear_constraint(0.1 * hay + 0.4 * soy + 0.04 * straw >= 2.5, name="protein")
third.add_linear_constraint(0.2 * hay + 0.3 * soy + 0.3 * straw <= 2, name="water")
third.minimize(2 * hay + 3 * soy + 0.5 * straw + 7)

for model in (solver, builder, third):
    assert_feed(gordan.read_model(model), constant=7)
    assert gordan.feasible(model, hard=["straw"]).kind == "infeasible"
    assert gordan.verify(gordan.read_model(model), gordan.repair(model)).holds
assert gordan.optimum(gordan.Program([[1]], row_lower=[2], objective=[3])).value == 6
third.add_quadratic_constraint(expr=hay * hay, ub=1, name="round")
try:
    gordan.feasible(third)
except gordan.InputError as error:
    print(error)
"""


def test_or_tools_in_a_process_of_its_own() -> None:
    """Its shared library and that of highspy cannot be loaded together."""
    pytest.importorskip("google.protobuf", reason="OR-tools is not installed")
    if subprocess.run([sys.executable, "-c", "import ortools"], check=False, capture_output=True).returncode:
        pytest.skip("OR-tools is not installed")
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(f"import sys; sys.path.insert(0, 'tests')\n{OR_TOOLS}")],
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "the quadratic constraint 'round'" in done.stdout


def test_integers_are_relaxed_and_said_to_be() -> None:
    pulp = pytest.importorskip("pulp")
    model = pulp.LpProblem("half")
    x = pulp_variable(model, "x", 0, 1, cat="Integer")
    model += 2 * x == 1, "half"
    answer = gordan.feasible(model)
    assert answer.kind == "feasible"
    assert answer.point.values == (Fraction(1, 2),)
    assert any("whole numbers" in note for note in answer.notes)
    assert "whole numbers" in str(answer)


def test_what_is_not_linear_is_refused_by_its_name() -> None:
    pyomo = pytest.importorskip("pyomo.environ")
    model = pyomo.ConcreteModel()
    model.x = pyomo.Var([1, 2], bounds=(0, 1))
    model.curve = pyomo.Constraint(expr=model.x[1] * model.x[2] >= 1)
    with pytest.raises(gordan.InputError, match="the constraint 'curve' that is not linear"):
        gordan.feasible(model)
    model.curve.deactivate()
    model.sets = pyomo.SOSConstraint(var=model.x, sos=1)
    with pytest.raises(gordan.InputError, match="the SOSConstraint 'sets'"):
        gordan.feasible(model)
    with pytest.raises(gordan.InputError, match="create_instance"):
        gordan.feasible(pyomo.AbstractModel())
    with pytest.raises(gordan.InputError, match="give the model or block"):
        gordan.feasible(model.x)


def test_semicontinuous_columns_are_refused() -> None:
    highspy = pytest.importorskip("highspy")
    model = highspy.Highs()
    model.silent()
    model.addVariable(lb=1, ub=3, name="batch", type=highspy.HighsVarType.kSemiContinuous)
    with pytest.raises(gordan.InputError, match="the semi-continuous column 'batch'"):
        gordan.feasible(model)


def test_masked_and_indexed_entries_of_linopy() -> None:
    linopy = pytest.importorskip("linopy")
    model = linopy.Model()
    years, plants = pd.Index([2030, 2040], name="year"), pd.Index(["a", "b"], name="plant")
    x = model.add_variables(lower=0, upper=1, coords=[years, plants], name="x")
    mask = pd.DataFrame([[True, False], [True, True]], index=years, columns=plants)
    model.add_constraints(x >= 2, name="need", mask=mask)
    program = gordan.read_model(model)
    assert program.row_names == ("need[2030,a]", "need[2040,a]", "need[2040,b]")
    answer = gordan.feasible(model)
    assert answer.kind == "infeasible"
    assert len(answer.subsystem) == 2


@pytest.mark.parametrize(
    ("arrays", "sentence"),
    [
        ({"A_ub": [[1]]}, "belong together"),
        ({"A_ub": [[1]], "b_ub": [1, 2]}, "A_ub has 1 rows and b_ub 2 numbers"),
        ({"A": [[1]]}, "has 'A'; give arguments of linprog"),
        ({"c": [1, 2], "A_ub": [[1]], "b_ub": [1]}, r"\[1, 2\] columns"),
        ({}, "no columns"),
        ({"A_ub": [[1]], "b_ub": [1], "bounds": [(0, 1), (0, 1)]}, "bounds has the shape"),
        ({"A_ub": [[float("nan")]], "b_ub": [1]}, "no finite number"),
        (
            {"A_ub": [[1]], "b_ub": [float("nan")]},
            "has nan as the upper side of the row 'ub1', which no number satisfies",
        ),
        ({"A_ub": [[1]], "b_ub": [float("-inf")]}, "has -inf as the upper side of the row 'ub1'"),
        ({"c": [1, 2], "bounds": [(0, 1), (float("inf"), None)]}, "has inf as the lower side of the column 2"),
        ({"c": [1], "integrality": 2}, r"the semi-continuous column 1 \(integrality 2\)"),
        ({"c": [1, 1], "integrality": [1, 0, 0]}, r"integrality is \[1, 0, 0\]; give 0, 1, 2 or 3"),
        ({"c": [1], "integrality": "yes"}, "integrality is 'yes'; give 0"),
    ],
)
def test_wrong_arrays(arrays: dict[str, Any], sentence: str) -> None:
    with pytest.raises(gordan.InputError, match=sentence):
        gordan.feasible(arrays)


def test_arrays_as_linprog_takes_them() -> None:
    """Columns are not negative unless bounds says so; b may be a column; a side may be missing."""
    program = gordan.read_model({"A_eq": [[1, 1]], "b_eq": [[3]], "bounds": [(None, 5), (1, None)]})
    assert (program.row_lower, program.row_upper) == ((3,), (3,))
    assert (program.lower, program.upper) == ((None, 1), (5, None))
    assert gordan.read_model({"A_ub": [[1, 1]], "b_ub": [3]}).lower == (0, 0)
    assert gordan.read_model({"A_ub": [[1, 1]], "b_ub": [3], "bounds": None}).lower == (0, 0)


def test_whole_numbers_of_linprog_are_relaxed_and_its_methods_passed_over() -> None:
    arrays = {"c": [-1, -1], "A_ub": [[2, 2]], "b_ub": [3], "integrality": [1, 0], "method": "highs"}
    answer = gordan.optimum(arrays)
    assert answer.value == Fraction(-3, 2)
    assert "1 column is to be whole numbers" in answer.notes[0]
    assert gordan.read_model({**arrays, "integrality": 1}).integer == (0, 1)


def test_names_that_two_have_are_named() -> None:
    draft = Draft("OR-tools model", names=["a", "", "", "a"], lower=[0] * 4, upper=[None] * 4)
    with pytest.raises(gordan.InputError, match="the OR-tools model has several columns called 'a'; give every one"):
        draft.program("decimal")
    draft.names[3], draft.rows = "b", [Row("cap", [], 0), Row("", [], 0), Row("cap", [], 1)]
    with pytest.raises(gordan.InputError, match="several rows called 'cap'"):
        draft.program("decimal")


def test_an_objective_that_cannot_be_optimised_is_the_reason_and_nothing_else_is() -> None:
    pyomo = pytest.importorskip("pyomo.environ")
    model = pyomo.ConcreteModel()
    model.x = pyomo.Var(domain=pyomo.NonNegativeIntegers)
    model.need = pyomo.Constraint(expr=model.x >= 1)
    with pytest.raises(gordan.InputError, match=r"^there is no objective to optimise; give the model a linear one"):
        gordan.optimum(model)
    model.square = pyomo.Objective(expr=model.x**2)
    with pytest.raises(
        gordan.InputError, match=r"^there is no objective to optimise: the objective 'square' is not linear"
    ):
        gordan.optimum(model)
    model.other = pyomo.Objective(expr=model.x)
    with pytest.raises(gordan.InputError, match="optimise: 2 objectives are active"):
        gordan.optimum(model)


def test_binary_numbers_on_request() -> None:
    arrays = {"A_ub": [[0.1]], "b_ub": [0.3]}
    assert gordan.read_model(arrays, numbers="binary").A.values == (Fraction(0.1),)
    assert gordan.read_model(arrays).A.values == (Fraction(1, 10),)


def test_other_objects_get_a_sentence() -> None:
    with pytest.raises(gordan.InputError, match="give Inequalities, a Program"):
        gordan.feasible([1, 2])
    with pytest.raises(gordan.InputError, match="the model is of the type list"):
        gordan.read_model([1, 2])


def test_a_model_that_was_not_read_is_refused_with_what_to_do() -> None:
    arrays: Any = {"A_ub": [[1, 1]], "b_ub": [-1], "bounds": (0, None)}
    answer = gordan.feasible(arrays)
    with pytest.raises(gordan.InputError, match=r"gordan\.verify\(gordan\.read_model\(model\), answer\)"):
        gordan.verify(arrays, answer)


def test_models_are_certified_as_they_are(tmp_path: Path) -> None:
    arrays = {"A_ub": [[1, 1]], "b_ub": [-1], "bounds": (0, None)}
    answer = gordan.feasible(arrays)
    gordan.certify(arrays, answer, tmp_path / "sum.json")
    certificate = gordan.read_certificate(tmp_path / "sum.json")
    assert gordan.verify(gordan.read_model(arrays), certificate).holds
    with pytest.raises(gordan.InputError, match="give an answer and the problem"):
        gordan.certify({**arrays, "b_ub": [2]}, answer, tmp_path / "no.json")


def test_what_pyomo_cannot_evaluate_is_named() -> None:
    import pyomo.environ as pyo

    def refused(change: Any, sentence: str) -> None:
        model = pyo.ConcreteModel()
        model.x = pyo.Var()
        change(model)
        with pytest.raises(InputError, match=sentence):
            gordan.feasible(model)

    def fixed(model: Any) -> None:
        model.x.fix()
        model.c = pyo.Constraint(expr=model.x <= 1)

    def without_value(model: Any) -> None:
        model.p = pyo.Param(mutable=True, within=pyo.Reals)
        model.c = pyo.Constraint(expr=model.p * model.x <= 1)

    def infinite(model: Any) -> None:
        model.c = pyo.Constraint(expr=model.x >= float("inf"))

    def infinite_bound(model: Any) -> None:
        model.y = pyo.Var(bounds=(float("inf"), None))
        model.c = pyo.Constraint(expr=model.y >= 1)

    for change in (fixed, without_value, infinite, infinite_bound):
        refused(change, r"Pyomo cannot evaluate the constraint 'c': .* give finite bounds, and parameters")


@pytest.mark.parametrize("members", [[1, 3, 5], [0, 2.5, 5]])
def test_domains_with_gaps_are_refused_and_whole_ones_relaxed(members: list[float]) -> None:
    import pyomo.environ as pyo

    model = pyo.ConcreteModel()
    model.x = pyo.Var(domain=pyo.Set(initialize=members))
    model.c = pyo.Constraint(expr=model.x >= 2)
    with pytest.raises(InputError, match=r"the variable 'x' whose domain .* is no interval"):
        gordan.feasible(model)
    whole = pyo.ConcreteModel()
    whole.x = pyo.Var(domain=pyo.Set(initialize=[1, 2, 3]))
    whole.c = pyo.Constraint(expr=2 * whole.x == 3)
    answer = gordan.feasible(whole)
    assert answer.kind == "feasible"
    assert "1 column is to be whole numbers" in answer.notes[0]


def test_a_block_of_another_part_of_pyomo_is_refused() -> None:
    import pyomo.kernel as pmo

    with pytest.raises(InputError, match=r"give the model or block of pyomo\.environ"):
        gordan.feasible(pmo.block())


def test_columns_of_whole_numbers_of_a_program_are_noted_once() -> None:
    program = gordan.Program([[2, 2]], row_lower=[1], row_upper=[1], integer=[0, 1])
    assert [note[:34] for note in gordan.feasible(program).notes] == ["2 columns are to be whole numbers;"]
    again = gordan.Program([[2, 2]], row_lower=[1], integer=[0, 1], notes=program.notes)
    assert again.notes == program.notes
    for wrong in ([2], [-1], ["x1"], [0.5], [True]):
        with pytest.raises(InputError, match="give the numbers of columns, from 0 to 1"):
            gordan.Program([[2, 2]], row_lower=[1], integer=wrong)


def test_numbers_of_single_precision_are_infinite_too() -> None:
    one = np.float32("inf")
    assert gordan.feasible({"A_ub": [[1]], "b_ub": [one]}).kind == "feasible"
    with pytest.raises(InputError, match="-inf as the upper side of the row 'ub1'"):
        gordan.feasible({"A_ub": [[1]], "b_ub": [-one]})
    with pytest.raises(InputError, match="coefficient inf of 'x1'"):
        gordan.feasible({"c": [one], "A_ub": [[1]], "b_ub": [1]})
