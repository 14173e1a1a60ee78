"""Stretches of a file: the bytes that stand there, of a file of any size, whoever keeps earlier ones."""

from __future__ import annotations

import os
from itertools import pairwise
from pathlib import Path
from threading import Event
from time import sleep
from typing import Any

import numpy as np
import pytest

import gordan
from gordan.errors import InputError
from gordan.problem.batches import stretches as module
from gordan.problem.batches.stretches import read_stretches

SIZE = 100_003
BYTES = np.random.default_rng(0).integers(0, 256, SIZE).astype(np.uint8)


@pytest.fixture(params=["fits the page cache", "does not fit it", "read by seeking"])
def path(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "does not fit it":
        monkeypatch.setattr(module, "_CACHED", 0.0)
        monkeypatch.setattr(module, "_DROPPED", 3000)
    if request.param == "read by seeking":
        monkeypatch.delattr(module.os, "preadv")
    (tmp_path / "bytes").write_bytes(BYTES.tobytes())
    return str(tmp_path / "bytes")


@pytest.mark.parametrize("edges", [[0, SIZE], [128, 5_000, 9_096, 9_096, 50_000, SIZE], [4096, 8192, 98_304, SIZE]])
def test_the_bytes_that_stand_there(path: str, edges: list[int]) -> None:
    parts = [(start, stop - start) for start, stop in pairwise(edges)]
    for (start, size), read in zip(parts, read_stretches(path, parts), strict=True):
        assert np.array_equal(read, BYTES[start : start + size])


def test_what_somebody_keeps_is_not_written_over(path: str) -> None:
    parts = [(start, 1000) for start in range(0, 90_000, 1000)]
    kept = [read[100:].view(np.uint16).reshape(-1, 9) for read in read_stretches(path, parts)]
    for (start, _), rows in zip(parts, kept, strict=True):
        assert np.array_equal(rows.view(np.uint8).ravel(), BYTES[start + 100 : start + 1000])


def test_what_nobody_keeps_is_used_again(path: str) -> None:
    addresses = {read.ctypes.data for read in read_stretches(path, [(0, 5000)] * 90)}
    assert len(addresses) <= 8


def test_a_file_that_ends_is_refused(path: str) -> None:
    for start, there in ((SIZE - 10, 10), (SIZE - 5_000, 5_000), (SIZE + 5_000, 0)):
        with pytest.raises(InputError, match=f"ends in the middle of it, after {there:,} of 6,000 bytes"):
            list(read_stretches(path, [(0, 10), (start, 6000)]))


def test_the_same_answer_when_pages_are_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    X = np.random.default_rng(1).standard_normal((3000, 7)).astype(np.float32)
    y = X @ np.arange(1.0, 8.0) > 0
    np.save(tmp_path / "x.npy", X)
    outcomes = []
    for share in (0.5, 0.0):
        monkeypatch.setattr(module, "_CACHED", share)
        monkeypatch.setattr(module, "_DROPPED", 7000)
        monkeypatch.setattr("gordan.problem.batches.source._STRETCH", 5000)
        outcomes.append(gordan.solve(gordan.Points.from_batches(tmp_path / "x.npy", y)))
    assert outcomes[0].kind == outcomes[1].kind == "separable"
    assert np.array_equal(outcomes[0].coef, outcomes[1].coef)


def test_a_reader_that_stops_waits_for_its_threads_before_the_file_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thread that reads from a closed file fails, or reads from another file that has its number now."""
    (path := tmp_path / "f").write_bytes(bytes(100))
    fill, begun, failed = module._Pages.fill, Event(), []

    def slowly(pages: Any, buffer: Any, at: int) -> int:
        if at >= 10:
            begun.set()
            sleep(0.05)
        try:
            return fill(pages, buffer, at)
        except OSError as error:
            failed.append(error)
            raise

    monkeypatch.setattr(module._Pages, "fill", slowly)
    parts = read_stretches(str(path), [(at, 10) for at in range(0, 100, 10)])
    next(parts)
    assert begun.wait(5)
    parts.close()  # type: ignore[attr-defined]
    assert not failed


def test_no_ordinary_file(tmp_path: Path) -> None:
    (tmp_path / "folder.npy").mkdir()
    os.mkfifo(tmp_path / "pipe.npy")
    for name, words in (("folder.npy", "is a folder"), ("pipe.npy", "is a pipe or device")):
        with pytest.raises(InputError, match=words):
            gordan.Points.from_batches(tmp_path / name, label=1)
