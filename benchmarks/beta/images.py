"""All of MNIST, training and test images, from the four files it is published in; pixels between 0 and 1."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

__all__ = ["read_part"]

_PIXELS = 784


def read_part(folder: Path, part: str) -> tuple[Any, Any]:
    """Images by rows as float32 and their digits, of the part "train" or "t10k"."""
    import numpy as np

    images, labels = folder / f"{part}-images-idx3-ubyte.gz", folder / f"{part}-labels-idx1-ubyte.gz"
    for file in (images, labels):
        if not file.is_file():
            raise SystemExit(f"{file} does not exist; give --data a folder with the four files of MNIST")
    X = np.frombuffer(gzip.decompress(images.read_bytes()), np.uint8, offset=16)
    y = np.frombuffer(gzip.decompress(labels.read_bytes()), np.uint8, offset=8)
    if X.size != _PIXELS * y.size:
        raise SystemExit(
            f"{images} has {X.size:,} pixels and {labels} {y.size:,} digits; {_PIXELS} pixels make a digit"
        )
    return (X.reshape(-1, _PIXELS) / np.float32(255)).astype(np.float32), y.astype(np.int64)
