"""A file that is there whole or not at all, and never in the place of another unless that was asked for."""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Iterable
from contextlib import suppress

from gordan.arithmetic.setting import setting
from gordan.errors import InputError

__all__ = ["refuse_target", "save"]


def refuse_target(path: str, *, overwrite: bool, what: str = "certificate") -> None:
    """What can be known before the work is done: the place is taken, or nothing can be put there."""
    folder = os.path.dirname(path) or "."
    if os.path.isdir(path):
        raise InputError(f"{path!r} is a folder; expected a place for a {what}, so name a file inside it")
    if not os.path.isdir(folder):
        raise InputError(f"there is no folder {folder!r} for the {what}; make it, or name another place")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise InputError(f"nothing may be written to the folder {folder!r}; name another place for the {what}")
    if os.path.lexists(path) and not overwrite:
        raise _taken(path)
    if os.path.lexists(path) and not stat.S_ISREG(os.lstat(path).st_mode):
        raise InputError(f"{path!r} is no ordinary file and is not replaced; name another place for the {what}")


def save(path: str, content: bytes | Iterable[bytes], *, overwrite: bool, what: str = "certificate") -> None:
    """Put the content, whole or in parts, there at once: it is complete and on the disk before it has its name.

    Raises
    ------
    InputError
        There is such a file, also if it came into being a moment ago, or nothing can be written there.
    """
    folder = os.path.dirname(path) or "."
    apart = os.path.join(folder, f".{os.path.basename(path)}.{secrets.token_hex(8)}")
    try:
        try:
            _write(apart, [content] if isinstance(content, bytes) else content)
            if overwrite:
                os.replace(apart, path)
            else:
                _claim(apart, path)
            _settle(folder)
        finally:
            with suppress(OSError):
                os.unlink(apart)
    except FileExistsError as error:
        raise _taken(path) from error
    except (OSError, ValueError) as error:  # ValueError: a zero character in the path
        raise InputError(f"the {what} cannot be written to {path!r}: {_obstacle(error)}") from error


def _obstacle(error: OSError | ValueError) -> str:
    """Why nothing was written and what to do, without the system's number and the name of the file made apart."""
    code = error.errno if isinstance(error, OSError) else None
    if code in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return "there is no room for it; make room, or name another place"
    if code == errno.ENOENT:  # the folder itself was found before
        return "the folder takes no new files; name another place"
    if code in (errno.EACCES, errno.EPERM, errno.EROFS):
        return "nothing may be written there; name another place"
    if code == errno.ENAMETOOLONG:
        return "the name is too long; give a shorter one"
    words = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return f"{words[:1].lower()}{words[1:]}; name another place"


def _write(apart: str, parts: Iterable[bytes]) -> None:
    # Opened so, and not by tempfile, the file has the permissions that any new file has.
    with open(apart, "xb") as file:
        file.writelines(parts)
        file.flush()
        os.fsync(file.fileno())


def _claim(apart: str, path: str) -> None:
    """Give the file its name unless that is taken: a link, unlike a renaming, never replaces."""
    try:
        os.link(apart, path)
    except FileExistsError:
        raise
    except OSError:
        # A file system without links: the name is taken first, by a file that is then replaced.
        with open(path, "xb"):
            pass
        try:
            os.replace(apart, path)
        except OSError:
            os.unlink(path)
            raise


def _settle(folder: str) -> None:
    """Put the name itself on the disk, where the system lets us ask for that; the file is whole either way."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _taken(path: str) -> InputError:
    return InputError(
        f"there is a file {path!r} already, which is not overwritten; name another place, "
        f"or ask for it with {setting('overwrite', True)}"
    )
