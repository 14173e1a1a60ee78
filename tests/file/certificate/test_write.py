"""Nothing is put away that does not hold: not an unverified outcome, nor a true one for another problem."""

from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import gordan
from claimed import replace
from file.certificate.made import KINDS, made
from gordan.file import archive
from gordan.file.certificate.format import spell


def refusal(path: Path, problem: gordan.Points, outcome: Any) -> str:
    with pytest.raises(gordan.InputError) as caught:
        gordan.certify(problem, outcome, path)
    assert os.listdir(path.parent) == []
    return str(caught.value)


@pytest.mark.parametrize("kind", KINDS)
def test_an_outcome_without_a_verdict(kind: str, tmp_path: Path) -> None:
    problem, outcome, _ = made(kind, "intercept", "binary", "dense")
    bare = replace(outcome, verdict=gordan.outcome.Verdict())
    assert "the answer's own verdict does not hold" in refusal(tmp_path / "c.json", problem, bare)


@pytest.mark.parametrize("kind", KINDS)
def test_an_outcome_that_claims_more(kind: str, tmp_path: Path) -> None:
    """With the old verdict still on it."""
    problem, outcome, _ = made(kind, "intercept", "binary", "dense")
    lie = replace(outcome, bracket=gordan.outcome.Bracket(3.0 * problem.extent, outcome.bracket.upper))
    told = refusal(tmp_path / "c.json", problem, lie)
    # Of what is undecided a certificate claims no positive lower end, and may be true where the answer is not.
    spoilt = "the answer shows other bounds of the margin than its certificate would" in told
    assert spoilt == (kind == "undecided")
    assert spoilt or "margin at least" in told or "no lower bound claimed" in told or "hyperplane is null" in told


@pytest.mark.parametrize("kind", KINDS)
def test_the_outcome_of_another_problem(kind: str, tmp_path: Path) -> None:
    problem, outcome, _ = made(kind, "intercept", "binary", "dense")
    other = gordan.Points(problem.X, np.where(problem.signs > 0, "up", "down"))
    assert "classes" in refusal(tmp_path / "c.json", other, outcome)


def test_what_is_shown_must_be_what_was_proved(tmp_path: Path) -> None:
    """The certificate would have the intercept right: the outcome that lies about it is refused all the same."""
    problem, outcome, _ = made("separable", "intercept", "binary", "dense")
    lie = replace(outcome, intercept=outcome.intercept + 1.0)
    assert "shows other coef and intercept than its certificate would" in refusal(tmp_path / "c.json", problem, lie)


@pytest.mark.parametrize("outcome", [None, "separable", {}])
def test_no_outcome_at_all(outcome: Any, tmp_path: Path) -> None:
    problem = made("separable", "intercept", "binary", "dense").problem
    assert "give what solve or separate returned" in refusal(tmp_path / "c.json", problem, outcome)


def test_what_would_be_written_is_verified_once_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Were the writer to spoil a number on the way, the certificate would not be written."""
    problem, outcome, raw = made("separable", "intercept", "binary", "dense")
    other = made("separable", "intercept", "decimal", "dense").raw
    monkeypatch.setattr(archive, "spell", lambda _: other)
    assert "what would stand in the certificate does not hold" in refusal(tmp_path / "c.json", problem, outcome)
    monkeypatch.setattr(archive, "spell", lambda _: raw)
    gordan.certify(problem, outcome, tmp_path / "c.json")


def test_what_could_not_be_read_is_not_written(tmp_path: Path) -> None:
    problem, outcome, raw = made("separable", "intercept", "binary", "dense")
    with gordan.limits(certificate=len(raw) - 1):
        assert f"would have {len(raw):,} bytes" in refusal(tmp_path / "c.json", problem, outcome)


def test_a_taken_place_is_refused_before_the_verifier_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    problem, outcome, _ = made("separable", "intercept", "binary", "dense")
    (tmp_path / "c.json").write_text("mine")
    monkeypatch.setattr(archive, "verify", None)
    with pytest.raises(gordan.InputError, match="already"):
        gordan.certify(problem, outcome, tmp_path / "c.json")
    assert (tmp_path / "c.json").read_text() == "mine"


def test_overwriting(tmp_path: Path) -> None:
    problem, outcome, raw = made("separable", "intercept", "binary", "dense")
    (tmp_path / "c.json").write_text("mine")
    gordan.certify(problem, outcome, str(tmp_path / "c.json"), overwrite=True)
    assert (tmp_path / "c.json").read_bytes() == raw


def test_an_outcome_of_many(tmp_path: Path) -> None:
    """Answers of `separate_many` are put away like any other."""
    rng = np.random.default_rng(2)
    X, Y = rng.standard_normal((12, 3)), rng.choice([-1, 1], (20, 12))
    many = gordan.separate_many(X, Y)
    kinds = set()
    for k in range(20):
        problem = gordan.Points(X, Y[k])
        gordan.certify(problem, many[k], tmp_path / f"{k}.json")
        certificate = gordan.read_certificate(tmp_path / f"{k}.json")
        assert gordan.verify(problem, certificate).holds
        kinds.add(certificate.alternative)
    assert {"separable", "inseparable"} <= kinds


def test_an_answer_about_another_program(tmp_path: Path) -> None:
    large = gordan.feasible(gordan.Program([[1, 0], [0, 1], [1, 1]], row_lower=[1, 1, None], row_upper=[None, None, 1]))
    path = tmp_path / "c.json"
    with pytest.raises(gordan.InputError, match="give an answer and the problem it was found for"):
        gordan.certify(gordan.Program([[1]]), large, path)
    point = gordan.feasible(gordan.Program([[1, 1]]))
    with pytest.raises(gordan.InputError, match="give an answer and the problem it was found for"):
        gordan.certify(gordan.Program([[1]]), point, path)
    assert not path.exists()


def conic_and_answer() -> tuple[gordan.Conic, Any]:
    problem = gordan.Conic([[1.0, -1.0, 0.0]], gordan.cone.Lorentz(3))
    return problem, gordan.solve(problem, proof="exact")


def program_and_answer() -> tuple[gordan.Program, Any]:
    problem = gordan.Program([[1, 1]], row_lower=[3], upper=1)
    return problem, gordan.feasible(problem)


def points_and_answer() -> tuple[gordan.Points, Any]:
    return made("cancellation", "intercept", "binary", "dense")[:2]


@pytest.mark.parametrize("case", [points_and_answer, conic_and_answer, program_and_answer])
def test_writing_verifies_once(case: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is judged is what stands in the file."""
    problem, answer = case()
    judged: list[Any] = []

    def verify(problem: Any, claim: Any) -> gordan.outcome.Verdict:
        judged.append(claim)
        return gordan.verify(problem, claim)

    monkeypatch.setattr(archive, "verify", verify)
    archive.certify(problem, answer, tmp_path / "c.json")
    assert len(judged) == 1
    assert spell(judged[0]) == (tmp_path / "c.json").read_bytes()


def test_certify_and_write_certificate_write_the_same(tmp_path: Path) -> None:
    problem, answer = points_and_answer()
    archive.certify(problem, answer, tmp_path / "a.json")
    gordan.certify(problem, answer, tmp_path / "b.json")
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()
    with pytest.raises(gordan.InputError, match="already"):
        archive.certify(problem, answer, tmp_path / "a.json")
    archive.certify(problem, answer, tmp_path / "a.json", overwrite=True)


def test_what_only_looks_like_an_answer_is_not_written(tmp_path: Path) -> None:
    problem, answer = program_and_answer()
    lie = SimpleNamespace(kind="feasible", proof=answer.proof, strict=False)
    with pytest.raises(gordan.InputError, match="give what feasible, optimum or repair found of this program"):
        archive.certify(problem, lie, tmp_path / "c.json")
    assert os.listdir(tmp_path) == []
