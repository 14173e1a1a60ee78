"""Proofs about linear programs for other checkers: VIPR, Z3, cvc5 and Coq find what gordan found."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from benchmarks.vipr.judge import judge
from benchmarks.vipr.reader import read

import gordan
from gordan.data import path
from gordan.file.export import lines


def programs() -> list[Any]:
    """Random small programs with equations, ranges and free columns, some feasible and some not, and two by hand."""
    rng = np.random.default_rng(7)
    made = []
    for _ in range(24):
        m, n = rng.integers(1, 6), rng.integers(1, 5)
        A = rng.integers(-3, 4, (m, n))
        low = rng.integers(-4, 5, m)
        row_lower = [None if rng.random() < 0.3 else int(v) for v in low]
        row_upper = [int(v) if rng.random() < 0.3 else None if rng.random() < 0.4 else int(v) + 2 for v in low]
        lower = [None if rng.random() < 0.3 else Fraction(int(v), 3) for v in rng.integers(-3, 2, n)]
        made.append(gordan.Program(A, row_lower, row_upper, lower, None))
    made.append(gordan.read_mps(path("feed.mps")))
    made.append(gordan.Program([[1, 1]], row_lower=[0.3], upper=0.1, column_names=["a b", "ß"], numbers="decimal"))
    return made


PROGRAMS = programs()


def test_there_are_both_kinds() -> None:
    kinds = [gordan.feasible(program).kind for program in PROGRAMS]
    assert min(kinds.count(kind) for kind in ("feasible", "infeasible")) >= 5


@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_vipr_files_hold_and_claim_what_was_found(number: int) -> None:
    program = PROGRAMS[number]
    answer = gordan.feasible(program)
    file = read("\n".join(lines(program, answer)) + "\n")
    judge(file)  # Refused where it does not hold
    assert file.infeasible == (answer.kind == "infeasible")
    entries = [dict(row) for row in program.A.rows()]
    for row in file.constraints:
        single = [{j: Fraction(1)} for j in range(program.shape[1])]
        assert row.terms in (entries + single)


@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_z3_and_cvc5_decide_the_script_as_claimed(number: int) -> None:
    z3, cvc5 = pytest.importorskip("z3"), pytest.importorskip("cvc5")
    program = PROGRAMS[number]
    answer = gordan.feasible(program)
    script = "\n".join(lines(program, answer, "smt"))
    expected = "sat" if answer.kind == "feasible" else "unsat"
    assert f":status {expected}" in script
    solver = z3.Solver()
    solver.from_string(script)
    assert str(solver.check()) == expected
    assert by_cvc5(cvc5, script) == [expected]


def bounded() -> list[tuple[Any, Any]]:
    """Programs of the above with random objectives, and their optima."""
    rng, found = np.random.default_rng(3), []
    for program in PROGRAMS:
        costs = rng.integers(-3, 4, program.shape[1]).tolist()
        asked = replace(program, objective=costs, constant=Fraction(1, 3), maximise=bool(rng.integers(2)))
        answer = gordan.optimum(asked)
        if answer.kind == "optimal":
            found.append((asked, answer))
    return found


def test_optima_are_ranges_with_both_ends_proved() -> None:
    z3, cvc5 = pytest.importorskip("z3"), pytest.importorskip("cvc5")
    optima = bounded()
    assert {program.maximise for program, _ in optima} == {False, True}
    for program, answer in optima:
        file = read("\n".join(lines(program, answer)) + "\n")
        judge(file)
        assert file.lower == file.upper == answer.value - Fraction(1, 3)
        assert file.minimise != program.maximise
        script = "\n".join(lines(program, answer, "smt"))
        assert by_cvc5(cvc5, script) == ["unsat", "sat"]
        solver = z3.Optimize()
        solver.from_string(script.partition("(push 1)")[0])
        assert str(solver.check()) == "sat"


def test_an_objective_without_bound_is_no_file() -> None:
    program = gordan.Program([[1, 1]], row_lower=0, lower=0, objective=[1, 1], maximise=True)
    answer = gordan.optimum(program)
    assert answer.kind == "unbounded"
    with pytest.raises(gordan.InputError, match="no bound"):
        lines(program, answer)


def test_z3_decides_points_and_strict_questions() -> None:
    z3 = pytest.importorskip("z3")
    points = gordan.Points([[0.0], [1.0], [2.0]], ["out", "in", "out"])
    strict = gordan.Inequalities([[1, 1], [-1, 0], [0, -1]], [2, -1, -1])
    asked = [(points, gordan.solve(points), "unsat"), (strict, gordan.feasible(strict, strict=True), "unsat")]
    for problem, answer, expected in asked:
        solver = z3.Solver()
        solver.from_string("\n".join(lines(problem, answer, "smt")))
        assert str(solver.check()) == expected
    with pytest.raises(gordan.InputError, match="VIPR has no strict inequalities"):
        list(lines(strict, asked[1][1], "vipr"))


def by_cvc5(cvc5: Any, script: str) -> list[str]:
    solver = cvc5.Solver()
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, script, "script")
    symbols, answers = parser.getSymbolManager(), []
    while not (command := parser.nextCommand()).isNull():
        answers.append(command.invoke(solver, symbols).strip())
    return [answer for answer in answers if answer in ("sat", "unsat", "unknown")]


@pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not installed (Debian's package coq)")
def test_coq_accepts_true_files_and_no_spoilt_one(tmp_path: Path) -> None:
    feed = gordan.read_mps(path("feed.mps"))
    strict = gordan.Inequalities([[1, 1], [-1, 0], [0, -1]], [2, -1, -1])
    points = gordan.Points([[0.0, 0.5], [1.0, 0.25]], [0, 1])
    both = gordan.Program([[1, 2], [1, -1]], row_lower=[3, 0], row_upper=[3, None], lower=0)
    asked = [
        ("feed", feed, gordan.feasible(feed), "has_no_solution"),
        ("strict", strict, gordan.feasible(strict, strict=True), "has_no_solution"),
        ("points", points, gordan.solve(points), "has_a_solution"),
        ("both", both, gordan.feasible(both), "has_a_solution"),
        *((f"best{k}", *pair, "no_solution_is_better") for k, pair in enumerate(bounded()[:4])),
    ]
    for name, problem, answer, theorem in asked:
        gordan.file.write_coq(tmp_path / f"{name}.v", problem, answer)
        assert f"Theorem {theorem} " in (tmp_path / f"{name}.v").read_text()
    assert coqc(tmp_path, "Gordan.v", *(f"{name}.v" for name, *_ in asked)) == 0
    text = (tmp_path / "feed.v").read_text()
    first = text.index("Definition weights : list Q := [(") + len("Definition weights : list Q := [(")
    (tmp_path / "spoilt.v").write_text(f"{text[:first]}9{text[first:]}")
    assert coqc(tmp_path, "spoilt.v") != 0


def coqc(folder: Path, *files: str) -> int:
    for file in files:
        code = subprocess.run(["coqc", file], cwd=folder, check=False, capture_output=True).returncode
        if code:
            return code
    return 0


def test_the_theory_of_coq_replaces_no_file_of_the_user(tmp_path: Path) -> None:
    program = gordan.Program([[1, 1]], row_lower=3, upper=1)
    answer = gordan.feasible(program)
    (tmp_path / "Gordan.v").write_text("mine")
    with pytest.raises(gordan.InputError, match=r"Gordan\.v"):
        gordan.file.write_coq(tmp_path / "no.v", program, answer)
    assert (tmp_path / "Gordan.v").read_text() == "mine"
    assert not (tmp_path / "no.v").exists()
    (tmp_path / "Gordan.v").unlink()
    with pytest.raises(gordan.InputError, match="the name of the theory"):
        gordan.file.write_coq(tmp_path / "Gordan.v", program, answer)


def test_names_that_no_format_holds_become_numbers() -> None:
    program = PROGRAMS[-1]
    text = "\n".join(lines(program, gordan.feasible(program), "smt"))
    assert "(declare-const |x0| Real)" in text
    assert text.isascii()


def test_an_undecided_answer_has_nothing_to_write() -> None:
    program = PROGRAMS[0]
    with pytest.raises(gordan.InputError, match="undecided"):
        lines(program, gordan.feasible(program, max_seconds=1e-9))
