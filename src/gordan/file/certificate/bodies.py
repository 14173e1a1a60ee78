"""The fields of a certificate about two convex bodies."""

from __future__ import annotations

from collections.abc import Callable
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
    each_of,
    list_of,
    rising,
    word,
)
from gordan.file.certificate.record import Field, Values, certificate, one_of, problem_section, record
from gordan.outcome.bodies import BodyPoint, CommonPoint, Hyperplane, NearMeans, PairedPoints, SparseNormal
from gordan.outcome.certificate.bodies import BodiesCertificate, BodiesQuestion
from gordan.outcome.record import PAIRS_VERSION
from gordan.problem.body_form import DEEPEST, FORMS, BodyForm

__all__ = ["BODIES"]

Shares = tuple[tuple[int, Fraction], ...]
_SIZED = ("hull", "ellipsoid", "image")
_PROOFS = {"apart": ("hyperplane",), "touching": ("common point",)}
_PAIRS = {"apart": ("sparse normal",), "near": ("near means",)}  # from their version on


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


def _point(form: BodyForm, dimension: int) -> Codec[BodyPoint]:
    """A point of a body of this form, by what it is made of."""
    if form.form == "hull":
        return record(BodyPoint, Field("vertex", count(0, form.size - 1)))
    if form.form in ("box", "ball", "ellipsoid"):
        size = form.size if form.form == "ellipsoid" else dimension
        return record(BodyPoint, Field("coordinates", list_of(DOUBLE, size)))
    inner = [_point(part, form.size if form.form == "image" else dimension) for part in form.of]
    return record(BodyPoint, Field("of", each_of(inner)))


def _pairs(question: BodiesQuestion) -> Codec[PairedPoints]:
    def points(form: BodyForm) -> Callable[[Values], AnyCodec]:
        return lambda part: list_of(_point(form, question.dimension), len(part["times"]))

    return record(
        PairedPoints,
        Field("times", list_of(DOUBLE, least=1)),
        Field("in_K", points(question.K), "points_k"),
        Field("in_L", points(question.L), "points_l"),
    )


def _alternative(known: Values) -> Codec[str]:
    return word(*_PROOFS, *(("near",) if known["version"] >= PAIRS_VERSION else ()))


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
    allowed: tuple[str, ...] = _PROOFS.get(known["alternative"], ())
    if known["version"] >= PAIRS_VERSION:
        pairs = Field("pairs", _pairs(question))
        kinds["sparse normal"] = (SparseNormal, record(SparseNormal, pairs, Field("offset", DOUBLE)))
        kinds["near means"] = (NearMeans, record(NearMeans, pairs, Field("at_most", DOUBLE)))
        allowed += _PAIRS.get(known["alternative"], ())
    return one_of(kinds, allowed)


def _at_least(known: Values) -> Codec[float]:
    touching = known["alternative"] != "apart"

    def refusal(value: float) -> tuple[str, str] | None:
        if (value == 0.0) if touching else (value > 0.0):
            return None
        return f"is {value:g}", "0 for bodies that touch or are near" if touching else "a number greater than 0"

    return checked(DOUBLE, refusal)


BODIES = certificate(
    BodiesCertificate,
    PROBLEM,
    Field("alternative", _alternative),
    Field("at_least", _at_least),
    Field("proof", _proof),
)
