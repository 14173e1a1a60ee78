"""Points with a few labels turned around, and the forgers of what is claimed of the rows that spoil them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

import gordan
from gordan.outcome import Cancellation
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


SPOILERS = [
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
