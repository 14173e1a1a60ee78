"""What an estimator keeps of a question once it is answered: everything but the data."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from gordan.arithmetic.array import Array, Matrix
from gordan.engine.loop.separate import solve
from gordan.errors import InputError
from gordan.learn.estimator.kernel_pocket import fewest_kernel_errors, of_length_one
from gordan.learn.estimator.pocket import Allowance, Pocket, fewest_errors
from gordan.learn.multiclass import Arithmetic, Contest, Labelled, Labels, Rows, Sides
from gordan.outcome import Inseparable, Outcome, Run, Separable, Undecided
from gordan.outcome.certificate import Certificate
from gordan.outcome.certificate.compose import compose
from gordan.problem import Gram, Points
from gordan.problem.length import length
from gordan.problem.matrix import is_sparse

__all__ = ["Fingerprint", "Kept", "NoCertificate", "certify", "keep", "promote"]

_TOGETHER = 1 << 20  # numbers of scattered storage copied at a time


@dataclass(frozen=True, eq=False)
class Fingerprint:
    """A hash of the numbers as they are stored, and a copy of the labels.

    It shows whether one matrix was changed, and is cheaper than the hash of a certificate, which is the same for every
    way of storing the numbers.

    >>> X, y = np.eye(3), np.array(["a", "b", "a"])
    >>> seen = Fingerprint.of(X, y)
    >>> X[1, 1] = 2.0
    >>> seen.fits(X, y)
    False
    """

    numbers: bytes
    labels: Labels

    @classmethod
    def of(cls, X: Matrix, y: object) -> Fingerprint:
        return cls(_hashed(X), np.array(y))

    def fits(self, X: Matrix, y: object) -> bool:
        """Whether nothing has changed."""
        return np.array_equal(self.labels, np.asarray(y)) and _hashed(X) == self.numbers


def _hashed(X: Matrix) -> bytes:
    digest = hashlib.sha256()
    for part in (X.data, X.indices, X.indptr) if is_sparse(X) else (np.asarray(X),):
        part = part.T if part.flags.f_contiguous else part
        if part.flags.c_contiguous:
            digest.update(part.data)
            continue
        step = max(1, _TOGETHER * len(part) // part.size)
        for start in range(0, len(part), step):
            digest.update(np.ascontiguousarray(part[start : start + step]).data)
    return digest.digest()


def promote(
    problem: Points | Gram, outcome: Outcome, pocket: Pocket, *, proof: Arithmetic = "rounded"
) -> Separable | None:
    """`Separable` by the pocket's hyperplane, where the run ended undecided and the verifier agrees.

    Rows on the hyperplane itself are no errors for who has to predict, and keep it from separating: then there is none.

    >>> import gordan, numpy as np
    >>> from gordan.learn.estimator.pocket import unproved
    >>> problem = gordan.Points([[0.0, 0.0], [1.0, 9.0], [2.0, 0.0], [3.0, 9.0]], [0, 0, 1, 1])
    >>> pocket = Pocket(unproved((0, 1), np.array([1.0, 0.0]), -1.5), 0)
    >>> promote(problem, unproved((0, 1)), pocket).kind
    'separable'
    """
    if pocket.errors or not isinstance(outcome, Undecided) or getattr(problem, "positive", False):
        return None
    held = pocket.hyperplane
    start = replace(held, claim=replace(held.claim, weights=outcome.weights))
    separated = solve(problem, solver="perceptron", goal="decide", start=start, proof=proof, polish=True, max_iter=1)
    if not isinstance(separated, Separable):
        return None
    run = Run(
        solver=outcome.solver,
        n_iter=outcome.n_iter,
        n_passes=outcome.n_passes + separated.n_passes,
        seconds=outcome.seconds + separated.seconds,
        reason=outcome.reason.say("Proved of a hyperplane that was seen besides, when the run had ended undecided."),
        guarantee=outcome.guarantee,
    )
    return replace(separated, run=run)


class NoCertificate(InputError, AttributeError):
    """There is no certificate_ here: an `AttributeError`, so that `hasattr` says so too."""


def certify(
    labelled: Labelled, kept: Sequence[Kept], *, seen: Fingerprint, names: tuple[str, ...] = ()
) -> list[Certificate]:
    """The certificates of what was found, with the features' names; data that are not those `seen` are refused."""
    if not seen.fits(labelled.X, labelled.y):
        raise NoCertificate("the data have been changed since fit, and what was proved is not about them; refit")
    certificates = []
    for each in kept:
        _, problem = labelled.pose(each.sides)
        try:
            certificates.append(compose(problem, each.outcome, names=names))
        except InputError as refused:
            raise NoCertificate(str(refused)) from None
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
    rows: Rows
    multipliers: Array


def keep(contest: Contest, seen: Sequence[tuple[Array, float]] = (), *, proof: Arithmetic = "rounded") -> Kept:
    """What remains of a contest; `seen` are hyperplanes that the run came by.

    One that turns out to separate is an answer as good as the run's own, once there is the `proof` that was asked for;
    an algorithm that ran as published is answered for by its own hyperplane alone.
    """
    outcome, problem = contest.outcome, contest.problem
    allowance = Allowance.of(problem.n, questions=contest.questions, until=contest.until)
    if isinstance(outcome, Separable):
        pocket = Pocket(of_length_one(problem, outcome) if problem.implicit else outcome, 0)
    elif problem.implicit:
        pocket = fewest_kernel_errors(problem, outcome, seen=seen, allowance=allowance)
    else:
        assert isinstance(problem, Points)
        pocket = fewest_errors(problem, outcome, seen=seen, allowance=allowance)
    as_published = outcome.run is not None and outcome.run.polished is False
    if not as_published and (promoted := promote(problem, outcome, pocket, proof=proof)) is not None:
        return keep(replace(contest, outcome=promoted))
    multipliers = pocket.hyperplane.dual_coef if problem.implicit else _multipliers(outcome, problem)
    assert multipliers is not None
    support = np.flatnonzero(multipliers)
    rows = contest.given_rows(support)
    return Kept(
        contest.words, contest.sides, problem.n, outcome, pocket.hyperplane, pocket.errors, rows, multipliers[support]
    )


def _multipliers(outcome: Outcome, problem: Points | Gram) -> Array:
    if outcome.weights is None:
        return np.zeros(problem.n)
    assert isinstance(problem, Points)  # products alone have a kernel's space
    signed: Array = outcome.weights * problem.signs
    if isinstance(outcome, Inseparable) or problem.positive:
        return signed
    # Brought near 1 by a power of two, for squares of very large or very small points are no doubles.
    scaled = signed * problem.canonical().scale
    reached = length(np.asarray(problem.X.T @ scaled, dtype=np.float64))
    return scaled / reached if reached > 0 else signed
