"""Conic problems with every kind of answer, and the certificates made of them."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sp

import claimed
import gordan
from claimed import replace
from gordan import Conic
from gordan.cone import PSD, Lorentz, Orthant, Product
from gordan.engine.polish.enclosure import enclosure
from gordan.file.certificate.format import spell
from gordan.outcome import NullSpaceBall
from gordan.outcome.certificate.compose import compose_conic

__all__ = ["NAMES", "ConicMade", "made_conic"]

K = Product([Orthant(2), Lorentz(3), PSD(2)])
K2 = Product([Lorentz(2), Orthant(3)])
STACK = np.array([[[1.0, 0.0], [0.0, -1.0]], [[0.0, 1.0], [1.0, 0.0]]])


class ConicMade(NamedTuple):
    """A problem, its verified outcome, and the bytes of the certificate."""

    problem: Conic
    outcome: Any
    raw: bytes


def inside() -> Conic:
    A = np.random.default_rng(0).standard_normal((3, K.size))
    A[0] = 0.3 * K.unit
    return Conic(A, K)


def cancelling() -> Conic:
    N = np.random.default_rng(4).standard_normal((2, K.size))
    return Conic(N - np.outer(N @ K.unit, K.unit) / (K.unit @ K.unit), K)


def on_a_face() -> Conic:
    """The last diagonal entry costs five, and the first two cancel: with the second axis, whose column is zero."""
    M = np.diag([1.0, -1.0, 5.0])
    return Conic(
        [np.array([[3.0, 0.0, 1.0]]), np.array([[1.0, 0.0, 4.0]]), M[None]], Product([Orthant(3), Lorentz(3), PSD(3)])
    )


def near_a_face(problem: Conic) -> Any:
    """The answer on that face, its axes in no order."""
    V = np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]])
    centre = np.array([2.0, 1.0, 0.5, 0.0, 3.5])
    proof = NullSpaceBall((np.array([1, 0]), np.array([], np.int64), V), centre, 1e-12)
    told = {"reason": "", "n_iter": 1, "n_passes": 1, "seconds": 0.0, "solver": "none", "classes": ()}
    x = problem.cone.normalise(proof.spread_out(problem.cone))
    return claimed.inseparable(bracket=gordan.outcome.Bracket(-np.inf, 0.0), weights=x, proof=proof, **told)


PROBLEMS: dict[str, tuple[Any, dict[str, Any]]] = {
    "separable": (inside, {}),
    "ball": (cancelling, {}),
    "face": (on_a_face, {}),
    "plain matrices": (lambda: Conic([STACK], PSD(2)), {}),
    "integers": (lambda: Conic([[1.0, -1.0, 0.0]], Lorentz(3)), {"proof": "exact"}),
    "exact matrices": (lambda: Conic([[[1.0]], STACK[:1]], Product([Orthant(1), PSD(2)])), {"proof": "exact"}),
    "undecided": (lambda: Conic([[1.0, 0.0, -2.0], [0.0, 1.0, -2.0]], PSD(2)), {}),
    "sparse": (lambda: Conic(sp.csr_array([[1.0, 1.0, 0.0, 0.0, 2.0], [0.0, 1.0, 1.0, 0.0, 3.0]]), K2), {}),
    "orthant": (lambda: Conic([[1.0, 2.0, 3.0], [0.0, 1.0, -1.0]], Orthant(3)), {}),
    "cancellation": (lambda: Conic([[1.0, 1.0, -2.0]], Product([Orthant(1), Orthant(2)])), {}),
    "enclosure": (lambda: Conic([[0.3, 0.1, -0.7], [0.2, -0.4, 0.1]], Orthant(3)), {}),
}
NAMES = tuple(PROBLEMS)


@cache
def made_conic(name: str) -> ConicMade:
    pose, options = PROBLEMS[name]
    problem = pose()
    outcome = near_a_face(problem) if name == "face" else gordan.solve(problem, max_seconds=20.0, **options)
    if name == "face":
        outcome = replace(outcome, verdict=gordan.verify(problem, outcome))
    if name == "enclosure":
        box = enclosure(problem.points(), sorted(outcome.proof.support))
        assert box is not None
        outcome = replace(outcome, proof=box, weights=box.weights(problem.n))
        outcome = replace(outcome, verdict=gordan.verify(problem, outcome))
    assert outcome.verdict.holds
    return ConicMade(problem, outcome, spell(compose_conic(problem, outcome)))
