"""A certificate in memory: what was asked, what is claimed, and the numbers that prove it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.fraction import as_float
from gordan.errors import InputError
from gordan.outcome import (
    Bracket,
    Cancellation,
    Claim,
    Domination,
    Enclosure,
    InnerBall,
    IntegerKernelSeparator,
    IntegerSeparator,
    KernelSeparator,
    Separator,
)
from gordan.outcome.certificate.page import CertificatePage
from gordan.outcome.record import CERTIFICATE_VERSION
from gordan.problem import Gram, Points
from gordan.problem.kernel import Kernel

__all__ = ["Certificate", "Coefficients", "FileHash", "Hyperplane", "PointsProof", "Question", "Source", "Weights"]


class Question(NamedTuple):
    """What was asked of which numbers; `width` is 32 where decimals are those of single precision, else 64.

    `kind` is "points", "positive" for points that ask for w ≥ 0, "kernel" for points in the space of a kernel, or
    "gram" for a matrix of products.
    """

    kind: str
    n: int
    m: int
    intercept: bool
    normalise: bool
    numbers: str
    width: int
    classes: tuple[Any, ...]
    kernel: Kernel | None = None

    @property
    def implicit(self) -> bool:
        """Whether points are known by their products alone."""
        return self.kind in ("kernel", "gram")

    @property
    def size(self) -> str:
        """How large it is, in words."""
        return f"{self.kind}, {self.n} rows, {self.m} columns"

    @classmethod
    def of(cls, problem: Points | Gram) -> Question:
        """The question that a problem poses."""
        if isinstance(problem, Gram):
            posed = bool(problem.intercept), bool(problem.normalise), "binary", 64
            return cls("gram", problem.n, problem.n, *posed, problem.classes)
        kind = "kernel" if problem.implicit else "positive" if problem.positive else "points"
        # In binary a float32 is the same number as a double; only its shortest decimal is another one.
        narrow = problem.numbers == "decimal" and problem.X.dtype == np.float32
        asked = bool(problem.intercept), bool(problem.normalise), problem.numbers, 32 if narrow else 64
        return cls(kind, problem.n, problem.m, *asked, problem.classes, problem.kernel)


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


class Coefficients(NamedTuple):
    """A hyperplane in a kernel's space: its nonzero coefficients, the rows they belong to, and the offset."""

    rows: tuple[int, ...]
    values: Array
    offset: float | Fraction

    def whole(self, n: int) -> Array:
        """One coefficient for each of n rows."""
        c = np.zeros(n)
        c[list(self.rows)] = self.values
        return c


class Weights(NamedTuple):
    """The rows and weights that bound the margin from above."""

    rows: tuple[int, ...]
    values: Array

    def whole(self, n: int) -> Array:
        """One weight for each of n rows, which rise."""
        _refuse_unless_rising(self.rows, n, "weights")
        weights = np.zeros(n)
        weights[list(self.rows)] = self.values
        return weights


class FileHash(NamedTuple):
    """A file of several that the rows come from: its name, how many rows it has, and their hash.

    Of points `rows` is one number; of a system it is that of the inequalities and that of the equalities.
    """

    file: str
    rows: tuple[int, ...]
    hash: str


PointsProof = (
    Separator | IntegerSeparator | Coefficients | IntegerKernelSeparator | Cancellation | Domination | Enclosure
)


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Certificate(CertificatePage):
    """What a certificate file holds. `gordan.verify(problem, certificate)` judges it.

    `hyperplane` is None for separable points, whose proof is one, and where no lower bound is claimed; `weights` is
    None for inseparable points, whose proof has them, and where no upper bound is claimed. `ball`, inside the hull of
    inseparable points, proves an upper bound below 0. `blocks` are the hashes of every 65,536 rows, of data that are
    large or read in batches, and `files` those of the files, where the data are a folder of several. `lines` are the
    lines of the source on which the rows of the support begin. `unaltered` says whether the file's checksum was that of
    its fields.

    Examples
    --------
    >>> import os, tempfile, gordan
    >>> problem = gordan.Points([[0.0], [3.0]], ["low", "high"])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "apart.json")
    ...     gordan.certify(problem, gordan.solve(problem), path)
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
    proof: PointsProof | None
    hyperplane: Hyperplane | Coefficients | None
    weights: Weights | None
    lines: tuple[int, ...] | None
    ball: InnerBall | None = None
    blocks: tuple[str, ...] | None = None
    files: tuple[FileHash, ...] | None = None
    version: int = CERTIFICATE_VERSION
    unaltered: bool = True

    def __repr__(self) -> str:
        low, high = self.bracket.shown()
        return f"<Certificate: {self.alternative}, margin in [{low}, {high}], {len(self.rows)} rows carry weight>"

    @property
    def rows(self) -> tuple[int, ...]:
        """The support: rows that carry weight, counted from 0."""
        if isinstance(self.proof, Cancellation | Domination | Enclosure):
            return self.proof.support
        return () if self.weights is None else self.weights.rows

    def claim(self, problem: Points | Gram) -> Claim:
        """What the certificate claims.

        Weights stand for all rows again, so the problem must have as many as the certificate says: a claim of 10^15
        rows costs nothing until then.
        """
        there, here = self.question[1:3], (problem.n, problem.m)
        if there != here:
            raise InputError(
                f"the certificate is about {_shape(*there)}, the problem has {_shape(*here)}; give its own"
            )
        claim = Claim(bracket=self.bracket, classes=self.question.classes, space=problem.space)
        if isinstance(self.proof, Coefficients):
            proof = KernelSeparator(self.proof.whole(problem.n), self.proof.offset)
            shown = _in_space(proof.coefficients, proof.offset)
            return replace(claim, **shown, weights=self._weights(problem.n), proof=proof)
        if isinstance(self.proof, Separator):
            own = self.proof
            shown = {"coef": own.direction, "centre": own.centre, "offset": own.offset, "intercept": _intercept(own)}
            return replace(claim, **shown, weights=self._weights(problem.n), proof=own)
        if isinstance(self.proof, IntegerSeparator):
            return replace(claim, **self.proof.shown, weights=self._weights(problem.n), proof=self.proof)
        if isinstance(self.proof, IntegerKernelSeparator):
            _refuse_unless_rising(self.proof.support, problem.n, "proof")
            if not 0 < len(self.proof.support) == len(self.proof.integers):
                raise InputError("the certificate's proof has not one integer for each of its rows; read it anew")
            return replace(claim, **self.proof.shown(problem.n), weights=self._weights(problem.n), proof=self.proof)
        if isinstance(self.hyperplane, Coefficients):
            claim = replace(claim, **_in_space(self.hyperplane.whole(problem.n), self.hyperplane.offset))
        elif self.hyperplane is not None:
            direction, centre = self.hyperplane
            intercept = _intercept(Separator(direction, 0.0, centre))
            claim = replace(claim, coef=direction, centre=centre, intercept=intercept)
        weights = self._weights(problem.n) if self.proof is None else self.proof.weights(problem.n)
        return replace(claim, weights=weights, proof=self.proof, ball=self.ball)

    def _weights(self, n: int) -> Array | None:
        return None if self.weights is None else self.weights.whole(n)


def _refuse_unless_rising(rows: tuple[int, ...], n: int, part: str) -> None:
    if not all(a < b for a, b in zip((-1, *rows), (*rows, n), strict=True)):
        raise InputError(f"the rows of the certificate's {part} do not rise from 0 to {n - 1:,}; read it anew")


def _in_space(c: Array, offset: float | Fraction) -> dict[str, Any]:
    """The fields of an outcome that show a hyperplane in a kernel's space."""
    return {"dual_coef": c, "offset": offset, "intercept": as_float(Fraction(offset))}


def _intercept(proof: Separator) -> float:
    """The nearest double to offset − direction·centre."""
    terms = zip(proof.direction.tolist(), proof.centre.tolist(), strict=True)
    return as_float(Fraction(proof.offset) - sum((Fraction(v) * Fraction(c) for v, c in terms), Fraction(0)))


def _shape(n: int, m: int) -> str:
    return f"{n:,} rows and {m:,} columns"
