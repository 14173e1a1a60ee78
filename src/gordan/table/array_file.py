"""Files of NumPy's: one array, or an archive of several. Nothing in them is unpickled."""

from __future__ import annotations

from typing import Any, BinaryIO

import numpy as np
from numpy.lib.npyio import NpzFile
from numpy.typing import NDArray

from gordan.errors import InputError
from gordan.table.wording import listed, nearest, shown

__all__ = ["load_archive", "take_array"]

_STARTS = (b"PK\x03\x04", b"PK\x05\x06", b"\x93NUMPY")  # an archive, an empty one, a bare array


def load_archive(stream: BinaryIO, *, source: str, advice: str, text: str = "") -> NpzFile | NDArray[Any]:
    """The archive, or the bare array that the file holds in its place.

    A refusal ends with the advice; `text` says what else to do with a text file.
    """
    _refuse_other(stream, source, advice, text)
    try:
        found: NpzFile | NDArray[Any] = np.load(stream, allow_pickle=False)
    except Exception as error:  # a damaged archive fails in zipfile, zlib, struct or numpy, each in its own way
        # numpy's own advice about a bare array of objects is to unpickle it, which is what must not happen.
        told = "a bare array of Python objects" if "pickle" in str(error) else str(error)
        raise InputError(
            f"{source} is not a readable .npz file ({told}); it may be cut short or damaged, "
            f"so copy it again, or {advice}"
        ) from error
    return found


def take_array(archive: NpzFile, name: str, *, source: str, advice: str) -> NDArray[Any]:
    """One array of an archive by its name."""
    if name not in archive.files:
        held = listed(archive.files) if archive.files else "nothing"
        raise InputError(
            f"{source} has no array {shown(name)}, it holds {held}; {advice}{nearest(name, archive.files)}"
        )
    try:
        found = archive[name]
    except Exception as error:  # as above: the member's bytes are only read now
        if "pickle" in str(error):
            raise InputError(
                f"{source}: the array {shown(name)} holds Python objects, which are never loaded; "
                "convert it to numbers or text and save it again"
            ) from error
        raise InputError(
            f"{source}: the array {shown(name)} is damaged or cannot be loaded ({error}); copy the file again"
        ) from error
    if not isinstance(found, np.ndarray):
        raise InputError(f"{source}: the member {shown(name)} is not an array; {advice}")
    return found


def _refuse_other(stream: BinaryIO, source: str, advice: str, text: str) -> None:
    """Text and other files that are only called .npz, told by their first bytes."""
    start = stream.read(max(map(len, _STARTS)))
    stream.seek(0)
    if not start:
        raise InputError(f"{source} is not a readable .npz file: it is empty (0 bytes); copy it again, or {advice}")
    if not start.startswith(_STARTS):
        raise InputError(
            f"{source} is not a readable .npz file: it does not begin as an archive of arrays does; {text}{advice}"
        )
