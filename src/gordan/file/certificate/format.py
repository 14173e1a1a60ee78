"""The certificate file: from its bytes to the record and back, and `read_certificate(path)`.

What is not exactly of the format is refused with its field. The same record always gives the same bytes.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Mapping
from dataclasses import replace

from gordan.arithmetic.limit import current_limits, exact_time, raise_limit, spell_size
from gordan.errors import InputError, OverLimit
from gordan.file.certificate import bodies, conic, constraints, mixture, panel, points, program, risk, split
from gordan.file.certificate.bodies import BODIES
from gordan.file.certificate.codec import HASH, AnyCodec, Codec, Json, Refusal, word
from gordan.file.certificate.conic import CONIC
from gordan.file.certificate.constraints import CONSTRAINTS
from gordan.file.certificate.mixture import MIXTURE
from gordan.file.certificate.panel import PANEL
from gordan.file.certificate.points import POINTS
from gordan.file.certificate.program import PROGRAM
from gordan.file.certificate.record import OBJECT, Values, problem_of, read_member
from gordan.file.certificate.risk import RISK
from gordan.file.certificate.split import SPLIT
from gordan.file.certificate.text import checksum, lay_out, loads
from gordan.outcome.certificate import (
    AnyCertificate,
    BodiesCertificate,
    Certificate,
    ConicCertificate,
    ConstraintsCertificate,
    MixtureCertificate,
    PanelCertificate,
    ProgramCertificate,
    RiskCertificate,
    SplitCertificate,
)
from gordan.outcome.record import KERNEL_INTEGERS_VERSION

__all__ = ["parse", "read_certificate", "spell", "spell_problem"]

FORMAT = "gordan certificate"
_DIGITS = re.compile(rb"-?[0-9]+")
OLDEST, NEWEST = 1, KERNEL_INTEGERS_VERSION  # the oldest has splits that name a formula in place of a design
KINDS: Mapping[str, AnyCodec] = {
    **dict.fromkeys(("points", "kernel", "gram", "positive"), POINTS),
    "split": SPLIT,
    "panel": PANEL,
    "risk": RISK,
    **dict.fromkeys(("program", "optimum", "repair"), PROGRAM),
    "conic": CONIC,
    "constraints": CONSTRAINTS,
    "bodies": BODIES,
    "mixture": MIXTURE,
}
_CODECS: Mapping[type[AnyCertificate], tuple[AnyCodec, Codec[Values]]] = {
    Certificate: (POINTS, points.PROBLEM),
    BodiesCertificate: (BODIES, bodies.PROBLEM),
    ConicCertificate: (CONIC, conic.PROBLEM),
    ConstraintsCertificate: (CONSTRAINTS, constraints.PROBLEM),
    MixtureCertificate: (MIXTURE, mixture.PROBLEM),
    PanelCertificate: (PANEL, panel.PROBLEM),
    ProgramCertificate: (PROGRAM, program.PROBLEM),
    RiskCertificate: (RISK, risk.PROBLEM),
    SplitCertificate: (SPLIT, split.PROBLEM),
}


def read_certificate(path: str | os.PathLike[str]) -> AnyCertificate:
    """Read a certificate; nothing in the file can run code, and what is not exactly of the format is refused.

    Parameters
    ----------
    path
        The file, as `certify`, or `--certificate` of `gordan check`, `diagnose`, `feasible` and `optimum`, wrote it.

    Returns
    -------
    Certificate, SplitCertificate, PanelCertificate, RiskCertificate, ProgramCertificate, ConicCertificate, \
ConstraintsCertificate, BodiesCertificate or MixtureCertificate
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
    ...     gordan.certify(problem, gordan.solve(problem), path)
    ...     certificate = gordan.read_certificate(path)
    >>> certificate.alternative, certificate.proof.integers
    ('inseparable', (1, 2, 1))
    >>> gordan.verify(problem, certificate).holds
    True
    """
    source = os.fspath(path)
    return parse(_fetch(source), source)


def parse(raw: bytes, source: str) -> AnyCertificate:
    """The certificate that the bytes hold; `source` names the file in what is refused."""
    members = loads(raw, source)
    _refuse_other(members, source)
    try:
        claimed = read_member(members, "checksum", HASH)
        body = {name: value for name, value in members.items() if name not in ("format", "checksum")}
        with exact_time():
            certificate: AnyCertificate = _codec(body).read(body)
    except Refusal as refusal:
        raise _error(refusal, raw, source) from None
    # Only now: what is nested without end has been refused.
    return replace(certificate, unaltered=claimed == checksum(members))


def spell(certificate: AnyCertificate) -> bytes:
    """The bytes of a certificate, with its checksum."""
    return lay_out({"format": FORMAT, **OBJECT.read(_CODECS[type(certificate)][0].spell(certificate))})


def spell_problem(certificate: AnyCertificate) -> dict[str, Json]:
    """The section "problem" as the file has it."""
    return OBJECT.read(_CODECS[type(certificate)][1].spell(problem_of(certificate)))


def _fetch(source: str) -> bytes:
    """The bytes of an ordinary file; its size is looked at before any of them is read."""
    most = current_limits().certificate
    try:
        status = os.stat(source)
        # A pipe or a device might never end.
        ordinary = stat.S_ISREG(status.st_mode)
        size, raw = status.st_size, b""
        if ordinary and size <= most:
            with open(source, "rb") as file:
                raw = file.read(most + 1)  # one more than allowed, should the file have grown meanwhile
    except (OSError, ValueError) as error:  # ValueError: a zero character in the path
        raise _unopened(source, error) from error
    if os.path.isdir(source):
        raise InputError(f"{source!r} is a folder; expected a certificate, so name a file inside it")
    if not ordinary:
        raise InputError(f"{source!r} is no ordinary file; expected a certificate, so name one")
    if (length := max(size, len(raw))) > most:
        raise OverLimit(
            f"{source} has {length:,} bytes and is larger than {spell_size(most)}, the limit for a certificate; name "
            f"one, or {raise_limit('certificate', length)}"
        )
    return raw


def _unopened(source: str, error: Exception) -> InputError:
    if isinstance(error, FileNotFoundError):
        return InputError(f"there is no file {source!r}; check the path")
    return InputError(f"{source!r} cannot be read ({error}); expected a certificate, so check path and permissions")


def _error(refusal: Refusal, raw: bytes, source: str) -> InputError:
    sentence = f"{source}: the field {refusal.field} {refusal.given}; expected {refusal.expected}"
    if not refusal.limit:
        return InputError(f"{sentence}, so get the certificate again or write it anew")
    wanted = refusal.wanted
    if refusal.limit == "digits":  # the longest of all, so that the limit need be raised once only
        wanted = max(map(len, _DIGITS.findall(raw)))
    return OverLimit(f"{sentence}; if {wanted:,} are meant, {raise_limit(refusal.limit, wanted)}")


def _codec(body: Mapping[str, Json]) -> AnyCodec:
    """The codec of the kind that the problem calls itself."""
    named: Codec[str] = Codec(lambda value: read_member(OBJECT.read(value), "kind", word(*KINDS)), str)
    return KINDS[read_member(body, "problem", named)]


def _refuse_other(members: Mapping[str, Json], source: str) -> None:
    """Another format, or a version whose rules are not known here; before anything is held to the rules of this one."""
    if members.get("format") != FORMAT:
        raise InputError(f"{source} is JSON but no certificate, its format is not {FORMAT!r}; name a certificate")
    version = members.get("version")
    if type(version) is not int or not version >= OLDEST:
        raise InputError(
            f"{source} is a certificate without a version from {OLDEST} to {NEWEST}, as gordan writes it; "
            "get it again or write it anew"
        )
    if version > NEWEST:
        raise InputError(
            f"{source} was written by a newer gordan, in version {version} of the format; versions up to "
            f"{NEWEST} are known here, so read it with that gordan or a later one"
        )
