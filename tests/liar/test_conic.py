"""True outcomes of conic problems, falsified one field at a time: the verifier names what does not hold."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import gordan
from claimed import replace
from gordan import Conic
from gordan.cone import PSD, Lorentz, Orthant, Product
from gordan.outcome import Bracket, Interior, NullSpacePoint

K = Product([Orthant(2), Lorentz(3), PSD(2)])
A = np.random.default_rng(0).standard_normal((3, K.size))
A[0] = 0.3 * K.unit
INSIDE = Conic(A, K)
N = np.random.default_rng(4).standard_normal((2, K.size))
NEAR = Conic(N - np.outer(N @ K.unit, K.unit) / (K.unit @ K.unit), K)
EXACT = Conic([[1.0, -1.0, 0.0]], Lorentz(3))


def refused(problem: Conic, outcome: Any, name: str) -> None:
    verdict = gordan.verify(problem, outcome)
    assert not verdict.holds
    assert name in [check.name for check in verdict.failed]


def test_the_truth_is_accepted() -> None:
    for problem, options in ((INSIDE, {}), (NEAR, {}), (EXACT, {"proof": "exact"})):
        assert gordan.verify(problem, gordan.solve(problem, **options)).holds


def test_a_direction_that_is_none() -> None:
    true = gordan.solve(INSIDE)
    for wrong in (-true.coef, np.zeros(3), true.coef[:2], true.coef * np.nan):
        liar = replace(true, coef=wrong, proof=Interior(wrong))
        assert not gordan.verify(INSIDE, liar).holds
    refused(INSIDE, replace(true, coef=-true.coef, proof=Interior(-true.coef)), "A*y inside the cone")
    refused(INSIDE, replace(true, coef=2.0 * true.coef), "coef is the proof's")
    refused(INSIDE, replace(true, bracket=Bracket(10.0, 20.0)), "margin at least")
    refused(INSIDE, replace(true, bracket=Bracket(0.0, 1e-9)), "margin at most")
    refused(INSIDE, replace(true, proof=NullSpacePoint((1,), 1)), "proof is of its kind")


def test_weights_that_do_not_cancel() -> None:
    true = gordan.solve(NEAR)
    proof = true.proof
    moved = replace(proof, centre=proof.centre + 1e-3 * np.arange(proof.centre.size))
    refused(NEAR, replace(true, proof=moved), "weights that cancel are within")
    refused(NEAR, replace(true, proof=replace(proof, radius=0.0)), "weights that cancel are within")
    refused(NEAR, replace(true, proof=replace(proof, radius=10.0)), "all so near are in the cone")
    refused(NEAR, replace(true, proof=replace(proof, centre=-proof.centre)), "all so near are in the cone")
    refused(NEAR, replace(true, proof=replace(proof, faces=proof.faces[:2])), "faces and centre fit the cone")
    twice = (np.array([0, 0]), *proof.faces[1:])
    refused(NEAR, replace(true, proof=replace(proof, faces=twice)), "faces and centre fit the cone")
    assert not gordan.verify(INSIDE, true).holds


@pytest.mark.parametrize(
    ("integers", "name"),
    [
        ((1, 1, 1), "weights are in the cone, not zero"),
        ((0, 0, 0), "weights are in the cone, not zero"),
        ((0, 0, -1), "weights are in the cone, not zero"),
        ((1, 0, 2), "weights cancel"),
        ((1, 1), "one number for each entry"),
    ],
)
def test_integers_that_prove_nothing(integers: Any, name: str) -> None:
    true = gordan.solve(EXACT, proof="exact")
    refused(EXACT, replace(true, proof=NullSpacePoint(integers, 1)), name)


def test_semidefinite_is_told_from_indefinite_exactly() -> None:
    problem = Conic([[[[0.0, 0.0], [0.0, 0.0]]]], PSD(2))
    true = gordan.solve(problem, proof="exact")
    assert true.verdict.holds
    accepted = replace(true, proof=NullSpacePoint((4, 2, 1), 1))
    assert gordan.verify(problem, accepted).holds
    refused(
        problem, replace(true, proof=NullSpacePoint((4, 2 * 10**9 + 1, 10**18), 1)), "weights are in the cone, not zero"
    )
    refused(problem, replace(true, proof=NullSpacePoint((0, 1, 1), 1)), "weights are in the cone, not zero")


def test_numbers_of_another_kind_are_refused() -> None:
    true = gordan.solve(NEAR)
    proof = true.proof
    fits = "faces and centre fit the cone"
    *axes, V = proof.faces
    far = V.astype(np.int64)
    far[0, 0] = -(2**63)
    for faces in ((*axes, V.astype(complex)), (*axes, V.tolist()), (*axes, far), (axes[0].astype(complex), axes[1], V)):
        refused(NEAR, replace(true, proof=replace(proof, faces=faces)), fits)
    refused(NEAR, replace(true, proof=replace(proof, faces=list(proof.faces))), fits)
    for centre in (proof.centre.astype(complex), proof.centre.tolist(), proof.centre.astype(np.float32)):
        refused(NEAR, replace(true, proof=replace(proof, centre=centre)), fits)
    for radius in (proof.radius + 0j, 0, None, np.nan, -1.0):
        refused(NEAR, replace(true, proof=replace(proof, radius=radius)), fits)
    inside = gordan.solve(INSIDE)
    for wrong in (inside.coef.astype(complex), inside.coef.tolist(), 1):
        refused(INSIDE, replace(inside, coef=wrong, proof=Interior(wrong)), "direction is finite and not zero")
    for wrong in (inside.weights.astype(complex), inside.weights.tolist(), [[1.0], 2.0]):
        refused(INSIDE, replace(inside, weights=wrong), "weights are finite and not zero")


def test_integers_that_could_wrap_around_are_refused() -> None:
    problem = Conic([[1.0, -(2.0**32)]], Lorentz(2))
    true = gordan.solve(EXACT, proof="exact")
    for point in (
        NullSpacePoint((np.int64(2**32), np.int64(1)), 1),  # type: ignore[arg-type]
        NullSpacePoint((2.0**32, 1), 1),  # type: ignore[arg-type]
        NullSpacePoint((2**32, 1), 1.0),  # type: ignore[arg-type]
        NullSpacePoint([2**32, 1], 1),  # type: ignore[arg-type]
    ):
        refused(problem, replace(true, proof=point), "weights are Python integers")


def test_an_answer_about_points_is_none_about_a_cone() -> None:
    about = gordan.solve(gordan.Points([[0.0], [1.0]], [0, 1]))
    refused(EXACT, replace(about, proof=None), "proof is of its kind")
    refused(EXACT, about, "proof is of its kind")
