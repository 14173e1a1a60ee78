"""Labelled points: can a hyperplane put every point of one class on one side and all others on the other?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from numbers import Integral
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array, Matrix
from gordan.arithmetic.deadline import check_deadline
from gordan.arithmetic.setting import setting
from gordan.errors import InputError
from gordan.problem.batches import Batches, is_collection, open_source
from gordan.problem.batches.source import ArraySource, NpyFile
from gordan.problem.canonical import put, put_gram, put_positive
from gordan.problem.digest import FileRows, Hashes, hash_points
from gordan.problem.kernel import read_kernel
from gordan.problem.labels import read_labels, sign_classes
from gordan.problem.matrix import Block, ExactRows, is_sparse, read_matrix
from gordan.problem.numbers import Numbers, exact_rows
from gordan.problem.semidefinite import read_squares

__all__ = ["Points"]

_BLOCK = 1 << 16  # entries of a dense block: 512 KiB of doubles, which stay in the second-level cache
_SPARSE_BLOCK = 1 << 18  # stored entries of a sparse block; slicing one has a fixed cost worth spreading


@dataclass(frozen=True, eq=False, repr=False)
class Points:
    """Rows of X with two classes y.

    Parameters
    ----------
    X : array, CSR or CSC matrix, or data frame, shape (n, m)
        One point per row. float32 and float64 are kept as they are, without a copy; other numbers become float64.
        Entries that a sparse matrix stores twice are added in double precision, in a copy that stays float32 only
        where that holds every sum.
    y : sequence of n labels
        Any two values. `classes` has them sorted; the second one is positive.
    intercept : bool
        Whether the hyperplane may miss the origin.
    normalise : bool
        Scale every point to unit length first, as the papers do. Needs `intercept=False`: lengths depend on the
        origin that an intercept leaves open. In the space of a kernel there is an origin, and both go together.
    numbers : {"binary", "decimal"}
        Whether a number stands for its dyadic value or for the shortest decimal that reads back as it (as a float32
        where X is one).
    kernel : {"linear", "poly", "rbf", "laplacian"}, callable or None
        Ask about the images of the points in the kernel's space; None and "linear" ask about the points themselves. A
        callable takes two matrices of points and returns the matrix of their products.
    gamma, degree, coef0 : float or "scale" or "auto", int, float
        The kernel's parameters, as in scikit-learn, as the dyadic values they are.
    positive : bool
        Ask for a hyperplane w·x + b without a negative coefficient in w (the intercept is free). The margin is then
        measured with ‖w‖₁ = 1, and `normalise=True` divides every point by its greatest entry in magnitude. Points in
        a kernel's space have no coefficients to ask this of.

    Examples
    --------
    >>> problem = Points([[0.0, 1.0], [1.0, 0.0]], ["no", "yes"])
    >>> problem.n, problem.m, problem.classes
    (2, 2, ('no', 'yes'))
    """

    X: Matrix
    y: object
    intercept: bool = True
    normalise: bool = False
    numbers: Numbers = "binary"
    kernel: Any = None
    gamma: Any = "scale"
    degree: Any = 3
    coef0: Any = 0.0
    positive: bool = False
    names: tuple[str, ...] = field(default=(), init=False)
    classes: tuple[object, ...] = field(default=(), init=False)
    signs: Array = field(init=False)
    extent: float = field(init=False)
    n: int = field(init=False)
    m: int = field(init=False)
    implicit: bool = field(init=False)  # whether points are known by their products alone, in the space of a kernel
    space: str = field(init=False)  # of the images, in words; empty where the points are their own

    def __post_init__(self) -> None:
        for name in ("intercept", "normalise", "positive"):
            if not isinstance(getattr(self, name), (bool, np.bool_)):
                raise InputError(f"{name} is {getattr(self, name)!r}; give True or False")
        if self.numbers not in ("binary", "decimal"):
            raise InputError(f'numbers is {self.numbers!r}; give "binary" or "decimal"')
        if self.normalise and self.intercept and self._plain:
            raise InputError(
                f"{setting('normalise', True)} needs {setting('intercept', False)}: unit length depends on the origin, "
                f"which an intercept leaves open; give {setting('intercept', False)}, or drop {setting('normalise')} "
                "for the geometric margin"
            )
        X, names, extent = read_matrix(self.X) if not isinstance(self.X, Batches) else self._read_batches(self.X)
        if isinstance(X, Batches) and self.y is None:
            classes, signs = sign_classes(X.surveyed.labels, X.surveyed.codes, self.intercept)
        else:
            classes, signs = read_labels(self.y, X.shape[0], self.intercept)
        kernel = (
            None
            if isinstance(X, Batches)
            else read_kernel(self.kernel, X, gamma=self.gamma, degree=self.degree, coef0=self.coef0)
        )
        space, (n, m) = "" if kernel is None else f"the {kernel}", map(int, X.shape)
        # At once: of a frozen record every single field takes as long.
        vars(self).update(
            X=X,
            names=names,
            extent=extent,
            classes=classes,
            signs=signs,
            kernel=kernel,
            n=n,
            m=m,
            implicit=kernel is not None,
            space=space,
        )
        if self.positive and kernel is not None:
            raise InputError(
                f"{setting('positive', True)} asks for coefficients that are not negative, and in the space of a "
                f"kernel there are none for the columns; leave out {setting('kernel')}, or {setting('positive')}"
            )
        if self.normalise and self.kernel is None:
            self._refuse_zero_rows()
        elif self.normalise:
            _ = self._squares  # an image without a length is refused here

    @classmethod
    def from_batches(
        cls,
        batches: Any,
        y: object = None,
        *,
        label: str | int | None = None,
        intercept: bool = True,
        normalise: bool = False,
        numbers: Numbers = "binary",
        rows: int | None = None,
    ) -> Points:
        """Points that are read again and again in batches, and never held whole.

        The first pass is made here: it finds sizes, types and labels, of which one byte is kept for each row.
        Every later pass must give the same numbers, and is refused with its number and the batch where it does not.

        Parameters
        ----------
        batches : array, path, Arrow stream, dataset, callable, Dask collection, or what `gordan.scan` returns
            A `numpy.memmap` or other array; the path of a .npy file, of Parquet or Arrow files or a folder of them, or
            of a Zarr array; a `pyarrow.dataset`; an object with `__arrow_c_stream__`, such as a query of DuckDB or a
            frame of Polars; or a function without parameters that returns a new iterator every time it is called, over
            pairs (X, y), data frames or Arrow batches. Blocks of a `dask.array` or `dask.dataframe` are computed with
            where they are, by the `distributed.Client` in force or by threads.
        y : sequence of n labels, path of a .npy file, or None
            Labels beside an array; None where the batches bring their own.
        label : str, int or None
            The column of labels, by name or by number from 1. By default one called label, class, y, target or outcome,
            else the last; of arrays and .npy files, whose columns have no names, it has to be given, or y.
        intercept, normalise, numbers
            As for `Points`.
        rows : int or None
            How many of the first rows are asked about; None is all.

        Examples
        --------
        >>> def batches():
        ...     yield [[0.0], [1.0]], ["low", "low"]
        ...     yield [[3.0]], ["high"]
        >>> problem = Points.from_batches(batches)
        >>> problem.n, problem.m, problem.classes
        (3, 1, ('high', 'low'))
        """
        if rows is not None and (isinstance(rows, bool) or not isinstance(rows, Integral) or rows < 1):
            raise InputError(f"rows is {rows!r}; give how many of the first rows count, 1 or more, or None for all")
        if is_collection(batches):
            from gordan.problem.batches.cluster import ClusterBatches

            batches = ClusterBatches(batches, y, label=None if label is None else str(label))
        elif not isinstance(batches, Batches):
            source = open_source(batches, y, label=label)
            if y is None and label is None and isinstance(source, ArraySource | NpyFile):
                # Its columns have no names; by mistake a coordinate would be taken for the labels.
                raise InputError(
                    f"nothing says what the labels of {source.words} are; give y beside it, or label= with the number "
                    f"of the column that has them, counted from 1 (the last is {source.columns})"
                )
            batches = Batches(source, most=rows)
        if y is not None and batches.surveyed.codes is not None:
            y = None  # they came with the rows
        return cls(batches, y, intercept=intercept, normalise=normalise, numbers=numbers)

    def _read_batches(self, X: Batches) -> tuple[Batches, tuple[str, ...], float]:
        if not self._plain or self.positive:
            what = "positive" if self.positive else "kernel"
            raise InputError(f"{setting(what)} needs all points in memory, and these are read in batches; leave it out")
        if self.y is None and X.surveyed.codes is None:
            raise InputError(f"there are no labels in {X.source.words}; give y, a label column, or batches (X, y)")
        return X, X.names, X.extent

    def __repr__(self) -> str:
        form = type(self.X).__name__ if is_sparse(self.X) else str(self.X.dtype)
        form += " in batches" if isinstance(self.X, Batches) else ""
        space = f", {self.kernel}" if self.implicit else ""
        sign = ", positive=True" if self.positive else ""
        return f"Points({self.n} x {self.m} {form}, classes={self.classes}, intercept={self.intercept}{space}{sign})"

    @property
    def _plain(self) -> bool:
        return self.kernel is None or (isinstance(self.kernel, str) and self.kernel == "linear")

    @cached_property
    def _squares(self) -> Array:
        return read_squares(self.kernel, self.X, normalise=self.normalise)

    @cached_property
    def _canonical(self) -> Any:
        if self.kernel is not None:
            return put_gram(
                self.X,
                self.kernel,
                self._squares,
                self.signs.copy(),
                intercept=self.intercept,
                normalise=self.normalise,
            )
        # Compiled loops know writable arrays only: a copy of the signs spares them a second compilation.
        form = put if not self.positive else put_positive
        return form(self.X, self.signs.copy(), extent=self.extent, intercept=self.intercept, normalise=self.normalise)

    def canonical(self) -> Any:
        return self._canonical

    def subset(self, S: Sequence[int]) -> Points:
        """The same question about the rows S alone, held as float64."""
        labels = np.array([0, 1])[(self.signs[np.asarray(S)] > 0).astype(int)]
        values = self.X[np.asarray(S)].astype(np.float64) if is_sparse(self.X) else self.rows(S)
        if self.numbers == "decimal" and self.X.dtype == np.float32 and not is_sparse(self.X):
            # The decimals that narrow numbers stand for are nearer to other doubles.
            values = np.array([[float(str(v)) for v in row] for row in self.X[np.asarray(S)]])
        asked = {"kernel": self.kernel, "positive": self.positive}
        return Points(values, labels, self.intercept, self.normalise, self.numbers, **asked)

    def rows(self, S: Sequence[int]) -> Array:
        picked = self.X[np.asarray(S, dtype=np.int64)]
        dense = picked.toarray() if is_sparse(picked) else picked
        return np.asarray(dense, dtype=np.float64)

    def exact_rows(self, S: Sequence[int]) -> ExactRows:
        check_deadline("reading rows without rounding")
        picked = self.X[np.asarray(S, dtype=np.int64)]
        if is_sparse(picked):
            picked = picked.tocsr()
            picked.sum_duplicates()  # of the picked rows, which are a copy
        return exact_rows(picked, self.numbers)

    def blocks(self) -> Iterator[Block]:
        if is_sparse(self.X) and self.X.format == "csc":
            for part in _slices(self.m, self.X.nnz, _SPARSE_BLOCK):
                check_deadline("going through the raw rows")
                yield Block(slice(0, self.n), part, self.X[:, part])
        elif isinstance(self.X, Batches):
            whole = slice(0, self.m)
            for piece in self.X.read():
                step = max(1, _BLOCK // self.m)
                for first in range(0, len(piece.values), step):
                    values = piece.values[first : first + step]
                    start = piece.rows.start + first
                    yield Block(slice(start, start + len(values)), whole, values)
        else:
            limit, entries = (_SPARSE_BLOCK, self.X.nnz) if is_sparse(self.X) else (_BLOCK, self.n * self.m)
            for part in _slices(self.n, entries, limit):
                check_deadline("going through the raw rows")
                yield Block(part, slice(0, self.m), self.X[part])

    def digest(self) -> str:
        return self.hashes().digest

    def hashes(self, files: FileRows = ()) -> Hashes:
        """The digest, the hash of every 65,536 rows, and those of files with so many rows."""
        # An array can be written to at any time; of other sources every pass is held against the first.
        if not isinstance(self.X, Batches) or self.X.source.steady:
            return hash_points(self.X, self.signs, files)
        if files not in self._hashes:
            self._hashes[files] = hash_points(self.X, self.signs, files)
        return self._hashes[files]

    @cached_property
    def _hashes(self) -> dict[FileRows, Hashes]:
        """The hashes, kept where the rows cannot change unnoticed; each takes a pass."""
        return {}

    def _refuse_zero_rows(self) -> None:
        if is_sparse(self.X):
            reach = np.zeros(self.n)
            for block in self.blocks():
                highest = abs(block.values).max(axis=1).toarray().ravel()
                reach[block.rows] = np.maximum(reach[block.rows], highest)
            zero = np.flatnonzero(reach == 0)
        elif isinstance(self.X, Batches):
            zero = np.concatenate(
                [np.flatnonzero(~piece.values.any(axis=1)) + piece.rows.start for piece in self.X.read()]
            )
        else:
            # Few rows begin with zeros, and fewer go on with them.
            zero = np.arange(self.n)
            for column in self.X.T:
                zero = zero[column[zero] == 0]
                if not zero.size:
                    return
        if zero.size:
            raise InputError(
                f"row {int(zero[0])} is all zeros and has no unit length; drop it, or use normalise=False "
                "(without an intercept a zero row alone proves the points inseparable)"
            )


def _slices(length: int, entries: int, limit: int) -> Iterator[slice]:
    step = max(1, int(limit * length / max(entries, 1)))
    for start in range(0, length, step):
        yield slice(start, min(start + step, length))
