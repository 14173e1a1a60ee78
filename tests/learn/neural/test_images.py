"""MNIST's files are read as they are, and what is wrong with one is told in a sentence that names it."""

from __future__ import annotations

import gzip
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from benchmarks.digits import read_digits
from benchmarks.idx import read_part

IMAGES, LABELS = "train-images-idx3-ubyte.gz", "train-labels-idx1-ubyte.gz"
PIXELS = (np.arange(2 * 784) % 256).astype(np.uint8)


def idx(*shape: int, entries: bytes) -> bytes:
    return gzip.compress(bytes([0, 0, 8, len(shape)]) + struct.pack(f">{len(shape)}I", *shape) + entries, mtime=0)


GOOD = {IMAGES: idx(2, 28, 28, entries=PIXELS.tobytes()), LABELS: idx(2, entries=bytes([7, 2]))}


def test_images_and_digits_are_read(tmp_path: Path) -> None:
    folder = tmp_path / "mnist"
    folder.mkdir()
    for name, content in GOOD.items():
        (folder / name).write_bytes(content)
    X, y = read_part(folder, "train")
    assert y.tolist() == [7, 2]
    assert np.array_equal(X, PIXELS.reshape(2, 784))
    X, y = read_digits(tmp_path, 1)
    assert y.tolist() == [7]
    assert np.array_equal(X.ravel(), PIXELS[:784] / 255.0)


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        (IMAGES, None, "does not exist; give --data a folder with the four files"),
        (LABELS, None, "does not exist"),
        (IMAGES, GOOD[IMAGES][:-20], "cannot be unpacked"),
        (IMAGES, b"<html>not found</html>", "cannot be unpacked"),
        (LABELS, GOOD[LABELS][:12] + b"\xff" + GOOD[LABELS][13:], "cannot be unpacked"),
        (LABELS, b"", "does not begin as an IDX file of 1 dimensions does"),
        (LABELS, gzip.compress(bytes(7), mtime=0), "does not begin as an IDX file"),
        (
            IMAGES,
            gzip.compress(bytes(16) + PIXELS.tobytes(), mtime=0),
            "does not begin as an IDX file of 3 dimensions does",
        ),
        (IMAGES, GOOD[LABELS], "does not begin as an IDX file"),
        (IMAGES, idx(2, 28, 28, entries=PIXELS[:-1].tobytes()), "announces 1,568 entries and has 1,567"),
        (IMAGES, idx(2, 14, 56, entries=PIXELS.tobytes()), "28 by 28"),
        (LABELS, idx(1, entries=bytes([7])), "as many images"),
        (LABELS, idx(2, entries=bytes([7, 37])), "has the digit 37; fetch it again"),
    ],
    ids=lambda value: "bytes" if isinstance(value, bytes) else None,
)
def test_a_bad_file_is_named_with_the_next_step(name: str, content: Any, told: str, tmp_path: Path) -> None:
    for file, good in {**GOOD, name: content}.items():
        if good is not None:
            (tmp_path / file).write_bytes(good)
    with pytest.raises(SystemExit, match=told) as refused:
        read_part(tmp_path, "train")
    assert str(tmp_path / name) in str(refused.value)


def test_no_images_at_all_are_refused(tmp_path: Path) -> None:
    (tmp_path / IMAGES).write_bytes(idx(0, 28, 28, entries=b""))
    (tmp_path / LABELS).write_bytes(idx(0, entries=b""))
    with pytest.raises(SystemExit, match="one or more"):
        read_part(tmp_path, "train")
