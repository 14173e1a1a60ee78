"""Records: objects of a certificate, declared field by field; each is there once, and nothing else is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from gordan.file.certificate.codec import TEXT, AnyCodec, Codec, Json, Refusal, count, plain, word

__all__ = ["OBJECT", "Field", "certificate", "one_of", "problem_of", "problem_section", "read_member", "record"]

T = TypeVar("T")
Values = Mapping[str, Any]
OBJECT: Codec[dict[str, Json]] = plain(dict)


class Field(NamedTuple):
    """A member of a record: its name in the file, how its value is spelt, and where the record has it.

    The codec may be a function of the fields before this one, by their names in the file, where a length, a limit or
    the presence of the field depends on them; None is for a field that is not there. Without an `attribute` the record
    calls it as the file does.
    """

    name: str
    codec: AnyCodec | Callable[[Values], AnyCodec | None]
    attribute: str = ""


def record(
    make: Callable[..., T],
    *fields: Field,
    take: Callable[[T], Values] | None = None,
    refuse: Callable[[Values], Refusal | None] | None = None,
) -> Codec[T]:
    """An object with these fields, in whatever order; they are written in this one.

    `make` is called with the values by their attributes. `take` returns them, by their names in the file; without it
    they are attributes of the record. `refuse` looks at all values together.

    Examples
    --------
    >>> from gordan.file.certificate.codec import count, list_of, TEXT
    >>> codec = record(dict, Field("n", count()), Field("names", lambda v: list_of(TEXT, v["n"])), take=lambda v: v)
    >>> codec.read({"names": ["a", "b"], "n": 2})
    {'n': 2, 'names': ('a', 'b')}
    >>> codec.spell({"n": 1, "names": ("a",)})
    {'n': 1, 'names': ['a']}
    """

    def read(value: Json) -> T:
        members = OBJECT.read(value)
        values: dict[str, Any] = {}
        for field in fields:
            if (codec := _codec(field, values)) is not None:
                values[field.name] = read_member(members, field.name, codec)
        for name in members:
            if name not in values:
                raise Refusal("is not known", "only the fields of the format", (name,))
        if refuse is not None and (refused := refuse(values)) is not None:
            raise refused
        return make(**{field.attribute or field.name: values[field.name] for field in fields if field.name in values})

    def spell(whole: T) -> Json:
        values: Values
        if take is not None:
            values = take(whole)
        else:
            values = {field.name: getattr(whole, field.attribute or field.name) for field in fields}
        codecs = ((field.name, _codec(field, values)) for field in fields)
        return {name: codec.spell(values[name]) for name, codec in codecs if codec is not None}

    return Codec(read, spell)


def read_member(members: Mapping[str, Json], name: str, codec: Codec[T]) -> T:
    """The member of this name; a refusal has the name in it."""
    if name not in members:
        raise Refusal("is missing", "every field of the format", (name,))
    try:
        return codec.read(members[name])
    except Refusal as refusal:
        raise refusal.at(name) from None


def one_of(kinds: Mapping[str, tuple[type, AnyCodec]], allowed: Sequence[str] | None = None) -> AnyCodec:
    """An object of one of these kinds, which its member "kind" names; each has a type and a codec for all else.

    Only those `allowed` are read, without it all of them.
    """
    readable = tuple(kinds) if allowed is None else tuple(allowed)

    def read(value: Json) -> Any:
        members = dict(OBJECT.read(value))
        kind = read_member(members, "kind", word(*readable))
        del members["kind"]
        return kinds[kind][1].read(members)

    def spell(value: Any) -> Json:
        kind, codec = next((kind, codec) for kind, (of, codec) in kinds.items() if isinstance(value, of))
        return {"kind": kind, **OBJECT.read(codec.spell(value))}

    return Codec(read, spell)


def problem_section(
    question: Callable[..., Any],
    *fields: Field,
    refuse: Callable[[Values], Refusal | None] | None = None,
    names: bool = True,
) -> Codec[Values]:
    """The section "problem": the fields of a question, the "digest" of its data, and perhaps "names" of columns.

    Its value has the attributes of a certificate: `question`, `digest`, `names`; without `names` these are the
    question's own.
    """
    apart = names

    def make(*, digest: str, **asked: Any) -> Values:
        names = {"names": asked.pop("names")} if apart and "names" in asked else {}
        return {"question": question(**asked), "digest": digest, **names}

    def take(section: Values) -> Values:
        return {**section["question"]._asdict(), **section}

    return record(make, *fields, take=take, refuse=refuse)


def certificate(
    make: Callable[..., T], problem: Codec[Values], *fields: Field, take: Callable[[T], Values] | None = None
) -> Codec[T]:
    """A certificate without its frame of format and checksum: its version, the section "problem" and these fields.

    `take` returns the values of fields that are no attributes of the certificate.
    """
    whole = (Field("version", count()), Field("gordan", TEXT), Field("problem", problem), *fields)

    def flat(*, problem: Values, **others: Any) -> T:
        return make(**problem, **others)

    def values(value: T) -> Values:
        others = {each.name: getattr(value, each.attribute or each.name) for each in whole if each.name != "problem"}
        return {**others, "problem": problem_of(value), **(take(value) if take is not None else {})}

    return record(flat, *whole, take=values)


def problem_of(certificate: object) -> Values:
    """The attributes of a certificate that stand in its section "problem"."""
    names = ("question", "digest", "names")
    return {name: getattr(certificate, name) for name in names if hasattr(certificate, name)}


def _codec(field: Field, values: Values) -> AnyCodec | None:
    return field.codec if isinstance(field.codec, Codec) else field.codec(values)
