"""Codecs: how a value of a certificate is read from JSON and written to it, both declared at once.

Reading is strict: a value has one spelling, and any other is refused. What reads a value does not know where it
stands; records and lists put the place into the refusal on its way out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, TypeVar

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import check_deadline
from gordan.file import number

__all__ = [
    "DOUBLE",
    "FRACTION",
    "HASH",
    "INTEGER",
    "LABEL_INTEGER",
    "OFFSET",
    "POSITIVE",
    "TEXT",
    "TRUTH",
    "AnyCodec",
    "Codec",
    "Json",
    "Refusal",
    "checked",
    "count",
    "doubles",
    "each_of",
    "list_of",
    "mapped",
    "needed",
    "optional",
    "plain",
    "rising",
    "shown",
    "typed",
    "word",
]

T = TypeVar("T")
U = TypeVar("U")
Json = None | bool | int | str | list["Json"] | dict[str, "Json"]

_TYPES = {dict: "an object", list: "a list", str: "text", int: "a number", bool: "true or false", type(None): "null"}
_HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)
_LONG = 10_000  # characters of a number that takes long enough to read for a look at the clock
_CLIP = 40  # characters of a value that a sentence repeats


class Refusal(Exception):
    """What was given in place of what was expected, and where: `path` has names of members and numbers of entries.

    Where one of `gordan.limits` was exceeded, `limit` names it, and `wanted` would be enough.
    """

    def __init__(
        self, given: str, expected: str, path: tuple[str | int, ...] = (), *, limit: str = "", wanted: int = 0
    ) -> None:
        super().__init__(given, expected)
        self.given, self.expected, self.path = given, expected, path
        self.limit, self.wanted = limit, wanted

    def at(self, key: str | int) -> Refusal:
        """The same refusal, seen from the record or list that the value stands in."""
        self.path = (key, *self.path)
        return self

    @property
    def field(self) -> str:
        """The place in the file, such as problem.classes[0]."""
        names = (f"[{key}]" if isinstance(key, int) else f".{_clipped(key)}" for key in self.path)
        return "".join(names).removeprefix(".")


@dataclass(frozen=True)
class Codec(Generic[T]):
    """How one kind of value is read, and how it is spelt."""

    read: Callable[[Json], T]
    spell: Callable[[T], Json]


AnyCodec = Codec[Any]  # where codecs of several types stand together: a Codec is invariant in its type


def plain(kind: type[T]) -> Codec[T]:
    """A value that is of this type in JSON as well, where true is no number."""

    def read(value: Json) -> T:
        # Not isinstance: in Python a bool is an int.
        if type(value) is not kind:
            raise Refusal(f"is {_TYPES[type(value)]}", _TYPES[kind])
        return value

    return Codec(read, lambda value: value)  # type: ignore[arg-type,return-value]


def checked(codec: Codec[T], refusal: Callable[[T], tuple[str, str] | None]) -> Codec[T]:
    """A codec that refuses some values that it can read: `refusal` returns what is given and what was expected."""

    def read(value: Json) -> T:
        known = codec.read(value)
        if (refused := refusal(known)) is not None:
            raise Refusal(*refused)
        return known

    return Codec(read, codec.spell)


def mapped(codec: Codec[T], make: Callable[[T], U], take: Callable[[U], T]) -> Codec[U]:
    """A codec of values that are made of others: `take` returns what one was made of."""
    return Codec(lambda value: make(codec.read(value)), lambda value: codec.spell(take(value)))


def optional(codec: Codec[T]) -> Codec[T | None]:
    """A value, or null."""
    return Codec(
        lambda value: None if value is None else codec.read(value),
        lambda value: None if value is None else codec.spell(value),
    )


def needed(codec: Codec[T], rests: bool) -> Codec[T | None]:
    """A value that is there just if the claim rests on it, and else null."""

    def read(value: Json) -> T | None:
        if rests and value is None:
            raise Refusal("is null", "what the alternative and the bracket rest on")
        if not rests and value is not None:
            raise Refusal("is given", "null, as the alternative or the bracket does not rest on it")
        return None if value is None else codec.read(value)

    return Codec(read, optional(codec).spell)


def word(*choices: str) -> Codec[str]:
    """One of these texts."""
    expected = " or ".join(map(repr, choices))
    return checked(TEXT, lambda value: None if value in choices else (f"is {shown(value)}", expected))


def count(least: int = 1, most: int | None = None) -> Codec[int]:
    """A whole number from `least`, to `most` where there is one."""
    expected = f"a whole number from {least}" + ("" if most is None else f" to {most}")

    def refusal(value: int) -> tuple[str, str] | None:
        return None if value >= least and (most is None or value <= most) else (f"is {value}", expected)

    return checked(WHOLE, refusal)


def spelt(read: Callable[[str], T], spell: Callable[[T], str]) -> Codec[T]:
    """A number as text; `read` raises ValueError with what it expected."""

    def read_text(value: Json) -> T:
        try:
            if type(value) is not str:
                raise ValueError("a number spelt as text")
            if len(value) > _LONG:
                check_deadline("reading the certificate")
            return read(value)
        except ValueError as error:
            limit = "digits" if isinstance(error, number.TooManyDigits) else ""
            raise Refusal(f"is {shown(value)}", str(error), limit=limit, wanted=len(str(value))) from None

    return Codec(read_text, spell)


def list_of(
    codec: Codec[T], length: int | None = None, *, least: int = 0, most: int | None = None
) -> Codec[tuple[T, ...]]:
    """A list of so many members, or from `least` to `most`."""

    def read(value: Json) -> tuple[T, ...]:
        if type(value) is not list:
            raise Refusal(f"is {_TYPES[type(value)]}", "a list")
        size = len(value)
        if size != length if length is not None else size < least or (most is not None and size > most):
            raise Refusal(f"has {size:,} members", _sizes(length, least, most))
        members = []
        for k, each in enumerate(value):
            try:
                members.append(codec.read(each))
            except Refusal as refusal:
                raise refusal.at(k) from None
        return tuple(members)

    return Codec(read, lambda values: [codec.spell(each) for each in values])


def each_of(codecs: Sequence[Codec[T]]) -> Codec[tuple[T, ...]]:
    """A list with a member for each of these codecs, in their order."""

    def read(value: Json) -> tuple[T, ...]:
        members = []
        for k, (codec, each) in enumerate(zip(codecs, list_of(ANY, len(codecs)).read(value), strict=True)):
            try:
                members.append(codec.read(each))
            except Refusal as refusal:
                raise refusal.at(k) from None
        return tuple(members)

    return Codec(read, lambda values: [codec.spell(each) for codec, each in zip(codecs, values, strict=True)])


def doubles(length: int) -> Codec[Array]:
    """An array of so many doubles, each as text."""
    return mapped(list_of(DOUBLE, length), lambda values: np.array(values, dtype=np.float64), _members)


def rising(least: int, below: int, length: int | None = None, *, empty: bool = False) -> Codec[tuple[int, ...]]:
    """Whole numbers from `least` and below `below`, each greater than the one before.

    There are `length` of them, else at least one, or with `empty` perhaps none.
    """

    def read(value: Json) -> tuple[int, ...]:
        members = list_of(ANY, length, least=0 if empty else 1).read(value)
        before, numbers = least - 1, []
        for k, each in enumerate(members):
            if type(each) is not int or not before < each < below:
                raise Refusal(f"is {shown(each)}", f"rising whole numbers from {least} to {below - 1}", (k,))
            before = each
            numbers.append(each)
        return tuple(numbers)

    return Codec(read, lambda values: [int(each) for each in values])


def typed(codecs: Mapping[str, Codec[T]], name_of: Callable[[T], str]) -> Codec[T]:
    """An object with one member, whose name says of which type its value is."""
    expected = f"one of {', '.join(codecs)} with its value"

    def read(value: Json) -> T:
        if type(value) is not dict:
            raise Refusal("is null" if value is None else "is no object with one member", expected)
        if not value:
            raise Refusal("is missing its member", expected)
        name = next((each for each in codecs if each in value), None)
        if name is None:
            raise Refusal("is of an unknown type", expected)
        for other in value:
            if other != name:
                raise Refusal("is not known", "only the fields of the format", (other,))
        try:
            return codecs[name].read(value[name])
        except Refusal as refusal:
            raise refusal.at(name) from None

    def spell(value: T) -> Json:
        name = name_of(value)
        return {name: codecs[name].spell(value)}

    return Codec(read, spell)


def shown(value: Json) -> str:
    """The value as a sentence repeats it: text in quotation marks, the middle of long text left out."""
    if not isinstance(value, str):
        return str(value) if isinstance(value, int | None) else "a list or object"
    return repr(value if len(value) <= _CLIP else value[: _CLIP // 2] + "…" + value[-_CLIP // 4 :])


def _clipped(name: str) -> str:
    return name if name.isprintable() and len(name) <= _CLIP else shown(name)


def _sizes(length: int | None, least: int, most: int | None) -> str:
    if length is not None:
        return f"{length:,}"
    if most is None:
        return "at least one" if least == 1 else f"at least {least:,}"
    return f"from {least:,} to {most:,}" if least else f"at most {most:,}"


def _members(values: Iterable[float]) -> tuple[float, ...]:
    return tuple(np.asarray(values, dtype=np.float64).tolist())


ANY: Codec[Json] = Codec(lambda value: value, lambda value: value)
TEXT = plain(str)
TRUTH = plain(bool)
WHOLE = plain(int)
HASH = checked(
    TEXT,
    lambda value: (
        None if _HASH.fullmatch(value) else ("is no SHA-256 in hexadecimal", "64 digits and small letters from a to f")
    ),
)
DOUBLE = spelt(number.double, number.spell_double)
INTEGER: Codec[int] = spelt(number.integer, lambda value: number.spell_integer(int(value)))
LABEL_INTEGER: Codec[int] = spelt(
    lambda text: number.integer(text, number.LABEL_DIGITS), lambda value: number.spell_integer(int(value))
)
POSITIVE: Codec[int] = spelt(number.positive, lambda value: number.spell_integer(int(value)))
FRACTION: Codec[Fraction] = spelt(number.fraction, number.spell_fraction)
OFFSET: Codec[float | Fraction] = spelt(number.offset, number.spell_offset)
