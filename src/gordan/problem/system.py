"""`System`: the rows of a homogeneous system, A_I b ≥ 0 and A_E b = 0."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Array, Matrix, Positions
from gordan.errors import InputError
from gordan.problem.digest import FileRows, Hashes, hash_system
from gordan.problem.matrix import is_sparse, read_matrix
from gordan.problem.numbers import Numbers, refuse_numbers

if TYPE_CHECKING:
    from gordan.problem.points import Points

__all__ = ["System"]


@dataclass(frozen=True, eq=False)
class System:
    """A_I b ≥ 0, A_E b = 0 in the unknown direction b.

    Parameters
    ----------
    inequalities : array or sparse matrix, shape (n, p)
        The rows A_I; there may be none, then give an array of shape (0, p).
    equalities : array or sparse matrix, shape (n_E, p), optional
        The rows A_E.
    numbers : {"binary", "decimal"}
        Whether a double stands for its own value or for the shortest decimal that reads back as it.
    names : tuple of str
        Of the first columns, or none.

    Examples
    --------
    >>> System([[1.0, 2.0], [0.0, 1.0]]).n_columns
    2
    """

    inequalities: Matrix
    equalities: Matrix = None
    numbers: Numbers = "binary"
    names: tuple[str, ...] = ()

    def points(self) -> Points:
        """The inequalities as points of one class: a direction that makes all of them strict separates them.

        Examples
        --------
        >>> System([[1.0, 2.0], [0.0, 1.0]]).points().n
        2
        """
        from gordan.problem.points import Points

        if self.n_equalities:
            raise InputError(
                f"the system has {self.n_equalities:,} equalities, which no direction makes strict; only systems of "
                "inequalities can be asked as points"
            )
        n = self.inequalities.shape[0]
        return Points(self.inequalities, np.ones(n), intercept=False, numbers=self.numbers)

    def __post_init__(self) -> None:
        refuse_numbers(self.numbers)
        rows = _read(self.inequalities, self.numbers)
        equal = np.zeros((0, rows.shape[1])) if self.equalities is None else self.equalities
        equal = _read(equal, self.numbers)
        if equal.shape[1] != rows.shape[1]:
            raise InputError(
                f"inequalities have {rows.shape[1]} columns and equalities {equal.shape[1]}; give both the same columns"
            )
        if len(self.names) > rows.shape[1]:
            raise InputError(
                f"there are {len(self.names)} names for {rows.shape[1]} columns; give at most one for each"
            )
        object.__setattr__(self, "inequalities", rows)
        object.__setattr__(self, "equalities", equal)

    @property
    def n_inequalities(self) -> int:
        return int(self.inequalities.shape[0])

    @property
    def n_equalities(self) -> int:
        return int(self.equalities.shape[0])

    @property
    def n_rows(self) -> int:
        return self.n_inequalities + self.n_equalities

    @property
    def n_columns(self) -> int:
        return int(self.inequalities.shape[1])

    @property
    def sparse(self) -> bool:
        return is_sparse(self.inequalities) or is_sparse(self.equalities)

    def digest(self) -> str:
        """A hash of kinds and nonzero entries of all rows that does not depend on how they are stored."""
        return self.hashes().digest

    def hashes(self, files: FileRows = ()) -> Hashes:
        """The digest, the hash of every 65,536 rows, and those of files with so many inequalities and equalities."""
        return hash_system(self.inequalities, self.equalities, files)

    def take(self, rows: npt.ArrayLike) -> Matrix:
        """Rows by number, inequalities first, as one dense array, or as one CSR where the system is sparse."""
        rows = np.asarray(rows, dtype=np.int64)
        upper = rows < self.n_inequalities
        parts = [self.inequalities[rows[upper]], self.equalities[rows[~upper] - self.n_inequalities]]
        if self.sparse:
            from scipy.sparse import csr_array, vstack

            stacked: Matrix = vstack([csr_array(part) for part in parts], format="csr")
        else:
            stacked = np.concatenate(parts)
        # The inequalities among them came first; back to the order asked for.
        order = np.argsort(np.concatenate([np.flatnonzero(upper), np.flatnonzero(~upper)]), kind="stable")
        return stacked if bool((order[1:] > order[:-1]).all()) else stacked[order]

    def blocks(self, rows: npt.ArrayLike | None = None, size: int = 1 << 21) -> Iterator[tuple[Positions, Matrix]]:
        """Some rows at a time, `size` numbers together, so that no second copy of the data arises."""
        rows = np.arange(self.n_rows) if rows is None else np.asarray(rows, dtype=np.int64)
        step = max(1, size // max(1, self.n_columns)) if not self.sparse else max(1, size // 16)
        for start in range(0, rows.size, step):
            part = rows[start : start + step]
            yield part, self.take(part)

    def times(self, V: Array, rows: Sequence[int] | Positions | None = None) -> Array:
        """A V in floating point, for all rows or for some."""
        count = self.n_rows if rows is None else len(rows)
        out, start = np.empty((count, *V.shape[1:])), 0
        for part, values in self.blocks(rows):
            out[start : start + part.size] = values @ V
            start += part.size
        return out


def _read(rows: Matrix, numbers: Numbers) -> Matrix:
    if getattr(rows, "ndim", 2) == 2 and np.shape(rows)[:1] == (0,):
        return np.zeros((0, np.shape(rows)[1]))
    matrix = read_matrix(rows)[0]
    if is_sparse(matrix):
        from scipy.sparse import csr_array

        matrix = csr_array(matrix)
        if not matrix.has_canonical_format:
            matrix = matrix.copy()
            matrix.sum_duplicates()
    if matrix.dtype == np.float64:
        return matrix
    if numbers == "binary":
        return matrix.astype(np.float64)
    # The shortest decimal of a narrow number is short in its own width only: it is read anew from its digits.
    if is_sparse(matrix):
        wide = matrix.astype(np.float64)
        wide.data = matrix.data.astype(str).astype(np.float64)
        return wide
    return matrix.astype(str).astype(np.float64)
