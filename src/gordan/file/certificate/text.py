"""The text of a certificate: JSON without repeated names, fractions, NaN or endless nesting, and its checksum.

Reading takes bounded memory. Changed on the way, a certificate might still be a true one, about numbers that nobody
wrote; the checksum detects that. It does not detect forgery, since anybody can compute it: that is the verifier's task.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from typing import NoReturn

from gordan.arithmetic.limit import current_limits, raise_limit
from gordan.errors import InputError, OverLimit
from gordan.file.certificate.codec import Json

__all__ = ["checksum", "lay_out", "loads"]

# A value of a megabyte of text costs Python tens of megabytes if it consists of commas or brackets: these are counted
# before anything is made of them. Names may have brackets.
_WHOLE = re.compile(r"0|-?[1-9][0-9]{0,15}", re.ASCII)  # sixteen digits: beyond any number of rows


def loads(raw: bytes, source: str) -> dict[str, Json]:
    """The object that the bytes write, in which every number is a whole one.

    Examples
    --------
    >>> loads(b'{"n": 3}', "c.json")
    {'n': 3}
    """
    allowed = current_limits()
    for name, count, most in (
        ("members", raw.count(b","), allowed.members),
        ("nesting", raw.count(b"[") + raw.count(b"{"), allowed.nesting),
    ):
        if count > most:
            what = "commas, which part members" if name == "members" else "brackets, which open lists and objects"
            raise OverLimit(
                f"{source} has {count:,} {what}, and no certificate has more than {most:,}; if it is one, "
                f"{raise_limit(name, count)}"
            )
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        _refuse(source, f"is not UTF-8 text (byte {error.start})")
    try:
        value = json.loads(
            text, object_pairs_hook=_members, parse_int=_whole, parse_float=_fraction, parse_constant=_fraction
        )
    except json.JSONDecodeError as error:
        _refuse(source, f"is cut short or no JSON ({error.msg.rstrip(':')}, line {error.lineno} column {error.colno})")
    except RecursionError:
        _refuse(source, "is nested deeper than any certificate")
    except _Liberty as error:
        _refuse(source, str(error))
    if not isinstance(value, dict):
        _refuse(source, "is JSON but no object")
    return value


def checksum(members: Mapping[str, Json]) -> str:
    """The SHA-256 of the members without "checksum", as JSON with sorted names, without blanks and in ASCII.

    Examples
    --------
    >>> checksum({"b": [1, 2], "a": "ρ"}) == checksum({"a": "ρ", "b": [1, 2], "checksum": "?"})
    True
    """
    others = {name: value for name, value in members.items() if name != "checksum"}
    return hashlib.sha256(json.dumps(others, sort_keys=True, separators=(",", ":")).encode("ascii")).hexdigest()


def lay_out(members: Mapping[str, Json]) -> bytes:
    """The members and their checksum as text, one to a line and lists on one line.

    Examples
    --------
    >>> print(lay_out({"a": {"b": [1, 2]}}).decode()[:26])
    {
      "a": {
        "b": [1, 2]
    """
    sealed = {**members, "checksum": checksum(members)}
    lines = ",\n".join(_member(name, value, "  ") for name, value in sealed.items())
    return f"{{\n{lines}\n}}\n".encode("ascii")


def _member(name: str, value: Json, indent: str) -> str:
    if not isinstance(value, dict):
        return f"{indent}{json.dumps(name)}: {json.dumps(value)}"
    inner = ",\n".join(_member(key, each, indent + "  ") for key, each in value.items())
    return f"{indent}{json.dumps(name)}: {{\n{inner}\n{indent}}}"


class _Liberty(Exception):
    """Something that JSON allows and the format does not."""


def _members(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    members: dict[str, Json] = {}
    for name, value in pairs:
        if name in members:
            raise _Liberty(f"has the field {_clipped(name)} twice")
        members[name] = value
    return members


def _whole(text: str) -> int:
    if not _WHOLE.fullmatch(text):
        raise _Liberty(f"has the number {_clipped(text)}, which is too long or not in its only spelling")
    return int(text)


def _fraction(text: str) -> NoReturn:
    raise _Liberty(f"has the number {_clipped(text)}, where all but whole numbers are spelt as text")


def _clipped(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:20] + "…")


def _refuse(source: str, what: str) -> NoReturn:
    raise InputError(f"{source} {what}; expected a certificate as gordan writes it, so get it again or write it anew")
