"""The fields of a certificate about a mixture of columns."""

from __future__ import annotations

from gordan.file.certificate.codec import (
    DOUBLE,
    HASH,
    TRUTH,
    AnyCodec,
    Codec,
    checked,
    count,
    doubles,
    list_of,
    rising,
    word,
)
from gordan.file.certificate.record import Field, Values, certificate, one_of, problem_section, record
from gordan.outcome.certificate.mixture import ColumnSum, ColumnWeights, MixtureCertificate, MixtureQuestion

__all__ = ["MIXTURE"]

_PROOFS = {"solution": ("weights",), "refutation": ("column sum",)}

PROBLEM = problem_section(
    MixtureQuestion, Field("kind", word("mixture")), Field("m", count()), Field("n", count()), Field("digest", HASH)
)


def _proof(known: Values) -> AnyCodec:
    n = known["problem"]["question"].n
    columns = Field("columns", rising(0, n, empty=True))
    kinds: dict[str, tuple[type, AnyCodec]] = {
        "weights": (
            ColumnWeights,
            record(
                ColumnWeights,
                columns,
                Field("weights", lambda part: doubles(len(part["columns"]))),
                Field("at_most", _DISTANCE),
            ),
        ),
        "column sum": (
            ColumnSum,
            record(
                ColumnSum,
                Field("times", count()),
                columns,
                Field("counts", lambda part: list_of(count(), len(part["columns"]))),
                Field("at_least", _DISTANCE),
                Field("unconditional", TRUTH),
            ),
        ),
    }
    return one_of(kinds, _PROOFS[known["alternative"]])


_DISTANCE: Codec[float] = checked(
    DOUBLE, lambda value: None if value >= 0.0 else (f"is {value:g}", "a distance, 0 or more")
)

MIXTURE = certificate(MixtureCertificate, PROBLEM, Field("alternative", word(*_PROOFS)), Field("proof", _proof))
