"""The certificate of a mixture in memory: few columns that nearly make b, or a sum of few that shows that none do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.rounding import length_up
from gordan.errors import InputError
from gordan.outcome.certificate.page import CertificatePage
from gordan.outcome.mixture import SparseRefutation, SparseSolution
from gordan.outcome.record import CERTIFICATE_VERSION, __version__
from gordan.problem.length import length
from gordan.problem.mixture import Mixture

__all__ = ["ColumnSum", "ColumnWeights", "MixtureCertificate", "MixtureQuestion", "compose_mixture"]


class MixtureQuestion(NamedTuple):
    """Whether A x = b has a solution x ≥ 0 of bounded sum, with so many equations and columns."""

    kind: str
    m: int
    n: int

    @property
    def size(self) -> str:
        """How large it is, in words."""
        return f"{self.kind}, {self.m} equations, {self.n} columns"

    @classmethod
    def of(cls, problem: Mixture) -> MixtureQuestion:
        """The question that a problem poses."""
        return cls("mixture", *problem.A.shape)


class ColumnWeights(NamedTuple):
    """Weights ≥ 0 of some columns, with a sum of at most the mass: what they make is at most `at_most` from b."""

    columns: tuple[int, ...]
    weights: Array
    at_most: float


class ColumnSum(NamedTuple):
    """y = times·b − mass Σ counts_j a_j, exactly; every A x with x ≥ 0 and Σx ≤ mass is `at_least` from b, by y.

    `unconditional` says that no column has a positive product with y, so that this is so for any mass.
    """

    times: int
    columns: tuple[int, ...]
    counts: tuple[int, ...]
    at_least: float
    unconditional: bool


@dataclass(frozen=True, eq=False, kw_only=True)
class MixtureCertificate(CertificatePage):
    """What the certificate of a mixture holds. `gordan.verify(problem, certificate)` judges it.

    Examples
    --------
    >>> import os, tempfile, gordan
    >>> problem = gordan.geometry.Mixture([[1.0, 0.0], [0.0, 1.0]], [-1.0, 1.0], 5.0)
    >>> answer = gordan.geometry.sparse_farkas(problem.A, problem.b, eps=0.1, mass=problem.mass)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "none.json")
    ...     gordan.certify(problem, answer, path)
    ...     certificate = gordan.read_certificate(path)
    >>> certificate.alternative, certificate.proof.unconditional, gordan.verify(problem, certificate).holds
    ('refutation', True, True)
    """

    gordan: str
    question: MixtureQuestion
    digest: str
    alternative: str
    proof: ColumnWeights | ColumnSum
    version: int = CERTIFICATE_VERSION
    unaltered: bool = True


def compose_mixture(problem: Mixture, answer: object) -> MixtureCertificate:
    """The certificate of what `sparse_farkas` found of a mixture."""
    if not isinstance(answer, SparseSolution | SparseRefutation):
        raise InputError(f"the answer is {answer!r}; give what sparse_farkas found of this mixture, if it was decided")
    entries = answer.x if isinstance(answer, SparseSolution) else answer.counts
    if entries.shape != (problem.A.shape[1],):
        raise InputError(
            f"the answer is about {entries.size:,} columns, and the mixture has {problem.A.shape[1]:,}; give an answer "
            "and the problem it was found for"
        )
    columns = tuple(answer.support.tolist())
    proof: ColumnWeights | ColumnSum
    if isinstance(answer, SparseSolution):
        proof = ColumnWeights(columns, answer.x[answer.support], answer.residual)
    else:
        proof = _column_sum(problem, answer, columns)
    return MixtureCertificate(
        gordan=__version__,
        question=MixtureQuestion.of(problem),
        digest=problem.digest(),
        alternative=answer.kind,
        proof=proof,
    )


def _column_sum(problem: Mixture, answer: SparseRefutation, columns: tuple[int, ...]) -> ColumnSum:
    """The sum itself in place of y, whose entries were rounded with every column: what that may cost is given away."""
    sizes = np.linalg.norm(problem.A, axis=0)
    size = answer.times * length(problem.b) + problem.mass * float(answer.counts @ sizes)
    off = (answer.times + answer.counts.sum() + answer.y.size + 8) * 2.0**-51 * size
    products = answer.y @ problem.A
    rounding = (answer.y.size + 8) * 2.0**-52 * (np.abs(answer.y) @ np.abs(problem.A)) + 2.0 * off * sizes
    reach = length(problem.b) + problem.mass * float(sizes.max())
    y = length_up(length(answer.y), answer.y.size)
    given_away = 4.0 * off / y * reach if y else 0.0
    return ColumnSum(
        times=int(answer.times),
        columns=columns,
        counts=tuple(int(each) for each in answer.counts[answer.support]),
        at_least=max(answer.distance - given_away, 0.0),
        unconditional=answer.unconditional and bool(((products <= -rounding) | ~problem.A.any(axis=0)).all()),
    )
