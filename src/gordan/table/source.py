"""The bytes of a file, uncompressed, or one sentence about why they cannot be had."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import stat
import struct
import zlib
from collections.abc import Callable
from typing import BinaryIO, NamedTuple

from gordan.errors import InputError
from gordan.table.pipe import drain
from gordan.table.wording import nearest

__all__ = ["fetch", "inner_suffix", "open_file"]


class _Packing(NamedTuple):
    name: str
    magic: bytes
    unpack: Callable[[bytes], bytes]


_PACKINGS = {
    ".gz": _Packing("gzip", b"\x1f\x8b", gzip.decompress),
    ".xz": _Packing("xz", b"\xfd7zXZ\x00", lzma.decompress),
    ".bz2": _Packing("bzip2", b"BZh", bz2.decompress),
}
# "BZh" alone could begin a line of text, so an unnamed bzip2 file is not guessed at.
_TELLING = (".gz", ".xz")


def inner_suffix(path: str) -> tuple[str, bool]:
    """The lower-case suffix below any compression suffix, and whether there was one.

    Examples
    --------
    >>> inner_suffix("Iris.CSV.gz"), inner_suffix("a1a.xz")
    (('.csv', True), ('', True))
    """
    stem, suffix = os.path.splitext(path.lower())
    packed = suffix in _PACKINGS
    return (os.path.splitext(stem)[1] if packed else suffix), packed


def open_file(path: str) -> BinaryIO:
    """The file opened for reading bytes; what a pipe gives is read to its end, for tables are also searched.

    Raises
    ------
    InputError
        There is no such file, it is a folder, a device or a pipe without an end, or it may not be read.
    """
    try:
        mode = os.stat(path).st_mode
        if stat.S_ISCHR(mode) or stat.S_ISBLK(mode):
            raise InputError(f"{path!r} is a device, which might never end; expected data that do, so name a file")
        return io.BytesIO(drain(path)) if stat.S_ISFIFO(mode) else open(path, "rb")
    except InputError:
        raise
    except (OSError, ValueError) as error:  # ValueError: a zero character in the path
        raise _unopened(path, error) from error


def fetch(path: str) -> bytes:
    """The whole content of the file, decompressed when its suffix or its first bytes say so.

    Raises
    ------
    InputError
        The file cannot be read, or what is compressed in it is cut short or damaged.
    """
    with open_file(path) as file:
        try:
            raw = file.read()
        except OSError as error:
            raise _unopened(path, error) from error
    suffix = os.path.splitext(path.lower())[1]
    if suffix not in _PACKINGS:
        suffix = next((key for key in _TELLING if raw.startswith(_PACKINGS[key].magic)), "")
    return _unpack(raw, _PACKINGS[suffix], path) if suffix else raw


def _unpack(raw: bytes, packing: _Packing, path: str) -> bytes:
    if not raw:
        raise InputError(f"{path} is empty (0 bytes); expected {packing.name} data, so copy or download it again")
    if not raw.startswith(packing.magic):
        raise InputError(
            f"{path} does not begin as {packing.name} data although it is called so; "
            "rename it without the compression suffix if it is plain text"
        )
    try:
        return packing.unpack(raw)
    except (OSError, EOFError, ValueError, struct.error, zlib.error, lzma.LZMAError) as error:
        raise InputError(
            f"{path} is cut short or damaged: its {packing.name} data end badly ({error}); copy or download it again"
        ) from error


def _unopened(path: str, error: Exception) -> InputError:
    if isinstance(error, FileNotFoundError):
        return InputError(f"there is no file {path!r}; check the path{_neighbour(path)}")
    if isinstance(error, IsADirectoryError) or os.path.isdir(path):
        return InputError(f"{path!r} is a folder; expected a file, so name one inside it")
    if isinstance(error, PermissionError):
        return InputError(f"{path!r} may not be read by this user; change its permissions or copy it")
    return InputError(f"{path!r} cannot be read ({error}); expected a readable file, so check the path and the disk")


def _neighbour(path: str) -> str:
    try:
        there = os.listdir(os.path.dirname(path) or ".")
    except OSError:
        return ""
    return nearest(os.path.basename(path), there)
