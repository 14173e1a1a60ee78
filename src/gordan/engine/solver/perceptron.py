"""Rosenblatt's perceptron, in cyclic, shuffled or worst-first order.

1. w ← 0
2. repeat: go through the points in order; for each with a_j·w ≤ 0:
3.     w ← w + a_j, and count it
4. until a whole pass makes no update

The counts divided by their sum are convex weights whose image is w divided by the number of updates: every pass bounds
the margin from above for nothing. A zero product is a mistake, or w = 0 would never move. With an intercept the points
are centred and lifted by one coordinate as long as the farthest of them.

Guarantee
    At most R²/ρ² updates to separate (4R²/ρ² lifted); ‖Ax‖ ≤ ε after R²/ε² (8R²/ε² lifted).
Needs
    Sweeps; worst-first asks for the worst point instead and pays a pass for every update.
Reference
    Rosenblatt (1958); Block (1962); Novikoff (1962); Ramdas and Peña (2015), Algorithm 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal, get_args

import numpy as np

from gordan.engine.candidate import Candidate, Candidates
from gordan.engine.oracle.base import vertex
from gordan.engine.oracle.sweep import Order as Visits
from gordan.engine.oracle.sweep import Pass, Rule, SweepOracle
from gordan.engine.solver.base import Solver, Terms, level
from gordan.errors import InputError

__all__ = ["Perceptron", "orders", "sequential_bound", "sequential_promise"]

InOrder = Literal["cyclic", "shuffled", "worst"]
Combine = Literal["last", "averaged", "voted"]


@dataclass(frozen=True)
class Perceptron(Solver):
    """The classical perceptron.

    Parameters
    ----------
    order : {"cyclic", "shuffled", "worst"}
        In which order points are visited; "worst" updates on the lowest point of all.
    combine : {"last", "averaged", "voted"}
        Which direction is proposed after a pass: the last one, the average over all visits, or the one that has
        survived longest without an update (the heaviest single voter: the vote itself is not a linear rule).
    random_state : int
        Seeds the shuffling.
    """

    order: InOrder = "cyclic"
    combine: Combine = "last"
    random_state: int = 0

    name: ClassVar[str] = "perceptron"
    summary: ClassVar[str] = "adds every misclassified point to the direction"
    formula: ClassVar[str] = "R²/ρ²"
    needs: ClassVar[type] = SweepOracle
    exact: ClassVar[bool] = False

    def __post_init__(self) -> None:
        for name, allowed in (("order", get_args(InOrder)), ("combine", get_args(Combine))):
            if getattr(self, name) not in allowed:
                raise InputError(f"{name} is {getattr(self, name)!r}; give {' or '.join(map(repr, allowed))}")

    def candidates(self, oracle: SweepOracle, start: object = None) -> Candidates:
        if self.order == "worst":
            return (yield from self._worst_first(oracle))
        run = oracle.begin()  # 1
        for order in orders(oracle.size, self.order == "shuffled", self.random_state):  # 2
            run = oracle.sweep(run, Rule.rosenblatt(), order)  # 3
            candidate = self._propose(oracle, run)
            yield candidate
            if run.lowest is not None:  # 4
                return candidate
        raise AssertionError("the orders never end")

    def _propose(self, oracle: SweepOracle, run: Pass) -> Candidate:
        if self.combine == "last" or run.lowest is not None:
            return Candidate(run.direction, run.weights, run.lowest, run.image, run.updates)
        w = run.average if self.combine == "averaged" else run.survivor
        return Candidate(w, run.weights, vertex(oracle.worst(w))[1], run.image, run.updates)

    def _worst_first(self, oracle: SweepOracle) -> Candidates:
        w, updates = oracle.zero(), 0  # 1
        counts: dict[int, float] = {}
        while True:
            column, lowest, keys, shares = vertex(oracle.worst(w))  # 2
            weights, image = None, None
            if updates:
                weights = oracle.place(list(counts), [count / updates for count in counts.values()])
                image = w * (1.0 / updates)
            candidate = Candidate(w, weights, lowest, image, updates)
            yield candidate
            if lowest > 0:  # 4
                return candidate
            w, updates = w + column, updates + 1  # 3
            for key, share in zip(keys, shares, strict=True):
                counts[key] = counts.get(key, 0.0) + share

    def bound(self, terms: Terms) -> float:
        return sequential_bound(terms, 1.0, lifted=terms.lifted and self.order != "worst")

    def promise(self, terms: Terms) -> str:
        return sequential_promise(self.formula, terms, lifted=terms.lifted and self.order != "worst")


def orders(n: int, shuffled: bool, random_state: int) -> Iterator[Visits]:
    """Visiting orders without end: always 0..n−1, or a fresh permutation every time."""
    cyclic: Visits = np.arange(n)
    generator = np.random.default_rng(random_state)
    while True:
        yield generator.permutation(n) if shuffled else cyclic


def sequential_bound(terms: Terms, growth: float, *, lifted: bool) -> float:
    """Updates of a rule whose ‖w‖² grows by at most growth·R² each: growth·R²/level².

    Lifting doubles R² and halves ρ²; rescaling the classes to half the mass at most doubles ‖Ax‖.
    """
    return _lifting(terms, lifted=lifted) * growth * terms.reach**2 / level(terms) ** 2


def sequential_promise(formula: str, terms: Terms, *, lifted: bool) -> str:
    """The formula of `sequential_bound`.

    Examples
    --------
    >>> terms = Terms(rho=0.5, eps=0.1, n=9, m=2, reach=1.0, radius=1.0, theta=1.0, spread=1.0, lifted=True)
    >>> sequential_promise("9R²/ρ²", terms, lifted=True)
    '4·9R²/ρ²'
    """
    text = formula if terms.rho > 0 else formula.replace("ρ", "ε")
    return f"{_lifting(terms, lifted=lifted):g}·{text}" if lifted else text


def _lifting(terms: Terms, *, lifted: bool) -> float:
    return 1.0 if not lifted else 4.0 if terms.rho > 0 else 8.0
