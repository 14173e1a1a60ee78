"""The certificate of two convex bodies in memory: a hyperplane between them, a point of both, or two near ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf
from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.errors import InputError
from gordan.outcome.bodies import (
    Apart,
    BodyPoint,
    CommonPoint,
    Hyperplane,
    Near,
    NearMeans,
    PairedPoints,
    SparseApart,
    SparseNormal,
    Touching,
)
from gordan.outcome.certificate.page import CertificatePage
from gordan.outcome.record import CERTIFICATE_VERSION, PAIRS_VERSION, __version__
from gordan.outcome.verdict import Bracket
from gordan.problem.bodies import Bodies
from gordan.problem.body_form import BodyForm, form_of
from gordan.problem.composed import AffineImage, MinkowskiSum
from gordan.problem.length import length, normed
from gordan.problem.shape import Ball, Box, Ellipsoid, Hull

__all__ = ["BodiesCertificate", "BodiesQuestion", "compose_bodies"]

_SHORTER = 1.0 - 2.0**-48  # a unit vector times this is no longer than 1, however it was rounded


class BodiesQuestion(NamedTuple):
    """How far apart two bodies of these forms are, in a space of this dimension."""

    kind: str
    dimension: int
    K: BodyForm
    L: BodyForm

    @property
    def size(self) -> str:
        """How large it is, in words."""
        return f"{self.K} and {self.L}, dimension {self.dimension}"

    @classmethod
    def of(cls, problem: Bodies) -> BodiesQuestion:
        """The question that a problem poses."""
        return cls("bodies", problem.dimension, form_of(problem.K), form_of(problem.L))


@dataclass(frozen=True, eq=False, kw_only=True)
class BodiesCertificate(CertificatePage):
    """What the certificate of two bodies holds. `gordan.verify(problem, certificate)` judges it.

    `at_least` is a lower bound of their distance: more than 0 with a hyperplane, 0 with a common point or near ones.
    With a sparse normal each body is at least half of it away from the hyperplane. Beside a hyperplane an upper bound
    is not claimed, for it would need a proof that its two points belong to the bodies.

    Examples
    --------
    >>> import os, tempfile, gordan
    >>> from gordan.geometry import Ball, Bodies, Box
    >>> problem = Bodies(Ball([5.0, 0.0], 1.0), Box([-1.0, -1.0], [1.0, 1.0]))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "apart.json")
    ...     gordan.certify(problem, gordan.distance(problem.K, problem.L), path)
    ...     certificate = gordan.read_certificate(path)
    >>> certificate.alternative, round(certificate.at_least, 6)
    ('apart', 3.0)
    >>> gordan.verify(problem, certificate).holds
    True
    """

    gordan: str
    question: BodiesQuestion
    digest: str
    alternative: str
    at_least: float
    proof: Hyperplane | CommonPoint | SparseNormal | NearMeans
    version: int = CERTIFICATE_VERSION
    unaltered: bool = True

    def claim(self, problem: Bodies) -> Apart | Touching:
        """What a certificate with a hyperplane or a common point claims, as an answer."""
        assert isinstance(self.proof, Hyperplane | CommonPoint)
        if self.question != BodiesQuestion.of(problem):
            raise InputError(
                f"the certificate is about a {self.question.size}, and not about these; give its own bodies"
            )
        if isinstance(self.proof, CommonPoint):
            return Touching(proof=self.proof)
        # Two points bound the distance from above, which is not claimed: any do.
        nowhere = np.zeros(problem.dimension)
        ends = Bracket(self.at_least, inf)
        return Apart(bracket=ends, direction=self.proof.direction, offset=self.proof.offset, p=nowhere, q=nowhere)


def compose_bodies(problem: Bodies, answer: object) -> BodiesCertificate:
    """The certificate of what `distance` or `separate_bodies` found of two bodies."""
    if not isinstance(answer, Apart | Touching | Near):
        raise InputError(
            f"the answer is {answer!r}; give what distance or separate_bodies found of these bodies, if it was decided"
        )
    question, digest, at_least = BodiesQuestion.of(problem), problem.digest(), answer.bracket.lower
    proof: Hyperplane | CommonPoint | SparseNormal | NearMeans
    if isinstance(answer, Touching):
        of_k, of_l = tuple(sorted(answer.proof.weights_k)), tuple(sorted(answer.proof.weights_l))
        proof = replace(answer.proof, weights_k=of_k, weights_l=of_l)
    elif isinstance(answer, SparseApart | Near):
        proof, at_least = _paired(problem, answer)
    else:
        proof = answer.proof
    return BodiesCertificate(
        gordan=__version__,
        question=question,
        digest=digest,
        alternative=answer.kind,
        at_least=at_least,
        proof=proof,
        version=PAIRS_VERSION if isinstance(proof, SparseNormal | NearMeans) else CERTIFICATE_VERSION,
    )


def _paired(problem: Bodies, answer: SparseApart | Near) -> tuple[SparseNormal | NearMeans, float]:
    """The proof by the pairs of points themselves, and a lower bound of the distance.

    The answer was computed with points in doubles. Of the exact ones the bounds are other ones, by rounding: they are
    computed anew, and what the support points of doubles may miss is given away.
    """
    K, L, times = problem.K, problem.L, answer.times
    if answer.towards.shape != (times.size, problem.dimension):
        raise InputError(
            "the answer is about bodies of another dimension; give an answer and the problem it was found for"
        )
    in_K, in_L = (tuple(_point_of(body, sign * way) for way in answer.towards) for body, sign in ((K, -1), (L, 1)))
    pairs = PairedPoints(tuple(times.tolist()), in_K, in_L)
    reach = max(float(np.abs(body.support(way)).sum()) for body in (K, L) for way in answer.towards)
    missed = (problem.dimension + 16) * 2.0**-46 * reach
    if isinstance(answer, Near):
        return NearMeans(pairs, answer.distance + missed), 0.0
    w = [Fraction(0)] * problem.dimension
    for often, p, q in zip(pairs.times, in_K, in_L, strict=True):
        difference = zip(w, _place(K, p), _place(L, q), strict=True)
        w = [total + Fraction(often) * (a - b) for total, a, b in difference]
    direction = np.array([float(v) for v in w])
    above, below = (_dot(w, _place(body, _point_of(body, sign * direction))) for body, sign in ((K, -1), (L, 1)))
    at_least = min(float(above - below) / length(direction), 2.0 * answer.margin) - missed if any(direction) else 0.0
    if not at_least > 0.0:
        raise InputError(
            f"the margin of the answer, {answer.margin:.6g}, is no more than rounding may have left, or the answer is "
            "about other bodies; give an answer and the problem it was found for"
        )
    return SparseNormal(pairs, float((above + below) / 2)), at_least


def _point_of(body: object, direction: Array) -> BodyPoint:
    """The point that the body gives in a direction, by what it is made of."""
    towards = normed(direction)
    if isinstance(body, Hull):
        return BodyPoint(vertex=int(np.argmax(body.points @ towards)))
    if isinstance(body, Box):
        return BodyPoint(coordinates=tuple(body.support(towards).tolist()))
    if isinstance(body, Ball):
        return BodyPoint(coordinates=tuple((_SHORTER * towards).tolist()))
    if isinstance(body, Ellipsoid):
        return BodyPoint(coordinates=tuple((_SHORTER * normed(body.matrix.T @ towards)).tolist()))
    if isinstance(body, AffineImage):
        return BodyPoint(of=(_point_of(body.body, body.matrix.T @ towards),))
    assert isinstance(body, MinkowskiSum)
    return BodyPoint(of=tuple(_point_of(part, towards) for part in body.bodies))


def _place(body: object, point: BodyPoint) -> list[Fraction]:
    """Where a point is that is given by what it is made of."""
    if isinstance(body, Hull):
        return _exact(body.points[point.vertex])
    if isinstance(body, MinkowskiSum):
        places = [_place(part, inner) for part, inner in zip(body.bodies, point.of, strict=True)]
        return [sum(values, start=Fraction(0)) for values in zip(*places, strict=True)]
    if isinstance(body, AffineImage):
        inner = _place(body.body, point.of[0])
        return [shift + _dot(_exact(row), inner) for row, shift in zip(body.matrix, _exact(body.shift), strict=True)]
    u = _exact(point.coordinates)
    if isinstance(body, Ellipsoid):
        return [centre + _dot(_exact(row), u) for row, centre in zip(body.matrix, _exact(body.centre), strict=True)]
    if isinstance(body, Ball):
        return [centre + Fraction(body.radius) * v for centre, v in zip(_exact(body.centre), u, strict=True)]
    return u


def _exact(values: Iterable[float]) -> list[Fraction]:
    return [Fraction(float(v)) for v in values]


def _dot(v: Iterable[Fraction], w: Iterable[Fraction]) -> Fraction:
    return sum((a * b for a, b in zip(v, w, strict=True)), start=Fraction(0))
