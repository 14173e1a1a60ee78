"""The fields of a certificate about points, or about points in the space of a kernel."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf
from typing import Any

import numpy as np

from gordan.errors import InputError
from gordan.file.certificate.codec import (
    DOUBLE,
    FRACTION,
    HASH,
    INTEGER,
    LABEL_INTEGER,
    OFFSET,
    POSITIVE,
    TEXT,
    TRUTH,
    AnyCodec,
    Codec,
    checked,
    count,
    doubles,
    list_of,
    mapped,
    needed,
    optional,
    rising,
    typed,
    word,
)
from gordan.file.certificate.record import Field, Values, certificate, one_of, problem_section, record
from gordan.file.number import LABEL_DIGITS
from gordan.outcome import (
    Bracket,
    Cancellation,
    Domination,
    Enclosure,
    HullPoint,
    InnerBall,
    IntegerKernelSeparator,
    IntegerSeparator,
    Separator,
)
from gordan.outcome.certificate.points import (
    Certificate,
    Coefficients,
    FileHash,
    Hyperplane,
    Question,
    Source,
    Weights,
)
from gordan.outcome.record import (
    BALL_VERSION,
    BLOCKS_VERSION,
    FILES_VERSION,
    INTEGERS_VERSION,
    KERNEL_INTEGERS_VERSION,
)
from gordan.problem.digest import BLOCK_ROWS
from gordan.problem.kernel import Kernel

__all__ = [
    "FILE_NAME",
    "POINTS",
    "block_hashes",
    "claim_fields",
    "file_hashes",
    "in_integers",
    "integer_separator",
    "weighed",
    "weights",
]

Label = str | int | float | bool
_LINES = 10**15  # no file has as many
_FILES = 1_000_000  # files of a folder
_PROOFS = {"separable": ("separator",), "inseparable": ("cancellation", "enclosure"), "undecided": ()}
_POSITIVE = {"separable": ("separator",), "inseparable": ("domination",), "undecided": ()}
_IMPLICIT = {"separable": ("kernel separator",), "inseparable": ("cancellation",), "undecided": ()}


def _label_type(label: Label) -> str:
    for name, kind in (("truth", bool), ("text", str), ("whole", int), ("number", float)):
        if isinstance(label, kind) and (name != "number" or label - label == 0.0):  # type: ignore[operator]
            if name == "whole" and abs(label) >= 10 ** (LABEL_DIGITS - 1):  # type: ignore[arg-type]
                raise InputError(
                    f"a class is a whole number of {int(label).bit_length():,} bits, and a certificate holds classes "
                    f"of less than {LABEL_DIGITS:,} digits; pose the problem with shorter labels"
                )
            return name
    raise InputError(
        f"the class {label!r} is of type {type(label).__name__}, which a certificate has no spelling for; "
        "pose the problem with labels that are text or finite numbers"
    )


def _plain_label(label: Label | np.generic) -> Label:
    """The label as a value of Python; in arrays of objects it may be one of NumPy's."""
    value: Label = label.item() if isinstance(label, np.generic) else label
    return value


def _refuse_classes(classes: tuple[Label, ...], intercept: bool) -> tuple[str, str] | None:
    if len(set(classes)) < len(classes):
        return "has the same member twice", "two that differ"
    return ("has one member beside an intercept", "two there") if intercept and len(classes) == 1 else None


# The text "1" and the number 1 are different labels.
_TYPED: Mapping[str, AnyCodec] = {"text": TEXT, "whole": LABEL_INTEGER, "number": DOUBLE, "truth": TRUTH}
LABEL = mapped(typed(_TYPED, _label_type), lambda label: label, _plain_label)
_BARE = "a file's name without its folder"
FILE_NAME = checked(TEXT, lambda name: None if name and "/" not in name else ("has a folder or no letter", _BARE))
_RELATIVE = "a file's path within its folder"
PATH_NAME = checked(
    TEXT,
    lambda name: None if name and ".." not in name.split("/") and name[0] != "/" else ("leaves its folder", _RELATIVE),
)
SOURCE = record(
    Source, Field("file", FILE_NAME), Field("format", TEXT), Field("label", TEXT), Field("positive", optional(TEXT))
)


def _of_poly(codec: AnyCodec) -> Any:
    return lambda known: codec if known["name"] == "poly" else None


KERNEL = record(
    Kernel,
    Field("name", word("poly", "rbf", "laplacian")),
    Field("gamma", checked(DOUBLE, lambda v: None if v > 0 else (f"is {v:g}", "a number greater than 0"))),
    Field("degree", _of_poly(count())),
    Field("coef0", _of_poly(checked(DOUBLE, lambda v: None if v >= 0 else (f"is {v:g}", "0 or more")))),
)


def _size(known: Values) -> Codec[int]:
    """The number of columns; a matrix of products has as many as rows."""
    return count(known["n"], known["n"]) if known["kind"] == "gram" else count()


def _width(known: Values) -> Codec[int]:
    widths = (64,) if known["numbers"] == "binary" else (32, 64)
    expected = "64, or 32 where decimals are those of single precision"
    return checked(count(), lambda width: None if width in widths else (f"is {width}", expected))


def _normalise(known: Values) -> Codec[bool]:
    """Points count as scaled only without an intercept; their images in the space of a kernel also with one."""
    alone = known["intercept"] and known["kind"] in ("points", "positive")
    return checked(TRUTH, lambda on: ("is true beside an intercept", "false there") if on and alone else None)


def _names(known: Values) -> Codec[tuple[str, ...]]:
    m = known["m"]
    return checked(
        list_of(TEXT), lambda names: None if len(names) in (0, m) else (f"has {len(names):,} members", f"none or {m:,}")
    )


PROBLEM = problem_section(
    Question,
    Field("kind", word("points", "kernel", "gram", "positive")),
    Field("n", count()),
    Field("m", _size),
    Field("intercept", TRUTH),
    Field("normalise", _normalise),
    Field("numbers", lambda known: word("binary") if known["kind"] == "gram" else word("binary", "decimal")),
    Field("width", _width),
    Field(
        "classes",
        lambda known: checked(list_of(LABEL, least=1, most=2), lambda each: _refuse_classes(each, known["intercept"])),
    ),
    Field("kernel", lambda known: Codec(KERNEL.read, optional(KERNEL).spell) if known["kind"] == "kernel" else None),
    Field("names", _names),
    Field("digest", HASH),
)


def _end(unknown: float) -> Codec[float]:
    """One end of the bracket; one that is not known is null in the file and infinite here."""
    return mapped(
        optional(DOUBLE), lambda end: unknown if end is None else end, lambda end: None if abs(end) == inf else end
    )


BRACKET = record(Bracket, Field("lower", _end(-inf)), Field("upper", _end(inf)))


def weighed(what: str, n: int) -> Mapping[str, tuple[type, AnyCodec]]:
    """Weights that cancel, exactly or within a box, on some of n rows or entries, which `what` names."""
    place = Field(what, rising(0, n), "support")
    box = [Field(name, lambda known: doubles(len(known[what]))) for name in ("centre", "radius")]
    return {
        "cancellation": (Cancellation, _in_integers(Cancellation, place)),
        "enclosure": (Enclosure, record(Enclosure, place, *box)),
    }


def _in_integers(make: Callable[..., Any], place: Field) -> AnyCodec:
    return record(make, place, Field("integers", lambda known: list_of(POSITIVE, len(known[place.name]))))


def _coefficients(n: int) -> Codec[Coefficients]:
    values = Field("coefficients", lambda known: doubles(len(known["rows"])), "values")
    return record(Coefficients, Field("rows", rising(0, n)), values, Field("offset", OFFSET))


def _integer_kernel_separator(n: int) -> AnyCodec:
    integers = Field("integers", lambda known: list_of(INTEGER, len(known["rows"])))
    return record(IntegerKernelSeparator, Field("rows", rising(0, n), "support"), integers, Field("offset", FRACTION))


def integer_separator(m: int) -> tuple[type, AnyCodec]:
    """A hyperplane of m dimensions in integers."""
    codec = record(IntegerSeparator, Field("integers", list_of(INTEGER, m)), Field("offset", FRACTION))
    return IntegerSeparator, codec


def _proof(question: Question, alternative: str, version: int) -> AnyCodec:
    direction, centre = Field("direction", doubles(question.m)), Field("centre", doubles(question.m))
    kinds: dict[str, tuple[type, AnyCodec]] = {
        "kernel separator": (Coefficients, _coefficients(question.n)),
        "separator": (Separator, record(Separator, direction, Field("offset", OFFSET), centre)),
        "integer separator": integer_separator(question.m),
        "integer kernel separator": (IntegerKernelSeparator, _integer_kernel_separator(question.n)),
        **weighed("rows", question.n),
        "domination": (Domination, _in_integers(Domination, Field("rows", rising(0, question.n), "support"))),
    }
    proofs = _IMPLICIT if question.implicit else _POSITIVE if question.kind == "positive" else _PROOFS
    further = in_integers(alternative, version, not question.implicit)
    if question.implicit and alternative == "separable" and version >= KERNEL_INTEGERS_VERSION:
        further = ("integer kernel separator",)
    return one_of(kinds, (*proofs.get(alternative, ()), *further))


def in_integers(alternative: str, version: int, coordinates: bool) -> tuple[str, ...]:
    """The further kind of proof that separable points have whose coordinates are given; older versions have none."""
    return ("integer separator",) if alternative == "separable" and version >= INTEGERS_VERSION and coordinates else ()


def _hyperplane(question: Question) -> AnyCodec:
    in_space = _coefficients(question.n)
    plane = record(Hyperplane, Field("direction", doubles(question.m)), Field("centre", doubles(question.m)))
    return Codec(
        in_space.read if question.implicit else plane.read,
        lambda value: in_space.spell(value) if isinstance(value, Coefficients) else plane.spell(value),
    )


def weights(what: str, n: int) -> Codec[Weights]:
    """Weights on some of n rows or entries, which `what` names."""
    return record(Weights, Field(what, rising(0, n), "rows"), Field("values", lambda known: doubles(len(known[what]))))


def claim_fields(
    proof: Callable[[Any, str, int], AnyCodec],
    hyperplane: Callable[[Any], AnyCodec],
    weights: Callable[[Any], AnyCodec],
    attribute: str = "",
) -> tuple[Field, ...]:
    """The fields of a claim about a margin; each part is there just if the alternative and the bracket rest on it.

    The three functions return the codecs of the parts of a question, and that of a proof of the alternative too.
    `attribute` is where the certificate has the hyperplane.
    """

    def asked(known: Values) -> Any:
        return known["problem"]["question"]

    def proved(known: Values) -> AnyCodec:
        return needed(proof(asked(known), known["alternative"], known["version"]), known["alternative"] != "undecided")

    def below(known: Values) -> AnyCodec:
        bounded = known["alternative"] != "separable" and known["bracket"].lower > -inf
        return needed(hyperplane(asked(known)), bounded)

    def above(known: Values) -> AnyCodec:
        bounded = known["alternative"] != "inseparable" and known["bracket"].upper < inf
        return needed(weights(asked(known)), bounded)

    return (
        Field("alternative", word("separable", "inseparable", "undecided")),
        Field("arithmetic", word("rounded", "exact")),
        Field("bracket", BRACKET),
        Field("proof", proved),
        Field("hyperplane", below, attribute),
        Field("weights", above),
    )


def _ball(known: Values) -> AnyCodec | None:
    """A ball inside the hull of inseparable points by their coordinates; older versions have no such field."""
    question: Question = known["problem"]["question"]
    if known["version"] < BALL_VERSION or question.kind != "points":
        return None
    end = _in_integers(HullPoint, Field("rows", rising(0, question.n), "support"))
    radius = checked(DOUBLE, lambda v: None if v > 0 else (f"is {v:g}", "a number greater than 0"))
    pairs = list_of(list_of(end, 2), question.m)
    ball = record(InnerBall, Field("radius", radius), Field("pairs", pairs))
    return optional(ball) if known["alternative"] == "inseparable" else needed(ball, False)


def _blocks(known: Values) -> AnyCodec | None:
    """The hashes of blocks of points by their coordinates; older versions have no such field."""
    question: Question = known["problem"]["question"]
    if known["version"] < BLOCKS_VERSION or question.kind != "points":
        return None
    return block_hashes(question.n)


def block_hashes(n: int) -> Codec[tuple[str, ...] | None]:
    """The hashes of every 65,536 of n rows, or null."""
    return optional(list_of(HASH, -(-n // BLOCK_ROWS)))


def _files(known: Values) -> AnyCodec | None:
    """The hashes of the files that the points come from; older versions have no such field."""
    question: Question = known["problem"]["question"]
    if known["version"] < FILES_VERSION or question.kind != "points":
        return None
    return file_hashes(question.n)


def file_hashes(*sizes: int) -> Codec[tuple[FileHash, ...] | None]:
    """Files by name, rows and hash, or null; the rows of all files together are as many as `sizes` says."""
    rows = list_of(count(0, max(sizes)), len(sizes))
    each = record(FileHash, Field("file", PATH_NAME), Field("rows", rows), Field("hash", HASH))

    def refusal(files: tuple[FileHash, ...]) -> tuple[str, str] | None:
        sums = tuple(map(sum, zip(*(file.rows for file in files), strict=True)))
        words = " and ".join(f"{size:,}" for size in sizes)
        return None if sums == sizes else (f"has {' and '.join(f'{v:,}' for v in sums)} rows in all", words)

    return optional(checked(list_of(each, least=1, most=_FILES), refusal))


def _lines(known: Values) -> AnyCodec:
    """The lines of the source on which the support begins; without a source there are none."""
    proof, beside = known["proof"], known["weights"]
    rows = (
        proof.support
        if isinstance(proof, Cancellation | Domination | Enclosure)
        else ()
        if beside is None
        else beside.rows
    )
    return checked(
        optional(rising(1, _LINES, len(rows))),
        lambda lines: (
            ("is given without a source", "null there") if lines is not None and known["source"] is None else None
        ),
    )


POINTS = certificate(
    Certificate,
    PROBLEM,
    Field("source", optional(SOURCE)),
    *claim_fields(_proof, _hyperplane, lambda question: weights("rows", question.n)),
    Field("ball", _ball),
    Field("blocks", _blocks),
    Field("files", _files),
    Field("lines", _lines),
)
