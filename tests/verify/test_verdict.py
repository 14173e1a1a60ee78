"""`verify` hands every claim and every certificate to its own judge, and goes on only where the problem is the same."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import gordan
from claimed import replace
from file.certificate.split_made import made_split
from gordan.cone import Lorentz, Orthant
from gordan.feasibility.split import split
from gordan.file.certificate.format import parse
from gordan.geometry import Ball, Bodies, Box, Touching
from gordan.outcome import Bracket, Cancellation, Claim, HullPoint, InnerBall
from gordan.outcome.alternative import Contradiction, Multipliers, Point, PointBall, PointExact, Term
from gordan.outcome.bodies import CommonPoint
from gordan.outcome.certificate.bodies import compose_bodies
from gordan.outcome.certificate.compose import compose_constraints, compose_program
from gordan.outcome.proof import NullSpacePoint
from gordan.outcome.split import SplitClaim
from gordan.problem.constraints import Constraints
from gordan.problem.system import System
from gordan.verify.conic.constraints import judge_certified_constraints
from liar.forge import lie_body, lie_long_split, lie_mixture, lie_panel, lie_risk, lie_spoilers
from liar.test_constraints_certificate import made as made_constraints

FRAME = pd.DataFrame(
    {
        "y": [0, 2, 0, 1, 0, 3, 0, 1],
        "x": [0.1, 0.7, 0.3, 0.5, 0.2, 0.6, 0.4, 0.5],
        "a": list("ppqqrrss"),
        "time": [3, 5, 4, 2, 8, 7, 9, 6],
        "died": [1, 0, 1, 1, 0, 1, 0, 1],
    }
)
ORIGIN = {
    "certificate is unaltered",
    "question is the certificate's",
    "columns are the certificate's",
    "rows are the certificate's",
    "data are the certificate's",
}
MEETING = Bodies(Box([0.0], [1.0]), Ball([3.0], 2.0))
PROGRAM = gordan.Program([[1, 1]], row_lower=[2], upper=[1, 1])
APART = gordan.Program([[1, 1]], row_lower=[3], upper=[1, 1])
SEPARABLE = gordan.Points([[0.0], [1.0]], [0, 1])
CANCELS = gordan.Points([[1.0], [2.0], [3.0]], [0, 1, 0])


def failing(problem: Any, claim: Any, **how: Any) -> list[str]:
    return [check.name for check in gordan.verify(problem, claim, **how).failed]


def first(draw: Callable[[Any], Any], seed: int = 0) -> Any:
    """The first case that is drawn."""
    return next(case for k in range(seed, 99) if (case := draw(np.random.default_rng(k))) is not None)


def diagnosed(folder: Path, formula: str, family: str, rows: int = 8) -> tuple[Any, Any]:
    how = {} if "|" in formula or family == "cox" else {"proof": "exact"}
    found: Any = gordan.diagnose(formula, data=FRAME.iloc[:rows], family=family, **how)
    path = folder / "c.json"
    path.unlink(missing_ok=True)
    gordan.certify(found.system, found, path)
    return found.system, gordan.read_certificate(path)


@pytest.mark.parametrize(
    ("formula", "family"), [("y ~ x | a", "poisson"), ("Surv(time, died) ~ x", "cox"), ("y ~ x", "poisson")]
)
def test_certificates_of_models(formula: str, family: str, tmp_path: Path) -> None:
    system, certificate = diagnosed(tmp_path, formula, family)
    verdict = gordan.verify(system, certificate)
    assert verdict.holds
    assert verdict.proof == "exact"
    assert not {check.name for check in verdict.checks} <= ORIGIN
    # Another kind of answer than the proof's is refused by the judge of the proof.
    kinds = {"complete", "quasi-complete", "overlap"} - {certificate.alternative}
    for kind in kinds:
        assert not set(failing(system, replace(certificate, alternative=kind))) & ORIGIN
        assert failing(system, replace(certificate, alternative=kind))
    # Of other rows nothing more is judged.
    other, _ = diagnosed(tmp_path, formula, family, rows=7)
    assert {check.name for check in gordan.verify(other, certificate).checks} <= ORIGIN


def test_certificates_of_bodies() -> None:
    certificate = compose_bodies(MEETING, Touching(proof=CommonPoint((Fraction(1),))))
    assert failing(MEETING, certificate) == []
    for lie in ({"alternative": "apart"}, {"at_least": 0.5}):
        assert failing(MEETING, replace(certificate, **lie)) == ["alternative is the proof's"]
    outside = replace(certificate, proof=CommonPoint((Fraction(1, 2),)))
    assert failing(MEETING, outside) == ["the point belongs to L"]
    elsewhere = Bodies(Box([0.0, 0.0], [1.0, 1.0]), Ball([3.0, 0.0], 2.0))
    assert {check.name for check in gordan.verify(elsewhere, certificate).checks} <= ORIGIN
    assert "alternative is the proof's" not in str(gordan.verify(MEETING, certificate).checks)


def test_certificates_of_programs() -> None:
    certificate = compose_program(PROGRAM, Point((Fraction(1), Fraction(1))), strict=False, file=None)
    assert failing(PROGRAM, certificate) == []
    low = replace(certificate, proof=Point((Fraction(1), Fraction(1, 2))))
    assert failing(PROGRAM, low) == ["rows hold"]
    other = gordan.Program([[1, 1], [1, 0]], row_lower=[2, 0], upper=[1, 1])
    assert {check.name for check in gordan.verify(other, certificate).checks} <= ORIGIN


@pytest.mark.parametrize("name", ["integer multipliers", "point of integers", "ball about a point", "faces"])
def test_certificates_of_constraints(name: str) -> None:
    made = made_constraints(name)
    assert failing(made.system, made.answer) == []
    certificate = compose_constraints(made.answer)
    assert failing(made.system, certificate) == []
    points = isinstance(made.answer.proof, PointBall | PointExact)
    called = "infeasible" if points else "feasible"
    lie = replace(certificate, alternative=called)
    assert "alternative is the proof's" in [check.name for check in judge_certified_constraints(made.system, lie)]
    assert not gordan.verify(made.system, lie).holds
    odd = replace(certificate, alternative="infeasible", proof=Point((Fraction(1),)))
    assert [check.holds for check in judge_certified_constraints(made.system, odd)] == [False]
    if points:
        assert not gordan.verify(made.system, replace(certificate, proof=PointExact((-5, -7), 1))).holds


def test_multipliers_rest_on_some_conditions() -> None:
    nothing = Constraints(np.zeros((0, 1)), np.zeros(0), np.array([[0.0]]), np.array([-1.0]), (Orthant(1),))
    assert failing(nothing, Multipliers((1,), NullSpacePoint((1, 1), 1))) == []
    made: Any = made_constraints("integer multipliers")
    for rows in ((), (7,), (0, 0)):
        assert failing(made.system, replace(made.answer.proof, rows=rows)) == ["conditions are some of all"]
    assert failing(made.system, made.answer.proof) == []


def test_long_systems() -> None:
    case = first(lie_long_split.honest)
    assert failing(case.problem, case.claim) == []
    certified = first(lie_long_split.certified)
    assert failing(certified.problem, certified.claim) == []
    with pytest.raises(gordan.InputError, match="a weight for every row"):
        gordan.verify(certified.problem, replace(certified.claim, core=None))


def test_a_certificate_of_a_split_held_in_memory() -> None:
    made = made_split("quasi")
    certificate: Any = parse(made.raw, "c.json")
    assert failing(made.system, certificate) == []
    wrong = replace(certificate, rows=())
    assert not gordan.verify(made.system, wrong).holds
    assert not set(failing(made.system, wrong)) & ORIGIN


def test_spoilers() -> None:
    case = first(lie_spoilers.spoilt)
    assert failing(case.problem, case.claim) == []
    kernel = gordan.Points(case.problem.X, case.problem.signs, kernel="rbf")
    with pytest.raises(gordan.InputError, match="the problem is a"):
        gordan.verify(kernel, case.claim)
    model = first(lie_spoilers.modelled)
    assert failing(model.problem, model.claim) == []


def test_exact_is_more_than_rounded() -> None:
    """Weights in doubles prove a split, and no exact one; of a hyperplane in doubles the arithmetic is another."""
    rows = System([[1.0, 0.0], [0.0, 1.0], [0.0, -1.0]])
    found: Any = split(rows)
    long = first(lie_long_split.honest)
    for problem, claim in ((rows, SplitClaim(found.strict, found.proof)), (long.problem, long.claim)):
        assert failing(problem, claim, proof="rounded") == []
        assert failing(problem, claim, proof="exact") == ["weights are positive on all other rows"]
    case = first(lie_spoilers.spoilt)
    for proof in ("rounded", "exact"):
        verdict = gordan.verify(case.problem, case.claim, proof=proof)
        assert verdict.holds
        assert any("rounding" in check.arithmetic for check in verdict.checks) == (proof == "rounded")


def test_an_answer_has_the_proof_of_its_kind() -> None:
    apart, not_apart = gordan.solve(SEPARABLE), gordan.solve(CANCELS)
    assert failing(SEPARABLE, apart) == failing(CANCELS, not_apart) == []
    for problem, answer, other in ((SEPARABLE, apart, not_apart), (CANCELS, not_apart, apart)):
        lie = replace(answer, claim=other.claim)
        assert not gordan.verify(problem, lie).holds
        assert not gordan.verify(CANCELS if problem is SEPARABLE else SEPARABLE, lie).holds


BALL = InnerBall(0.5, ((HullPoint((0, 1), (1, 1)), HullPoint((1, 2), (1, 1))),))
BESIDE = "ball is beside rows that cancel"


def test_a_ball_is_beside_rows_that_cancel() -> None:
    cancelling = Cancellation((0, 1, 2), (1, 2, 1))
    claim = Claim(
        bracket=Bracket(-np.inf, -0.5), proof=cancelling, weights=cancelling.weights(3), classes=(0, 1), ball=BALL
    )
    assert failing(CANCELS, claim) == []
    kernel = gordan.Points(CANCELS.X, [0, 1, 0], kernel="poly", degree=1)
    positive = gordan.Points(CANCELS.X, [0, 1, 0], positive=True)
    for problem in (kernel, positive):
        assert failing(problem, claim) == [BESIDE]
    found = gordan.solve(SEPARABLE).claim
    assert failing(SEPARABLE, found) == []
    assert failing(SEPARABLE, replace(found, ball=BALL)) == [BESIDE]


def test_cones_and_the_points_of_an_orthant() -> None:
    for cone in (Orthant(3), Lorentz(3)):
        for A in ([[1.0, 1.0, 1.0]], [[1.0, -1.0, 0.5]]):
            problem = gordan.Conic(np.array(A), cone)
            assert failing(problem, gordan.solve(problem)) == []


def test_answers_about_programs() -> None:
    minimised = gordan.Program([[1, 1]], row_lower=[2], upper=[3, 3], objective=[1, 2])
    for program in (PROGRAM, APART, gordan.Inequalities([[1, 2], [3, -1]])):
        assert failing(program, gordan.feasible(program)) == []
    best: Any = gordan.optimum(minimised)
    assert failing(minimised, best) == []
    assert failing(minimised, best.proof) == []
    assert failing(APART, gordan.repair(APART)) == []
    terms = (Term("row", 0, "lower", 1), Term("column", 0, "upper", 1), Term("column", 1, "upper", 1))
    assert failing(APART, Contradiction(terms)) == []


def test_an_error_is_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a judge cannot go on though every field is as declared, that is not the claim's fault, nor its merit."""

    def broken(*_: Any) -> Any:
        raise ValueError("no")

    monkeypatch.setattr(import_module("gordan.verify.verdict"), "_judge", broken)
    with pytest.raises(ValueError, match="no"):
        gordan.verify(SEPARABLE, Claim())


@pytest.mark.parametrize(
    ("problem", "claim", "match"),
    [
        (SEPARABLE, object(), "claim is <object"),
        (SEPARABLE, [1, 2], "claim is a list of 2; verify them one by one"),
        (SEPARABLE, Point((Fraction(1),)), "the problem is a Points and the claim a Point"),
        (Claim(), SEPARABLE, "the other way round"),
        (pd.DataFrame(), Point((Fraction(1),)), "of the type pandas.DataFrame; give what gordan"),
        (pd.DataFrame(), Claim(), "the problem is a DataFrame and the claim a Claim"),
        (PROGRAM, Claim(), "the problem is a Program and the claim a Claim"),
        (MEETING, Claim(), "the problem is a Bodies and the claim a Claim"),
    ],
)
def test_what_is_no_claim_gets_a_sentence(problem: Any, claim: Any, match: str) -> None:
    with pytest.raises(gordan.InputError, match=match):
        gordan.verify(problem, claim)


@pytest.mark.parametrize(
    "draw",
    [
        lie_body.apart,
        lie_long_split.honest,
        lie_mixture.solved,
        lie_panel.honest,
        lie_risk.honest,
        lie_spoilers.modelled,
    ],
    ids=["body", "long split", "mixture", "panel", "risk", "spoilers"],
)
def test_an_honest_claim_about_another_kind_of_problem_gets_a_sentence(draw: Callable[[Any], Any]) -> None:
    case = first(draw)
    assert failing(case.problem, case.claim) == []
    for other in (SEPARABLE, PROGRAM):
        with pytest.raises(gordan.InputError, match=f"the problem is a {type(other).__name__} and the claim a"):
            gordan.verify(other, case.claim)


def test_the_certificate_of_a_model_that_is_no_program() -> None:
    certificate = compose_program(PROGRAM, Point((Fraction(1), Fraction(1))), strict=False, file=None)
    with pytest.raises(gordan.InputError, match=r"of the type pandas\.DataFrame"):
        gordan.verify(pd.DataFrame(), certificate)  # type: ignore[arg-type]
