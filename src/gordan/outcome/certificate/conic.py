"""The certificate of a conic problem in memory."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.errors import InputError
from gordan.outcome import (
    Bracket,
    Cancellation,
    Claim,
    Enclosure,
    IntegerSeparator,
    Interior,
    NullSpaceBall,
    NullSpacePoint,
    Separator,
)
from gordan.outcome.certificate.page import CertificatePage
from gordan.outcome.certificate.points import Certificate, Hyperplane, Question, Weights
from gordan.outcome.record import CERTIFICATE_VERSION
from gordan.problem import Conic
from gordan.problem.cone_part import ConePart

__all__ = ["ConicCertificate", "ConicProof", "ConicQuestion", "Integers"]

_SHOWN = 4  # parts of a cone in a line


class ConicQuestion(NamedTuple):
    """Whether a map of m rows and n columns sends some y into the cone with these parts."""

    kind: str
    m: int
    n: int
    cone: tuple[ConePart, ...]

    @property
    def polyhedral(self) -> bool:
        """Whether the cone is an orthant: then the question is one about points."""
        return all(part.form == "orthant" for part in self.cone)

    @property
    def size(self) -> str:
        """How large it is, in words, with the first parts of the cone."""
        parts = ", ".join(map(str, self.cone[:_SHOWN]))
        return f"{self.kind}, {self.m} x {self.n}, {parts}{', …' if len(self.cone) > _SHOWN else ''}"

    @classmethod
    def of(cls, problem: Conic) -> ConicQuestion:
        """The question that a problem poses."""
        return cls("conic", problem.m, problem.n, problem.described)


class Integers(NamedTuple):
    """A `NullSpacePoint` by its entries that are not 0: a claim of 10^15 entries costs nothing until it is believed."""

    entries: tuple[int, ...]
    integers: tuple[int, ...]
    denominator: int

    def whole(self, n: int) -> NullSpacePoint:
        weights = [0] * n
        for j, value in zip(self.entries, self.integers, strict=True):
            weights[j] = value
        return NullSpacePoint(tuple(weights), self.denominator)


ConicProof = Interior | IntegerSeparator | NullSpaceBall | Integers | Cancellation | Enclosure


@dataclass(frozen=True, eq=False, kw_only=True)
class ConicCertificate(CertificatePage):
    """What the certificate of a conic problem holds. `gordan.verify(problem, certificate)` judges it.

    `direction` bounds the margin from below; it is None where the proof is a direction itself, or no lower bound is
    claimed. `weights` bound it from above; they are None where the proof has weights, or no upper bound is claimed.
    `unaltered` says whether the file's checksum was that of its fields.

    Examples
    --------
    >>> import os, tempfile, gordan
    >>> problem = gordan.Conic([[1.0, -1.0, 0.0]], gordan.cone.Lorentz(3))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "cancel.json")
    ...     gordan.certify(problem, gordan.solve(problem, proof="exact"), path)
    ...     certificate = gordan.read_certificate(path)
    >>> certificate.alternative, str(certificate.question.cone[0])
    ('inseparable', 'Lorentz(3)')
    >>> gordan.verify(problem, certificate).holds
    True
    """

    gordan: str
    question: ConicQuestion
    digest: str
    alternative: str
    arithmetic: str
    bracket: Bracket
    proof: ConicProof | None
    direction: Array | None
    weights: Weights | None
    version: int = CERTIFICATE_VERSION
    unaltered: bool = True

    # What overflows becomes an infinity or no number, of which no check holds.
    @np.errstate(over="ignore", invalid="ignore")
    def claim(self, problem: Conic) -> Claim:
        """What the certificate claims.

        Bracket, direction and proof are those of the file. Weights that the proof has are made anew from it, and may
        differ in their last digits. Of an orthant that is a claim about points, as `solve` makes it.
        """
        if self.question != ConicQuestion.of(problem):
            raise InputError(
                f"the certificate is about {self.question.m:,} rows and {self.question.n:,} columns and a cone of "
                f"{len(self.question.cone):,} parts, and the problem is {problem!r}; give its own"
            )
        proof = self.proof
        if problem.polyhedral and not isinstance(proof, NullSpaceBall | Integers):
            return self._about_points(problem)
        claim = Claim(bracket=self.bracket, coef=self.direction)
        if isinstance(proof, NullSpaceBall):
            x = _of_mass_one(problem, proof.spread_out(problem.cone))
            return replace(claim, weights=x, proof=proof)
        if isinstance(proof, Integers):
            x = _of_mass_one(problem, _doubles(problem, proof))
            return replace(claim, weights=x, proof=proof.whole(problem.n))
        if isinstance(proof, Interior):
            claim = replace(claim, coef=proof.direction, proof=proof)
        return replace(claim, weights=self._weights(problem.n))

    def _about_points(self, problem: Conic) -> Claim:
        points, origin = problem.points(), np.zeros(problem.m)
        proof = self.proof
        assert not isinstance(proof, NullSpaceBall | Integers)
        about_points = Certificate(
            gordan=self.gordan,
            question=Question.of(points),
            digest=self.digest,
            names=(),
            source=None,
            alternative=self.alternative,
            arithmetic=self.arithmetic,
            bracket=self.bracket,
            proof=Separator(proof.direction, 0.0, origin) if isinstance(proof, Interior) else proof,
            hyperplane=None if self.direction is None else Hyperplane(self.direction, origin),
            weights=self.weights,
            lines=None,
        )
        return about_points.claim(points)

    def _weights(self, n: int) -> Array | None:
        return None if self.weights is None else self.weights.whole(n)


def _doubles(problem: Conic, point: Integers) -> Array:
    """The weights in doubles, scaled to at most 1, in the coordinates of the cone."""
    # Of long integers the leading digits will do.
    spare = max(max(abs(v).bit_length() for v in point.integers) - 1000, 0)
    x = np.zeros(problem.n)
    x[list(point.entries)] = [float(v >> spare) for v in point.integers]
    top = float(np.abs(x).max()) or 1.0
    return problem.in_coordinates(x / top)


def _of_mass_one(problem: Conic, x: Array) -> Array:
    # What has no mass is no proof, and is refused as such by the verifier.
    scaled: Array | None = problem.cone.normalise(x)
    return x if scaled is None else scaled
