"""A linear map in a file of NumPy's or SciPy's: the matrix, or one piece for every part of a cone."""

from __future__ import annotations

import os
from typing import Any

from numpy.lib.npyio import NpzFile

from gordan.errors import InputError
from gordan.file.table.array_file import load_archive, take_array
from gordan.file.table.source import open_file
from gordan.file.table.wording import listed

__all__ = ["read_linear_map"]

_NEXT = (
    "save the map with numpy.save(path, A), its pieces with numpy.savez(path, *pieces), or a sparse one with "
    "scipy.sparse.save_npz(path, A)"
)

_SMALL = 1 << 20  # numbers that are loaded whatever was expected: then a sentence can say more


def read_linear_map(path: str | os.PathLike[str], *, shape: tuple[int, int] | None = None) -> Any:
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
        found = load_archive(stream, source=source, advice=_NEXT, file=".npy or .npz file", most=most)
        if not isinstance(found, NpzFile):
            return found
        with found as archive:
            if {"format", "shape", "data"} <= set(archive.files):
                stream.seek(0)
                return _sparse(stream, source, shape)
            return _pieces(archive, source)


def _pieces(archive: NpzFile, source: str) -> Any:
    names = archive.files
    if len(names) == 1:
        return take_array(archive, names[0], source=source, advice=_NEXT)
    expected = [f"arr_{k}" for k in range(len(names))]
    if not names or set(names) != set(expected):
        held = listed(names) if names else "nothing"
        raise InputError(f"{source} holds {held}; expected one array, or pieces arr_0, arr_1 and so on, so {_NEXT}")
    pieces = [take_array(archive, name, source=source, advice=_NEXT) for name in expected]
    for name, piece in zip(expected, pieces, strict=True):
        if piece.ndim < 2:
            raise InputError(
                f"{source}: the piece {name} has {piece.ndim} dimension(s); expected a matrix, or a stack of them, for "
                f"each part of the cone, so {_NEXT}"
            )
    return pieces


def _sparse(stream: Any, source: str, shape: tuple[int, int] | None) -> Any:
    from scipy.sparse import load_npz

    try:
        # Left in its own form: indices that point outside are looked for before anything is made of them.
        found = load_npz(stream)
    except Exception as error:  # scipy, numpy and zipfile each fail in their own way
        raise InputError(f"{source} is no readable sparse matrix ({error}); copy it again, or {_NEXT}") from error
    if shape is not None and found.shape != shape:
        told = " x ".join(map(str, found.shape))
        raise InputError(f"{source} holds a sparse matrix of {told}; expected {shape[0]} x {shape[1]}, so {_NEXT}")
    return found
