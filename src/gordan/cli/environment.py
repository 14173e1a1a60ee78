"""Where gordan runs: the versions of its engines, and what the terminal can show."""

from __future__ import annotations

import codecs
import os
import platform
import shutil
import sys
from importlib.metadata import PackageNotFoundError, version
from typing import TextIO

__all__ = ["coloured", "engines", "prepare_streams", "spelling", "width"]

_ENGINES = ("numpy", "scipy", "python-flint", "numba")
_WIDEST = 100  # beyond it lines of prose are hard to follow
_NARROWEST = 40
_FALLBACK = 80  # where nobody knows: a pipe, a file

# What stands for the mathematics' own signs where an encoding lacks them.
_PLAIN = {
    "✓": "+", "✗": "x", "…": "...", "·": "*", "−": "-", "–": "-", "×": "x", "±": "+-", "≤": "<=", "≥": ">=", "←": "<-",
    "³": "^3", "₁": "_1", "₂": "_2", "π": "pi", "²": "^2", "½": "1/2", "√": "sqrt", "‖": "|", "⟨": "<", "⟩": ">",
    "∞": "infinity", "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "eps", "η": "eta", "θ": "theta",
    "λ": "lambda", "μ": "mu", "ρ": "rho",
}  # fmt: skip


def engines() -> dict[str, str]:
    """The versions of Python and of the libraries that compute, read without importing them.

    Examples
    --------
    >>> list(engines())[:2]
    ['Python', 'numpy']
    """
    versions = {"Python": platform.python_version()}
    for name in _ENGINES:
        try:
            versions[name] = version(name)
        except PackageNotFoundError:
            versions[name] = "missing"
    return versions


def coloured(stream: TextIO) -> bool:
    """Whether escape codes may be written: to a terminal that supports them, unless NO_COLOR is set."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def width() -> int:
    """Columns to fill: the terminal's, or COLUMNS, within what reads well."""
    return max(_NARROWEST, min(shutil.get_terminal_size((_FALLBACK, 24)).columns, _WIDEST))


def prepare_streams() -> list[str]:
    """Make both streams take any text: closed ones swallow it, poor encodings get the nearest sign.

    Returns the names of the closed ones.
    """
    closed = []
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # how Python shows a stream that was closed before it started
            closed.append(name)
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - for as long as we run
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=_HANDLER)
    return closed


def spelling(text: str, encoding: str) -> str:
    """The text with the nearest sign for each that the encoding lacks.

    Examples
    --------
    >>> spelling("ρ ≥ 0", "ascii"), spelling("± ½", "latin-1")
    ('rho >= 0', '± ½')
    """
    return text.encode(encoding, _HANDLER).decode(encoding)


def _nearest_sign(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    refused = error.object[error.start : error.end]
    return "".join(_PLAIN.get(sign, "?") for sign in refused), error.end


_HANDLER = "gordan.plain"
codecs.register_error(_HANDLER, _nearest_sign)
