"""What an estimator keeps of a question once it is answered: everything but the data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from gordan.array import Array
from gordan.certificate import Certificate
from gordan.certificate.compose import compose
from gordan.errors import InputError
from gordan.estimator.pocket import fewest_errors
from gordan.multiclass import Answer, Contest, Kernel, Sides, Way, pose_sides, separate_classes
from gordan.outcome import Inseparable, Outcome, Separable
from gordan.verify import verify

__all__ = ["Kept", "Posed", "keep"]


class Posed(NamedTuple):
    """The data of a fit and what was asked of them: enough to pose its questions again."""

    X: Any
    y: Any
    intercept: bool
    kernel: Kernel

    def contests(self, scheme: str, way: Way, answer: Answer) -> Iterator[Contest]:
        """Its questions, answered one after another."""
        return separate_classes(
            self.X, self.y, scheme=scheme, intercept=self.intercept, kernel=self.kernel, way=way, answer=answer
        )

    def certify(self, kept: Sequence[Kept], names: tuple[str, ...]) -> list[Certificate]:
        """The certificates of what was found, with the features' names; data changed meanwhile are refused."""
        classes, codes = np.unique(self.y, return_inverse=True)
        known: dict[str, Any] = {"codes": codes, "n_classes": classes.size}
        certificates = []
        for each in kept:
            _, problem = pose_sides(
                self.X, self.y, sides=each.sides, intercept=self.intercept, kernel=self.kernel, **known
            )
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
        length 1, or cancel where that is what they prove.
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
    hyperplane, errors = outcome, 0
    if not isinstance(outcome, Separable):
        pocket = fewest_errors(problem, outcome, seen=seen)
        hyperplane, errors = pocket.hyperplane, pocket.errors
    multipliers = _multipliers(contest)
    support = np.flatnonzero(multipliers)
    rows = contest.given_rows(support)
    return Kept(
        contest.words, contest.sides, problem.n, outcome, hyperplane, errors, rows, np.asarray(multipliers[support])
    )


def _multipliers(contest: Contest) -> Array:
    outcome, problem = contest.outcome, contest.problem
    if outcome.weights is None:
        return np.zeros(problem.n)
    signed = outcome.weights * problem.signs
    if isinstance(outcome, Inseparable):
        return signed
    with np.errstate(over="ignore", invalid="ignore"):
        length = float(np.linalg.norm(np.asarray(problem.X.T @ signed, dtype=np.float64)))
    return signed / length if 0 < length < np.inf else signed
