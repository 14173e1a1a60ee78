"""Files of NumPy's: one array, or an archive of several. Nothing in them is unpickled."""

from __future__ import annotations

import io
from contextlib import suppress
from math import prod
from typing import IO, BinaryIO, NamedTuple
from zipfile import ZipFile

import numpy as np
from numpy.lib import format as npy
from numpy.lib.npyio import NpzFile

from gordan.arithmetic.array import Matrix
from gordan.arithmetic.limit import raise_limit, spell_size
from gordan.errors import InputError, OverLimit
from gordan.file.table.source import memory_for
from gordan.file.table.wording import listed, nearest, shown

__all__ = ["load_archive", "take_array"]

_STARTS = (b"PK\x03\x04", b"PK\x05\x06", b"\x93NUMPY")  # an archive, an empty one, a bare array
_HEAD = 10_000  # bytes of the head of an array, as NumPy has it


class _Head(NamedTuple):
    """What the head of an array says: its shape, the width of an element, whether the elements are Python objects."""

    shape: tuple[int, ...]
    size: int
    objects: bool


def load_archive(
    stream: BinaryIO, *, source: str, advice: str, text: str = "", file: str = ".npz file", most: int | None = None
) -> NpzFile | Matrix:
    """The archive, or the bare array that the file holds in its place.

    A refusal ends with the advice; `text` says what else to do with a text file, and `file` what kind was expected.
    Arrays of more than `most` numbers, or of more bytes than is allowed, are refused before they are loaded.
    """
    _refuse_other(stream, source, advice, text, file)
    _refuse_larger(stream, most, source, advice)
    try:
        loaded: NpzFile | Matrix = np.load(stream, allow_pickle=False)
    except Exception as error:  # a damaged archive fails in zipfile, zlib, struct or numpy, each in its own way
        # numpy's own advice about a bare array of objects is to unpickle it, which is what must not happen.
        if _holds_objects(stream):
            raise InputError(
                f"{source} holds a bare array of Python objects, which are never loaded; convert it to numbers, and "
                f"{advice}"
            ) from error
        raise InputError(
            f"{source} is not a readable {file} ({error}); it may be cut short or damaged, "
            f"so copy it again, or {advice}"
        ) from error
    return loaded


def take_array(archive: NpzFile, name: str, *, source: str, advice: str) -> Matrix:
    """One array of an archive by its name."""
    if name not in archive.files:
        held = listed(archive.files) if archive.files else "nothing"
        raise InputError(
            f"{source} has no array {shown(name)}, it holds {held}; {advice}{nearest(name, archive.files)}"
        )
    try:
        array = archive[name]
    except Exception as error:  # as above: the member's bytes are only read now
        if _member_holds_objects(archive, name):
            raise InputError(
                f"{source}: the array {shown(name)} holds Python objects, which are never loaded; "
                "convert it to numbers or text and save it again"
            ) from error
        raise InputError(
            f"{source}: the array {shown(name)} is damaged or cannot be loaded ({error}); copy the file again"
        ) from error
    if not isinstance(array, np.ndarray):
        raise InputError(f"{source}: the member {shown(name)} is not an array; {advice}")
    return array


def _refuse_other(stream: BinaryIO, source: str, advice: str, text: str, file: str) -> None:
    """Text and other files that are only called so, recognised by their first bytes."""
    try:
        start = stream.read(max(map(len, _STARTS)))
        stream.seek(0)
    except OSError as error:
        raise InputError(f"{source} cannot be read ({error}); copy it again, or {advice}") from error
    if not start:
        raise InputError(f"{source} is not a readable {file}: it is empty (0 bytes); copy it again, or {advice}")
    if not start.startswith(_STARTS):
        raise InputError(
            f"{source} is not a readable {file}: it does not begin as an archive of arrays does; {text}{advice}"
        )


def _refuse_larger(stream: BinaryIO, most: int | None, source: str, advice: str) -> None:
    """By the heads of the arrays, and what the archive says of its members: zeros take no room in the file."""
    try:
        heads, unpacked = _heads(stream)
    except Exception:
        # What is damaged is refused, with its own sentence, by what loads it.
        heads, unpacked = [], 0
    stream.seek(0)
    for shape, _, _ in heads:
        if most is not None and prod(shape) > most:
            raise InputError(
                f"{source} holds an array of shape {shape}, which has more numbers than the {most:,} there may be; "
                f"name the file that belongs to it, or {advice}"
            )
    allowed, needed = memory_for(source), max(unpacked, sum(prod(shape) * size for shape, size, _ in heads))
    if needed > allowed:
        raise OverLimit(
            f"{source} holds arrays of {spell_size(needed)}, more than the {spell_size(allowed)} allowed for a file of "
            f"its size; if that is meant, {raise_limit('memory', 2 * needed)}"
        )


def _heads(stream: BinaryIO) -> tuple[list[_Head], int]:
    """The head of every array, and what the members of the archive unpack to at most."""
    if stream.read(len(_STARTS[-1])) == _STARTS[-1]:
        stream.seek(0)
        return [_head(stream)], 0
    heads = []
    with ZipFile(stream) as archive:
        # A member gives no more bytes than its entry in the archive says, whatever it holds.
        unpacked = sum(entry.file_size for entry in archive.infolist())
        for entry in archive.infolist():
            with archive.open(entry) as member, suppress(ValueError):
                heads.append(_head(member))
    return heads, unpacked


def _head(stream: IO[bytes]) -> _Head:
    version = npy.read_magic(stream)
    length = int.from_bytes(stream.read(2 if version == (1, 0) else 4), "little")
    if length > _HEAD:
        raise ValueError("the head of an array is longer than any")
    head = io.BytesIO(length.to_bytes(2 if version == (1, 0) else 4, "little") + stream.read(length))
    read = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
    shape, _, dtype = read(head)
    return _Head(shape, int(dtype.itemsize), bool(dtype.hasobject))


def _holds_objects(stream: BinaryIO) -> bool:
    """Whether the head of a bare array says that it holds Python objects."""
    try:
        stream.seek(0)
        return _head(stream).objects
    except Exception:  # what is damaged tells nothing
        return False


def _member_holds_objects(archive: NpzFile, name: str) -> bool:
    """Whether an array in an archive holds objects of Python."""
    if archive.zip is None:
        return False
    try:
        with archive.zip.open(f"{name}.npy") as member:
            return _head(member).objects
    except Exception:  # as above
        return False
