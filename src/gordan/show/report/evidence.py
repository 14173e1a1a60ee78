"""What pages of several kinds have in common: certificates, versions, and which data a browser can check."""

from __future__ import annotations

import os
import platform
import tempfile
from typing import Any

import numpy as np

from gordan.errors import InputError
from gordan.file import certify
from gordan.outcome.record import __version__

__all__ = ["EMBEDDED", "LARGEST", "certificate_of", "unreadable", "versions"]

LARGEST = 300_000  # bytes of a page: what any mail takes
EMBEDDED = 200_000  # bytes of certificates inside a page; longer ones lie beside it
_NUMBERS = 4_000_000  # of a table that verifier.js reads
_PACKED = (".xz", ".bz2")
_FORMATS = ("csv", "tsv", "svmlight", "npz")


def certificate_of(problem: object, answer: object, table: Any) -> tuple[bytes | None, str]:
    """The certificate that `certify` writes, or the reason why there is none."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "certificate.json")
        try:
            certify(problem, answer, path, table=table)
        except InputError as error:
            return None, str(error)
        with open(path, "rb") as file:
            return file.read(), ""


def unreadable(file: str, format: str, shape: tuple[int, ...] = ()) -> str:
    """Why a browser cannot check this file, and what to do; empty where it can.

    Examples
    --------
    >>> unreadable("a.csv.gz", "csv", (100, 3))
    ''
    >>> print(unreadable("a.parquet", "parquet"))
    a browser does not read a.parquet: verify it with the command, or drop the same table as .csv or .npz
    """
    n, m = shape or (0, 0)
    if n * m > _NUMBERS:
        return f"a browser checks up to {_NUMBERS:,} numbers, and these are {n * m:,}: verify it with the command"
    packed = os.path.splitext(file)[1]
    if packed in _PACKED:
        return f"a browser does not unpack {packed} files: unpack {file} first, or verify it with the command"
    if format and format not in _FORMATS:
        return f"a browser does not read {file}: verify it with the command, or drop the same table as .csv or .npz"
    return ""


def versions() -> str:
    """The versions by which a page was made."""
    return f"gordan {__version__}, Python {platform.python_version()}, NumPy {np.__version__}"
