"""Dense programs of long numbers, decided by Newton's method and proved in doubles."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gordan
from file.certificate.by_hand import code_by_hand
from file.certificate.made import resealed
from gordan.errors import InputError
from gordan.feasibility.program import least_violation, search, shorten
from gordan.feasibility.program.attempt import Stopwatch
from gordan.feasibility.program.normal_equations import NormalEquations
from gordan.feasibility.program.small import decide_small
from gordan.file.export import write_coq, write_smt, write_vipr
from gordan.outcome.alternative import Contradiction, ContradictionBall, Point, ProgramSide
from gordan.problem import Program, exact_matrix


def gaussian(seed: int, m: int, n: int, slack: float | None = None) -> tuple[Any, Any]:
    """A and a b that is Gaussian, or that leaves a point a little slack."""
    rng = np.random.default_rng(seed)
    A = rng.standard_normal((m, n))
    if slack is None:
        return A, rng.standard_normal(m)
    return A, A @ rng.standard_normal(n) - slack * rng.uniform(0, 1, m)


@pytest.fixture
def balls_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """No shorter contradiction in integers is looked for, which may be found or not in the time for it."""
    monkeypatch.setattr(search, "shorter", lambda *_, **__: iter(()))


@pytest.mark.usefixtures("balls_stay")
@pytest.mark.parametrize("numbers", ["binary", "decimal"])
@pytest.mark.parametrize(("seed", "kind"), [(0, "infeasible"), (1, "feasible"), (2, "feasible")])
def test_both_alternatives_of_as_many_rows_as_twice_the_columns(seed: int, kind: str, numbers: Any) -> None:
    problem = gordan.Inequalities(*gaussian(seed, 260, 130), numbers=numbers)
    answer = gordan.feasible(problem)
    assert (answer.kind, answer.run.solver) == (kind, "least violation")
    assert gordan.verify(problem, answer).holds
    exact = gordan.verify(problem, answer, proof="exact")
    assert [check.name for check in exact.failed] == ([] if kind == "feasible" else ["proof is of its kind"])
    if kind == "infeasible":
        assert not answer.irreducible
        assert "perhaps more of them than need be" in str(answer)
        assert all(weight > 0 for weight in answer.multipliers.values())


@pytest.mark.parametrize("slack", [1.0, 1e-3, 1e-6, 1e-9])
def test_little_slack_is_found_after_magnification(slack: float) -> None:
    problem = gordan.Inequalities(*gaussian(5, 260, 130, slack))
    answer = gordan.feasible(problem, strict=True)
    assert (answer.kind, answer.run.solver) == ("feasible", "least violation")
    assert gordan.verify(problem, answer, proof="exact").holds


@pytest.mark.usefixtures("balls_stay")
@pytest.mark.parametrize(
    ("seed", "slack", "kind"),
    [(0, None, "feasible"), (1, None, "infeasible"), (1, 1e-6, "feasible"), (1, 1e-9, "feasible")],
)
def test_large_programs_are_begun_in_single_precision(seed: int, slack: float | None, kind: str) -> None:
    A, b = gaussian(seed, 1500, 750, slack)
    assert A.size > least_violation._LARGE
    problem = gordan.Inequalities(A, b)
    answer = gordan.feasible(problem)
    assert (answer.kind, answer.run.solver) == (kind, "least violation")
    assert gordan.verify(problem, answer).holds


def test_steps_in_both_precisions_lead_to_the_same_least_violation() -> None:
    A, b = gaussian(3, 300, 40)
    both = []
    for dtype in (np.float32, np.float64):
        system = NormalEquations(A.astype(dtype))
        z, r, _ = least_violation._descend(A, b, np.zeros(40), b.copy(), 0.0, True, system)
        assert np.allclose(A.T @ np.maximum(r, 0.0), 0.0, atol=1e-2 if dtype == np.float32 else 1e-6)
        both.append(z)
    assert np.allclose(*both, atol=1e-4)


def test_a_short_contradiction_among_many_rows_is_found_in_integers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three of 200 rows contradict one another, and that is what a reader wants to see."""
    monkeypatch.setattr(shorten, "_FIRST", 300.0)
    rng = np.random.default_rng(6)
    A = np.rint(64 * rng.standard_normal((200, 100))) / 64 + rng.integers(0, 2, (200, 100)) * 2.0**-30
    b = np.rint(1024 * (A @ rng.standard_normal(100) - 1)) / 1024
    A[17], b[17] = -(A[3] + A[5]), 1 - (b[3] + b[5])
    answer = gordan.feasible(gordan.Inequalities(A, b))
    assert (answer.kind, answer.irreducible, answer.run.solver) == ("infeasible", True, "least violation")
    assert [member.name for member in answer.subsystem] == ["r4", "r6", "r18"]


def test_what_to_blame_is_never_a_ball() -> None:
    problem = gordan.Inequalities(*gaussian(0, 260, 130))
    assert least_violation.suits_doubles(problem.program())
    answer = gordan.feasible(problem, hard=["r1"], max_seconds=1)
    assert not isinstance(getattr(answer, "proof", None), ContradictionBall)


def guessed(program: Program) -> list[Any]:
    return [guess for guess in least_violation.in_doubles(program, watch=Stopwatch()) if guess is not None]


@pytest.mark.parametrize("seed", range(40))
def test_no_guess_is_accepted_against_the_simplex_method_in_integers(seed: int) -> None:
    """Programs of a few rows, with upper sides and bounds; some touch in one point, which no ball may deny."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 5))
    m = int(rng.integers(1, 3 * n + 2))
    A = rng.standard_normal((m, n)) if seed % 2 else rng.integers(-3, 4, (m, n)).astype(float)
    x = rng.integers(-4, 5, n).astype(float)
    low: list[Any] = (A @ x - rng.integers(0, 2, m) * (0.25 if seed % 3 else 0.0)).tolist()
    low = [v if rng.integers(4) else None for v in low] if seed % 5 else rng.standard_normal(m).tolist()
    high = [v + 2.0 if v is not None and rng.integers(3) == 0 else None for v in low]
    program = Program(A, low, high, lower=[-4.0] + [None] * (n - 1))
    exact = decide_small(program)
    assert exact is not None
    for guess in guessed(program):
        verdict = gordan.verify(program, guess)
        if verdict.holds:
            assert isinstance(guess, Point) == isinstance(exact, Point)
        assert isinstance(exact, Contradiction) or not isinstance(guess, ContradictionBall) or not verdict.holds


def test_rows_that_touch_in_one_point_are_no_contradiction() -> None:
    rng = np.random.default_rng(3)
    A = rng.integers(-8, 9, (12, 4)) / 8.0
    A = np.vstack([A, -A])
    x = np.array([0.5, -1.0, 2.0, 0.25])
    for hair in (0.0, 2.0**-40):
        program = Program(A, row_lower=[Fraction(v) - Fraction(hair) for v in (A @ x).tolist()])
        assert not any(
            gordan.verify(program, guess).holds for guess in guessed(program) if isinstance(guess, ContradictionBall)
        )


@pytest.mark.usefixtures("balls_stay")
def test_certificates_in_both_checkers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(least_violation, "_ENTRIES", 1)
    A, b = gaussian(4, 36, 6)
    program = gordan.Inequalities(A, b).program()
    answer = gordan.feasible(program)
    assert isinstance(answer.proof, ContradictionBall)
    path, data = tmp_path / "no.json", tmp_path / "program.txt"
    gordan.certify(program, answer, path)
    _write(program, data)
    read = gordan.read_certificate(path)
    verdict = gordan.verify(program, read)
    assert verdict.holds
    assert any(check.rounded for check in verdict.checks)
    assert not gordan.verify(program, read, proof="exact").holds
    code, text = code_by_hand(path, data)
    assert code == 0, text
    raw = path.read_bytes()

    def spoil(change: Any) -> list[bool]:
        path.write_bytes(resealed(raw, change))
        spoilt = gordan.verify(program, gordan.read_certificate(path))
        return [spoilt.holds, code_by_hand(path, data)[0] == 0]

    def weight(top: Any) -> None:
        weights = top["proof"]["row_lower"]["weights"]
        weights[2] = (2 * float.fromhex(weights[2])).hex()

    def negative(top: Any) -> None:
        top["proof"]["row_lower"]["weights"][0] = "-" + top["proof"]["row_lower"]["weights"][0]

    def radius(top: Any) -> None:
        top["proof"]["radius"] = (2.0**-80).hex()

    def wide(top: Any) -> None:
        top["proof"]["radius"] = (1.0).hex()

    def other_side(top: Any) -> None:
        sides = top["proof"]
        sides["row_upper"], sides["row_lower"] = sides["row_lower"], sides["row_upper"]

    for change in (weight, negative, radius, wide, other_side):
        assert spoil(change) == [False, False]
    for write in (write_vipr, write_smt, write_coq):
        with pytest.raises(InputError, match="verify it instead"):
            write(tmp_path / "out", program, answer)


def _write(program: Program, path: Path) -> None:
    """The text that the hash of a program is taken of."""
    lines = ["gordan program {} {}".format(*program.shape)]
    pairs = (*zip(program.row_lower, program.row_upper, strict=True), *zip(program.lower, program.upper, strict=True))
    lines += [f"{low} {high}" for low, high in pairs]
    lines += [f"{i} {j} {v}" for i, row in enumerate(program.A.rows()) for j, v in row]
    path.write_text("".join(f"{line}\n" for line in lines))


def test_many_doubles_become_fractions_when_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same program either way: entries, hash, and the verdict on a point that attains a row exactly."""
    A = np.array([[0.5, 0.1, 0.0], [0.25, -2.0, 3.0]])
    for numbers in ("binary", "decimal"):
        at_once = Program(A, row_lower=[1, 2], numbers=numbers)  # type: ignore[arg-type]
        monkeypatch.setattr(exact_matrix, "_MANY", 1)
        later = Program(A, row_lower=[1, 2], numbers=numbers)  # type: ignore[arg-type]
        monkeypatch.undo()
        assert later.A.deferred
        assert not at_once.A.deferred
        assert later.digest() == at_once.digest()
        assert later.A.values[1] == at_once.A.values[1]
        assert tuple(later.A.values) == tuple(at_once.A.values)
        assert later.A.values[1:3] == at_once.A.values[1:3]
        edge = Point((Fraction(2), Fraction(0), Fraction(1, 2)))
        assert gordan.verify(later, edge).holds
        assert not gordan.verify(later, Point((Fraction(2), Fraction(0), Fraction(1, 2) - Fraction(1, 7**90)))).holds


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("numbers", ["binary", "decimal"])
def test_doubles_are_spelled_as_the_fractions_are(dtype: Any, numbers: Any) -> None:
    rng = np.random.default_rng(7)
    drawn = rng.standard_normal(400) * 2.0 ** rng.integers(-120, 120, 400)
    odd = [1.0, -2.0, 0.5, -0.1, 1e16, 1.5e22, 3e-7, 1e-30, float(np.finfo(dtype).tiny), float(np.finfo(dtype).max)]
    data = np.concatenate([drawn, rng.integers(-99, 99, 50), np.round(drawn[:99], 3), odd]).astype(dtype)
    values = exact_matrix.Deferred(data, numbers)
    assert values.spelled(slice(0, data.size)) == [str(value) for value in values]
    if numbers == "binary":
        assert [Fraction(float(v)) for v in data] == list(values)
    else:
        assert [Fraction(str(v)) for v in data] == list(values)


@pytest.mark.parametrize("value", [5e-324, 1e-310])
def test_decimals_without_all_their_digits_are_judged_in_fractions(
    value: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exact_matrix, "_MANY", 1)
    program = Program(np.array([[value], [1.0]]), row_lower=[Fraction(str(value)), 1], numbers="decimal")
    assert program.A.doubles()[1] == np.inf
    assert gordan.verify(program, Point((Fraction(1),))).holds
    assert not gordan.verify(program, Point((1 - Fraction(1, 10**400),))).holds
    sides = ProgramSide("row", 0, "lower"), ProgramSide("row", 1, "lower")
    assert not gordan.verify(program, ContradictionBall(sides, np.ones(2), 0.5)).holds
