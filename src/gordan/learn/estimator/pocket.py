"""A pocket: of the hyperplanes seen, the one with the fewest errors on the training rows.

Where no hyperplane separates, one has to be chosen all the same. To find the fewest errors of all is hard (NP-hard in
the dimension), so a handful of hyperplanes is looked at, directions with their best threshold:

1. what the run itself proposes or came by, as it is, and the direction between the class means
2. up to sixteen shuffled passes of the perceptron, two over many rows, and none once the time is up; after passes 1,
   2, 4, 8 and 16 its average, its longest survivor and its last direction

Everything is seeded: while there is time, the same rows give the same hyperplane.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import now
from gordan.engine.oracle import rows
from gordan.engine.oracle.base import Oracle
from gordan.engine.oracle.build import build
from gordan.engine.oracle.sweep import Rule
from gordan.outcome import Bracket, Claim, Code, Outcome, Reason, Run, Undecided
from gordan.problem import Points
from gordan.problem.canonical import Canonical

__all__ = ["LOOKS", "Allowance", "Pocket", "choose_threshold", "fewest_errors", "unproved"]

_FEW, _MANY = 2, 16  # passes over many rows, and over few: the average of many rows is as good after two
_VISITS = 20_000  # of rows, up to which more than a few passes are made; also where loading compiled loops is repaid


@dataclass(frozen=True)
class Allowance:
    """Passes over the rows, whether they are worth compiling, and when to stop.

    Everything but the moment follows from counts, so that without a budget the same rows give the same hyperplane.
    """

    passes: int = _MANY
    compiled: bool = False
    until: float = math.inf

    @classmethod
    def of(cls, n: int, *, questions: int = 1, until: float = math.inf) -> Allowance:
        """What is allowed for n rows, where there are as many questions about about as many rows.

        >>> Allowance.of(100), Allowance.of(1_000_000).passes
        (Allowance(passes=16, compiled=False, until=inf), 2)
        """
        passes = min(max(_VISITS // max(n, 1), _FEW), _MANY)
        return cls(passes, n * passes * questions >= _VISITS, until)

    @property
    def over(self) -> bool:
        """Whether the time is up."""
        return now() >= self.until


LOOKS = (1, 2, 4, 8, 16)  # passes after which the perceptron's directions are tried


@dataclass(frozen=True)
class Pocket:
    """A hyperplane that claims nothing, and how many training rows lie on its wrong side."""

    hyperplane: Outcome
    errors: int


def fewest_errors(
    problem: Points, outcome: Outcome, *, seen: Sequence[tuple[Array, float]] = (), allowance: Allowance | None = None
) -> Pocket:
    """The hyperplane with the fewest errors among those looked at, `seen` among them; of equally good ones the first.

    >>> import gordan
    >>> problem = gordan.Points([[0.0], [1.0], [2.0], [3.0], [4.0]], [0, 0, 1, 0, 1])
    >>> fewest_errors(problem, gordan.solve(problem)).errors
    1
    """
    pockets = [_counted(problem, outcome)] if outcome.coef is not None else []
    lowest = 0.0 if problem.positive else -math.inf
    usable = [each for each in seen if np.isfinite(each[0]).all() and (each[0] >= lowest).all()]
    pockets += [_counted(problem, unproved(problem.classes, *each)) for each in usable]
    if problem.intercept or not pockets:
        pockets.append(_majority(problem))
    best = min(pockets, key=lambda pocket: pocket.errors)
    with np.errstate(all="ignore"):
        for hyperplane, wrong in _hyperplanes(problem, allowance or Allowance.of(problem.n)):
            # Most are no better even by rounded products, and need not be counted by exact ones.
            if wrong < best.errors and (counted := _counted(problem, hyperplane)).errors < best.errors:
                best = counted
    return best


def _hyperplanes(problem: Points, allowance: Allowance) -> Iterator[tuple[Outcome, int]]:
    """Hyperplanes to try, and about how many rows each has on its wrong side."""
    asked_sign = problem.positive
    if asked_sign:  # sweeps of the perceptron, whose directions are then cut off at 0
        problem = Points(problem.X, problem.y, intercept=problem.intercept, numbers=problem.numbers)
    canonical = problem.canonical()
    oracle, positive = build(canonical), problem.signs > 0
    # Products are taken about the centre only where it is far away.
    centre = canonical.raw_centre if canonical.shifted else None
    for w in _directions(canonical, oracle, allowance):
        w = np.maximum(w, 0.0) if asked_sign else w
        if not (np.isfinite(w).all() and w.any()):
            continue
        w = canonical.direction(w)
        products = oracle.margins(w) * problem.signs
        if problem.intercept:
            threshold, wrong = choose_threshold(products, positive)
        else:
            threshold, wrong = 0.0, int(np.count_nonzero((products > 0) != positive))
        yield unproved(problem.classes, w, -canonical.margin(threshold), centre), wrong


def _directions(canonical: Canonical, oracle: Oracle, allowance: Allowance) -> Iterator[Array]:
    yield oracle.combine(canonical.cone.centre.weights)
    run, generator = rows.begin(canonical), np.random.default_rng(0)
    for number in range(1, allowance.passes + 1):
        if allowance.over:
            return
        order = generator.permutation(oracle.size)
        run = rows.sweep(canonical, run, Rule.rosenblatt(), order, compiled=allowance.compiled)
        if number in LOOKS:
            yield from (run.average, run.survivor, run.direction)
        if run.lowest is not None:
            return


def choose_threshold(products: Array, positive: NDArray[np.bool_]) -> tuple[float, int]:
    """Between two products, so that fewest rows lie on the wrong side: positive rows belong above it. And how many do.

    Of equally good places the widest gap; past either end there is one too.
    """
    order = np.argsort(products, kind="stable")
    values, members = products[order], positive[order]
    # wrong[k] counts errors with the first k rows below the threshold.
    wrong = np.concatenate([[0], np.cumsum(members)]) + np.concatenate([np.cumsum(~members[::-1])[::-1], [0]])
    inner = np.diff(values)
    gaps = np.concatenate([[1.0], inner, [1.0]])
    allowed = gaps > 0
    least = int(wrong[allowed].min())
    best = np.flatnonzero(allowed & (wrong == least))
    k = int(best[np.argmax(gaps[best])])
    if k == 0:
        return float(values[0] - 1.0), least
    return (float(values[-1] + 1.0) if k == values.size else float(values[k - 1] + 0.5 * inner[k - 1])), least


def _majority(problem: Points) -> Pocket:
    """All rows on the side of the more frequent class; the second one's, where they are even.

    Without an intercept all rows are on the hyperplane. The errors are known without a product.
    """
    positive = int(np.count_nonzero(problem.signs > 0))
    offset = (1.0 if 2 * positive >= problem.n else -1.0) if problem.intercept else 0.0
    hyperplane = unproved(problem.classes, np.zeros(problem.m), offset, np.zeros(problem.m))
    return Pocket(hyperplane, problem.n - positive if offset > 0 else positive)


def unproved(
    classes: tuple[object, ...],
    w: Array | None = None,
    offset: float = 0.0,
    centre: Array | None = None,
    *,
    dual_coef: Array | None = None,
) -> Outcome:
    """The hyperplane w·(x − centre) + offset, or one by coefficients of the rows, as an outcome that claims nothing."""
    claim = Claim(
        bracket=Bracket(),
        classes=classes,
        coef=w,
        dual_coef=dual_coef,
        intercept=offset if w is None or centre is None else offset - float(w @ centre),
        centre=centre,
        offset=offset,
    )
    return Undecided(
        claim=claim, run=Run("pocket", reason=Reason("Nothing is proved of this hyperplane.", Code.UNPROVED))
    )


def _counted(problem: Points, hyperplane: Outcome) -> Pocket:
    """Training errors, by the same values as predictions; a row on the hyperplane counts as of the first class."""
    above = hyperplane.decision_function(problem.X) > 0
    return Pocket(hyperplane, int(np.count_nonzero(above != (problem.signs > 0))))
