"""Certificates of w ≥ 0: written, read, judged by both checkers, and refused where a number was changed."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import gordan
from file.certificate.by_hand import by_hand, write_table
from file.certificate.made import resealed
from gordan.file.certificate.format import parse, spell
from liar.test_certificate import at, nudged, numbers

QUESTIONS = {"intercept": (True, False), "no intercept": (False, False), "normalised": (False, True)}


def posed(kind: str, question: str, decimal: bool, sparse: bool) -> gordan.Points:
    intercept, normalise = QUESTIONS[question]
    X = np.array([[1.0, 2.0], [2.0, 1.0], [-1.0, 0.5], [-2.0, -1.0], [0.5, -3.0]])
    y = [1, 1, 0, 0, 0] if kind == "separable" else [0, 1, 1, 1, 0]
    X = X / 10 if decimal else X
    asked = (intercept, normalise, "decimal" if decimal else "binary")
    return gordan.Points(sp.csr_array(X) if sparse else X, y, *asked, positive=True)  # type: ignore[arg-type]


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("decimal", [False, True])
@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("kind", ["separable", "inseparable", "undecided"])
def test_round_trip_and_both_checkers(kind: str, question: str, decimal: bool, sparse: bool, tmp_path: Path) -> None:
    problem = posed("inseparable" if kind == "undecided" else kind, question, decimal, sparse)
    outcome = gordan.solve(problem)
    assert outcome.kind == ("inseparable" if kind == "undecided" else kind)
    if kind == "undecided":
        claim = outcome.claim
        upper = gordan.outcome.Claim(weights=claim.weights, coef=claim.coef, centre=claim.centre, classes=claim.classes,
                                     intercept=claim.intercept, offset=claim.offset)  # fmt: skip
        verdict = gordan.verify(problem, upper)
        outcome = gordan.outcome.answer_of(
            gordan.outcome.Claim(**{**vars(upper), "bracket": verdict.bracket}), verdict, outcome.run
        )
    path = tmp_path / "c.json"
    gordan.certify(problem, outcome, path)
    certificate = gordan.read_certificate(path)
    assert certificate.question.kind == "positive"  # type: ignore[union-attr]
    assert spell(certificate) == path.read_bytes()
    assert gordan.verify(problem, certificate).holds
    assert gordan.verify(problem, certificate, proof="exact").holds
    write_table(tmp_path / "data.csv", problem)
    said = by_hand(path, tmp_path / "data.csv")
    assert said == f"accepted: {kind} for w >= 0, 5 points in 2 dimensions"
    plain = gordan.Points(problem.X, problem.y, problem.intercept, problem.normalise, problem.numbers)
    refused = gordan.verify(plain, certificate)
    assert "question is the certificate's" in {check.name for check in refused.failed}


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("kind", ["separable", "inseparable"])
def test_numbers_changed_at_random(kind: str, question: str, tmp_path: Path) -> None:
    """The two checkers agree on every change, and accept none that is false."""
    problem = posed(kind, question, True, False)
    gordan.certify(problem, gordan.solve(problem), tmp_path / "c.json")
    raw, draw = (tmp_path / "c.json").read_bytes(), random.Random(f"{kind}, {question}")

    def change(members: dict[str, Any]) -> None:
        places = [path for path in numbers(members) if path[0] not in ("version", "checksum", "lines", "problem")]
        for path in draw.sample(places, draw.choice((1, 1, 2))):
            at(members, path[:-1])[path[-1]] = draw.choice(nudged(at(members, path)) or [at(members, path)])

    refused = 0
    for _ in range(60):
        try:
            refused += not gordan.verify(problem, parse(resealed(raw, change), "lie.json")).holds
        except gordan.InputError:
            refused += 1
    assert refused >= 20


def test_other_proofs_are_not_read(tmp_path: Path) -> None:
    problem = posed("inseparable", "intercept", False, False)
    gordan.certify(problem, gordan.solve(problem), tmp_path / "c.json")
    raw = (tmp_path / "c.json").read_bytes()

    def rename(members: dict[str, Any]) -> None:
        members["proof"]["kind"] = "cancellation"

    def disguise(members: dict[str, Any]) -> None:
        members["problem"]["kind"] = "points"

    for change in (rename, disguise):
        with pytest.raises(gordan.InputError, match=r"proof\.kind"):
            parse(resealed(raw, change), "lie.json")
