"""How a sentence names a setting: in Python as a parameter, on the command line as an option."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from shlex import quote

__all__ = ["name_options", "names_options", "setting"]

# Parameters whose option is not their own name with dashes, with the value that asks for it.
_FLAGS = {
    ("intercept", False): "--no-intercept",
    ("literal", True): "--literal",
    ("normalise", True): "--normalise",
    ("overwrite", True): "--force",
    ("positive", True): "--nonnegative",
    ("python", True): "--python-formula",
}
_options: ContextVar[bool] = ContextVar("gordan_names_options", default=False)


@contextmanager
def name_options() -> Iterator[None]:
    """Let sentences that are made inside name options of the command line; `gordan.cli` opens this block.

    Examples
    --------
    >>> with name_options():
    ...     setting("max_seconds", 2.0)
    '--max-seconds 2'
    """
    token = _options.set(True)
    try:
        yield
    finally:
        _options.reset(token)


def names_options() -> bool:
    """Whether sentences are read by somebody who typed a command."""
    return _options.get()


def setting(name: str, value: str | float | None = None) -> str:
    """The setting as its reader would write it, with a value if one is given.

    Examples
    --------
    >>> setting("strata"), setting("max_seconds", 2.0), setting("family", "ordinal"), setting("intercept", False)
    ('strata', 'max_seconds = 2', 'family="ordinal"', 'intercept=False')
    >>> with name_options():
    ...     setting("strata"), setting("family", "ordinal"), setting("intercept", False)
    ('--strata', '--family ordinal', '--no-intercept')
    """
    if _options.get():
        if isinstance(value, bool):
            return _FLAGS[name, value]
        option = f"--{name.replace('_', '-')}"
        if value is None:
            return option
        return f"{option} {quote(value)}" if isinstance(value, str) else f"{option} {value:.15g}"
    if value is None:
        return name
    if isinstance(value, bool):
        return f"{name}={value}"
    if isinstance(value, str):
        return f'{name}="{value}"'
    return f"{name} = {value:,}" if isinstance(value, int) else f"{name} = {value:g}"
