"""Bytes changed a little, as an accident or a stranger would; the same for the same seed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import numpy as np

from gordan.file.certificate.text import checksum

__all__ = ["mutated"]

_TOKENS: list[bytes] = [
    b"0",
    b"-1",
    b"1e999",
    b"-1e-999",
    b"1e99999999999",
    b"nan",
    b"inf",
    b"-inf",
    b"0x1p+99999",
    b"1/0",
    b"9" * 400,
    b"\x00",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\xed\xa0\x80",
    b"\r",
    b"\n",
    b"\r\n",
    b"\t",
    b",",
    b";",
    b'"',
    b"'",
    b"\\",
    b"[" * 50,
    b"{" * 50,
    b"true",
    b"null",
    b"1_000",
    "٣".encode(),
    "−1".encode(),
    b"#",
    b":",
    b"RHS",
    b"ENDATA",
    b"1:1",
    b"0:1",
    b"99999999999999999999:1",
    b"PK\x03\x04",
    b"\x93NUMPY",
    b"\x1f\x8b",
    b"NaN",
    b"Infinity",
    b"1e400",
    b" " * 99,
    b"**",
    b"(",
    b")",
    b"C(",
    b"np.log(",
    b"I(#`",
    b"`",
    b"__import__('os').system('true')",
    b"{x}",
    b"**99999999",
    b":site" * 30,
]
_VALUES: list[Any] = [
    None,
    True,
    False,
    0,
    -1,
    1,
    2**53 + 1,
    2**70,
    -(10**30),
    0.5,
    "",
    "0",
    "-1",
    "1/3",
    "1/0",
    "nan",
    "0x1p+0",
    "9" * 300,
    "0x1.8p-1080",
    "\ud800",
    "\x1b[31m",
    [],
    {},
    [0],
    [None],
    ["1"],
    {"a": 1},
    [[]],
    "points",
    "separable",
    "x" * 300,
]


def mutated(seeds: Sequence[bytes], seed: int) -> bytes:
    """One of the seeds with one or a few changes."""
    rng = np.random.default_rng(seed)
    raw = seeds[int(rng.integers(len(seeds)))]
    if raw[:1] == b"{" and rng.integers(3):
        return _resealed(raw, rng)
    for _ in range(int(rng.choice([1, 1, 1, 2, 5]))):
        raw = _changed(raw, seeds, rng)
    return raw


def _changed(raw: bytes, seeds: Sequence[bytes], rng: Any) -> bytes:
    start = int(rng.integers(len(raw) + 1))
    end = min(len(raw), start + int(rng.choice([0, 1, 2, 8, 60])))
    way = int(rng.integers(6))
    if way == 0:
        return raw[:start] + _TOKENS[rng.integers(len(_TOKENS))] + raw[end:]
    if way == 1:
        return raw[:start] + raw[end:]
    if way == 2 and raw:
        place = int(rng.integers(len(raw)))
        return raw[:place] + bytes([raw[place] ^ (1 << int(rng.integers(8)))]) + raw[place + 1 :]
    if way == 3:
        return raw[:end] + raw[start:end] * int(rng.choice([1, 3, 40])) + raw[end:]
    if way == 4:
        other = seeds[int(rng.integers(len(seeds)))]
        return raw[:start] + other[int(rng.integers(len(other) + 1)) :]
    return raw[:start] + bytes(rng.integers(0, 256, int(rng.integers(1, 9)), dtype=np.uint8)) + raw[end:]


def _resealed(raw: bytes, rng: Any) -> bytes:
    """JSON with members replaced, dropped or doubled, and its checksum made anew: what a liar would write."""
    members = json.loads(raw)
    for _ in range(int(rng.integers(1, 4))):
        inner: Any = members
        while True:
            keys = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
            if not keys:
                break
            key = keys[int(rng.integers(len(keys)))]
            if isinstance(inner[key], dict | list) and inner[key] and rng.integers(4):
                inner = inner[key]
                continue
            way = int(rng.integers(5))
            if way == 0:
                del inner[key]
            elif way == 1 and isinstance(inner, list):
                inner += deepcopy(inner[:3])
            else:
                inner[key] = deepcopy(_VALUES[rng.integers(len(_VALUES))])
            break
    if isinstance(members, dict) and "checksum" in members:
        members["checksum"] = checksum(members)
    if isinstance(members, dict) and "digest" in members and "state" in members:
        from gordan.learn.online.keep import _digest

        members["digest"] = _digest(members["state"])
    return json.dumps(members).encode()
