"""`read_certificate(path)`: a certificate file, read with suspicion."""

from __future__ import annotations

import os
import stat

from gordan.arithmetic.limit import current_limits, raise_limit, spell_size
from gordan.errors import InputError, OverLimit
from gordan.file.certificate.parse import parse
from gordan.outcome.certificate import AnyCertificate

__all__ = ["read_certificate"]


def read_certificate(path: str | os.PathLike[str]) -> AnyCertificate:
    """Read a certificate; nothing in the file can run code, and what is not exactly of the format is refused.

    Parameters
    ----------
    path
        The file, as `write_certificate`, or `--certificate` of `gordan check`, `diagnose` and `feasible`, wrote it.

    Returns
    -------
    Certificate, SplitCertificate, ProgramCertificate or ConicCertificate
        What is claimed. It is not yet believed: `gordan.verify(problem, certificate)` judges it.

    Raises
    ------
    InputError
        The file cannot be read, is too large, or is no certificate; the sentence names the field.

    Examples
    --------
    >>> import os, tempfile, gordan
    >>> problem = gordan.Points([[0.0], [1.0], [2.0]], ["a", "b", "a"])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "between.json")
    ...     gordan.write_certificate(path, problem, gordan.solve(problem))
    ...     certificate = gordan.read_certificate(path)
    >>> certificate.alternative, certificate.proof.integers
    ('inseparable', (1, 2, 1))
    >>> gordan.verify(problem, certificate).holds
    True
    """
    source = os.fspath(path)
    return parse(_fetch(source), source)


def _fetch(source: str) -> bytes:
    """The bytes of an ordinary file; its size is looked at before any of them is read."""
    most = current_limits().certificate
    try:
        told = os.stat(source)
        # A pipe or a device might never end.
        ordinary = stat.S_ISREG(told.st_mode)
        size, raw = told.st_size, b""
        if ordinary and size <= most:
            with open(source, "rb") as file:
                raw = file.read(most + 1)  # one more than allowed, should the file have grown meanwhile
    except (OSError, ValueError) as error:  # ValueError: a zero character in the path
        raise _unopened(source, error) from error
    if os.path.isdir(source):
        raise InputError(f"{source!r} is a folder; expected a certificate, so name a file inside it")
    if not ordinary:
        raise InputError(f"{source!r} is no ordinary file; expected a certificate, so name one")
    if (found := max(size, len(raw))) > most:
        raise OverLimit(
            f"{source} has {found:,} bytes and is larger than {spell_size(most)}, the limit for a certificate; name "
            f"one, or {raise_limit('certificate', found)}"
        )
    return raw


def _unopened(source: str, error: Exception) -> InputError:
    if isinstance(error, FileNotFoundError):
        return InputError(f"there is no file {source!r}; check the path")
    return InputError(f"{source!r} cannot be read ({error}); expected a certificate, so check path and permissions")
