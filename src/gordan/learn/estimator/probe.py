"""`separability`: which classes can a hyperplane tell apart, and by how much?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gordan.errors import InputError
from gordan.learn.estimator.reading import read_unowned
from gordan.learn.multiclass import Contest, Labelled, Space, Way, separate_classes

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["separability"]


def separability(
    X: Any,
    y: Any,
    *,
    pairs: bool = True,
    rest: bool = True,
    intercept: bool = True,
    kernel: Any = "linear",
    gamma: Any = "scale",
    degree: Any = 3,
    coef0: float = 0.0,
    goal: Any = "margin",
    solver: Any = "auto",
    tol: float = 1e-6,
    proof: Any = "rounded",
    max_seconds: float | None = None,
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

    Returns
    -------
    pandas.DataFrame
        A row for each question:

        - first, second: the classes; second is None where all others are meant
        - against: "class" or "rest", what the first class is asked to be apart from
        - n: rows that take part
        - verdict: "separable", "inseparable" or "undecided"; both of the first are proved
        - lower, upper: proved bounds on the margin, half the distance between the two sides in units of X, or in
          the kernel's space. Where they
          are inseparable upper is 0, and lower is by how much the best direction found falls short
        - support: how many rows carry the proof, those that touch the margin or those that cancel
        - rows: their numbers in X

    Examples
    --------
    >>> import gordan
    >>> X = [[0.0], [1.0], [4.0], [5.0], [9.0], [2.0]]
    >>> found = gordan.separability(X, ["a", "a", "b", "b", "c", "c"], rest=False)
    >>> print(found[["first", "second", "verdict", "lower", "rows"]].to_string())
      first second      verdict  lower       rows
    0     a      b    separable    1.5     (1, 2)
    1     a      c    separable    0.5     (1, 5)
    2     b      c  inseparable   -1.5  (3, 4, 5)
    """
    import pandas as pd

    for name, asked in (("pairs", pairs), ("rest", rest)):
        if not isinstance(asked, bool | np.bool_):
            raise InputError(f"{name} is {asked!r}; give True or False")
    X, y = read_unowned(X, y)
    if not (pairs or rest):
        raise InputError("pairs and rest are both False, so there is nothing to ask; leave one of them True")
    way = Way(solver=solver, goal=goal, tol=tol, proof=proof, max_seconds=max_seconds)
    labelled = Labelled(X, y, intercept, Space(kernel, gamma, degree, coef0))
    two = np.unique(y).size == 2
    contests: list[Contest] = []
    for scheme, wanted in (("ovo", pairs), ("ovr", rest and not (two and pairs))):
        if wanted:
            contests += separate_classes(labelled, scheme=scheme, way=way)
    table = pd.DataFrame([_row(contest) for contest in contests])
    if (table["against"] == "rest").any():
        # As they are: beside None, whole numbers would become floats.
        table["second"] = pd.Series([_second(contest) for contest in contests], dtype=object)
    return table


def _row(contest: Contest) -> dict[str, Any]:
    outcome = contest.outcome
    rows = tuple(contest.given_rows(outcome.support).tolist())
    against_rest = contest.sides.negative is None
    return {
        "first": contest.positive if against_rest else contest.negative,
        "second": _second(contest),
        "against": "rest" if against_rest else "class",
        "n": contest.problem.n,
        "verdict": outcome.kind,
        "lower": outcome.bracket.lower,
        "upper": outcome.bracket.upper,
        "support": len(rows),
        "rows": rows,
    }


def _second(contest: Contest) -> Any:
    return None if contest.sides.negative is None else contest.positive
