"""CVXPY problems answered in their own names; the mathematics beneath is tested without CVXPY."""

from __future__ import annotations

import json
import sys
import warnings
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gordan
from gordan import Feasible, Infeasible, InputError, feasible, verify
from gordan.feasibility.constraint.canon import read_cvxpy


def test_without_cvxpy_a_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cvxpy", None)
    with pytest.raises(InputError, match=r"pip install 'gordan\[cvxpy\]'"):
        read_cvxpy(None)


@pytest.fixture
def cp() -> Any:
    with warnings.catch_warnings():
        # What CVXPY says about solvers it looks for in vain.
        warnings.simplefilter("ignore")
        return pytest.importorskip("cvxpy")


def posed(cp: Any, *constraints: Any, objective: Any = None) -> Any:
    return cp.Problem(objective or cp.Minimize(0), list(constraints))


def problems(cp: Any) -> dict[str, tuple[Any, list[int]]]:
    """Problems, and the numbers of the constraints that contradict one another; none where there is a point."""
    x, y = cp.Variable(name="x"), cp.Variable(2, name="y")
    X, W = cp.Variable((2, 2), symmetric=True, name="X"), cp.Variable((2, 2), name="W")
    q = cp.Parameter(value=3.0, name="q")
    return {
        "linear": (posed(cp, x >= 2, y[0] >= 1, x <= 1), [0, 2]),
        "parameter": (posed(cp, x >= q, x <= q - 1), [0, 1]),
        "equations": (posed(cp, x == 1, cp.norm(y) <= 1, x == 2), [0, 2]),
        "constant": (posed(cp, x >= 2, cp.Constant(0) >= 1), [1]),
        "norm": (posed(cp, cp.norm(y) <= 1, x >= 1, y[0] >= 2, x <= 3), [0, 2]),
        "squares": (posed(cp, cp.sum_squares(y) <= 4, y[0] + y[1] >= 5), [0, 1]),
        "cone": (posed(cp, cp.SOC(x, y), x <= -1), [0, 1]),
        "units": (posed(cp, 1e9 * cp.norm(y) <= 1e9, 1e-6 * y[0] >= 2e-6), [0, 1]),
        "trace": (posed(cp, X >> 0, cp.trace(X) == -1), [0, 1]),
        "eigenvalue": (posed(cp, cp.lambda_max(X) <= 1, cp.trace(X) >= 3), [0, 1]),
        "symmetric part": (posed(cp, W >> 0, W[0, 1] == 5, W[1, 0] == -3, cp.trace(W) <= 1), [0, 1, 2, 3]),
        "disc": (posed(cp, cp.norm(y) <= 1, y[0] >= 0.5), []),
        "columns": (posed(cp, cp.norm(W, axis=0) <= 1, W[0, 0] >= 0.5), []),
        "trace one": (posed(cp, X >> 0, cp.trace(X) == 1), []),
        "dependent": (posed(cp, W == W.T, W >> np.eye(2), cp.trace(W) <= 3), []),
    }


@pytest.mark.filterwarnings("ignore")
def test_the_answer_is_cvxpys_own_with_the_constraints_that_matter(cp: Any) -> None:
    for name, (problem, numbers) in problems(cp).items():
        answer = feasible(problem)
        problem.solve(solver=cp.CLARABEL)
        assert answer.kind == ("infeasible" if numbers else "feasible"), name
        assert problem.status == ("infeasible" if numbers else "optimal"), name
        assert answer.verdict.holds
        assert isinstance(answer, Infeasible if numbers else Feasible)
        assert verify(answer.system, answer).holds
        if numbers:
            assert list(answer.multipliers) == [" ".join(str(problem.constraints[k]).split()) for k in numbers], name
            assert [member.words for member in answer.subsystem] == list(answer.multipliers)
            assert answer.irreducible
            assert all(f"\n  {each}" in str(answer) for each in answer.multipliers)
        assert json.loads(json.dumps(answer.to_dict()))["outcome"] == answer.kind


@pytest.mark.filterwarnings("ignore")
def test_values_satisfy_the_constraints(cp: Any) -> None:
    for problem, numbers in problems(cp).values():
        if not numbers:
            values = feasible(problem).values
            for variable in problem.variables():
                variable.value = values[variable.name()]
            assert all(np.all(constraint.violation() <= 1e-9) for constraint in problem.constraints)


@pytest.mark.filterwarnings("ignore")
def test_multipliers_have_the_shapes_and_signs_that_are_told(cp: Any) -> None:
    found = feasible(problems(cp)["trace"][0]).multipliers
    matrix, equation = (values[0] for values in found.values())
    np.testing.assert_allclose(matrix, np.eye(2), atol=1e-9)
    # ⟨I, X⟩ − (trace X + 1) = −1.
    np.testing.assert_allclose(equation, [-1.0], atol=1e-9)
    cone, _ = (values[0] for values in feasible(problems(cp)["cone"][0]).multipliers.values())
    # The bound comes first: (1, 0, 0) times (x, y) leaves x, which is at most −1.
    np.testing.assert_allclose(cone, [1.0, 0.0, 0.0], atol=1e-6)


@pytest.mark.filterwarnings("ignore")
def test_declarations_labels_and_domains_are_named(cp: Any) -> None:
    Z, u, b = (
        cp.Variable((2, 2), PSD=True, name="Z"),
        cp.Variable(nonneg=True, name="u"),
        cp.Variable(2, bounds=[0, 1], name="b"),
    )
    x = cp.Variable(name="x")
    cases = [
        (posed(cp, cp.trace(Z) == -1), "Z is declared with PSD"),
        (posed(cp, u <= -1), "u is declared with nonneg"),
        (posed(cp, cp.sum(b) >= 3), "b is declared with bounds"),
        (posed(cp, x <= -1, objective=cp.Maximize(cp.sqrt(x))), "domain of the objective: 0.0 <= x"),
        (posed(cp, x <= 1, x <= 1, x >= 2), "x <= 1.0 (constraint"),
    ]
    for problem, name in cases:
        assert any(name in each for each in feasible(problem).multipliers), name


@pytest.mark.filterwarnings("ignore")
def test_all_rows_have_an_owner(cp: Any) -> None:
    for problem, _ in problems(cp).values():
        system = read_cvxpy(problem).system
        assert len(system.equation_of) == system.d.size
        assert set(range(len(problem.constraints))) == {*system.equation_of, *system.part_of}


@pytest.mark.filterwarnings("ignore")
def test_what_cannot_be_decided_is_refused_in_a_sentence(cp: Any) -> None:
    x, q = cp.Variable(name="x"), cp.Parameter(name="q")
    z = cp.Variable(complex=True, name="z")
    cases = [
        (posed(cp, cp.log(x) >= 1), "becomes ExpCone"),
        (posed(cp, x >= q), "the parameter q has no value"),
        (posed(cp, cp.real(z) >= 1), "z is complex"),
        (posed(cp, x >= 1, cp.sqrt(x) <= 1), r"^.*x, 0.5.* <= 1.0: this does not follow .* convex problems"),
        ("x >= 1", "or a cvxpy.Problem"),
    ]
    for problem, sentence in cases:
        with pytest.raises(InputError, match=sentence):
            feasible(problem)


@pytest.mark.filterwarnings("ignore")
def test_every_answer_has_a_certificate_that_is_the_problems_own(cp: Any, tmp_path: Path) -> None:
    kept = {}
    for name, (problem, _) in problems(cp).items():
        answer = feasible(problem)
        gordan.certify(problem, answer, tmp_path / f"{name}.json")
        kept[name] = gordan.read_certificate(tmp_path / f"{name}.json")
        assert verify(gordan.read_model(problem), kept[name]).holds
        assert kept[name].alternative == answer.kind
        if isinstance(answer, Infeasible):
            assert set(kept[name].question.names) >= {member.name for member in answer.subsystem}
    other = problems(cp)["linear"][0]
    assert not verify(gordan.read_model(other), kept["parameter"]).holds
    with pytest.raises(InputError, match="does not hold"):
        gordan.certify(other, feasible(problems(cp)["norm"][0]), tmp_path / "other.json")


@pytest.mark.filterwarnings("ignore")
def test_what_is_asked_of_programs_alone_is_refused_with_what_to_do(cp: Any) -> None:
    x, y = cp.Variable(name="x"), cp.Variable(2, name="y")
    round_, square = posed(cp, cp.norm(y) <= 1, x >= 1), posed(cp, x >= 1, objective=cp.Minimize(cp.square(x)))
    for ask in (gordan.optimum, gordan.repair, gordan.tolerance, lambda each: feasible(each, hard=["x"])):
        with pytest.raises(
            InputError, match=r"norm.* <= 1.0 becomes .*ask gordan\.feasible".replace("norm", "[nN]orm")
        ):
            ask(round_)
    with pytest.raises(InputError, match=r"objective becomes SOC .*not linear.*give the model a linear one"):
        gordan.optimum(square)
    problem = problems(cp)["linear"][0]
    with pytest.raises(InputError, match=r"gordan\.read_model\(model\)"):
        verify(problem, feasible(problem))


@pytest.mark.filterwarnings("ignore")
def test_linear_problems_have_optima_repairs_tolerances_and_blame(cp: Any, tmp_path: Path) -> None:
    x, y = cp.Variable(2, name="x", nonneg=True), cp.Variable(name="y", bounds=[None, 3.0])
    cap = 3 * x[0] + x[1] + y <= 7
    problem = posed(cp, cap, x[0] >= 0.25, y >= -1, objective=cp.Maximize(2 * x[0] + x[1] + 4 * y + 5))
    answer = gordan.optimum(problem)
    problem.solve(solver=cp.CLARABEL)
    assert answer.kind == "optimal"
    assert answer.verdict.holds
    assert answer.value == Fraction("20.75")  # y = 3, x = (1/4, 13/4)
    assert abs(float(answer.value) - problem.value) < 1e-6
    assert answer.values == {"x[0]": Fraction(1, 4), "x[1]": Fraction(13, 4), "y": Fraction(3)}
    program = gordan.read_model(problem, linear=True)
    assert isinstance(program, gordan.Program)
    assert verify(program, answer).holds
    gordan.certify(problem, answer, tmp_path / "c.json")
    assert verify(program, gordan.read_certificate(tmp_path / "c.json")).holds

    p, q = cp.Variable(name="p"), cp.Variable(name="q")
    clash = posed(cp, p >= 3, q >= 4, p + q <= 6, p <= 100)
    names = [str(each) for each in clash.constraints]
    found = feasible(clash, hard=names[:2], smallest=True)
    assert found.blame.parts == (names[2],)  # type: ignore[union-attr]
    mended = gordan.repair(clash, hard=names[:2])
    assert [member.words for member in mended.members] == [f"{names[2]} ≤ 6 becomes 7"]  # type: ignore[union-attr]
    assert gordan.tolerance(clash).value == Fraction(1, 3)  # type: ignore[union-attr]
    gordan.certify(clash, mended, tmp_path / "repair.json")
    assert feasible(posed(cp, p >= 1, p <= 1), implied=True).implied  # type: ignore[union-attr]


@pytest.mark.filterwarnings("ignore")
def test_piecewise_linear_objectives_become_a_constraint_on_their_value(cp: Any) -> None:
    x, t = cp.Variable(3, name="x"), cp.Parameter(3, value=[1.0, -2.0, 0.5], name="t")
    least = posed(cp, cp.sum(x) == 1, objective=cp.Minimize(cp.norm1(x - t) + cp.max(x)))
    most = posed(cp, x <= 2, objective=cp.Maximize(cp.min(x) - cp.abs(x[0])))
    for problem in (least, most):
        answer = gordan.optimum(problem)
        problem.solve(solver=cp.CLARABEL)
        assert answer.kind == "optimal"
        assert abs(float(answer.value) - problem.value) < 1e-6
        assert {"x[0]", "x[1]", "x[2]", "objective"} <= set(answer.values)
    free = posed(cp, x >= 0, objective=cp.Maximize(cp.sum(x)))
    assert gordan.optimum(free).kind == "unbounded"


@pytest.mark.filterwarnings("ignore")
def test_integer_variables_are_relaxed_with_a_note(cp: Any, tmp_path: Path) -> None:
    k, b = cp.Variable(integer=True, name="k"), cp.Variable(2, boolean=True, name="b")
    half = posed(cp, 2 * k == 3, objective=cp.Minimize(k))
    for answer in (feasible(half), gordan.optimum(half)):
        assert answer.kind in ("feasible", "optimal")
        assert any("1 column is to be whole numbers" in note for note in answer.notes)
    assert gordan.optimum(half).value == Fraction(3, 2)
    gordan.certify(half, feasible(half), tmp_path / "half.json")
    over = feasible(posed(cp, cp.sum(b) >= 3))
    assert over.kind == "infeasible"
    assert "b is declared with boolean" in over.multipliers
    assert gordan.optimum(posed(cp, b[0] >= 0.25, objective=cp.Minimize(cp.sum(b)))).value == Fraction(1, 4)
    part = cp.Variable(2, boolean=[(0,)], name="part")
    loose = gordan.optimum(posed(cp, part >= -5, objective=cp.Minimize(cp.sum(part))))
    assert loose.value == -5


@pytest.mark.filterwarnings("ignore")
def test_of_many_balls_two_are_named(cp: Any) -> None:
    x = cp.Variable(3, name="x")
    answer = feasible(posed(cp, *(cp.norm(x - k) <= 1 for k in range(40))))
    assert answer.kind == "infeasible"
    assert answer.irreducible
    assert len(answer.subsystem) == 2


@pytest.mark.filterwarnings("ignore")
def test_an_objective_that_is_not_linear_keeps_nobody_from_a_repair(cp: Any, tmp_path: Path) -> None:
    x = cp.Variable(name="x")
    for objective, why in (
        (cp.Minimize(cp.square(x)), "becomes SOC"),
        (cp.Minimize(cp.exp(x)), "becomes ExpCone"),
        (cp.Maximize(cp.square(x)), r"does not follow CVXPY's rules .*\(DCP\)"),
        (cp.Minimize(cp.ceil(x)), r"does not follow CVXPY's rules .*\(DCP\)"),
    ):
        problem = posed(cp, x >= 2, x <= 1, objective=objective)
        with pytest.raises(InputError, match=f"no objective to optimise: the objective {why}"):
            gordan.optimum(problem)
        mended = gordan.repair(problem)
        assert mended.kind == "repaired"
        assert mended.value == 1
        assert any("plays no part" in note for note in mended.notes)
        gordan.certify(problem, mended, tmp_path / "c.json", overwrite=True)
        program = gordan.read_model(problem, linear=True)
        assert verify(program, gordan.read_certificate(tmp_path / "c.json")).holds
        assert gordan.tolerance(problem).value == Fraction(1, 2)  # type: ignore[union-attr]


@pytest.mark.filterwarnings("ignore")
def test_a_certificate_fits_the_same_problem_read_again(cp: Any, tmp_path: Path) -> None:
    """CVXPY gives the variables that it adds new numbers each time."""
    x, y = cp.Variable(name="x", nonneg=True), cp.Variable(name="y")
    problem = posed(cp, y <= -2, x >= 1, objective=cp.Minimize(cp.abs(y) + x))
    answer = gordan.optimum(problem)
    assert answer.value == 3
    assert set(answer.values) == {"x", "y", "objective", "added by CVXPY 1"}
    gordan.certify(problem, answer, tmp_path / "c.json")
    program = gordan.read_model(problem, linear=True)
    assert verify(program, gordan.read_certificate(tmp_path / "c.json")).holds


@pytest.mark.filterwarnings("ignore")
def test_names_given_twice_infinite_sides_and_no_variables(cp: Any) -> None:
    one, two = cp.Variable(name="v"), cp.Variable(name="v")
    both = feasible(posed(cp, one == 1, two == 3))
    assert {name: float(value) for name, value in both.values.items()} == {"v (variable 0)": 1.0, "v (variable 1)": 3.0}
    for side in (np.inf, -np.inf, np.nan):
        for ask in (feasible, gordan.optimum, gordan.repair):
            with pytest.raises(InputError, match=r"<= v: this holds NaN or infinity.*leave out a side"):
                ask(posed(cp, two <= 3, one >= side, objective=cp.Minimize(one)))
    assert gordan.optimum(posed(cp, cp.Constant(1) >= 2)).kind == "infeasible"
    assert gordan.optimum(posed(cp, objective=cp.Minimize(7))).value == 7
