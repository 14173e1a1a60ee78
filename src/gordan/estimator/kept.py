"""What an estimator keeps of a question once it is answered: everything but the data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gordan.array import Array
from gordan.certificate import Certificate
from gordan.certificate.compose import compose
from gordan.errors import InputError
from gordan.estimator.allowance import Allowance
from gordan.estimator.kernel_pocket import fewest_kernel_errors, of_length_one
from gordan.estimator.pocket import Pocket, fewest_errors
from gordan.multiclass import Contest, Labelled, Sides
from gordan.outcome import Inseparable, Outcome, Separable
from gordan.problem import Points
from gordan.verify import verify

__all__ = ["Kept", "certify", "keep"]


def certify(labelled: Labelled, kept: Sequence[Kept], *, names: tuple[str, ...] = ()) -> list[Certificate]:
    """The certificates of what was found, with the features' names; data changed meanwhile are refused."""
    certificates = []
    for each in kept:
        _, problem = labelled.pose(each.sides)
        if not verify(problem, each.outcome, proof=each.outcome.verdict.proof).holds:
            raise InputError("the data have been changed since fit, and what was proved is not about them; refit")
        certificates.append(compose(problem, each.outcome, names=names))
    return certificates


@dataclass(frozen=True, eq=False)
class Kept:
    """An answered question.

    Attributes
    ----------
    words, sides, n : who is against whom, and how many rows took part.
    outcome : the answer.
    hyperplane, errors : what to predict by, and how many training rows it has on the wrong side.
    rows, multipliers : the support in row numbers of the data, and its signed weights. They add up to the direction of
        length 1, or cancel where that is what they prove. In a kernel's space they are the rows that the hyperplane
        needs and their coefficients, for a direction of length 1.
    """

    words: str
    sides: Sides
    n: int
    outcome: Outcome
    hyperplane: Outcome
    errors: int
    rows: Any
    multipliers: Array


def keep(contest: Contest, seen: Sequence[tuple[Array, float]] = ()) -> Kept:
    """What remains of a contest; `seen` are hyperplanes that the run came by."""
    outcome, problem = contest.outcome, contest.problem
    allowance = Allowance.of(problem.n, questions=contest.questions, until=contest.until)
    if isinstance(outcome, Separable):
        pocket = Pocket(of_length_one(problem, outcome) if problem.implicit else outcome, 0)
    elif problem.implicit:
        pocket = fewest_kernel_errors(problem, outcome, seen=seen, allowance=allowance)
    else:
        assert isinstance(problem, Points)
        pocket = fewest_errors(problem, outcome, seen=seen, allowance=allowance)
    multipliers = pocket.hyperplane.dual_coef if problem.implicit else _multipliers(outcome, problem)
    assert multipliers is not None
    support = np.flatnonzero(multipliers)
    rows = contest.given_rows(support)
    return Kept(
        contest.words, contest.sides, problem.n, outcome, pocket.hyperplane, pocket.errors, rows, multipliers[support]
    )


def _multipliers(outcome: Outcome, problem: Any) -> Array:
    if outcome.weights is None:
        return np.zeros(problem.n)
    signed: Array = outcome.weights * problem.signs
    if isinstance(outcome, Inseparable):
        return signed
    with np.errstate(over="ignore", invalid="ignore"):
        length = float(np.linalg.norm(np.asarray(problem.X.T @ signed, dtype=np.float64)))
    return signed / length if 0 < length < np.inf else signed
