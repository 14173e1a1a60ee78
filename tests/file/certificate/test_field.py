"""Every field of a certificate is there once, of its type, in its only spelling: else its name is in the refusal."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import gordan
from file.certificate.made import made, resealed
from gordan.file.certificate.format import parse, spell
from gordan.outcome.certificate.compose import compose

SEPARABLE = made("separable", "intercept", "decimal", "dense").raw
CANCELLATION = made("cancellation", "intercept", "decimal", "dense").raw
ENCLOSURE = made("enclosure", "intercept", "decimal", "dense").raw
UNDECIDED = made("undecided", "no intercept", "decimal", "dense").raw
UNKNOWN = made("unknown", "intercept", "decimal", "dense").raw
BALL = made("ball", "intercept", "decimal", "dense").raw
INTEGERS = made("integers", "intercept", "decimal", "dense").raw
BLOCKS = spell(compose(*made("cancellation", "intercept", "decimal", "dense")[:2], part=True))
ALL = {
    "separable": SEPARABLE,
    "cancellation": CANCELLATION,
    "enclosure": ENCLOSURE,
    "undecided": UNDECIDED,
    "ball": BALL,
    "blocks": BLOCKS,
    "integers": INTEGERS,
}


def refusal(raw: bytes) -> str:
    """The one sentence; it names the file."""
    with pytest.raises(gordan.InputError) as caught:
        parse(raw, "c.json")
    sentence = str(caught.value)
    assert sentence.startswith("c.json")
    assert "; " in sentence
    assert "\n" not in sentence
    assert len(sentence) < 400
    return sentence


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The places of all members, nested ones as well; of long lists the first two."""
    found = [path] if path else []
    members: Any = value.items() if isinstance(value, dict) else enumerate(value[:2]) if isinstance(value, list) else ()
    for key, each in members:
        found += paths(each, (*path, key))
    return found


def spelt(path: tuple[Any, ...]) -> str:
    text = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path)
    return text.removeprefix(".")


def at(members: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        members = members[key]
    return members


def changed(raw: bytes, path: tuple[Any, ...], change: Callable[[Any, Any], Any]) -> bytes:
    return resealed(raw, lambda members: change(at(members, path[:-1]), path[-1]))


def drop(parent: Any, key: Any) -> None:
    del parent[key]


EVERY = [(name, path) for name, raw in ALL.items() for path in paths(json.loads(raw)) if path != ("checksum",)]
NAMED = [(name, path) for name, path in EVERY if isinstance(path[-1], str)]
ids = [f"{name} {spelt(path)}" for name, path in EVERY]


@pytest.mark.parametrize(("name", "path"), NAMED, ids=[f"{name} {spelt(path)}" for name, path in NAMED])
def test_a_missing_field(name: str, path: tuple[Any, ...]) -> None:
    sentence = refusal(changed(ALL[name], path, drop))
    if path in (("format",), ("version",)):
        assert path[0] in sentence
    elif path[:2] == ("problem", "classes"):
        assert "problem.classes" in sentence
    else:
        assert f"the field {spelt(path)} is missing" in sentence


@pytest.mark.parametrize("name", ALL)
def test_an_unknown_field(name: str) -> None:
    places = [(), *(path for path in paths(json.loads(ALL[name])) if isinstance(at(json.loads(ALL[name]), path), dict))]
    assert len(places) >= 4
    for path in places:
        raw = resealed(ALL[name], lambda members, path=path: at(members, path).update(remark="hello"))
        sentence = refusal(raw)
        assert f"the field {spelt((*path, 'remark'))} is not known" in sentence or "problem.classes" in sentence


WRONG: list[Any] = [None, True, 7, -1, 0.5, "", "x", "0x1p0", "nan", "inf", [], {}, [[]], [{}], ["0x0.0p+0"], [None]]


@pytest.mark.parametrize(("name", "path"), EVERY, ids=ids)
def test_a_wrong_type_or_value(name: str, path: tuple[Any, ...]) -> None:
    """Whatever else stands there is refused, or is read as just that: nothing is taken for something else."""
    before = at(json.loads(ALL[name]), path)
    sentences = []
    for value in WRONG:
        if value == before and type(value) is type(before):
            continue
        raw = changed(ALL[name], path, lambda parent, key, value=value: parent.__setitem__(key, value))
        try:
            found = parse(raw, "c.json")
        except gordan.InputError as error:
            sentences.append(str(error))
        else:
            assert content(spell(found)) == content(raw)
    assert len(sentences) >= len(WRONG) // 2
    assert all("c.json" in sentence and "\n" not in sentence for sentence in sentences)


def content(raw: bytes) -> str:
    """As text, where 1 and true differ."""
    members = json.loads(raw)
    members.pop("checksum")
    return json.dumps(members, sort_keys=True)


def put(*path: Any, value: Any) -> Callable[[bytes], bytes]:
    return lambda raw: changed(raw, path, lambda parent, key: parent.__setitem__(key, value))


REFUSED: dict[str, tuple[bytes, Callable[[bytes], bytes], str]] = {
    "another format": (SEPARABLE, put("format", value="vipr"), "its format is not 'gordan certificate'"),
    "a later version": (SEPARABLE, put("version", value=9), "later"),
    "no version": (SEPARABLE, put("version", value=True), "without a version from 1 to 8"),
    "integers in a version without them": (INTEGERS, put("version", value=4), "the field proof.kind is 'integer separ"),
    "a ball in a version without one": (BALL, put("version", value=2), "the field ball is not known"),
    "a ball without a radius": (BALL, put("ball", "radius", value="0x0.0p+0"), "ball.radius is 0"),
    "a ball beside a separator": (
        SEPARABLE,
        lambda raw: resealed(raw, lambda members: members.update(version=3, ball=json.loads(BALL)["ball"])),
        "the field ball is given",
    ),
    "blocks in a version without them": (BLOCKS, put("version", value=3), "the field blocks is not known"),
    "no blocks in a version with them": (SEPARABLE, put("version", value=4), "the field ball is missing"),
    "a block too many": (BLOCKS, put("blocks", value=["0" * 64] * 2), "the field blocks has 2 members; expected 1"),
    "a block that is no hash": (BLOCKS, put("blocks", 0, value="0" * 63), "blocks[0]"),
    "another kind": (
        SEPARABLE,
        put("problem", "kind", value="knots"),
        "problem.kind is 'knots'; expected 'points' or 'kernel'",
    ),
    "no rows": (SEPARABLE, put("problem", "n", value=0), "problem.n is 0; expected a whole number from 1"),
    "width": (SEPARABLE, put("problem", "width", value=16), "problem.width is 16; expected 64, or 32"),
    "binary singles": (
        made("separable", "intercept", "binary", "dense").raw,
        put("problem", "width", value=32),
        "problem.width is 32",
    ),
    "normalised with intercept": (SEPARABLE, put("problem", "normalise", value=True), "problem.normalise is true"),
    "three classes": (SEPARABLE, put("problem", "classes", value=[{"truth": True}] * 3), "classes has 3 members"),
    "one class": (SEPARABLE, put("problem", "classes", value=[{"text": "a"}]), "classes has one member"),
    "twice a class": (SEPARABLE, put("problem", "classes", value=[{"text": "a"}] * 2), "the same member twice"),
    "a class of no type": (SEPARABLE, put("problem", "classes", 0, value={"date": "x"}), "classes[0] is of an unknown"),
    "a bare class": (SEPARABLE, put("problem", "classes", 0, value="a"), "problem.classes[0] is no object"),
    "a class by halves": (SEPARABLE, put("problem", "classes", 0, value={"whole": "1.5"}), "classes[0].whole is '1.5'"),
    "a short digest": (SEPARABLE, put("problem", "digest", value="ab"), "problem.digest is no SHA-256"),
    "capitals": (SEPARABLE, put("problem", "digest", value="A" * 64), "problem.digest is no SHA-256"),
    "too few names": (
        SEPARABLE,
        put("problem", "names", value=["a"]),
        "problem.names has 1 members; expected none or 2",
    ),
    "names of numbers": (
        SEPARABLE,
        put("problem", "names", value=["a", 1]),
        "problem.names[1] is a number; expected text",
    ),
    "a path": (
        SEPARABLE,
        put("source", value={"file": "/etc/x", "format": "csv", "label": "y", "positive": None}),
        "source.file has a folder",
    ),
    "no file": (
        SEPARABLE,
        put("source", value={"file": "", "format": "csv", "label": "y", "positive": None}),
        "source.file has a folder or no letter",
    ),
    "lines of nothing": (SEPARABLE, put("lines", value=[1, 2, 3]), "lines is given without a source"),
    "lines that fall": (CANCELLATION, put("lines", value=[4, 3, 2, 1]), "lines[1] is 3; expected rising"),
    "too few lines": (CANCELLATION, put("lines", value=[1]), "lines has 1 members; expected 4"),
    "another alternative": (SEPARABLE, put("alternative", value="perhaps"), "alternative is 'perhaps'"),
    "another proof": (SEPARABLE, put("alternative", value="inseparable"), "proof.kind is 'separator'"),
    "no proof": (SEPARABLE, put("proof", value=None), "proof is null; expected what the alternative"),
    "a proof of nothing": (SEPARABLE, put("alternative", value="undecided"), "proof is given; expected null"),
    "another arithmetic": (SEPARABLE, put("arithmetic", value="interval"), "arithmetic is 'interval'"),
    "weights of nothing": (SEPARABLE, put("bracket", "upper", value=None), "weights is given; expected null"),
    "no weights": (SEPARABLE, put("weights", value=None), "weights is null"),
    "a second hyperplane": (SEPARABLE, put("hyperplane", value={}), "hyperplane is given; expected null"),
    "no hyperplane": (UNDECIDED, put("hyperplane", value=None), "hyperplane is null"),
    "bounds of nothing": (UNKNOWN, put("bracket", "lower", value=(1.0).hex()), "hyperplane is null"),
    "too few numbers": (
        SEPARABLE,
        put("proof", "direction", value=["0x0.0p+0"]),
        "direction has 1 members; expected 2",
    ),
    "a bare number": (
        SEPARABLE,
        put("proof", "direction", 1, value=3),
        "direction[1] is 3; expected a number spelt as",
    ),
    "nothing": (SEPARABLE, put("proof", "direction", 1, value=None), "direction[1] is None"),
    "a nested number": (SEPARABLE, put("proof", "direction", 1, value=[]), "direction[1] is a list or object"),
    "no number": (
        SEPARABLE,
        put("proof", "direction", 0, value="nan"),
        "direction[0] is 'nan'; expected a finite double",
    ),
    "no finite number": (SEPARABLE, put("bracket", "upper", value="inf"), "bracket.upper is 'inf'"),
    "too large": (SEPARABLE, put("bracket", "upper", value="0x1.0p+1024"), "bracket.upper is '0x1.0p+1024'"),
    "a short spelling": (SEPARABLE, put("bracket", "lower", value="0x1p-3"), "bracket.lower is '0x1p-3'"),
    "capital digits": (SEPARABLE, put("bracket", "lower", value="0X1.8000000000000P+0"), "bracket.lower"),
    "zero with a sign": (SEPARABLE, put("proof", "centre", 0, value="-0x0.0p+0"), "proof.centre[0] is '-0x0.0p+0'"),
    "a decimal": (SEPARABLE, put("proof", "offset", value="0.5"), "proof.offset is '0.5'"),
    "a fraction to reduce": (
        SEPARABLE,
        put("proof", "offset", value="2/4"),
        "proof.offset is '2/4'; expected a fraction",
    ),
    "a fraction of nothing": (SEPARABLE, put("proof", "offset", value="1/0"), "proof.offset is '1/0'"),
    "a negative denominator": (SEPARABLE, put("proof", "offset", value="1/-2"), "proof.offset is '1/-2'"),
    "a fraction of fractions": (SEPARABLE, put("proof", "offset", value="1/2/3"), "proof.offset is '1/2/3'"),
    "a long fraction": (SEPARABLE, put("proof", "offset", value="1/" + "9" * 10_001), "at most 10,000 digits"),
    "rows that fall": (CANCELLATION, put("proof", "rows", value=[1, 0, 2, 3]), "proof.rows[1] is 0; expected rising"),
    "a row twice": (CANCELLATION, put("proof", "rows", value=[0, 1, 1, 3]), "proof.rows[2] is 1"),
    "a row too far": (CANCELLATION, put("proof", "rows", value=[0, 1, 2, 6]), "proof.rows[3] is 6"),
    "a row before the first": (CANCELLATION, put("proof", "rows", value=[-1, 1, 2, 3]), "proof.rows[0] is -1"),
    "a row of truth": (CANCELLATION, put("proof", "rows", value=[False, True, 2, 3]), "proof.rows[0] is False"),
    "a row in words": (CANCELLATION, put("proof", "rows", value=["0", 1, 2, 3]), "proof.rows[0] is '0'"),
    "no rows in the proof": (
        CANCELLATION,
        put("proof", "rows", value=[]),
        "proof.rows has 0 members; expected at least",
    ),
    "an integer by halves": (CANCELLATION, put("proof", "integers", 0, value="1.5"), "integers[0] is '1.5'"),
    "an integer with a plus": (CANCELLATION, put("proof", "integers", 0, value="+5"), "integers[0] is '+5'"),
    "an integer with zeros": (CANCELLATION, put("proof", "integers", 0, value="05"), "integers[0] is '05'"),
    "an integer with blanks": (CANCELLATION, put("proof", "integers", 0, value="5 "), "integers[0] is '5 '"),
    "an integer in other digits": (CANCELLATION, put("proof", "integers", 0, value="٣"), "integers[0]"),
    "a small weight": (CANCELLATION, put("proof", "integers", 0, value="1e-30"), "integers[0] is '1e-30'"),
    "an endless integer": (
        CANCELLATION,
        put("proof", "integers", 0, value="9" * 2_000_000),
        "at most 1,048,576 digits",
    ),
    "a weight of nothing": (
        CANCELLATION,
        put("proof", "integers", 0, value="0"),
        "integers[0] is '0'; expected a whole",
    ),
    "a negative weight": (CANCELLATION, put("proof", "integers", 0, value="-2"), "integers[0] is '-2'"),
    "too few integers": (CANCELLATION, put("proof", "integers", value=["1"]), "integers has 1 members; expected 4"),
    "too few radii": (ENCLOSURE, put("proof", "radius", value=[]), "proof.radius has 0 members; expected 4"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_refused_with_its_field(what: str) -> None:
    raw, change, told = REFUSED[what]
    assert told in refusal(change(raw))


def test_true_is_no_number() -> None:
    for path in (("problem", "n"), ("problem", "m"), ("problem", "width")):
        assert f"the field {spelt(path)} is true or false; expected a number" in refusal(
            put(*path, value=True)(SEPARABLE)
        )
