"""One object of a certificate, read field by field: each is there once, is of its type, and nothing else is there."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

import numpy as np

from gordan.arithmetic.array import Array
from gordan.errors import InputError
from gordan.file.certificate import number

__all__ = ["Section"]

T = TypeVar("T")
_KINDS = {dict: "an object", list: "a list", str: "text", int: "a number", bool: "true or false", type(None): "null"}
_HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)
_CLIP = 40  # characters of a value that a sentence repeats


class Section:
    """The members of one object; `path` says where it stands in the file.

    Examples
    --------
    >>> section = Section("c.json", "problem", {"n": 3})
    >>> section.count("n")
    3
    >>> section.end()
    """

    def __init__(self, source: str, path: str, members: dict[str, Any]) -> None:
        self._source = source
        self._path = path
        self._members = dict(members)

    def take(self, name: str, *kinds: type) -> Any:
        """The member of this name, which must be of one of these types."""
        if name not in self._members:
            self.refuse(name, "is missing", "every field of the format")
        value = self._members.pop(name)
        # In JSON true is no number, though in Python it is.
        if type(value) not in kinds:
            self.refuse(name, f"is {_KINDS[type(value)]}", " or ".join(_KINDS[kind] for kind in kinds))
        return value

    def peek(self, name: str) -> Any:
        """The member of this name, left where it is; None where it is null or missing."""
        return self._members.get(name)

    def text(self, name: str, *choices: str) -> str:
        value = self.take(name, str)
        if choices and value not in choices:
            self.refuse(name, f"is {_shown(value)}", " or ".join(map(repr, choices)))
        return str(value)

    def texts(self, name: str, *choices: str) -> tuple[str, ...]:
        """A list of words, each one of the choices: at least one."""
        values = self.take(name, list)
        if not values:
            self.refuse(name, "has 0 members", "at least one")
        for k, value in enumerate(values):
            if type(value) is not str or value not in choices:
                self.refuse(f"{name}[{k}]", f"is {_shown(value)}", " or ".join(map(repr, choices)))
        return tuple(values)

    def words(self, name: str, most: int) -> tuple[str, ...]:
        """A list of at most so many texts."""
        values = self.take(name, list)
        if len(values) > most:
            self.refuse(name, f"has {len(values):,} members", f"at most {most:,}")
        for k, value in enumerate(values):
            if type(value) is not str:
                self.refuse(f"{name}[{k}]", f"is {_KINDS[type(value)]}", "text")
        return tuple(values)

    def hash(self, name: str) -> str:
        value = self.text(name)
        if not _HASH.fullmatch(value):
            self.refuse(name, "is no SHA-256 in hexadecimal", "64 digits and small letters from a to f")
        return value

    def count(self, name: str, least: int = 1) -> int:
        value = self.take(name, int)
        if value < least:
            self.refuse(name, f"is {value}", f"a whole number from {least}")
        return int(value)

    def counts(self, name: str, length: int, *, least: int = 1) -> tuple[int, ...]:
        """A list of so many whole numbers."""
        values = self.take(name, list)
        if len(values) != length:
            self.refuse(name, f"has {len(values):,} members", f"{length:,}")
        for k, value in enumerate(values):
            if type(value) is not int or value < least:
                self.refuse(f"{name}[{k}]", f"is {_shown(value)}", f"a whole number from {least}")
        return tuple(values)

    def section(self, name: str) -> Section:
        return self.inside(name, self.take(name, dict))

    def section_or_none(self, name: str) -> Section | None:
        members = self.take(name, dict, type(None))
        return None if members is None else self.inside(name, members)

    def sections(self, name: str, most: int | None = None) -> list[Section]:
        """A list of objects, at most so many."""
        values = self.take(name, list)
        if most is not None and len(values) > most:
            self.refuse(name, f"has {len(values):,} members", f"at most {most:,}")
        for k, value in enumerate(values):
            if type(value) is not dict:
                self.refuse(f"{name}[{k}]", f"is {_KINDS[type(value)]}", "an object")
        return [self.inside(f"{name}[{k}]", value) for k, value in enumerate(values)]

    def inside(self, name: str, members: dict[str, Any]) -> Section:
        return Section(self._source, self._below(name), members)

    def numbers(self, name: str, read: Callable[[str], T], length: int) -> list[T]:
        """A list of so many numbers, each spelt as text."""
        values = self.take(name, list)
        if len(values) != length:
            self.refuse(name, f"has {len(values):,} members", f"{length:,}")
        return [self.spelt(name, k, read, value) for k, value in enumerate(values)]

    def doubles(self, name: str, length: int) -> Array:
        return np.array(self.numbers(name, number.double, length), dtype=np.float64)

    def number(self, name: str, read: Callable[[str], T]) -> T:
        return self.spelt(name, None, read, self.take(name, str))

    def number_or_none(self, name: str, read: Callable[[str], T]) -> T | None:
        value = self.take(name, str, type(None))
        return None if value is None else self.spelt(name, None, read, value)

    def rising(
        self, name: str, least: int, below: int, length: int | None = None, *, empty: bool = False
    ) -> tuple[int, ...]:
        """Whole numbers from `least` and below `below`, each greater than the one before: at least one, or so many.

        With `empty` there may be none.
        """
        values = self.take(name, list)
        if not (values or empty) if length is None else len(values) != length:
            self.refuse(name, f"has {len(values):,} members", "at least one" if length is None else f"{length:,}")
        before = least - 1
        for k, value in enumerate(values):
            if type(value) is not int or not before < value < below:
                self.refuse(f"{name}[{k}]", f"is {_shown(value)}", f"rising whole numbers from {least} to {below - 1}")
            before = value
        return tuple(values)

    def end(self) -> None:
        """Nothing is left that the format does not know."""
        for name in self._members:
            self.refuse(name, "is not known", "only the fields of the format")

    def refuse(self, name: str, given: str, expected: str) -> NoReturn:
        raise InputError(
            f"{self._source}: the field {self._below(name)} {given}; expected {expected}, "
            "so get the certificate again or write it anew"
        )

    def spelt(self, name: str, k: int | None, read: Callable[[str], T], value: Any) -> T:
        """One number spelt as text, member k of a list where k is not None."""
        try:
            if type(value) is not str:
                raise ValueError("a number spelt as text")
            return read(value)
        except number.TooManyDigits as error:
            field = f"the field {self._below(name if k is None else f'{name}[{k}]')}"
            raise number.TooManyDigits(f"{self._source}: {field} is {_shown(value)}; expected {error}") from None
        except ValueError as error:
            self.refuse(name if k is None else f"{name}[{k}]", f"is {_shown(value)}", str(error))

    def _below(self, name: str) -> str:
        name = name if name.isprintable() and len(name) <= _CLIP else _shown(name)
        return f"{self._path}.{name}" if self._path else name


def _shown(value: Any) -> str:
    """The value as a sentence repeats it: in quotation marks, the middle of long text left out."""
    if not isinstance(value, str):
        return str(value) if isinstance(value, int | None) else "a list or object"
    return repr(value if len(value) <= _CLIP else value[: _CLIP // 2] + "…" + value[-_CLIP // 4 :])
