"""Hyperplanes in integers: points that no doubles separate, by the verifier, by fractions and by what is predicted."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

import gordan
from gordan.outcome import IntegerSeparator
from gordan.outcome.spoilers import Spoilers
from zoo import ZOO

BEYOND = [instance for instance in ZOO if instance.name.endswith("_beyond_doubles")]
beyond = pytest.mark.parametrize("instance", BEYOND, ids=lambda one: one.name)


def posed(instance: Any, **how: Any) -> gordan.Points:
    return gordan.Points(instance.X, instance.y, intercept=instance.intercept, **how)


@beyond
def test_every_row_in_fractions(instance: Any) -> None:
    """The signs by the words of the definition, and the doubles shown do what no doubles can: not separate."""
    outcome = gordan.solve(posed(instance))
    proof = outcome.proof
    assert isinstance(proof, IntegerSeparator)
    assert gordan.verify(posed(instance), outcome, proof="exact").holds
    rows = [[Fraction(v) for v in row] for row in instance.X.tolist()]
    values = [sum((w * x for w, x in zip(proof.integers, row, strict=True)), proof.offset) for row in rows]
    assert all(value * sign > 0 for value, sign in zip(values, instance.y.tolist(), strict=True))
    w, b = list(map(Fraction, outcome.coef.tolist())), Fraction(outcome.intercept)
    rounded = [sum((v * x for v, x in zip(w, row, strict=True)), b) for row in rows]
    assert min(value * sign for value, sign in zip(rounded, instance.y.tolist(), strict=True)) <= 0
    assert "integers" in str(outcome)


@beyond
def test_the_margin_is_that_of_the_instance(instance: Any) -> None:
    lower, upper = gordan.margin_squared(posed(instance), gordan.solve(posed(instance)))
    assert lower <= Fraction(instance.margin) ** 2 * Fraction(1 + 1e-12)
    assert float(lower) == pytest.approx(instance.margin**2, rel=1e-12)
    assert lower <= upper


@beyond
def test_predictions_are_those_of_the_integers(instance: Any) -> None:
    outcome = gordan.solve(posed(instance))
    assert (np.sign(outcome.decision_function(instance.X)) == np.sign(instance.y)).all()


def test_an_estimator_predicts_by_integers() -> None:
    instance = next(one for one in BEYOND if one.intercept)
    classifier = gordan.MaxMarginClassifier()
    with pytest.warns(ConvergenceWarning, match="separates all the same"):  # weights are doubles, and bound it loosely
        classifier.fit(instance.X, instance.y)
    assert classifier.score(instance.X, instance.y) == 1.0
    assert classifier.outcome_.kind == "separable"


def test_values_too_small_for_a_double_keep_their_sign() -> None:
    proof = IntegerSeparator((1, 10**400), Fraction(0))
    points = [[5e-324, 0.0], [-5e-324, 0.0], [1.0, -1.0]]
    assert proof.values(points).tolist() == [5e-324, -5e-324, -proof.coefficients[1]]


@pytest.mark.parametrize("how", [{"normalise": True}, {}], ids=["normalised", "raw"])
def test_lengths_of_one(how: dict[str, Any]) -> None:
    problem = posed(BEYOND[0], **how)
    outcome = gordan.solve(problem, proof="exact")
    assert isinstance(outcome.proof, IntegerSeparator)
    assert outcome.verdict.holds


def test_coefficients_that_are_not_negative() -> None:
    """w₁ > 3 w₂ and w₁ < 3 (1 + 2⁻⁵²) w₂, nearly: three times a double is rarely one, and integers need not care."""
    problem = gordan.Points([[1.0, -3.0], [-1.0, 3.0 + 2.0**-51]], [1, 1], intercept=False, positive=True)
    inside, outside = IntegerSeparator((3 * 2**60 + 1, 2**60), Fraction(0)), IntegerSeparator((3, 1), Fraction(0))
    for proof, holds in ((inside, True), (outside, False)):
        claim = gordan.outcome.Claim(classes=problem.classes, proof=proof, **proof.shown)
        assert gordan.verify(problem, claim).holds == holds


@beyond
def test_certificates_and_other_checkers(instance: Any, tmp_path: Path) -> None:
    z3 = pytest.importorskip("z3")
    problem = posed(instance)
    outcome = gordan.solve(problem)
    gordan.certify(problem, outcome, tmp_path / "c.json")
    certificate = gordan.read_certificate(tmp_path / "c.json")
    assert certificate.version == 5
    assert gordan.verify(problem, certificate).holds
    gordan.file.write_smt(tmp_path / "p.smt2", problem, outcome)
    solver = z3.Solver()
    solver.from_string((tmp_path / "p.smt2").read_text())
    assert solver.check() == z3.sat


def test_an_orthant_has_points_for_columns(tmp_path: Path) -> None:
    problem = gordan.Conic(BEYOND[0].X.T, gordan.cone.Orthant(3))
    outcome = gordan.solve(problem)
    assert isinstance(outcome.proof, IntegerSeparator)
    gordan.certify(problem, outcome, tmp_path / "c.json")
    assert gordan.verify(problem, gordan.read_certificate(tmp_path / "c.json")).holds


@pytest.mark.parametrize(("offset", "holds"), [(Fraction(-1), True), (Fraction(-2), False), (Fraction(0), False)])
def test_what_is_left_without_spoilers_may_have_one(offset: Fraction, holds: bool) -> None:
    problem = gordan.Points([[0.0], [1.0], [2.0], [3.0]], [0, 1, 0, 1])
    found = gordan.spoilers(problem)
    assert found.rows == (2,)
    told = Spoilers(rows=(2,), separator=IntegerSeparator((2,), offset), refutations=found.refutations, n=4)
    assert gordan.verify(problem, told).holds is holds
