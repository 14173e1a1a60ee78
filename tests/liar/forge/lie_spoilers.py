"""Points with a few labels turned around, and the forgers of what is claimed of the rows that spoil them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

import gordan
from gordan.feasibility.split.split import split
from gordan.outcome import Cancellation
from gordan.outcome.spoilers import OverlapProof
from liar.forge.forger import Case, Forger

__all__ = ["SPOILERS"]

SIDE = "every point on its side"


def spoilt(rng: Any) -> Case | None:
    """Whole numbers near a hyperplane, two labels of which are turned around."""
    m, unit = int(rng.integers(1, 4)), 2.0 ** int(rng.integers(-300, 300))
    X = rng.integers(-20, 21, size=(30, m)).astype(float)
    y = X @ np.arange(1, m + 1) > 0.5
    y[rng.choice(30, 2, replace=False)] ^= True
    if len(set(y)) < 2:
        return None
    problem = gordan.Points(unit * X, y)
    answer = gordan.spoilers(problem)
    return Case(problem, answer) if answer.rows and answer.refutations and answer.separator else None


def alone(rng: Any) -> Case | None:
    """Two points in the same place, of two classes: without one of them one class is left."""
    point = rng.standard_normal(2)
    problem = gordan.Points([point, point], [0, 1])
    return Case(problem, gordan.spoilers(problem))


def modelled(rng: Any) -> Case | None:
    """Counts of two groups, some of them zero, and one at least in each."""
    n = 10
    count = np.concatenate([[0, 0, 1, 1, 1, 2], rng.poisson(0.7, n - 6)])
    posed = gordan.pose((np.arange(n)[:, None] % 2).astype(float), count, family="poisson")
    answer = gordan.spoilers(posed)
    return Case(posed.observations, answer) if answer.rows and answer.lower > 1 else None


def _with(changes: Callable[[Any, Any], dict[str, Any] | None]) -> Callable[[Case, Any], Case | None]:
    def forge(case: Case, rng: Any) -> Case | None:
        changed = changes(case.claim, rng)
        return None if changed is None else case._replace(claim=replace(case.claim, **changed))

    return forge


def _put_back(claim: Any, rng: Any) -> dict[str, Any]:
    """One row fewer to leave out, and the same hyperplane."""
    gone = int(rng.integers(len(claim.rows)))
    return {"rows": claim.rows[:gone] + claim.rows[gone + 1 :]}


def _heavier(claim: Any, rng: Any) -> dict[str, Any] | None:
    first, *rest = claim.refutations
    if not isinstance(first, Cancellation):
        return None
    integers = (first.integers[0] + 1, *first.integers[1:])
    return {"refutations": (replace(first, integers=integers), *rest)}


def _turned(claim: Any, rng: Any) -> dict[str, Any]:
    """The direction the other way: what grew falls."""
    return {"direction": tuple(-v for v in claim.direction)}


def _fewer_rows(claim: Any, rng: Any) -> dict[str, Any]:
    """One row of a refutation less, with the proof of all of them."""
    first, *rest = claim.refutations
    return {"refutations": (replace(first, rows=first.rows[1:]), *rest)}


def _on_few_columns(case: Case, rng: Any) -> Case | None:
    """A pair of rows that cancel: they overlap, but they fix one direction of three only."""
    system = case.problem.system
    row = (system.n_inequalities,)
    proof = split(case.problem.take(np.array(row)), proof="exact")
    lie = OverlapProof(row, proof.proof)
    return case._replace(claim=replace(case.claim, refutations=(lie,), shared=1))


HELD = "inequalities that are left hold"
EQUAL = "equalities that are left hold"
MODEL_SPOILERS = [
    Forger("model spoilers: a row too few", HELD, modelled, _with(_put_back), (EQUAL,)),
    Forger("model spoilers: the other way", HELD, modelled, _with(_turned), ("rows that are left and strict",)),
    Forger(
        "model spoilers: no row is left out",
        EQUAL,
        modelled,
        _with(lambda c, rng: {"rows": ()}),
        (HELD,),
    ),
    Forger(
        "model spoilers: a direction of zeros",
        "rows that are left and strict",
        modelled,
        _with(lambda c, rng: {"direction": (0,) * len(c.direction)}),
    ),
    Forger(
        "model spoilers: a short direction",
        "direction has an integer for every column",
        modelled,
        _with(lambda c, rng: {"direction": c.direction[1:]}),
    ),
    Forger(
        "model spoilers: weights for refutations",
        "refutations are of their kind",
        modelled,
        _with(lambda c, rng: {"refutations": (Cancellation((0,), (1,)),)}),
    ),
    Forger(
        "model spoilers: rows that do not exist",
        "refutations are of rows",
        modelled,
        _with(lambda c, rng: {"refutations": (replace(c.refutations[0], rows=(-1, 2)),)}),
    ),
    Forger(
        "model spoilers: counted twice",
        "observations are shared as claimed",
        modelled,
        _with(lambda c, rng: {"refutations": c.refutations * (c.shared + 1)}),
    ),
    Forger(
        "model spoilers: shared by none",
        "observations are shared as claimed",
        modelled,
        _with(lambda c, rng: {"shared": 0}),
    ),
    Forger("model spoilers: fewer rows", "refutations that do not hold", modelled, _with(_fewer_rows)),
    Forger("model spoilers: few columns", "refutations that do not hold", modelled, _on_few_columns),
]
SPOILERS = [
    *MODEL_SPOILERS,
    Forger("spoilers: a row too few", SIDE, spoilt, _with(_put_back), ("offset lies between the classes",)),
    Forger(
        "spoilers: rows that fall",
        "rows to leave out are rows",
        spoilt,
        _with(lambda c, rng: {"rows": (c.rows[-1] + 1, *c.rows)}),
    ),
    Forger("spoilers: more rows", "count of rows is the problem's", spoilt, _with(lambda c, rng: {"n": c.n + 1})),
    Forger(
        "spoilers: no hyperplane",
        "rows that are left are of one class",
        spoilt,
        _with(lambda c, rng: {"separator": None}),
    ),
    Forger(
        "spoilers: weights for a hyperplane",
        "rest has a hyperplane",
        spoilt,
        _with(lambda c, rng: {"separator": c.refutations[0]}),
    ),
    Forger(
        "spoilers: a hyperplane before one class",
        "rest has a hyperplane",
        alone,
        _with(lambda c, rng: {"separator": gordan.outcome.Separator(np.ones(2), 0.0, np.zeros(2))}),
    ),
    Forger(
        "spoilers: a hyperplane for a refutation",
        "refutations are of their kind",
        spoilt,
        _with(lambda c, rng: {"refutations": (c.separator,)}),
    ),
    Forger(
        "spoilers: rows that are no integers",
        "refutations are of rows",
        spoilt,
        _with(lambda c, rng: {"refutations": (replace(c.refutations[0], support=("0", "1")),)}),
    ),
    Forger(
        "spoilers: counted twice",
        "refutations share no row",
        spoilt,
        _with(lambda c, rng: {"refutations": (*c.refutations, c.refutations[0])}),
    ),
    Forger("spoilers: heavier", "refutations that do not hold", spoilt, _with(_heavier)),
]
