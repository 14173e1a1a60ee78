"""Every solver keeps its contract on every form of data, and one that peeks or lies is found out."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import pytest
import scipy.sparse as sp

from claimed import replace
from gordan.engine.candidate import Candidate
from gordan.engine.oracle.build import build
from gordan.engine.solver import (
    SOLVERS,
    AggressivePerceptron,
    InfinityPerceptron,
    IteratedSmoothPerceptronVonNeumann,
    MirrorProx,
    NormalisedPerceptron,
    Perceptron,
    Winnow,
)
from gordan.errors import UnsuitableSolver
from gordan.problem import Gram, Points
from gordan.testing import check_solver, instances
from gordan.testing.curtain import Curtain
from gordan.testing.opaque import DIRECTION, seal
from testing.form import GRAMS

CONFIGURED = [
    *(solver() for solver in SOLVERS.values()),
    Perceptron(order="shuffled"),
    Perceptron(order="worst"),
    Perceptron(combine="averaged"),
    Perceptron(combine="voted"),
    AggressivePerceptron(beta=0.1, shuffled=True),
    InfinityPerceptron(alpha=1.75),
    Winnow(positive=True, eta=0.25),
    IteratedSmoothPerceptronVonNeumann(gamma=1.1),
    MirrorProx(adaptive=False),
]
FORMS: dict[str, Callable[[Any], Any]] = {
    "dense64": lambda X: X,
    "dense32": lambda X: X.astype(np.float32),
    "csr": sp.csr_array,
    "csc": sp.csc_array,
}


def oracles(form: str, *, intercept: bool) -> list[Any]:
    drawn = [
        instances.separable(5, 40, 0.1, intercept=intercept),
        instances.inseparable(4, 60, 0.1, intercept=intercept),
        instances.separable_integers(3, 30, intercept=intercept),
        instances.inseparable_integers(3, 40, intercept=intercept),
        instances.inseparable_integers(3, 40, touching=True, intercept=intercept),
    ]
    if form in GRAMS:
        return [build(Gram(GRAMS[form](one.X), one.y, intercept=intercept).canonical()) for one in drawn]
    return [build(Points(FORMS[form](one.X), one.y, intercept=intercept).canonical()) for one in drawn]


# Who needs coordinates: an exponential link works on each. Rescaling makes coordinates of its own, of products too.
COORDINATES = {"winnow"}


@pytest.mark.parametrize("intercept", [False, True], ids=["no intercept", "intercept"])
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("solver", CONFIGURED, ids=repr)
def test_solver_keeps_its_contract(solver: Any, form: str, intercept: bool) -> None:
    for oracle in oracles(form, intercept=intercept):
        check_solver(solver, oracle)


@pytest.mark.parametrize("intercept", [False, True], ids=["no intercept", "intercept"])
@pytest.mark.parametrize("form", ["gram", "gram32"])
@pytest.mark.parametrize("solver", [one for one in CONFIGURED if one.name not in COORDINATES], ids=repr)
def test_products_serve_every_solver_that_needs_no_coordinates(solver: Any, form: str, intercept: bool) -> None:
    for oracle in oracles(form, intercept=intercept):
        check_solver(solver, oracle)


def test_winnow_is_refused_in_a_sentence() -> None:
    [oracle, *_] = oracles("gram", intercept=True)
    with pytest.raises(UnsuitableSolver, match="coordinates"):
        next(Winnow().candidates(oracle))


@pytest.mark.parametrize("solver", [solver() for solver in SOLVERS.values()], ids=lambda solver: solver.name)
def test_edges(solver: Any) -> None:
    """One point, one point per class, more dimensions than points, and points that are all the same."""
    single = Points([[3.0, 4.0]], [1], intercept=False)
    pair = Points([[1.0], [2.0]], [0, 1])
    wide = Points(np.eye(3, 7), [0, 1, 1])
    same = Points(np.ones((4, 2)), [0, 1, 0, 1])
    for problem in (single, pair, wide, same):
        check_solver(solver, build(problem.canonical()))
        if solver.name not in COORDINATES:
            K, labels = problem.X @ problem.X.T, problem.y
            check_solver(solver, build(Gram(K, labels, intercept=problem.intercept).canonical()))


@pytest.mark.parametrize("solver", SOLVERS.values(), ids=SOLVERS)
def test_file_tells_what_it_does(solver: Any) -> None:
    told = sys.modules[solver.__module__].__doc__
    for section in ("\n1. ", "\nGuarantee\n", "\nNeeds\n", "\nReference\n"):
        assert section in told, f"{solver.__module__} has no {section.strip()}"
    assert solver.name.replace("-", "_") == solver.__module__.rpartition(".")[2]


@dataclass(frozen=True)
class Wrong(NormalisedPerceptron):
    """A solver to get things wrong with; `change` spoils the arrays, `spoil` the finished candidate."""

    name: ClassVar[str] = "wrong"

    def change(self, direction: Any) -> Any:
        return direction

    def spoil(self, candidate: Candidate) -> Candidate:
        return candidate

    def candidates(self, oracle: Any, start: object = None) -> Any:
        for candidate in super().candidates(oracle):
            self.change(candidate.direction)
            yield self.spoil(candidate)


class Indexes(Wrong):
    def change(self, direction: Any) -> Any:
        return direction[0]


class Measures(Wrong):
    def change(self, direction: Any) -> Any:
        return len(direction)


class AsksForShape(Wrong):
    def change(self, direction: Any) -> Any:
        return direction.size


class CallsNumPy(Wrong):
    def change(self, direction: Any) -> Any:
        return np.linalg.norm(direction)


class UsesUfunc(Wrong):
    def change(self, direction: Any) -> Any:
        return np.abs(direction)


class MultipliesEntries(Wrong):
    def change(self, direction: Any) -> Any:
        return direction * direction


class AddsAnArray(Wrong):
    def change(self, direction: Any) -> Any:
        return direction + np.ones(5)


class Compares(Wrong):
    def change(self, direction: Any) -> Any:
        return direction == 0


class MixesKinds(Wrong):
    def spoil(self, candidate: Candidate) -> Candidate:
        return replace(candidate, direction=candidate.weights if candidate.weights is not None else candidate.direction)


class MakesItsOwn(Wrong):
    def spoil(self, candidate: Candidate) -> Candidate:
        return replace(candidate, direction=np.zeros(5))


class LeavesTheBase(Wrong):
    def spoil(self, candidate: Candidate) -> Candidate:
        return candidate if candidate.weights is None else replace(candidate, weights=candidate.weights * 1.001)


class LiesAboutImages(Wrong):
    def spoil(self, candidate: Candidate) -> Candidate:
        return candidate if candidate.image is None else replace(candidate, image=candidate.image * 0.9)


class LiesAboutLowest(Wrong):
    def spoil(self, candidate: Candidate) -> Candidate:
        return replace(candidate, lowest=(candidate.lowest or 0.0) + 1.0)


class CountsBackwards(Wrong):
    def spoil(self, candidate: Candidate) -> Candidate:
        return replace(candidate, updates=100 - candidate.updates)


@dataclass(frozen=True)
class Remembers(Wrong):
    """Changes with every run."""

    name: ClassVar[str] = "remembers"
    runs: ClassVar[list[int]] = []

    def candidates(self, oracle: Any, start: object = None) -> Any:
        self.runs.append(1)
        for candidate in super().candidates(oracle):
            yield replace(candidate, updates=candidate.updates + len(self.runs))


@pytest.mark.parametrize(
    ("solver", "word"),
    [
        (Indexes, "indexed"),
        (Measures, "length"),
        (AsksForShape, "size"),
        (CallsNumPy, "opaque direction"),
        (UsesUfunc, "opaque direction|ufunc"),
        (MultipliesEntries, "multiplied by Opaque"),
        (AddsAnArray, "ndarray"),
        (Compares, "compared"),
        (MixesKinds, "opaque weight vector"),
        (MakesItsOwn, "ndarray"),
        (LeavesTheBase, "off the base"),
        (LiesAboutImages, "image"),
        (LiesAboutLowest, "lowest"),
        (CountsBackwards, "updates"),
        (Remembers, "repeat"),
    ],
)
def test_wrong_solver_is_found_out(solver: Any, word: str) -> None:
    [oracle, *_] = oracles("dense64", intercept=False)
    with pytest.raises((AssertionError, TypeError), match=word):
        check_solver(solver(), oracle)


def test_opaque_arrays_add_and_multiply() -> None:
    v, w = seal(np.array([1.0, 2.0]), DIRECTION), seal(np.array([3.0, 5.0]), DIRECTION)
    total = 2 * (v + w) / 4.0 - np.float64(0.5) * w + -v * np.int64(1)
    assert np.array_equal(total._hidden, [-0.5, -1.0])
    assert repr(v) == "an opaque direction"


def test_a_curtain_takes_arguments_by_name_and_no_more_than_there_are() -> None:
    curtain = Curtain(build(Points([[0.0, 1.0], [2.0, 0.0]], [0, 1]).canonical()))
    w = curtain.zero()
    [[lowest], _] = curtain.worst(w, k=1)
    assert curtain.norm(w=w) == 0.0
    assert curtain.dot(lowest.column, w=lowest.column) > 0.0
    with pytest.raises(TypeError):
        curtain.norm(w, w)
    with pytest.raises(AssertionError, match="a direction was needed and the solver gave NoneType"):
        curtain.norm(None)
    with pytest.raises(AssertionError, match="an atom or a step was needed and the solver gave float"):
        curtain.restrict([1.0])
