"""Whatever bytes are handed to the reader: a certificate, or one sentence; never a traceback, never a wrong answer."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import gordan
from file.certificate.made import CASES, Made, made, resealed
from gordan.file.certificate.format import parse, spell
from gordan.file.certificate.text import checksum

FEW = [case for case in CASES if case[2:] == ("decimal", "dense")]
json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["0x0.0p+0", "1/2"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


def read(raw: bytes) -> Any:
    """A certificate whose spelling is its only one, or None with a sentence."""
    try:
        found = parse(raw, "c.json")
    except gordan.InputError as error:
        sentence = str(error)
    else:
        again = spell(found)
        assert spell(parse(again, "c.json")) == again
        return found
    assert sentence.startswith("c.json")
    assert "\n" not in sentence
    assert len(sentence) < 500
    return None


@given(raw=st.binary(max_size=300))
@settings(deadline=None)
def test_random_bytes(raw: bytes) -> None:
    assert read(raw) is None


@given(value=json_values)
@settings(deadline=None)
def test_random_json(value: Any) -> None:
    assert read(json.dumps(value).encode()) is None


@given(members=st.dictionaries(st.sampled_from(["problem", "source", "proof", "bracket", "lines"]), json_values))
@settings(deadline=None)
def test_random_members(members: dict[str, Any]) -> None:
    body = {"format": "gordan certificate", "version": 1, **members}
    assert read(json.dumps({**body, "checksum": checksum(body)}).encode()) is None


@given(case=st.sampled_from(FEW), data=st.data())
@settings(deadline=None)
def test_bytes_of_a_true_one_changed(case: Any, data: st.DataObject) -> None:
    """Changed, cut out or put in."""
    body = made(*case).raw
    start = data.draw(st.integers(0, len(body)))
    end = data.draw(st.integers(start, min(start + 20, len(body))))
    alphabet = st.sampled_from(list(b'0123456789abcdefx.p+-"[]{},: \n\\ntrue\x00\xff'))
    piece = bytes(data.draw(st.lists(alphabet, max_size=20)))
    judge(made(*case), read(body[:start] + piece + body[end:]))


@given(case=st.sampled_from(FEW), data=st.data())
@settings(max_examples=200, deadline=None)
def test_members_of_a_true_one_changed(case: Any, data: st.DataObject) -> None:
    """Any member replaced, dropped or taken from another certificate."""
    other = json.loads(made(*data.draw(st.sampled_from(FEW))).raw)

    def change(members: Any) -> None:
        twin = other
        while True:
            key = data.draw(st.sampled_from(list(members) if isinstance(members, dict) else list(range(len(members)))))
            inner = members[key]
            if isinstance(inner, dict | list) and inner and data.draw(st.booleans()):
                twin = twin[key] if isinstance(twin, dict) and isinstance(twin.get(key), type(inner)) else inner
                members = inner
                continue
            how = data.draw(st.sampled_from(["drop", "theirs", "any"]))
            if how == "drop":
                del members[key]
            elif how == "theirs" and isinstance(twin, dict) and key in twin:
                members[key] = twin[key]
            else:
                members[key] = data.draw(json_values)
            return

    raw = resealed(made(*case).raw, change)
    judge(made(*case), read(raw))


def judge(case: Made, found: Any) -> None:
    """The verifier has an answer to whatever can be read, and accepts no claim about other data."""
    if found is None:
        return
    verdict = gordan.verify(case.problem, found)
    if verdict.holds:
        assert found.digest == case.problem.digest()
        assert found.alternative in ("undecided", true_alternative(case))


def true_alternative(case: Made) -> str:
    """Exactly one of the two can be proved."""
    return str(gordan.solve(case.problem, solver="min-norm-point", max_seconds=20.0).kind)


EXTREME = [
    *(value.hex() for value in (0.0, 5e-324, -5e-324, 1.7976931348623157e308, -1.7976931348623157e308, 1.0, -1.0)),
    *("1", "2", "9" * 5000, f"1/{'9' * 9000}", f"-{'9' * 9000}/7", f"{10**400}/1", f"1/{10**400}", None, 0, 1, 2, 3),
]


@given(case=st.sampled_from(FEW), data=st.data())
@settings(max_examples=300, deadline=None)
def test_extreme_numbers_are_judged(case: Any, data: st.DataObject) -> None:
    """As large and as small as can be spelt: there is a verdict, and no warning on the way."""

    def change(members: Any) -> None:
        for _ in range(data.draw(st.integers(1, 4))):
            inner = members[data.draw(st.sampled_from(["proof", "bracket", "hyperplane", "weights"]))]
            while isinstance(inner, dict | list) and inner:
                key = data.draw(st.sampled_from(list(inner) if isinstance(inner, dict) else list(range(len(inner)))))
                if not isinstance(inner[key], dict | list):
                    inner[key] = data.draw(st.sampled_from(EXTREME))
                inner = inner[key]

    judge(made(*case), read(resealed(made(*case).raw, change)))


@given(depth=st.integers(1, 60_000), opening=st.sampled_from([b"[", b'{"a":', b'[{"a":']))
@settings(max_examples=20, deadline=None)
def test_deep_nesting(depth: int, opening: bytes) -> None:
    assert read(opening * depth) is None


@given(digits=st.integers(1, 30_000), spelt=st.booleans(), sign=st.sampled_from(["", "-", "+"]))
@settings(deadline=None)
def test_huge_numbers(digits: int, spelt: bool, sign: str) -> None:
    number = f"{sign}{'9' * digits}"
    raw = made("cancellation", "intercept", "decimal", "dense").raw
    changed = raw.replace(b'"integers": [', b'"integers": [' + (f'"{number}", ' if spelt else f"{number}, ").encode())
    assert read(changed) is None
