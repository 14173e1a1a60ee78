"""The fields of a certificate about two convex bodies."""

from __future__ import annotations

from fractions import Fraction

from gordan.file.certificate.codec import (
    DOUBLE,
    FRACTION,
    HASH,
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
from gordan.outcome.bodies import CommonPoint, Hyperplane
from gordan.outcome.certificate.bodies import BodiesCertificate, BodiesQuestion
from gordan.problem.body_form import DEEPEST, FORMS, BodyForm

__all__ = ["BODIES"]

Shares = tuple[tuple[int, Fraction], ...]
_SIZED = ("hull", "ellipsoid", "image")
_PROOFS = {"apart": ("hyperplane",), "touching": ("common point",)}


def _form(depth: int) -> Codec[BodyForm]:
    """A body by its form; at the greatest depth one that is made of no others."""

    def size(known: Values) -> Codec[int]:
        return count() if known["form"] in _SIZED else count(0, 0)

    def parts(known: Values) -> Codec[tuple[BodyForm, ...]]:
        if known["form"] in ("image", "sum") and depth < DEEPEST:
            return list_of(_form(depth + 1), 1 if known["form"] == "image" else None, least=1)
        return list_of(_form(depth), 0)

    forms = FORMS if depth < DEEPEST else tuple(form for form in FORMS if form not in ("image", "sum"))
    return record(BodyForm, Field("form", word(*forms)), Field("size", size), Field("of", parts))


PROBLEM = problem_section(
    BodiesQuestion,
    Field("kind", word("bodies")),
    Field("dimension", count()),
    Field("K", _form(1)),
    Field("L", _form(1)),
    Field("digest", HASH),
)


def _shares(form: BodyForm) -> Codec[Shares]:
    """The weights of a hull's vertices, by number; of other bodies none."""
    hull = form.form == "hull"
    vertices = Field("vertices", rising(0, form.size, None if hull else 0))
    weights = Field("weights", lambda known: list_of(FRACTION, len(known["vertices"])))

    def make(*, vertices: tuple[int, ...], weights: tuple[Fraction, ...]) -> Shares:
        return tuple(zip(vertices, weights, strict=True))

    def take(shares: Shares) -> Values:
        return {"vertices": [j for j, _ in shares], "weights": [w for _, w in shares]}

    return record(make, vertices, weights, take=take)


def _proof(known: Values) -> AnyCodec:
    question: BodiesQuestion = known["problem"]["question"]
    d = question.dimension
    kinds: dict[str, tuple[type, AnyCodec]] = {
        "hyperplane": (Hyperplane, record(Hyperplane, Field("direction", doubles(d)), Field("offset", DOUBLE))),
        "common point": (
            CommonPoint,
            record(
                CommonPoint,
                Field("point", list_of(FRACTION, d)),
                Field("in_K", _shares(question.K), "weights_k"),
                Field("in_L", _shares(question.L), "weights_l"),
                take=lambda proof: {"point": proof.point, "in_K": proof.weights_k, "in_L": proof.weights_l},
            ),
        ),
    }
    return one_of(kinds, _PROOFS[known["alternative"]])


def _at_least(known: Values) -> Codec[float]:
    touching = known["alternative"] == "touching"

    def refusal(value: float) -> tuple[str, str] | None:
        if (value == 0.0) if touching else (value > 0.0):
            return None
        return f"is {value:g}", "0 for bodies that touch" if touching else "a number greater than 0"

    return checked(DOUBLE, refusal)


BODIES = certificate(
    BodiesCertificate,
    PROBLEM,
    Field("alternative", word(*_PROOFS)),
    Field("at_least", _at_least),
    Field("proof", _proof),
)
