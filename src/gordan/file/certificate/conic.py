"""The fields of a certificate about a linear map and a cone."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.file.certificate.codec import (
    DOUBLE,
    HASH,
    INTEGER,
    POSITIVE,
    AnyCodec,
    Codec,
    Json,
    Refusal,
    checked,
    count,
    doubles,
    list_of,
    mapped,
    rising,
    word,
)
from gordan.file.certificate.points import claim_fields, in_integers, integer_separator, weighed, weights
from gordan.file.certificate.record import Field, Values, certificate, one_of, problem_section, record
from gordan.outcome import Interior, NullSpaceBall
from gordan.outcome.certificate.conic import ConicCertificate, ConicQuestion, Integers
from gordan.outcome.proof import Face
from gordan.problem.cone_part import FORMS, ConePart

__all__ = [
    "CONIC",
    "FlatFaces",
    "cut_faces",
    "flatten_faces",
    "kernel_ball",
    "kernel_point",
    "parts_of_cone",
]

Cone = tuple[ConePart, ...]
_OF_POINTS = ("cancellation", "enclosure")  # of an orthant, whose columns are points
_PROOFS = {"separable": ("interior",), "inseparable": ("kernel ball", "kernel point"), "undecided": ()}


def _parts(*, parts: tuple[str, ...], orders: tuple[int, ...]) -> Cone:
    return tuple(map(ConePart, parts, orders))


def parts_of_cone(*forms: str, least: int = 1) -> Codec[Cone]:
    """The parts of a cone, each of one of these forms."""
    return record(
        _parts,
        Field("parts", list_of(word(*forms), least=least)),
        Field("orders", lambda known: list_of(count(), len(known["parts"]))),
        take=lambda cone: {"parts": [part.form for part in cone], "orders": [part.order for part in cone]},
    )


def _refuse_size(known: Values) -> Refusal | None:
    total = sum(part.size for part in known["cone"])
    expected = f"{total}, which the parts of the cone have in all"
    return None if known["n"] == total else Refusal(f"is {known['n']}", expected, ("n",))


PROBLEM = problem_section(
    ConicQuestion,
    Field("kind", word("conic")),
    Field("m", count()),
    Field("n", count()),
    Field("cone", parts_of_cone(*FORMS)),
    Field("digest", HASH),
    refuse=_refuse_size,
)


class FlatFaces(NamedTuple):
    """The faces of a ball of weights as three lists.

    Of orthants and second-order cones the entries that carry weight, by their numbers in the whole cone; of matrices
    the ranks, one for each part, and the bases, row by row, one after the other.
    """

    entries: tuple[int, ...]
    ranks: tuple[int, ...]
    bases: Array


def flatten_faces(cone: Cone, faces: tuple[Face, ...]) -> FlatFaces:
    """
    Examples
    --------
    >>> cone = (ConePart("orthant", 3), ConePart("psd", 2))
    >>> flatten_faces(cone, (np.array([0, 2]), np.array([[1.0], [0.5]])))
    FlatFaces(entries=(0, 2), ranks=(1,), bases=array([1. , 0.5]))
    """
    entries: list[int] = []
    ranks: list[int] = []
    bases: list[float] = []
    start = 0
    for part, face in zip(cone, faces, strict=True):
        if part.is_psd:
            ranks.append(int(face.shape[1]))
            bases.extend(face.ravel().tolist())
        else:
            entries.extend((start + face).tolist())
        start += part.size
    return FlatFaces(tuple(entries), tuple(ranks), np.array(bases))


def cut_faces(cone: Cone, flat: FlatFaces) -> tuple[Face, ...]:
    """The faces that were made flat, one for each part of the cone."""
    faces: list[Face] = []
    entries = np.array(flat.entries, dtype=np.int64)
    start, place, ranks = 0, 0, iter(flat.ranks)
    for part in cone:
        if part.is_psd:
            rank = next(ranks)
            faces.append(flat.bases[place : place + part.order * rank].reshape(part.order, rank))
            place += part.order * rank
        else:
            first, last = np.searchsorted(entries, (start, start + part.size))
            faces.append(entries[first:last] - start)
        start += part.size
    return tuple(faces)


def kernel_ball(question: ConicQuestion) -> Codec[NullSpaceBall]:
    """A ball in a face of the cone; refused where no cone whatever has such a face."""
    matrices = [part for part in question.cone if part.is_psd]

    def make(*, entries: tuple[int, ...], ranks: tuple[int, ...], bases: Array, **ball: Any) -> NullSpaceBall:
        return NullSpaceBall(cut_faces(question.cone, FlatFaces(entries, ranks, bases)), **ball)

    def take(ball: NullSpaceBall) -> Values:
        return {**flatten_faces(question.cone, ball.faces)._asdict(), "centre": ball.centre, "radius": ball.radius}

    def bases(known: Values) -> Codec[Array]:
        return doubles(sum(part.order * rank for part, rank in zip(matrices, known["ranks"], strict=True)))

    def centre(known: Values) -> Codec[Array]:
        return doubles(len(known["entries"]) + sum(rank * (rank + 1) // 2 for rank in known["ranks"]))

    return record(
        make,
        Field("entries", checked(rising(0, question.n, empty=True), lambda each: _refuse_entries(question.cone, each))),
        Field("ranks", _ranks(matrices)),
        Field("bases", bases),
        Field("centre", centre),
        Field("radius", DOUBLE),
        take=take,
    )


def kernel_point(n: int) -> Codec[Integers]:
    """Weights in integers over one denominator, of n entries those that are not 0."""
    integers = Field("integers", lambda known: list_of(INTEGER, len(known["entries"])))
    return record(Integers, Field("entries", rising(0, n)), integers, Field("denominator", POSITIVE))


def _ranks(matrices: list[ConePart]) -> Codec[tuple[int, ...]]:
    def read(value: Json) -> tuple[int, ...]:
        ranks = codec.read(value)
        for k, (part, rank) in enumerate(zip(matrices, ranks, strict=True)):
            if rank > part.order:
                raise Refusal(f"is {rank}", f"at most {part.order}, the order of the matrices", (k,))
        return ranks

    codec = list_of(count(0), len(matrices))
    return Codec(read, codec.spell)


def _refuse_entries(cone: Cone, entries: tuple[int, ...]) -> tuple[str, str] | None:
    ends = np.cumsum([part.size for part in cone])
    parts = np.searchsorted(ends, np.array(entries, dtype=np.int64), side="right").tolist()
    beside = any(cone[part].is_psd for part in parts)
    return ("has numbers of matrices", "entries of the other parts alone") if beside else None


def _proof(question: ConicQuestion, alternative: str, version: int) -> AnyCodec:
    kinds: dict[str, tuple[type, AnyCodec]] = {
        "interior": (Interior, record(Interior, Field("direction", doubles(question.m)))),
        "kernel ball": (NullSpaceBall, kernel_ball(question)),
        "kernel point": (Integers, kernel_point(question.n)),
        "integer separator": integer_separator(question.m),
        **weighed("entries", question.n),
    }
    more = _OF_POINTS if question.polyhedral and alternative == "inseparable" else ()
    whole = in_integers(alternative, version, question.polyhedral)
    return one_of(kinds, (*_PROOFS.get(alternative, ()), *more, *whole))


def _direction(question: ConicQuestion) -> Codec[Array]:
    section = record(dict, Field("direction", doubles(question.m)), take=lambda value: value)
    return mapped(section, lambda value: value["direction"], lambda direction: {"direction": direction})


CONIC = certificate(
    ConicCertificate,
    PROBLEM,
    *claim_fields(_proof, _direction, lambda question: weights("entries", question.n), "direction"),
)
