"""The certificate of two convex bodies in memory: a hyperplane between them, or a point that both have."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import NamedTuple

import numpy as np

from gordan.errors import InputError
from gordan.outcome.bodies import Apart, CommonPoint, Hyperplane, Touching
from gordan.outcome.certificate.page import draw_certificate
from gordan.outcome.record import CERTIFICATE_VERSION
from gordan.outcome.verdict import Bracket
from gordan.problem.bodies import Bodies
from gordan.problem.body_form import BodyForm, form_of

__all__ = ["BodiesCertificate", "BodiesQuestion"]


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
class BodiesCertificate:
    """What the certificate of two bodies holds. `gordan.verify(problem, certificate)` judges it.

    `at_least` is a lower bound of their distance: more than 0 with a hyperplane, 0 with a common point. An upper bound
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
    proof: Hyperplane | CommonPoint
    version: int = CERTIFICATE_VERSION
    unaltered: bool = True

    def claim(self, problem: Bodies) -> Apart | Touching:
        """What the certificate claims, as an answer."""
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

    def _repr_html_(self) -> str:
        return draw_certificate(self)
