"""Every form of data keeps the contract of an oracle under every question, and one that does not is found out."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from claimed import replace
from gordan.engine.oracle.build import build
from gordan.engine.oracle.columns import Columns
from gordan.engine.oracle.counted import Counted
from gordan.engine.oracle.gram import Gram as GramOracle
from gordan.engine.oracle.sweep import Rule
from gordan.problem import Gram, Points
from gordan.testing import check_oracle, instances
from testing.form import FORMS, GRAMS, QUESTIONS, cloud

SIZES = [(12, 3), (40, 5), (6, 8), (3, 1), (2, 2)]


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("form", FORMS)
def test_oracle_keeps_its_contract(form: str, question: str, size: tuple[int, int]) -> None:
    X, y = cloud(*size, random_state=sum(size))
    problem = Points(FORMS[form](X), y, **QUESTIONS[question])
    check_oracle(build(problem.canonical()))


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("question", [*QUESTIONS, "normalised, intercept"])
@pytest.mark.parametrize("form", GRAMS)
def test_products_keep_it_too(form: str, question: str, size: tuple[int, int]) -> None:
    X, y = cloud(*size, random_state=sum(size))
    posed = QUESTIONS.get(question, {"normalise": True})
    counted = Counted(build(Gram(GRAMS[form](X), y, **posed).canonical()))
    check_oracle(counted)
    assert counted.passes > 0


@pytest.mark.parametrize(
    "kernel", [{"kernel": "rbf"}, {"kernel": "laplacian"}, {"kernel": "poly", "coef0": 1.0}], ids=str
)
@pytest.mark.parametrize("normalise", [False, True])
@pytest.mark.parametrize("form", ["dense64", "dense32", "csr"])
def test_kernels_keep_it_too(form: str, normalise: bool, kernel: Any) -> None:
    X, y = cloud(25, 3, random_state=2)
    check_oracle(build(Points(FORMS[form](X), y, normalise=normalise, **kernel).canonical()))


@pytest.mark.parametrize("form", ["dense64", "dense32", "csr", "huge", "tiny", "huge32", "tiny32", "huge sparse"])
@pytest.mark.parametrize("intercept", [False, True], ids=["no intercept", "intercept"])
def test_separable_points_too(form: str, intercept: bool) -> None:
    """Here sweeps end, and then the products must have reached their thresholds."""
    one = instances.separable(3, 20, 0.3, intercept=intercept)
    check_oracle(build(Points(FORMS[form](one.X), one.y, intercept=intercept).canonical()))


@pytest.mark.parametrize("question", QUESTIONS)
def test_counting_changes_nothing(question: str) -> None:
    X, y = cloud(20, 4, random_state=1)
    counted = Counted(build(Points(X, y, **QUESTIONS[question]).canonical()))
    check_oracle(counted)
    assert counted.passes > 0


@pytest.mark.parametrize("form", ["dense64", "dense32", "csr", "csc", "csr32", "csc32"])
def test_many_points_lose_few_digits(form: str) -> None:
    """All terms of a sum have one sign here, so that every point may cost a running sum a rounding of its own."""
    rng = np.random.default_rng(0)
    X = 1.0 + rng.integers(0, 2**20, (200_000, 2)) * 2.0**-20  # float32 holds the same numbers
    oracle = build(Points(FORMS[form](X), np.ones(200_000), intercept=False).canonical())
    x = oracle.cone.soften(rng.standard_normal(200_000), 1.0)
    exact = np.array([math.fsum(x * column) for column in X.T])
    few = 1e-4 if form.endswith("32") else 1e-12
    assert oracle.norm(oracle.combine(x) - exact) <= few * oracle.reach


class Wrong(Columns):
    """Columns to get things wrong with."""


class AnotherMatrix(Wrong):
    def combine(self, x: Any) -> Any:
        return super().combine(x) * 1.001


class SortsTheWrongWay(Wrong):
    def worst(self, w: Any, k: int = 1) -> Any:
        return [block[::-1] for block in super().worst(w, k)]


class RoundsDown(Wrong):
    def norm(self, w: Any) -> float:
        return super().norm(w) * (1 - 1e-9)


class PowerIteration(Wrong):
    spectral = 0.9  # type: ignore[assignment]


class KeepsTheSum(Wrong):
    def sweep(self, run: Any, rule: Any, order: Any) -> Any:
        after = super().sweep(run, rule, order)
        return replace(after, image=after.direction)


class StopsTooSoon(Wrong):
    def sweep(self, run: Any, rule: Any, order: Any) -> Any:
        return super().sweep(run, Rule.rosenblatt(), order)


class SeesEverything(Wrong):
    def restrict(self, atoms: Any) -> Any:
        return super().restrict([atom for block in self.worst(self.zero(), self.size) for atom in block])


class OffByOne(Wrong):
    def place(self, keys: Any, values: Any) -> Any:
        return super().place([(key + 1) % self.size for key in keys], values)


class WrongProducts(GramOracle):
    """Products to get things wrong with."""

    def __init__(self, canonical: Any) -> None:
        super().__init__(canonical, canonical.data)


class BareRoot(WrongProducts):
    def norm(self, w: Any) -> float:
        return float(max(w[0] @ w[1], 0.0)) ** 0.5 * (1 - 1e-15)


class LosesProducts(WrongProducts):
    def combine(self, x: Any) -> Any:
        c, f = super().combine(x)
        return np.stack([c, f.astype(np.float32)])


class ForgetsToCentre(WrongProducts):
    spectral = 0.9  # type: ignore[assignment]


class CountsTwice(WrongProducts):
    def sweep(self, run: Any, rule: Any, order: Any) -> Any:
        after = super().sweep(run, rule, order)
        return replace(after, image=after.direction)


@pytest.mark.parametrize(
    ("oracle", "word"),
    [(BareRoot, "norm"), (LosesProducts, "Ax|combine"), (ForgetsToCentre, "spectral"), (CountsTwice, "image")],
)
def test_wrong_products_are_found_out(oracle: Any, word: str) -> None:
    one = instances.separable(3, 20, 0.3)
    with pytest.raises(AssertionError, match=word):
        check_oracle(oracle(Gram(one.X @ one.X.T, one.y, intercept=False).canonical()))


class Boastful(Wrong):
    def __init__(self, canonical: Any) -> None:
        super().__init__(canonical)
        self.rounding *= 1e-3


@pytest.mark.parametrize(
    ("oracle", "word"),
    [
        (AnotherMatrix, "A\\*w"),
        (SortsTheWrongWay, "lowest"),
        (RoundsDown, "norm"),
        (PowerIteration, "spectral"),
        (KeepsTheSum, "image"),
        (StopsTooSoon, "threshold"),
        (SeesEverything, "restricted"),
        (OffByOne, "place|combine"),
        (Boastful, "off|is"),
    ],
)
def test_wrong_oracle_is_found_out(oracle: Any, word: str) -> None:
    one = instances.separable(3, 20, 0.3)
    with pytest.raises(AssertionError, match=word):
        check_oracle(oracle(Points(one.X, one.y, intercept=False).canonical()))
