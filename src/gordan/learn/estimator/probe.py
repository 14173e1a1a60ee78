"""`separability`: which classes can a hyperplane tell apart, and by how much?"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from gordan.arithmetic.array import Array, Matrix
from gordan.engine.decision import decision_function
from gordan.engine.solver import Solver
from gordan.errors import InputError
from gordan.learn.estimator.pocket import choose_threshold
from gordan.learn.estimator.reading import read_jobs, read_unowned
from gordan.learn.multiclass import (
    Arithmetic,
    Contest,
    Goal,
    KernelChoice,
    Labelled,
    Rows,
    Sides,
    Space,
    Together,
    Way,
    answer_together,
    separate_one_by_one,
)
from gordan.outcome import Outcome, Separable
from gordan.problem import Gram, Points
from gordan.problem.kernel import diagonal
from gordan.problem.length import squared_lengths
from gordan.problem.matrix import is_sparse

if TYPE_CHECKING:
    import pandas as pd


__all__ = ["SeparabilityTable", "measure", "separability"]

_SHOWN = ["first", "second", "n", "verdict", "lower", "upper", "relative", "errors"]


class SeparabilityTable(pd.DataFrame):
    """A data frame; what is selected or computed from it is a plain one.

    >>> SeparabilityTable({"first": ["a"], "verdict": ["separable"], "rows": [(1, 2)]})
      first    verdict
    0     a  separable
    (also: rows)
    """

    def __repr__(self) -> str:
        shown = [name for name in _SHOWN if name in self.columns]
        hidden = [str(name) for name in self.columns if name not in shown]
        text = pd.DataFrame(self)[shown].to_string(
            float_format="{:.4g}".format, max_rows=pd.get_option("display.max_rows"), na_rep="rest"
        )
        return f"{text}\n(also: {', '.join(hidden)})" if hidden else text


def separability(
    X: Matrix,
    y: object,
    *,
    pairs: bool = True,
    rest: bool = True,
    intercept: bool = True,
    kernel: KernelChoice = "linear",
    gamma: float | str = "scale",
    degree: int = 3,
    coef0: float = 0.0,
    goal: Goal = "margin",
    solver: str | Solver = "auto",
    tol: float = 1e-6,
    proof: Arithmetic = "rounded",
    max_seconds: float | None = None,
    n_jobs: int | None = None,
) -> pd.DataFrame:
    """Every pair of classes, and each class against the rest: is there a hyperplane between them?

    Parameters
    ----------
    X : array, sparse matrix or data frame of shape (n, m)
        Points, one per row, such as the embedding of n texts or images.
    y : array of n labels
        Two or more classes.
    pairs, rest : bool
        Which of both to ask about. Two classes are one question, asked as a pair unless `pairs` is False.
    kernel, gamma, degree, coef0
        The space in which they are separated, as in `MaxMarginClassifier`. Under "rbf" and "laplacian" any two classes
        without a common point are separable in principle, and only the margin says something.
    intercept, goal, solver, tol, proof
        The questions and how they are answered, as in `gordan.separate`; `goal="decide"` stops at the first proof,
        whose margin is then only some lower bound.
    max_seconds : float or None
        A budget for all pairs, and as much for all classes against the rest.
    n_jobs : int or None
        Threads for questions that are small enough to be answered together; None is one, -1 as many as there are cores.

    Returns
    -------
    pandas.DataFrame
        A row for each question:

        - first, second: the classes; second is None where all others are meant
        - against: "class" or "rest", what the first class is asked to be apart from
        - n: rows that take part
        - verdict: "separable", "inseparable" or "undecided"; both of the first are proved
        - lower, upper: proved bounds on the margin, half the distance between the two sides in units of X, or in
          the kernel's space. Where they are inseparable upper is 0, and lower is by how much the best direction found
          falls short
        - relative: lower in units of the radius of these points, the greatest length about their mean (about the
          origin without an intercept or in a kernel's space): it does not depend on the units of X
        - errors: rows that the best direction found has on the wrong side, at its best offset
        - support: how many rows carry the proof, those that touch the margin or those that cancel
        - rows: their numbers in X

    Examples
    --------
    >>> import gordan
    >>> X = [[0.0], [1.0], [4.0], [9.0], [2.0]]
    >>> found = gordan.separability(X, ["a", "a", "b", "c", "c"], rest=False)
    >>> print(found[["first", "second", "verdict", "lower", "errors", "rows"]].to_string())
      first second      verdict  lower  errors       rows
    0     a      b    separable    1.5       0     (1, 2)
    1     a      c    separable    0.5       0     (1, 4)
    2     b      c  inseparable   -1.0       1  (2, 3, 4)
    """
    import pandas as pd

    from gordan.learn.estimator.probe import SeparabilityTable

    for name, asked in (("pairs", pairs), ("rest", rest)):
        if not isinstance(asked, bool | np.bool_):
            raise InputError(f"{name} is {asked!r}; give True or False")
    X, y = read_unowned(X, y)
    if not (pairs or rest):
        raise InputError("pairs and rest are both False, so there is nothing to ask; leave one of them True")
    way = Way(solver=solver, goal=goal, tol=tol, proof=proof, max_seconds=max_seconds, workers=read_jobs(n_jobs))
    labelled = Labelled(X, y, intercept, Space(kernel, gamma, degree, coef0))
    two = np.unique(y).size == 2
    found: list[dict[str, object]] = []
    for scheme, wanted in (("ovo", pairs), ("ovr", rest and not (two and pairs))):
        if not wanted:
            continue
        together = answer_together(labelled, scheme, way)
        if together is None:
            found += [_row(contest) for contest in separate_one_by_one(labelled, scheme=scheme, way=way)]
        else:
            found += _rows(together)
    table = SeparabilityTable(found)
    if (table["against"] == "rest").any():
        # As they are: beside None, whole numbers would become floats.
        table["second"] = pd.Series([row["second"] for row in found], dtype=object)
    table.attrs = {"intercept": intercept, "kernel": kernel if isinstance(kernel, str) else "callable"}
    return table


def _row(contest: Contest) -> dict[str, object]:
    outcome = contest.outcome
    rows = tuple(contest.given_rows(outcome.support).tolist())
    return {
        **_asked(contest.sides, (contest.negative, contest.positive)),
        "n": contest.problem.n,
        "verdict": outcome.kind,
        "lower": outcome.bracket.lower,
        "upper": outcome.bracket.upper,
        **measure(contest.problem, outcome),
        "support": len(rows),
        "rows": rows,
    }


def measure(problem: Points | Gram, outcome: Outcome) -> dict[str, float]:
    """The margin relative to the radius of the points, and how many rows are on the wrong side."""
    return {"relative": outcome.bracket.lower / _radius(problem), "errors": _errors(problem, outcome)}


def _rows(together: Together) -> list[dict[str, object]]:
    """The same of questions that were answered together; no outcome is made of those proved in a stack."""
    many, stacked, names = together.many, together.stacked().tolist(), together.labelled.classes
    radii, lower, upper = Radii.of(together.labelled), many.lower.tolist(), many.upper.tolist()
    table = []
    for number, sides in enumerate(together.questions):
        if not stacked[number]:
            table.append(_row(together.contest(number)))
            continue
        rows = tuple(together.support(number)[0].tolist())
        table.append(
            {
                **_asked(sides, sides.names(names)),
                "n": together.size(number),
                "verdict": "separable",
                "lower": lower[number],
                "upper": upper[number],
                "relative": lower[number] / radii.radius(sides),
                "errors": 0,
                "support": len(rows),
                "rows": rows,
            }
        )
    return table


def _asked(sides: Sides, names: tuple[object, object]) -> dict[str, object]:
    """The classes, and what the first of them is asked to be apart from."""
    if sides.negative is None:
        return {"first": names[1], "second": None, "against": "rest"}
    return {"first": names[0], "second": names[1], "against": "class"}


@dataclass(frozen=True, eq=False)
class Radii:
    """Radii of the points of two sides from products of all points with the means of the classes."""

    codes: Rows
    counts: Array
    squares: Array
    products: Array
    moments: Array
    unit: float

    @classmethod
    def of(cls, labelled: Labelled) -> Radii:
        (X, unit), codes = _measurable(labelled.X, labelled.intercept), labelled.codes
        counts = np.bincount(codes).astype(np.float64)
        sums = np.zeros((counts.size, X.shape[1]))
        np.add.at(sums, codes, X)
        means = sums / counts[:, None] * float(labelled.intercept)
        products = np.asarray(X @ means.T, dtype=np.float64)
        return cls(codes, counts, squared_lengths(X), products, means @ means.T, unit)

    def radius(self, sides: Sides) -> float:
        """The greatest length about the mean of both sides, 1 where that is 0."""
        rows = sides.rows(self.codes)
        taken = np.array([sides.negative, sides.positive]) if rows is not None else np.arange(self.counts.size)
        shares = self.counts[taken] / self.counts[taken].sum()
        here = slice(None) if rows is None else rows
        products = self.products[here][:, taken] @ shares
        squares = self.squares[here] - 2.0 * products + float(shares @ self.moments[np.ix_(taken, taken)] @ shares)
        return math.sqrt(max(float(squares.max()), 0.0)) * self.unit or 1.0


_FAR = 1e3  # half-widths of the points from the origin: beyond, squares about it round their radius away
_SAFE = 2.0**400  # magnitudes whose squares neither overflow nor vanish


def _measurable(X: Matrix, intercept: bool) -> tuple[Matrix, float]:
    """The points and a power of two that is their unit: as they are, or about their middle and scaled where need be."""
    if is_sparse(X):
        centre, reach = None, float(np.abs(X.data).max(initial=0.0))
    else:
        low, high = X.min(axis=0).astype(np.float64), X.max(axis=0).astype(np.float64)
        centre = (0.5 * low + 0.5 * high) * float(intercept)
        reach = float(np.maximum(high - centre, centre - low).max())
        centre = centre if np.abs(centre).max() > _FAR * reach else None
    scaled = reach > 0 and not 1 / _SAFE < reach < _SAFE
    unit = math.ldexp(1.0, min(max(math.frexp(reach)[1], -1000), 1000)) if scaled else 1.0
    near = X if centre is None else X - centre
    return (near if unit == 1.0 else near.astype(np.float64) / unit), unit


def _radius(problem: Points | Gram) -> float:
    """The greatest length of a point: about the mean where hyperplanes may miss the origin and points are known."""
    if isinstance(problem, Gram):
        return math.sqrt(float(np.max(np.diag(problem.K)))) or 1.0
    if problem.implicit:
        return math.sqrt(float(np.max(diagonal(problem.kernel, problem.X)))) or 1.0
    X, unit = _measurable(problem.X, problem.intercept)
    mean = np.asarray(X.mean(axis=0), dtype=np.float64).ravel() * float(problem.intercept)
    squares = squared_lengths(X) - 2.0 * np.asarray(X @ mean).ravel() + float(mean @ mean)
    return math.sqrt(max(float(squares.max()), 0.0)) * unit or 1.0


def _errors(problem: Points | Gram, outcome: Outcome) -> int:
    """Rows that the best direction found has on the wrong side, at its best offset; without one, the smaller class."""
    if isinstance(outcome, Separable):
        return 0
    if outcome.coef is None and outcome.dual_coef is None:
        return int(min(np.count_nonzero(problem.signs > 0), np.count_nonzero(problem.signs < 0)))
    values = decision_function(problem, outcome, problem.K if isinstance(problem, Gram) else problem.X)
    if not problem.intercept:
        return int(np.sum(problem.signs * values <= 0))
    with np.errstate(over="ignore", invalid="ignore"):
        return choose_threshold(values, problem.signs > 0)[1]
