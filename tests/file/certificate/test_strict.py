"""Reading is strict: what is not exactly of the format is refused by one sentence that names the file and the field."""

from __future__ import annotations

import json
import os
import sys
import tracemalloc
from pathlib import Path

import pytest

import gordan
from file.certificate.made import made
from file.certificate.test_field import ALL, CANCELLATION, SEPARABLE, changed, put, refusal
from gordan.file.certificate.format import parse, spell

LIMITS = gordan.Limits()


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        (b"", "is cut short or no JSON"),
        (b"{}", "its format is not"),
        (b"[]", "is JSON but no object"),
        (b"null", "is JSON but no object"),
        (b'"gordan certificate"', "is JSON but no object"),
        (b'{"a": 1, "a": 1}', "has the field 'a' twice"),
        (b'{"b": {"a": 1, "c": 2, "a": 1}}', "has the field 'a' twice"),
        (b'{"a": 1.0}', "has the number '1.0'"),
        (b'{"a": 1e5}', "has the number '1e5'"),
        (b'{"a": NaN}', "has the number 'NaN'"),
        (b'{"a": -Infinity}', "has the number '-Infinity'"),
        (b'{"a": -0}', "has the number '-0'"),
        (b'{"a": ' + b"9" * 5000 + b"}", "has the number '99999999999999999999…', which is too long"),
        (b'{"a": 01}', "is cut short or no JSON"),
        (b"{'a': 1}", "is cut short or no JSON"),
        (b'{"a": 1,}', "is cut short or no JSON"),
        (b'{"a": "\x00"}', "is cut short or no JSON"),
        (b'{"a": 1} {}', "is cut short or no JSON (Extra data"),
        (b"\xef\xbb\xbf{}", "is cut short or no JSON"),
        ('{"a": "é"}'.encode("latin-1"), "is not UTF-8 text (byte 7)"),
        ("{}".encode("utf-16"), "is not UTF-8 text (byte 0)"),
        (b"\x80\x04\x95.", "is not UTF-8 text (byte 0)"),
        (b"[" * 50_000, "is nested deeper than any certificate"),
        (b'{"a":' * 50_000, "is nested deeper than any certificate"),
        (b"[" * 70_000, "and no certificate has more than"),
    ],
)
def test_json_without_its_liberties(raw: bytes, told: str) -> None:
    assert told in refusal(raw)


def test_many_names_of_which_one_is_repeated() -> None:
    """Each is looked at once: compared with one another, a quarter of a million would take an hour."""
    names = [f'"{k}":0' for k in range(250_000)]
    assert "has the field '249999' twice" in refusal(("{" + ",".join([*names, names[-1]]) + "}").encode())


@pytest.mark.parametrize("name", ALL)
def test_cut_short_anywhere(name: str) -> None:
    raw = ALL[name]
    for end in range(0, len(raw) - 1, 10):
        assert "cut short" in refusal(raw[:end])
    assert "cut short" in refusal(raw[:-2])


def test_anything_after_the_end() -> None:
    for more in (b"{}", b"\x00", b",", b"null"):
        assert "c.json" in refusal(SEPARABLE + more)


def test_any_byte_changed_is_noticed() -> None:
    """Not by what it means, which may still be true, but by the checksum or by the form; blanks alone mean nothing."""
    for k in range(len(SEPARABLE)):
        raw = bytearray(SEPARABLE)
        raw[k] ^= 1
        try:
            found = parse(bytes(raw), "c.json")
        except gordan.InputError:
            continue
        same = json.loads(raw) == json.loads(SEPARABLE)
        assert found.unaltered is same, k


def test_a_checksum_of_other_fields() -> None:
    digit = b"0" if SEPARABLE[-5:-4] != b"0" else b"1"
    assert not parse(SEPARABLE[:-5] + digit + SEPARABLE[-4:], "c.json").unaltered
    assert "checksum is no SHA-256" in refusal(SEPARABLE[:-5] + b"g" + SEPARABLE[-4:])
    assert "checksum is missing" in refusal(b'{"format": "gordan certificate", "version": 1}')


def test_the_layout_is_anyones() -> None:
    """Another order, other blanks: the same certificate, unaltered."""
    members = json.loads(SEPARABLE)
    for raw in (json.dumps(members, sort_keys=True), json.dumps(members, indent=4), json.dumps(members) + " \n"):
        assert parse(raw.encode(), "c.json").unaltered
        assert spell(parse(raw.encode(), "c.json")) == SEPARABLE


def test_long_integers_take_no_long_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A million digits, which Python itself would take half a minute for, whatever limit is set on them."""
    digits = "7" * LIMITS.digits
    raw = changed(CANCELLATION, ("proof", "integers", 0), lambda parent, key: parent.__setitem__(key, digits))
    for limit in (640, 4300):
        monkeypatch.setattr(sys, "get_int_max_str_digits", lambda limit=limit: limit)
        before = sys.get_int_max_str_digits()
        found = parse(raw, "c.json")
        assert found.proof.integers[0] == (10**LIMITS.digits - 1) // 9 * 7
        assert sys.get_int_max_str_digits() == before


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Text that would become many objects is refused before a single one is made."""
    for raw in (b"[" + b"[]," * 200_000 + b"[]]", b'{"a": [' + b"0," * (LIMITS.members + 1) + b"0]}"):
        tracemalloc.start()
        assert "and no certificate has more than" in refusal(raw)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < 1 << 20


def test_files_that_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "c.json"
    for place, told in (
        (tmp_path / "nowhere.json", "there is no file"),
        (tmp_path, "is a folder"),
        ("c\0.json", "cannot be read"),
        ("/dev/null", "is no ordinary file"),
        (path / "below", "cannot be read"),
    ):
        path.write_bytes(SEPARABLE)
        with pytest.raises(gordan.InputError, match=told):
            gordan.read_certificate(place)
    with gordan.limits(certificate=len(SEPARABLE) - 1), pytest.raises(gordan.InputError, match="is larger than"):
        gordan.read_certificate(path)
    # A file that grows between the look at its size and the reading of it.
    true = os.stat(path)
    monkeypatch.setattr(os, "stat", lambda *_: os.stat_result((*true[:6], 10, *true[7:])))
    with gordan.limits(certificate=len(SEPARABLE) - 1), pytest.raises(gordan.InputError, match="is larger than"):
        gordan.read_certificate(path)


def test_a_size_is_looked_at_before_the_content(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    with path.open("wb") as file:
        file.truncate(LIMITS.certificate + 1)
    tracemalloc.start()
    with pytest.raises(gordan.InputError, match="is larger than 256MB"):
        gordan.read_certificate(path)
    assert tracemalloc.get_traced_memory()[1] < 1 << 20
    tracemalloc.stop()


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(gordan.InputError, match="is no ordinary file"):
        gordan.read_certificate(tmp_path / "pipe")


def test_a_seal_alone_is_nothing() -> None:
    assert "its format is not" in refusal(b'{"checksum": "' + b"0" * 64 + b'"}')


def test_a_claim_of_many_rows_costs_nothing() -> None:
    problem, _, raw = made("undecided", "intercept", "binary", "dense")
    vast = parse(put("problem", "n", value=10**15)(raw), "c.json")
    with pytest.raises(gordan.InputError, match="is about 1,000,000,000,000,000 rows"):
        vast.claim(problem)
    assert [check.name for check in gordan.verify(problem, vast).failed] == ["question is the certificate's"]
