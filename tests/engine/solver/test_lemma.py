"""Lemmas 5 and 8 of Ramdas and Peña at every iteration, and weights that never leave the base.

L_mu(alpha) = sup over the base of −⟨A*A alpha, p⟩ − mu d(p), plus ½‖A alpha‖², is at most −½‖A p_k‖². With the entropy
the supremum is a logarithm of a sum of exponentials, one per class; with the Euclidean distance it is taken at a
projection, found here by bisection. Both are computed from the explicit matrix, apart from cone and oracle.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np
import pytest
from scipy.special import logsumexp

from engine.solver.setting import CONFIGURED, Setting
from gordan.engine.candidate import Candidate
from gordan.engine.solver import SmoothPerceptron, SmoothPerceptronVonNeumann
from gordan.testing import instances

ITERATIONS = 150


def drawn(intercept: bool) -> list[Setting]:
    return [
        Setting(one)
        for one in (
            instances.separable(5, 60, 0.05, intercept=intercept),
            instances.inseparable(4, 60, 0.1, intercept=intercept),
            instances.noise(10, 45, intercept=intercept),
            instances.separable_integers(3, 30, intercept=intercept),
            instances.inseparable_integers(3, 30, touching=True, intercept=intercept),
            instances.large_shift(4, 20, 1e3) if intercept else instances.normalised_margin(10.0, 12, normalise=False),
            instances.wide_scales(4, 20, 3.0, intercept=intercept),
        )
    ]


SETTINGS = [setting for intercept in (False, True) for setting in drawn(intercept)]
every_setting = pytest.mark.parametrize(
    "setting", SETTINGS, ids=lambda s: f"{s.instance.name}{' intercept' if s.instance.intercept else ''}"
)


def classes(setting: Setting) -> list[tuple[Any, float]]:
    """The members of each block of the base and its mass."""
    if not setting.instance.intercept:
        return [(np.ones(setting.positive.size, dtype=bool), 1.0)]
    return [(setting.positive, 0.5), (~setting.positive, 0.5)]


def check_common(setting: Setting, mu: float, k: int, first: float, weights: dict[str, Any]) -> None:
    assert mu == pytest.approx(2.0 * first / ((k + 1) * (k + 2)), rel=1e-9)
    for name, x in weights.items():
        assert setting.off_base(x) <= 1e-12, f"{name} is off the base at iteration {k}"


def uniform(setting: Setting) -> Any:
    """The centre of the base."""
    return sum(block * (mass / np.count_nonzero(block)) for block, mass in classes(setting))


def follow(alpha: Any, k: int, p: Any, q: Any) -> Any:
    """The weights behind the direction, which the algorithms themselves do without."""
    theta = 2.0 / (k + 3)
    return (1 - theta) * (alpha + theta * p) + theta**2 * q


@every_setting
def test_lemma_5(setting: Setting) -> None:
    A, oracle = setting.A, setting.oracle
    size = oracle.canonical.reach**2
    alpha = uniform(setting)
    for k, candidate in enumerate(islice(SmoothPerceptron().candidates(oracle), ITERATIONS)):
        state: Any = candidate.state
        check_common(setting, state.mu, k, 2.0 * oracle.radius**2, {"alpha": alpha, "p": state.p, "q": state.q})
        image = A @ alpha
        assert np.linalg.norm(image - state.image) <= 1e-11 * size**0.5
        z = A.T @ image
        softened = sum(
            mass * state.mu * (logsumexp(-z[block] / state.mu) - np.log(np.count_nonzero(block)))
            for block, mass in classes(setting)
        )
        left = softened + 0.5 * image @ image
        right = -0.5 * float(np.sum((A @ state.p) ** 2))
        assert left <= right + 1e-12 * size, f"Lemma 5 fails at iteration {k}"
        alpha = follow(alpha, k, state.p, state.q)


@every_setting
def test_lemma_5_holds_from_an_earlier_direction_on(setting: Setting) -> None:
    A, oracle = setting.A, setting.oracle
    size = oracle.canonical.reach**2
    rng = np.random.default_rng(1)
    for share in (0.0, 0.1, 1.0):
        w = A @ uniform(setting)
        w = w / (np.linalg.norm(w) or 1.0) + share * rng.normal(size=len(A))
        if not w.any():
            continue
        for k, candidate in enumerate(islice(SmoothPerceptron().candidates(oracle, Candidate(w)), ITERATIONS)):
            state: Any = candidate.state
            z = A.T @ state.image
            softened = sum(
                mass * state.mu * (logsumexp(-z[block] / state.mu) - np.log(np.count_nonzero(block)))
                for block, mass in classes(setting)
            )
            left = softened + 0.5 * state.image @ state.image
            right = -0.5 * float(np.sum((A @ state.p) ** 2))
            assert left <= right + 1e-12 * size, f"Lemma 5 fails at iteration {k}"


@every_setting
def test_lemma_8(setting: Setting) -> None:
    A, oracle = setting.A, setting.oracle
    size = oracle.canonical.reach**2
    alpha = uniform(setting)
    for k, candidate in enumerate(islice(SmoothPerceptronVonNeumann().candidates(oracle), ITERATIONS)):
        state: Any = candidate.state
        check_common(setting, state.mu, k, 2.0 * oracle.spectral, {"alpha": alpha, "p": state.p, "r": state.r})
        image = A @ alpha
        assert np.linalg.norm(image - state.image) <= 1e-11 * size**0.5
        z = A.T @ image
        nearest = np.empty_like(z)
        for block, mass in classes(setting):
            nearest[block] = project(state.about[block] - z[block] / state.mu, mass)
        left = -z @ nearest - 0.5 * state.mu * np.sum((nearest - state.about) ** 2) + 0.5 * image @ image
        right = -0.5 * float(np.sum((A @ state.p) ** 2))
        assert left <= right + 1e-12 * size, f"Lemma 8 fails at iteration {k}"
        alpha = follow(alpha, k, state.p, state.r)


def project(z: Any, mass: float) -> Any:
    """The nearest non-negative vector with this sum: z less a constant, cut at zero; the constant by bisection."""
    low, high = z.min() - mass, z.max()
    for _ in range(200):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if np.maximum(z - middle, 0.0).sum() > mass else (low, middle)
    return np.maximum(z - 0.5 * (low + high), 0.0)


@every_setting
@pytest.mark.parametrize("solver", CONFIGURED, ids=repr)
def test_weights_stay_on_the_base(solver: Any, setting: Setting) -> None:
    """And their image is what the candidate says, as long as anyone looks."""
    A, oracle = setting.A, setting.oracle
    for k, candidate in enumerate(islice(solver.candidates(oracle), ITERATIONS)):
        if candidate.weights is not None:
            assert setting.off_base(candidate.weights) <= 1e-12, f"off the base at candidate {k}"
            if candidate.image is not None:
                drift = np.linalg.norm(A @ candidate.weights - candidate.image)
                assert drift <= 1e-10 * np.abs(A).max() * len(A), f"the image drifted by {drift} at candidate {k}"
