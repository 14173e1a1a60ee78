"""A few points as an oracle of their own: what it says of them is true of the whole."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

from gordan.engine.candidate import Candidate
from gordan.engine.oracle import span
from gordan.engine.oracle.base import vertex
from gordan.engine.oracle.build import build
from gordan.problem import Points

FORMS = {
    "dense": np.asarray,
    "float32": lambda X: X.astype(np.float32),
    "csr": sp.csr_array,
    "csc": sp.csc_array,
    "csr32": lambda X: sp.csr_array(X.astype(np.float32)),
    "huge": lambda X: X * 2.0**600,
    "tiny sparse": lambda X: sp.csr_array(X * 2.0**-600),
}
QUESTIONS = {
    "intercept": {"intercept": True},
    "no intercept": {"intercept": False},
    "normalised": {"intercept": False, "normalise": True},
}


@pytest.fixture(params=["rotated", "by products"], autouse=True)
def _way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "by products":
        monkeypatch.setattr(span, "_SMALL", 0)


def whole(form: str, question: str, m: int, *, sizes: float = 0.0) -> Any:
    rng = np.random.default_rng(m)
    X = np.round(rng.standard_normal((40, m)) * 64) / 64
    X[rng.random((40, m)) < 0.5] = 0.0
    X[:, 0] = 1.0
    X *= 2.0 ** np.round(rng.uniform(-sizes, sizes, (40, 1)))
    y = np.resize([1, -1, -1], 40)
    return build(Points(FORMS[form](X), y, **QUESTIONS[question]).canonical())


@pytest.mark.parametrize("m", [5, 90], ids=["narrow", "wide"])
@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("form", FORMS)
def test_candidates_are_true_outside(form: str, question: str, m: int) -> None:
    """The image is that of the weights, and a direction keeps the order of the points it came from."""
    oracle = whole(form, question, m, sizes=12.0 if question == "no intercept" else 0.0)
    atoms = [atom for block in oracle.worst(oracle.begin_with().direction, 9) for atom in block]
    inside = oracle.restrict(atoms)
    rng = np.random.default_rng(0)
    for _ in range(5):
        x = inside.cone.normalise(rng.uniform(0.0, 1.0, len(atoms)))
        w = inside.combine(x)
        outside = inside.lift(Candidate(w, x, vertex(inside.worst(w))[1], w, 3))
        assert outside.lowest is None
        assert outside.updates == 3
        assert oracle.cone.violation(outside.weights) <= 1e-14
        true = oracle.combine(outside.weights)
        slack = 4.0 * oracle.rounding * oracle.reach
        np.testing.assert_allclose(outside.image, true, rtol=0, atol=slack)
        # The same direction up to a common factor.
        cosine = oracle.dot(outside.direction, true) / (oracle.norm(outside.direction) * oracle.norm(true))
        assert cosine == pytest.approx(1.0, abs=1e-6)
        np.testing.assert_allclose(inside.lower(outside.weights), x, rtol=1e-12)


@pytest.mark.parametrize("form", ["dense", "csr", "csc"])
@pytest.mark.parametrize("question", ["intercept", "no intercept"])
def test_images_that_nearly_vanish(form: str, question: str) -> None:
    """Of an image near zero the products of the points know nothing; it must not pass for a bound that it is not."""
    rng = np.random.default_rng(5)
    X = np.round(rng.standard_normal((6, 60)) * 64) / 64
    X = np.vstack([X, X[:3] + 2.0**-30])
    y = np.array([1, 1, 1, -1, -1, -1, -1, -1, -1])
    oracle = build(Points(FORMS[form](X), y, **QUESTIONS[question]).canonical())
    atoms = [atom for block in oracle.worst(oracle.zero(), 9) for atom in block]
    inside = oracle.restrict(atoms)
    pairs = [next(k for k, atom in enumerate(atoms) if atom.key == key) for key in (1, 7)]
    x = inside.place(pairs, [0.5, 0.5])
    outside = inside.lift(Candidate(inside.zero(), x, None, inside.combine(x), 1))
    assert oracle.norm(outside.image) == pytest.approx(0.5 * 2.0**-30 * np.sqrt(60), rel=1e-6)


def test_without_weights_there_is_no_image() -> None:
    oracle = whole("csr", "no intercept", 90)
    inside = oracle.restrict(oracle.worst(oracle.begin_with().direction, 6)[0])
    outside = inside.lift(Candidate(inside.zero()))
    assert outside.weights is None
    assert outside.image is None
    assert outside.direction.shape == (90,)


def test_weights_that_carry_nothing_here() -> None:
    oracle = whole("dense", "intercept", 5)
    inside = oracle.restrict([block[0] for block in oracle.worst(oracle.zero())])
    elsewhere = oracle.place([10, 11, 12], [0.5, 0.25, 0.25])
    assert inside.lower(elsewhere) is None
