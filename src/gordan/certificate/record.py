"""A certificate in memory: what was asked, what is claimed, and the numbers that prove it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from gordan.array import Array
from gordan.errors import InputError
from gordan.outcome import (
    Bracket,
    Cancellation,
    Enclosure,
    Inseparable,
    Outcome,
    Separable,
    Separator,
    Undecided,
)
from gordan.problem import Points

__all__ = ["Certificate", "Hyperplane", "Question", "Source", "Weights"]


class Question(NamedTuple):
    """What was asked of which numbers; `width` is 32 where decimals are those of single precision, else 64."""

    kind: str
    n: int
    m: int
    intercept: bool
    normalise: bool
    numbers: str
    width: int
    classes: tuple[Any, ...]

    @classmethod
    def of(cls, problem: Points) -> Question:
        """The question that a problem poses."""
        # In binary a float32 is the same number as a double; only its shortest decimal is another one.
        narrow = problem.numbers == "decimal" and problem.X.dtype == np.float32
        posed = bool(problem.intercept), bool(problem.normalise), problem.numbers
        return cls("points", problem.n, problem.m, *posed, 32 if narrow else 64, problem.classes)


class Source(NamedTuple):
    """The file that the points came from, without its folder, and how its labels were read."""

    file: str
    format: str
    label: str
    positive: str | None


class Hyperplane(NamedTuple):
    """The direction that bounds the margin from below, and the point about which it was evaluated."""

    direction: Array
    centre: Array


class Weights(NamedTuple):
    """The rows and weights that bound the margin from above."""

    rows: tuple[int, ...]
    values: Array


@dataclass(frozen=True, eq=False, kw_only=True)
class Certificate:
    """What a certificate file holds. `gordan.verify(problem, certificate)` judges it.

    `hyperplane` is None for separable points, whose proof is one, and where no lower bound is claimed; `weights` is
    None for inseparable points, whose proof has them, and where no upper bound is claimed. `lines` are the lines of
    the source on which the rows of the support begin. `unaltered` says whether the file's checksum was that of its
    fields.

    Examples
    --------
    >>> import os, tempfile, gordan
    >>> problem = gordan.Points([[0.0], [3.0]], ["low", "high"])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "apart.json")
    ...     gordan.write_certificate(path, problem, gordan.solve(problem))
    ...     certificate = gordan.read_certificate(path)
    >>> certificate.alternative, certificate.rows, certificate.question.classes
    ('separable', (0, 1), ('high', 'low'))
    """

    gordan: str
    question: Question
    digest: str
    names: tuple[str, ...]
    source: Source | None
    alternative: str
    arithmetic: str
    bracket: Bracket
    proof: Separator | Cancellation | Enclosure | None
    hyperplane: Hyperplane | None
    weights: Weights | None
    lines: tuple[int, ...] | None
    unaltered: bool = True

    @property
    def rows(self) -> tuple[int, ...]:
        """The support: rows that carry weight, counted from 0."""
        if isinstance(self.proof, Cancellation | Enclosure):
            return self.proof.support
        return () if self.weights is None else self.weights.rows

    def outcome(self, problem: Points) -> Outcome:
        """The outcome as it was before it was written, without the story of how it was found.

        Weights stand for all rows again, so the problem must have as many as the certificate says: a claim of 10^15
        rows costs nothing until then.
        """
        there, here = self.question[1:3], (problem.n, problem.m)
        if there != here:
            raise InputError(
                f"the certificate is about {_shape(*there)}, the problem has {_shape(*here)}; give its own"
            )
        told = {"reason": "Read from a certificate.", "n_iter": 0, "n_passes": 0, "seconds": 0.0}
        known: dict[str, Any] = {**told, "solver": "certificate", "classes": self.question.classes}
        known["bracket"] = self.bracket
        if isinstance(self.proof, Separator):
            known |= {"coef": self.proof.direction, "centre": self.proof.centre, "offset": self.proof.offset}
            known |= {"intercept": _intercept(self.proof), "weights": self._weights(problem.n)}
            return Separable(**known, proof=self.proof)
        if self.hyperplane is not None:
            known |= {"coef": self.hyperplane.direction, "centre": self.hyperplane.centre}
        if self.proof is not None:
            return Inseparable(**known, weights=self.proof.weights(problem.n), proof=self.proof)
        return Undecided(**known, weights=self._weights(problem.n))

    def _weights(self, n: int) -> Array | None:
        if self.weights is None:
            return None
        weights = np.zeros(n)
        weights[list(self.weights.rows)] = self.weights.values
        return weights


def _intercept(proof: Separator) -> float:
    """The nearest double to offset − direction·centre."""
    terms = zip(proof.direction.tolist(), proof.centre.tolist(), strict=True)
    truth = Fraction(proof.offset) - sum((Fraction(v) * Fraction(c) for v, c in terms), Fraction(0))
    try:
        return float(truth)
    except OverflowError:
        return float("inf") if truth > 0 else float("-inf")


def _shape(n: int, m: int) -> str:
    return f"{n:,} rows and {m:,} columns"
