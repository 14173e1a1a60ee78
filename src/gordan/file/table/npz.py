"""What files of NumPy's and SciPy's hold: points as X with labels as y, or a linear map, whole or in pieces."""

from __future__ import annotations

import os
from typing import BinaryIO

import numpy as np
from numpy.lib.npyio import NpzFile

from gordan.arithmetic.array import Matrix
from gordan.errors import InputError
from gordan.file.table.array_file import load_archive, take_array
from gordan.file.table.record import Table, whole
from gordan.file.table.source import open_file
from gordan.file.table.wording import is_missing, listed
from gordan.problem.bodies import Bodies
from gordan.problem.body_form import BodyForm, bodies_of, names_of
from gordan.problem.mixture import Mixture

__all__ = ["read_bodies", "read_linear_map", "read_mixture", "read_npz"]

_NEXT = "save both with numpy.savez(path, X=X, y=y)"


def read_npz(stream: BinaryIO, *, source: str, label: str | int | None = None) -> Table:
    """Read arrays X and y, or X and the array called `label`; float32 stays float32.

    Nothing in the archive is unpickled, so a file from a stranger cannot run code.

    Raises
    ------
    InputError
        A damaged archive, an array that is missing, holds objects, has the wrong shape or is not finite.

    Examples
    --------
    >>> import io
    >>> file = io.BytesIO()
    >>> np.savez(file, X=np.eye(2), y=[0, 1])
    >>> _ = file.seek(0)
    >>> read_npz(file, source="t.npz").y.tolist()
    [0, 1]
    """
    name = "y" if label is None else str(label)
    archive = load_archive(
        stream, source=source, advice=_NEXT, text="if it is a text table, rename it to .csv or .svm, else "
    )
    if not isinstance(archive, NpzFile):
        raise InputError(f"{source} holds one bare array; expected an archive with X and {name}, so {_NEXT}")
    with archive:
        X = _points(take_array(archive, "X", source=source, advice=_NEXT), f"{source}: X")
        y = _labels(take_array(archive, name, source=source, advice=_NEXT), f"{source}: {name}")
    if len(X) != len(y):
        raise InputError(f"{source}: X has {len(X)} rows but {name} has {len(y)} labels; give one label for each row")
    return Table(X, y, (), name, np.arange(len(X), dtype=np.int64), source, "npz")


def _points(X: Matrix, what: str) -> Matrix:
    if X.ndim != 2 or 0 in X.shape:
        raise InputError(f"{what} has shape {X.shape}; expected rows of points, so give it two dimensions, neither 0")
    if X.dtype.kind not in "fiub":
        raise InputError(f"{what} holds {X.dtype}; expected real numbers, so convert it before saving")
    with np.errstate(over="ignore"):  # a long double beyond the doubles becomes infinite and is refused as such
        points = np.ascontiguousarray(X, dtype=np.float32 if X.dtype.itemsize == 4 and X.dtype.kind == "f" else float)
    finite = np.isfinite(points)
    if not finite.all():
        i, j = np.argwhere(~finite)[0]
        raise InputError(
            f"{what}[{i}, {j}] is {points[i, j]}; expected finite numbers, "
            "as gordan decides on complete rows only: drop or fill it"
        )
    # Rounding on the way in would make every later proof one about other points.
    if np.any(np.abs(points) >= 2.0**53) if X.dtype.kind in "iu" else np.any(points != X):
        raise InputError(
            f"{what} holds {X.dtype} numbers that a double cannot carry exactly; shift or rescale them below 2**53"
        )
    return points


def _labels(y: Matrix, what: str) -> Matrix:
    if y.ndim == 2 and y.shape[1] == 1:
        y = y[:, 0]  # a column is how data frames hand over one variable
    if y.ndim != 1:
        raise InputError(f"{what} has shape {y.shape}; expected one label for each row of X, so flatten it")
    if y.dtype.kind not in "iufbUS":
        raise InputError(f"{what} holds {y.dtype}; expected numbers or text, so convert it before saving")
    if y.dtype.kind == "f":
        y = whole(y.astype(np.float64))
        absent = ~np.isfinite(y)
    else:
        if y.dtype.kind in "bUS":  # as in text files, true and false are words
            y = np.char.decode(y, "latin-1") if y.dtype.kind == "S" else y.astype(np.str_)
        y = y.astype(y.dtype.newbyteorder("="), copy=False)
        absent = np.isin(y, [each for each in np.unique(y).tolist() if is_missing(str(each))])
    if absent.any():
        row = int(np.argmax(absent))
        raise InputError(f"{what}[{row}] is {y[row].item()!r}, so this label is missing; fill it or drop the row")
    return y


_SAVE_MAP = (
    "save the map with numpy.save(path, A), its pieces with numpy.savez(path, *pieces), or a sparse one with "
    "scipy.sparse.save_npz(path, A)"
)

_SMALL = 1 << 20  # numbers that are loaded whatever was expected: then a sentence can say more


def read_linear_map(path: str | os.PathLike[str], *, shape: tuple[int, int] | None = None) -> Matrix | list[Matrix]:
    """The map as `Conic` takes it: one array, the pieces arr_0, arr_1, … in a list, or a sparse matrix.

    Of what cannot be a map of this shape nothing is loaded but the heads of its arrays.

    Examples
    --------
    >>> import tempfile, numpy as np
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "A.npy")
    ...     np.save(path, np.eye(2))
    ...     read_linear_map(path).tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    source = os.fspath(path)
    with open_file(source) as stream:
        # Matrices that are given whole have each entry off the diagonal twice.
        most = None if shape is None else max(2 * shape[0] * shape[1], _SMALL)
        loaded = load_archive(stream, source=source, advice=_SAVE_MAP, file=".npy or .npz file", most=most)
        if not isinstance(loaded, NpzFile):
            return loaded
        with loaded as archive:
            if {"format", "shape", "data"} <= set(archive.files):
                stream.seek(0)
                return _sparse(stream, source, shape)
            return _pieces(archive, source)


_SAVE_BODIES = "save the bodies with numpy.savez(path, **Bodies(K, L).arrays())"
_SAVE_MIXTURE = "save it with numpy.savez(path, **Mixture(A, b, mass).arrays())"


def read_bodies(path: str | os.PathLike[str], K: BodyForm, L: BodyForm, *, dimension: int) -> Bodies:
    """Two bodies of these forms with the numbers of an archive.

    Examples
    --------
    >>> import tempfile, numpy as np
    >>> from gordan.problem.body_form import BodyForm
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "bodies.npz")
    ...     np.savez(path, **{"K.lower": [0.0], "K.upper": [1.0], "L.centre": [3.0], "L.radius": 1.0})
    ...     read_bodies(path, BodyForm("box"), BodyForm("ball"), dimension=1).L
    Ball(centre=array([3.]), radius=1.0)
    """
    source = os.fspath(path)
    with open_file(source) as stream:
        loaded = load_archive(stream, source=source, advice=_SAVE_BODIES)
        if not isinstance(loaded, NpzFile):
            raise InputError(f"{source} holds one bare array; expected those of two bodies, so {_SAVE_BODIES}")
        with loaded as archive:
            names = names_of(K, "K") + names_of(L, "L")
            arrays = {name: take_array(archive, name, source=source, advice=_SAVE_BODIES) for name in names}
    for name, each in arrays.items():
        if each.dtype.kind not in "fiub" or (name.endswith(".radius") and each.shape != ()):
            raise InputError(f"{source}: {name} is no array of real numbers of its size; {_SAVE_BODIES}")
    try:
        bodies = bodies_of(K, L, arrays)
    except InputError as error:
        raise InputError(f"{source} holds no bodies of the certificate's forms: {error}") from error
    if bodies.dimension != dimension:
        raise InputError(
            f"{source} holds bodies of dimension {bodies.dimension}; expected {dimension}, so name the file that "
            "belongs to the certificate"
        )
    return bodies


def read_mixture(path: str | os.PathLike[str]) -> Mixture:
    """A mixture by the arrays A, b and mass of an archive.

    Examples
    --------
    >>> import tempfile, numpy as np
    >>> mixture = Mixture([[1.0, 2.0]], [3.0], 2.0)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "mixture.npz")
    ...     np.savez(path, **mixture.arrays())
    ...     read_mixture(path).digest() == mixture.digest()
    True
    """
    source = os.fspath(path)
    with open_file(source) as stream:
        loaded = load_archive(stream, source=source, advice=_SAVE_MIXTURE)
        if not isinstance(loaded, NpzFile):
            raise InputError(f"{source} holds one bare array; expected those of a mixture, so {_SAVE_MIXTURE}")
        with loaded as archive:
            A, b, mass = (take_array(archive, name, source=source, advice=_SAVE_MIXTURE) for name in ("A", "b", "mass"))
    if mass.shape != () or {each.dtype.kind for each in (A, b, mass)} - set("fiub"):
        raise InputError(f"{source}: A, b and mass are no matrix, vector and number; {_SAVE_MIXTURE}")
    try:
        return Mixture(A, b, mass.item())
    except InputError as error:
        raise InputError(f"{source} holds no mixture: {error}") from error


def _pieces(archive: NpzFile, source: str) -> Matrix | list[Matrix]:
    names = archive.files
    if len(names) == 1:
        return take_array(archive, names[0], source=source, advice=_SAVE_MAP)
    expected = [f"arr_{k}" for k in range(len(names))]
    if not names or set(names) != set(expected):
        held = listed(names) if names else "nothing"
        raise InputError(f"{source} holds {held}; expected one array, or pieces arr_0, arr_1 and so on, so {_SAVE_MAP}")
    pieces = [take_array(archive, name, source=source, advice=_SAVE_MAP) for name in expected]
    for name, piece in zip(expected, pieces, strict=True):
        if piece.ndim < 2:
            raise InputError(
                f"{source}: the piece {name} has {piece.ndim} dimension(s); expected a matrix, or a stack of them, for "
                f"each part of the cone, so {_SAVE_MAP}"
            )
    return pieces


def _sparse(stream: BinaryIO, source: str, shape: tuple[int, int] | None) -> Matrix:
    from scipy.sparse import load_npz

    try:
        # Left in its own form: indices that point outside are looked for before anything is made of them.
        matrix = load_npz(stream)
    except Exception as error:  # scipy, numpy and zipfile each fail in their own way
        raise InputError(f"{source} is no readable sparse matrix ({error}); copy it again, or {_SAVE_MAP}") from error
    if shape is not None and matrix.shape != shape:
        size = " x ".join(map(str, matrix.shape))
        raise InputError(f"{source} holds a sparse matrix of {size}; expected {shape[0]} x {shape[1]}, so {_SAVE_MAP}")
    return matrix
