"""From the bytes of a certificate to its record; whatever is not exactly of the format is refused with its field."""

from __future__ import annotations

import re
from typing import Any

from gordan.arithmetic.limit import raise_limit
from gordan.errors import InputError, OverLimit
from gordan.file.certificate.claimed import read_claimed
from gordan.file.certificate.conic.read import read_conic
from gordan.file.certificate.number import TooManyDigits
from gordan.file.certificate.posed import read_posed, read_source
from gordan.file.certificate.program.read import read_program
from gordan.file.certificate.seal import checksum
from gordan.file.certificate.section import Section
from gordan.file.certificate.split.read import read_split
from gordan.file.certificate.strict import loads
from gordan.outcome.certificate import (
    AnyCertificate,
    Certificate,
    ConicCertificate,
    ProgramCertificate,
    SplitCertificate,
)
from gordan.outcome.certificate.version import CERTIFICATE_VERSION

__all__ = ["FORMAT", "parse"]

FORMAT = "gordan certificate"
_DIGITS = re.compile(rb"-?[0-9]+")
OLDEST = 1  # whose splits name a formula in place of a design; all else is as today


def parse(raw: bytes, source: str) -> AnyCertificate:
    """The certificate that the bytes hold; `source` names the file in what is refused."""
    members = loads(raw, source)
    _refuse_other(members, source)
    try:
        return _parsed(members, source)
    except TooManyDigits as refusal:
        # The longest of all, so that the limit need be raised once only.
        longest = max(map(len, _DIGITS.findall(raw)))
        raise OverLimit(f"{refusal}; if {longest:,} are meant, {raise_limit('digits', longest)}") from None


def _parsed(members: dict[str, Any], source: str) -> AnyCertificate:
    top = Section(source, "", members)
    top.take("format", str)
    about: dict[str, Any] = {"version": top.take("version", int)}
    told_sum = top.hash("checksum")
    about["gordan"] = top.text("gordan")
    if _kind(top) == "split":
        split = read_split(top, about["version"])
        top.end()
        return SplitCertificate(**about, unaltered=told_sum == checksum(members), **split)
    if _kind(top) == "program":
        program = read_program(top)
        top.end()
        return ProgramCertificate(**about, unaltered=told_sum == checksum(members), **program)
    if _kind(top) == "conic":
        conic = read_conic(top)
        top.end()
        return ConicCertificate(**about, unaltered=told_sum == checksum(members), **conic)
    posed = read_posed(top.section("problem"))
    origin, claimed = read_source(top.section_or_none("source")), read_claimed(top, posed.question)
    if origin is None and claimed.lines is not None:
        top.refuse("lines", "is given without a source", "null there")
    top.end()
    # Only now: what is nested without end has been refused.
    unaltered = told_sum == checksum(members)
    told = {**posed._asdict(), **claimed._asdict()}
    return Certificate(**about, source=origin, unaltered=unaltered, **told)


def _kind(top: Section) -> Any:
    """What the problem calls itself; all else about it is read by the rules of that kind."""
    problem = top.peek("problem")
    return problem.get("kind") if isinstance(problem, dict) else None


def _refuse_other(members: dict[str, Any], source: str) -> None:
    """Another format, or a version whose rules are not known here; before anything is held to the rules of this one."""
    if members.get("format") != FORMAT:
        raise InputError(f"{source} is JSON but no certificate, its format is not {FORMAT!r}; name a certificate")
    version = members.get("version")
    if type(version) is not int or not version >= OLDEST:
        raise InputError(
            f"{source} is a certificate without a version from {OLDEST} to {CERTIFICATE_VERSION}, as gordan writes it; "
            "get it again or write it anew"
        )
    if version > CERTIFICATE_VERSION:
        raise InputError(
            f"{source} was written by a newer gordan, in version {version} of the format; versions up to "
            f"{CERTIFICATE_VERSION} are known here, so read it with that gordan or a later one"
        )
