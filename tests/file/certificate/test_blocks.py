"""Hashes of blocks of rows in a certificate: one container as another, and the block that differs."""

from __future__ import annotations

import hashlib
import json
import struct
from typing import Any

import numpy as np
import pytest

import gordan
from gordan.outcome.certificate.compose import compose

N = 65536 + 500  # few enough for the checker by hand
RNG = np.random.default_rng(5)
X = RNG.integers(-99, 100, (N, 1)).astype(np.float32)
Y = X[:, 0] > 0


def in_batches(X: Any, y: Any, size: int = 9999) -> gordan.Points:
    return gordan.Points.from_batches(lambda: ((X[k : k + size], y[k : k + size]) for k in range(0, len(X), size)))


def by_definition(X: Any, y: Any, start: int, stop: int) -> str:
    """As docs/certificate-format.md has it, entry by entry."""
    hashes = b""
    for first in range(start, stop, 4096):
        rows = range(first, min(first + 4096, stop))
        records = b"".join(struct.pack("<qqd", i, 0, X[i, 0]) for i in rows if X[i, 0] != 0)
        hashes += hashlib.sha256(bytes(map(bool, y[rows.start : rows.stop])) + records).digest()
    return hashlib.sha256(hashes).hexdigest()


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Any:
    problem, path = in_batches(X, Y), tmp_path_factory.mktemp("blocks") / "c.json"
    gordan.certify(problem, gordan.solve(problem), path)
    members = json.loads(path.read_bytes())
    ends = [(0, 65536), (65536, N)]
    assert (members["version"], members["blocks"]) == (4, [by_definition(X, Y, *each) for each in ends])
    return gordan.read_certificate(path)


def test_the_same_doubles_in_another_container(certificate: Any) -> None:
    narrow = certificate.blocks
    for problem in (gordan.Points(X, Y), gordan.Points(np.asfortranarray(X, np.float64), Y), in_batches(X, Y, 70000)):
        assert problem.hashes().blocks == narrow
        assert gordan.verify(problem, certificate).holds


@pytest.mark.parametrize(("row", "words"), [(3, "rows 0 to 65,535"), (N - 1, "rows 65,536 to 66,035")])
def test_a_block_that_differs_is_named(certificate: Any, row: int, words: str) -> None:
    other = X.copy()
    other[row] = 3 * other[row] + np.sign(other[row])
    for problem in (gordan.Points(other, Y), in_batches(other, Y)):
        failed = {check.name: check for check in gordan.verify(problem, certificate).checks if not check.holds}
        assert {"data are the certificate's", "blocks are the certificate's"} <= set(failed)
        assert words in failed["blocks are the certificate's"].quantity
        assert "1 of 2 blocks differ" in failed["blocks are the certificate's"].quantity


def test_small_data_have_none() -> None:
    problem = gordan.Points([[0.0], [1.0]], [0, 1])
    certificate = compose(problem, gordan.solve(problem))
    assert (certificate.blocks, certificate.version) == (None, 2)
