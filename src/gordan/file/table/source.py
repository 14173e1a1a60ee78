"""The bytes of a file or pipe, uncompressed, or one sentence about why they cannot be read."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import stat
import struct
import sys
import zlib
from collections.abc import Callable, Iterator
from typing import BinaryIO, NamedTuple

from gordan.arithmetic.deadline import check_deadline
from gordan.arithmetic.limit import allowed_memory, current_limits, raise_limit, spell_size
from gordan.errors import InputError, OverLimit
from gordan.file.table.wording import nearest

__all__ = ["drain", "fetch", "inner_suffix", "memory_for", "open_file"]

_CHUNK = 1 << 20  # bytes unpacked at a time, so that the limit is noticed when it is reached and not after
_DICTIONARY = 256 << 20  # bytes that unpacking xz may take by itself: `xz -9` needs 65 MiB, a header can ask for 4 GiB


def _streams(file: BinaryIO) -> Iterator[bytes]:
    """The streams of an xz file one after the other, with a bound on the memory that each may ask for."""
    packed = file.read(_CHUNK)
    while packed:
        unpacker = lzma.LZMADecompressor(memlimit=_DICTIONARY)
        while not unpacker.eof:
            if unpacker.needs_input and not packed and not (packed := file.read(_CHUNK)):
                raise EOFError("there is no end marker")
            yield unpacker.decompress(packed, _CHUNK)
            packed = b""
        packed = (unpacker.unused_data + file.read(_CHUNK)).lstrip(b"\0")
        while not packed and (padding := file.read(_CHUNK)):
            packed = padding.lstrip(b"\0")
        if not packed.startswith(_PACKINGS[".xz"].magic):
            return  # what follows the last stream and is none is left alone, as xz itself does


def _chunks(opened: BinaryIO | gzip.GzipFile | bz2.BZ2File) -> Iterator[bytes]:
    return iter(lambda: opened.read(_CHUNK), b"")


class _Packing(NamedTuple):
    name: str
    magic: bytes
    unpack: Callable[[BinaryIO], Iterator[bytes]]


_PACKINGS = {
    ".gz": _Packing("gzip", b"\x1f\x8b", lambda file: _chunks(gzip.GzipFile(fileobj=file))),
    ".xz": _Packing("xz", b"\xfd7zXZ\x00", _streams),
    ".bz2": _Packing("bzip2", b"BZh", lambda file: _chunks(bz2.BZ2File(file))),
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
        if path == "-":
            return io.BytesIO(_standard_input())
        mode = os.stat(path).st_mode
        if stat.S_ISCHR(mode) or stat.S_ISBLK(mode):
            raise InputError(f"{path!r} is a device, which might never end; expected data that do, so name a file")
        return io.BytesIO(drain(path)) if stat.S_ISFIFO(mode) else open(path, "rb")
    except InputError:
        raise
    except (OSError, ValueError) as error:  # ValueError: a zero character in the path
        raise _unopened(path, error) from error


def _standard_input() -> bytes:
    """What comes through standard input, to its end."""
    most, stream = current_limits().memory, getattr(sys.stdin, "buffer", None)
    if stream is None or sys.stdin.isatty():
        raise InputError("'-' is standard input, and nothing is sent to it; write `… | gordan …`, or name a file")
    content = bytearray()
    while len(content) <= most and (part := stream.read(_CHUNK)):
        check_deadline("reading standard input")
        content += part
    if len(content) > most:
        raise OverLimit(
            f"more than {spell_size(most)} of data came through standard input; write them into a file first, or "
            f"{raise_limit('memory', 4 * most)}"
        )
    return bytes(content)


def memory_for(path: str) -> int:
    """Bytes of memory that reading the file may take, by its size on disk."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return allowed_memory(0)
    return allowed_memory(status.st_size if stat.S_ISREG(status.st_mode) else 0)


def fetch(path: str) -> bytes:
    """The whole content of the file, decompressed when its suffix or its first bytes say so.

    Raises
    ------
    InputError
        The file cannot be read, what is compressed in it is cut short or damaged, or it holds more than is allowed.
    """
    with open_file(path) as file:
        try:
            start = file.read(max(len(packing.magic) for packing in _PACKINGS.values()))
            file.seek(0)
            suffix = os.path.splitext(path.lower())[1]
            if suffix not in _PACKINGS:
                suffix = next((key for key in _TELLING if start.startswith(_PACKINGS[key].magic)), "")
            if not suffix:
                return _gathered(_chunks(file), path, "holds")
        except OSError as error:
            raise _unopened(path, error) from error
        return _unpack(file, start, _PACKINGS[suffix], path)


def _unpack(file: BinaryIO, start: bytes, packing: _Packing, path: str) -> bytes:
    if not start:
        raise InputError(f"{path} is empty (0 bytes); expected {packing.name} data, so copy or download it again")
    if not start.startswith(packing.magic):
        raise InputError(
            f"{path} does not begin as {packing.name} data although it is called so; "
            "rename it without the compression suffix if it is plain text"
        )
    try:
        return _gathered(packing.unpack(file), path, "unpacks to")
    except (OSError, EOFError, struct.error, zlib.error, lzma.LZMAError) as error:
        raise InputError(
            f"{path} is cut short or damaged: its {packing.name} data end badly ({error}); copy or download it again"
        ) from error


def _gathered(chunks: Iterator[bytes], path: str, verb: str) -> bytes:
    """The chunks put together, as long as they stay within what is allowed."""
    most, whole = memory_for(path), io.BytesIO()
    for chunk in chunks:
        check_deadline(f"reading {path}")
        if whole.tell() + len(chunk) > most:
            raise OverLimit(
                f"{path} {verb} more than {spell_size(most)}, the limit for a file of its size; if it is meant to, "
                f"{raise_limit('memory', 4 * most)}"
            )
        whole.write(chunk)
    return whole.getvalue()


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


def drain(path: str) -> bytes:
    """Everything that is written into the pipe.

    Raises
    ------
    InputError
        Nobody writes into it, or too much comes out of it.
    """
    # Opened without waiting: into a pipe of the file system perhaps nobody will ever write.
    most = current_limits().memory  # who has more can put it in a file; of what has no end nobody has memory enough
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        content = bytearray(_begun(handle, path))
        os.set_blocking(handle, True)
        while len(content) <= most and (part := os.read(handle, _CHUNK)):
            check_deadline(f"reading {path}")
            content += part
    finally:
        os.close(handle)
    if len(content) > most:
        raise OverLimit(
            f"{path!r} is a pipe out of which more than {spell_size(most)} of data came; expected an end before, so "
            f"write them into a file first, or {raise_limit('memory', 4 * most)}"
        )
    return bytes(content)


def _begun(handle: int, path: str) -> bytes:
    """What the pipe holds already, perhaps nothing yet; refused where it is closed at the other end."""
    try:
        first = os.read(handle, _CHUNK)
    except BlockingIOError:
        return b""
    if not first:
        raise InputError(f"{path!r} is a pipe into which nobody writes; expected data, so name a file")
    return first
