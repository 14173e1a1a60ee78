"""Points that are known by the matrix of their products alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Array, Matrix
from gordan.arithmetic.deadline import check_deadline
from gordan.errors import InputError
from gordan.problem.canonical import GramCanonical, put_gram
from gordan.problem.digest import digest_products
from gordan.problem.labels import read_labels
from gordan.problem.matrix import Block, ExactRows, is_sparse, read_matrix
from gordan.problem.numbers import Numbers, exact_rows
from gordan.problem.semidefinite import refuse_indefinite

__all__ = ["Gram"]

_BLOCK = 1 << 16  # entries of a block: 512 KiB of doubles, which stay in the second-level cache


@dataclass(frozen=True, eq=False, repr=False)
class Gram:
    """Two classes y of points whose products with one another are the entries of K.

    The entries are the numbers asked about, as the dyadic values they are; where (i, j) and (j, i) differ by rounding,
    their mean is. A matrix with a negative eigenvalue beyond rounding is refused; otherwise it is taken from the
    question that its entries are products of points.

    Parameters
    ----------
    K : array, shape (n, n)
        Symmetric and positive semidefinite up to rounding, with a positive diagonal. Eigenvalues are looked at for up
        to 4,096 rows; of a larger matrix every pair of rows and 4,096 rows drawn at random. float32 and float64 are
        kept as they are, without a copy.
    y : sequence of n labels
        Any two values. `classes` has them sorted; the second one is positive.
    intercept : bool
        Whether the hyperplane may miss the origin of the kernel's space.
    normalise : bool
        Scale every image to unit length first, as the papers do.

    Examples
    --------
    >>> Gram([[2.0, 1.0], [1.0, 2.0]], ["no", "yes"]).n
    2
    """

    K: Matrix
    y: object
    intercept: bool = True
    normalise: bool = False
    names: tuple[str, ...] = field(default=(), init=False)
    classes: tuple[object, ...] = field(default=(), init=False)
    signs: Array = field(init=False)
    extent: float = field(init=False)

    def __post_init__(self) -> None:
        for name in ("intercept", "normalise"):
            if not isinstance(getattr(self, name), bool | np.bool_):
                raise InputError(f"{name} is {getattr(self, name)!r}; give True or False")
        if is_sparse(self.K):
            raise InputError("K is a sparse matrix; give the products as a dense one, K.toarray()")
        K, _, extent = read_matrix(self.K, name="K")
        refuse_indefinite(K)
        classes, signs = read_labels(self.y, K.shape[0], self.intercept, name="K")
        for name, value in (("K", K), ("classes", classes), ("signs", signs), ("extent", extent)):
            object.__setattr__(self, name, value)

    def __repr__(self) -> str:
        return f"Gram({self.n} x {self.n} {self.K.dtype}, classes={self.classes}, intercept={self.intercept})"

    @property
    def n(self) -> int:
        return int(self.K.shape[0])

    @property
    def m(self) -> int:
        """A raw row has as many numbers as there are points."""
        return self.n

    @property
    def numbers(self) -> Numbers:
        return "binary"

    @property
    def kernel(self) -> None:
        """No kernel is known; its values are."""

    @property
    def implicit(self) -> bool:
        """Whether points are known by their products alone."""
        return True

    @property
    def space(self) -> str:
        """The space of the images, in words."""
        return "the given products"

    @cached_property
    def _canonical(self) -> GramCanonical:
        diagonal = np.diagonal(self.K).astype(np.float64)
        return put_gram(self.K, None, diagonal, self.signs.copy(), intercept=self.intercept, normalise=self.normalise)

    def canonical(self) -> GramCanonical:
        return self._canonical

    def subset(self, S: Sequence[int]) -> Gram:
        """The same question about the points S alone."""
        kept = np.asarray(S, dtype=np.int64)
        return self.relabelled(np.array([0, 1])[(self.signs[kept] > 0).astype(int)], kept)

    def relabelled(self, y: object, S: npt.ArrayLike | None = None) -> Gram:
        """The points S, or all of them, with other labels; what was looked at in K holds for every part of it.

        Examples
        --------
        >>> Gram([[2.0, 1.0, 0.0], [1.0, 2.0, 1.0], [0.0, 1.0, 2.0]], [0, 0, 1]).relabelled([0, 1], [1, 2]).K.tolist()
        [[2.0, 1.0], [1.0, 2.0]]
        """
        K = self.K if S is None else self.K[np.ix_(np.asarray(S), np.asarray(S))]
        classes, signs = read_labels(y, K.shape[0], self.intercept, name="K")
        other: Gram = object.__new__(Gram)
        kept_fields = {"intercept": self.intercept, "normalise": self.normalise, "names": (), "extent": self.extent}
        for name, value in {"K": K, "y": y, "classes": classes, "signs": signs, **kept_fields}.items():
            object.__setattr__(other, name, value)
        return other

    def rows(self, S: Sequence[int]) -> Array:
        return np.asarray(self.K[np.asarray(S, dtype=np.int64)], dtype=np.float64)

    def exact_rows(self, S: Sequence[int]) -> ExactRows:
        return exact_rows(self.rows(S), "binary")

    def blocks(self) -> Iterator[Block]:
        step = max(1, _BLOCK // self.n)
        for start in range(0, self.n, step):
            check_deadline("going through the products")
            part = slice(start, min(start + step, self.n))
            yield Block(part, slice(0, self.n), self.K[part])

    def digest(self) -> str:
        return digest_products(self.K, self.signs)
