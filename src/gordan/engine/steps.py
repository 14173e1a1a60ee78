"""`trace`: a run step by step, with the direction, the weights and the lowest rows of each."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.loop.choice import choose_solver
from gordan.engine.loop.separate import Goal, solve
from gordan.engine.loop.settings import whole
from gordan.engine.solver import Solver
from gordan.engine.watch import Event, Trace
from gordan.errors import InputError
from gordan.problem import Points
from gordan.problem.batches import is_batches
from gordan.problem.length import squared_lengths

__all__ = ["BriefTrace", "Step", "Steps", "trace"]

_MOST = 1_000
_BYTES = 1 << 26  # of the vectors of all steps that are kept


class BriefTrace(Trace):
    """A trace of bounded length: whenever it is full, every other step is forgotten, and from then on not kept.

    Examples
    --------
    >>> brief = BriefTrace(most=4)
    >>> for k in range(9):
    ...     brief.step(Event(k, k, 0.0, 0.0, 1.0, ""))
    >>> [event.n_iter for event in brief.events], brief.every
    ([0, 4, 8], 4)
    """

    def __init__(self, most: int = _MOST) -> None:
        super().__init__()
        self.most, self.every, self.seen = max(most, 3), 1, 0
        self.last: Event | None = None

    def start(self, problem: object, solver: str, note: str) -> None:
        super().start(problem, solver, note)
        self.every, self.seen, self.last = 1, 0, None

    def step(self, event: Event) -> None:
        self.last, self.seen = event, self.seen + 1
        if (self.seen - 1) % self.every == 0:
            self._keep(event)
        while len(self.events) > self.most - 1:
            self.every *= 2
            self._thin()

    def stop(self, outcome: object) -> None:
        super().stop(outcome)
        if self.last is not None and (not self.events or self.events[-1] is not self.last):
            self._keep(self.last)

    @property
    def note(self) -> str:
        """A sentence on the steps that were not kept; empty where all were."""
        if self.every == 1:
            return ""
        return f"of {self.seen:,} steps every {self.every:,}th was kept, and the last"

    def _keep(self, event: Event) -> None:
        self.events.append(event)

    def _thin(self) -> None:
        del self.events[1::2]


@dataclass(frozen=True, eq=False)
class Step:
    """One step: the hyperplane of its direction, its weights, the rows lowest under it, and how low they are.

    The offset is in the middle between the classes; `lowest` has then a row of each. `margin` is in units of the data,
    in floating point and not proved; −∞ where the direction is 0.
    """

    n_iter: int
    coef: Array
    intercept: float
    weights: Array | None
    lowest: tuple[int, ...]
    margin: float


class Steps(BriefTrace):
    """What `gordan.trace` returns: the trace, and a `Step` for each of its events in `steps`."""

    def __init__(self, problem: Points, most: int = _MOST) -> None:
        super().__init__(min(most, max(_BYTES // (8 * (problem.n + problem.m)), 3)))
        self.problem, self.steps = problem, list[Step]()
        self._seen: tuple[Array, Array | None] = np.zeros(0), None
        self._best = -math.inf
        squares = squared_lengths(problem.X) if problem.normalise else np.ones(problem.n)
        self._lengths = np.sqrt(np.asarray(squares, dtype=np.float64)) if problem.normalise else squares

    def start(self, problem: object, solver: str, note: str) -> None:
        super().start(problem, solver, note)
        self.steps.clear()
        self._best = -math.inf

    def look(self, direction: Array, weights: Array | None) -> None:
        """The vectors of the step that follows."""
        self._seen = direction, weights

    def _keep(self, event: Event) -> None:
        made = self._made(event)
        # Some algorithms never compute their lower end: it is known here.
        self._best = max(self._best, made.margin)
        lower = min(max(event.lower, self._best), event.upper)
        self.steps.append(made)
        super()._keep(event._replace(lower=lower))

    def stop(self, outcome: object) -> None:
        kept, last = len(self.events), self.last
        if last is not None and kept and (self.seen - 1) % self.every == 0:
            self.outcome = outcome  # the last step is there already
            return
        super().stop(outcome)

    def _thin(self) -> None:
        super()._thin()
        del self.steps[1::2]

    def _made(self, event: Event) -> Step:
        direction, weights = self._seen
        w, signs = np.array(direction, dtype=np.float64), self.problem.signs
        x = None if weights is None or np.shape(weights) != signs.shape else np.array(weights, dtype=np.float64)
        length = float(np.linalg.norm(w))
        values = np.asarray(self.problem.X @ w, dtype=np.float64).ravel() / self._lengths
        if not self.problem.intercept:
            j = int(np.argmin(signs * values))
            margin = float(signs[j] * values[j]) / length if length > 0 else -math.inf
            return Step(event.n_iter, w, 0.0, x, (j,), margin)
        above = int(np.argmin(np.where(signs > 0, values, np.inf)))
        below = int(np.argmax(np.where(signs > 0, -np.inf, values)))
        middle = 0.5 * (values[above] + values[below])
        margin = 0.5 * float(values[above] - values[below]) / length if length > 0 else -math.inf
        return Step(event.n_iter, w, -float(middle), x, (below, above), margin)

    def __repr__(self) -> str:
        return super().__repr__().replace("Trace(", "Steps(", 1)


def trace(
    problem: Points,
    solver: str | Solver = "perceptron",
    *,
    goal: Goal | None = None,
    tol: float = 1e-6,
    eps: float = 1e-6,
    max_iter: int | None = None,
    max_seconds: float | None = None,
    random_state: int | None = None,
    most: int = _MOST,
) -> Steps:
    """Run an algorithm and keep its steps: direction, weights, lowest rows, and the bracket.

    Parameters
    ----------
    problem : Points
        With coordinates, in memory.
    solver : str or Solver
        The algorithm, as in `gordan.solve`; "auto" is the one that fits. It runs as published, without polishing.
    goal, tol, eps, max_iter, max_seconds, random_state
        As in `gordan.solve`.
    most : int
        Steps that are kept at most; of more, every second, fourth, … is kept, and `note` says so. Fewer are kept where
        their vectors would take more than 64 MB.

    Returns
    -------
    Steps
        A `gordan.watch.Trace` with `steps`, `outcome` and `note`; `gordan.show.StepDisplay` draws and animates it. The
        lowest rows of a step cost one product with the data, which `seconds` include.

    Examples
    --------
    >>> import gordan
    >>> run = gordan.trace(gordan.Points([[0.0, 1.0], [2.0, 0.0], [3.0, 3.0]], [0, 1, 1]), "perceptron")
    >>> run.outcome.kind, run.steps[-1].margin > 0
    ('separable', True)
    """
    if not isinstance(problem, Points):
        raise InputError(f"the problem is a {type(problem).__name__}; give gordan.Points(X, y)")
    if problem.implicit or is_batches(problem.X):
        raise InputError(
            "steps are kept of Points with coordinates in memory; leave the kernel out, or use gordan.watch.Trace()"
        )
    chosen, _ = choose_solver(problem, solver, goal=goal, resumed=False, random_state=random_state)
    steps = Steps(problem, int(whole("most", most)))
    solve(
        problem,
        solver=chosen,
        goal=goal,
        tol=tol,
        eps=eps,
        max_iter=max_iter,
        max_seconds=max_seconds,
        watch=steps,
    )
    return steps
